"""Which earlier studies of the patient are on the worklist, and which of them stands beside the current one.

A prior is offered only if it counts as the same patient's (`app.same_patient`), and is checked again once its
files are open: they say whose it is. Any other study is refused, not marked: a mark beside a film is
overlooked. What the desk keeps about a study, drafts, maps and measurements, stays with the current one: the
prior has a viewer of its own that is told of none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from app.language import day, tr
from app.messages import Notice, notice_of
from app.ports import Files, Lane, Tell
from app.presenters.keeping import Keeper
from app.presenters.linking import Linking
from app.presenters.worklist import ListedStudy, WorklistPresenter
from app.same_patient import earlier_by, grounds, mismatch, study_day
from app.store.events import Event
from app.viewing import PriorOffered, PriorShown, PriorView
from engine.progress import CancelToken
from engine.study import Opened, Radiograph, Study

PRIORS_LISTED = 50
"""Offered at most; the newest first."""


class Beside(Protocol):
    """The viewer of the current study, or the one of the prior."""

    def show_study(self, study: Study | None) -> None:
        """Show a study's films."""

    def limit_places(self, count: int) -> None:
        """Show at most so many films side by side."""


@dataclass(frozen=True, slots=True)
class Prior:
    """An earlier study that counts as the same patient's."""

    listed: ListedStudy
    made: date
    offered: PriorOffered


@dataclass(frozen=True, slots=True)
class PriorPorts:
    """What opens a prior, keeps that it was opened, and says what went wrong."""

    files: Files
    lane: Lane
    keeper: Keeper
    tell: Callable[[Notice], None]


class PriorsPresenter:
    """Decides what is offered and what stands beside; a `Follower` of the current study's viewer."""

    def __init__(
        self,
        view: PriorView,
        current: Beside,
        prior: Beside,
        linking: Linking,
        worklist: WorklistPresenter,
        ports: PriorPorts,
    ) -> None:
        self._view = view
        self._current = current
        self._prior = prior
        self._linking = linking
        self._worklist = worklist
        self._ports = ports
        self._study: Study | None = None
        self._film: Radiograph | None = None
        self._offers: tuple[Prior, ...] = ()
        self._chosen: Prior | None = None
        self._opened: Study | None = None  # the chosen prior, with its films
        self._show()

    # What the current viewer says (app.presenters.viewer.Follower)

    def study_shown(self, study: Study | None) -> None:
        """Another study is read now: its priors are others, and none stands beside it yet."""
        self.close()
        self._study = study
        self.refresh()

    def film_turned_to(self, film: Radiograph | None) -> None:
        """The prior shows the same view."""
        self._film = film
        self._show_film()

    def look_changed(self) -> None:
        """The reader looks otherwise at the current film."""
        self._linking.current_moved()

    def film_placed(self) -> None:
        """The current film came, or has another place."""
        self._linking.current_moved()

    # What the reader does

    def refresh(self) -> None:
        """The worklist has changed."""
        self._offers = priors_of(self._study, self._worklist.listed)
        self._show()

    def toggle(self) -> None:
        """Show the newest prior beside the current study, or take it away."""
        if self._chosen is not None:
            self.close()
        elif self._offers:
            self.choose(self._offers[0].listed.row.study_uid)
        else:
            self._ports.tell(Notice(self._why_none()))

    def choose_offer(self, index: int) -> None:
        """The reader chose one of those offered."""
        self.choose(self._offers[index].listed.row.study_uid)

    def choose(self, study_uid: str) -> None:
        """Put this study beside the current one; refused with the reason where it is not the patient's."""
        prior = next((each for each in self._offers if each.listed.row.study_uid == study_uid), None)
        if prior is None:
            self._refuse(tr("It is no earlier study of the same patient."))
            return
        self.close()
        self._chosen = prior
        self._show()
        if prior.listed.study is not None:
            self._beside(prior, prior.listed.study)
            return

        def work(cancel: CancelToken, tell: Tell) -> Opened:
            return self._ports.files.open(prior.listed.paths, cancel=cancel, on_progress=tell)

        def done(opened: Opened) -> None:
            self._found(prior, opened)

        self._ports.lane.run(work, done=done, failed=lambda error: self._not_opened(prior, error))

    def close(self) -> None:
        """Only the current study again."""
        if self._chosen is not None:
            self._chosen, self._opened = None, None
            self._prior.show_study(None)
            self._current.limit_places(2)
            self._show()

    def link_toggled(self) -> None:
        """Both films together, or each on its own."""
        self._linking.toggle()
        self._show()

    # Inside

    def _found(self, prior: Prior, opened: Opened) -> None:
        if self._chosen is not prior:
            return
        found = next((each for each in opened.studies if each.study_uid == prior.listed.row.study_uid), None)
        if found is None:
            self.close()
            self._ports.tell(
                Notice(tr("The prior's files hold another study now."), todo=tr("Open its folder again."))
            )
            return
        self._worklist.study_completed(found)
        self._beside(prior, found)

    def _not_opened(self, prior: Prior, error: BaseException) -> None:
        if self._chosen is prior:
            self.close()
        self._ports.tell(notice_of(error))

    def _beside(self, prior: Prior, study: Study) -> None:
        current = self._study
        if current is None:
            return
        why = mismatch(current.patient, study.patient) or _not_earlier(current, study)
        if why:
            self.close()
            self._refuse(why)
            return
        self._opened = study
        detail = {"beside": current.study_uid}
        self._ports.keeper.ask(
            lambda store: store.note(Event.STUDY_OPENED, study.study_uid, detail),
            done=lambda _: None,
            failed=lambda error: self._ports.tell(notice_of(error)),
        )
        self._current.limit_places(1)
        self._show_film()

    def _show_film(self) -> None:
        if self._opened is not None:
            film = same_view(self._opened, self._film)
            self._prior.show_study(replace(self._opened, radiographs=(film,) if film else ()))
            self._show()

    def _refuse(self, why: str) -> None:
        self._ports.tell(
            Notice(
                tr("This study is not shown beside the current one. {why}", why=why),
                todo=tr("Open it alone."),
            )
        )

    def _why_none(self) -> str:
        if self._study is None:
            return tr("No study is open.")
        own = mismatch(self._study.patient, self._study.patient)
        if own:
            return tr("The study names no patient by number, name and date, so none can be its prior.")
        if study_day(self._study.study_date) is None:
            return tr("The study has no date, so none can be earlier.")
        return tr("No earlier study of this patient is on the worklist.")

    def _show(self) -> None:
        chosen = self._chosen
        uids = [prior.listed.row.study_uid for prior in self._offers]
        uid = chosen.listed.row.study_uid if chosen else ""
        self._view.show_prior(
            PriorShown(
                offers=tuple(prior.offered for prior in self._offers),
                why_none="" if self._offers else self._why_none(),
                chosen=uids.index(uid) if uid in uids else -1,
                beside=chosen.offered if chosen else None,
                current=_shown_day(self._study),
                message=self._missing_view(),
                linked=self._linking.on,
                in_millimetres=self._linking.in_millimetres,
            )
        )

    def _missing_view(self) -> str:
        if self._opened is None or self._film is None or same_view(self._opened, self._film) is not None:
            return ""
        return tr("This prior has no {view} film.", view=self._film.label)


class PriorFollower:
    """What the prior's own viewer says: the reader may lead there; a film that comes follows the current."""

    def __init__(self, linking: Linking, shown: Callable[[], None]) -> None:
        self._linking = linking
        self._shown = shown

    def study_shown(self, study: Study | None) -> None:
        """It is chosen elsewhere."""

    def film_turned_to(self, film: Radiograph | None) -> None:
        """It has but one film."""

    def look_changed(self) -> None:
        """The reader looks otherwise at the prior."""
        self._linking.prior_moved()

    def film_placed(self) -> None:
        """The prior's film came, or has another place."""
        self._linking.current_moved()
        self._shown()


def priors_of(study: Study | None, listed: tuple[ListedStudy, ...]) -> tuple[Prior, ...]:
    """The earlier studies of the patient, newest first."""
    made = study_day(study.study_date) if study else None
    if study is None or made is None:
        return ()
    found = []
    for each in listed:
        its_day = study_day(each.study_date)
        if each.row.study_uid == study.study_uid or its_day is None or its_day >= made:
            continue
        if mismatch(study.patient, each.patient):
            continue
        offered = PriorOffered(
            day(its_day),
            earlier_by(its_day, made),
            each.row.description,
            grounds(study.patient, each.patient),
        )
        found.append(Prior(each, its_day, offered))
    return tuple(sorted(found, key=lambda prior: prior.made, reverse=True)[:PRIORS_LISTED])


def same_view(prior: Study, film: Radiograph | None) -> Radiograph | None:
    """The prior's film from the same side, best of the very same view; None where it has none."""
    if film is None:
        return next(iter(prior.radiographs), None)
    candidates = [each for each in prior.radiographs if each.is_lateral == film.is_lateral]
    candidates.sort(
        key=lambda each: (each.body_part != film.body_part, each.view_position != film.view_position)
    )
    return next(iter(candidates), None)


def _not_earlier(current: Study, study: Study) -> str:
    made, its_day = study_day(current.study_date), study_day(study.study_date)
    earlier = made is not None and its_day is not None and its_day < made
    return "" if earlier else tr("It is not earlier.")


def _shown_day(study: Study | None) -> str:
    made = study_day(study.study_date) if study else None
    return day(made) if made else ""

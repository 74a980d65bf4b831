"""Which studies are on the worklist, which one is chosen, and what is said about each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.language import day, tr, tr_engine, tr_mark, tr_marked
from app.messages import SkippedRow, StudyState, WorklistRow
from app.ports import WorklistView
from engine.plain_text import one_line
from engine.study import Opened, Patient, Skipped, Study

if TYPE_CHECKING:
    from app.store.rows import StudyRow


NO_STUDIES = tr_mark("No study here. Drop files or a folder anywhere, or use Open.")
NO_MATCH = tr_mark("No study matches the search. Esc clears it.")


@dataclass(frozen=True, slots=True)
class ListedStudy:
    """A study on the list; `study` is None while only the store knows it."""

    row: WorklistRow
    paths: tuple[Path, ...]
    search: str
    patient: Patient
    study_date: str
    study: Study | None = None


class WorklistPresenter:
    """The studies in the order they are shown. `on_chosen` is told which study the reader wants to see."""

    def __init__(self, view: WorklistView, on_chosen: Callable[[ListedStudy], None]) -> None:
        self._view = view
        self._on_chosen = on_chosen
        self._listed: dict[str, ListedStudy] = {}
        self._skipped: dict[Path, Skipped] = {}
        self._chosen = ""
        self._search = ""
        self._on_listed: Callable[[], None] = _nobody

    @property
    def chosen(self) -> str:
        """The chosen study's UID, "" for none."""
        return self._chosen

    @property
    def listed(self) -> tuple[ListedStudy, ...]:
        """All studies, whatever is searched for."""
        return tuple(self._listed.values())

    @property
    def skipped(self) -> tuple[SkippedRow, ...]:
        """The files that were not opened."""
        return tuple(skipped_rows(self._skipped.values()))

    def when_listed(self, call: Callable[[], None]) -> None:
        """Call this whenever studies came onto the list."""
        self._on_listed = call

    def __contains__(self, study_uid: str) -> bool:
        return study_uid in self._listed

    def add_opened(self, opened: Opened) -> tuple[Study, ...]:
        """Put what was opened on top and list what was skipped; returns the studies as they now stand."""
        studies = tuple(self._merged(study) for study in opened.studies)
        fresh = {study.study_uid: self._listed_study(study) for study in studies}
        self._listed = fresh | {uid: kept for uid, kept in self._listed.items() if uid not in fresh}
        self._skipped |= {skipped.path: skipped for skipped in opened.skipped}
        self._show()
        self._view.show_skipped(self.skipped)
        self._on_listed()
        return studies

    def add_remembered(self, rows: Sequence[StudyRow]) -> None:
        """Put the store's studies below; those already open only take over the store's state."""
        for row in rows:
            state = StudyState.NEW if row.status is None else STATES[row.status.value]
            open_one = self._listed.get(row.study_uid)
            listed = open_one or _remembered(row)
            self._listed[row.study_uid] = replace(listed, row=replace(listed.row, state=state))
        self._show()
        self._on_listed()

    def study_completed(self, study: Study) -> None:
        """A study that the store remembered was opened from its files."""
        state = self._listed[study.study_uid].row.state
        self._listed[study.study_uid] = self._listed_study(study, state)
        self._show()

    def mark(self, study_uid: str, state: StudyState, explanation: str = "") -> None:
        """Say how a study stands; unknown studies are left alone."""
        listed = self._listed.get(study_uid)
        if listed is not None and (listed.row.state, listed.row.help) != (state, explanation):
            row = replace(listed.row, state=state, help=explanation)
            self._listed[study_uid] = replace(listed, row=row)
            self._show()

    def state_of(self, study_uid: str) -> StudyState | None:
        """How a study stands, None if it is not on the list."""
        listed = self._listed.get(study_uid)
        return listed.row.state if listed else None

    def study(self, study_uid: str) -> Study | None:
        """A study that is open; None while only the store knows it."""
        listed = self._listed.get(study_uid)
        return listed.study if listed else None

    def choose(self, study_uid: str) -> None:
        """The reader wants this study."""
        if study_uid in self._listed and study_uid != self._chosen:
            self._chosen = study_uid
            self._show()
            self._on_chosen(self._listed[study_uid])

    def choose_next(self) -> None:
        """One line down, as far as there is one."""
        self._step(+1)

    def choose_previous(self) -> None:
        """One line up, as far as there is one."""
        self._step(-1)

    def choose_first(self) -> None:
        """The top line, if there is any."""
        if self._visible():
            self.choose(self._visible()[0].row.study_uid)

    def search(self, text: str) -> None:
        """Show only studies that contain every word of `text`."""
        self._search = text.casefold()
        self._show()

    def _step(self, lines: int) -> None:
        uids = [listed.row.study_uid for listed in self._visible()]
        if not uids:
            return
        here = uids.index(self._chosen) if self._chosen in uids else -1 if lines > 0 else len(uids)
        self.choose(uids[min(max(here + lines, 0), len(uids) - 1)])

    def _visible(self) -> list[ListedStudy]:
        words = self._search.split()
        return [listed for listed in self._listed.values() if all(word in listed.search for word in words)]

    def _show(self) -> None:
        empty = NO_MATCH if self._search.strip() and self._listed else NO_STUDIES
        self._view.show_rows([listed.row for listed in self._visible()], self._chosen, tr_marked(empty))

    def _merged(self, study: Study) -> Study:
        """The study with the films that are open already, in case its files came in two parts."""
        known = self._listed.get(study.study_uid)
        if known is None or known.study is None or known.study.patient != study.patient:
            return study
        here = {film.sop_instance_uid for film in study.radiographs}
        older = tuple(film for film in known.study.radiographs if film.sop_instance_uid not in here)
        films = sorted((*older, *study.radiographs), key=lambda film: film.is_lateral)
        return replace(study, radiographs=tuple(films))

    def _listed_study(self, study: Study, state: StudyState = StudyState.NEW) -> ListedStudy:
        known = self._listed.get(study.study_uid)
        row = WorklistRow(
            study.study_uid,
            patient_name(study.patient),
            shown_date(study.study_date),
            study_line(study),
            known.row.state if known else state,
        )
        search = _searchable(row, study.patient, study.accession_number)
        return ListedStudy(row, paths_of(study), search, study.patient, study.study_date, study)


def _nobody() -> None:
    """Nobody asked to be told."""


def paths_of(study: Study) -> tuple[Path, ...]:
    """Every file of a study."""
    films = (film.path for film in study.radiographs)
    documents = (document.path for document in study.documents)
    return tuple(dict.fromkeys((*films, *documents)))


def patient_name(patient: Patient) -> str:
    """A name as people write it: family name first, then a comma; the id where there is no name."""
    family, _, rest = str(patient.name).partition("^")
    given = " ".join(part for part in rest.split("^") if part)
    return (
        ", ".join(part for part in (family.strip(), given) if part)
        or patient.patient_id
        or tr("unidentified")
    )


def shown_date(date: str) -> str:
    """A DICOM date (PS3.5 6.2, DA) as 12 Mar 2024; anything else as it stands."""
    try:
        return day(datetime.strptime(date, "%Y%m%d"))
    except ValueError:
        return date or tr("no date")


def study_line(study: Study) -> str:
    """The study's description, else its views."""
    views = ", ".join(dict.fromkeys(film.label for film in study.radiographs))
    return (study.description if study.radiographs else "") or views or tr("no films")


def skipped_rows(skipped: Iterable[Skipped]) -> list[SkippedRow]:
    """One line a file, by folder and name."""
    ordered = sorted(skipped, key=lambda one: one.path)
    return [SkippedRow(one_line(one.path.name), one.path.parent, tr_engine(one.reason)) for one in ordered]


def _remembered(row: StudyRow) -> ListedStudy:
    shown = WorklistRow(row.study_uid, patient_name(row.patient), shown_date(row.study_date), row.description)
    search = _searchable(shown, row.patient, row.accession_number)
    return ListedStudy(shown, row.paths, search, row.patient, row.study_date)


def _searchable(row: WorklistRow, patient: Patient, accession_number: str) -> str:
    name = patient.name
    parts = (row.patient, name.alphabetic, name.ideographic, name.phonetic, patient.patient_id)
    return "\n".join((*parts, row.date, row.description, accession_number)).casefold()


STATES = {
    "draft": StudyState.DRAFT,
    "preliminary": StudyState.PRELIMINARY,
    "signed": StudyState.SIGNED,
    "addended": StudyState.ADDENDED,
}

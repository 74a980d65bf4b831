"""Two texts of one report, after two windows wrote it: both are shown before one of them is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.language import moment, tr
from app.messages import AlteredPiece, ChoiceShown, Notice, notice_of
from app.ports import ChoiceView, Lane, Store
from app.presenters.keeping import Keeper
from app.presenters.report import ReportPresenter
from app.presenters.versions import merged

if TYPE_CHECKING:
    from app.review.history import Entry
    from app.review.review import Review


class ChoosingPresenter:
    """The stored text is read when the reader asks; the report's presenter keeps what is chosen."""

    def __init__(
        self,
        view: ChoiceView,
        report: ReportPresenter,
        keeper: Keeper,
        lane: Lane,
        told: Callable[[Notice], None],
    ) -> None:
        self._view = view
        self._report = report
        self._keeper = keeper
        self._lane = lane
        self._told = told

    def ask(self) -> None:
        """Show both texts of the report on the screen; does nothing where there is but one."""
        review = self._report.review
        if review is None or not self._report.in_conflict:
            return
        study_uid = review.study_uid
        self._keeper.ask(lambda store: _stored(store, study_uid), done=self._found, failed=self._failed)

    def _found(self, found: tuple[Review, Entry]) -> None:
        stored, last = found
        mine = self._report.review
        if mine is None or mine.study_uid != stored.study_uid or not self._report.in_conflict:
            return  # another study is shown by now, or the choice is made
        text = mine.text
        by = tr("{name}, {time}", name=last.author, time=moment(last.time))
        self._lane.run(
            lambda _cancel, _tell: ChoiceShown(both(stored.text, text), text, by, stored.is_closed),
            done=self._view.ask_choice,
            failed=self._failed,
        )

    def _failed(self, error: BaseException) -> None:
        self._told(notice_of(error))


def _stored(store: Store, study_uid: str) -> tuple[Review, Entry]:
    """The review as the store has it and its last step: a conflict means that there is one."""
    return store.open_review(study_uid).review, store.log(study_uid)[-1]


def both(stored: str, mine: str) -> tuple[AlteredPiece, ...]:
    """Both texts as one: what only the stored one has is marked removed, what only mine has, added."""
    from app.review.comparison import differences

    return merged(*differences(stored, mine))

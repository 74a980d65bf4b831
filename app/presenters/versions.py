"""Every version of a report: who made it when, what it changed, and how to have it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from app.language import moment_to_the_second, tr
from app.messages import (
    Altered,
    AlteredPiece,
    Notice,
    VersionLine,
    VersionShown,
    VersionsShown,
    notice_of,
)
from app.ports import Lane, Task, VersionsView
from app.presenters.keeping import Keeper
from app.presenters.steps import step_words
from app.review.history import Role
from app.review.operations import Operation
from app.review.review import Review, restore
from app.review.versions import Version, versions

if TYPE_CHECKING:  # SciPy comes with it
    from app.review.comparison import Span


class Restorable(Protocol):
    """The report editor, so far as its versions ask it."""

    @property
    def review(self) -> Review | None:
        """The review on the screen."""

    def save_now(self) -> None:
        """Save without waiting."""

    def change(self, operation: Operation) -> None:
        """Do this to the review on the screen, and save it without waiting."""


class VersionsPresenter:
    """Versions are read from the store after all that was typed is saved; differences are found aside."""

    def __init__(
        self,
        view: VersionsView,
        report: Restorable,
        keeper: Keeper,
        lane: Lane,
        told: Callable[[Notice], None],
    ) -> None:
        self._view = view
        self._report = report
        self._keeper = keeper
        self._lane = lane
        self._told = told
        self._versions: tuple[Version, ...] = ()
        self._comparing: Task | None = None

    def ask(self) -> None:
        """Show the versions of the report on the screen."""
        review = self._report.review
        if review is None:
            return
        study_uid = review.study_uid
        self._report.save_now()  # the store's lane takes its questions in order
        self._keeper.ask(
            lambda store: versions(study_uid, store.log(study_uid)), done=self._found, failed=self._failed
        )

    def choose(self, number: int) -> None:
        """Show what this version changed."""
        if self._comparing is not None:
            self._comparing.cancel()
        version = next(version for version in self._versions if version.review.version == number)
        current = version is self._versions[-1]
        self._comparing = self._lane.run(
            lambda _cancel, _tell: VersionShown(number, altered(version), current),
            done=self._view.show_version,
            failed=self._failed,
        )

    def restore(self, number: int) -> None:
        """Bring this version's text, marks and verdicts back, as a step that can be undone."""
        review = self._report.review
        version = next((each for each in self._versions if each.review.version == number), None)
        if review is None or version is None or review.study_uid != version.review.study_uid:
            return
        if review.is_closed:
            self._told(
                Notice(tr("This report is signed; nothing is restored."), todo=tr("Write an addendum."))
            )
        else:
            self._report.change(restore(review, version.review))

    def _found(self, found: tuple[Version, ...]) -> None:
        review = self._report.review
        if review is None or (found and found[0].review.study_uid != review.study_uid):
            return  # another study is shown by now
        self._versions = found
        if not found:
            self._told(Notice(tr("There is no version yet: nothing was written.")))
            return
        lines = tuple(_line(version) for version in reversed(found))
        self._view.show_versions(VersionsShown(lines, not review.is_closed))
        self.choose(found[-1].review.version)

    def _failed(self, error: BaseException) -> None:
        self._told(notice_of(error))


def altered(version: Version) -> tuple[AlteredPiece, ...]:
    """The version's text, with what it added and what it removed in their places."""
    from app.review.comparison import differences

    return merged(*differences(version.before.text, version.review.text))


def merged(left: Sequence[Span], right: Sequence[Span]) -> tuple[AlteredPiece, ...]:
    """Both sides of a difference as one text: what only the left has was removed, only the right, added."""
    pieces: list[AlteredPiece] = []
    waiting = list(right)
    for span in left:
        if span.change.value != "same":
            pieces.append(AlteredPiece(span.text, Altered.REMOVED))
            continue
        while waiting and waiting[0].change.value != "same":
            pieces.append(AlteredPiece(waiting.pop(0).text, Altered.ADDED))
        waiting.pop(0)
        pieces.append(AlteredPiece(span.text))
    return (*pieces, *(AlteredPiece(span.text, Altered.ADDED) for span in waiting))


def _line(version: Version) -> VersionLine:
    what = step_words(version.operation)
    if version.role is Role.UNDO:
        what = tr("undo ({step})", step=what)
    elif version.role is Role.REDO:
        what = tr("redo: {step}", step=what)
    return VersionLine(version.review.version, moment_to_the_second(version.time), version.author, what)

"""Retraining on signed reviews: what would be used, how far it is, what came out, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from app.language import tr, tr_count, tr_mark, tr_marked
from app.messages import RetrainingShown, notice_of
from app.ports import Lane, Task
from app.retraining import Found, Result
from engine.progress import CancelToken, OnProgress, Progress

REASONS: Final = (
    tr_mark("not signed"),
    tr_mark("with an addendum"),
    tr_mark("altered in the database since they were signed"),
    tr_mark("without a film on disk"),
    tr_mark("whose films are not those that were signed on"),
    tr_mark("whose films cannot be opened"),
    tr_mark("without a radiograph"),
    tr_mark("without text in the wanted section"),
)
"""Why a review is left out, in the words of the program that trains."""


R = TypeVar("R")


class Work(Protocol):
    """`app.retraining.Retraining`."""

    @property
    def bundle(self) -> str:
        """What is retrained."""

    @property
    def is_begun(self) -> bool:
        """Whether one can go on."""

    @property
    def result(self) -> Result | None:
        """What came out last."""

    @property
    def can_restore(self) -> bool:
        """Whether there is a bundle before."""

    def look(self, cancel: CancelToken, tell: OnProgress) -> Found:
        """What could be used."""

    def train(self, cancel: CancelToken, tell: OnProgress) -> Result:
        """Train and compare."""

    def use(self) -> None:
        """Put the new bundle in place."""

    def restore(self) -> None:
        """Bring the one before back."""


class RetrainingView(Protocol):
    """The sheet."""

    def show_retraining(self, shown: RetrainingShown) -> None:
        """Show this; it may be closed meanwhile."""


class RetrainingPresenter:
    """One run at a time; it goes on while the sheet is closed, ends with the desk, and can go on then."""

    def __init__(self, view: RetrainingView, work: Work, lane: Lane) -> None:
        self._view = view
        self._work = work
        self._lane = lane
        self._found: Found | None = None
        self._running: Task | None = None
        self._progress: Progress | None = None
        self._said = ""

    def ask(self) -> None:
        """The reader opened the sheet."""
        if self._running is None:
            self._said = ""
            self._do(self._work.look, self._looked)
        self._show()

    def start(self) -> None:
        """Begin, or go on."""
        if self._running is None:
            self._said = ""
            self._do(self._work.train, self._trained)
            self._show()

    def cancel(self) -> None:
        """Stop; what is done so far stays."""
        if self._running is not None:
            self._running.cancel()

    def use(self) -> None:
        """The new bundle, from the next start on."""
        self._change(self._work.use, tr("The new bundle is used from the next start; the old one is kept."))

    def restore(self) -> None:
        """The bundle before, from the next start on."""
        self._change(self._work.restore, tr("The bundle before is used from the next start."))

    def _do(self, work: Callable[[CancelToken, OnProgress], R], done: Callable[[R], None]) -> None:
        self._progress = None
        self._running = self._lane.run(
            work,
            done=done,
            failed=lambda error: self._end(str(notice_of(error))),
            cancelled=lambda: self._end(tr("Stopped. It can go on later.")),
            told=self._told,
        )

    def _looked(self, found: Found) -> None:
        self._found = found
        self._end("")

    def _trained(self, _: Result) -> None:
        self._end("")

    def _end(self, said: str) -> None:
        self._running, self._progress, self._said = None, None, said
        self._show()

    def _told(self, value: object) -> None:
        if isinstance(value, Progress):
            self._progress = value
            self._show()

    def _change(self, change: Callable[[], None], said: str) -> None:
        if self._running is not None:
            return
        try:
            change()
        except Exception as error:
            said = str(notice_of(error))
        self._said = said
        self._show()

    def _show(self) -> None:
        work, idle = self._work, self._running is None
        result = work.result
        enough = self._found is not None and self._found.is_enough
        self._view.show_retraining(
            RetrainingShown(
                lines=tuple(self._lines(result)),
                progress=self._progress,
                busy=not idle,
                start=tr("Go on") if work.is_begun else tr("Retrain"),
                can_start=idle and (enough or work.is_begun),
                can_use=idle and result is not None and result.is_better,
                can_restore=idle and work.can_restore,
            )
        )

    def _lines(self, result: Result | None) -> list[str]:
        lines = found_lines(self._found) if self._found is not None else []
        if result is not None:
            lines.append(result_line(result))
        return [*lines, self._said] if self._said else lines


def found_lines(found: Found) -> list[str]:
    """What would be used, and what is left out."""
    train, val, test = (found.splits.get(split, 0) for split in ("train", "val", "test"))
    usable = tr_count("One signed review can be used:", "%n signed reviews can be used:", train + val + test)
    parts = tr(
        "{train} to learn from, {val} to choose by, {test} to compare on.", train=train, val=val, test=test
    )
    lines = [f"{usable} {parts}"]
    for reason, count in found.left_out.items():
        known = tr_marked(reason) if reason in REASONS else reason
        lines.append(tr("Left out: {count} {reason}.", count=count, reason=known))
    if found.masked:
        lines.append(
            tr_count(
                "One name, date or number is masked in what is learned.",
                "%n names, dates or numbers are masked in what is learned.",
                found.masked,
            )
        )
    if found.unedited:
        lines.append(
            tr_count(
                "One is a draft as it came: it teaches the panel only itself.",
                "%n are a draft as it came: they teach the panel only itself.",
                found.unedited,
            )
        )
    if found.unknown:
        lines.append(
            tr(
                "{unknown} of {words} words are unknown to the bundle and cannot be learned.",
                unknown=found.unknown,
                words=found.words,
            )
        )
    if not found.is_enough:
        lines.append(tr("That is too little: it needs 20 to learn from, 4 to choose by and 1 to compare on."))
    return lines


def result_line(result: Result) -> str:
    """The comparison in plain words."""
    said = tr(
        "On patients kept aside, the new bundle is better on {better} studies, worse on {worse}, "
        "same on {same}.",
        better=result.better,
        worse=result.worse,
        same=result.same,
    )
    verdict = (
        tr("It counts as better.")
        if result.is_better
        else tr("It is not shown to be better; it replaces nothing.")
    )
    return f"{said} {verdict}"

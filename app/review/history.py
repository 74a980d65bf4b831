"""Undo and redo without end, as values.

The log of a review holds every operation that was applied to it, undoing ones included, in order. `History`
is what the log amounts to: the review as it stands, what can be undone and what redone. It is rebuilt from
the log alone, so undo survives a restart. Typing that goes on at one place is undone in one step; each
entry says whether it went on (`Role.MORE`), so that rebuilding needs no clock. A signature ends undo: what
led to it can no longer be taken back, and neither can an addendum.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from app.review.errors import ReviewClosed, ReviewMalformed
from app.review.measurements import in_film_order
from app.review.operations import Operation
from app.review.review import Edit, FormsChange, Review, by_passage, in_order
from app.review.signing import AddAddendum, Sign

TYPING_PAUSE = timedelta(seconds=2)
"""A pause that ends a run of typing, where the caller has no other wish."""


class Role(Enum):
    """What an entry of the log was: something new, more of the last typing, an undo or a redo."""

    DO = "do"
    MORE = "more"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a review's log: an operation, when it was applied and by whom."""

    operation: Operation
    role: Role
    time: datetime
    author: str


@dataclass(frozen=True, slots=True)
class History:
    """The review as it stands, with the steps that lead back from it and forward again.

    `typed` is when the last typing was, None unless the last entry could still go on.
    """

    present: Review
    done: tuple[Operation, ...] = ()
    undone: tuple[Operation, ...] = ()
    typed: datetime | None = None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self.done)

    @property
    def can_redo(self) -> bool:
        """Whether the last step was an undo, or an undo before such."""
        return bool(self.undone)

    def do(
        self, operation: Operation, time: datetime, author: str, pause: timedelta = TYPING_PAUSE
    ) -> tuple[History, Entry]:
        """Apply an operation; typing within `pause` of the last, at the same place, joins its step."""
        more = self.typed is not None and time - self.typed <= pause and _goes_on(self.done[-1], operation)
        return self._with(Entry(operation, Role.MORE if more else Role.DO, time, author))

    def undo(self, time: datetime, author: str) -> tuple[History, Entry]:
        """Take the last step back; IndexError when there is none, ReviewClosed when the review is signed."""
        self._require_open()
        return self._with(Entry(self.done[-1].inverse(), Role.UNDO, time, author))

    def redo(self, time: datetime, author: str) -> tuple[History, Entry]:
        """Do the step again that was undone last; errors as for `undo`."""
        self._require_open()
        return self._with(Entry(self.undone[-1], Role.REDO, time, author))

    def after(self, entry: Entry) -> History:
        """The history with one more entry; ReviewMalformed if the entry cannot follow it."""
        present = entry.operation.apply(self.present)
        match entry.role:
            case Role.DO if isinstance(entry.operation, Sign | AddAddendum):
                return History(present)
            case Role.DO:
                typed = entry.time if isinstance(entry.operation, Edit) else None
                return History(present, (*self.done, entry.operation), (), typed)
            case Role.MORE:
                return History(present, (*self.done[:-1], self._joined(entry)), (), entry.time)
            case Role.UNDO:
                step = _last(self.done)
                _require(entry.operation == step.inverse())
                return History(present, self.done[:-1], (*self.undone, step))
            case Role.REDO:
                _require(entry.operation == _last(self.undone))
                return History(present, (*self.done, entry.operation), self.undone[:-1])

    def following(self, log: Iterable[Entry]) -> History:
        """The history with all these entries; a log read from its start gives the history that wrote it."""
        history = self
        for entry in log:
            history = history.after(entry)
        return history

    def _require_open(self) -> None:
        if self.present.is_closed:
            raise ReviewClosed("Nothing is undone past a signature.", todo="Write an addendum.")

    def _with(self, entry: Entry) -> tuple[History, Entry]:
        return self.after(entry), entry

    def _joined(self, entry: Entry) -> Edit:
        step = _last(self.done)
        _require(self.typed is not None)
        if not (
            isinstance(step, Edit) and isinstance(entry.operation, Edit) and _goes_on(step, entry.operation)
        ):
            raise _damaged()
        return joined(step, entry.operation)


def joined(first: Edit, second: Edit) -> Edit:
    """One edit that does what both do in turn; `second` must touch the characters that `first` inserted."""
    start = min(first.at, second.at)
    typed_stop = first.at + len(first.inserted)
    if second.at > typed_stop or second.stop < first.at:
        raise ValueError("the second edit lies elsewhere")
    over_left = second.removed[: max(0, first.at - second.at)]
    over_right = second.removed[len(second.removed) - max(0, second.stop - typed_stop) :]
    kept_left = first.inserted[: max(0, second.at - first.at)]
    kept_right = first.inserted[max(0, second.stop - first.at) :]
    own, older = set(first.marks_after), set(second.marks_before)
    judged, judged_before = set(first.decisions_after), set(second.decisions_before)
    decisions_before = {*first.decisions_before, *(judged_before - judged)}
    decisions_after = {*second.decisions_after, *(judged - judged_before)}
    drawn, drawn_before = set(first.measured_after), set(second.measured_before)
    measured_before = {*first.measured_before, *(drawn_before - drawn)}
    measured_after = {*second.measured_after, *(drawn - drawn_before)}
    return Edit(
        start,
        over_left + first.removed + over_right,
        kept_left + second.inserted + kept_right,
        in_order((*first.marks_before, *(first.inverse().carry(m) for m in older - own))),
        in_order((*second.marks_after, *(second.carry(m) for m in own - older))),
        by_passage(decisions_before - decisions_after),
        by_passage(decisions_after - decisions_before),
        in_film_order(measured_before - measured_after),
        in_film_order(measured_after - measured_before),
        _joined_forms(first.forms, second.forms),
    )


def _joined_forms(first: FormsChange | None, second: FormsChange | None) -> FormsChange | None:
    if first is None or second is None:
        return first or second
    return FormsChange(first.before, second.after)


def _goes_on(step: Operation, operation: Operation) -> bool:
    """Whether an edit continues typing, or continues deleting, where the step before it stopped."""
    if not (isinstance(step, Edit) and isinstance(operation, Edit)):
        return False
    typing = bool(step.inserted) and not operation.removed
    deleting = not step.inserted and not operation.inserted
    if typing:
        return operation.at == step.at + len(step.inserted)
    return deleting and step.at in (operation.at, operation.stop)


def _last(steps: tuple[Operation, ...]) -> Operation:
    if not steps:
        raise _damaged()
    return steps[-1]


def _require(holds: bool) -> None:
    if not holds:
        raise _damaged()


def _damaged() -> ReviewMalformed:
    return ReviewMalformed(
        "The review's log does not fit together.", todo="Restore the data folder from a backup."
    )

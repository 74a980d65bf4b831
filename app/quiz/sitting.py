"""A sitting: some questions, asked in an order, and all that was done with them, event by event.

The events are the sitting: whoever applies them in their order (`Sitting.after`) has it again as it was,
after a restart too. In a tutor sitting each question is checked when the reader wants to know; in an exam
everything is checked at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from functools import reduce
from random import Random

from app.quiz.order import shown_order, shuffled
from app.quiz.sets import question_key
from engine.question import Question


class Mode(Enum):
    """When the right option is shown. The words are kept and never change."""

    TUTOR = "tutor"
    EXAM = "exam"


class Kind(Enum):
    """What can happen in a sitting. The words are kept and never change."""

    SHOWN = "shown"
    LOOKED = "looked"
    CHOSEN = "chosen"
    CLEARED = "cleared"
    STRUCK = "struck"
    UNSTRUCK = "unstruck"
    FLAGGED = "flagged"
    UNFLAGGED = "unflagged"
    NOTED = "noted"
    CHECKED = "checked"
    FINISHED = "finished"


ANSWERING = frozenset({Kind.CHOSEN, Kind.CLEARED, Kind.STRUCK, Kind.UNSTRUCK, Kind.CHECKED})
"""What is no longer possible once the right option of a question is shown."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to the question at place `item` of the plan.

    `option` counts as the source does, not as it is shown. `seconds` is how long the question was looked at
    since the event before. `text` is a note.
    """

    kind: Kind
    item: int
    time: datetime
    option: int = -1
    seconds: float = 0.0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a plan by its name, and the order in which its options are shown."""

    question: str
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked, and how. `limit_seconds` is 0 where there is no limit; `title` is the set's, or of what
    the questions have in common. The seed is kept, and so are the orders that it gave.
    """

    title: str
    mode: Mode
    seed: int
    asked: tuple[Asked, ...]
    limit_seconds: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """What was done with one question so far.

    `chosen` is None where nothing is; `changes` counts answers that replaced another; `answered` is when the
    answer came to count: at its check, or at the end of an exam.
    """

    chosen: int | None = None
    changes: int = 0
    struck: frozenset[int] = frozenset()
    flagged: bool = False
    note: str = ""
    seconds: float = 0.0
    checked: bool = False
    answered: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """A plan and what became of it after `events` events."""

    plan: Plan
    marks: tuple[Mark, ...] = field(default=())
    current: int = 0
    finished: bool = False
    events: int = 0

    @classmethod
    def begun(cls, plan: Plan) -> Sitting:
        """Nothing was done yet."""
        return cls(plan, tuple(Mark() for _ in plan.asked))

    @property
    def seconds(self) -> float:
        """How long questions were looked at, all together."""
        return sum(mark.seconds for mark in self.marks)

    @property
    def seconds_left(self) -> float | None:
        """What is left of the limit, None where there is none."""
        return max(0.0, self.plan.limit_seconds - self.seconds) if self.plan.limit_seconds else None

    def revealed(self, item: int) -> bool:
        """Whether the right option of a question may be shown."""
        return self.finished or self.marks[item].checked

    def allows(self, event: Event) -> bool:
        """Whether this can happen now."""
        if not 0 <= event.item < len(self.marks):
            return False
        order = self.plan.asked[event.item].order
        needs_option = event.kind in {Kind.CHOSEN, Kind.STRUCK, Kind.UNSTRUCK}
        if needs_option and event.option not in order:
            return False
        if event.kind in ANSWERING and self.revealed(event.item):
            return False
        if event.kind is Kind.CHECKED:
            return self.plan.mode is Mode.TUTOR and self.marks[event.item].chosen is not None
        return not (event.kind is Kind.FINISHED and self.finished)

    def after(self, event: Event) -> Sitting:
        """The sitting when this has happened; ValueError where it cannot."""
        if not self.allows(event):
            raise ValueError(f"{event.kind.value} cannot happen to question {event.item} now")
        mark = self.marks[event.item]
        looked = 0.0 if self.finished else max(0.0, event.seconds)
        marks = list(self.marks)
        marks[event.item] = replace(_changed(mark, event), seconds=mark.seconds + looked)
        finished = self.finished or event.kind is Kind.FINISHED
        if event.kind is Kind.FINISHED:
            marks = [replace(each, answered=each.answered or event.time) for each in marks]
        current = event.item if event.kind is Kind.SHOWN else self.current
        return replace(self, marks=tuple(marks), current=current, finished=finished, events=self.events + 1)

    def following(self, events: Iterable[Event]) -> Sitting:
        """The sitting after all of these."""
        return reduce(Sitting.after, events, self)


def planned(
    title: str,
    questions: Sequence[Question],
    mode: Mode,
    seed: int,
    *,
    count: int = 0,
    shuffle: bool = True,
    limit_seconds: int = 0,
) -> Plan:
    """A plan of `count` of these questions (0: all), drawn and shuffled by the seed.

    Without `shuffle` questions come in their order, the first ones, and options as the source has them.
    """
    drawn = shuffled(len(questions), seed) if shuffle else range(len(questions))
    chosen = [questions[place] for place in drawn][: count or None]
    seeds = Random(seed)
    asked = tuple(
        Asked(
            question_key(question),
            shown_order(question, seeds.getrandbits(32)) if shuffle else tuple(range(len(question.options))),
        )
        for question in chosen
    )
    return Plan(title, mode, seed, asked, limit_seconds)


def _changed(mark: Mark, event: Event) -> Mark:
    match event.kind:
        case Kind.CHOSEN:
            changed = mark.chosen not in (None, event.option)
            struck = mark.struck - {event.option}
            return replace(mark, chosen=event.option, struck=struck, changes=mark.changes + changed)
        case Kind.CLEARED:
            return replace(mark, chosen=None)
        case Kind.STRUCK:
            chosen = None if mark.chosen == event.option else mark.chosen
            return replace(mark, chosen=chosen, struck=mark.struck | {event.option})
        case Kind.UNSTRUCK:
            return replace(mark, struck=mark.struck - {event.option})
        case Kind.FLAGGED | Kind.UNFLAGGED:
            return replace(mark, flagged=event.kind is Kind.FLAGGED)
        case Kind.NOTED:
            return replace(mark, note=event.text)
        case Kind.CHECKED:
            return replace(mark, checked=True, answered=event.time)
        case Kind.SHOWN | Kind.LOOKED | Kind.FINISHED:
            return mark

"""What is scored: answers to questions with a key. "No key" leaves the denominator, a blank does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from app.quiz.sitting import Mode, Sitting
from engine.question import Question


@dataclass(frozen=True, slots=True)
class Result:
    """One question that came to count. `right` is None where it has no key; a blank is not right."""

    key: str
    question: Question
    chosen: int | None
    seconds: float
    when: datetime

    @property
    def right(self) -> bool | None:
        """Whether the answer is the key."""
        return None if self.question.key is None else self.question.is_right(self.chosen)


@dataclass(frozen=True, slots=True)
class Score:
    """`right` of `scored` questions with a key; `blank` of these had no answer, `unkeyed` count nowhere."""

    right: int
    scored: int
    blank: int
    unkeyed: int

    @property
    def share(self) -> float | None:
        """The share of right answers; None where nothing could be scored."""
        return self.right / self.scored if self.scored else None


def results_of(sitting: Sitting, questions: Mapping[str, Question]) -> tuple[Result, ...]:
    """Every question of a sitting that counts: checked ones; of a finished exam all.

    A tutor sitting that was ended early does not count what it never asked.
    """
    return tuple(
        Result(asked.question, questions[asked.question], mark.chosen, mark.seconds, mark.answered)
        for asked, mark in zip(sitting.plan.asked, sitting.marks, strict=True)
        if mark.answered is not None and (mark.checked or not _is_tutor(sitting))
    )


def score(results: Iterable[Result]) -> Score:
    """How many are right, of how many."""
    listed = tuple(results)
    keyed = [each for each in listed if each.right is not None]
    return Score(
        right=sum(each.right is True for each in keyed),
        scored=len(keyed),
        blank=sum(each.chosen is None for each in keyed),
        unkeyed=len(listed) - len(keyed),
    )


def _is_tutor(sitting: Sitting) -> bool:
    return sitting.plan.mode is Mode.TUTOR

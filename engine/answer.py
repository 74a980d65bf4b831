"""What the examinee returns for a question: its choice, where each option went, what it was given to read.

Frozen values and read-only arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.panel import FloatArray, Origin
from engine.question import Question

NOTHING_KEYED = "no question that was answered has a key"
UNKNOWN_ORIGIN = Origin()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph that can be cited. `language` is "" where nobody said; `title` is the heading over it."""

    id: str
    text: str
    title: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A paragraph with its score, and the characters start:stop of those of its words that were asked for."""

    paragraph: Paragraph
    score: float
    words: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Route:
    """Where one option of a question went: to which unshared expert, and how much of the answer is its own.

    `gate` is the expert's part in (0, 1], the rest is the shared expert's. `affinities` (n,) are the router's
    scores of all unshared experts, of which `expert` has the highest.
    """

    option: int
    expert: int
    gate: float
    affinities: FloatArray

    @property
    def shares(self) -> FloatArray:
        """Softmax of the affinities: they sum to 1."""
        weights = np.exp(self.affinities - self.affinities.max())
        return np.asarray(weights / weights.sum(), np.float32)


@dataclass(frozen=True, slots=True)
class Given:
    """What stood before the question in one option's row: the text, how many characters of it the model read,
    and the paragraphs that were looked up for it.
    """

    text: str = ""
    read: int = 0
    found: tuple[Found, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A question answered: `probabilities` over its options sum to 1, `choice` is the likeliest.

    `routes` has one route for each option, none where the model is dense; `given` has one entry for each.
    """

    question: Question
    choice: int
    probabilities: FloatArray
    routes: tuple[Route, ...] = ()
    given: tuple[Given, ...] = ()
    origin: Origin = UNKNOWN_ORIGIN

    @property
    def correct(self) -> bool | None:
        """Whether the choice is the key; None where there is no key."""
        return None if self.question.key is None else self.question.is_right(self.choice)


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that the examinee could not read, and why."""

    question: Question
    reason: str


@dataclass(frozen=True, slots=True)
class Accuracy:
    """`correct` of `answered` questions with a key; the `unkeyed` were answered too, but count nowhere."""

    answered: int
    correct: int
    unkeyed: int

    @property
    def value(self) -> float | None:
        """The share of correct answers; None where no question has a key."""
        return self.correct / self.answered if self.answered else None


def accuracy(answers: Iterable[Answer]) -> Accuracy:
    """How many of these answers are correct."""
    verdicts = [answer.correct for answer in answers]
    unkeyed = verdicts.count(None)
    return Accuracy(len(verdicts) - unkeyed, verdicts.count(True), unkeyed)

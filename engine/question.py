"""Exam questions as values: what a file of them holds, whoever made it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose: its text, its source's name for it ("B", "2"), evidence for it alone."""

    text: str
    label: str = ""
    context: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question with at most one key.

    `key` indexes `options`; None is "no key": such a question can be answered, but not scored. `image` is the
    path that the source gives, which need not be there. `context` is text that the source puts before the
    question. `kind` is what is asked for (pathogenesis, treatment, result, diagnosis) where the source says.
    `language` is a code like "en", "" where nobody said. `source` names file and place.
    """

    id: str
    stem: str
    options: tuple[Option, ...]
    key: int | None = None
    image: str = ""
    category: str = ""
    kind: str = ""
    context: str = ""
    explanation: str = ""
    language: str = ""
    source: str = ""

    def is_right(self, choice: int | None) -> bool:
        """Whether this option is the key, or says the same: some sources have the right answer twice."""
        return choice is not None and choice in self.right

    @property
    def right(self) -> frozenset[int]:
        """Every option with the key's text; none where there is no key."""
        if self.key is None:
            return frozenset()
        said = _words(self.options[self.key].text)
        return frozenset(place for place, option in enumerate(self.options) if _words(option.text) == said)

    @property
    def repeats(self) -> bool:
        """Whether two options say the same."""
        return len({tuple(_words(option.text)) for option in self.options}) < len(self.options)


def _words(text: str) -> list[str]:
    """What a text says, however it is spaced; "Rr" and "RR" are two answers."""
    return text.split()


@dataclass(frozen=True, slots=True)
class Fault:
    """A row that was not read: where it stands ("line 7") and what is wrong with it."""

    place: str
    problem: str

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}"


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """A file's questions, its layout in words, every row that was not read, and doubts about the others."""

    name: str
    layout: str
    questions: tuple[Question, ...]
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def unkeyed(self) -> int:
        """How many questions have no key."""
        return sum(question.key is None for question in self.questions)

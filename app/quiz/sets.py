"""Question sets: what was imported, and a name for each question by what stands in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.canonical import sha256_of
from engine.question import Fault, Option, Question, QuestionFile

FORMAT = "consilium-question-1"


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions that were imported together, in their order.

    `layout` says in words how the file was written; `faults` are its rows that were not read, `notes` doubts
    about the others. `folder` is where the file lay: images are looked for there.
    """

    title: str
    questions: tuple[Question, ...]
    layout: str = ""
    folder: str = ""
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """A name that the same questions under the same title have everywhere."""
        keys = [question_key(question) for question in self.questions]
        return sha256_of({"format": FORMAT, "title": self.title, "questions": keys})

    @property
    def unkeyed(self) -> int:
        """How many questions have no key."""
        return sum(question.key is None for question in self.questions)


def set_of(read: QuestionFile, folder: str = "", title: str = "") -> QuestionSet:
    """The set that a file makes; a question that stands in it twice counts once, and that is noted."""
    unique = {question_key(question): question for question in read.questions}
    twice = len(read.questions) - len(unique)
    notes = (*read.notes, *((f"{twice} of its questions stand in it twice.",) if twice else ()))
    return QuestionSet(title or read.name, tuple(unique.values()), read.layout, folder, read.faults, notes)


def question_key(question: Question) -> str:
    """A name by content: the same in every set. Where a question stood does not count, nor its id."""
    return sha256_of(question_fields(replace(question, id="", source="")))


def question_fields(question: Question) -> dict[str, Any]:
    """A question as it is kept; `question_of` reads it back."""
    options = [
        {"text": option.text, "label": option.label, "context": option.context} for option in question.options
    ]
    texts = {name: getattr(question, name) for name in _TEXTS}
    return {"format": FORMAT, **texts, "options": options, "key": question.key}


def question_of(fields: dict[str, Any]) -> Question:
    """Reads what `question_fields` wrote; ValueError for anything else."""
    try:
        if fields["format"] != FORMAT:
            raise ValueError(f"format {fields['format']!r}")
        options = tuple(Option(each["text"], each["label"], each["context"]) for each in fields["options"])
        key = fields["key"]
        if not (key is None or (type(key) is int and 0 <= key < len(options))):
            raise ValueError(f"key {key!r}")
        return Question(options=options, key=key, **{name: str(fields[name]) for name in _TEXTS})
    except (KeyError, TypeError) as error:
        raise ValueError(f"a kept question cannot be read: {error}") from error


def found(questions: Iterable[Question], words: str) -> tuple[int, ...]:
    """Places of the questions in which every word stands, in stem or options, capitals apart."""
    wanted = words.casefold().split()
    return tuple(
        place
        for place, question in enumerate(questions)
        if all(
            word in "\n".join((question.stem, *(each.text for each in question.options))).casefold()
            for word in wanted
        )
    )


_TEXTS = ("id", "stem", "image", "category", "kind", "context", "explanation", "language", "source")

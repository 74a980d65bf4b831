"""Questions to be examined on, and how an examinee answers them, with evidence and without."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.answer import Answer
from engine.errors import NothingToRead, RecipeError
from engine.evidence import ParagraphIndex
from engine.examinee import Examinee
from engine.progress import OnProgress
from engine.question import Question
from engine.questions.load import read_questions
from engine.questions.primer import read_primer
from training.answering.questions import SHIPPED_PRIMER

PRIMER = "primer"
WITH, WITHOUT, RETRIEVED = "", "_without", "_retrieved"  # suffixes of an accuracy's name
ALL = "all"  # the split of a file, which has none


@dataclass(frozen=True, slots=True)
class ExamQuestion:
    """A question with a key, its level ("" where it has none), and what it is resampled with.

    Questions of one paragraph stand or fall together, and so do a question and its translations.
    """

    question: Question
    level: str
    unit: str


@dataclass(frozen=True, slots=True)
class Exam:
    """The questions, how many had no key, and what the units are called."""

    split: str
    questions: tuple[ExamQuestion, ...]
    unkeyed: int
    units: str

    @property
    def fingerprint(self) -> str:
        """Changes with any text, option or key."""
        texts = [
            [own.stem, own.context, own.key, [[option.text, option.context] for option in own.options]]
            for own in (each.question for each in self.questions)
        ]
        return hashlib.sha256(json.dumps(texts, ensure_ascii=False).encode()).hexdigest()

    def first(self, count: int | None) -> Exam:
        """Only the first so many questions."""
        return replace(self, questions=self.questions[:count])


def open_exam(data: Path, split: str) -> Exam:
    """The questions of a file, or of one split of a primer: its folder, or `primer` for the shipped one."""
    if data.is_file():
        read = read_questions(data).questions
        keyed = tuple(
            ExamQuestion(each, "", each.id.removesuffix(f".{each.language}"))
            for each in read
            if each.key is not None
        )
        exam = Exam(ALL, keyed, len(read) - len(keyed), "questions")
    else:
        folder = SHIPPED_PRIMER if str(data) == PRIMER and not data.is_dir() else data
        exam = Exam(split, tuple(primer_questions(folder, split)), 0, "paragraphs")
    if not exam.questions:
        raise RecipeError(
            "no question here has a key.", where=str(data), todo="Name questions with their keys."
        )
    return exam


def primer_questions(folder: Path, split: str) -> list[ExamQuestion]:
    """A split's questions in every language."""
    return [
        ExamQuestion(form, item.level, item.paragraph)
        for item in read_primer(folder).items
        if item.split == split
        for form in item.forms.values()
    ]


@dataclass(frozen=True, slots=True)
class Sat:
    """The questions that fitted, and for each way of reading (WITH, WITHOUT, RETRIEVED) their answers.

    WITH is what the questions bring along; where none brings anything it is the same as WITHOUT.
    """

    questions: tuple[ExamQuestion, ...]
    answers: dict[str, tuple[Answer, ...]]
    unanswered: int

    @property
    def has_contexts(self) -> bool:
        """Whether any question brings evidence along."""
        return any(brings_evidence(each.question) for each in self.questions)


def sit(examinee: Examinee, exam: Exam, paragraphs: ParagraphIndex, on_progress: OnProgress) -> Sat:
    """Answer everything in every way; NothingToRead if no question fits the model."""
    own = [each.question for each in exam.questions]
    bare = [without_evidence(question) for question in own]
    without = examinee.answer(bare, on_progress=on_progress)
    if not without.answers:
        raise NothingToRead("No question is short enough for this model.")
    read = without
    if any(brings_evidence(question) for question in own):
        read = examinee.answer(own, on_progress=on_progress)
    found = examinee.answer(bare, evidence=paragraphs, on_progress=on_progress)
    too_long = {id(each.question) for each in without.unanswered}  # whatever the evidence, which is cut
    fitting = tuple(
        each for each, question in zip(exam.questions, bare, strict=True) if id(question) not in too_long
    )
    answers = {WITH: read.answers, WITHOUT: without.answers, RETRIEVED: found.answers}
    return Sat(fitting, answers, len(exam.questions) - len(fitting))


def brings_evidence(question: Question) -> bool:
    """Whether it has a context, or any of its options."""
    return bool(question.context or any(option.context for option in question.options))


def without_evidence(question: Question) -> Question:
    """The question as in an exam with closed books."""
    options = tuple(replace(option, context="") for option in question.options)
    return replace(question, context="", options=options)


def evidence_texts(answers: Sequence[Answer]) -> list[tuple[str, ...]]:
    """What each question's options were given to read."""
    return [tuple(given.text for given in answer.given) for answer in answers]

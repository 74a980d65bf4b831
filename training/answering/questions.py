"""The questions of a recipe, for training and validation, each with its evidence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import ConsiliumError, RecipeError
from engine.evidence import ParagraphIndex
from engine.examinee import PARAGRAPHS
from engine.question import Question
from engine.questions.load import read_questions
from engine.questions.primer import read_primer
from engine.resources import RESOURCES
from training.answering.recipe import FILE, AnsweringRecipe, SourceRecipe

SHIPPED_PRIMER = RESOURCES / "questions" / "primer"
HASH_RANGE = 1 << 32


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with a key, and for each option the text that stands before it ("" for none)."""

    question: Question
    evidence: tuple[str, ...]
    key: int


@dataclass(frozen=True, slots=True)
class Questions:
    """What is learned from and what is validated on; how many had no key and were left out."""

    train: tuple[Asked, ...]
    val: tuple[Asked, ...]
    unkeyed: int

    @property
    def fingerprint(self) -> str:
        """Changes with any text, key, evidence, order and with what a question is used for."""
        texts = [
            [
                [
                    asked.question.stem,
                    [option.text for option in asked.question.options],
                    asked.key,
                    asked.evidence,
                ]
                for asked in part
            ]
            for part in (self.train, self.val)
        ]
        return hashlib.sha256(json.dumps(texts, ensure_ascii=False).encode()).hexdigest()


def open_questions(recipe: AnsweringRecipe) -> Questions:
    """All questions of the recipe; `RecipeError` where a source or a whole part is missing."""
    data = recipe.data
    train: list[Asked] = []
    val: list[Asked] = []
    unkeyed = 0
    looked_up = any(source.evidence == "retrieved" for source in data.sources)
    index = (
        ParagraphIndex.open(Path(data.paragraphs) if data.paragraphs else SHIPPED_PRIMER)
        if looked_up
        else None
    )
    for source in data.sources:
        questions = source_questions(source)
        unkeyed += sum(question.key is None for question in questions)
        for asked in with_evidence(questions, source, index):
            held_out = source.used_for == "val" or is_held_out(asked.question, source.validation_share)
            (val if held_out else train).append(asked)
    if len(train) < 1 or not val:
        raise RecipeError(
            f"there are {len(train)} questions to learn from and {len(val)} to validate on.",
            where=recipe.name,
            todo='Give a source used_for = "val", or a validation_share.',
        )
    return Questions(tuple(train), tuple(val), unkeyed)


def source_questions(source: SourceRecipe) -> tuple[Question, ...]:
    """The questions that a source names; `RecipeError` if there are none."""
    kind, _, place = source.source.partition(":")
    try:
        if kind == FILE:
            return read_questions(Path(place)).questions
        primer = read_primer(Path(place) if place else SHIPPED_PRIMER)
    except ConsiliumError as problem:
        raise RecipeError(f"its questions cannot be read: {problem}", where=source.source) from problem
    questions = tuple(
        question
        for language in source.languages
        for level in source.levels
        for question in primer.questions(language, source.split, level)
    )
    if not questions:
        raise RecipeError(
            f"the primer has no question for split {source.split}, languages {', '.join(source.languages)}, "
            f"levels {', '.join(source.levels)}.",
            where=source.source,
        )
    return questions


def with_evidence(
    questions: Sequence[Question], source: SourceRecipe, index: ParagraphIndex | None
) -> Iterator[Asked]:
    """The keyed ones with the evidence that the source wants."""
    for question in questions:
        if question.key is None:
            continue
        evidence: tuple[str, ...] = tuple("" for _ in question.options)
        if source.evidence == "context":
            evidence = own_contexts(question)
        elif source.evidence == "retrieved" and index is not None:
            evidence = looked_up(question, index)
        yield Asked(question, evidence, question.key)


def own_contexts(question: Question) -> tuple[str, ...]:
    """The question's context and each option's own, as the examinee puts them together."""
    return tuple("\n".join(filter(None, (question.context, option.context))) for option in question.options)


def looked_up(question: Question, index: ParagraphIndex) -> tuple[str, ...]:
    """For each option the paragraphs that the examinee would look up."""
    return tuple(
        "\n".join(
            found.paragraph.text
            for found in index.find(f"{question.stem} {option.text}", PARAGRAPHS, question.language)
        )
        for option in question.options
    )


def is_held_out(question: Question, share: float) -> bool:
    """Whether a question is among the share; its id decides, without the language at its end."""
    own = question.id.removesuffix(f".{question.language}")
    return int.from_bytes(hashlib.sha256(own.encode()).digest()[:4]) < share * HASH_RANGE

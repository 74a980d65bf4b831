"""The primer: paragraphs of chest radiology and questions about them, in several languages (TOML, format 1).

    format, topic, title                      one topic a file; a title by language
    [[paragraph]]  id, split, check           and the text by language, each under its code ("en", "es")
    [[question]]   id, paragraph, kind, key   and stem, options, why by language; the key counts from 1
                   level                      "reading": the paragraph says it; "reasoning" (also where the
                                              level is absent): the paragraph must be applied to a case

Whatever is wrong with a paragraph or a question is a fault of its own; a question of a faulty paragraph is
read without it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import QuestionsMalformed
from engine.question import Fault, Question, QuestionFile
from engine.questions.rows import checked, lettered, malformed, place_of_number, text_or_number
from engine.questions.text_file import MANUAL, read_text
from engine.strict_json import JsonNode

FORMAT = 1
SPLITS = ("train", "val", "test")
READING, REASONING = LEVELS = ("reading", "reasoning")
KINDS = ("pathogenesis", "treatment", "result", "diagnosis")

LAYOUT = "primer"

_LANGUAGE = re.compile(r"[a-z]{2}")
_FIRST_WORDS = re.compile(r"\s*(#[^\n]*\n\s*)*(format|topic|title)\s*=")


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph of the primer: its texts by language, and in which split it and its questions are."""

    id: str
    topic: str
    split: str
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PrimerQuestion:
    """A question about one paragraph in all its languages, each form with the paragraph as its context."""

    id: str
    paragraph: str
    split: str
    level: str
    forms: Mapping[str, Question]


@dataclass(frozen=True, slots=True)
class Primer:
    """Topics with their titles by language, paragraphs, questions, and whatever could not be read."""

    titles: Mapping[str, Mapping[str, str]]
    passages: tuple[Passage, ...]
    items: tuple[PrimerQuestion, ...]
    faults: tuple[Fault, ...] = ()

    def ids(self) -> tuple[str, ...]:
        """The ids of all paragraphs and questions."""
        return (*(passage.id for passage in self.passages), *(item.id for item in self.items))

    def questions(self, language: str, split: str, level: str = "") -> tuple[Question, ...]:
        """The questions of one split in one language, of one level if one is named."""
        return tuple(
            item.forms[language]
            for item in self.items
            if item.split == split and language in item.forms and level in ("", item.level)
        )


def read_primer(folder: Path) -> Primer:
    """All TOML files of a folder, by name; QuestionsMalformed for one that is no primer, or for none."""
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise QuestionsMalformed(
            "This folder has no TOML file.", where=str(folder), todo="Name the primer's folder."
        )
    parts = [parse_primer(read_text(path), path.name) for path in paths]
    seen: set[str] = set()
    faults = [fault for part in parts for fault in part.faults]
    for name in (name for part in parts for name in part.ids()):
        if name in seen:
            faults.append(Fault(name, "This id stands in two files."))
        seen.add(name)
    return Primer(
        titles={topic: titles for part in parts for topic, titles in part.titles.items()},
        passages=tuple(passage for part in parts for passage in part.passages),
        items=tuple(item for part in parts for item in part.items),
        faults=tuple(faults),
    )


def is_primer(text: str) -> bool:
    """Whether a text begins as the primer's files do."""
    return _FIRST_WORDS.match(text) is not None


def read_file(text: str, name: str) -> QuestionFile:
    """One file's questions in every language, the language behind the id."""
    primer = parse_primer(text, name)
    questions = tuple(form for item in primer.items for form in item.forms.values())
    return QuestionFile(name, LAYOUT, questions, primer.faults)


def parse_primer(text: str, name: str) -> Primer:
    """One file; QuestionsMalformed where it is no TOML or of another format."""
    try:
        node = JsonNode(tomllib.loads(text), "", malformed)
        members = node.members({"format", "topic", "title", "paragraph"}, {"question"})
        if members["format"].integer() != FORMAT:
            raise malformed(f"The primer has format {members['format'].value}; format {FORMAT} is read.")
        topic = members["topic"].text()
        titles = by_language(members["title"].mapping())
        faults: list[Fault] = []
        passages = list(_passages(members["paragraph"], topic, name, faults))
        questions = (
            _questions(members["question"], passages, topic, name, faults) if "question" in members else ()
        )
        return Primer(
            titles={topic: {language: title.text() for language, title in titles.items()}},
            passages=tuple(passages),
            items=tuple(questions),
            faults=tuple(faults),
        )
    except tomllib.TOMLDecodeError as error:
        raise QuestionsMalformed(f"This is not TOML: {error}.", where=name, todo=MANUAL) from error
    except QuestionsMalformed as error:
        raise QuestionsMalformed(error.what, where=name, todo=MANUAL) from error


def by_language(members: Mapping[str, JsonNode]) -> dict[str, JsonNode]:
    """The members whose names are language codes; QuestionsMalformed where there is none."""
    found = {name: node for name, node in members.items() if _LANGUAGE.fullmatch(name) and name != "id"}
    if not found:
        raise malformed("It is in no language: en, es, ... is missing.")
    return found


def _passages(node: JsonNode, topic: str, name: str, faults: list[Fault]) -> Iterator[Passage]:
    seen: set[str] = set()
    for each in node.items():
        place = f"{name}, {_called(each)}"
        try:
            members = each.mapping()
            passage = Passage(
                id=_text(members, "id"),
                topic=topic,
                split=_one_of(members, "split", SPLITS),
                texts={language: _filled(text) for language, text in by_language(members).items()},
            )
            if passage.id in seen:
                raise malformed("This id stands twice.")
            seen.add(passage.id)
            yield passage
        except QuestionsMalformed as error:
            faults.append(Fault(place, error.what))


def _questions(
    node: JsonNode, passages: list[Passage], topic: str, name: str, faults: list[Fault]
) -> Iterator[PrimerQuestion]:
    known = {passage.id: passage for passage in passages}
    seen: set[str] = set()
    for each in node.items():
        place = f"{name}, {_called(each)}"
        try:
            members = each.mapping()
            question_id, paragraph = _text(members, "id"), _text(members, "paragraph")
            if paragraph not in known:
                raise malformed(f"paragraph {paragraph!r} is not in this file.")
            if question_id in seen:
                raise malformed("This id stands twice.")
            level = _one_of(members, "level", LEVELS) if "level" in members else REASONING
            forms = dict(_forms(members, known[paragraph], place))
            seen.add(question_id)
            yield PrimerQuestion(question_id, paragraph, known[paragraph].split, level, forms)
        except QuestionsMalformed as error:
            faults.append(Fault(place, error.what))


def _forms(members: Mapping[str, JsonNode], passage: Passage, place: str) -> Iterator[tuple[str, Question]]:
    """The question in each of its languages."""
    if "key" not in members:
        raise malformed("key is missing.")
    key, kind = members["key"].integer(), _one_of(members, "kind", KINDS)
    counts = set()
    for language, node in by_language(members).items():
        form = node.members({"stem", "options"}, {"why"})
        options = lettered([text_or_number(option) for option in form["options"].items()])
        counts.add(len(options))
        if len(counts) > 1:
            raise malformed("It has other numbers of options in other languages.")
        yield (
            language,
            checked(
                Question(
                    id=f"{_text(members, 'id')}.{language}",
                    stem=form["stem"].text().strip(),
                    options=options,
                    key=place_of_number(options, key, 1),
                    category=passage.topic,
                    kind=kind,
                    context=passage.texts.get(language, ""),
                    explanation=form["why"].text().strip() if "why" in form else "",
                    language=language,
                    source=place,
                )
            ),
        )


def _called(node: JsonNode) -> str:
    """A paragraph's or question's id, or its place where it has none."""
    own: Any = node.value.get("id") if isinstance(node.value, dict) else None
    return own if isinstance(own, str) and own else node.path


def _text(members: Mapping[str, JsonNode], name: str) -> str:
    if name not in members:
        raise malformed(f"{name} is missing.")
    return _filled(members[name])


def _filled(node: JsonNode) -> str:
    text = node.text().strip()
    if not text:
        raise node.error("is empty.")
    return text


def _one_of(members: Mapping[str, JsonNode], name: str, values: tuple[str, ...]) -> str:
    value = _text(members, name)
    if value not in values:
        raise malformed(f"{name} is {value!r}, not {', '.join(values)}.")
    return value

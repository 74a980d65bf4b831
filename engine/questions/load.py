"""Questions from a file, whatever its layout, which is found from what stands in it and not from its name."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

from engine.errors import QuestionsMalformed
from engine.question import Fault, Question, QuestionFile
from engine.questions import csv_table, primer
from engine.questions.layouts import Layout, layout_of
from engine.questions.rows import Row, malformed
from engine.questions.text_file import MANUAL, read_text
from engine.strict_json import JsonNode, parse

EXPECTED = (
    "Expected are JSON lines or a JSON file of MedQA, HEAD-QA, NLPEC, MedMCQA, MMLU or PubMedQA, "
    "a CSV table with the columns question, A, B, ... and key, or a TOML file of the primer."
)
LOOKED_AT = 100  # rows after which a layout that was not found is not there


def read_questions(path: Path) -> QuestionFile:
    """All questions of a file; rows that cannot be read are named and the others are read.

    QuestionsMalformed where the file is no text, of no known layout, or has no row that can be read.
    """
    text = read_text(path)
    try:
        read = primer.read_file(text, path.name) if primer.is_primer(text) else read_rows(text, path.name)
    except QuestionsMalformed as error:
        raise QuestionsMalformed(
            error.what, where=error.where or path.name, todo=error.todo or MANUAL
        ) from error
    if not read.questions:
        first = f" {read.faults[0]}" if read.faults else ""
        raise QuestionsMalformed(
            f"No question of this file can be read.{first}", where=path.name, todo=MANUAL
        )
    notes = (*read.notes, *repeated(read.questions))
    return replace(read, questions=with_own_ids(read.questions), notes=notes)


def repeated(questions: Sequence[Question]) -> tuple[str, ...]:
    """That questions have an option twice, if any do."""
    count = sum(question.repeats for question in questions)
    if not count:
        return ()
    return (f"Questions with one option twice: {count}. Where it is the key, both are right.",)


def read_rows(text: str, name: str) -> QuestionFile:
    """Questions from a table, from JSON lines or from a JSON document."""
    if csv_table.is_header(text.partition("\n")[0]):
        table = csv_table.read_table(text)
        listed = tuple(sourced(question, name, f"line {line}") for line, question in table.rows)
        return QuestionFile(name, csv_table.LAYOUT, listed, table.faults, table.notes)
    rows = rows_of(text)
    layout = found_layout(rows)
    reading = layout.reader(rows)
    questions, faults = [], []
    for row in rows:
        try:
            members = row.members()
            if not layout.fits(members):
                raise malformed(f"It is not like the rows before it ({layout.name}).")
            questions.append(sourced(reading.read(row, members), name, row.place))
        except QuestionsMalformed as error:
            faults.append(Fault(row.place, error.what))
    return QuestionFile(name, layout.name, tuple(questions), tuple(faults), reading.notes)


def rows_of(text: str) -> Lines | Sequence[Row]:
    """The rows of JSON lines or of a JSON document; QuestionsMalformed where it is neither."""
    if not text.lstrip().startswith(("{", "[")):
        raise QuestionsMalformed(f"The questions' layout is not known. {EXPECTED}")
    if is_lines(text):
        return Lines(text)
    return tuple(document_rows(parse(text, malformed)))


def is_lines(text: str) -> bool:
    """Whether each line is an object of its own; one of the first two may be damaged."""
    lines = list(islice((line for line in io.StringIO(text) if line.strip()), 2))
    if lines[0].lstrip().startswith("["):
        return False
    if len(lines) > 1:
        return any(line.lstrip().startswith("{") and is_json(line) for line in lines)
    return is_json(lines[0]) and layout_of(parse(lines[0], malformed).mapping()) is not None


def is_json(text: str) -> bool:
    """Whether this is a whole JSON value."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class Lines:
    """JSON lines, parsed one by one each time they are gone through, so that few are in memory."""

    text: str

    def __iter__(self) -> Iterator[Row]:
        for number, line in enumerate(io.StringIO(self.text), start=1):
            if line.strip():
                yield Row(f"line {number}", str(number), partial(parse, line, malformed, number))


def document_rows(top: JsonNode) -> Iterator[Row]:
    """The questions of a JSON document: a list of them, HEAD-QA's exams, or PubMedQA's by number."""
    if isinstance(top.value, list):
        yield from list_rows(top)
        return
    members = top.mapping()
    if "exams" in members:
        language = members["language"].text() if "language" in members else ""
        yield from exam_rows(members["exams"], language)
    elif "data" in members:
        yield from list_rows(members["data"])
    else:
        yield from (Row(name, name, partial(alone, node)) for name, node in members.items())


def list_rows(node: JsonNode) -> Iterator[Row]:
    """The rows of a list."""
    for number, each in enumerate(node.items(), start=1):
        yield Row(each.path, str(number), partial(alone, each))


def exam_rows(exams: JsonNode, language: str) -> Iterator[Row]:
    """HEAD-QA: exams by name, each with its category and its questions."""
    for name, exam in exams.mapping().items():
        members = exam.members({"data"}, {"name", "category", "year"})
        category = members["category"].text() if "category" in members else ""
        for row in list_rows(members["data"]):
            yield replace(row, exam=name, category=category, language=language)


def alone(node: JsonNode) -> JsonNode:
    """A row that was parsed with its document: its mistakes are named from where it begins."""
    return replace(node, path="")


def found_layout(rows: Iterable[Row]) -> Layout:
    """The layout of the first row that has one; QuestionsMalformed where none of the first rows has."""
    problem = ""
    for count, row in enumerate(rows, start=1):
        try:
            members = row.members()
            if layout := layout_of(members):
                return layout
            problem = problem or f"{row.place} has {', '.join(list(members)[:8]) or 'nothing'}."
        except QuestionsMalformed as error:
            problem = problem or f"{row.place}: {error.what}"
        if count == LOOKED_AT:
            break
    raise QuestionsMalformed(f"The questions' layout is not known. {problem} {EXPECTED}")


def sourced(question: Question, name: str, place: str) -> Question:
    """The question with where it comes from."""
    return replace(question, source=f"{name}, {place}")


def with_own_ids(questions: Sequence[Question]) -> tuple[Question, ...]:
    """The same with a number behind an id that another question had before."""
    seen: Counter[str] = Counter()
    own = []
    for question in questions:
        seen[question.id] += 1
        again = seen[question.id]
        own.append(question if again == 1 else replace(question, id=f"{question.id} ({again})"))
    return tuple(own)

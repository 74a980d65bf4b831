"""Questions as a CSV table with a header, as a spreadsheet writes it (`resources/docs/questions.md`).

question, A, B, C, ...        needed: the question and at least two options, which letters name
key                           the right option's letter; empty: no key
id, context, category, kind, language, image, explanation      if wanted
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import QuestionsMalformed
from engine.question import Fault, Option, Question
from engine.questions.rows import LETTERS, MAX_CHARACTERS, checked, place_of_label

DELIMITERS = ",;\t"
TEXTS = ("id", "image", "category", "kind", "context", "explanation", "language")
NEEDED = frozenset({"question", "a", "b"})
KNOWN = frozenset({"question", "key", *TEXTS, *LETTERS.lower()})

LAYOUT = "CSV"


def is_header(line: str) -> bool:
    """Whether a file's first line names the columns of such a table."""
    return {name.strip().strip('"').casefold() for name in line.split(delimiter_of(line))} >= NEEDED


def delimiter_of(header: str) -> str:
    """The separator that the header uses most; a comma where it uses none."""
    return max(DELIMITERS, key=header.count)


@dataclass(frozen=True, slots=True)
class Table:
    """A table's questions with their lines, the rows that were not read, and columns that were left out."""

    rows: tuple[tuple[int, Question], ...]
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]


def read_table(text: str) -> Table:
    """Every row that can be read. QuestionsMalformed for a header that is wrong."""
    csv.field_size_limit(2 * MAX_CHARACTERS)
    delimiter = delimiter_of(text.partition("\n")[0])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = columns(next(reader))
    except csv.Error as error:
        raise QuestionsMalformed(f"The header is no CSV: {error}.") from error
    rows, faults = [], []
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
            if cells is None:
                break
            if any(cell.strip() for cell in cells):
                rows.append((line, read_row(names, cells, line)))
        except csv.Error as error:
            faults.append(Fault(f"line {line}", f"This is no CSV: {error}. Is a quotation mark not closed?"))
        except QuestionsMalformed as error:
            faults.append(Fault(f"line {line}", error.what))
    notes = (f"The column {name!r} is not known and was not read." for name in names if name not in KNOWN)
    return Table(tuple(rows), tuple(faults), tuple(notes))


def columns(header: Sequence[str]) -> list[str]:
    """The columns' names in lower case; QuestionsMalformed for one that stands twice or is missing."""
    names = [name.strip().casefold() for name in header]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise QuestionsMalformed(f"The column {twice[0] or 'without a name'} stands twice in the header.")
    if missing := sorted(NEEDED.difference(names)):
        raise QuestionsMalformed(f"The header lacks the column {missing[0]}.")
    return names


def read_row(names: Sequence[str], cells: Sequence[str], line: int) -> Question:
    """One row; QuestionsMalformed where it has other columns than the header or cannot be asked."""
    if len(cells) != len(names):
        raise QuestionsMalformed(f"It has {len(cells)} columns, the header {len(names)}.")
    row: Mapping[str, str] = dict(zip(names, (cell.strip() for cell in cells), strict=True))
    options = tuple(Option(row[letter.lower()], letter) for letter in LETTERS if letter.lower() in row)
    named = {name: row[name] for name in TEXTS if row.get(name)}
    return checked(
        Question(
            **{"id": str(line), **named},
            stem=row["question"],
            options=options,
            key=place_of_label(options, row.get("key", "")),
        )
    )

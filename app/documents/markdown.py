"""A report as Markdown (CommonMark with tables), for people and for the other writers' readable part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.documents.files import write_file
from app.documents.report import ReportDocument
from app.documents.wording import (
    NO_TEXT,
    RESEARCH_USE,
    TITLE,
    addendum_lines,
    ai_lines,
    banner,
    measurement_lines,
    particulars,
    printable,
    signature_lines,
    span_label,
    state,
)

_INLINE = re.compile(r"([\\`*_\[\]<>|~&])")
_LINE_START = re.compile(r"^(\s*)([#+=-])", re.MULTILINE)
_LIST_NUMBER = re.compile(r"^(\s*\d{1,9})([.)])(?=\s|$)", re.MULTILINE)
_BREAK = re.compile(r"(?<!\n)\n(?!\n)")


def write_markdown(document: ReportDocument, path: Path) -> None:
    """Write the report as Markdown in UTF-8; NotWritten if it cannot be."""
    write_file(path, to_markdown(document).encode())


def to_markdown(document: ReportDocument) -> str:
    """The whole report. Text is escaped: nothing that a report says is taken for markup."""
    return "\n\n".join(_parts(document)) + "\n"


def _parts(document: ReportDocument) -> Iterator[str]:
    yield f"# {TITLE}"
    if banner(document):
        yield f"**{banner(document)}**"
    yield RESEARCH_USE
    yield _table((*particulars(document.study), ("Status", state(document))))
    yield from (f"> Warning: {_escaped(one)}" for one in document.warnings)
    yield "## Report"
    yield _marked(document) or NO_TEXT
    if document.measurements:
        yield "## Measurements"
        yield _lines(measurement_lines(document))
    if document.signature:
        yield "## Signature"
        yield _lines(signature_lines(document.signature))
    for number, addendum in enumerate(document.addenda, 1):
        yield f"## Addendum {number}"
        yield _escaped(addendum.text) or NO_TEXT
        yield _lines(addendum_lines(addendum))
    if ai_lines(document):
        yield "## Part of AI"
        yield _lines(ai_lines(document))


def _marked(document: ReportDocument) -> str:
    """The text with a mark in brackets behind each run that AI wrote."""
    pieces, at = [], 0
    for span in document.spans:
        pieces += [document.text[at : span.stop], f" [{span_label(span)}]"]
        at = span.stop
    return _escaped("".join((*pieces, document.text[at:])))


def _escaped(text: str) -> str:
    """The text so that Markdown shows it as it stands; line breaks stay line breaks."""
    quiet = _INLINE.sub(r"\\\1", printable(text))
    quiet = _LIST_NUMBER.sub(r"\1\\\2", _LINE_START.sub(r"\1\\\2", quiet))
    return _BREAK.sub("  \n", quiet.strip())


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(f"- {_escaped(line)}" for line in lines)


def _table(rows: Iterable[tuple[str, str]]) -> str:
    body = "\n".join(f"| {label} | {_escaped(value).replace(chr(10), ' ')} |" for label, value in rows)
    return f"| | |\n|---|---|\n{body}"

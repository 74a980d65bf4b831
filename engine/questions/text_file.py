"""The text of a file that a user points at; anything that is no text is refused before memory is spent."""

from __future__ import annotations

import stat
from pathlib import Path

from engine.errors import QuestionsMalformed

MAX_BYTES = 256_000_000  # MedMCQA's training questions, the largest public file, have about half of it
HEAD_BYTES = 8192

MANUAL = "See resources/docs/questions.md for the formats that are read."

# How files begin that are often mistaken for text.
NOT_TEXT = {
    b"PK\x03\x04": "a ZIP archive or an Office document",
    b"\x1f\x8b": "a gzip archive",
    b"%PDF": "a PDF",
    b"PAR1": "a Parquet file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\xd0\xcf\x11\xe0": "an old Office document",
}
OTHER_UNICODE = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: Path) -> str:
    """The whole text, UTF-8 with or without a byte order mark; QuestionsMalformed where it is none."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe would be waited for without end
            raise refused("This is not a regular file.", path, "Name a file of questions.")
        if status.st_size > MAX_BYTES:
            raise refused(
                f"The file has {status.st_size / 1e6:.0f} MB; {MAX_BYTES / 1e6:.0f} MB is the limit.",
                path,
                "Cut it into several files.",
            )
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
            check_head(head, path)
            data = head + file.read(MAX_BYTES)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise refused(f"The file cannot be read: {reason}.", path, "Check the path.") from error
    return decoded(data, path)


def check_head(head: bytes, path: Path) -> None:
    """QuestionsMalformed where the first bytes are not those of UTF-8 text that could hold questions."""
    if not head.strip():
        raise refused("The file is empty.", path, MANUAL)
    for start, what in NOT_TEXT.items():
        if head.startswith(start):
            raise refused(f"This is {what}, not text.", path, "Unpack it or save it as CSV or JSON.")
    if head.startswith(OTHER_UNICODE):
        raise refused("This is UTF-16 text.", path, "Save it as UTF-8.")
    if b"\0" in head:
        raise refused("This is no text file.", path, MANUAL)
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        raise refused("This is XML or HTML, which is not read.", path, MANUAL)


def decoded(data: bytes, path: Path) -> str:
    """The text, with the line that is not UTF-8 named."""
    if b"\0" in data:
        raise refused("This is no text file.", path, MANUAL)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refused(f"Line {line} is not UTF-8 text.", path, "Save the file as UTF-8.") from error


def refused(problem: str, path: Path, todo: str) -> QuestionsMalformed:
    """The error that names the file."""
    return QuestionsMalformed(problem, where=path.name, todo=todo)

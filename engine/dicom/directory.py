"""A DICOMDIR: which files a disc says it holds, and where they really are (PS3.3 annex F, PS3.10 8).

The records are read one after the other as they stand in the file: which of them hang on which, said by
offsets, is not needed to find files, and offsets are what breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from pydicom.sequence import Sequence as DicomSequence

from engine.dicom.header import Header
from engine.errors import FileRefused

RECORDS = "DirectoryRecordSequence"
MAX_LISTED = 100_000
NOT_IN_USE = 0x0000
"""Record In-use Flag of a record whose file is gone on purpose."""
VERSION = ";1"
"""What ISO 9660 puts behind names, and some systems show."""

FileId = tuple[str, ...]
Names = Callable[[FileId], Collection[str]]
"""What stands in a folder below the DICOMDIR's own; nothing where there is no such folder."""


@dataclass(frozen=True, slots=True)
class FileSet:
    """The files that a DICOMDIR lists, each by its path below the DICOMDIR's folder."""

    files: tuple[FileId, ...]


def read_file_set(header: Header) -> FileSet:
    """The listed files in their order; FileRefused where there are none or too many."""
    records = header.value(RECORDS)
    listed: dict[FileId, None] = {}
    if isinstance(records, DicomSequence):
        for record in records:
            if file := _file_of(Header(record, header.notes)):
                listed[file] = None
            if len(listed) > MAX_LISTED:
                raise FileRefused(
                    f"The DICOMDIR lists more than {MAX_LISTED} files.",
                    code="too-many",
                    todo="Open its folders one by one.",
                )
    if not listed:
        raise FileRefused(
            "The DICOMDIR lists no file.", code="dicomdir", todo="Open the folder in which it lies."
        )
    return FileSet(tuple(listed))


def leads_out(file: FileId) -> bool:
    """Whether a listed path is none below the DICOMDIR's folder, on any system."""
    return any(part in ("", ".", "..") or set(part) & set("\0:") for part in file)


def located(file: FileId, names: Names) -> FileId | None:
    """The listed file under the names it really has; None where it is not there.

    Discs are copied by systems that write names in small letters, with a version behind them or with ".dcm".
    """
    found: FileId = ()
    for depth, part in enumerate(file, start=1):
        there = names(found)
        is_last = depth == len(file)
        if part not in there:
            wanted = {_plain(part)} | ({f"{_plain(part)}.dcm"} if is_last else set())
            alike = sorted(name for name in there if _plain(name) in wanted)
            if not alike:
                return None
            part = alike[0]
        found = (*found, part)
    return found


def shown(file: Sequence[str]) -> str:
    """A listed path as the DICOMDIR writes it."""
    return "\\".join(file)


def _file_of(record: Header) -> FileId:
    if record.number("RecordInUseFlag") == NOT_IN_USE:
        return ()
    parts = [str(part) for part in record.values("ReferencedFileID")]
    return tuple(piece.strip(" ") for part in parts for piece in part.split("/"))


def _plain(name: str) -> str:
    return name.casefold().removesuffix(VERSION).rstrip(".")

"""ZIP archives as folders: films are read where they lie in them, and nothing is ever unpacked to disk.

The path of a film in an archive goes on behind the archive's own: `disc.zip/IMAGES/IM0`. Before anything is
inflated the archive's directory is looked at: its size and number of entries, every name, every claim of a
size. An archive with a name that would lead out of it, with a password, or that grows beyond reason is
refused as a whole; what is inflated is bounded by what was claimed.
"""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import IO, Self

from engine.errors import FileRefused

MAX_ENTRIES = 100_000
MAX_DIRECTORY_BYTES = 32 << 20
"""Of the archive's directory: 300 bytes for each of the most entries."""
MAX_MEMBER_BYTES = 1 << 30
MAX_RATIO = 200
RATIO_COUNTS_FROM = 64 << 20
"""Bytes unpacked below which anything may be packed well: an empty film is, a thousandfold."""
READ_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})

END, END_BYTES, LONGEST_COMMENT = b"PK\x05\x06", 22, 65_535
LOCATOR, LOCATOR_BYTES = b"PK\x06\x07", 20
END_64, END_64_BYTES = b"PK\x06\x06", 56
ENTRY, ENTRY_BYTES = b"PK\x01\x02", 46
ENCRYPTED, UTF_8 = 0x1, 0x800
"""General purpose bits of an entry (APPNOTE 4.4.4)."""

_DRIVE = re.compile(r"[A-Za-z]:")
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError)
"""What zipfile raises for wrong sums, cut streams, strange methods and flags, and names that are no text."""


@dataclass(frozen=True, slots=True)
class Left:
    """A member that is not read, and why."""

    name: str
    error: FileRefused


class Archive:
    """An open archive whose directory was checked. Close it, or use it as a context manager."""

    def __init__(self, path: Path, file: zipfile.ZipFile) -> None:
        self.path = path
        self._file = file
        self._members: dict[str, zipfile.ZipInfo] = {}
        left = []
        for info in file.infolist():
            if info.is_dir():
                continue
            name = _name(info)
            if reason := _unread(info, name in self._members):
                left.append(Left(name, reason))
            else:
                self._members[name] = info
        self.left: Sequence[Left] = tuple(left)

    @classmethod
    def open(cls, path: Path) -> Archive:
        """The archive at a path; FileRefused where it is damaged or would do harm."""
        with ExitStack() as opening:
            try:
                stream = opening.enter_context(path.open("rb"))
                _check_directory(stream)
                file = zipfile.ZipFile(stream)
                _check_entries(file.infolist(), path)
                archive = cls(path, file)
            except _DAMAGED as error:
                raise _damaged() from error
            except (OSError, ValueError) as error:
                reason = (getattr(error, "strerror", None) or "unknown reason").lower()
                raise FileRefused(f"The file cannot be read: {reason}.", code="unreadable") from error
            opening.pop_all()
        return archive

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        stream = self._file.fp
        self._file.close()
        if stream is not None:  # zipfile leaves open what it was given
            stream.close()

    @property
    def names(self) -> Sequence[str]:
        """The members that can be read, by name, folders separated by "/"."""
        return sorted(self._members)

    def read(self, name: str) -> bytes:
        """A member's content, inflated up to what its entry claims; FileRefused where that is impossible."""
        info = self._members.get(name)
        if info is None:
            reason = next((left.error for left in self.left if left.name == name), None)
            raise reason or FileRefused("There is no such file.", code="missing", todo="Check the path.")
        try:
            with self._file.open(info) as stream:
                return stream.read(info.file_size)
        except (*_DAMAGED, OSError) as error:
            raise FileRefused(
                "The file is damaged in its archive.", code="damaged", todo="Copy the archive again."
            ) from error


def split(path: Path) -> tuple[Path, str] | None:
    """The archive and the member that a path behind a file's own means; None where there is no such file."""
    for parent in path.parents:
        try:
            if stat.S_ISREG(parent.stat().st_mode):
                return parent, path.relative_to(parent).as_posix()
        except (OSError, ValueError):
            continue
    return None


def read_member(path: Path) -> bytes:
    """What a path into an archive means; FileRefused "missing" where it leads into none."""
    found = split(path)
    if found is None:
        raise FileRefused("There is no such file.", code="missing", todo="Check the path.")
    place, name = found
    with Archive.open(place) as archive:
        return archive.read(name)


def _check_directory(stream: IO[bytes]) -> None:
    """FileRefused where the directory is longer or has more entries than is read.

    It is gone through by its bytes: `zipfile` makes an object of every entry first, and the count that an
    archive states of itself need not be true.
    """
    size = stream.seek(0, 2)
    stream.seek(max(size - END_BYTES - LONGEST_COMMENT - LOCATOR_BYTES - END_64_BYTES, 0))
    tail = stream.read()
    at = tail.rfind(END)
    if at < 0:
        raise _damaged()
    length = int.from_bytes(tail[at + 12 : at + 16], "little")
    stop = size - len(tail) + at
    if tail[at - LOCATOR_BYTES : at].startswith(LOCATOR) and at >= LOCATOR_BYTES + END_64_BYTES:
        end_64 = tail[at - LOCATOR_BYTES - END_64_BYTES : at - LOCATOR_BYTES]
        if not end_64.startswith(END_64):
            raise _damaged()
        length = int.from_bytes(end_64[40:48], "little")
        stop -= LOCATOR_BYTES + END_64_BYTES
    if length > stop:
        raise _damaged()
    if length > MAX_DIRECTORY_BYTES:
        raise _too_many()
    stream.seek(stop - length)
    if sum(1 for _ in _entries(stream.read(length))) > MAX_ENTRIES:
        raise _too_many()
    stream.seek(0)


def _entries(directory: bytes) -> Iterator[int]:
    """Where each entry of a directory begins; it ends where something else stands."""
    at = 0
    while directory.startswith(ENTRY, at) and at + ENTRY_BYTES <= len(directory):
        yield at
        lengths = (directory[at + offset : at + offset + 2] for offset in (28, 30, 32))
        at += ENTRY_BYTES + sum(int.from_bytes(length, "little") for length in lengths)


def _check_entries(infos: Sequence[zipfile.ZipInfo], path: Path) -> None:
    """FileRefused for what makes the whole archive suspect."""
    for info in infos:
        if _escapes(info.orig_filename):
            raise FileRefused(
                f'The archive holds "{info.orig_filename}", a name that leads out of it.',
                code="outside",
                todo="Do not unpack it; ask who sent it.",
            )
        if info.flag_bits & ENCRYPTED:
            raise FileRefused(
                "The archive is encrypted.",
                code="encrypted",
                todo="Unpack it with its password and open the folder.",
            )
        if _explodes(info.file_size, info.compress_size):
            raise _grows()
    # Entries may share their bytes: what they unpack to is held against what there is.
    if _explodes(sum(info.file_size for info in infos), path.stat().st_size):
        raise _grows()


def _escapes(name: str) -> bool:
    """Whether a name would lead out of a folder, on any system."""
    parts = name.replace("\\", "/").split("/")
    return parts[0] == "" or bool(_DRIVE.match(name)) or ".." in parts or "\0" in name


def _explodes(unpacked: int, packed: int) -> bool:
    return unpacked > RATIO_COUNTS_FROM and unpacked > MAX_RATIO * packed


def _name(info: zipfile.ZipInfo) -> str:
    """The member's name with "/" between folders; UTF-8 also where the entry does not say so."""
    name = info.orig_filename
    if not info.flag_bits & UTF_8:
        with suppress(UnicodeError):  # else it is what it was before there was UTF-8 in archives
            name = name.encode("cp437").decode("utf-8")
    return PurePosixPath(name.replace("\\", "/")).as_posix()


def _unread(info: zipfile.ZipInfo, twice: bool) -> FileRefused | None:
    if stat.S_ISLNK(info.external_attr >> 16):
        return FileRefused("This is a link to a file.", code="link", todo="Open its target itself.")
    if twice:
        return FileRefused("The archive has two files of this name; the first was read.", code="same-name")
    if info.compress_type not in READ_METHODS:
        return FileRefused(
            "It is packed by a method that is not read here.",
            code="compression",
            todo="Unpack the archive and open the folder.",
        )
    if info.file_size > MAX_MEMBER_BYTES:
        size = f"{info.file_size / (1 << 30):.1f} GiB"
        return FileRefused(f"The file has {size}; the limit is 1 GiB.", code="too-large")
    return None


def _damaged() -> FileRefused:
    return FileRefused("The ZIP archive is damaged.", code="damaged", todo="Copy it again.")


def _too_many() -> FileRefused:
    return FileRefused(
        f"The archive has more than {MAX_ENTRIES} files.",
        code="too-many",
        todo="Unpack it and open its folders one by one.",
    )


def _grows() -> FileRefused:
    return FileRefused(
        f"The archive unpacks to more than {MAX_RATIO} times its size.",
        code="too-large",
        todo="Do not unpack it; ask who sent it.",
    )

"""Which files there are to read: under folders, in archives, on discs with a DICOMDIR. Each is read once."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Self

from engine.dicom.container import checked_head, read_bytes
from engine.dicom.directory import FileId, FileSet, leads_out, located, shown
from engine.dicom.heads import HEAD_BYTES, is_zip
from engine.dicom.zip_archive import Archive, split
from engine.errors import FileRefused
from engine.study import Skipped

ARCHIVE = "archive"  # the code with which an archive is refused where a film is expected

Skip = Callable[[Path, FileRefused], None]


def skipped(path: Path, error: FileRefused) -> Skipped:
    """What is said of a file that was not opened."""
    return Skipped(path, error.code, f"{error.what} {error.todo}".strip())


class Sources:
    """What lies under given paths, and what is met on the way; what cannot be read is told to `skip`."""

    def __init__(self, skip: Skip) -> None:
        self._skip = skip
        self._met: set[str] = set()
        self._next: list[Path] = []
        self._members: dict[Path, Collection[str]] = {}

    def under(self, paths: Iterable[Path]) -> Sequence[Path]:
        """Every file under these paths, under the name by which it is met first."""
        for path in paths:
            for file in _files_under(path, self._skip):
                self._add(file)
        return self.next()

    def next(self) -> Sequence[Path]:
        """What was found since this was last asked."""
        found, self._next = self._next, []
        return found

    def add_archive(self, path: Path) -> None:
        """A ZIP archive was met: its members are next."""
        try:
            with Archive.open(path) as archive:
                self._members[path] = archive.names
                for left in archive.left:
                    self._skip(path / left.name, left.error)
        except FileRefused as error:
            self._skip(path, error)
            return
        if not self._members[path]:
            self._skip(path, FileRefused("There is no file in the archive that can be read.", code="empty"))
        for name in self._members[path]:
            self._add(path / name)

    def add_file_set(self, path: Path, file_set: FileSet) -> None:
        """A DICOMDIR was met: what it lists is next, and what of it is not there is skipped."""
        names = self._names_beside(path)
        for file in file_set.files:
            if leads_out(file):
                self._skip(path.parent / shown(file), _outside(path))
                continue
            found = located(file, names)
            if found is None:
                self._skip(path.parent.joinpath(*file), _not_there(path))
            elif not _is_below(path.parent.joinpath(*found), path.parent):
                self._skip(path.parent.joinpath(*found), _outside(path))
            else:
                self._add(path.parent.joinpath(*found))

    def _add(self, path: Path) -> None:
        real = os.path.realpath(path)
        if real not in self._met:
            self._met.add(real)
            self._next.append(path)

    def _names_beside(self, path: Path) -> Callable[[FileId], Collection[str]]:
        """What stands in folders below a DICOMDIR's own, on disk or in an archive."""
        archive = next((place for place in path.parents if place in self._members), None)
        folders: dict[FileId, Collection[str]] = {}
        if archive is not None:
            folders = _folders(self._members[archive], path.parent.relative_to(archive).parts)

        def names(folder: FileId) -> Collection[str]:
            if archive is None and folder not in folders:
                folders[folder] = _listing(path.parent.joinpath(*folder))
            return folders.get(folder, ())

        return names


class Contents:
    """Reads files, members of archives too; the last archive stays open, as its members follow each other."""

    def __init__(self) -> None:
        self._place: Path | None = None
        self._archive: Archive | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def read(self, path: Path) -> bytes:
        """See `read_bytes`."""
        found = None if os.path.lexists(path) else _split(path)
        if found is None:
            return read_bytes(path)
        place, name = found
        if self._archive is None or self._place != place:
            self._close()
            self._archive, self._place = Archive.open(place), place
        content = self._archive.read(name)
        checked_head(content[:HEAD_BYTES])
        return content

    def is_archive(self, path: Path) -> bool:
        """Whether this is a ZIP archive on disk; one that lies in another is not opened."""
        try:
            with path.open("rb") as file:
                return is_zip(file.read(HEAD_BYTES))
        except (OSError, ValueError):
            return False

    def _close(self) -> None:
        if self._archive is not None:
            self._archive.close()
        self._archive = self._place = None


def _split(path: Path) -> tuple[Path, str] | None:
    try:
        return split(path)
    except (OSError, ValueError):
        return None


def _files_under(path: Path, skip: Skip) -> Iterator[Path]:
    if os.path.isdir(path):  # noqa: PTH112 (Path.is_dir raises where a path is too long or not allowed)
        yield from _files_in(path, skip)
    else:
        yield path


def _files_in(folder: Path, skip: Skip) -> Iterator[Path]:
    """Files of a folder and its subfolders, by name; links to folders are not followed: they can loop."""

    def unreadable(error: OSError) -> None:
        skip(Path(error.filename), FileRefused("The folder cannot be read.", code="unreadable"))

    for where, folders, names in os.walk(folder, onerror=unreadable):
        folders.sort()
        for link in (Path(where, name) for name in folders):
            if link.is_symlink():
                refusal = FileRefused(
                    "This is a link to a folder.", code="link", todo="Open its target itself."
                )
                skip(link, refusal)
        yield from (Path(where, name) for name in sorted(names))


def _folders(members: Iterable[str], root: tuple[str, ...]) -> dict[FileId, Collection[str]]:
    """Every folder of an archive below `root`, with what stands in it."""
    found: dict[FileId, set[str]] = {}
    for member in members:
        parts = PurePosixPath(member).parts
        if parts[: len(root)] == root:
            below = parts[len(root) :]
            for depth in range(len(below)):
                found.setdefault(below[:depth], set()).add(below[depth])
    return dict(found)


def _listing(folder: Path) -> Collection[str]:
    try:
        return set(os.listdir(folder))  # noqa: PTH208 (names alone, of a folder of any size)
    except (OSError, ValueError):
        return ()


def _is_below(path: Path, folder: Path) -> bool:
    """Whether a file really lies below a folder, wherever links lead."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _not_there(directory: Path) -> FileRefused:
    return FileRefused(
        f'It is listed in "{directory.name}", but it is not there.',
        code="missing",
        todo="Copy the disc again, or go on with the rest.",
    )


def _outside(directory: Path) -> FileRefused:
    return FileRefused(
        f'"{directory.name}" lists this file, but it is not one of its folder.', code="outside"
    )

"""The archives that the desk knows, and the file in which they are kept (`engine.archives.config_json`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.archives.config import ArchiveConfig
from engine.archives.config_json import read_archives, write_archives
from engine.archives.secrets import variable_of
from engine.errors import ArchiveMisconfigured


@dataclass(frozen=True, slots=True)
class Book:
    """The archives in the reader's order."""

    archives: tuple[ArchiveConfig, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The archives' names, in order."""
        return tuple(archive.name for archive in self.archives)

    def find(self, name: str) -> ArchiveConfig | None:
        """The archive of this name."""
        return next((archive for archive in self.archives if archive.name == name), None)

    def put(self, archive: ArchiveConfig, instead_of: str = "") -> Book:
        """With this archive: in the place of the one of another name, or behind all others.

        ArchiveMisconfigured where another has the name already, or one for which the password would be
        looked for in the same place.
        """
        others = [each for each in self.archives if each.name != instead_of]
        if variable_of(archive.name) in {variable_of(each.name) for each in others}:
            raise ArchiveMisconfigured(
                "Another archive has this name, or one that differs in signs alone.",
                where=archive.name,
                todo="Give it another name.",
            )
        place = self.names.index(instead_of) if instead_of in self.names else len(others)
        return Book((*others[:place], archive, *others[place:]))

    def without(self, name: str) -> Book:
        """Without the archive of this name."""
        return Book(tuple(each for each in self.archives if each.name != name))


class BookFile:
    """Where the archives are kept. A file that cannot be read is never written over."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Book:
        """The archives in it, none where there is no file; ArchiveMisconfigured names what is wrong."""
        return Book(read_archives(self._path))

    def write(self, book: Book) -> None:
        """Keep these; ArchiveMisconfigured where the file cannot be read or written."""
        read_archives(self._path)
        write_archives(book.archives, self._path)

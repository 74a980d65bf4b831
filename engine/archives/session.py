"""What is said to an archive of either kind, and who watches; all in a process of its own (`worker`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from engine.archives.archive import Echoed, Found, Match, Query, Retrieved, Stored


class Watcher(Protocol):
    """Sees how a call comes along, on any thread. Without a sign of life for long, the call is ended."""

    def alive(self) -> None:
        """Something has come or gone over the network."""
        ...

    def matched(self, match: Match) -> None:
        """A study was found."""
        ...

    def expects(self, count: int) -> None:
        """The archive listed so many instances."""
        ...

    def moved(self, done: int, total: int) -> None:
        """So many files of so many (0: nobody knows) have come."""
        ...

    def settled(self, path: Path, reason: str) -> None:
        """A file was taken by the archive, or for a reason it was not."""
        ...


class Session(Protocol):
    """One archive, asked without interruption: what `engine.archives.archive.Archive` does is made of this.

    `retrieve` writes whole files into a folder that is there, and leaves `files` of its result empty.
    """

    def echo(self) -> Echoed:
        """Whether it answers."""
        ...

    def find(self, query: Query) -> Found:
        """Studies that match; each also goes to the watcher."""
        ...

    def retrieve(self, study_uid: str, folder: Path) -> Retrieved:
        """Bring a study."""
        ...

    def store(self, paths: Sequence[Path]) -> Stored:
        """Send files."""
        ...


def missing_words(expected: int, arrived: int) -> str:
    """That not all came, as a sentence."""
    return f"The archive listed {expected} files; {arrived} have arrived."

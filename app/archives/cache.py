"""The desk's part of the cache of retrieved studies: its size, what is freed, documents on their way.

The cache itself is `engine.archives.cache`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.store.owner_only import make_folder, tighten_all
from engine.archives.cache import BYTES, USED, StudyCache
from engine.archives.incoming import full_disk

FOLDER = "archive-cache"
OUTGOING = "outgoing-"
STALE_SECONDS = 86_400.0  # nothing takes a day to send: another desk may be sending now


@dataclass(frozen=True, slots=True)
class CacheUse:
    """How much is there, or how much was freed."""

    studies: int = 0
    bytes: int = 0


class DeskCache:
    """Every call blocks for as long as the disk takes. `clock` gives seconds since 1970. Raises DiskFull."""

    def __init__(self, folder: Path, clock: Callable[[], float], limit_bytes: int = BYTES) -> None:
        self._folder = folder
        self._clock = clock
        self._limit_bytes = limit_bytes
        self._studies = StudyCache(folder, clock, limit_bytes)

    @property
    def folder(self) -> Path:
        """Where it is."""
        return self._folder

    @property
    def limit_bytes(self) -> int:
        """How much it may hold."""
        return self._limit_bytes

    def limit(self, limit_bytes: int) -> None:
        """How much it may hold from now on; what is too much goes with the next retrieval."""
        self._limit_bytes = limit_bytes
        self._studies = StudyCache(self._folder, self._clock, limit_bytes)

    def held(self, archive: str, study_uid: str) -> AbstractContextManager[Path]:
        """The study's folder; nobody takes it away meanwhile."""
        return self._studies.held(archive, study_uid)

    def settle(self, folder: Path) -> None:
        """What has come into a study's folder is its owner's alone."""
        try:
            tighten_all(folder)
        except OSError as error:
            raise full_disk(error) from error

    def touch(self, paths: Sequence[Path]) -> None:
        """The study of these files is looked at, if it is of the cache."""
        for folder in {path.parent for path in paths if path.is_relative_to(self._folder)}:
            now = self._clock()
            with suppress(OSError):  # it was taken away meanwhile
                os.utime(folder / USED, (now, now))

    def use(self) -> CacheUse:
        """How many studies are there, and how large they are."""
        sizes = [study.size for study in self._studies.studies() if study.size]
        return CacheUse(len(sizes), sum(sizes))

    def make_room(self) -> CacheUse:
        """Remove what was looked at longest ago until the limit holds; what was freed."""
        before = self.use()
        self._studies.make_room()
        return _difference(before, self.use())

    def clear(self) -> CacheUse:
        """Remove every study that nobody is retrieving; what was freed."""
        before = self.use()
        self._studies.clear()
        return _difference(before, self.use())

    def sweep(self) -> None:
        """Remove what a desk that was killed left of documents on their way."""
        with suppress(OSError):
            for entry in self._folder.glob(f"{OUTGOING}*"):
                if self._clock() - entry.stat().st_mtime > STALE_SECONDS:
                    shutil.rmtree(entry, ignore_errors=True)

    @contextmanager
    def outgoing(self) -> Iterator[Path]:
        """A folder for a document on its way to an archive, its owner's alone; gone afterwards."""
        try:
            make_folder(self._folder)
            folder = Path(tempfile.mkdtemp(prefix=OUTGOING, dir=self._folder))
        except OSError as error:
            raise full_disk(error) from error
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _difference(before: CacheUse, after: CacheUse) -> CacheUse:
    return CacheUse(max(0, before.studies - after.studies), max(0, before.bytes - after.bytes))

"""Retrieved studies on this disk: a folder with a size limit, readable by its owner only, cleared on request.

Each study has a folder of its own, named by a digest of the archive and the Study Instance UID; its `used`
file tells by its time when the study was last opened. Room is made by taking away what was not opened for
longest, never what is held by this desk or by another program on the same folder: for that there are locks.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from engine.archives.incoming import ENDING, full_disk
from engine.errors import DiskFull

USED = "used"
BYTES = 20 << 30
STUDY_NAME = 32  # characters


@dataclass(frozen=True, slots=True)
class CachedStudy:
    """How large a study is, when it was last opened (seconds since 1970), whether this desk holds it."""

    folder: Path
    size: int
    used: float
    held: bool


class StudyCache:
    """Studies under `folder`, together at most `limit_bytes` large, as far as those held allow it.

    Any thread may call. `clock` gives seconds since 1970.
    """

    def __init__(self, folder: Path, clock: Callable[[], float], limit_bytes: int = BYTES) -> None:
        self._folder = folder
        self._clock = clock
        self._limit = limit_bytes
        self._lock = threading.Lock()
        self._held: dict[Path, int] = {}

    @contextmanager
    def held(self, archive: str, study_uid: str) -> Iterator[Path]:
        """The study's folder, made if it is not there; it stays while the body runs, and is opened now.

        DiskFull where the folder cannot be made.
        """
        folder = self._folder / _name(archive, study_uid)
        with self._lock:
            lock = _locked_together(self._prepared(folder))
            self._held[folder] = self._held.get(folder, 0) + 1
        try:
            yield folder
        finally:
            lock.close()
            with self._lock:
                self._held[folder] -= 1
                if not self._held[folder]:
                    del self._held[folder]

    def make_room(self) -> None:
        """Take away studies, the one first that was not opened for longest, until the limit is kept."""
        studies = sorted(self.studies(), key=lambda study: study.used)
        size = sum(study.size for study in studies)
        for study in studies:
            if size <= self._limit:
                return
            if self._taken_away(study.folder):
                size -= study.size

    def clear(self) -> int:
        """Take away every study that is not held; how many are left."""
        return sum(not self._taken_away(study.folder) for study in self.studies())

    def studies(self) -> tuple[CachedStudy, ...]:
        """What is there."""
        try:
            folders = [folder for folder in self._folder.iterdir() if (folder / USED).is_file()]
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise full_disk(error) from error
        return tuple(self._study(folder) for folder in sorted(folders))

    def _study(self, folder: Path) -> CachedStudy:
        sizes, used = 0, 0.0
        for file in folder.rglob("*"):
            with suppress(OSError):  # it may go at this moment
                sizes += file.lstat().st_size
        with suppress(OSError):
            used = (folder / USED).stat().st_mtime
        return CachedStudy(folder, sizes, used, folder in self._held)

    def _prepared(self, folder: Path) -> Path:
        """The lock file of a study that is opened now; it and the folders are the owner's alone."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.chmod(0o700)
            folder.mkdir(mode=0o700, exist_ok=True)
            used = folder / USED
            used.touch(mode=0o600)
            now = self._clock()
            os.utime(used, (now, now))
        except OSError as error:
            raise full_disk(error) from error
        return used

    def _taken_away(self, folder: Path) -> bool:
        """Whether the study is gone now; it stays where anybody holds it."""
        with self._lock:
            if folder in self._held:
                return False
            with suppress(OSError), (folder / USED).open("rb+") as used:
                if not _lock(used, alone=True):
                    return False
                for file in folder.iterdir():
                    if file.name != USED:  # which goes last: a folder without it would be forgotten
                        _remove(file)
            _remove(folder)
            return not folder.exists()


def _name(archive: str, study_uid: str) -> str:
    """The digest keeps equal studies of two archives apart, and UIDs and names out of paths."""
    return hashlib.sha256(f"{archive}\n{study_uid}".encode("utf-8", "surrogatepass")).hexdigest()[:STUDY_NAME]


def cached_files(folder: Path) -> tuple[Path, ...]:
    """The whole files of a study's folder."""
    return tuple(sorted(folder.glob(f"*{ENDING}")))


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def _locked_together(file: Path) -> IO[bytes]:
    """The open file, which nobody takes away until it is closed; others may hold it as well."""
    try:
        opened = file.open("rb+")
    except OSError as error:
        raise full_disk(error) from error
    if not _lock(opened, alone=False):
        opened.close()
        raise DiskFull("The study is being taken out of the cache.", todo="Retrieve it again.")
    return opened


def _lock(file: IO[bytes], *, alone: bool) -> bool:
    """Whether the lock is had. Windows does not remove files that are open: there it needs none."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

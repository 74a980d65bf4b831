"""Files that are there whole or not at all, and disks that are full."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from safetensors import SafetensorError

from engine.errors import DiskFull

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
NO_ROOM_SAID = "StorageFull"  # by safetensors, which gives no number


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """A path to write to; what was written then takes `path`'s place at once, also through a power cut.

    Its folder is made where it is absent. If the block fails or its process is killed, `path` stays.
    `DiskFull` where there is no room; what was written of it is deleted.
    """
    aside = path.with_name(path.name + ".unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield aside
        with aside.open("rb+") as file:
            os.fsync(file.fileno())
        aside.replace(path)
    except (OSError, SafetensorError) as problem:
        if not _no_room(problem):
            raise
        aside.unlink(missing_ok=True)
        raise DiskFull(
            "the disk is full: this file is not written, and what was there before is whole.",
            where=str(path),
            todo="Make room.",
        ) from problem


def _no_room(problem: Exception) -> bool:
    said_so = isinstance(problem, SafetensorError) and NO_ROOM_SAID in str(problem)
    return said_so or (isinstance(problem, OSError) and problem.errno in NO_ROOM)


def check_room(folder: Path, needed: int, what: str, todo: str) -> None:
    """`DiskFull` where fewer than `needed` bytes are free: writing to a memory map would end the process."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise DiskFull(
            f"{what} needs {needed / 1e9:.1f} GB more, and {free / 1e9:.1f} GB are free.",
            where=str(folder),
            todo=todo,
        )

"""Files and folders with patients' data, closed to all but their owner (on POSIX; elsewhere nothing is done).

Only what is ours is touched: what this user owns, and of folders only those that hold nothing of anybody
else's making.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

FOLDER_MODE, FILE_MODE = 0o700, 0o600
OTHERS = 0o077


@dataclass(frozen=True, slots=True)
class Tightened:
    """What others could read until now, and what they still can: a folder that is not ours alone."""

    closed: tuple[Path, ...] = ()
    open: tuple[Path, ...] = ()


def make_folder(folder: Path) -> None:
    """A folder for this user alone, parents too so far as they are new. Raises OSError."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    tighten(folder)


def make_file(file: Path) -> None:
    """An empty file for this user alone, unless it is there. Raises OSError."""
    file.touch(mode=FILE_MODE, exist_ok=True)


def tighten(path: Path) -> bool:
    """Close a file or folder to others; whether it was open to them and is not any more.

    A link, and what another user owns, is left as it is.
    """
    if os.name != "posix":
        return False
    try:
        found = path.lstat()
        if not found.st_mode & OTHERS or found.st_uid != os.geteuid() or not _is_plain(found.st_mode):
            return False
        path.chmod(FOLDER_MODE if stat.S_ISDIR(found.st_mode) else FILE_MODE)
    except OSError:
        return False
    return True


def tighten_all(folder: Path) -> None:
    """Close a folder and everything in it to others. Raises OSError where it cannot be listed."""
    tighten(folder)
    for path in folder.rglob("*"):
        tighten(path)


def tighten_data(folder: Path, ours: tuple[str, ...]) -> Tightened:
    """Close a data folder and what the desk keeps in it: entries whose names begin as one of `ours`.

    The folder itself is closed only if nothing else lies in it: somebody may have chosen a folder that
    others work in.
    """
    if os.name != "posix" or not folder.is_dir():
        return Tightened()
    try:
        entries = list(folder.iterdir())
    except OSError:
        return Tightened(open=(folder,))
    own = [entry for entry in entries if entry.name.startswith(ours)]
    closed = [entry for entry in own if tighten(entry)]
    if len(own) == len(entries) and tighten(folder):
        closed.append(folder)
    left = [path for path in (folder, *own) if _is_open(path)]
    return Tightened(tuple(closed), tuple(left))


def _is_open(path: Path) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    return _is_plain(found.st_mode) and bool(found.st_mode & OTHERS)


def _is_plain(mode: int) -> bool:
    return stat.S_ISDIR(mode) or stat.S_ISREG(mode)

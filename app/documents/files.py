"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from app.documents.errors import NotWritten

_TODO = {
    errno.ENOSPC: "Make room on the disk and export again.",
    errno.EDQUOT: "Make room on the disk and export again.",
    errno.EFBIG: "Choose a disk that takes larger files.",
    errno.EROFS: "Choose a folder that can be written to.",
    errno.EACCES: "Choose a folder that you may write to.",
    errno.EPERM: "Choose a folder that you may write to.",
    errno.ENOENT: "Choose a folder that exists.",
    errno.ENOTDIR: "Choose a folder that exists.",
    errno.EISDIR: "Choose another name: a folder has this one.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
}


def write_file(path: Path, content: bytes) -> None:
    """Put `content` at `path`, replacing what is there; NotWritten leaves the old file as it was.

    It is written beside the target, forced to the disk and then renamed: nobody ever sees half a file.
    """
    with _explained(path):
        partial = _beside(path)
        try:
            _write_new(partial, content)
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        _settle(path.parent)


def write_folder(path: Path, contents: Mapping[str, bytes]) -> None:
    """Make a folder with these files by name; NotWritten if it exists with anything in it, or cannot be made.

    The folder appears with all its files or not at all.
    """
    with _explained(path):
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise NotWritten(
                "There is something of this name already.", where=str(path), todo="Name another."
            )
        partial = _beside(path)
        try:
            partial.mkdir()
            for name, content in contents.items():
                _write_new(partial / name, content)
            _settle(partial)
            if path.exists():
                path.rmdir()
            partial.rename(path)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        _settle(path.parent)


def _beside(path: Path) -> Path:
    """A name of no meaning in the same folder, so that a rename is one step."""
    return path.parent / f".consilium-{secrets.token_hex(8)}"


def _write_new(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Force the folder's own entries to the disk, where the system knows how; the files are safe already."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise NotWritten(
            f"The export cannot be written: {reason}.",
            where=str(path),
            todo=_TODO.get(error.errno or 0, "Choose another folder and export again."),
        ) from error

"""Instances as they arrive: each under a name made here, visible only when it is whole, within limits.

A name is the digest of the SOP Instance UID: nothing that an archive sends becomes part of a path, and what
arrives a second time takes the place of the first.
"""

from __future__ import annotations

import errno
import hashlib
import shutil
import tempfile
import threading
import time
from pathlib import Path

from engine.archives.config import Limits
from engine.errors import DiskFull

ENDING = ".dcm"
CHECK_FOLDER = "Check the folder and its permissions."
RAISE_LIMIT = "Raise the limit of this archive."
WAITS = (0.0, 0.02, 0.05, 0.2)
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def file_name(sop_instance_uid: str) -> str:
    """The name under which an instance lies."""
    return hashlib.sha256(sop_instance_uid.encode("utf-8", "surrogatepass")).hexdigest()[:32] + ENDING


def full_disk(error: OSError) -> DiskFull:
    """What an error of writing says, in our words."""
    if error.errno in NO_ROOM:
        return DiskFull("The disk is full.", todo="Free some room and retrieve the study again.")
    reason = (error.strerror or type(error).__name__).lower()
    return DiskFull(f"What arrives cannot be written: {reason}.", todo=CHECK_FOLDER)


class Incoming:
    """Takes files into `folder`; what has not wholly arrived lies in `parts`, a folder inside.

    Raises DiskFull where a limit is exceeded. Any thread may call.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._folder = folder
        self._limits = limits
        self._lock = threading.Lock()
        self._of_file = 0
        self._of_study = 0
        self._arrived: set[str] = set()
        self.parts = Path(tempfile.mkdtemp(prefix="part-", dir=folder))

    @property
    def arrived(self) -> frozenset[str]:
        """SOP Instance UIDs of what has arrived."""
        return frozenset(self._arrived)

    def count(self, size: int) -> None:
        """So many more bytes of the current file came over the network."""
        with self._lock:
            self._of_file += size
            self._of_study += size
            if self._of_file > self._limits.file_bytes:
                limit = _mebibytes(self._limits.file_bytes)
                raise DiskFull(f"A file is larger than {limit} MiB.", todo=RAISE_LIMIT)
            if self._of_study > self._limits.study_bytes:
                limit = _mebibytes(self._limits.study_bytes)
                raise DiskFull(f"The study is larger than {limit} MiB.", todo=RAISE_LIMIT)

    def take(self, part: Path, sop_instance_uid: str) -> None:
        """A file in `parts` is whole: give it its name."""
        with self._lock:
            self._of_file = 0
            if len(self._arrived) >= self._limits.files and sop_instance_uid not in self._arrived:
                limit = self._limits.files
                raise DiskFull(f"The study has more than {limit} files.", todo=RAISE_LIMIT)
            _rename(part, self._folder / file_name(sop_instance_uid))
            self._arrived.add(sop_instance_uid)

    def close(self) -> None:
        """Forget what has not wholly arrived."""
        shutil.rmtree(self.parts, ignore_errors=True)


def _mebibytes(size: int) -> str:
    return f"{size / (1 << 20):.0f}"


def _rename(part: Path, target: Path) -> None:
    """Windows does not rename a file that is still open; its writer lets go of it in a moment."""
    for seconds in WAITS:
        time.sleep(seconds)
        try:
            part.replace(target)
        except PermissionError:
            continue
        except OSError as error:
            raise full_disk(error) from error
        return
    raise DiskFull("What arrives cannot be written.", todo=CHECK_FOLDER)

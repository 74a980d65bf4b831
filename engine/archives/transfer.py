"""What arrives during one C-GET or C-MOVE, counted against what the archive lists and says."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from pydicom.dataset import Dataset
from pynetdicom import evt
from pynetdicom.dimse_primitives import C_STORE

from engine.archives.archive import Retrieved
from engine.archives.incoming import Incoming
from engine.archives.session import Watcher, missing_words
from engine.errors import ConsiliumError

KINDS = ("Remaining", "Completed", "Failed", "Warning")  # of sub-operations (PS3.7 9.1.3)
TAKEN, OUT_OF_ROOM = 0x0000, 0xA700


class Transfer:
    """What arrives during one C-GET or C-MOVE, and what the archive says about it."""

    def __init__(self, incoming: Incoming, watcher: Watcher, listed: int) -> None:
        self._incoming = incoming
        self._watcher = watcher
        self._listed = listed
        self._told: dict[str, int] = {}
        self.trouble: ConsiliumError | None = None
        self.error: ConsiliumError | None = None

    @property
    def anything(self) -> bool:
        """Whether a file has arrived, or the archive says that it tried to send one."""
        return bool(self._incoming.arrived or any(self._told.values()))

    def received(self, count: int) -> None:
        """Bytes came; OSError, which closes the connection, where they are too many."""
        try:
            self._incoming.count(count)
        except ConsiliumError as error:
            self.trouble = self.trouble or error
            raise OSError(error.what) from error

    def take(self, event: evt.Event) -> int:
        """A C-STORE: the file is whole and gets its name; the answer is a status."""
        try:
            self._incoming.take(event.dataset_path, str(cast(C_STORE, event.request).AffectedSOPInstanceUID))
        except ConsiliumError as error:
            self.trouble = self.trouble or error
            return OUT_OF_ROOM
        total = max(self._listed, sum(self._told.values()))
        self._watcher.moved(len(self._incoming.arrived), total)
        return TAKEN

    def count(self, status: Dataset) -> None:
        """The archive tells its sub-operations."""
        told = {kind: status.get(f"NumberOf{kind}Suboperations") for kind in KINDS}
        if any(number is not None for number in told.values()):
            self._told = {kind: number or 0 for kind, number in told.items()}

    def fail(self, error: ConsiliumError) -> None:
        """It ended before its end."""
        self.error = error

    def wait_for_late(self, seconds: float) -> None:
        """Some archives say that all is sent while the last file is on its way."""
        end = time.monotonic() + seconds
        while len(self._incoming.arrived) < self._listed and time.monotonic() < end:
            time.sleep(0.02)

    def retrieved(self, listed: Mapping[str, str] | None) -> Retrieved:
        """What is here, against what was listed, or where nothing was, against what the archive tells."""
        arrived = self._incoming.arrived
        told = sum(self._told.values())
        expected = len(listed) if listed is not None else told or None
        lacking = len(set(listed) - arrived) if listed is not None else max(0, told - len(arrived))
        failures = [] if self.error is None else [f"{self.error.what} {self.error.todo}".strip()]
        if lacking:
            failures.append(missing_words(len(arrived) + lacking, len(arrived)))
        return Retrieved((), expected, tuple(failures))


@contextmanager
def temporary_files_in(folder: Path) -> Iterator[None]:
    """pynetdicom writes what arrives into temporary files; they must not outlive the call."""
    before = tempfile.tempdir
    tempfile.tempdir = str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before

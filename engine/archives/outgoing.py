"""Files that are sent to an archive: what they hold, read from their file meta information alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydicom.filereader import read_file_meta_info
from pydicom.uid import UID

from engine.archives.archive import NotStored, Stored
from engine.archives.session import Watcher
from engine.dicom.container import quiet_pydicom

MOST_CONTEXTS = 128  # of one association (PS3.8 9.3.2.2)
NO_DICOM = "This is no DICOM file, or its header is not complete."


@dataclass(frozen=True, slots=True)
class Head:
    """A file to be sent: what it holds and how it is encoded."""

    path: Path
    sop_class: str
    sop_instance: str
    syntax: str

    @property
    def kind(self) -> tuple[str, str]:
        """What a presentation context is agreed on for."""
        return self.sop_class, self.syntax

    @property
    def unwanted(self) -> str:
        """What is said where the archive does not agree."""
        return f"The archive does not take {UID(self.sop_class).name} as {UID(self.syntax).name}."


def heads(paths: Sequence[Path]) -> tuple[list[Head], list[NotStored]]:
    """Files that can be sent, and those that are no DICOM files."""
    found, failures = [], []
    for path in paths:
        try:
            with quiet_pydicom():
                meta = read_file_meta_info(path)
                held = (meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID, meta.TransferSyntaxUID)
                found.append(Head(path, *map(str, held)))
        except Exception:  # pydicom raises nearly any class on files that are none
            failures.append(NotStored(path, NO_DICOM))
    return found, failures


def batches(files: Sequence[Head]) -> Iterator[list[Head]]:
    """Files in their order, as many at a time as one association has contexts for."""
    batch: list[Head] = []
    for head in files:
        if head.kind not in {known.kind for known in batch} and len({h.kind for h in batch}) == MOST_CONTEXTS:
            yield batch
            batch = []
        batch.append(head)
    if batch:
        yield batch


class Outcome:
    """What became of each file so far; the watcher sees each as it is settled."""

    def __init__(self, watcher: Watcher, refused: Sequence[NotStored]) -> None:
        self._watcher = watcher
        self._reasons: dict[Path, str] = {}
        self._warnings: list[str] = []
        for failure in refused:
            self.not_taken(failure.path, failure.reason)

    def taken(self, path: Path, warning: str = "") -> None:
        """The archive has it; what it said about that."""
        self._settle(path, "")
        if warning:
            self._warnings.append(warning)

    def not_taken(self, path: Path, reason: str) -> None:
        """The archive does not have it."""
        self._settle(path, reason)

    def untold(self, files: Sequence[Head]) -> list[Head]:
        """Those of which nothing is known yet."""
        return [head for head in files if head.path not in self._reasons]

    def stored(self) -> Stored:
        """All of it."""
        sent = tuple(path for path, reason in self._reasons.items() if not reason)
        failures = tuple(NotStored(path, reason) for path, reason in self._reasons.items() if reason)
        return Stored(sent, failures, tuple(dict.fromkeys(self._warnings)))

    def _settle(self, path: Path, reason: str) -> None:
        self._reasons[path] = reason
        self._watcher.settled(path, reason)

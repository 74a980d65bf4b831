"""What an archive is asked, what it answers, and the protocol that everything speaking to one keeps.

Two kinds of archive are spoken to, DIMSE (`engine.archives.dimse`) and DICOMweb (`engine.archives.dicomweb`);
`engine.archives.connection.connect` turns an `ArchiveConfig` into an `Archive` of either kind, which works in
a process of its own. Callers see this module and that function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Protocol

from engine.progress import CancelToken, OnProgress, ignore_progress
from engine.study import Patient


@dataclass(frozen=True, slots=True)
class Query:
    """Which studies are looked for; what is empty does not narrow the search.

    Texts may hold DICOM's wildcards, `*` and `?`, where the archive matches them: names and descriptions. A
    name is taken as it is typed; matching without regard to case and accents is the archive's own affair.
    """

    patient_name: str = ""
    patient_id: str = ""
    first_date: date | None = None
    last_date: date | None = None
    accession_number: str = ""
    modality: str = ""
    description: str = ""
    study_uid: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether this asks for everything that the archive holds."""
        return self == Query()


@dataclass(frozen=True, slots=True)
class Match:
    """One study of an archive, as far as the archive describes it.

    Archives leave out what they do not know: texts are then "", numbers None, `modalities` empty. `notes` are
    sentences about what was odd in the answer.
    """

    study_uid: str
    patient: Patient = field(default_factory=Patient)
    study_date: str = ""
    study_time: str = ""
    accession_number: str = ""
    description: str = ""
    modalities: tuple[str, ...] = ()
    series: int | None = None
    instances: int | None = None
    notes: tuple[str, ...] = ()


OnMatch = Callable[[Match], None]


def ignore_match(_: Match) -> None:
    """An `OnMatch` for callers who wait for all."""


@dataclass(frozen=True, slots=True)
class Echoed:
    """The archive answers: how long that took, and in words what was reached."""

    seconds: float
    answered: str


@dataclass(frozen=True, slots=True)
class Found:
    """Studies that match, in the archive's order; `more` says that the archive holds others beyond the limit.

    `warnings` are sentences about what is missing: an archive that broke off, an answer that cannot be read.
    """

    matches: tuple[Match, ...] = ()
    more: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Files of one study that are on this disk, and whether these are all.

    `expected` is how many instances the archive listed, None where it cannot say. A status of success is
    never taken for it: what has arrived was counted. `failures` are sentences, one for each thing that went
    wrong; with failures there may still be files.
    """

    files: tuple[Path, ...] = ()
    expected: int | None = None
    failures: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everything that the archive listed is here and nothing went wrong."""
        return not self.failures and (self.expected is None or len(self.files) >= self.expected)


@dataclass(frozen=True, slots=True)
class NotStored:
    """A file that the archive did not take, and why."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Stored:
    """Which files the archive took, which it did not; `warnings` are what it said about those it took."""

    sent: tuple[Path, ...] = ()
    failures: tuple[NotStored, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every file was taken."""
        return not self.failures


class Archive(Protocol):
    """A place that holds studies. Every call blocks, ends within its limits, and raises `ArchiveError`s.

    A call whose `cancel` is set raises Cancelled within a second; what it had written to disk is gone then.
    """

    def echo(self, *, cancel: CancelToken | None = None) -> Echoed:
        """Whether the archive answers and knows us."""
        ...

    def find(
        self, query: Query, *, on_match: OnMatch = ignore_match, cancel: CancelToken | None = None
    ) -> Found:
        """Studies that match; `on_match` sees each as it arrives, on the caller's thread."""
        ...

    def retrieve(
        self,
        study_uid: str,
        folder: Path,
        *,
        on_progress: OnProgress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Retrieved:
        """Bring a study's instances into `folder`, made if it is not there.

        If a connection breaks after something has arrived, that stays and the rest is told in `failures`.
        Files have names made here; retrieving a study again replaces its files and doubles none.
        """
        ...

    def store(
        self,
        paths: Sequence[Path],
        *,
        on_progress: OnProgress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Stored:
        """Send DICOM files, each as it is; one that is not taken does not stop the others."""
        ...

"""A watcher that keeps what it sees, small studies, and limits for tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from pydicom import dcmread, dcmwrite
from pydicom.dataset import FileDataset
from pydicom.uid import generate_uid

from engine.archives.archive import Match
from engine.archives.config import Limits
from tests.engine.dicom.making import film_dataset

PATIENT = "Müller^Jörg"
QUICK = Limits(connect_seconds=10.0, answer_seconds=10.0, attempts=2)
"""Generous where an answer comes: the machine may be busy."""
HASTY = Limits(connect_seconds=0.5, answer_seconds=0.5, attempts=1)
"""For what never answers."""


@dataclass
class Seen:
    """A `Watcher`."""

    matches: list[Match] = field(default_factory=list)
    expected: int | None = None
    moves: list[tuple[int, int]] = field(default_factory=list)
    outcomes: dict[Path, str] = field(default_factory=dict)

    def alive(self) -> None:
        pass

    def matched(self, match: Match) -> None:
        self.matches.append(match)

    def expects(self, count: int) -> None:
        self.expected = count

    def moved(self, done: int, total: int) -> None:
        self.moves.append((done, total))

    def settled(self, path: Path, reason: str) -> None:
        self.outcomes[path] = reason


def study(count: int, **attributes: Any) -> list[FileDataset]:
    """So many films of one study and series."""
    shared: dict[str, Any] = {
        "StudyInstanceUID": generate_uid(),
        "SeriesInstanceUID": generate_uid(),
        "PatientName": PATIENT,
        "PatientID": "P7",
        "StudyDate": "20240229",
        "StudyDescription": "Thorax",
        **attributes,
    }
    films = [
        film_dataset([[0, 1, number], [3, 4, 5]], {**shared, "SOPInstanceUID": generate_uid()})
        for number in range(count)
    ]
    return [as_read(film) for film in films]


def as_read(dataset: FileDataset) -> FileDataset:
    """The data set as it comes from a file, which is what an archive has."""
    return dcmread(BytesIO(encoded(dataset)))


def encoded(dataset: FileDataset) -> bytes:
    """The data set as a file."""
    stream = BytesIO()
    dcmwrite(stream, dataset, enforce_file_format=True)
    return stream.getvalue()

"""Studies in a file that nobody else sees, read one by one: a corpus's reports need not be in memory.

The file has no name while it is open (POSIX) and is gone with the process: reports are patients' data.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import IO, Any, overload

import numpy as np
import numpy.typing as npt

from engine.panel import Polarity
from training.data.corpus import CorpusStudy, TrueFinding

Places = npt.NDArray[np.int64]


class SpooledStudies(Sequence[CorpusStudy]):
    """Studies in the order in which they were given; a slice is a sequence of the same kind."""

    def __init__(self, file: IO[bytes], places: Places, lock: Lock) -> None:
        self._file, self._places, self._lock = file, places, lock

    @classmethod
    def of(cls, studies: Iterable[CorpusStudy]) -> SpooledStudies:
        """All of them; each is forgotten once it is written."""
        file = tempfile.TemporaryFile()  # noqa: SIM115 -- open as long as the studies are
        places = []
        for study in studies:
            places.append(file.tell())
            file.write(json.dumps(_to_json(study)).encode() + b"\n")
        file.flush()
        return cls(file, np.asarray(places, np.int64), Lock())

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> CorpusStudy: ...

    @overload
    def __getitem__(self, index: slice) -> SpooledStudies: ...

    def __getitem__(self, index: int | slice) -> CorpusStudy | SpooledStudies:
        if isinstance(index, slice):
            return SpooledStudies(self._file, self._places[index], self._lock)
        with self._lock:
            self._file.seek(int(self._places[index]))
            line = self._file.readline()
        return _from_json(json.loads(line))


def _to_json(study: CorpusStudy) -> list[Any]:
    findings = [
        [each.label, each.polarity.value, each.side, each.place, each.faint] for each in study.findings
    ]
    films = [str(film) for film in study.films]
    masks = str(study.masks) if study.masks is not None else None
    return [
        study.identifier,
        study.split,
        study.report,
        findings,
        study.denied,
        films,
        masks,
        study.patient,
        study.views,
        study.truth,
    ]


def _from_json(line: list[Any]) -> CorpusStudy:
    identifier, split, report, findings, denied, films, masks, patient, views, truth = line
    return CorpusStudy(
        identifier=identifier,
        split=split,
        report=report,
        findings=tuple(
            TrueFinding(label, Polarity(polarity), side, place, faint)
            for label, polarity, side, place, faint in findings
        ),
        denied=tuple(denied),
        films=tuple(map(Path, films)),
        masks=Path(masks) if masks is not None else None,
        patient=patient,
        views=tuple(views),
        truth=truth,
    )

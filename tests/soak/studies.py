"""Studies without end: a sample study under ever other names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from pydicom import Dataset, dcmread
from pydicom.uid import UID, ExplicitVRLittleEndian

from engine.panel import Panel
from engine.study import Study

ROOT = "1.2.826.0.1.3680043.10.1561"
"""Begins the UIDs of what is made here; none of it leaves the machine."""
VIEWS = ("pa", "lat")


@dataclass(frozen=True, slots=True)
class Sample:
    """The films of a study, decoded and made small once, to be written under other names."""

    films: tuple[Dataset, ...]

    @classmethod
    def read(cls, folder: Path, side: int) -> Sample:
        """The films in a folder, at most about `side` pixels long and wide."""
        return cls(tuple(_small(dcmread(folder / f"{view}.dcm"), side) for view in VIEWS))

    def write(self, folder: Path, number: int) -> Path:
        """The same films as those of another patient; returns the folder that they are in."""
        study = f"{ROOT}.{10_000 + number}"
        place = folder / f"study-{number}"
        place.mkdir(parents=True)
        for series, film in enumerate(self.films, start=1):
            film.StudyInstanceUID, film.SeriesInstanceUID = study, f"{study}.{series}"
            film.SOPInstanceUID = film.file_meta.MediaStorageSOPInstanceUID = UID(f"{study}.{series}.1")
            film.PatientID, film.PatientName = f"SOAK-{number}", f"Soak^{number}"
            film.save_as(place / f"{series}.dcm", enforce_file_format=True)
        return place


def _small(film: Dataset, side: int) -> Dataset:
    film.decompress()
    step = -(-max(film.Rows, film.Columns) // side)
    pixels = np.ascontiguousarray(film.pixel_array[::step, ::step])
    film.Rows, film.Columns = pixels.shape
    film.PixelData = pixels.tobytes()
    film.file_meta.TransferSyntaxUID = ExplicitVRLittleEndian
    return film


def panel_for(panel: Panel, study: Study) -> Panel:
    """The drafts of another study of the same films, as those of this one."""
    frames = tuple(
        replace(frame, sop_instance_uid=film.sop_instance_uid)
        for frame, film in zip(panel.evidence.frames, study.radiographs, strict=True)
    )
    return replace(panel, study_uid=study.study_uid, evidence=replace(panel.evidence, frames=frames))

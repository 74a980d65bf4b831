"""A desk's database with signed reviews, made by the desk's own code, and made films that lie on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from PIL import Image
from pydicom.uid import UID

from app.presenters.worklist import paths_of
from app.review.history import Entry
from app.review.operations import Operation
from app.review.review import Review, edit, take_draft
from app.review.signing import add_addendum, sign
from app.store.database import url_of
from app.store.store import Store
from engine.dicom.files import open_paths
from engine.panel import Draft
from engine.study import Study
from training.data.samples import Picture, to_dicom, uid_from

NOON = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)
MEANING = "I have seen the films and this is my report."
Step = Callable[[Review], Operation]


def write_film(
    path: Path, study: str, patient: str = "17", name: str = "Doe^Jane", view: str = "PA", seed: int = 0
) -> Path:
    """A small film of noise; each seed another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    grey = np.random.default_rng(seed).integers(0, 256, (24, 24), np.uint8)
    picture = path.with_suffix(".png")
    Image.fromarray(grey).save(picture)
    dataset = to_dicom(Picture(picture, patient, "made", "none", view))
    picture.unlink()
    dataset.StudyInstanceUID = uid_from(study)
    dataset.SOPInstanceUID = uid_from(f"{study} {view} {seed}")
    dataset.file_meta.MediaStorageSOPInstanceUID = UID(dataset.SOPInstanceUID)
    dataset.PatientID, dataset.PatientName = patient, name
    dataset.StudyDate, dataset.AccessionNumber = "20260311", f"ACC{seed:06d}"
    dataset.save_as(path, enforce_file_format=True)
    return path


def opened(*paths: Path) -> Study:
    """The one study in these files."""
    (study,) = open_paths(paths).studies
    return study


@dataclass
class Desk:
    """A desk that signs without a window; its clock goes on a minute at each look."""

    data: Path
    now: datetime = NOON
    store: Store = field(init=False)

    def __post_init__(self) -> None:
        self.store = Store(url_of(self.data), self.clock, "reader")

    def clock(self) -> datetime:
        """A minute later."""
        self.now += timedelta(minutes=1)
        return self.now

    def do(self, study: Study, *steps: Step) -> None:
        """Open the study as the desk does and do these to its review, one after the other."""
        self.store.remember_study(study, paths_of(study))
        stored = self.store.open_review(study.study_uid)
        history, entries = stored.history, list[Entry]()
        for step in steps:
            history, entry = history.do(
                step(history.present), self.clock(), "Dr Ada Reader", pause=timedelta(seconds=-1)
            )
            entries.append(entry)
        self.store.append(stored.review_id, entries, stored.review.version)

    def sign(self, study: Study, text: str) -> None:
        """Write the report and sign it."""
        self.do(study, written(text), self.signed)

    def signed(self, review: Review) -> Operation:
        """A signature under it."""
        return sign(review, "Dr Ada Reader", "radiologist", MEANING, self.clock())

    def added(self, review: Review) -> Operation:
        """An addendum to it."""
        return add_addendum(
            review, "The left side.", "correction", "Dr Ada Reader", "radiologist", self.clock()
        )

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()


def written(text: str) -> Step:
    """The reader types all of this."""
    return lambda review: edit(review, 0, len(review.text), text)


def taken(text: str) -> Step:
    """The reader takes an expert's draft as it came."""
    return lambda review: take_draft(review, Draft(0, text))


def sign_many(desk: Desk, films: Path, patients: range, text: Callable[[int], str]) -> None:
    """One study of a frontal and a lateral film for each patient."""
    for number in patients:
        paths = [
            write_film(
                films / f"{number}-{view}.dcm", f"study {number}", f"P{number}", view=view, seed=number
            )
            for view in ("PA", "LL")
        ]
        desk.sign(opened(*paths), text(number))

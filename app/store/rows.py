"""What the store hands out: values. Importing them does not import the database library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.quiz.sets import QuestionSet
from app.quiz.sitting import Sitting
from app.review.history import History
from app.review.review import Review, Status
from engine.study import Patient


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A line of the worklist. `status` and `saved` are None until the reader has changed something."""

    study_uid: str
    patient: Patient
    study_date: str
    study_time: str
    accession_number: str
    description: str
    paths: tuple[Path, ...]
    first_opened: datetime
    last_opened: datetime
    status: Status | None
    saved: datetime | None
    has_panel: bool


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review as the store has it, with all that can be undone. `saved` is None before the first change."""

    review_id: int
    history: History
    saved: datetime | None

    @property
    def review(self) -> Review:
        """The review as it stands."""
        return self.history.present


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One thing that happened: `seq` counts in the chain of `origin`, `code` is DICOM's (PS3.15 A.5.3).

    `event` is the word of an `app.store.events.Event`; a later version may know more of them.
    """

    origin: str
    seq: int
    time: datetime
    user: str
    event: str
    code: str
    action: str
    study_uid: str
    detail: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A question set and when it was added."""

    key: str
    questions: QuestionSet
    added: datetime


@dataclass(frozen=True, slots=True)
class KeptSitting:
    """A sitting as its events made it."""

    id: int
    reader: str
    begun: datetime
    sitting: Sitting

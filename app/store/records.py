"""Between values and the store's rows; nothing here reads or writes the database."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.review.decisions import storable
from app.review.encoding import kind_of, marks_to_json, operation_from_json, operation_to_json
from app.review.history import Entry, History, Role
from app.review.operations import Operation
from app.review.review import Review, Status
from app.review.signing import AddAddendum, MakeDraft, MakePreliminary, Sign
from app.store.events import Event
from app.store.rows import AuditRow, StudyRow
from app.store.tables import (
    AuditRecord,
    OperationRecord,
    ReviewRecord,
    StudyRecord,
    content_of,
    seal_record,
)
from engine.sealing import OPERATION_FIELDS, chained, review_start
from engine.study import Patient, PersonName, Study


@dataclass(frozen=True, slots=True)
class KnownLog:
    """A review's log as far as it was read: what it amounts to, and its last hash."""

    history: History
    head: str


def unread(study_uid: str) -> KnownLog:
    """A log of which nothing was read yet."""
    return KnownLog(History(Review(study_uid)), review_start(study_uid))


def identity(patient: Patient) -> tuple[str, str]:
    """What tells patients apart, as it is stored."""
    return storable(patient.patient_id), storable(patient.issuer)


def are_others(record: StudyRecord, patient: Patient) -> bool:
    """Whether a study is kept for somebody else; a name only counts where it is all that there is."""
    if (record.patient_id, record.issuer) != identity(patient):
        return True
    kept, new = str(name_of(record)).casefold(), storable(str(patient.name)).casefold()
    return not record.patient_id and bool(kept and new) and kept != new


def name_of(record: StudyRecord) -> PersonName:
    """The patient's name."""
    return PersonName(record.name_alphabetic, record.name_ideographic, record.name_phonetic)


def describe(record: StudyRecord, study: Study, paths: Sequence[Path], now: datetime) -> None:
    """Everything that the worklist shows of a study, opened now from `paths`."""
    patient, name = study.patient, study.patient.name
    record.name_alphabetic = storable(name.alphabetic)
    record.name_ideographic = storable(name.ideographic)
    record.name_phonetic = storable(name.phonetic)
    record.patient_id, record.issuer = identity(patient)
    record.birth_date, record.sex = storable(patient.birth_date), storable(patient.sex)
    record.study_date, record.study_time = storable(study.study_date), storable(study.study_time)
    record.accession_number = storable(study.accession_number)
    record.description = storable(study.description)
    record.paths = json.dumps([str(path) for path in paths])
    record.last_opened = now
    seal_record(record)


def study_row(study: StudyRecord, review: ReviewRecord | None, has_panel: bool) -> StudyRow:
    """A line of the worklist."""
    changed = review if review is not None and review.version > 0 else None
    return StudyRow(
        study_uid=study.study_uid,
        patient=Patient(name_of(study), study.patient_id, study.issuer, study.birth_date, study.sex),
        study_date=study.study_date,
        study_time=study.study_time,
        accession_number=study.accession_number,
        description=study.description,
        paths=tuple(Path(path) for path in json.loads(study.paths)),
        first_opened=study.first_opened,
        last_opened=study.last_opened,
        status=Status(changed.status) if changed else None,
        saved=changed.saved if changed else None,
        has_panel=has_panel,
    )


def audit_row(record: AuditRecord) -> AuditRow:
    """A line of the audit."""
    return AuditRow(
        origin=record.origin,
        seq=record.seq,
        time=record.time,
        user=record.user,
        event=record.event,
        code=record.code,
        action=record.action,
        study_uid=record.study_uid,
        detail=json.loads(record.detail),
    )


def begun(study_uid: str, now: datetime) -> ReviewRecord:
    """An empty review."""
    record = ReviewRecord(study_uid=study_uid, created=now, saved=None)
    keep(record, unread(study_uid), None)
    return record


def keep(record: ReviewRecord, known: KnownLog, saved: datetime | None) -> None:
    """The snapshot."""
    review = known.history.present
    record.text, record.marks = review.text, marks_to_json(review.marks)
    record.status, record.version = review.status.value, review.version
    record.saved, record.head = saved, known.head
    seal_record(record)


def is_snapshot(record: ReviewRecord, known: KnownLog) -> bool:
    """Whether the row is what its log amounts to."""
    review = known.history.present
    return (record.text, record.marks, record.status, record.version, record.head) == (
        review.text,
        marks_to_json(review.marks),
        review.status.value,
        review.version,
        known.head,
    )


def leads_to(known: KnownLog, record: ReviewRecord) -> bool:
    """Whether the log can go on from what is known of it.

    Not if the file was replaced by an older copy meanwhile, or if the history is of a review that was never
    committed, whose number another study's review has got since.
    """
    present = known.history.present
    if present.study_uid != record.study_uid:
        return False
    return present.version < record.version or (present.version, known.head) == (record.version, record.head)


def operation_records(record: ReviewRecord, entries: Sequence[Entry]) -> Iterator[OperationRecord]:
    """The entries as rows that follow a review's last operation, each with its hash."""
    head = record.head
    for seq, entry in enumerate(entries, start=record.version + 1):
        row = OperationRecord(
            review_id=record.id,
            seq=seq,
            kind=kind_of(entry.operation),
            role=entry.role.value,
            json=operation_to_json(entry.operation),
            author=storable(entry.author),
            time=entry.time,
        )
        head = row.hash = chained("operations", head, content_of(row, OPERATION_FIELDS))
        yield row


def entry_of(kind: str, body: str, role: str, time: datetime, author: str) -> Entry:
    """A row of the log; ReviewMalformed or ValueError if it is none."""
    return Entry(operation_from_json(kind, body), Role(role), time, author)


def event_of(operation: Operation) -> Event:
    """What the audit calls it."""
    match operation:
        case Sign():
            return Event.SIGNED
        case AddAddendum():
            return Event.ADDENDED
        case MakePreliminary() | MakeDraft():
            return Event.STATUS_CHANGED
        case _:
            return Event.EDITED

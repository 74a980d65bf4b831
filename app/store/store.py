"""Studies, panels and reviews, kept in a database.

Every call is one transaction: all of it is kept or none. Calls may come from any thread and wait for each
other; several desks may use one database. Rows are read for update, so that on a server, too, whoever writes
has the last state before them. Every error is one of `app.store.errors`.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, make_url, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.review.encoding import kind_of, marks_to_json, operation_from_json, operation_to_json
from app.review.errors import ReviewError
from app.review.history import Entry, History, Role
from app.review.review import Review, Status, storable
from app.store.database import bring_up_to_date, connect, explained, file_of, place_of
from app.store.errors import (
    PatientMismatch,
    StaleReview,
    StoreDamaged,
    StoreError,
    StoreUnreachable,
    UnknownStudy,
)
from app.store.rows import StoredReview, StudyRow
from app.store.tables import OperationRecord, PanelRecord, ReviewRecord, StudyRecord
from engine.study import Patient, PersonName, Study


def utc_now() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC)


class Store:
    """An open database. Opening creates or upgrades it; `close` it at the end."""

    def __init__(self, url: str | URL, clock: Callable[[], datetime] = utc_now) -> None:
        self._url = make_url(url)
        self._clock = clock
        self._lock = threading.RLock()
        self._histories: dict[
            int, History
        ] = {}  # as committed, so that an append need not read the log again
        self._engine = connect(self._url)
        try:
            with self._explaining():
                _make_folder(file_of(self._url))
                bring_up_to_date(self._engine, clock())
        except BaseException:
            self._engine.dispose()
            raise

    @property
    def place(self) -> str:
        """The file or server, as shown to the reader."""
        return place_of(self._url)

    def close(self) -> None:
        """Let go of the database; nothing waits to be written."""
        with self._lock:
            self._engine.dispose()

    def remember_study(self, study: Study, paths: Sequence[Path]) -> None:
        """Put a study on the worklist, or note that it was opened again, from `paths`.

        PatientMismatch if its UID is kept for a patient with another id or issuer, or, where neither has an
        id, with another name.
        """
        with self._transaction() as session:
            record = session.get(StudyRecord, study.study_uid)
            now = self._clock()
            if record is None:
                record = StudyRecord(study_uid=study.study_uid, first_opened=now)
                session.add(record)
            elif _are_others(record, study.patient):
                raise self._another_patient()
            _describe(record, study)
            record.paths = json.dumps([str(path) for path in paths])
            record.last_opened = now

    def studies(self) -> list[StudyRow]:
        """The worklist, last opened first."""
        has_panel = select(PanelRecord.id).where(PanelRecord.study_uid == StudyRecord.study_uid).exists()
        query = (
            select(StudyRecord, ReviewRecord, has_panel)
            .outerjoin(ReviewRecord, ReviewRecord.study_uid == StudyRecord.study_uid)
            .order_by(StudyRecord.last_opened.desc(), StudyRecord.study_uid)
        )
        with self._transaction() as session:
            return [_study_row(study, review, found) for study, review, found in session.execute(query)]

    def keep_panel(self, study_uid: str, panel_json: str, bundle: str = "", bundle_sha256: str = "") -> None:
        """Keep a panel as it is. Earlier ones of the study stay."""
        with self._transaction() as session:
            self._require_study(session, study_uid)
            origin = {"bundle": bundle, "bundle_sha256": bundle_sha256}
            session.add(PanelRecord(study_uid=study_uid, json=panel_json, created=self._clock(), **origin))

    def latest_panel(self, study_uid: str) -> str | None:
        """The JSON of the panel that was kept last, None if there is none."""
        query = (
            select(PanelRecord.json).where(PanelRecord.study_uid == study_uid).order_by(PanelRecord.id.desc())
        )
        with self._transaction() as session:
            return session.scalars(query.limit(1)).first()

    def open_review(self, study_uid: str) -> StoredReview:
        """The study's review with its history; an empty one is begun if there is none."""
        with self._transaction() as session:
            self._require_study(session, study_uid)
            record = session.scalars(select(ReviewRecord).where(ReviewRecord.study_uid == study_uid)).first()
            if record is None:
                record = _begun(study_uid, self._clock())
                session.add(record)
                session.flush()
            return self._stored(session, record)

    def append(self, review_id: int, entries: Sequence[Entry], expected_version: int) -> StoredReview:
        """Keep entries and the review that they make, in one transaction.

        `expected_version` is the version of the review for which the first entry was made. StaleReview, with
        both reviews, if the store has another by now; ReviewError if the entries do not follow the log.
        """
        with self._lock:
            with self._transaction() as session:
                record = session.get(ReviewRecord, review_id, with_for_update=True)
                if record is None:
                    raise UnknownStudy(
                        "There is no such review.", where=self.place, todo="Open the study again."
                    )
                if record.version != expected_version:
                    raise self._stale(session, record, entries, expected_version)
                history = self._stored(session, record).history.following(entries)
                session.add_all(_operation_records(record, entries))
                _keep(record, history.present, self._clock())
                stored = StoredReview(record.id, history, record.saved)
            self._histories = {review_id: history}
            return stored

    def _stored(self, session: Session, record: ReviewRecord) -> StoredReview:
        """The review with its history: what is known of it here, and the entries that came since."""
        known = self._histories.get(record.id)
        if known is None or not _leads_to(known, record):
            known = History(Review(record.study_uid))
        history = self._read_on(session, record, known, record.version)
        if not _is_snapshot(record, history.present):
            raise self._damaged()
        self._histories = {record.id: history}
        return StoredReview(record.id, history, record.saved)

    def _read_on(self, session: Session, record: ReviewRecord, known: History, version: int) -> History:
        """The history up to a version, from what is known of it and the log."""
        log = OperationRecord
        query = (
            select(log.kind, log.json, log.role, log.time, log.author)
            .where(log.review_id == record.id, log.seq > known.present.version, log.seq <= version)
            .order_by(log.seq)
        )
        try:
            return known.following(_entry(*row) for row in session.execute(query))
        except (ReviewError, ValueError) as error:
            raise self._damaged() from error

    def _stale(
        self, session: Session, record: ReviewRecord, entries: Sequence[Entry], expected_version: int
    ) -> StoreError:
        if expected_version > record.version:
            return StoreDamaged(
                "The database is older than the open review; was a backup put in its place?",
                where=self.place,
                todo="Copy your text from the window, then open the study again.",
            )
        known = self._histories.get(record.id)
        if known is None or known.present.version > expected_version:
            known = History(Review(record.study_uid))
        mine = self._read_on(session, record, known, expected_version).following(entries).present
        return StaleReview(mine, self._stored(session, record), where=self.place)

    def _require_study(self, session: Session, study_uid: str) -> None:
        if session.get(StudyRecord, study_uid, with_for_update=True) is None:
            raise UnknownStudy("The study is not on the worklist.", where=self.place, todo="Open it first.")

    def _another_patient(self) -> PatientMismatch:
        return PatientMismatch(
            "This study's UID is kept for another patient, so it was not opened under that review.",
            where=self.place,
            todo="Ask where the files come from; to read them all the same, use another folder with --data.",
        )

    def _damaged(self) -> StoreDamaged:
        return StoreDamaged(
            "A review's log does not fit its text.",
            where=self.place,
            todo="Put a backup in the file's place.",
        )

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        with self._lock, self._explaining(), Session(self._engine) as session, session.begin():
            yield session

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except (DBAPIError, sqlite3.Error) as error:
            raise explained(error, self.place) from error


def _make_folder(file: Path | None) -> None:
    """The file's folder, for this user alone if it is new: patients' data come into it."""
    if file is None:
        return
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnreachable(
            f"The folder cannot be made ({error.strerror}).",
            where=str(file.parent),
            todo="Choose another with --data.",
        ) from error


def _identity(patient: Patient) -> tuple[str, str]:
    return storable(patient.patient_id), storable(patient.issuer)


def _are_others(record: StudyRecord, patient: Patient) -> bool:
    """Whether a study is kept for somebody else; a name only counts where it is all that there is."""
    if (record.patient_id, record.issuer) != _identity(patient):
        return True
    kept, new = str(_name(record)).casefold(), storable(str(patient.name)).casefold()
    return not record.patient_id and bool(kept and new) and kept != new


def _name(record: StudyRecord) -> PersonName:
    return PersonName(record.name_alphabetic, record.name_ideographic, record.name_phonetic)


def _describe(record: StudyRecord, study: Study) -> None:
    """Everything that the worklist shows of a study."""
    patient, name = study.patient, study.patient.name
    record.name_alphabetic = storable(name.alphabetic)
    record.name_ideographic = storable(name.ideographic)
    record.name_phonetic = storable(name.phonetic)
    record.patient_id, record.issuer = _identity(patient)
    record.birth_date, record.sex = storable(patient.birth_date), storable(patient.sex)
    record.study_date, record.study_time = storable(study.study_date), storable(study.study_time)
    record.accession_number = storable(study.accession_number)
    record.description = storable(study.description)


def _study_row(study: StudyRecord, review: ReviewRecord | None, has_panel: bool) -> StudyRow:
    changed = review if review is not None and review.version > 0 else None
    return StudyRow(
        study_uid=study.study_uid,
        patient=Patient(_name(study), study.patient_id, study.issuer, study.birth_date, study.sex),
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


def _begun(study_uid: str, now: datetime) -> ReviewRecord:
    record = ReviewRecord(study_uid=study_uid, created=now, saved=None)
    _keep(record, Review(study_uid), None)
    return record


def _keep(record: ReviewRecord, review: Review, saved: datetime | None) -> None:
    """The snapshot."""
    record.text, record.marks = review.text, marks_to_json(review.marks)
    record.status, record.version = review.status.value, review.version
    record.saved = saved


def _is_snapshot(record: ReviewRecord, review: Review) -> bool:
    return (record.text, record.marks, record.status, record.version) == (
        review.text,
        marks_to_json(review.marks),
        review.status.value,
        review.version,
    )


def _leads_to(known: History, record: ReviewRecord) -> bool:
    """Whether the log can go on from a history.

    Not if the file was replaced by an older copy meanwhile, or if the history is of a review that was never
    committed, whose number another study's review has got since.
    """
    present = known.present
    if present.study_uid != record.study_uid:
        return False
    return present.version < record.version or (present.version, present.text) == (
        record.version,
        record.text,
    )


def _operation_records(record: ReviewRecord, entries: Sequence[Entry]) -> Iterator[OperationRecord]:
    for seq, entry in enumerate(entries, start=record.version + 1):
        yield OperationRecord(
            review_id=record.id,
            seq=seq,
            kind=kind_of(entry.operation),
            role=entry.role.value,
            json=operation_to_json(entry.operation),
            author=entry.author,
            time=entry.time,
        )


def _entry(kind: str, body: str, role: str, time: datetime, author: str) -> Entry:
    return Entry(operation_from_json(kind, body), Role(role), time, author)

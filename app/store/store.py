"""Studies, panels and reviews, kept in a database.

Every call is one transaction: all of it is kept or none. Calls may come from any thread and wait for each
other; several desks may use one database. Rows are read for update, so that on a server, too, whoever writes
has the last state before them. Every error is one of `app.store.errors`.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from sqlalchemy import URL, make_url, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.review.errors import ReviewError
from app.review.history import Entry
from app.store.auditing import NOTHING, Detail, begin_chain, note
from app.store.database import bring_up_to_date, connect, explained, file_of, place_of
from app.store.errors import (
    PatientMismatch,
    StaleReview,
    StoreDamaged,
    StoreError,
    StoreUnreachable,
    UnknownStudy,
)
from app.store.events import Event
from app.store.owner_only import make_file, tighten
from app.store.quizzes import Quizzes
from app.store.records import (
    KnownLog,
    are_others,
    audit_row,
    begun,
    describe,
    entry_of,
    event_of,
    is_snapshot,
    keep,
    leads_to,
    operation_records,
    study_row,
    unread,
)
from app.store.rows import AuditRow, StoredReview, StudyRow
from app.store.tables import (
    AuditRecord,
    OperationRecord,
    PanelRecord,
    ReviewRecord,
    StudyRecord,
    seal_record,
)
from engine.sealing import chained, films_seal
from engine.study import Study

SIDE_ENDINGS = ("-wal", "-shm", "-journal")
"""Of the files that SQLite keeps beside a database; they get the rights of the database."""


def utc_now() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC)


class Store:
    """An open database. Opening creates or upgrades it; `close` it at the end.

    `user` is who the audit says has opened studies and kept panels; operations name their authors.
    """

    def __init__(self, url: str | URL, clock: Callable[[], datetime] = utc_now, user: str = "") -> None:
        self._url = make_url(url)
        self._clock = clock
        self._user = user
        self._lock = threading.RLock()
        self._known: dict[int, KnownLog] = {}  # as committed, so that an append need not read the log again
        self._engine = connect(self._url)
        try:
            with self._explaining():
                _make_place(file_of(self._url))
                bring_up_to_date(self._engine, clock(), user)
        except BaseException:
            self._engine.dispose()
            raise

    @property
    def place(self) -> str:
        """The file or server, as shown to the reader."""
        return place_of(self._url)

    @property
    def url(self) -> URL:
        """Where the database is."""
        return self._url

    @property
    def user(self) -> str:
        """Who works with it, for the audit."""
        return self._user

    def now(self) -> datetime:
        """The time by the store's clock."""
        return self._clock()

    @property
    def quizzes(self) -> Quizzes:
        """Question sets, sittings and what models answered."""
        return Quizzes(self.transaction, self._clock, self.place)

    def close(self) -> None:
        """Let go of the database; nothing waits to be written."""
        with self._lock:
            self._engine.dispose()

    def remember_study(self, study: Study, paths: Sequence[Path]) -> None:
        """Put a study on the worklist, or note that it was opened again, from `paths`.

        The audit keeps a hash of its films' files whenever they are not those of the last time: so it can be
        told later whether films are still the ones that a report was signed on.

        PatientMismatch if its UID is kept for a patient with another id or issuer, or, where neither has an
        id, with another name.
        """
        with self.transaction() as session:
            record = session.get(StudyRecord, study.study_uid)
            now = self._clock()
            if record is not None and are_others(record, study.patient):
                raise self._another_patient()
            kept = record or StudyRecord(study_uid=study.study_uid, first_opened=now)
            describe(kept, study, paths, now)
            films = _films_detail(study)
            if record is None:
                session.add(kept)
                self._note(session, now, Event.STUDY_ADDED, study.study_uid, films)
            elif films and films != self._films_noted(session, study.study_uid):
                self._note(session, now, Event.STUDY_OPENED, study.study_uid, films)

    def studies(self) -> list[StudyRow]:
        """The worklist, last opened first."""
        has_panel = select(PanelRecord.id).where(PanelRecord.study_uid == StudyRecord.study_uid).exists()
        query = (
            select(StudyRecord, ReviewRecord, has_panel)
            .outerjoin(ReviewRecord, ReviewRecord.study_uid == StudyRecord.study_uid)
            .order_by(StudyRecord.last_opened.desc(), StudyRecord.study_uid)
        )
        with self.transaction() as session:
            return [study_row(study, review, found) for study, review, found in session.execute(query)]

    def keep_panel(self, study_uid: str, panel_json: str, bundle: str = "", bundle_sha256: str = "") -> None:
        """Keep a panel as it is. Earlier ones of the study stay."""
        with self.transaction() as session:
            self._require_study(session, study_uid)
            now = self._clock()
            record = PanelRecord(
                study_uid=study_uid, json=panel_json, bundle=bundle, bundle_sha256=bundle_sha256, created=now
            )
            seal_record(record)
            session.add(record)
            self._note(session, now, Event.PANEL_KEPT, study_uid, {"panel": record.seal})

    def latest_panel(self, study_uid: str) -> str | None:
        """The JSON of the panel that was kept last, None if there is none."""
        query = (
            select(PanelRecord.json).where(PanelRecord.study_uid == study_uid).order_by(PanelRecord.id.desc())
        )
        with self.transaction() as session:
            return session.scalars(query.limit(1)).first()

    def open_review(self, study_uid: str) -> StoredReview:
        """The study's review with its history; an empty one is begun if there is none."""
        with self.transaction() as session:
            self._require_study(session, study_uid)
            now = self._clock()
            record = self._review_of(session, study_uid)
            if record is None:
                record = begun(study_uid, now)
                session.add(record)
                session.flush()
            self._note(session, now, Event.STUDY_OPENED, study_uid)
            return self._stored(session, record)

    def log(self, study_uid: str) -> tuple[Entry, ...]:
        """Every entry of the study's review, oldest first; `app.review.versions` makes versions of them."""
        with self.transaction() as session:
            record = self._review_of(session, study_uid)
            return (
                () if record is None else self._entries(session, record, unread(study_uid), record.version)[0]
            )

    def append(self, review_id: int, entries: Sequence[Entry], expected_version: int) -> StoredReview:
        """Keep entries and the review that they make, in one transaction.

        `expected_version` is the version of the review for which the first entry was made. StaleReview, with
        both reviews, if the store has another by now; ReviewError if the entries do not follow the log.
        """
        with self._lock:
            with self.transaction() as session:
                record = session.get(ReviewRecord, review_id, with_for_update=True)
                if record is None:
                    raise UnknownStudy(
                        "There is no such review.", where=self.place, todo="Open the study again."
                    )
                if record.version != expected_version:
                    raise self._stale(session, record, entries, expected_version)
                history = self._stored(session, record).history.following(entries)
                rows = list(operation_records(record, entries))
                session.add_all(rows)
                now = self._clock()
                known = KnownLog(history, rows[-1].hash if rows else record.head)
                keep(record, known, now)
                self._note_entries(session, now, record.study_uid, entries, rows)
                stored = StoredReview(record.id, history, record.saved)
            self._known = {review_id: known}
            return stored

    def note(
        self, event: Event, study_uid: str = "", detail: Detail = NOTHING, user: str | None = None
    ) -> None:
        """Record that something happened: an export, a query, a log-in. No patient's name in `detail`."""
        with self.transaction() as session:
            note(session, self._clock(), self._user if user is None else user, event, study_uid, detail)

    def begin_audit(self, event: Event, detail: Detail = NOTHING) -> None:
        """Begin a new chain of the audit, which takes note of all that is there: after a backup came back."""
        with self.transaction() as session:
            begin_chain(session, self._clock(), self._user, event, detail)

    def audit(self, limit: int | None = 1000, study_uid: str = "") -> list[AuditRow]:
        """What happened, newest first; of one study only if it is named; all of it without a limit."""
        query = select(AuditRecord).order_by(AuditRecord.time.desc(), AuditRecord.id.desc()).limit(limit)
        if study_uid:
            query = query.where(AuditRecord.study_uid == study_uid)
        with self.transaction() as session:
            return [audit_row(record) for record in session.scalars(query)]

    def origin_of(self, study_uid: str) -> str:
        """The archive that a study was last retrieved from, as the audit has it; "" if from none.

        A retrieval that brought nothing does not count.
        """
        query = (
            select(AuditRecord)
            .where(AuditRecord.study_uid == study_uid, AuditRecord.event == Event.RECEIVED.word)
            .order_by(AuditRecord.time.desc(), AuditRecord.id.desc())
        )
        with self.transaction() as session:
            rows = (audit_row(record).detail for record in session.scalars(query))
            return next((str(detail.get("archive", "")) for detail in rows if detail.get("files")), "")

    def _review_of(self, session: Session, study_uid: str) -> ReviewRecord | None:
        return session.scalars(select(ReviewRecord).where(ReviewRecord.study_uid == study_uid)).first()

    def _stored(self, session: Session, record: ReviewRecord) -> StoredReview:
        """The review with its history: what is known of it here, and the entries that came since."""
        known = self._known.get(record.id)
        if known is None or not leads_to(known, record):
            known = unread(record.study_uid)
        known = self._read_on(session, record, known, record.version)
        if not is_snapshot(record, known):
            raise self._damaged()
        self._known = {record.id: known}
        return StoredReview(record.id, known.history, record.saved)

    def _read_on(self, session: Session, record: ReviewRecord, known: KnownLog, version: int) -> KnownLog:
        """The log up to a version, from what is known of it."""
        entries, head = self._entries(session, record, known, version)
        try:
            return KnownLog(known.history.following(entries), head)
        except (ReviewError, ValueError) as error:
            raise self._damaged() from error

    def _entries(
        self, session: Session, record: ReviewRecord, known: KnownLog, version: int
    ) -> tuple[tuple[Entry, ...], str]:
        """The entries after what is known, up to a version, and the last hash; StoreDamaged if altered."""
        log, head, entries = OperationRecord, known.head, []
        query = (
            select(log.seq, log.kind, log.json, log.role, log.time, log.author, log.hash)
            .where(log.review_id == record.id, log.seq > known.history.present.version, log.seq <= version)
            .order_by(log.seq)
        )
        try:
            for row in session.execute(query):
                head = chained("operations", head, row._asdict())
                if head != row.hash:
                    raise self._damaged()
                entries.append(entry_of(row.kind, row.json, row.role, row.time, row.author))
        except (ReviewError, ValueError) as error:
            raise self._damaged() from error
        return tuple(entries), head

    def _films_noted(self, session: Session, study_uid: str) -> Detail:
        """What the audit last said of a study's films."""
        query = (
            select(AuditRecord.detail)
            .where(AuditRecord.study_uid == study_uid, AuditRecord.detail.contains('"films"'))
            .order_by(AuditRecord.time.desc(), AuditRecord.id.desc())
            .limit(1)
        )
        found = session.scalars(query).first()
        return {} if found is None else {"films": json.loads(found)["films"]}

    def _note(
        self, session: Session, now: datetime, event: Event, study_uid: str, detail: Detail = NOTHING
    ) -> None:
        note(session, now, self._user, event, study_uid, detail)

    def _note_entries(
        self,
        session: Session,
        now: datetime,
        study_uid: str,
        entries: Sequence[Entry],
        rows: Sequence[OperationRecord],
    ) -> None:
        """One row of the audit for each run of entries of one sort, with the version that it led to."""
        pairs = zip(entries, rows, strict=True)
        for event, run in groupby(pairs, key=lambda pair: event_of(pair[0].operation)):
            entry, row = list(run)[-1]
            note(session, now, entry.author, event, study_uid, {"version": row.seq, "head": row.hash})

    def _stale(
        self, session: Session, record: ReviewRecord, entries: Sequence[Entry], expected_version: int
    ) -> StoreError:
        if expected_version > record.version:
            return StoreDamaged(
                "The database is older than the open review; was a backup put in its place?",
                where=self.place,
                todo="Copy your text from the window, then open the study again.",
            )
        known = self._known.get(record.id)
        if known is None or known.history.present.version > expected_version:
            known = unread(record.study_uid)
        mine = self._read_on(session, record, known, expected_version).history.following(entries).present
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
            "A review's log does not fit its text or its hashes; somebody altered the database.",
            where=self.place,
            todo="Put a backup in the file's place; python -m app.store verify says what was altered.",
        )

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """All of what is done in it is kept, or none; for what the methods above do not do."""
        with self._lock, self._explaining(), Session(self._engine) as session, session.begin():
            yield session

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except (DBAPIError, sqlite3.Error) as error:
            raise explained(error, self.place) from error


def _films_detail(study: Study) -> Detail:
    """The films as the audit keeps them; nothing where they came from no files."""
    digests = [film.digest for film in study.radiographs if film.digest]
    return {"films": films_seal(digests)} if digests else {}


def _make_place(file: Path | None) -> None:
    """The file and what SQLite keeps beside it, for this user alone; its folder too, if that is new."""
    if file is None:
        return
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in (file, *(file.with_name(f"{file.name}{ending}") for ending in SIDE_ENDINGS)):
            tighten(path)
        if not file.exists() and os.access(file.parent, os.W_OK):
            make_file(file)
    except OSError as error:
        raise StoreUnreachable(
            f"The folder cannot be made ({error.strerror}).",
            where=str(file.parent),
            todo="Choose another with --data.",
        ) from error

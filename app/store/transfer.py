"""Taking everything to another machine: out into an archive, and from one into a database.

An import adds and never overwrites. A log that is here already is gone on with if it is the beginning of the
one that arrives; where logs, patients or audits differ, what is here stays and the conflict is named. All of
an archive is checked, chain by chain and operation by operation, and taken in one transaction or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.review.errors import ReviewError
from app.store.archive import Archive, Row, malformed, open_archive, write_archive
from app.store.auditing import note
from app.store.copies import explaining, require_free
from app.store.database import read_only, settle
from app.store.errors import ArchiveMalformed, StoreDamaged
from app.store.events import Event
from app.store.records import KnownLog, are_others, entry_of, is_snapshot, keep, unread
from app.store.store import Store
from app.store.tables import (
    AuditChainRecord,
    AuditRecord,
    OperationRecord,
    PanelRecord,
    ReviewRecord,
    StudyRecord,
)
from app.store.verification import Finding, verify
from engine.sealing import audit_start, chained, review_start, seal
from engine.study import Patient, PersonName


@dataclass(frozen=True, slots=True)
class Imported:
    """What came in (rows by table) and what did not, with the reason."""

    added: Mapping[str, int]
    conflicts: tuple[Finding, ...]


def export_archive(store: Store, file: Path) -> None:
    """Everything but pixels as one file; patients' names are in it.

    FileInTheWay if the file is there; StoreDamaged if anything in the database was altered: what travels
    should be whole.
    """
    require_free(file)
    found = verify(store.url)
    if found.findings:
        raise StoreDamaged(
            f"The database was altered and was not exported ({found.findings[0]}).",
            where=store.place,
            todo="Run python -m app.store verify, and put a backup in its place.",
        )
    partial = file.with_name(f"{file.name}.partial")
    with explaining(str(file)):
        try:
            partial.unlink(missing_ok=True)
            partial.touch(mode=0o600)
            with read_only(store.url) as connection:
                write_archive(connection, partial)
            settle(partial, file)
        finally:
            partial.unlink(missing_ok=True)
    store.note(Event.EXPORTED, detail={"kind": "archive", "head": found.head})


def import_archive(store: Store, file: Path) -> Imported:
    """Take over what an archive has; ArchiveMalformed if it was altered, and then nothing of it."""
    with explaining(str(file)), open_archive(file) as archive, store.transaction() as session:
        work = _Import(session, archive, str(file), store.now(), store.user)
        try:
            return work.all()
        except (ReviewError, ValueError, TypeError) as error:
            raise malformed(str(file), "a row cannot be read") from error


class _Import:
    """One archive going into one database."""

    def __init__(self, session: Session, archive: Archive, place: str, now: datetime, user: str) -> None:
        self._session = session
        self._archive = archive
        self._place = place
        self._now = now
        self._user = user
        self._refused: set[str] = set()
        self._conflicts: list[Finding] = []
        self._added = dict.fromkeys(("studies", "reviews", "operations", "panels", "audit"), 0)

    def all(self) -> Imported:
        """Everything, in the order in which one row needs the other."""
        self._studies()
        self._reviews()
        self._panels()
        chains = {row["origin"]: row for row in self._archive.rows("audit_chains")}
        self._audit(chains)
        active = [origin for origin, row in chains.items() if row["active"]]
        if len(active) != 1:
            raise self._malformed("it has no active audit chain")
        summary = {"kind": "archive", "origin": active[0], "conflicts": len(self._conflicts)}
        self._note("", {**summary, **self._added})
        return Imported(self._added, tuple(self._conflicts))

    def _studies(self) -> None:
        for row in self._archive.rows("studies"):
            self._require(seal("studies", row) == row["seal"], f"study {row['study_uid']}")
            record = self._session.get(StudyRecord, row["study_uid"])
            if record is None:
                self._session.add(StudyRecord(**row))
                self._added["studies"] += 1
                self._note(row["study_uid"], {})
            elif are_others(record, _patient(row)):
                self._refused.add(row["study_uid"])
                self._conflict(f"study {row['study_uid']}", "is kept here for another patient")

    def _reviews(self) -> None:
        reviews = {row["study_uid"]: row for row in self._archive.rows("reviews")}
        logs = groupby(self._archive.rows("operations"), key=lambda row: str(row["study_uid"]))
        for study_uid, log in logs:
            review = reviews.pop(study_uid, None)  # None as well if the log comes in two parts
            self._require(review is not None, f"the log of study {study_uid}")
            assert review is not None
            self._review(review, list(log))
        for review in reviews.values():
            self._review(review, [])

    def _review(self, row: Row, log: list[Row]) -> None:
        study_uid = str(row["study_uid"])
        known = self._replayed(study_uid, log)
        record = ReviewRecord(**row)
        whole = is_snapshot(record, known) and seal("reviews", row) == row["seal"]
        self._require(whole, f"the review of study {study_uid}")
        self._require(self._session.get(StudyRecord, study_uid) is not None, f"study {study_uid}")
        if study_uid in self._refused:
            return
        query = select(ReviewRecord).where(ReviewRecord.study_uid == study_uid).with_for_update()
        here = self._session.scalars(query).first()
        if here is None:
            self._session.add(record)
            self._session.flush()
            self._added["reviews"] += 1
            self._add_operations(record.id, log)
        elif not self._agree(here, study_uid, log):
            self._conflict(f"review of study {study_uid}", "went on differently here and there")
            return
        elif here.version < len(log):
            self._add_operations(here.id, log[here.version :])
            keep(here, known, row["saved"])
        else:
            return
        self._note(study_uid, {"version": len(log), "head": known.head})

    def _replayed(self, study_uid: str, log: Iterable[Row]) -> KnownLog:
        """What the log amounts to; ArchiveMalformed if a hash is wrong, ReviewError if it does not fit."""
        history, head = unread(study_uid).history, review_start(study_uid)
        for number, row in enumerate(log, start=1):
            head = chained("operations", head, row)
            whole = (row["seq"], row["hash"]) == (number, head)
            self._require(whole, f"change {number} of study {study_uid}")
            history = history.after(
                entry_of(row["kind"], row["json"], row["role"], row["time"], row["author"])
            )
        return KnownLog(history, head)

    def _agree(self, here: ReviewRecord, study_uid: str, log: list[Row]) -> bool:
        """Whether one of two logs is the beginning of the other."""
        heads = [review_start(study_uid), *(str(row["hash"]) for row in log)]
        if here.version < len(heads):
            return heads[here.version] == here.head
        query = select(OperationRecord.hash).where(
            OperationRecord.review_id == here.id, OperationRecord.seq == len(log)
        )
        return not log or self._session.scalars(query).first() == heads[-1]

    def _add_operations(self, review_id: int, log: list[Row]) -> None:
        for row in log:
            fields = {name: value for name, value in row.items() if name != "study_uid"}
            self._session.add(OperationRecord(review_id=review_id, **fields))
        self._added["operations"] += len(log)

    def _panels(self) -> None:
        for row in self._archive.rows("panels"):
            study_uid = row["study_uid"]
            self._require(seal("panels", row) == row["seal"], f"a panel of study {study_uid}")
            self._require(self._session.get(StudyRecord, study_uid) is not None, f"study {study_uid}")
            query = select(PanelRecord.id).where(
                PanelRecord.study_uid == study_uid, PanelRecord.seal == row["seal"]
            )
            if study_uid in self._refused or self._session.scalars(query).first() is not None:
                continue
            self._session.add(PanelRecord(**row))
            self._added["panels"] += 1
            self._note(study_uid, {"panel": row["seal"]})

    def _audit(self, chains: Mapping[str, Row]) -> None:
        seen = set()
        for origin, rows in groupby(self._archive.rows("audit"), key=lambda row: str(row["origin"])):
            self._require(origin in chains and origin not in seen, f"audit chain {origin[:8]}")
            seen.add(origin)
            self._chain(chains[origin], rows)
        self._require(seen == chains.keys(), "the audit")

    def _chain(self, chain: Row, rows: Iterable[Row]) -> None:
        origin = str(chain["origin"])
        here = self._session.get(AuditChainRecord, origin)
        if here is None:
            here = AuditChainRecord(origin=origin, count=0, head=audit_start(origin), active=False)
            self._session.add(here)
            self._session.flush()
        count, last, agrees = here.count, here.head, True
        head = audit_start(origin)
        for number, row in enumerate(rows, start=1):
            head = chained("audit", head, row)
            whole = (row["seq"], row["hash"]) == (number, head)
            self._require(whole, f"row {number} of audit chain {origin[:8]}")
            if number == count:
                agrees = head == last
            elif number > count and agrees and not here.active:
                self._session.add(AuditRecord(**row))
                self._added["audit"] += 1
                here.count, here.head = number, head
        self._require((chain["count"], chain["head"]) == (number, head), f"audit chain {origin[:8]}")
        self._judge_chain(here, agrees and self._has(origin, number, head), here.active and number > count)

    def _judge_chain(self, here: AuditChainRecord, agrees: bool, is_older_here: bool) -> None:
        where = f"audit chain {here.origin[:8]}"
        if is_older_here:
            self._conflict(
                where, "is this database's own and is longer there: an older copy was put in place"
            )
        elif not agrees:
            self._conflict(where, "went on differently here and there")

    def _has(self, origin: str, number: int, head: str) -> bool:
        self._session.flush()
        query = select(AuditRecord.hash).where(AuditRecord.origin == origin, AuditRecord.seq == number)
        return self._session.scalars(query).first() == head

    def _note(self, study_uid: str, detail: Mapping[str, str | int]) -> None:
        note(self._session, self._now, self._user, Event.IMPORTED, study_uid, detail)

    def _conflict(self, where: str, what: str) -> None:
        self._conflicts.append(Finding(where, what))

    def _require(self, holds: bool, what: str) -> None:
        if not holds:
            raise self._malformed(f"{what} was altered or is missing")

    def _malformed(self, detail: str) -> ArchiveMalformed:
        return malformed(self._place, detail)


def _patient(row: Row) -> Patient:
    name = PersonName(row["name_alphabetic"], row["name_ideographic"], row["name_phonetic"])
    return Patient(name, row["patient_id"], row["issuer"], row["birth_date"], row["sex"])

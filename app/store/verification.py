"""Proving that nothing in a database was altered or lost, or naming the row where it was.

Read-only and in one look: a desk may go on writing meanwhile. Nothing is believed: every hash is computed
again from the row itself, every log is replayed, and what the audit tells is looked for. There is no secret
key, so whoever can write the file can also compute every hash anew; that is noticed only by the head of the
audit that was kept elsewhere (resources/docs/review-log.md).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError

from app.review.encoding import marks_to_json
from app.review.errors import ReviewError
from app.review.review import Review
from app.store.database import explained, place_of, read_only, require_present_schema
from app.store.events import Event
from app.store.guards import GUARDS
from app.store.records import entry_of, unread
from engine.sealing import audit_start, chained, review_start, seal, stored_time

Row = Mapping[str, Any]

TELL_OF_STUDIES = frozenset(
    one.word
    for one in (Event.STUDY_ADDED, Event.STUDY_OPENED, Event.PANEL_KEPT, Event.ADOPTED, Event.IMPORTED)
)
"""Events that only a study that is kept can have. Exports and queries may name others."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was altered or lost: which row, and what is wrong with it."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found; `head` is the last hash of the active audit chain, worth keeping elsewhere."""

    findings: tuple[Finding, ...]
    counts: Mapping[str, int]
    head: str


def verify(url: URL, head: str = "") -> Verification:
    """Look at everything. `head` is one that an earlier verification gave: it must still be there.

    Raises StoreError if the database cannot be read, is not ours, or has another schema than this version's.
    """
    place = place_of(url)
    try:
        with read_only(url) as connection:
            require_present_schema(connection, url)
            return _Look(connection).all(head)
    except (DBAPIError, sqlite3.Error) as error:
        raise explained(error, place) from error


@dataclass(slots=True)
class _Told:
    """What the active audit chain tells of a study: the audit row for each version with its head."""

    versions: dict[int, tuple[str, int]] = field(default_factory=dict)
    panels: dict[str, int] = field(default_factory=dict)
    first: int = 0


class _Look:
    """One look at a database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._told: dict[str, _Told] = {}
        self._active = ""
        self._head = ""

    def all(self, kept_head: str) -> Verification:
        """Everything, in the order in which one thing needs the other."""
        findings = (
            *self._file(),
            *self._audit(kept_head),
            *self._studies(),
            *self._reviews(),
            *self._orphans(),
            *self._panels(),
        )
        tables = ("studies", "reviews", "operations", "panels", "audit")
        counts = {table: int(self._scalar(f"SELECT count(*) FROM {table}")) for table in tables}
        return Verification(findings, counts, self._head)

    def _file(self) -> Iterator[Finding]:
        if self._connection.dialect.name != "sqlite":
            return
        for (line,) in self._connection.exec_driver_sql("PRAGMA integrity_check").all():
            if line != "ok":
                yield Finding("database file", str(line))
        for row in self._connection.exec_driver_sql("PRAGMA foreign_key_check").all():
            yield Finding(f"{row[0]} row {row[1]}", f"belongs to a row of {row[2]} that is missing")
        found = self._connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = {str(name): sql for name, sql in found.all()}
        for name, body in GUARDS.items():
            if triggers.get(name) != f"CREATE TRIGGER {name} {body}":
                yield Finding(
                    "database schema", f"the trigger {name}, which guards a table, is not there as it was"
                )

    # The audit

    def _audit(self, kept_head: str) -> Iterator[Finding]:
        seen_head = not kept_head
        chains = list(self._rows("SELECT * FROM audit_chains ORDER BY origin"))
        active = [row for row in chains if row["active"]]
        if len(active) != 1:
            yield Finding("audit_chains", f"{len(active)} chains are active instead of one")
        for chain in chains:
            here = bool(chain["active"])
            origin = str(chain["origin"])
            if chain["active"] not in (0, 1):
                yield Finding(f"audit chain {origin[:8]}", "was altered")
            previous, count = audit_start(origin), 0
            for row in self._rows("SELECT * FROM audit WHERE origin = :of ORDER BY seq", of=origin):
                count += 1
                where = f"audit row {row['id']} (chain {origin[:8]}, number {row['seq']})"
                yield from _gap(where, count, row["seq"])
                count = row["seq"]
                yield from _link(where, "audit", previous, row)
                previous = str(row["hash"])
                seen_head = seen_head or previous == kept_head
                if here:
                    yield from self._listen(where, row)
            if (chain["count"], chain["head"]) != (count, previous):
                yield Finding(
                    f"audit chain {origin[:8]}", f"has {count} rows, but {chain['count']} were written"
                )
            if here:
                self._active, self._head = origin, previous
        known = {str(chain["origin"]) for chain in chains}
        for (origin,) in self._connection.execute(text("SELECT DISTINCT origin FROM audit")).all():
            if origin not in known:
                yield Finding(f"audit chain {str(origin)[:8]}", "is not among the chains")
        if not seen_head:
            yield Finding(
                "audit", "the head that was kept is not in it: rows were lost or written anew since"
            )

    def _listen(self, where: str, row: Row) -> Iterator[Finding]:
        """Remember what the audit tells, to look for it."""
        try:
            detail = json.loads(row["detail"])
            told = self._told.setdefault(row["study_uid"], _Told()) if row["study_uid"] else _Told()
            if row["event"] in TELL_OF_STUDIES or "version" in detail:
                told.first = told.first or row["id"]
            if "version" in detail:
                told.versions[detail["version"]] = (detail["head"], row["id"])
            if "panel" in detail:
                told.panels[detail["panel"]] = row["id"]
        except (ValueError, TypeError, KeyError):
            yield Finding(where, "cannot be read")

    # What it tells of

    def _studies(self) -> Iterator[Finding]:
        kept = set()
        for row in self._rows("SELECT * FROM studies ORDER BY study_uid"):
            kept.add(row["study_uid"])
            yield from _sealed(f"studies row {row['study_uid']}", "studies", row)
        for study_uid, told in self._told.items():
            if told.first and study_uid not in kept:
                yield Finding(f"studies row {study_uid}", f"is missing; audit row {told.first} tells of it")

    def _reviews(self) -> Iterator[Finding]:
        kept = set()
        for row in self._rows("SELECT * FROM reviews ORDER BY id"):
            study_uid = str(row["study_uid"])
            kept.add(study_uid)
            yield from _sealed(f"reviews row {row['id']} (study {study_uid})", "reviews", row)
            yield from self._log(row, self._told.get(study_uid, _Told()))
        for study_uid, told in self._told.items():
            if told.versions and study_uid not in kept:
                number = min(number for _, number in told.versions.values())
                yield Finding(f"review of study {study_uid}", f"is missing; audit row {number} tells of it")

    def _log(self, review: Row, told: _Told) -> Iterator[Finding]:
        """One review's operations: each by itself, each after the other, and against text and audit."""
        study_uid, head, version = str(review["study_uid"]), review_start(str(review["study_uid"])), 0
        present: Review | None = Review(study_uid)
        history = unread(study_uid).history
        heads = {0: head}
        query = "SELECT * FROM operations WHERE review_id = :of ORDER BY seq"
        for row in self._rows(query, of=review["id"]):
            where = f"operations row {row['id']} (study {study_uid}, change {row['seq']})"
            yield from _gap(where, version + 1, row["seq"])
            yield from _link(where, "operations", head, row)
            version, head = row["seq"], str(row["hash"])
            if version in told.versions:
                heads[version] = head
            if present is not None:
                try:
                    history = history.after(_entry(row))
                    present = history.present
                except (ReviewError, ValueError, TypeError):
                    present = None
                    yield Finding(where, "does not follow from the changes before it")
        yield from _snapshot(review, present, version, head)
        yield from _as_told(study_uid, told, heads, version)

    def _orphans(self) -> Iterator[Finding]:
        query = "SELECT id, review_id FROM operations WHERE review_id NOT IN (SELECT id FROM reviews)"
        for row in self._rows(query):
            yield Finding(
                f"operations row {row['id']}", f"belongs to review {row['review_id']}, which is missing"
            )

    def _panels(self) -> Iterator[Finding]:
        kept: dict[str, set[str]] = {}
        for row in self._rows("SELECT * FROM panels ORDER BY id"):
            where = f"panels row {row['id']} (study {row['study_uid']})"
            kept.setdefault(row["study_uid"], set()).add(row["seal"])
            yield from _sealed(where, "panels", row)
            if row["seal"] not in self._told.get(row["study_uid"], _Told()).panels:
                yield Finding(where, "is not what the audit tells of")
        for study_uid, told in self._told.items():
            for panel, number in told.panels.items():
                if panel not in kept.get(study_uid, set()):
                    yield Finding(
                        f"a panel of study {study_uid}", f"is missing; audit row {number} tells of it"
                    )

    def _rows(self, query: str, **values: object) -> Iterator[Row]:
        for row in self._connection.execute(text(query), values).mappings():
            yield dict(row)

    def _scalar(self, query: str) -> Any:
        return self._connection.execute(text(query)).scalar_one()


def _entry(row: Row) -> Any:
    return entry_of(row["kind"], row["json"], row["role"], stored_time(row["time"]), row["author"])


def _gap(where: str, expected: int, found: int) -> Iterator[Finding]:
    if found != expected:
        missing = str(expected) if found == expected + 1 else f"{expected} to {found - 1}"
        yield Finding(where, f"number {missing} before it is missing")


def _link(where: str, table: str, previous: str, row: Row) -> Iterator[Finding]:
    try:
        fits = chained(table, previous, row) == row["hash"]
    except (ValueError, TypeError):
        fits = False
    if not fits:
        yield Finding(where, "was altered, or is not the one that was written after the row before it")


def _sealed(where: str, table: str, row: Row) -> Iterator[Finding]:
    try:
        fits = seal(table, row) == row["seal"]
    except (ValueError, TypeError):
        fits = False
    if not fits:
        yield Finding(where, "was altered")


def _snapshot(row: Row, present: Review | None, version: int, head: str) -> Iterator[Finding]:
    where = f"reviews row {row['id']} (study {row['study_uid']})"
    if row["version"] != version:
        yield Finding(where, f"has {row['version']} changes, but its log has {version}")
    elif row["head"] != head:
        yield Finding(where, "does not end where its log does")
    elif present is not None and (row["text"], row["marks"], row["status"]) != (
        present.text,
        marks_to_json(present.marks),
        present.status.value,
    ):
        yield Finding(where, "is not what its log amounts to")


def _as_told(study_uid: str, told: _Told, heads: Mapping[int, str], version: int) -> Iterator[Finding]:
    for number, (head, audit_id) in told.versions.items():
        where = f"change {number} of study {study_uid}"
        if number not in heads:
            yield Finding(where, f"is missing; audit row {audit_id} tells of it")
        elif heads[number] != head:
            yield Finding(where, f"is not the one that audit row {audit_id} tells of")
    last = max(told.versions, default=0)
    if version > last:
        yield Finding(f"change {last + 1} of study {study_uid}", "is not in the audit")

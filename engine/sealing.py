"""What the hashes of stored rows are made over: the canonical form and the chain, as values. No database.

A row of a log (a review's operations, the audit) is hashed together with the hash of the row before it, so
that none can be altered, left out, put in or moved without every later hash becoming wrong. A row that is
no part of a log has a seal: the hash of itself alone. resources/docs/review-log.md is the description for
those who check from outside; the forms there and here never change, a new one would get a new name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from engine.canonical import moment, sha256_of

ROW_FORMAT = "consilium-row-1"
CHAIN_FORMAT = "consilium-chain-1"
FILMS_FORMAT = "consilium-films-1"

Content = Mapping[str, object]
"""A row's columns by name: texts, whole numbers, times, None."""

OPERATION_FIELDS = ("seq", "kind", "role", "json", "author", "time")
AUDIT_FIELDS = ("seq", "time", "user", "event", "code", "action", "study_uid", "detail")
STUDY_FIELDS = (
    "study_uid",
    "name_alphabetic",
    "name_ideographic",
    "name_phonetic",
    "patient_id",
    "issuer",
    "birth_date",
    "sex",
    "study_date",
    "study_time",
    "accession_number",
    "description",
    "paths",
    "first_opened",
    "last_opened",
)
PANEL_FIELDS = ("study_uid", "json", "bundle", "bundle_sha256", "created")
REVIEW_FIELDS = ("study_uid", "text", "marks", "status", "version", "created", "saved", "head")

LOG_FIELDS = {"operations": OPERATION_FIELDS, "audit": AUDIT_FIELDS}
SEALED_FIELDS = {"studies": STUDY_FIELDS, "panels": PANEL_FIELDS, "reviews": REVIEW_FIELDS}
TIMES = frozenset({"time", "first_opened", "last_opened", "created", "saved"})


def review_start(study_uid: str) -> str:
    """What stands in the place of a previous hash before a review's first operation."""
    return sha256_of({"format": CHAIN_FORMAT, "log": "operations", "of": study_uid})


def audit_start(origin: str) -> str:
    """What stands in the place of a previous hash before the first row of an audit chain."""
    return sha256_of({"format": CHAIN_FORMAT, "log": "audit", "of": origin})


def chained(table: str, previous: str, row: Content) -> str:
    """The hash of a log's row. ValueError or TypeError if a time is none."""
    return _hashed(table, previous, row, LOG_FIELDS[table])


def seal(table: str, row: Content) -> str:
    """The hash of a row that stands alone; errors as for `chained`."""
    return _hashed(table, "", row, SEALED_FIELDS[table])


def films_seal(digests: Iterable[str]) -> str:
    """What the audit keeps of a study's films: a hash over their files' SHA-256 sums, in whatever order."""
    return sha256_of({"format": FILMS_FORMAT, "films": sorted(digests)})


def stored_time(value: object) -> datetime:
    """A time as a driver gives it back without SQLAlchemy, or as an archive has it; ValueError if it is none.

    A text must be in the one form in which it was written: another form of the same moment was not ours.
    """
    if isinstance(value, datetime):
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
    time = datetime.fromisoformat(str(value))
    if time.tzinfo is None:
        written, time = time.isoformat(" ", timespec="microseconds"), time.replace(tzinfo=UTC)
    else:
        written = moment(time)
    if written != value:
        raise ValueError("a time is not in the form in which times are written")
    return time


def _hashed(table: str, previous: str, row: Content, fields: tuple[str, ...]) -> str:
    content = {name: _plain(name, row[name]) for name in fields}
    return sha256_of({"format": ROW_FORMAT, "table": table, "previous": previous, "row": content})


def _plain(name: str, value: object) -> object:
    return moment(stored_time(value)) if name in TIMES and value is not None else value

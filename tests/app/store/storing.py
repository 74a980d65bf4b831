"""What the store's tests share: a study, a clock, and a reader who types."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.review.history import Entry, History
from app.review.review import edit
from app.store.database import FILE_NAME
from app.store.guards import GUARDS
from app.store.rows import StoredReview
from app.store.store import Store
from engine.study import Patient, PersonName, Study

NOON = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)
DOE = Patient(PersonName("Doe^Jane"), patient_id="17", issuer="North", birth_date="19600101", sex="F")
STUDY = Study("1.2.3", DOE, "20260312", "1159", "A1", "Chest PA and lateral")


class Clock:
    """A clock that goes on one minute at each look."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


def typed(history: History, text: str, author: str = "R") -> tuple[History, Entry]:
    """Text added at the end of the report."""
    end = len(history.present.text)
    return history.do(edit(history.present, end, end, text), NOON, author, pause=timedelta(seconds=-1))


def with_review(store: Store, study: Study = STUDY) -> StoredReview:
    """The study on the worklist, with its review open."""
    store.remember_study(study, [Path("films/doe")])
    return store.open_review(study.study_uid)


def saved(store: Store, stored: StoredReview, text: str) -> StoredReview:
    """The review with text added at the end, as the store then has it."""
    _, entry = typed(stored.history, text)
    return store.append(stored.review_id, [entry], stored.review.version)


def rows_of(file: Path, query: str) -> list[tuple[object, ...]]:
    """What a query finds in a database file."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def alter(file: Path, *statements: str) -> None:
    """Do as somebody who means it: past the triggers, which are there again afterwards."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        for name in GUARDS:
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        for statement in statements:
            connection.execute(statement)
        for name, body in GUARDS.items():
            connection.execute(f"CREATE TRIGGER {name} {body}")


SCHEMAS = Path(__file__).parent / "schemas"
"""One dump of a small database for each schema that ever landed before the present one."""


def older_database(folder: Path, revision: str) -> Path:
    """The database file of an older Consilium in a folder."""
    folder.mkdir(parents=True)
    file = folder / FILE_NAME
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript((SCHEMAS / f"{revision}.sql").read_text("utf-8"))
    return file

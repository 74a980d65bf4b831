"""What a full disk, a lock, a stranger's file or a newer version says, and that nothing is lost by it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import pytest
from sqlalchemy import Engine, event

from app.store import database
from app.store.database import FILE_NAME, url_of
from app.store.errors import (
    StoreDamaged,
    StoreForeign,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
    StoreUnreachable,
)
from app.store.store import Store
from app.store.verification import verify
from tests.app.store.storing import STUDY, alter, saved, with_review


@contextmanager
def every_connection(pragma: str) -> Iterator[None]:
    """Every connection that is made meanwhile has a real SQLite limit or mode."""

    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(pragma)

    event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(Engine, "connect", limit)


def execute(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with one saved review."""
    store = Store(url_of(tmp_path))
    saved(store, with_review(store), "Kept.")
    store.close()
    return tmp_path / FILE_NAME


def kept(folder: Path) -> str:
    store = Store(url_of(folder))
    text = store.open_review("1.2.3").review.text
    store.close()
    return text


def test_a_full_disk_is_said_and_leaves_the_last_saved_text(file: Path) -> None:
    with every_connection("PRAGMA max_page_count = 30"):
        store = Store(url_of(file.parent))
        stored = store.open_review("1.2.3")
        with pytest.raises(StoreFull, match="Free some space") as caught:
            saved(store, stored, "Patient words. " * 20_000)
        assert "Patient" not in repr(caught.value) + repr(caught.value.__cause__)
        assert store.open_review("1.2.3") == stored
        assert saved(store, stored, " And more.").review.text == "Kept. And more."
        store.close()
    assert kept(file.parent) == "Kept. And more."


def test_a_database_that_cannot_be_written_says_so(file: Path) -> None:
    with every_connection("PRAGMA query_only = ON"), pytest.raises(StoreReadOnly, match="cannot be written"):
        Store(url_of(file.parent))
    assert kept(file.parent) == "Kept."


def test_a_lock_by_another_program_is_said_after_a_while(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    store = Store(url_of(file.parent))
    stored = store.open_review("1.2.3")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreLocked, match="Another program"):
            saved(store, stored, " More.")
        other.execute("ROLLBACK")
    assert saved(store, stored, " More.").review.text == "Kept. More."
    store.close()


def no_database(file: Path) -> None:
    file.write_bytes(b"This is a letter, not a database. " * 100)


def damaged_pages(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    file.write_bytes(content)


@pytest.mark.parametrize("spoil", [no_database, damaged_pages])
def test_a_spoilt_file_is_named_and_not_touched(file: Path, spoil: Callable[[Path], None]) -> None:
    spoil(file)
    before = file.read_bytes()
    with pytest.raises(StoreDamaged) as caught:
        kept(file.parent)
    assert str(file) in str(caught.value)
    assert "backup" in str(caught.value)
    assert file.read_bytes() == before


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreUnreachable, match="cannot be made"):
        Store(url_of(tmp_path / "file" / "data"))


def test_a_database_that_is_a_folder_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(StoreUnreachable, match="cannot be opened"):
        Store(url_of(tmp_path))


def test_another_programs_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    execute(file, "CREATE TABLE films (id INTEGER)")
    before = file.read_bytes()
    with pytest.raises(StoreForeign, match="left as it is"):
        Store(url_of(tmp_path))
    assert file.read_bytes() == before


def test_a_newer_schema_is_refused_unread(file: Path) -> None:
    execute(file, "PRAGMA journal_mode = DELETE", "UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(StoreNewer, match="Update Consilium"):
        Store(url_of(file.parent))
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM operations",
        "UPDATE reviews SET text = 'Something else.'",
        "UPDATE reviews SET marks = '[{}]'",
        "UPDATE reviews SET status = 'signed'",
        "UPDATE operations SET json = '{}'",
        "UPDATE operations SET role = 'undo'",
        "UPDATE operations SET kind = 'sign'",
        "UPDATE operations SET author = 'Somebody else'",
        "UPDATE operations SET time = '2020-01-01 00:00:00.000000'",
        "UPDATE operations SET hash = 'ab'",
        "UPDATE reviews SET head = 'ab'",
    ],
)
def test_a_log_that_does_not_lead_to_its_text_is_said(file: Path, damage: str) -> None:
    alter(file, damage)
    with pytest.raises(StoreDamaged, match="does not fit"):
        kept(file.parent)


@pytest.mark.parametrize(
    "address", ["://", "postgresql://reader:secret@host:port/x", "nosuch://reader:secret@host/x"]
)
def test_an_address_that_leads_nowhere_is_said_without_its_password(address: str) -> None:
    with pytest.raises(StoreUnreachable, match="Give a folder") as caught:
        Store(url_of(address))
    assert "secret" not in str(caught.value)


def test_an_older_copy_put_in_place_meanwhile_is_noticed(file: Path) -> None:
    store = Store(url_of(file.parent))
    stored = saved(store, store.open_review("1.2.3"), " More.")
    older = "version = 1, text = 'Kept.', head = (SELECT hash FROM operations WHERE seq = 1)"
    alter(file, "DELETE FROM operations WHERE seq = 2", f"UPDATE reviews SET {older}")
    with pytest.raises(StoreDamaged, match="older"):
        saved(store, stored, "Mine.")
    assert store.open_review("1.2.3").review.text == "Kept."
    store.close()


def test_after_a_failure_at_any_statement_the_change_is_there_as_a_whole_or_not_at_all(file: Path) -> None:
    for step in range(1, 50):
        with failing_at(step) as failed:
            done = tried(file.parent)
        assert store_text(file) == ("Kept. More." if done else "Kept.")
        assert verify(url_of(file.parent)).findings == ()
        if done:
            break
    assert not failed
    assert step > 10  # the schema's look, begin, read, insert, update, commit: each failed once


def tried(folder: Path) -> bool:
    try:
        store = Store(url_of(folder))
    except StoreUnreachable:
        return False
    try:
        saved(store, store.open_review("1.2.3"), " More.")
    except StoreUnreachable:
        return False
    finally:
        store.close()
    return True


def test_a_review_that_could_not_be_begun_leaves_nothing_to_the_next_study(file: Path) -> None:
    store = Store(url_of(file.parent))
    one, other = replace(STUDY, study_uid="4.5.6"), replace(STUDY, study_uid="7.8.9")
    store.remember_study(one, [])
    store.remember_study(other, [])
    with no_commit(), pytest.raises(StoreUnreachable):
        store.open_review(one.study_uid)
    assert store.open_review(other.study_uid).review.study_uid == other.study_uid
    store.close()


@contextmanager
def no_commit() -> Iterator[None]:
    """The disk fails whenever a transaction is to be kept."""

    def fail(_: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorname = "SQLITE_IOERR_WRITE"
        raise error

    event.listen(Engine, "commit", fail)
    try:
        yield
    finally:
        event.remove(Engine, "commit", fail)


@contextmanager
def failing_at(step: int) -> Iterator[list[int]]:
    """The disk fails at the step-th statement or commit; the list tells whether it came to that."""
    failed: list[int] = []
    count = 0

    def look() -> None:
        nonlocal count
        count += 1
        if count == step:
            failed.append(step)
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_WRITE"
            raise error

    class FailingCursor(sqlite3.Cursor):
        def execute(self, sql: str, parameters: Any = (), /) -> Self:
            look()
            return super().execute(sql, parameters)

    class FailingConnection(sqlite3.Connection):
        def cursor(self, *_: Any) -> Any:
            return super().cursor(FailingCursor)

        def commit(self) -> None:
            look()
            super().commit()

    def choose(_: object, __: object, ___: object, arguments: dict[str, Any]) -> None:
        arguments["factory"] = FailingConnection

    event.listen(Engine, "do_connect", choose)
    try:
        yield failed
    finally:
        event.remove(Engine, "do_connect", choose)


def store_text(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        (text,) = connection.execute("SELECT text FROM reviews").fetchone()
        (operations,) = connection.execute("SELECT count(*) FROM operations").fetchone()
        (version,) = connection.execute("SELECT version FROM reviews").fetchone()
    assert operations == version
    return str(text)

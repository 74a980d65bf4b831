"""Backups and their way back; no file is ever overwritten or left half written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.store.copies import back_up, restore, url_of_file
from app.store.database import FILE_NAME, url_of
from app.store.errors import (
    FileInTheWay,
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreLocked,
    StoreNewer,
    StoreUnreachable,
)
from app.store.events import Event
from app.store.store import Store
from app.store.verification import verify
from tests.app.store.storing import Clock, alter, older_database, rows_of, saved, with_review


def text_in(folder: Path) -> str:
    store = Store(url_of(folder))
    text = store.open_review("1.2.3").review.text
    store.close()
    return text


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An open database with one saved review."""
    store = Store(url_of(tmp_path / "data"), Clock(), user="Dr. Roe")
    saved(store, with_review(store), "First.")
    yield store
    store.close()


def go_on(store: Store) -> None:
    saved(store, store.open_review("1.2.3"), " Second.")


def test_a_backup_of_an_open_database_is_one_whole_file(store: Store, tmp_path: Path) -> None:
    found = back_up(store, tmp_path / "copy.bak")
    assert (found.findings, found.counts["operations"]) == ((), 1)
    assert rows_of(tmp_path / "copy.bak", "PRAGMA journal_mode") == [("delete",)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.bak", "data"]
    assert (tmp_path / "copy.bak").stat().st_mode & 0o077 == 0
    assert store.audit(limit=1)[0].event == Event.BACKED_UP.word
    assert verify(store.url).findings == ()


def test_a_backup_never_overwrites_a_file(store: Store, tmp_path: Path) -> None:
    (tmp_path / "copy.bak").write_text("mine")
    with pytest.raises(FileInTheWay, match="left as it is"):
        back_up(store, tmp_path / "copy.bak")
    assert (tmp_path / "copy.bak").read_text() == "mine"


def test_a_backup_that_cannot_be_written_leaves_nothing(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreUnreachable, match="Check the folder"):
        back_up(store, tmp_path / "nowhere" / "copy.bak")
    assert not (tmp_path / "nowhere").exists()


def test_a_database_in_memory_has_no_file_to_back_up(tmp_path: Path) -> None:
    store = Store("sqlite://")
    with pytest.raises(StoreError, match="Only a database in a file"):
        back_up(store, tmp_path / "copy.bak")
    store.close()


def test_a_backup_takes_the_place_and_what_was_there_is_moved_aside(store: Store, tmp_path: Path) -> None:
    back_up(store, tmp_path / "copy.bak")
    go_on(store)
    store.close()
    aside = restore(store.url, tmp_path / "copy.bak", Clock(), "Dr. Roe")
    assert aside == tmp_path / "data" / "consilium.sqlite3.replaced-20260312T120100000000.bak"
    assert rows_of(aside, "SELECT text FROM reviews") == [("First. Second.",)]
    assert text_in(tmp_path / "data") == "First."
    assert verify(store.url).findings == ()
    assert verify(url_of_file(aside)).findings == ()


def test_after_a_restore_the_audit_goes_on_in_a_chain_of_its_own(store: Store, tmp_path: Path) -> None:
    back_up(store, tmp_path / "copy.bak")
    store.close()
    restore(store.url, tmp_path / "copy.bak", user="Dr. Roe")
    again = Store(store.url)
    saved(again, again.open_review("1.2.3"), " Another second.")
    newest = again.audit()
    again.close()
    assert [row.event for row in newest[:4]] == ["edited", "study_opened", "adopted", "restored"]
    assert len({row.origin for row in newest}) == 2
    assert verify(store.url).findings == ()


def test_a_backup_can_be_put_into_an_empty_folder(store: Store, tmp_path: Path) -> None:
    back_up(store, tmp_path / "copy.bak")
    assert restore(url_of(tmp_path / "new"), tmp_path / "copy.bak") is None
    assert text_in(tmp_path / "new") == "First."


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    older = older_database(tmp_path / "old", "0001")
    restore(url_of(tmp_path / "new"), older)
    assert text_in(tmp_path / "new").startswith("The heart is größer")
    assert verify(url_of(tmp_path / "new")).findings == ()


def test_a_database_that_a_desk_has_open_is_not_replaced(store: Store, tmp_path: Path) -> None:
    back_up(store, tmp_path / "copy.bak")
    go_on(store)
    with pytest.raises(StoreLocked, match="has this database open"):
        restore(store.url, tmp_path / "copy.bak")
    go_on(store)
    assert store.open_review("1.2.3").review.text == "First. Second. Second."


def test_a_damaged_database_is_moved_aside_as_it_is(store: Store, tmp_path: Path) -> None:
    back_up(store, tmp_path / "copy.bak")
    store.close()
    file = tmp_path / "data" / FILE_NAME
    file.write_bytes(b"spoilt " * 1000)
    aside = restore(store.url, tmp_path / "copy.bak")
    assert aside is not None
    assert aside.read_bytes() == b"spoilt " * 1000
    assert text_in(tmp_path / "data") == "First."


def spoilt(file: Path) -> None:
    file.write_bytes(b"This is a letter. " * 1000)


def altered(file: Path) -> None:
    alter(file, "UPDATE operations SET author = 'X'")


def newer(file: Path) -> None:
    alter(file, "UPDATE alembic_version SET version_num = '9999'")


def foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE films (id INTEGER)")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (spoilt, StoreDamaged),
        (altered, StoreDamaged),
        (newer, StoreNewer),
        (foreign, StoreForeign),
        (Path.unlink, StoreUnreachable),
    ],
)
def test_what_is_no_whole_backup_is_not_put_in_place(
    store: Store, tmp_path: Path, change: Callable[[Path], object], error: type[StoreError]
) -> None:
    copy = tmp_path / "copy.bak"
    back_up(store, copy)
    store.close()
    change(copy)
    with pytest.raises(error):
        restore(store.url, copy)
    assert text_in(tmp_path / "data") == "First."
    assert [path.name for path in (tmp_path / "data").iterdir()] == [FILE_NAME]

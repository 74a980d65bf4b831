from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from app.store import database
from app.store.database import FILE_NAME, MIGRATIONS, connect, url_of
from app.store.store import Store
from app.store.tables import Base
from tests.app.store.storing import Clock, saved, with_review

ADD_COLUMN = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade():
    with op.batch_alter_table("studies", recreate="always") as batch:
        batch.add_column(sa.Column("room", sa.Text(), nullable=False, server_default="3"))
"""
BREAK_OFF = ADD_COLUMN + "    raise RuntimeError('power cut')\n"


def next_version(folder: Path, revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the store is that of a later Consilium, with one revision more."""
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / "0002_next.py").write_text(revision)
    monkeypatch.setattr(database, "MIGRATIONS", folder)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of this version with one saved review."""
    store = Store(url_of(tmp_path / "data"))
    saved(store, with_review(store), "Kept.")
    store.close()
    return tmp_path / "data" / FILE_NAME


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def test_the_migrations_make_exactly_the_tables_that_the_code_expects(file: Path) -> None:
    with connect(url_of(file.parent)).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_a_new_database_is_in_write_ahead_mode_and_needs_no_backup(file: Path) -> None:
    assert rows(file, "PRAGMA journal_mode") == [("wal",)]
    assert list(file.parent.glob("*.bak")) == []


def test_an_older_database_is_upgraded_with_a_backup_beside_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_version(tmp_path / "later", ADD_COLUMN, monkeypatch)
    store = Store(url_of(file.parent), Clock())
    assert store.open_review("1.2.3").review.text == "Kept."
    store.close()
    assert rows(file, "SELECT room FROM studies") == [("3",)]
    assert rows(file, "PRAGMA foreign_key_check") == []
    (backup,) = file.parent.glob("*.bak")
    assert backup.name == "consilium.sqlite3.0001-20260312T120100000000.bak"
    assert rows(backup, "SELECT text FROM reviews") == [("Kept.",)]
    assert rows(backup, "SELECT version_num FROM alembic_version") == [("0001",)]


def test_an_upgraded_database_is_not_backed_up_again(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_version(tmp_path / "later", ADD_COLUMN, monkeypatch)
    for _ in range(2):
        Store(url_of(file.parent)).close()
    assert len(list(file.parent.glob("*.bak"))) == 1


def test_an_upgrade_that_breaks_off_leaves_the_database_as_it_was(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        next_version(tmp_path / "later", BREAK_OFF, later)
        with pytest.raises(RuntimeError, match="power cut"):
            Store(url_of(file.parent))
    store = Store(url_of(file.parent))
    assert store.open_review("1.2.3").review.text == "Kept."
    store.close()


def test_a_folder_with_unusual_characters_in_its_name_works(tmp_path: Path) -> None:
    folder = tmp_path / "100% é ? # data"
    store = Store(url_of(folder))
    assert saved(store, with_review(store), "Kept.").review.text == "Kept."
    store.close()
    assert (folder / FILE_NAME).is_file()


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    url = url_of("postgresql+psycopg://reader:secret@host/consilium")
    assert "secret" not in database.place_of(url)
    assert "host" in database.place_of(url)

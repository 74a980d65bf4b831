from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from app.review.review import Status
from app.store import database
from app.store.database import FILE_NAME, MIGRATIONS, connect, url_of
from app.store.store import Store
from app.store.tables import Base
from tests.app.store.storing import NOON, SCHEMAS, Clock, older_database, rows_of, saved, with_review

ADD_COLUMN = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9001", "0004"


def upgrade():
    with op.batch_alter_table("studies", recreate="always") as batch:
        batch.add_column(sa.Column("room", sa.Text(), nullable=False, server_default="3"))
"""
BREAK_OFF = ADD_COLUMN + "    raise RuntimeError('power cut')\n"


def next_version(folder: Path, revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the store is that of a later Consilium, with one revision more."""
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / "9001_next.py").write_text(revision)
    monkeypatch.setattr(database, "MIGRATIONS", folder)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of this version with one saved review."""
    store = Store(url_of(tmp_path / "data"))
    saved(store, with_review(store), "Kept.")
    store.close()
    return tmp_path / "data" / FILE_NAME


def test_the_migrations_make_exactly_the_tables_that_the_code_expects(file: Path) -> None:
    with connect(url_of(file.parent)).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_a_new_database_is_in_write_ahead_mode_and_needs_no_backup(file: Path) -> None:
    assert rows_of(file, "PRAGMA journal_mode") == [("wal",)]
    assert list(file.parent.glob("*.bak")) == []


def test_an_older_database_is_upgraded_with_a_backup_beside_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_version(tmp_path / "later", ADD_COLUMN, monkeypatch)
    store = Store(url_of(file.parent), Clock())
    assert store.open_review("1.2.3").review.text == "Kept."
    store.close()
    assert rows_of(file, "SELECT room FROM studies") == [("3",)]
    assert rows_of(file, "PRAGMA foreign_key_check") == []
    (backup,) = file.parent.glob("*.bak")
    assert backup.name == "consilium.sqlite3.0004-20260312T120100000000.bak"
    assert rows_of(backup, "SELECT text FROM reviews") == [("Kept.",)]
    assert rows_of(backup, "SELECT version_num FROM alembic_version") == [("0004",)]


def test_after_an_upgrade_the_tables_are_guarded_as_before(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guards = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    before = rows_of(file, guards)
    next_version(tmp_path / "later", ADD_COLUMN, monkeypatch)
    Store(url_of(file.parent)).close()
    assert len(before) == 20
    assert rows_of(file, guards) == before


def test_every_older_schema_has_a_dump_to_try_it_with() -> None:
    revisions = {path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")}
    assert revisions - {path.stem for path in SCHEMAS.glob("*.sql")} == {max(revisions)}


@pytest.mark.parametrize("revision", ["0001", "0002", "0003"])
def test_a_database_of_an_older_version_opens_with_a_backup_first_and_keeps_everything(
    tmp_path: Path, revision: str
) -> None:
    file = older_database(tmp_path / "data", revision)
    text = [
        ("1.2.3", "The heart is größer \U0001fac1. No effusion."),
        ("1.2.4", "No effusion."),
        ("1.2.5", ""),
    ]
    store = Store(url_of(file.parent), Clock(), user="Dr. Roe")
    reviews = {uid: store.open_review(uid) for uid, _ in text}
    assert [(uid, stored.review.text) for uid, stored in reviews.items()] == text
    history = reviews["1.2.3"].history
    assert [len(history.done), history.present.version, history.present.status] == [3, 6, Status.DRAFT]
    assert history.undo(NOON, "R")[0].present.text == "The heart is normal. No effusion."
    assert store.latest_panel("1.2.3") == '{"drafts":[]}'
    assert saved(store, reviews["1.2.4"], " More.").review.text == "No effusion. More."
    store.close()
    (backup,) = file.parent.glob("*.bak")
    assert rows_of(backup, "SELECT study_uid, text FROM reviews ORDER BY id") == text
    assert rows_of(backup, "SELECT version_num FROM alembic_version") == [(revision,)]


def test_an_older_database_is_chained_as_its_description_says(tmp_path: Path) -> None:
    file = older_database(tmp_path / "data", "0001")
    Store(url_of(file.parent)).close()
    heads = {str(uid): head for uid, head in rows_of(file, "SELECT study_uid, head FROM reviews")}
    assert heads == {uid: head_by_hand(file, uid) for uid in ("1.2.3", "1.2.4", "1.2.5")}


def head_by_hand(file: Path, study_uid: str) -> str:
    """The last hash of a review's log, with nothing but JSON and SHA-256 (resources/docs/review-log.md)."""
    start = f'{{"format":"consilium-chain-1","log":"operations","of":"{study_uid}"}}'
    head = hashlib.sha256(start.encode()).hexdigest()
    query = (
        "SELECT seq, kind, role, o.json, author, time FROM operations o JOIN reviews r ON r.id = review_id "
        f"WHERE study_uid = '{study_uid}' ORDER BY seq"
    )
    for *values, time in rows_of(file, query):
        row = dict(zip(("seq", "kind", "role", "json", "author"), values, strict=True))
        row["time"] = str(time).replace(" ", "T") + "+00:00"
        form = {"format": "consilium-row-1", "previous": head, "row": row, "table": "operations"}
        text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        head = hashlib.sha256(text.encode()).hexdigest()
    return head


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

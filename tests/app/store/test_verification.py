"""Every way to alter or lose a row, and that verification names the row."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url

from app.review.review import edit, take_draft
from app.review.signing import add_addendum, sign
from app.store.database import FILE_NAME, url_of
from app.store.errors import StoreDamaged, StoreForeign, StoreNewer, StoreOlder, StoreUnreachable
from app.store.events import Event
from app.store.store import Store
from app.store.verification import verify
from engine.panel import Draft, Origin, Sentence
from tests.app.store.storing import (
    NOON,
    STUDY,
    Clock,
    alter,
    older_database,
    rows_of,
    saved,
    with_review,
)

HEART = "The heart is normal."
DRAFT = Draft(1, HEART, sentences=(Sentence(HEART, 0, 20, 0, 0),), origin=Origin("phantom", "ab"))


def write(folder: Path) -> Path:
    """A database of two reviews, one of three changes and one signed with an addendum, and one panel."""
    store = Store(url_of(folder), Clock(), user="Dr. Roe")
    stored = with_review(store)
    store.keep_panel("1.2.3", '{"drafts": []}', "phantom", "ab")
    for words in ("One.", " Two.", " Three."):
        stored = saved(store, stored, words)
    other = with_review(store, replace(STUDY, study_uid="1.2.4"))
    history = other.history
    entries = []
    for operation in (
        lambda review: take_draft(review, DRAFT),
        lambda review: edit(review, 0, 0, "PA. "),
        lambda review: sign(review, "Dr. Roe", "radiologist", "author", NOON),
        lambda review: add_addendum(review, "Known.", "Prior found.", "Dr. Roe", "radiologist", NOON),
    ):
        history, entry = history.do(operation(history.present), NOON, "Dr. Roe")
        entries.append(entry)
    store.append(other.review_id, entries, 0)
    store.note(Event.EXPORTED, "1.2.4", {"kind": "pdf"})
    store.close()
    return folder / FILE_NAME


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path)


def findings(file: Path, head: str = "") -> list[str]:
    return [str(finding) for finding in verify(url_of(file.parent), head).findings]


def test_what_the_store_wrote_is_found_whole_and_counted(file: Path) -> None:
    found = verify(url_of(file.parent))
    assert found.findings == ()
    assert found.counts == {"studies": 2, "reviews": 2, "operations": 7, "panels": 1, "audit": 13}
    assert rows_of(file, "SELECT hash FROM audit ORDER BY seq DESC LIMIT 1") == [(found.head,)]


def test_verification_writes_nothing(file: Path) -> None:
    before = file.read_bytes()
    verify(url_of(file.parent))
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ("UPDATE operations SET author = 'X' WHERE id = 2", "operations row 2 (study 1.2.3, change 2): was"),
        (
            "UPDATE operations SET time = '2020-01-01' WHERE id = 1",
            "operations row 1 (study 1.2.3, change 1)",
        ),
        ("UPDATE operations SET time = 'noon' WHERE id = 1", "operations row 1 (study 1.2.3, change 1)"),
        ("UPDATE operations SET json = replace(json, 'Two', 'Ten') WHERE id = 2", "operations row 2 (study"),
        ("UPDATE operations SET kind = 'take_draft' WHERE id = 3", "operations row 3 (study"),
        ("UPDATE operations SET hash = 'ab' WHERE id = 3", "operations row 3 (study 1.2.3, change 3): was"),
        ("DELETE FROM operations WHERE id = 1", "operations row 2 (study 1.2.3, change 2): number 1 before"),
        ("DELETE FROM operations WHERE id = 2", "operations row 3 (study 1.2.3, change 3): number 2 before"),
        ("DELETE FROM operations WHERE id = 3", "change 3 of study 1.2.3: is missing; audit row"),
        (
            "UPDATE operations SET review_id = 9 WHERE id = 3",
            "operations row 3: belongs to review 9, which is",
        ),
        ("UPDATE reviews SET text = 'Mine.' WHERE id = 1", "reviews row 1 (study 1.2.3): was altered"),
        (
            "UPDATE reviews SET status = 'draft' WHERE id = 2",
            "reviews row 2 (study 1.2.4): is not what its log",
        ),
        ("UPDATE reviews SET saved = '2020-01-01' WHERE id = 1", "reviews row 1 (study 1.2.3): was altered"),
        ("DELETE FROM reviews WHERE id = 1", "review of study 1.2.3: is missing; audit row"),
        ("UPDATE studies SET patient_id = '18' WHERE study_uid = '1.2.4'", "studies row 1.2.4: was altered"),
        ("DELETE FROM studies WHERE study_uid = '1.2.4'", "studies row 1.2.4: is missing; audit row"),
        ("UPDATE panels SET json = '{}'", "panels row 1 (study 1.2.3): was altered"),
        ("DELETE FROM panels", "a panel of study 1.2.3: is missing; audit row"),
        ("UPDATE audit SET user = 'X' WHERE id = 4", "audit row 4 (chain "),
        ("UPDATE audit SET detail = '{' WHERE id = 5", "audit row 5 (chain "),
        ("DELETE FROM audit WHERE id = 6", "audit row 7 (chain "),
        ("DELETE FROM audit WHERE id = 13", "has 12 rows, but 13 were written"),
        ("DELETE FROM audit", "has 0 rows, but 13 were written"),
        ("UPDATE audit_chains SET active = 0", "audit_chains: 0 chains are active"),
        ("DELETE FROM audit_chains", "is not among the chains"),
    ],
)
def test_whatever_is_altered_or_lost_is_named(file: Path, damage: str, named: str) -> None:
    alter(file, damage)
    found = findings(file)
    assert [line for line in found if named in line], found


TABLES = ("studies", "reviews", "operations", "panels", "audit_chains", "audit")


@pytest.mark.parametrize("table", TABLES)
def test_no_value_can_be_altered_and_no_row_removed_without_notice(file: Path, table: str) -> None:
    """Every column of the last row, and every row; a row's `id` is no content."""
    good = file.read_bytes()
    columns = [str(name) for _, name, *_ in rows_of(file, f"PRAGMA table_info({table})") if name != "id"]
    rows = [rowid for (rowid,) in rows_of(file, f"SELECT rowid FROM {table}")]
    damages = [f"UPDATE {table} SET {name} = {name} || '1' WHERE rowid = {rows[-1]}" for name in columns]
    damages += [f"DELETE FROM {table} WHERE rowid = {row}" for row in rows]
    for damage in damages:
        alter(file, "PRAGMA foreign_keys = OFF", damage)
        assert findings(file), damage
        file.write_bytes(good)
    assert findings(file) == []


def test_a_row_that_was_altered_is_the_only_one_that_is_named(file: Path) -> None:
    alter(file, "UPDATE operations SET author = 'X' WHERE id = 2")
    assert findings(file) == [
        "operations row 2 (study 1.2.3, change 2): "
        "was altered, or is not the one that was written after the row before it"
    ]


def test_the_last_changes_cannot_be_taken_away_together_with_their_snapshot(
    file: Path, tmp_path: Path
) -> None:
    """As if a backup of this one review had been put in place: everything but the audit fits."""
    store = Store(url_of(tmp_path / "short"), Clock(), user="Dr. Roe")
    short = saved(store, with_review(store), "One.")
    store.close()
    assert short.review.version == 1
    with closing(sqlite3.connect(tmp_path / "short" / FILE_NAME)) as other:
        text, head, seal, saved_at, created = other.execute(
            "SELECT text, head, seal, saved, created FROM reviews"
        ).fetchone()
    alter(
        file,
        "DELETE FROM operations WHERE review_id = 1 AND seq > 1",
        f"UPDATE reviews SET version = 1, text = '{text}', head = '{head}', seal = '{seal}', "
        f"saved = '{saved_at}', created = '{created}' WHERE id = 1",
    )
    assert [line[:35] for line in findings(file)] == [
        "change 2 of study 1.2.3: is missing",
        "change 3 of study 1.2.3: is missing",
    ]


def test_a_database_that_was_written_anew_is_found_out_by_the_head_that_was_kept(tmp_path: Path) -> None:
    """Without a key nothing in the file can tell; what was kept elsewhere can."""
    kept = verify(url_of(write(tmp_path / "true").parent)).head
    forged = write(tmp_path / "forged")
    assert findings(forged) == []
    assert findings(forged, kept) == [
        "audit: the head that was kept is not in it: rows were lost or written anew since"
    ]


def test_a_head_that_was_kept_stays_good_while_the_desk_goes_on(file: Path) -> None:
    kept = verify(url_of(file.parent)).head
    store = Store(url_of(file.parent))
    saved(store, store.open_review("1.2.3"), " Four.")
    assert findings(file, kept) == []
    store.close()
    assert findings(file, kept) == []


def test_a_trigger_that_was_taken_away_is_named(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TRIGGER operations_no_update")
    assert findings(file) == [
        "database schema: the trigger operations_no_update, which guards a table, is not there as it was"
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE operations SET author = 'X'",
        "DELETE FROM operations",
        "UPDATE panels SET json = ''",
        "DELETE FROM panels",
        "UPDATE audit SET user = 'X'",
        "DELETE FROM audit",
        "DELETE FROM audit_chains",
        "DELETE FROM reviews",
        "DELETE FROM studies",
        "UPDATE reviews SET text = 'Other.' WHERE status = 'addended'",
    ],
)
def test_the_database_itself_refuses_to_alter_what_is_only_added_to(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)


def test_a_database_that_was_upgraded_is_whole(tmp_path: Path) -> None:
    file = older_database(tmp_path / "data", "0001")
    with pytest.raises(StoreOlder, match="older Consilium"):
        verify(url_of(file.parent))
    Store(url_of(file.parent)).close()
    assert findings(file) == []


def test_what_is_no_database_of_ours_is_refused(tmp_path: Path, file: Path) -> None:
    with pytest.raises(StoreUnreachable, match="no database"):
        verify(url_of(tmp_path / "nowhere"))
    assert not (tmp_path / "nowhere").exists()
    alter(file, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreNewer):
        verify(url_of(file.parent))
    with closing(sqlite3.connect(tmp_path / "films.sqlite3")) as connection:
        connection.execute("CREATE TABLE films (id INTEGER)")
    with pytest.raises(StoreForeign):
        verify(make_url(f"sqlite:///{tmp_path / 'films.sqlite3'}"))
    file.write_bytes(b"This is a letter. " * 1000)
    with pytest.raises(StoreDamaged):
        verify(url_of(file.parent))

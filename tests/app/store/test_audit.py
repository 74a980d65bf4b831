from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.review.signing import MakePreliminary, add_addendum, sign
from app.store.audit_table import COLUMNS, export_audit
from app.store.database import FILE_NAME, url_of
from app.store.errors import FileInTheWay, StaleReview, StoreDamaged
from app.store.events import MEANINGS, Event
from app.store.store import Store
from app.store.verification import verify
from tests.app.store.storing import NOON, STUDY, Clock, alter, rows_of, saved, with_review


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(url_of(tmp_path), Clock(), user="Dr. Roe")
    yield store
    store.close()


def events(store: Store) -> list[str]:
    """What happened, oldest first."""
    return [row.event for row in reversed(store.audit())]


def test_every_opening_panel_edit_and_signature_has_a_row(store: Store) -> None:
    stored = saved(store, with_review(store), "Normal.")
    store.keep_panel("1.2.3", "{}")
    history, first = stored.history.do(MakePreliminary(), NOON, "Dr. Poe")
    history, second = history.do(sign(history.present, "Dr. Poe", "reader", "author", NOON), NOON, "Dr. Poe")
    addendum = add_addendum(history.present, "More.", "Found.", "Dr. Poe", "reader", NOON)
    history, third = history.do(addendum, NOON, "Dr. Poe")
    store.append(stored.review_id, [first, second, third], stored.review.version)
    assert events(store) == [
        "upgraded",
        "study_added",
        "study_opened",
        "edited",
        "panel_kept",
        "status_changed",
        "signed",
        "addended",
    ]
    assert [(row.user, row.study_uid, row.detail["version"]) for row in store.audit(limit=3)] == [
        ("Dr. Poe", "1.2.3", 4),
        ("Dr. Poe", "1.2.3", 3),
        ("Dr. Poe", "1.2.3", 2),
    ]


def test_a_row_says_when_who_what_and_on_which_study_but_never_which_patient(store: Store) -> None:
    with_review(store)
    newest = store.audit(limit=1)[0]
    assert (newest.user, newest.event, newest.code, newest.action) == (
        "Dr. Roe",
        "study_opened",
        "110103",
        "R",
    )
    assert (newest.study_uid, newest.time) == ("1.2.3", NOON + timedelta(minutes=3))
    everything = str(store.audit())
    assert not [word for word in ("Doe", "Jane", "North", "19600101") if word in everything]


def test_exports_queries_and_log_ins_are_noted_by_whoever_did_them(store: Store) -> None:
    store.note(Event.EXPORTED, "1.2.3", {"kind": "pdf"})
    store.note(Event.QUERIED, detail={"results": 12})
    store.note(Event.LOGGED_IN, user="Dr. Poe")
    assert [(row.code, row.user, dict(row.detail)) for row in store.audit(limit=3)] == [
        ("110114", "Dr. Poe", {}),
        ("110112", "Dr. Roe", {"results": 12}),
        ("110106", "Dr. Roe", {"kind": "pdf"}),
    ]


def test_every_event_has_a_code_of_the_standard_and_a_word_of_its_own() -> None:
    assert {event.code for event in Event} == MEANINGS.keys()
    assert len({event.word for event in Event}) == len(Event)
    assert {event.action for event in Event} <= set("CRUDE")


def test_the_audit_of_one_study_can_be_asked_for(store: Store) -> None:
    for uid in ("1.1", "1.2"):
        store.remember_study(replace(STUDY, study_uid=uid), [])
    assert [row.study_uid for row in store.audit(study_uid="1.2")] == ["1.2"]


def test_what_was_refused_was_not_done_and_has_no_row(store: Store) -> None:
    mine = with_review(store)
    saved(store, mine, "Theirs.")
    before = events(store)
    with pytest.raises(StaleReview):
        saved(store, mine, "Mine.")
    assert events(store) == before


def test_without_its_audit_the_store_takes_nothing_more(store: Store, tmp_path: Path) -> None:
    stored = with_review(store)
    alter(tmp_path / FILE_NAME, "DELETE FROM audit", "DELETE FROM audit_chains")
    with pytest.raises(StoreDamaged, match="audit is gone"):
        saved(store, stored, "Normal.")
    assert rows_of(tmp_path / FILE_NAME, "SELECT count(*) FROM operations") == [(0,)]


def test_as_csv_it_is_safe_to_open_in_a_spreadsheet(store: Store, tmp_path: Path) -> None:
    store.note(Event.EXPORTED, detail={"kind": "pdf"}, user="=cmd|' /C calc'!A0")
    assert export_audit(store, tmp_path / "audit.csv") == 2
    with (tmp_path / "audit.csv").open(encoding="utf-8", newline="") as file:
        header, newest, oldest = csv.reader(file)
    assert tuple(header) == COLUMNS
    assert newest[1:7] == ["'=cmd|' /C calc'!A0", "exported", "110106", "Export", "R", ""]
    assert oldest[2:5] == ["upgraded", "110100", "Application Activity"]
    assert events(store)[-1] == "audit_read"
    assert verify(store.url).findings == ()
    with pytest.raises(FileInTheWay):
        export_audit(store, tmp_path / "audit.csv")

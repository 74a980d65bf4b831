from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.review.errors import StaleEdit
from app.review.history import Entry, Role
from app.review.review import Edit, Status, edit, take_draft
from app.store.database import url_of
from app.store.errors import PatientMismatch, StaleReview, UnknownStudy
from app.store.rows import StudyRow
from app.store.store import Store
from engine.panel import Draft, Origin
from engine.study import Patient, PersonName
from tests.app.store.storing import DOE, NOON, STUDY, Clock, saved, typed, with_review

DRAFT = Draft(1, "The heart is normal.", origin=Origin(bundle="phantom", bundle_sha256="ab"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(url_of(tmp_path), Clock())
    yield store
    store.close()


def test_a_remembered_study_stands_on_the_worklist(store: Store) -> None:
    store.remember_study(STUDY, [Path("a/b"), Path("c")])
    assert store.studies() == [
        StudyRow(
            study_uid="1.2.3",
            patient=DOE,
            study_date="20260312",
            study_time="1159",
            accession_number="A1",
            description="Chest PA and lateral",
            paths=(Path("a/b"), Path("c")),
            first_opened=NOON + timedelta(minutes=2),
            last_opened=NOON + timedelta(minutes=2),
            status=None,
            saved=None,
            has_panel=False,
        )
    ]


def test_the_study_opened_last_stands_first(store: Store) -> None:
    for uid in ("1.1", "1.2", "1.1"):
        store.remember_study(replace(STUDY, study_uid=uid), [])
    rows = store.studies()
    assert [row.study_uid for row in rows] == ["1.1", "1.2"]
    assert rows[0].first_opened < rows[1].first_opened < rows[0].last_opened


def test_equal_names_and_ids_of_two_issuers_stay_apart(store: Store) -> None:
    other = replace(STUDY, study_uid="1.2.4", patient=replace(DOE, issuer="South"))
    saved(store, with_review(store), "Jane of the North.")
    assert with_review(store, other).review.text == ""
    issuers = {row.study_uid: row.patient.issuer for row in store.studies()}
    assert issuers == {"1.2.3": "North", "1.2.4": "South"}


@pytest.mark.parametrize("other", [replace(DOE, issuer="South"), replace(DOE, patient_id="18"), Patient()])
def test_a_study_is_not_handed_to_another_patient(store: Store, other: Patient) -> None:
    store.remember_study(STUDY, [])
    with pytest.raises(PatientMismatch, match="another patient") as caught:
        store.remember_study(replace(STUDY, patient=other), [])
    assert "Doe" not in str(caught.value)
    assert store.studies()[0].patient == DOE


def test_a_corrected_name_is_taken_over(store: Store) -> None:
    store.remember_study(STUDY, [])
    store.remember_study(replace(STUDY, patient=replace(DOE, name=PersonName("Roe^Jane"))), [])
    assert store.studies()[0].patient.name.alphabetic == "Roe^Jane"


def test_names_and_paths_that_are_no_valid_text_can_be_kept(store: Store) -> None:
    odd = replace(STUDY, patient=replace(DOE, name=PersonName("D\udcf6e\0^Jane")))
    store.remember_study(odd, [Path("films/\udcff")])
    row = store.studies()[0]
    assert (row.patient.name.alphabetic, row.paths) == ("De^Jane", (Path("films/\udcff"),))


def test_the_latest_panel_comes_back_exactly_and_earlier_ones_stay(store: Store) -> None:
    store.remember_study(STUDY, [])
    assert store.latest_panel("1.2.3") is None
    for text in ('{"drafts": []}', '{"drafts":  ["\u00e9"]}'):
        store.keep_panel("1.2.3", text, "phantom", "ab")
    assert store.latest_panel("1.2.3") == '{"drafts":  ["\u00e9"]}'
    assert store.studies()[0].has_panel


@pytest.mark.parametrize(
    ("name", "kept"), [("roe^john", True), ("", True), ("Poe^Ann", False)], ids=["same", "none", "another"]
)
def test_where_patients_have_no_number_their_names_tell_them_apart(
    name: str, kept: bool, store: Store
) -> None:
    store.remember_study(replace(STUDY, patient=Patient(PersonName("Roe^John"))), [])
    with nullcontext() if kept else pytest.raises(PatientMismatch):
        store.remember_study(replace(STUDY, patient=Patient(PersonName(name))), [])


def test_what_belongs_to_no_remembered_study_is_refused(store: Store) -> None:
    with pytest.raises(UnknownStudy):
        store.keep_panel("9.9", "{}")
    with pytest.raises(UnknownStudy):
        store.open_review("9.9")
    with pytest.raises(UnknownStudy):
        store.append(1, [], 0)


def test_a_new_review_is_empty_and_opened_twice_is_the_same(store: Store) -> None:
    first, again = with_review(store), store.open_review("1.2.3")
    assert (first.review.text, first.review.version, first.saved) == ("", 0, None)
    assert first == again


def test_a_change_shows_on_the_worklist_with_the_time_it_was_saved(store: Store) -> None:
    stored = saved(store, with_review(store), "Normal.")
    row = store.studies()[0]
    assert (row.status, row.saved) == (Status.DRAFT, stored.saved)


def test_reopened_later_the_review_has_text_marks_and_undo(tmp_path: Path) -> None:
    store = Store(url_of(tmp_path))
    stored = saved(store, with_review(store), "My words.")
    history, took = stored.history.do(take_draft(stored.review, DRAFT), NOON, "R")
    history, typing = history.do(edit(history.present, 20, 20, " No effusion."), NOON, "R")
    history, undo = history.undo(NOON, "R")
    stored = store.append(stored.review_id, [took, typing, undo], expected_version=1)
    store.close()

    again = Store(url_of(tmp_path))
    reopened = again.open_review("1.2.3")
    again.close()
    assert reopened == stored
    assert reopened.history == history
    assert reopened.review.text == "The heart is normal."
    assert [mark.letter for mark in reopened.review.marks] == ["B"]
    assert reopened.history.redo(NOON, "R")[0].present.text == "The heart is normal. No effusion."
    assert reopened.history.undo(NOON, "R")[0].present.text == "My words."


def test_a_change_made_on_an_older_version_is_refused_and_carries_both_texts(store: Store) -> None:
    mine = with_review(store)
    theirs = saved(store, mine, "Theirs.")
    with pytest.raises(StaleReview, match="not saved") as caught:
        saved(store, mine, "Mine.")
    assert (caught.value.mine.text, caught.value.stored) == ("Mine.", theirs)
    assert store.open_review("1.2.3") == theirs


def test_after_a_refusal_the_change_can_be_made_again_on_what_is_stored(store: Store) -> None:
    mine = with_review(store)
    saved(store, mine, "Theirs. ")
    with pytest.raises(StaleReview) as caught:
        saved(store, mine, "Mine.")
    assert saved(store, caught.value.stored, "Mine.").review.text == "Theirs. Mine."


def test_of_several_entries_all_are_kept_or_none(store: Store) -> None:
    stored = with_review(store)
    _, good = typed(stored.history, "Good.")
    bad = Entry(Edit(90, "no", "such"), Role.DO, NOON, "R")
    with pytest.raises(StaleEdit):
        store.append(stored.review_id, [good, bad], 0)
    assert store.open_review("1.2.3") == stored


def test_two_desks_on_one_file_see_each_others_changes(tmp_path: Path) -> None:
    one, other = Store(url_of(tmp_path)), Store(url_of(tmp_path))
    mine = with_review(one)
    theirs = saved(other, other.open_review("1.2.3"), "Theirs.")
    with pytest.raises(StaleReview):
        saved(one, mine, "Mine.")
    assert one.open_review("1.2.3") == theirs
    one.close()
    other.close()


def test_a_store_in_memory_works_alike() -> None:
    store = Store("sqlite://")
    assert saved(store, with_review(store), "Normal.").review.text == "Normal."
    assert store.open_review("1.2.3").review.text == "Normal."
    store.close()

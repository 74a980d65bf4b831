"""What stands on the worklist, in which words, and which study is chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.messages import StudyState
from app.presenters.worklist import (
    NO_MATCH,
    NO_STUDIES,
    ListedStudy,
    WorklistPresenter,
    patient_name,
    shown_date,
    study_line,
)
from app.store.store import Store
from engine.study import Opened, Patient, PersonName, Skipped
from tests.app.desk_fakes import ShownWorklist, film_of, study_of


@pytest.fixture
def view() -> ShownWorklist:
    return ShownWorklist()


@pytest.fixture
def chosen() -> list[ListedStudy]:
    return []


@pytest.fixture
def worklist(view: ShownWorklist, chosen: list[ListedStudy]) -> WorklistPresenter:
    return WorklistPresenter(view, chosen.append)


def test_opened_studies_stand_on_top_in_their_order(worklist: WorklistPresenter, view: ShownWorklist) -> None:
    worklist.add_opened(Opened((study_of("1"), study_of("2"))))
    worklist.add_opened(Opened((study_of("3"),)))
    assert [row.study_uid for row in view.rows] == ["3", "1", "2"]


def test_a_remembered_study_stands_below_and_keeps_its_state(
    worklist: WorklistPresenter, view: ShownWorklist
) -> None:
    store = Store("sqlite://")
    store.remember_study(study_of("old"), [Path("/films/old")])
    worklist.add_opened(Opened((study_of("new"),)))
    worklist.add_remembered(store.studies())
    assert [row.study_uid for row in view.rows] == ["new", "old"]
    assert view.rows[1].state is StudyState.NEW


def test_opening_a_study_again_keeps_its_state(worklist: WorklistPresenter, view: ShownWorklist) -> None:
    worklist.add_opened(Opened((study_of("1"),)))
    worklist.mark("1", StudyState.DRAFT)
    worklist.add_opened(Opened((study_of("1"),)))
    assert view.rows[0].state is StudyState.DRAFT


def test_films_of_one_study_that_come_in_two_parts_end_in_one_study(worklist: WorklistPresenter) -> None:
    whole = study_of("1")
    lateral, frontal = (replace(whole, radiographs=(film,)) for film in reversed(whole.radiographs))
    worklist.add_opened(Opened((lateral,)))
    (study,) = worklist.add_opened(Opened((frontal,)))
    assert [film.label for film in study.radiographs] == ["PA", "LAT"]


def test_films_are_never_merged_across_patients(worklist: WorklistPresenter) -> None:
    worklist.add_opened(Opened((study_of("1", "Doe^Jane"),)))
    other = study_of("1", "Roe^Richard", (film_of("1", "AP"),))
    (study,) = worklist.add_opened(Opened((other,)))
    assert study == other


def test_skipped_files_are_listed_once_with_their_reasons(
    worklist: WorklistPresenter, view: ShownWorklist
) -> None:
    skipped = Skipped(Path("/in/notes.txt"), "not-dicom", "This is no DICOM file.")
    worklist.add_opened(Opened((), (skipped,)))
    worklist.add_opened(Opened((), (skipped,)))
    assert [(row.name, row.reason) for row in view.skipped] == [("notes.txt", "This is no DICOM file.")]


def test_next_and_previous_stop_at_the_ends(worklist: WorklistPresenter, chosen: list[ListedStudy]) -> None:
    worklist.add_opened(Opened((study_of("1"), study_of("2"))))
    worklist.choose_next()
    worklist.choose_next()
    worklist.choose_next()
    worklist.choose_previous()
    worklist.choose_previous()
    assert [listed.row.study_uid for listed in chosen] == ["1", "2", "1"]


def test_search_finds_every_word_in_any_field(worklist: WorklistPresenter, view: ShownWorklist) -> None:
    worklist.add_opened(Opened((study_of("1", "Doe^Jane"), study_of("2", "Roe^Richard"))))
    worklist.search("jane mar")
    assert [row.patient for row in view.rows] == ["Doe, Jane"]
    worklist.search("id-2")
    assert [row.patient for row in view.rows] == ["Roe, Richard"]


def test_search_finds_names_in_other_scripts(worklist: WorklistPresenter, view: ShownWorklist) -> None:
    name = PersonName("Hong^Gildong", "洪^吉洞", "홍^길동")
    worklist.add_opened(Opened((replace(study_of("1"), patient=Patient(name)),)))
    worklist.search("洪")
    assert len(view.rows) == 1


@pytest.mark.parametrize(
    ("name", "patient_id", "shown"),
    [
        ("Doe^Jane^Q", "7", "Doe, Jane Q"),
        ("Doe", "7", "Doe"),
        ("", "7", "7"),
        ("", "", "unidentified"),
    ],
)
def test_names_are_written_as_people_write_them(name: str, patient_id: str, shown: str) -> None:
    assert patient_name(Patient(PersonName(name), patient_id)) == shown


@pytest.mark.parametrize(
    ("dicom", "shown"),
    [("20240312", "12 Mar 2024"), ("", "no date"), ("2024", "2024"), ("20241399", "20241399")],
)
def test_dates_read_as_days_or_stand_as_they_are(dicom: str, shown: str) -> None:
    assert shown_date(dicom) == shown


def test_a_study_without_a_description_names_its_views() -> None:
    assert study_line(replace(study_of(), description="")) == "PA, LAT"
    assert study_line(study_of(films=())) == "no films"


def test_an_empty_list_says_whether_there_is_nothing_or_nothing_was_found(
    worklist: WorklistPresenter, view: ShownWorklist
) -> None:
    worklist.search("roe")
    assert view.empty == NO_STUDIES
    worklist.add_opened(Opened((study_of("1"),)))
    worklist.search("nobody")
    assert (view.rows, view.empty) == ([], NO_MATCH)

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from app.store.database import FILE_NAME, MIGRATIONS
from engine.errors import RecipeError
from engine.study import Study
from tests.app.store.storing import alter
from tests.training.signed_reviews import Desk, opened, taken, write_film, written
from training.data import reviews
from training.data.films import read_study
from training.data.opening import corpus_at, open_corpus
from training.data.reviews import Reviews, patient_of, read_reviews
from training.recipes import DataRecipe


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "data")
    yield desk
    desk.close()


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return opened(write_film(tmp_path / "films" / "a.dcm", "a"))


def read(desk: Desk) -> Reviews:
    return read_reviews(str(desk.data))


def left_out(desk: Desk) -> dict[str, int]:
    return dict(read(desk).corpus.left_out)


def test_what_the_desk_signs_is_what_training_reads(desk: Desk, study: Study) -> None:
    desk.sign(study, "The heart is enlarged.\nNo effusion.")
    corpus = open_corpus(DataRecipe(f"reviews:{desk.data}"))
    (only,) = corpus.studies
    assert only.report == "The heart is enlarged. No effusion."
    assert read_study(only).study_uid == study.study_uid
    assert corpus_at(str(desk.data), DataRecipe("")).fingerprint == corpus.fingerprint


def test_the_desks_schema_is_one_that_is_read() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_current_head() in reviews.SCHEMAS
    assert reviews.FILE_NAME == FILE_NAME


def test_reading_changes_nothing_in_the_database(desk: Desk, study: Study) -> None:
    desk.sign(study, "The heart is enlarged.")
    before = desk.store.audit()
    read(desk)
    assert desk.store.audit() == before


def test_a_report_that_is_not_signed_is_left_out(desk: Desk, study: Study) -> None:
    desk.do(study, written("The heart is"))
    assert left_out(desk) == {reviews.NOT_SIGNED: 1}


def test_a_report_with_an_addendum_is_left_out(desk: Desk, study: Study) -> None:
    desk.do(study, written("An effusion on the right."), desk.signed, desk.added)
    assert left_out(desk) == {reviews.ADDENDED: 1}


def test_what_was_signed_later_was_not_there_yet(desk: Desk, study: Study, tmp_path: Path) -> None:
    desk.sign(study, "The heart is enlarged.")
    until = desk.clock().isoformat()
    before = read(desk).corpus.fingerprint
    desk.sign(opened(write_film(tmp_path / "films" / "b.dcm", "b", seed=1)), "Clear lungs.")
    desk.do(study, desk.added)
    then = read_reviews(str(desk.data), until=until)
    assert then.corpus.fingerprint == before
    assert then.account.used == 1


def test_a_report_without_its_film_is_left_out(desk: Desk, study: Study) -> None:
    desk.sign(study, "The heart is enlarged.")
    study.radiographs[0].path.unlink()
    assert left_out(desk) == {reviews.NO_FILM: 1}


def test_a_film_that_is_another_one_now_is_left_out(desk: Desk, study: Study) -> None:
    desk.sign(study, "The heart is enlarged.")
    write_film(study.radiographs[0].path, "a", name="Doe^Jane Mary")
    assert left_out(desk) == {reviews.CHANGED: 1}


def test_a_film_that_changed_before_the_signature_is_the_one_that_was_signed_on(
    desk: Desk, study: Study
) -> None:
    desk.do(study, written("The heart is enlarged."))
    path = write_film(study.radiographs[0].path, "a", name="Doe^Jane Mary")
    desk.do(opened(path), desk.signed)
    assert read(desk).account.used == 1


def test_a_damaged_film_is_left_out(desk: Desk, study: Study) -> None:
    desk.sign(study, "The heart is enlarged.")
    study.radiographs[0].path.write_bytes(b"nothing")
    assert left_out(desk) == {reviews.UNREADABLE: 1}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE reviews SET text = 'The heart is small.'",
        "UPDATE operations SET json = replace(json, 'enlarged', 'small')",
        "UPDATE studies SET patient_id = '18'",
        "DELETE FROM operations WHERE kind = 'sign'",
    ],
)
def test_what_was_altered_since_is_left_out(desk: Desk, study: Study, change: str) -> None:
    desk.sign(study, "The heart is enlarged.")
    desk.close()
    alter(desk.data / FILE_NAME, change)
    assert left_out(desk) == {reviews.ALTERED: 1}


def test_nobody_is_named_in_what_is_learned(desk: Desk, study: Study) -> None:
    desk.sign(
        study,
        "Mrs. Jane Doe, seen on 11.03.2026 (ACC000000), called by Reader. After March 3, 2025: clear.",
    )
    found = read(desk)
    (only,) = found.corpus.studies
    for word in ("Jane", "Doe", "11.03.2026", "ACC000000", "Reader", "March"):
        assert word not in only.report
    assert only.report.endswith("[date]: clear.")
    assert found.account.masked_reviews == 1
    assert "17" not in (only.identifier, only.patient)


def test_of_a_text_with_headings_the_wanted_section_is_learned(desk: Desk, study: Study) -> None:
    desk.sign(study, "FINDINGS: The heart is enlarged.\n\nIMPRESSION: Cardiomegaly.")
    assert [each.report for each in read(desk).corpus.studies] == ["The heart is enlarged."]
    assert [each.report for each in read_reviews(str(desk.data), "impression").corpus.studies] == [
        "Cardiomegaly."
    ]


def test_a_draft_that_was_signed_as_it_came_is_counted(desk: Desk, study: Study) -> None:
    desk.do(study, taken("The heart is enlarged. Clear lungs."), desk.signed)
    assert read(desk).account.unedited == 1


def test_a_patient_stays_in_one_split_whatever_is_signed_later(desk: Desk, tmp_path: Path) -> None:
    for number in range(4):
        for patient in ("p", "q", "r"):
            path = write_film(tmp_path / f"{patient}{number}.dcm", f"{patient}{number}", patient, seed=number)
            desk.sign(opened(path), "The heart is enlarged.")
        studies = list(read(desk).corpus.studies)
        assert len(studies) == 3 * (number + 1)
        assert len({(each.patient, each.split) for each in studies}) == 3


def test_patients_without_a_number_are_told_apart_by_name_and_birth_date() -> None:
    row = {"patient_id": " ", "name_alphabetic": "Doe^Jane", "name_ideographic": "", "name_phonetic": ""}
    jane = patient_of({**row, "birth_date": "19600101", "study_uid": "1"})
    assert jane == patient_of({**row, "birth_date": "19600101", "study_uid": "2"})
    assert jane != patient_of({**row, "birth_date": "19610101", "study_uid": "1"})


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("nowhere", "no reviews here"),
        ("postgresql+psycopg://u:secret@h/db", "password has no place"),
        ("mars://h/db", "no driver"),
    ],
)
def test_a_place_without_reviews_is_said(place: str, said: str) -> None:
    with pytest.raises(RecipeError, match=said) as caught:
        read_reviews(place)
    assert "secret" not in str(caught.value)


def test_what_is_no_database_of_reviews_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"x" * 4096)
    with pytest.raises(RecipeError, match="cannot be read"):
        read_reviews(str(tmp_path))

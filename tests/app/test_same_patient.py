"""Two studies count as one patient's only where all that identifies a patient agrees."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from app.same_patient import earlier_by, grounds, mismatch, study_day
from engine.study import Patient, PersonName

JANE = Patient(PersonName("Doe^Jane"), "P-77", "City Hospital", "19500101", "F")


@pytest.mark.parametrize(
    "other",
    [
        JANE,
        replace(JANE, name=PersonName("DOE^JANE")),
        replace(JANE, name=PersonName("Doe^Jane^Mary")),
        replace(JANE, name=PersonName(" Doe ^Jane ")),
        replace(JANE, birth_date=""),
        replace(JANE, sex=""),
        replace(JANE, sex="O"),
        replace(JANE, patient_id="P-77 "),
    ],
)
def test_the_same_patient_written_a_little_otherwise_is_the_same(other: Patient) -> None:
    assert mismatch(JANE, other) == mismatch(other, JANE) == ""


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (replace(JANE, patient_id="P-78"), "The patient number is another."),
        (replace(JANE, patient_id="p-77"), "The patient number is another."),
        (replace(JANE, issuer="Other Hospital"), "The patient number comes from another issuer."),
        (replace(JANE, issuer=""), "The patient number comes from another issuer."),
        (replace(JANE, name=PersonName("Doe^June")), "The patient's name is another."),
        (replace(JANE, name=PersonName("Roe^Jane")), "The patient's name is another."),
        (replace(JANE, name=PersonName("Doe")), "The patient's name is another."),
        (replace(JANE, name=PersonName()), "The patient's name is another."),
        (replace(JANE, name=PersonName("", "山田^太郎")), "The patient's name is another."),
        (replace(JANE, birth_date="19500102"), "The birth date is another."),
        (replace(JANE, sex="M"), "The sex is another."),
        (
            replace(JANE, patient_id=""),
            "A study without a patient number cannot be told to be of the same patient.",
        ),
    ],
)
def test_whatever_else_differs_makes_it_another_patient(other: Patient, why: str) -> None:
    assert mismatch(JANE, other) == mismatch(other, JANE) == why


@pytest.mark.parametrize("number", ["", " ", "0", "ANON", "Anonymous", "unknown", "TEST"])
def test_a_number_that_stands_for_nobody_identifies_nobody(number: str) -> None:
    nobody = replace(JANE, patient_id=number)
    assert mismatch(nobody, nobody) != ""


def test_a_second_script_must_agree_where_both_have_it() -> None:
    taro = replace(JANE, name=PersonName("Yamada^Taro", "山田^太郎"))
    assert mismatch(taro, replace(JANE, name=PersonName("Yamada^Taro"))) == ""
    assert mismatch(taro, replace(JANE, name=PersonName("Yamada^Taro", "山田^次郎"))) != ""


def test_the_grounds_are_said() -> None:
    assert grounds(JANE, JANE) == (
        "Counts as the same patient by number P-77, issuer City Hospital, name, birth date."
    )
    bare = replace(JANE, issuer="", birth_date="")
    assert grounds(bare, bare) == "Counts as the same patient by number P-77, name."


@pytest.mark.parametrize(
    ("earlier", "later", "said"),
    [
        (date(2024, 3, 11), date(2024, 3, 12), "1 day earlier"),
        (date(2024, 2, 28), date(2024, 3, 12), "13 days earlier"),
        (date(2024, 2, 27), date(2024, 3, 12), "2 weeks earlier"),
        (date(2024, 1, 13), date(2024, 3, 12), "8 weeks earlier"),
        (date(2025, 9, 12), date(2026, 5, 25), "8 months earlier"),
        (date(2025, 9, 26), date(2026, 5, 25), "7 months earlier"),
        (date(2024, 5, 26), date(2026, 5, 25), "23 months earlier"),
        (date(2024, 5, 25), date(2026, 5, 25), "2 years earlier"),
        (date(1990, 12, 31), date(2026, 1, 1), "35 years earlier"),
    ],
)
def test_how_long_before_is_said_in_the_unit_that_people_use(earlier: date, later: date, said: str) -> None:
    assert earlier_by(earlier, later) == said


@pytest.mark.parametrize("written", ["", "2024", "20240231", "2024-3-1", "abcdefgh"])
def test_what_is_no_day_is_none(written: str) -> None:
    assert study_day(written) is None

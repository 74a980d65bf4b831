"""The words that all exports share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.wording import (
    iso_date,
    model_line,
    name_in_full,
    particulars,
    patient_in_full,
    printable,
    signature_lines,
)
from engine.panel import Origin
from engine.study import Patient, PersonName
from tests.app.documents.exporting import NOON, signed, study, unhurried


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (PersonName("Doe^Jane^Q"), "Doe, Jane Q"),
        (PersonName("Doe"), "Doe"),
        (PersonName("^Jane"), "Jane"),
        (
            PersonName("Yamada^Tarou", "山田^太郎", "やまだ^たろう"),
            "Yamada, Tarou (山田, 太郎, やまだ, たろう)",
        ),
        (PersonName("", "山田^太郎"), "山田, 太郎"),
        (PersonName(), ""),
    ],
)
def test_a_name_is_shown_in_every_script_it_has(name: PersonName, shown: str) -> None:
    assert name_in_full(name) == shown


def test_a_patient_without_a_name_is_called_by_number_and_one_without_both_is_unidentified() -> None:
    assert patient_in_full(Patient(patient_id="7")) == "7"
    assert patient_in_full(Patient()) == "unidentified"


def test_a_patient_number_stands_with_its_issuer_and_what_is_absent_is_left_out() -> None:
    shown = dict(particulars(study(accession_number="")))
    assert shown["Patient ID"] == "MRN-4711 (issuer Hospital)"
    assert "Accession number" not in shown


@pytest.mark.parametrize(("date", "shown"), [("20260312", "2026-03-12"), ("1970", "1970"), ("", "")])
def test_a_date_is_shown_as_year_month_day_and_anything_else_as_it_stands(date: str, shown: str) -> None:
    assert iso_date(date) == shown


def test_a_signature_says_name_role_time_and_meaning() -> None:
    signature = signed().signature
    assert signature is not None
    assert signature_lines(signature)[:2] == (
        f"Signed by Dr Ann Reader, radiologist, {NOON:%Y-%m-%d} 12:00+01:00",
        "Meaning: I have read this report and answer for it",
    )


def test_characters_that_would_show_another_order_than_was_signed_are_dropped() -> None:
    assert printable("no \u202eerutcarf\u202c, \u2067left\u2069") == "no erutcarf, left"


@unhurried
@given(st.text())
def test_what_is_printable_stays_so_and_can_be_encoded(text: str) -> None:
    clean = printable(text)
    assert printable(clean) == clean
    assert clean.encode().decode() == clean
    assert "\r" not in clean


def test_a_model_from_elsewhere_is_named_without_what_no_format_carries() -> None:
    origin = Origin("model\ud800", version="2.\x000", runtime="\x07", device="cpu\ud800")
    assert model_line(origin) == "Model model, version 2.0, device cpu"

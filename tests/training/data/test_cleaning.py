from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.tokenizer import metric_text
from training.data.cleaning import r2gen_iu, r2gen_mimic, unchanged

# What R2Gen's own functions give for these, run once.
CASES = [
    ("Heart size is normal. Lungs are clear.", "heart size is normal . lungs are clear ."),
    ("1. Clear lungs. 2. No effusion. 3. Old fracture.", "clear lungs . no effusion . old fracture ."),
    ("A nodule of 2.5 cm, right.", "a nodule of 25 cm right ."),
    ("Well-expanded; no focal/airspace disease..", "well-expanded no focalairspace disease ."),
    ("Clear... Normal.", "clear . normal ."),
    (". Clear.", " . clear ."),
    ("", " ."),
]


@pytest.mark.parametrize(("report", "cleaned"), CASES)
def test_a_report_of_iu_is_cleaned_as_r2gen_cleans_it(report: str, cleaned: str) -> None:
    assert r2gen_iu(report) == cleaned


@pytest.mark.parametrize(
    ("report", "cleaned"),
    [
        ("In comparison with ___,\n there is  no change.", "in comparison with  there is no change ."),
        ("Tube ______ ends above the carina.", "tube  ends above the carina ."),
        ("Clear................ Normal.", "clear . normal ."),
    ],
)
def test_a_report_of_mimic_loses_its_lines_and_its_blanks_first(report: str, cleaned: str) -> None:
    assert r2gen_mimic(report) == cleaned


@given(st.text("abc XYZ019.,:;()[]{}'\"/\\_-\n", max_size=60))
def test_cleaned_words_hold_no_capital_and_no_punctuation_but_hyphens_and_full_stops(report: str) -> None:
    for clean in (r2gen_iu, r2gen_mimic):
        assert not set(clean(report)) & set("XYZ,:;()[]{}'\"/\\_")
        assert clean(report).endswith(" .")


def test_metrics_find_nothing_to_do_on_a_cleaned_report() -> None:
    cleaned = r2gen_iu("Heart size is normal. Lungs are clear, no effusion.")

    assert metric_text(cleaned) == cleaned


def test_no_cleaning_leaves_a_report_as_it_is() -> None:
    assert unchanged("As It Is..") == "As It Is.."

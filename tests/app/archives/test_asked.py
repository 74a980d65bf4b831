"""What is typed into the query page becomes the query that a reader means."""

from __future__ import annotations

from datetime import date

import pytest

from app.archives.asked import Asked, Period, fields_of, query_of
from engine.archives.archive import Query

TODAY = date(2024, 3, 12)


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("", ""),
        ("doe", "doe*"),
        ("Doe, Jane", "Doe*Jane*"),
        ("  Doe   Jane ", "Doe*Jane*"),
        ("Doe^Jane", "Doe^Jane"),
        ("*oe", "*oe"),
        ("*", "*"),
        ("山田", "山田*"),
    ],
)
def test_a_name_is_found_from_its_beginning_unless_the_reader_says_how(typed: str, asked: str) -> None:
    assert query_of(Asked("Main", patient_name=typed), TODAY).patient_name == asked


@pytest.mark.parametrize(
    ("typed", "asked"), [("chest", "*chest*"), ("chest  pa", "*chest*pa*"), ("CHEST*", "CHEST*"), (" ", "")]
)
def test_words_of_a_description_stand_anywhere_in_it(typed: str, asked: str) -> None:
    assert query_of(Asked("Main", description=typed), TODAY).description == asked


@pytest.mark.parametrize(
    ("period", "first", "last"),
    [
        (Period.ANY, None, None),
        (Period.TODAY, TODAY, TODAY),
        (Period.WEEK, date(2024, 3, 6), TODAY),
        (Period.MONTH, date(2024, 2, 12), TODAY),
    ],
)
def test_a_time_counts_back_from_today_which_is_one_of_its_days(
    period: Period, first: date | None, last: date | None
) -> None:
    query = query_of(Asked("Main", period=period, first=date(1999, 1, 1), last=date(1999, 1, 2)), TODAY)
    assert (query.first_date, query.last_date) == (first, last)


def test_two_days_in_the_wrong_order_are_the_days_between_them() -> None:
    asked = Asked("Main", period=Period.BETWEEN, first=date(2024, 3, 12), last=date(2024, 3, 1))
    query = query_of(asked, TODAY)
    assert (query.first_date, query.last_date) == (date(2024, 3, 1), date(2024, 3, 12))


def test_empty_fields_ask_for_everything_which_the_page_refuses() -> None:
    assert query_of(Asked("Main", " ", " ", accession_number=" "), TODAY).is_empty


def test_the_audit_hears_which_fields_were_filled_in_and_never_what_with() -> None:
    fields = fields_of(Query(patient_name="Doe*", accession_number="17"))
    assert fields == ("patient_name", "accession_number")

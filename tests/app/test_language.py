from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from app.language import (
    ENGLISH,
    Language,
    day,
    decimal,
    language,
    numeric_day,
    speaking,
    tr,
    tr_count,
    tr_mark,
    tr_marked,
)

FORMS = {
    ("Take draft {letter}", ""): ("Tomar el borrador {letter}",),
    ("left", "side of the body"): ("izquierda",),
    ("%n draft of {total}", "%n drafts of {total}"): ("%n borrador de {total}", "%n borradores de {total}"),
    ("Mar", "month"): ("mar",),
    ("%Y-%m-%d", "date, as strftime has it"): ("%d/%m/%Y",),
}


def look_up(text: str, note: str, count: int) -> str:
    forms = FORMS.get((text, note), ("",))
    return forms[0 if count in {-1, 1} else -1]


@pytest.fixture
def spanish() -> Iterator[None]:
    with speaking(Language("es", look_up, ",")):
        yield


def test_nothing_is_looked_up_before_a_language_is_set() -> None:
    assert language() is ENGLISH
    assert tr("Take draft {letter}", letter="A") == "Take draft A"
    assert [tr_count("%n draft", "%n drafts", count) for count in (0, 1, 2)] == [
        "0 drafts",
        "1 draft",
        "2 drafts",
    ]


def test_a_sentence_is_said_in_the_language_that_is_set_and_english_where_it_lacks_it(spanish: None) -> None:
    assert tr("Take draft {letter}", letter="A") == "Tomar el borrador A"
    assert tr("Take it") == "Take it"


def test_one_and_many_are_the_languages_own(spanish: None) -> None:
    said = [tr_count("%n draft of {total}", "%n drafts of {total}", count, total=6) for count in (1, 2)]
    assert said == ["1 borrador de 6", "2 borradores de 6"]


def test_a_note_tells_two_meanings_of_a_word_apart(spanish: None) -> None:
    assert (tr("left", "side of the body"), tr("left", "gone")) == ("izquierda", "left")


def test_a_constant_is_english_until_it_is_shown(spanish: None) -> None:
    constant = tr_mark("Mar", "month")
    assert (constant, tr_marked(constant, "month"), tr_marked("")) == ("Mar", "mar", "")


def test_braces_in_what_is_filled_in_stay_as_they_are() -> None:
    assert tr("Take draft {letter}", letter="{name}") == "Take draft {name}"
    assert tr("100 % {") == "100 % {"


def test_numbers_and_days_follow_the_language(spanish: None) -> None:
    assert decimal("4.25") == "4,25"
    assert (day(date(2024, 3, 12)), numeric_day(date(2024, 3, 12))) == ("12 mar 2024", "12/03/2024")
    with speaking(ENGLISH):
        assert (decimal("4.25"), day(date(2024, 3, 12))) == ("4.25", "12 Mar 2024")

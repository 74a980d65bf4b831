from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.quiz.order import order_matters, shown_order, stays_last
from tests.app.quiz.asking import question

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize(
    "option",
    [
        "All of the above",
        "All of the above.",
        "None of the above are correct",
        "none of these",
        "All are correct.",
        "None of the previous answers",
        "Todas las anteriores",
        "Todas las anteriores son correctas.",
        "Ninguna de las anteriores",
        "Todas son correctas",
        "Ninguna de las respuestas anteriores es correcta",
        "Todas las respuestas son correctas.",
        "Ninguno de los anteriores",
    ],
)
def test_an_option_that_speaks_of_all_others_stays_last(option: str) -> None:
    assert stays_last(option)
    shown = question("Which?", option, "Fluid", "Air", "Bone")
    assert {shown_order(shown, seed)[-1] for seed in range(20)} == {0}


@pytest.mark.parametrize(
    "option",
    [
        "All lobes of the lung",
        "None of the lobes is affected",
        "Todas las vértebras",
        "Ninguna lesión",
        "The above-knee amputation",
        "Some of the air rises",
    ],
)
def test_an_option_that_only_begins_so_is_shuffled(option: str) -> None:
    assert not stays_last(option)


@pytest.mark.parametrize(
    "option",
    [
        "A and B",
        "Both A and C",
        "Only A and B are correct",
        "1 and 3",
        "A, B and D",
        "a y c",
        "Las respuestas 1 y 2",
        "1 y 2 son correctas",
        "Both of the above",
        "Las dos anteriores",
        "All of the above except B",
        "Todas las anteriores excepto la 2",
        "Options 2 and 3 are true",
    ],
)
def test_where_an_option_speaks_of_others_by_name_none_is_moved(option: str) -> None:
    asked = question("Which?", "Fluid", "Air", "Bone", option)
    assert order_matters(asked)
    assert shown_order(asked, 5) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    "options",
    [
        ("1 or 2 days", "3 or 4 days"),
        ("10 and 20", "30 and 40"),
        ("Vitamin A", "Vitamin D and calcium"),
        ("A pneumothorax", "Air and fluid"),
        ("Hepatitis B and C", "Influenza A"),
        ("Factor I and II", "Factor V"),
    ],
)
def test_numbers_and_letters_of_medicine_are_shuffled(options: tuple[str, ...]) -> None:
    assert not order_matters(question("Which?", *options))


def test_an_explanation_that_names_options_by_letter_keeps_the_order() -> None:
    assert order_matters(question(explanation="Option B is wrong since air rises."))
    assert not order_matters(question(explanation="Air rises."))


@given(SEEDS)
def test_every_option_is_shown_once_and_the_same_seed_shows_the_same(seed: int) -> None:
    order = shown_order(question(), seed)
    assert sorted(order) == [0, 1, 2, 3]
    assert order[-1] == 3
    assert order == shown_order(question(), seed)


def test_seeds_give_every_order() -> None:
    assert len({shown_order(question(), seed) for seed in range(60)}) == 6

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from app.quiz.repetition import BOX_DAYS, cards, due
from app.quiz.scoring import Result
from tests.app.quiz.asking import NOON, question

MISSED, RIGHT, UNKEYED = 1, 0, None


def answered(day: float, chosen: int | None, key: int | None = 0, name: str = "Where?") -> Result:
    return Result(name, question(name, key=key), chosen, 20, NOON + timedelta(days=day))


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        ([(0, RIGHT)], []),
        ([(0, MISSED)], [(1, 1)]),
        ([(0, None)], [(1, 1)]),
        ([(0, MISSED), (0.5, RIGHT)], [(1, 1)]),
        ([(0, MISSED), (1, RIGHT)], [(2, 3)]),
        ([(0, MISSED), (1, RIGHT), (2, MISSED)], [(1, 3)]),
        ([(0, MISSED), (1, RIGHT), (3, RIGHT), (7, RIGHT), (15, RIGHT)], [(5, 31)]),
        ([(0, MISSED), (1, RIGHT), (3, RIGHT), (7, RIGHT), (15, RIGHT), (31, RIGHT)], []),
        ([(1, RIGHT), (0, MISSED)], [(2, 3)]),
    ],
)
def test_a_missed_question_waits_longer_each_time_it_is_right_when_due(
    history: list[tuple[float, int | None]], expected: list[tuple[int, float]]
) -> None:
    found = cards(answered(day, chosen) for day, chosen in history)
    assert [(card.box, (card.due - NOON) / timedelta(days=1)) for card in found] == expected


def test_a_question_without_a_key_is_never_missed() -> None:
    assert cards([answered(0, 1, key=UNKEYED)]) == ()


def test_what_is_due_comes_earliest_first() -> None:
    found = cards([answered(1, MISSED, name="Later"), answered(0, MISSED, name="Earlier")])
    assert [card.key for card in due(found, NOON + timedelta(days=2))] == ["Earlier", "Later"]
    assert [card.key for card in due(found, NOON + timedelta(days=1))] == ["Earlier"]
    assert due(found, NOON) == ()


def test_each_box_waits_twice_as_long_as_the_one_before() -> None:
    assert [later / earlier for earlier, later in pairwise(BOX_DAYS)] == [2] * 4

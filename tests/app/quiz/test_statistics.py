from __future__ import annotations

import numpy as np
import pytest

from app.quiz.answers import Evidence, ModelAnswer, answer_from, answer_text
from app.quiz.scoring import Result, Score
from app.quiz.statistics import (
    Both,
    beside,
    by_category,
    by_expert,
    by_kind,
    by_time,
    routing,
)
from engine.answer import Route
from engine.panel import read_only
from tests.app.quiz.asking import NOON, question


def route(option: int, expert: int, gate: float = 0.5) -> Route:
    return Route(option, expert, gate, read_only(np.array([0.25, 1.0], np.float32)))


def answer(choice: int, *experts: int) -> ModelAnswer:
    routes = tuple(route(option, expert) for option, expert in enumerate(experts))
    return ModelAnswer(choice, (0.4, 0.3, 0.2, 0.1), routes, bundle="tiny")


def result(name: str, chosen: int | None, key: int | None = 0, seconds: float = 20, **fields: str) -> Result:
    return Result(name, question(name, key=key, **fields), chosen, seconds, NOON)


RESULTS = (
    result("a", 0, category="pleura", kind="diagnosis", seconds=10),
    result("b", 1, category="pleura", kind="result", seconds=40),
    result("c", 0, category="heart", seconds=130),
    result("d", 2, category="heart", key=None),
    result("e", None, category=""),
)
ANSWERS = {"a": answer(0, 1, 0, 0, 0), "b": answer(0, 0, 1, 1, 1), "c": answer(2, 1, 1, 1, 1), "e": answer(0)}


def test_groups_count_what_has_a_key_and_put_the_model_beside() -> None:
    pleura, heart = by_category(RESULTS, ANSWERS)
    assert (pleura.name, pleura.score, pleura.median_seconds) == ("pleura", Score(1, 2, 0, 0), 25)
    assert (pleura.model_right, pleura.model_scored) == (2, 2)
    assert (heart.score, heart.model_right, heart.model_scored) == (Score(1, 1, 0, 1), 0, 1)
    assert [group.name for group in by_kind(RESULTS, {})] == ["diagnosis", "result"]


def test_an_expert_has_the_questions_whose_right_option_went_there() -> None:
    groups = by_expert(RESULTS, ANSWERS)
    assert [(group.name, group.score.right, group.score.scored) for group in groups] == [
        ("A", 0, 1),
        ("B", 2, 2),
    ]
    assert by_expert(RESULTS, {}) == ()


def test_times_are_sorted_into_bands() -> None:
    bands = [(group.name, group.score.scored) for group in by_time(RESULTS, {})]
    assert bands == [("0", 1), ("15", 1), ("30", 1), ("120", 1)]


def test_reader_and_model_are_compared_where_both_answered_a_question_with_a_key() -> None:
    found = beside(RESULTS, ANSWERS)
    assert found == Both(both=1, reader_only=1, model_only=1, neither=0, same_choice=1)
    assert found.count == 3


def test_the_routing_table_counts_rows_of_options_by_expert_and_category() -> None:
    asked = {each.key: each.question for each in RESULTS}
    first, second, third = routing(asked, ANSWERS, 3)
    assert (first.rows, second.rows, third.rows) == (4, 8, 0)
    assert dict(second.categories) == {"pleura": 4, "heart": 4}
    assert (first.mean_gate, third.mean_gate) == (0.5, None)


def test_a_models_answer_is_the_same_again_when_it_is_read_back() -> None:
    evidence = Evidence("p-1", "Pleura", "Fluid sinks.", 2.5, ((0, 5),))
    said = ModelAnswer(1, (0.25, 0.75), (route(0, 1), route(1, 0)), ((evidence,), ()), "tiny", "1", "ab")
    again = answer_from(answer_text(said))
    assert answer_text(again) == answer_text(said)
    assert (again.evidence, again.probabilities, again.routes[0].expert) == (said.evidence, (0.25, 0.75), 1)
    assert again.routes[1].affinities.tolist() == [0.25, 1.0]


@pytest.mark.parametrize("text", ["{}", "[]", '{"format":"other"}', "no"])
def test_a_kept_answer_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        answer_from(text)

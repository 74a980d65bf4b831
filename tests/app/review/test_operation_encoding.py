from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from app.review.encoding import (
    kind_of,
    marks_from_json,
    marks_to_json,
    operation_from_json,
    operation_to_json,
)
from app.review.errors import ReviewMalformed
from app.review.review import Edit, Review, take_draft
from tests.app.review.reviewing import DRAFTS, EMPTY, Wish, reviews, wishes

EDIT: dict[str, Any] = {"at": 1, "removed": "a", "inserted": "b", "marks_before": [], "marks_after": []}
MARK: dict[str, Any] = {
    "start": 0,
    "stop": 2,
    "expert": 0,
    "letter": "A",
    "bundle": "phantom",
    "bundle_sha256": "ab",
}


@given(reviews, wishes)
def test_operations_and_marks_come_back_from_json_as_they_were(review: Review, wish: Wish) -> None:
    operation = wish.operation(review)
    assert operation_from_json(kind_of(operation), operation_to_json(operation)) == operation
    assert marks_from_json(marks_to_json(review.marks)) == review.marks


def test_the_format_of_an_edit_stays_as_it_was_first_written() -> None:
    written = '{"at":1,"removed":"a","inserted":"\u00e9","marks_before":[],"marks_after":[]}'
    assert operation_to_json(Edit(1, "a", "\u00e9")) == written
    assert operation_from_json("edit", written) == Edit(1, "a", "\u00e9")


def test_the_format_of_a_taken_draft_names_the_expert() -> None:
    take = take_draft(EMPTY, DRAFTS[1])
    assert kind_of(take) == "take_draft"
    assert json.loads(operation_to_json(take)).keys() == {"expert", "change"}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("sign", EDIT),
        ("edit", {**EDIT, "at": "1"}),
        ("edit", {**EDIT, "at": True}),
        ("edit", {**EDIT, "at": 1.0}),
        ("edit", {**EDIT, "removed": None}),
        ("edit", {**EDIT, "more": 1}),
        ("edit", {name: EDIT[name] for name in ("at", "removed", "inserted")}),
        ("edit", [EDIT]),
        ("edit", {**EDIT, "marks_after": [{**MARK, "start": 3}]}),
        ("edit", {**EDIT, "marks_after": [{**MARK, "letter": 1}]}),
        ("take_draft", EDIT),
        ("take_draft", {"expert": 0, "change": {}}),
        ("take_sentence", {"expert": "A", "change": EDIT}),
    ],
)
def test_anything_missing_added_or_of_another_type_is_refused(kind: str, value: object) -> None:
    with pytest.raises(ReviewMalformed, match="cannot be read"):
        operation_from_json(kind, json.dumps(value))


@pytest.mark.parametrize("body", ["", "{", "{}", "null", '[{"start":0}]', "[" * 100_000])
def test_what_is_no_list_of_marks_is_refused(body: str) -> None:
    with pytest.raises(ReviewMalformed):
        marks_from_json(body)

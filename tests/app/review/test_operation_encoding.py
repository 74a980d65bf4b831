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
from app.review.operations import Operation
from app.review.review import Edit, Review, take_draft
from app.review.signing import MakeDraft, MakePreliminary, add_addendum, sign
from tests.app.review.reviewing import DRAFTS, EMPTY, NOON, PANEL, Wish, reviews, wishes

EDIT: dict[str, Any] = {"at": 1, "removed": "a", "inserted": "b", "marks_before": [], "marks_after": []}
MARK: dict[str, Any] = {
    "start": 0,
    "stop": 2,
    "expert": 0,
    "letter": "A",
    "bundle": "phantom",
    "bundle_sha256": "ab",
}
PASSAGE: dict[str, Any] = {
    "panel": PANEL,
    "expert": 0,
    "start": 21,
    "stop": 41,
    "text": "No pleural effusion.",
    "bundle": "phantom",
    "bundle_sha256": "ab" * 32,
}
DECISION: dict[str, Any] = {"passage": PASSAGE, "verdict": "accepted"}
SIGNATURE: dict[str, Any] = {
    "name": "Roe",
    "role": "r",
    "meaning": "m",
    "time": "2026-03-12T12:00:00.000000+00:00",
    "sha256": "",
}


def judged(before: object, after: object) -> dict[str, Any]:
    return {**EDIT, "decisions_before": before, "decisions_after": after}


@given(reviews, wishes)
def test_operations_and_marks_come_back_from_json_as_they_were(review: Review, wish: Wish) -> None:
    operation = wish.operation(review)
    assert operation_from_json(kind_of(operation), operation_to_json(operation)) == operation
    assert marks_from_json(marks_to_json(review.marks)) == review.marks


def life() -> list[Operation]:
    """What makes an empty review signed with an addendum."""
    written = take_draft(EMPTY, DRAFTS[0], PANEL).apply(EMPTY)
    signature = sign(written, "Dr. Roe", "radiologist", "author", NOON)
    addendum = add_addendum(signature.apply(written), "More.", "Found.", "Dr. Roe", "radiologist", NOON)
    return [MakePreliminary(), MakeDraft(), signature, addendum]


def test_signatures_and_addenda_come_back_as_they_were_under_names_that_stay() -> None:
    kinds = [kind_of(operation) for operation in life()]
    assert kinds == ["make_preliminary", "make_draft", "sign", "add_addendum"]
    for operation in life():
        assert operation_from_json(kind_of(operation), operation_to_json(operation)) == operation


def test_the_format_of_a_signature_stays_as_it_was_first_written() -> None:
    written = json.loads(operation_to_json(life()[2]))
    assert list(written) == ["name", "role", "meaning", "time", "sha256"]
    assert written["time"] == "2026-03-12T12:00:00.000000+00:00"


def test_a_verdict_stands_in_the_edit_that_gave_it() -> None:
    written = json.loads(operation_to_json(take_draft(EMPTY, DRAFTS[0], PANEL)))
    assert list(written["change"])[-2:] == ["decisions_before", "decisions_after"]
    assert written["change"]["decisions_after"][1] == {"passage": PASSAGE, "verdict": "accepted"}


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
        ("edit", {**EDIT, "decisions_before": []}),
        ("edit", judged([], {})),
        ("edit", judged([], [{**DECISION, "verdict": "maybe"}])),
        ("edit", judged([], [{**DECISION, "passage": {**PASSAGE, "expert": "A"}}])),
        ("decide", {"verdict": "maybe", "expert": 0, "change": EDIT}),
        ("decide", {"expert": 0, "change": EDIT}),
        ("restore", {"version": "1", "change": EDIT}),
        ("make_preliminary", {"expert": 0}),
        ("sign", {**SIGNATURE, "time": "2026-03-12T12:00:00.000000"}),
        ("sign", {**SIGNATURE, "time": "2026-03-12T13:00:00.000000+01:00"}),
        ("sign", {**SIGNATURE, "time": "noon"}),
        ("add_addendum", SIGNATURE),
    ],
)
def test_anything_missing_added_or_of_another_type_is_refused(kind: str, value: object) -> None:
    with pytest.raises(ReviewMalformed, match="cannot be read"):
        operation_from_json(kind, json.dumps(value))


@pytest.mark.parametrize("body", ["", "{", "{}", "null", '[{"start":0}]', "[" * 100_000])
def test_what_is_no_list_of_marks_is_refused(body: str) -> None:
    with pytest.raises(ReviewMalformed):
        marks_from_json(body)

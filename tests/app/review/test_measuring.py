"""Measuring as operations: kept, undone, signed and refused like everything that a reader does."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.presenters.steps import step_words
from app.review.encoding import kind_of, operation_from_json, operation_to_json
from app.review.errors import ReviewClosed, ReviewMalformed, StaleEdit
from app.review.measurement_fields import fields_of, measurement_of
from app.review.measurements import (
    Calibration,
    Length,
    Measurement,
    Scale,
    ScaleKind,
    in_film_order,
    shifted,
)
from app.review.measuring import measure, remeasure, scale_on, take_away
from app.review.operations import Operation
from app.review.review import Review, edit_to, restore, take_draft
from app.review.signing import sign
from tests.app.review.reviewing import (
    DETECTOR,
    DRAFTS,
    EMPTY,
    LATERAL,
    MEASUREMENTS,
    NOON,
    PA,
    PANEL,
    content,
    reviews,
)

LENGTH, OTHER_FILM, ANGLE, ELLIPSE, BOX, RATIO, CALIBRATION, SECOND = MEASUREMENTS


def with_all(*measurements: Measurement, review: Review = EMPTY) -> Review:
    for one in measurements:
        review = measure(review, one).apply(review)
    return review


def signed(review: Review) -> Review:
    return sign(review, "Dr. Roe", "radiologist", "author", NOON).apply(review)


@given(reviews, st.sampled_from(MEASUREMENTS))
def test_undoing_what_was_measured_gives_the_review_as_it_was(review: Review, one: Measurement) -> None:
    if one in review.measurements:
        return
    operation = measure(review, one)
    after = operation.apply(review)
    assert one in after.measurements
    assert content(operation.inverse().apply(after)) == content(review)


@given(st.permutations(MEASUREMENTS[:6]))
def test_the_order_in_which_they_were_drawn_does_not_matter(some: list[Measurement]) -> None:
    assert with_all(*some).measurements == with_all(*MEASUREMENTS[:6]).measurements


@given(st.sampled_from(MEASUREMENTS))
def test_a_measurement_comes_back_from_json_as_it_was(one: Measurement) -> None:
    assert measurement_of(json.loads(json.dumps(fields_of(one)))) == one
    operation = measure(with_all(LENGTH), one) if one != LENGTH else measure(EMPTY, one)
    assert operation_from_json(kind_of(operation), operation_to_json(operation)) == operation


def test_the_format_of_a_measurement_stays_as_it_was_first_written() -> None:
    written = (
        '{"change":{"at":0,"removed":"","inserted":"","marks_before":[],"marks_after":[],'
        '"measured_before":[],"measured_after":[{"kind":"length","film":"1.2.3.1","frame":0,'
        '"points":[["10.0","20.5"],["40.25","60.0"]],'
        '"scale":{"rows":"0.143","columns":"0.143","kind":"detector"}}]}}'
    )
    operation = measure(EMPTY, LENGTH)
    assert (kind_of(operation), operation_to_json(operation)) == ("measure", written)
    assert operation_from_json("measure", written) == operation


WRITTEN: dict[str, Any] = fields_of(LENGTH)


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {**WRITTEN, "kind": "volume"},
        {**WRITTEN, "kind": 1},
        {**WRITTEN, "more": 1},
        {**WRITTEN, "frame": True},
        {**WRITTEN, "points": [["10.0", "20.5"]]},
        {**WRITTEN, "points": [["10.0", "20.5"], ["40.25", "60"]]},
        {**WRITTEN, "points": [["10.0", "20.5"], ["40.25", 60.0]]},
        {**WRITTEN, "points": [["10.0", "20.5"], ["nan", "60.0"]]},
        {**WRITTEN, "points": [["10.0", "20.5"], 7]},
        {**WRITTEN, "scale": {"rows": "0.0", "columns": "0.143", "kind": "detector"}},
        {**WRITTEN, "scale": {"rows": "0.143", "columns": "0.143", "kind": "guessed"}},
        {**fields_of(ELLIPSE), "statistics": [0, "1.0", "1.0", "1.0", "1.0"]},
        {**fields_of(ELLIPSE), "statistics": [940, "1.0"]},
        {**fields_of(ELLIPSE), "shape": "circle"},
        {**fields_of(RATIO), "points": [["1.0", "2.0"], ["3.0", "4.0"], ["5.0", "6.0"], ["5.0", "7.0"]]},
        {**fields_of(CALIBRATION), "known_mm": "-1.0"},
    ],
)
def test_a_stored_measurement_that_is_none_is_refused(value: object) -> None:
    with pytest.raises(ReviewMalformed, match="cannot be read"):
        measurement_of(value)


def test_an_edit_has_both_lists_of_measurements_or_none() -> None:
    edit = {"at": 0, "removed": "", "inserted": "", "marks_before": [], "marks_after": []}
    with pytest.raises(ReviewMalformed):
        operation_from_json("edit", json.dumps({**edit, "measured_before": []}))


def test_calibrating_a_film_rescales_what_was_measured_on_it_and_no_other_film() -> None:
    review = with_all(LENGTH, ANGLE, ELLIPSE, RATIO, OTHER_FILM, CALIBRATION)
    assert isinstance(CALIBRATION, Calibration)
    scales = {one.scale for one in review.measurements if one.film == PA and isinstance(one, Length)}
    assert scales == {CALIBRATION.scale}
    assert {OTHER_FILM, RATIO, CALIBRATION} <= set(review.measurements)
    assert scale_on(review, PA, DETECTOR) == CALIBRATION.scale
    assert scale_on(review, LATERAL, DETECTOR) == DETECTOR


def test_a_calibration_gives_way_to_the_next_and_without_one_the_header_counts_again() -> None:
    first = with_all(LENGTH, CALIBRATION)
    second = with_all(SECOND, review=first)
    assert [one for one in second.measurements if isinstance(one, Calibration)] == [SECOND]
    assert take_away(second, SECOND, DETECTOR).apply(second).measurements == (LENGTH,)
    moved = shifted(SECOND, 1, 1)
    changed = remeasure(second, SECOND, moved).apply(second)
    assert moved in changed.measurements
    assert scale_on(changed, PA, DETECTOR).kind is ScaleKind.KNOWN_LENGTH


def test_calibrating_is_undone_in_one_step() -> None:
    before = with_all(LENGTH, ANGLE)
    operation = measure(before, CALIBRATION)
    assert content(operation.inverse().apply(operation.apply(before))) == content(before)


def test_what_was_made_for_other_measurements_is_stale() -> None:
    review = with_all(LENGTH)
    for operation in (
        measure(EMPTY, LENGTH),
        take_away(review, ANGLE, DETECTOR),
        remeasure(review, ANGLE, shifted(ANGLE, 1, 1)),
    ):
        with pytest.raises(StaleEdit):
            operation.apply(review)
    calibrated = with_all(CALIBRATION)
    with pytest.raises(StaleEdit):
        measure(EMPTY, SECOND).apply(calibrated)


def test_a_review_never_holds_two_calibrations_of_a_film() -> None:
    with pytest.raises(ValueError, match="two calibrations"):
        replace(EMPTY, measurements=in_film_order({CALIBRATION, SECOND}))


def test_text_that_is_replaced_leaves_what_was_measured() -> None:
    review = with_all(LENGTH)
    drafted = take_draft(review, DRAFTS[0], PANEL).apply(review)
    assert edit_to(drafted, "").apply(drafted).measurements == (LENGTH,)


def test_restoring_a_version_restores_what_was_measured_then() -> None:
    older, newer = with_all(LENGTH), with_all(LENGTH, ANGLE, CALIBRATION)
    operation = restore(newer, older)
    assert operation.apply(newer).measurements == (LENGTH,)
    assert operation.inverse().apply(operation.apply(newer)).measurements == newer.measurements


def test_nothing_is_measured_on_a_signed_review() -> None:
    review = with_all(LENGTH, review=edit_to(EMPTY, "Normal.").apply(EMPTY))
    closed = signed(review)
    for operation in (measure(closed, ANGLE), take_away(closed, LENGTH, DETECTOR)):
        with pytest.raises(ReviewClosed):
            operation.apply(closed)


def test_a_signature_binds_what_was_measured() -> None:
    written = edit_to(EMPTY, "Normal.").apply(EMPTY)
    measured = with_all(LENGTH, review=written)
    made_before = sign(written, "Dr. Roe", "radiologist", "author", NOON)
    with pytest.raises(StaleEdit):
        made_before.apply(measured)
    assert isinstance(LENGTH, Length)
    otherwise = replace(LENGTH, scale=Scale(0.143, 0.143, ScaleKind.CALIBRATED))
    hashes = {signed(with_all(one, review=written)).signature for one in (LENGTH, otherwise, ANGLE)}
    assert len(hashes | {signed(written).signature}) == 4


def test_a_review_without_measurements_is_hashed_as_before_there_were_any() -> None:
    written = edit_to(EMPTY, "Normal.").apply(EMPTY)
    signature = signed(written).signature
    assert signature is not None
    assert signature.sha256 == "70e3309c3c96504117acd728f885a5f129a348f12e7fb19c583986418cbdbb22"


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (measure(EMPTY, LENGTH), "measure a length"),
        (measure(EMPTY, ANGLE), "measure an angle"),
        (remeasure(with_all(BOX), BOX, shifted(BOX, 1, 1)), "change a rectangle"),
        (take_away(with_all(ELLIPSE), ELLIPSE, DETECTOR), "remove an ellipse"),
        (measure(with_all(LENGTH), CALIBRATION), "calibrate a film"),
        (take_away(with_all(LENGTH, CALIBRATION), CALIBRATION, DETECTOR), "remove a known length"),
        (measure(EMPTY, RATIO), "measure a cardiothoracic ratio"),
    ],
)
def test_the_list_of_versions_says_what_was_measured(operation: Operation, words: str) -> None:
    assert step_words(operation) == words


def test_a_measurement_that_is_dragged_onto_its_like_becomes_one_with_it() -> None:
    review = with_all(LENGTH, shifted(LENGTH, 5, 5))
    changed = remeasure(review, shifted(LENGTH, 5, 5), LENGTH).apply(review)
    assert changed.measurements == (LENGTH,)

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from app.review.decisions import Verdict
from app.review.errors import ReviewClosed, SigningRefused, StaleEdit
from app.review.judging import reject
from app.review.review import Review, Status, edit, edit_to, take_draft, take_sentence
from app.review.signing import AddAddendum, MakeDraft, MakePreliminary, Sign, add_addendum, sign
from tests.app.review.reviewing import DRAFTS, EMPTY, NOON, PANEL

WRITTEN = take_draft(EMPTY, DRAFTS[0], PANEL).apply(EMPTY)


def signed_by_roe(review: Review) -> Sign:
    return sign(review, "Dr. Roe", "radiologist", "I am the author of this report.", NOON)


def added(review: Review, text: str) -> AddAddendum:
    return add_addendum(review, text, "Prior film found.", "Dr. Roe", "radiologist", NOON)


SIGNED = signed_by_roe(WRITTEN).apply(WRITTEN)


def test_a_draft_is_made_preliminary_and_a_draft_again() -> None:
    preliminary = MakePreliminary().apply(WRITTEN)
    assert preliminary.status is Status.PRELIMINARY
    assert edit_to(preliminary, "Still open.").apply(preliminary).text == "Still open."
    assert MakePreliminary().inverse().apply(preliminary).status is Status.DRAFT


def test_what_is_preliminary_already_or_not_yet_is_not_made_so_again() -> None:
    with pytest.raises(StaleEdit, match="is draft"):
        MakeDraft().apply(WRITTEN)
    with pytest.raises(StaleEdit, match="is preliminary"):
        MakePreliminary().apply(MakePreliminary().apply(WRITTEN))


def test_a_signature_has_name_role_meaning_and_time_and_freezes_the_report() -> None:
    signature = SIGNED.signature
    assert signature is not None
    assert (signature.name, signature.role, signature.time) == ("Dr. Roe", "radiologist", NOON)
    assert (SIGNED.status, SIGNED.text, SIGNED.marks) == (Status.SIGNED, WRITTEN.text, WRITTEN.marks)
    sentence = DRAFTS[1].sentences[0]
    for operation in (
        edit(SIGNED, 0, 0, "x"),
        take_draft(SIGNED, DRAFTS[1]),
        take_sentence(SIGNED, DRAFTS[1], sentence, 0),
        reject(SIGNED, DRAFTS[1], sentence),
        MakePreliminary(),
        MakeDraft(),
        signed_by_roe(WRITTEN),
    ):
        with pytest.raises(ReviewClosed, match="signed"):
            operation.apply(SIGNED)


def test_neither_signature_nor_addendum_can_be_taken_back() -> None:
    with pytest.raises(ReviewClosed, match="cannot be taken back"):
        signed_by_roe(WRITTEN).inverse()
    with pytest.raises(ReviewClosed, match="cannot be taken back"):
        added(SIGNED, "More.").inverse()


def test_a_signature_made_for_other_text_marks_verdicts_or_study_is_refused() -> None:
    signature = signed_by_roe(WRITTEN)
    (first, *others) = WRITTEN.decisions
    for review in (
        replace(WRITTEN, text=WRITTEN.text + " More."),
        replace(WRITTEN, marks=()),
        replace(WRITTEN, decisions=(replace(first, verdict=Verdict.EDITED), *others)),
        replace(WRITTEN, study_uid="1.2.4"),
    ):
        with pytest.raises(StaleEdit, match="another text"):
            signature.apply(review)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Dr. Doe"},
        {"role": "resident"},
        {"meaning": "Reviewed."},
        {"time": NOON + timedelta(microseconds=1)},
    ],
)
def test_a_signature_with_another_name_role_meaning_or_time_is_refused(change: dict[str, Any]) -> None:
    signature = signed_by_roe(WRITTEN).signature
    with pytest.raises(StaleEdit):
        Sign(replace(signature, **change)).apply(WRITTEN)


@pytest.mark.parametrize(
    ("name", "role", "meaning", "missing"),
    [(" ", "r", "m", "name"), ("n", "", "m", "role"), ("n", "r", "\0", "meaning")],
)
def test_a_signature_without_name_role_or_meaning_is_refused(
    name: str, role: str, meaning: str, missing: str
) -> None:
    with pytest.raises(SigningRefused, match=missing):
        sign(WRITTEN, name, role, meaning, NOON)


def test_an_empty_report_cannot_be_signed() -> None:
    with pytest.raises(SigningRefused, match="empty"):
        signed_by_roe(EMPTY)


def test_addenda_follow_each_other_and_leave_the_signed_text() -> None:
    first = added(SIGNED, "Known since 2019.").apply(SIGNED)
    second = added(first, "Unchanged.").apply(first)
    assert (second.status, second.text, second.signature) == (Status.ADDENDED, WRITTEN.text, SIGNED.signature)
    assert [addendum.text for addendum in second.addenda] == ["Known since 2019.", "Unchanged."]
    assert SIGNED.signature is not None
    assert second.addenda[0].previous == SIGNED.signature.sha256
    assert second.addenda[1].previous == second.addenda[0].sha256


def test_an_addendum_that_was_altered_or_comes_too_late_is_refused() -> None:
    addendum = added(SIGNED, "Known since 2019.")
    with pytest.raises(StaleEdit):
        AddAddendum(replace(addendum.addendum, reason="Other.")).apply(SIGNED)
    with pytest.raises(StaleEdit):
        addendum.apply(added(SIGNED, "First.").apply(SIGNED))


def test_an_addendum_needs_text_reason_and_a_signed_report() -> None:
    with pytest.raises(SigningRefused, match="signed report"):
        added(WRITTEN, "More.")
    with pytest.raises(SigningRefused, match="needs a text"):
        added(SIGNED, " ")
    with pytest.raises(SigningRefused, match="needs a reason"):
        add_addendum(SIGNED, "More.", "", "Dr. Roe", "radiologist", NOON)


def test_anybody_can_recompute_a_signature_from_the_documented_form() -> None:
    review = edit(EMPTY, 0, 0, 'Größe 2"\n').apply(EMPTY)
    review = reject(review, DRAFTS[0], DRAFTS[0].sentences[0], "cd").apply(review)
    written = (
        '{"format":"consilium-signature-1","marks":[],"meaning":"author","name":"Roe","role":"reader",'
        '"study_uid":"1.2.3","text":"Größe 2\\"\\n","time":"2026-03-12T12:00:00.000000+00:00",'
        '"verdicts":[{"bundle":"phantom","bundle_sha256":"'
        + "ab"
        * 32
        + '","expert":0,"panel":"cd","start":0,'
        '"stop":20,"text":"The heart is normal.","verdict":"rejected"}]}'
    )
    expected = hashlib.sha256(written.encode("utf-8")).hexdigest()
    assert sign(review, "Roe", "reader", "author", NOON).signature.sha256 == expected
    assert json.loads(written)["text"] == review.text

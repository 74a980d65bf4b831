"""What a report says of itself: its sentences and who wrote them, its date, its identity."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given

from app.documents.report import AiSpan, Authorship, ReportDocument
from app.review.review import Status
from tests.app.documents.exporting import (
    NOON,
    SHA,
    addended,
    documents,
    draft,
    film,
    signed,
    study,
    unhurried,
)


def test_each_sentence_says_whether_ai_or_the_reader_wrote_it() -> None:
    assert [(one.text, one.authorship) for one in draft().passages] == [
        ("The heart is enlarged.", Authorship.AI),
        ("Small left effusion.", Authorship.MIXED),
        ("No nodule.", Authorship.PERSON),
    ]


def test_a_sentence_of_two_experts_with_only_a_blank_between_them_is_unedited() -> None:
    two = draft(text="Heart normal.", spans=(AiSpan(0, 5, "A"), AiSpan(6, 13, "B")))
    assert [one.authorship for one in two.passages] == [Authorship.AI]


@pytest.mark.parametrize(
    "changes",
    [
        {"written": NOON.replace(tzinfo=None)},
        {"spans": (AiSpan(0, 5, "A"), AiSpan(4, 9, "B"))},
        {"spans": (AiSpan(0, 99, "A"),)},
        {"status": Status.SIGNED},
        {"status": Status.ADDENDED},
        {"signature": signed().signature},
        {"addenda": addended().addenda},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_document_that_contradicts_itself_cannot_be_made(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        draft(**changes)


def test_a_report_is_dated_by_its_last_event() -> None:
    assert draft().dated == NOON
    assert addended(3).dated == NOON + timedelta(days=3)


def test_a_signed_report_is_the_same_whenever_it_is_exported_and_a_draft_is_not() -> None:
    later = NOON + timedelta(hours=1)
    assert signed(written=later).fingerprint == signed().fingerprint
    assert draft(written=later).fingerprint != draft().fingerprint


def test_where_the_films_lie_says_nothing_about_the_report() -> None:
    moved = study(radiographs=(replace(film(1), path=Path("elsewhere")), film(2)))
    assert draft(study=moved).fingerprint == draft().fingerprint


def test_the_predecessor_of_the_second_addendum_is_the_report_with_the_first() -> None:
    assert addended(2).predecessor == addended(1)
    assert addended(1).predecessor == signed()
    assert signed().predecessor is None


def test_every_model_with_a_share_is_named_once() -> None:
    foreign = AiSpan(44, 54, "B", "elsewhere", "cd" * 32)
    both = draft(spans=(*draft().spans, foreign))
    assert [model.bundle_sha256 for model in both.models] == [SHA, "cd" * 32]
    assert both.model_of(foreign).bundle == "elsewhere"


@unhurried
@given(documents)
def test_every_span_has_a_model_and_every_passage_its_own_text(document: ReportDocument) -> None:
    assert all(document.model_of(span) in document.models for span in document.spans)
    assert all(one.text == document.text[one.start : one.stop] for one in document.passages)

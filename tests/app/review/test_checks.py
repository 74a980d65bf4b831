"""What is said before signing, and what forbids it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.review.checks import concerns, forbids
from app.review.policy import DEFAULT_POLICY, ConcernKind, Weight
from app.review.review import Review, take_sentence
from engine.panel import Draft, Panel
from tests.app.desk_fakes import panel_of, study_of

SEEN = "There is a left pleural effusion."
PANEL = panel_of(study_of(), (SEEN, SEEN, SEEN, "No pleural effusion."), (4.0, 3.0, 2.0, 1.0))


def kinds(text: str, panel: Panel | None = None) -> list[ConcernKind]:
    return [concern.kind for concern in concerns(Review("1.2.3", text), panel)]


@pytest.mark.parametrize("field", ["[size]", "[ ]", "____", "{side}", "***", "<text>"])
def test_an_empty_field_forbids_signing_and_is_found_in_the_text(field: str) -> None:
    text = f"Nodule of {field} mm."
    (concern,) = concerns(Review("1", text), None)
    assert concern.kind is ConcernKind.EMPTY_FIELD
    assert text[concern.start : concern.stop] == field
    assert forbids((concern,), DEFAULT_POLICY)
    assert not forbids((concern,), {**DEFAULT_POLICY, ConcernKind.EMPTY_FIELD: Weight.ALERT})


@pytest.mark.parametrize(
    "text", ["Nodule of 8 mm.", "Heart < 50 %, lungs > 6 ribs.", "See a_b.", "Aorta: normal."]
)
def test_ordinary_text_has_no_empty_field(text: str) -> None:
    assert ConcernKind.EMPTY_FIELD not in kinds(text)


def test_a_finding_and_its_negation_contradict_each_other() -> None:
    text = "Small left pleural effusion. The heart is normal. No pleural effusion."
    (concern,) = concerns(Review("1", text), None)
    assert concern.kind is ConcernKind.CONTRADICTION
    assert "No pleural effusion." in concern.text
    assert text[concern.start : concern.stop] == "Small left pleural effusion."


def test_effusion_on_one_side_and_none_on_the_other_is_no_contradiction() -> None:
    assert kinds("Left pleural effusion. No right pleural effusion.") == []


def test_what_most_experts_name_and_the_report_passes_over_is_said() -> None:
    (concern,) = concerns(Review("1.2.3", "The heart is normal."), PANEL)
    assert concern.kind is ConcernKind.NOT_MENTIONED
    assert concern.text == "3 of 4 experts name pleural effusion; the report does not mention it."


def test_what_most_experts_name_and_the_report_denies_is_said_where_it_stands() -> None:
    text = "Heart normal. No pleural effusion."
    (concern,) = concerns(Review("1.2.3", text), PANEL)
    assert concern.kind is ConcernKind.AGAINST_EXPERTS
    assert text[concern.start : concern.stop] == "No pleural effusion."


def test_a_side_that_most_experts_do_not_share_is_said() -> None:
    (concern,) = concerns(Review("1.2.3", "There is a right pleural effusion."), PANEL)
    assert concern.text == "Pleural effusion: the report says right, A, B, C say left."


def test_a_report_that_agrees_raises_nothing() -> None:
    assert kinds("Left pleural effusion.", PANEL) == []


def test_half_of_the_experts_are_no_majority() -> None:
    panel = panel_of(study_of(), (SEEN, "No pleural effusion."), (2.0, 1.0))
    assert kinds("The heart is normal.", panel) == []


def test_unedited_ai_text_is_counted() -> None:
    draft: Draft = PANEL.drafts[0]
    review = Review("1.2.3")
    taken = take_sentence(review, draft, draft.sentences[0], 0).apply(review)
    (concern,) = concerns(taken, PANEL)
    assert concern.text == "1 passage stands as an expert wrote it."


def test_an_unfamiliar_film_is_said_again() -> None:
    panel = replace(PANEL, unfamiliar="This film is unlike all others.")
    assert concerns(Review("1.2.3", SEEN), panel)[-1].text == "This film is unlike all others."


def test_an_empty_report_raises_only_what_the_experts_say() -> None:
    assert kinds("") == []
    assert kinds("", PANEL) == [ConcernKind.NOT_MENTIONED]

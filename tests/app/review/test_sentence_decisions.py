from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from app.review.decisions import Decision, Passage, Verdict, panel_key, passage_of
from app.review.errors import StaleEdit
from app.review.judging import edit_sentence, reject, withdraw
from app.review.review import (
    Edit,
    Review,
    edit,
    edit_to,
    restore,
    standing,
    take_draft,
    take_sentence,
)
from engine.panel import Draft, Origin, Panel
from tests.app.review.reviewing import DRAFTS, EMPTY, PANEL, content, draft, reviews

A, B = DRAFTS[0], DRAFTS[1]  # "The heart is normal. No pleural effusion." and "Small left effusion. Ribs ..."
HEART, FLUID = (passage_of(A, sentence, PANEL) for sentence in A.sentences)


def accepted(review: Review, source: Draft, sentence: int) -> Review:
    return take_sentence(review, source, source.sentences[sentence], len(review.text), PANEL).apply(review)


def verdicts(review: Review) -> dict[str, str]:
    return {decision.passage.text: decision.verdict.value for decision in review.decisions}


def test_a_verdict_names_expert_panel_place_words_and_bundle() -> None:
    review = accepted(EMPTY, A, 1)
    passage = Passage(PANEL, 0, 21, 41, "No pleural effusion.", "phantom", "ab" * 32)
    assert review.decisions == (Decision(passage, Verdict.ACCEPTED),)


def test_sentences_are_accepted_rejected_and_edited_beside_each_other() -> None:
    review = accepted(EMPTY, A, 0)
    review = reject(review, A, A.sentences[1], PANEL).apply(review)
    review = edit_sentence(review, B, B.sentences[0], "Tiny left effusion.", PANEL).apply(review)
    assert review.text == "The heart is normal. Tiny left effusion."
    assert verdicts(review) == {
        "The heart is normal.": "accepted",
        "No pleural effusion.": "rejected",
        "Small left effusion.": "edited",
    }


def test_what_is_left_of_the_experts_words_stays_marked() -> None:
    review = edit_sentence(EMPTY, B, B.sentences[0], "Tiny left effusion.", PANEL).apply(EMPTY)
    assert [review.text[mark.start : mark.stop] for mark in review.marks] == [" left effusion."]


def test_rejecting_an_accepted_sentence_takes_it_out_of_the_report() -> None:
    review = accepted(accepted(EMPTY, A, 0), B, 1)
    review = reject(review, A, A.sentences[0], PANEL).apply(review)
    assert review.text == "Ribs are intact."
    assert verdicts(review) == {"The heart is normal.": "rejected", "Ribs are intact.": "accepted"}


def test_rejecting_a_sentence_that_was_reworded_leaves_the_readers_words() -> None:
    review = edit_sentence(EMPTY, A, A.sentences[0], "Heart normal.", PANEL).apply(EMPTY)
    review = reject(review, A, A.sentences[0], PANEL).apply(review)
    assert (review.text, verdicts(review)) == ("Heart normal.", {"The heart is normal.": "rejected"})


def test_withdrawing_an_acceptance_takes_the_sentence_out_and_leaves_no_verdict() -> None:
    review = accepted(accepted(EMPTY, A, 0), B, 1)
    review = withdraw(review, HEART).apply(review)
    assert (review.text, verdicts(review)) == ("Ribs are intact.", {"Ribs are intact.": "accepted"})


def test_withdrawing_a_rejection_leaves_the_report_as_it_is() -> None:
    review = edit(EMPTY, 0, 0, "Mine.").apply(EMPTY)
    review = reject(review, A, A.sentences[0], PANEL).apply(review)
    review = withdraw(review, HEART).apply(review)
    assert (review.text, review.decisions) == ("Mine.", ())


def test_a_verdict_that_was_never_given_cannot_be_withdrawn() -> None:
    with pytest.raises(KeyError):
        withdraw(EMPTY, HEART)


def test_typing_inside_an_accepted_sentence_makes_it_an_edited_one() -> None:
    review = accepted(accepted(EMPTY, A, 0), A, 1)
    review = edit_to(review, review.text.replace("normal", "large")).apply(review)
    assert verdicts(review) == {"The heart is normal.": "edited", "No pleural effusion.": "accepted"}


def test_typing_beside_an_accepted_sentence_leaves_its_verdict() -> None:
    review = accepted(EMPTY, A, 0)
    review = edit_to(review, f"PA film. {review.text}").apply(review)
    review = edit_to(review, f"{review.text} Ribs intact.").apply(review)
    assert verdicts(review) == {"The heart is normal.": "accepted"}


def test_deleting_a_whole_accepted_sentence_withdraws_its_verdict() -> None:
    review = accepted(accepted(EMPTY, A, 0), A, 1)
    review = edit_to(review, "The heart is normal.").apply(review)
    assert verdicts(review) == {"The heart is normal.": "accepted"}


def test_typing_over_a_whole_accepted_sentence_makes_it_an_edited_one() -> None:
    review = accepted(EMPTY, A, 1)
    assert verdicts(edit(review, 0, 20, "Fluid?").apply(review)) == {"No pleural effusion.": "edited"}


def test_taking_a_draft_accepts_its_sentences_and_forgets_what_it_replaced() -> None:
    review = accepted(EMPTY, B, 1)
    review = reject(review, B, B.sentences[2], PANEL).apply(review)
    review = take_draft(review, A, PANEL).apply(review)
    assert verdicts(review) == {
        "The heart is normal.": "accepted",
        "No pleural effusion.": "accepted",
        "No nodule.": "rejected",
    }


def test_accepting_a_rejected_sentence_changes_the_verdict() -> None:
    review = reject(EMPTY, A, A.sentences[0], PANEL).apply(EMPTY)
    assert verdicts(accepted(review, A, 0)) == {"The heart is normal.": "accepted"}


def test_the_same_words_of_another_panel_have_a_verdict_of_their_own() -> None:
    review = accepted(EMPTY, A, 0)
    review = reject(review, A, A.sentences[1], "ef" * 32).apply(review)
    assert len(review.decisions) == 2
    assert review.decision_on(FLUID) is None


def test_a_verdict_on_a_sentence_that_has_another_by_now_is_refused() -> None:
    rejection = reject(EMPTY, A, A.sentences[0], PANEL)
    with pytest.raises(StaleEdit):
        rejection.apply(accepted(EMPTY, A, 0))
    with pytest.raises(StaleEdit):
        rejection.inverse().apply(EMPTY)


@given(reviews, reviews)
def test_a_restored_version_has_the_older_text_marks_and_verdicts(review: Review, older: Review) -> None:
    restored = restore(review, older).apply(review)
    assert content(restored)[:3] == content(older)[:3]
    assert (restored.status, restored.version) == (review.status, review.version + 1)


@given(reviews)
def test_every_accepted_sentence_stands_in_the_report_as_its_expert_wrote_it(review: Review) -> None:
    for decision in review.decisions:
        place = standing(review.text, review.marks, decision.passage)
        if decision.verdict is Verdict.ACCEPTED:
            assert place is not None
            assert review.text[slice(*place)] == decision.passage.text


def test_reviews_with_two_verdicts_on_one_sentence_cannot_be_made() -> None:
    twice = (Decision(HEART, Verdict.ACCEPTED), Decision(HEART, Verdict.REJECTED))
    with pytest.raises(ValueError, match="two verdicts"):
        Review("1", decisions=twice)
    assert Edit(0, "", "", decisions_after=twice[:1]).apply(EMPTY).decisions == twice[:1]


def test_a_panel_is_known_again_by_its_study_drafts_and_bundles() -> None:
    panel = Panel("1.2.3", DRAFTS, 0)
    assert panel_key(replace(panel, elected=1, voting="other")) == panel_key(panel)
    others = (
        replace(panel, study_uid="1.2.4"),
        replace(panel, drafts=DRAFTS[:2]),
        replace(panel, drafts=(draft(0, "Other."), *DRAFTS[1:])),
        replace(panel, drafts=(replace(A, origin=Origin("phantom", "cd" * 32)), *DRAFTS[1:])),
    )
    assert len({panel_key(other) for other in (panel, *others)}) == 5

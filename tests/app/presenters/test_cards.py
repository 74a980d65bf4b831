"""How drafts, votes and findings are put into words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.presenters.cards import UNJUDGED, Judged, cards, dispute, finding_rows, remarks, summary
from engine.panel import Draft, Origin, Panel
from engine.readers import joined
from tests.app.desk_fakes import TEXTS, draft_of, panel_of, study_of


def test_the_elected_draft_is_marked_and_votes_have_one_decimal() -> None:
    panel = panel_of(study_of())
    first, *_ = shown = cards(panel.by_vote, panel, UNJUDGED)
    assert (first.letter, first.elected, first.vote) == ("A", True, "4.2")
    assert [card.elected for card in shown].count(True) == 1


def test_bars_are_relative_to_the_best_vote() -> None:
    panel = panel_of(study_of(), ("One.", "Two."), (4.0, 1.0))
    assert [card.share for card in cards(panel.by_vote, panel, UNJUDGED)] == [1.0, 0.25]


def test_votes_of_zero_draw_no_bar_instead_of_failing() -> None:
    panel = panel_of(study_of(), ("One.", "Two."), (0.0, 0.0))
    assert [card.share for card in cards(panel.by_vote, panel, UNJUDGED)] == [0.0, 0.0]


def test_a_vote_says_what_it_depends_on() -> None:
    panel = panel_of(study_of())
    assert "document frequencies: 5,000 training reports" in cards(panel.drafts, panel, UNJUDGED)[0].vote_help


def test_a_single_draft_has_no_vote_and_says_why() -> None:
    draft = draft_of(0, "Clear lungs.")
    (card,) = cards((draft,), Panel("1", (draft,), 0), UNJUDGED)
    assert (card.vote, card.elected) == ("", True)
    assert "no other draft" in card.vote_help


def test_finished_drafts_have_no_vote_before_the_panel_is_there() -> None:
    (card,) = cards((draft_of(0, "Clear lungs.", 3.0),), None, UNJUDGED)
    assert (card.vote, card.elected) == ("", False)


def test_identical_drafts_name_each_other() -> None:
    panel = panel_of(study_of())
    by_letter = {card.letter: card.same_as for card in cards(panel.drafts, panel, UNJUDGED)}
    assert (by_letter["A"], by_letter["E"], by_letter["B"]) == ("E", "A", "")


def test_words_lie_where_their_sentence_has_them() -> None:
    panel = panel_of(study_of())
    for card in cards(panel.drafts, panel, UNJUDGED):
        draft = panel.drafts[card.expert]
        for sentence in card.sentences:
            for word in sentence.words:
                original = draft.words[word.index]
                assert sentence.text[word.start : word.stop] == draft.text[original.start : original.stop]


def test_a_sentence_is_taken_when_it_stands_in_an_experts_passage() -> None:
    panel = panel_of(study_of())
    judged = Judged(((0, TEXTS[0]), (2, "The heart size is normal.")))
    marks = {
        card.letter: [sentence.taken for sentence in card.sentences]
        for card in cards(panel.drafts, panel, judged)
    }
    assert marks["A"] == [True, True, True]
    assert marks["C"] == [True, False, False]
    assert not any(marks["E"])  # the same words, but another expert's


def test_a_draft_without_marked_sentences_is_one_sentence() -> None:
    assert [sentence.text for sentence in Draft(0, "All clear").all_sentences] == ["All clear"]
    assert Draft(0, "").all_sentences == ()


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("One.",), "1 AI draft"),
        (("One.", "One."), "2 AI drafts · all identical"),
        (("One.", "Two.", "One."), "3 AI drafts · 2 distinct"),
    ],
)
def test_the_summary_counts_drafts_and_texts(texts: tuple[str, ...], said: str) -> None:
    assert summary(panel_of(study_of(), texts, (1.0,) * len(texts))) == said


def test_identical_drafts_are_remarked_upon() -> None:
    panel = panel_of(study_of(), ("One.", "One."), (1.0, 1.0))
    assert remarks(panel) == ("All 2 drafts say the same. Agreement is not proof.",)


def test_findings_count_experts_and_put_absent_ones_last() -> None:
    rows = finding_rows(panel_of(study_of()).drafts)
    effusion = next(row for row in rows if row.finding == "Pleural Effusion" and row.polarity == "")
    assert (effusion.side, effusion.experts, effusion.count) == ("left", (0, 1, 3, 4), "4/6")
    polarities = [row.polarity for row in rows]
    assert polarities == sorted(polarities, key=["", "possible", "no"].index)


def test_drafts_that_name_an_author_are_not_called_ai_drafts() -> None:
    panel = panel_of(study_of(), ("One.", "Two."), (1.0, 1.0))
    by_hand = replace(panel.drafts[1], origin=Origin("a model", author="second reader"))
    assert summary(replace(panel, drafts=(panel.drafts[0], by_hand))) == "2 drafts · 2 distinct"


def two_models() -> Panel:
    """Two drafts of a panel, and two of a captioner that sees the other side and a nodule."""
    study = study_of()
    first = panel_of(study, ("Small left pleural effusion.", "Normal heart."), (4.0, 1.0))
    second = panel_of(study, ("Small right pleural effusion. There is a nodule.", "A nodule."), (8.0, 2.0))
    drafts = tuple(replace(draft, origin=Origin("captioner", version="2")) for draft in second.drafts)
    return joined([first, replace(second, drafts=drafts)])


def test_drafts_of_two_models_say_whose_they_are_and_each_model_has_an_elected_one() -> None:
    panel = two_models()
    shown = cards(panel.by_vote, panel, UNJUDGED)
    named = panel.drafts[0].origin.bundle
    assert [card.model for card in shown] == [named, named, "captioner", "captioner"]
    assert [card.letter for card in shown if card.elected] == ["A", "C"]
    assert "Bundle: captioner 2" in shown[2].origin_help
    assert summary(panel) == "4 AI drafts of 2 models · 4 distinct"


def test_votes_are_drawn_and_told_among_the_drafts_of_one_model() -> None:
    panel = two_models()
    shown = cards(panel.by_vote, panel, UNJUDGED)
    assert [card.share for card in shown] == [1.0, 0.25, 1.0, 0.25]
    assert "rank 1 of 2" in shown[2].vote_help
    assert shown[2].vote_help.count("document frequencies") == 1


def test_a_line_says_where_the_elected_drafts_of_two_models_disagree() -> None:
    found = dispute(two_models())
    assert found is not None
    assert found.text == (
        "The models disagree: Lung Lesion (A not mentioned, C present); Pleural Effusion (A left, C right)."
    )
    assert (found.left, found.right) == (0, 2)
    assert dispute(panel_of(study_of())) is None

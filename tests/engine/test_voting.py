from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycocoevalcap.cider.cider import Cider

from engine.text.cider import DocumentFrequencies, cider_d
from engine.text.tokenizer import metric_text
from engine.voting import ranking, vote, vote_corpus, voting_frequencies

REPORTS = [
    "The heart is enlarged. No effusion.",
    "The heart is normal. No effusion.",
    "The heart is normal. Small left effusion.",
    "A nodule is in the right apex.",
]
TEXT = st.lists(st.sampled_from(["The", "heart.", "effusion.", "no", "left", "small"]), max_size=8).map(
    " ".join
)


@pytest.fixture(scope="module")
def frequencies() -> DocumentFrequencies:
    return voting_frequencies(REPORTS)


def test_a_vote_is_the_mean_score_against_the_other_drafts(frequencies: DocumentFrequencies) -> None:
    texts = [metric_text(report) for report in REPORTS]
    ballot = vote(REPORTS, frequencies)
    for i, text in enumerate(texts):
        others = [cider_d([text], [[t]], frequencies)[0] for j, t in enumerate(texts) if j != i]
        assert ballot.votes[i] == pytest.approx(sum(others) / 3, abs=1e-9)


def test_two_who_agree_outvote_one_who_does_not(frequencies: DocumentFrequencies) -> None:
    ballot = vote([REPORTS[3], REPORTS[1], REPORTS[1]], frequencies)
    assert (ballot.elected, ballot.ranks) == (1, (3, 1, 2))


def test_one_draft_is_elected_without_a_vote(frequencies: DocumentFrequencies) -> None:
    ballot = vote(REPORTS[:1], frequencies)
    assert (ballot.votes, ballot.ranks, ballot.elected) == ((None,), (1,), 0)
    assert ballot.voting == "one draft: nothing to vote on"


@pytest.mark.parametrize("drafts", [2, 6, 12])
def test_identical_drafts_elect_the_first_with_full_votes(
    frequencies: DocumentFrequencies, drafts: int
) -> None:
    ballot = vote(REPORTS[:1] * drafts, frequencies)
    assert ballot.votes == (10.0,) * drafts
    assert (ballot.elected, ballot.ranks) == (0, tuple(range(1, drafts + 1)))


def test_an_empty_draft_has_vote_zero_and_stands_last(frequencies: DocumentFrequencies) -> None:
    ballot = vote(["", REPORTS[0], REPORTS[3]], frequencies)
    assert ballot.votes[0] == 0
    assert (ballot.elected, ballot.ranks[0]) == (1, 3)


def test_where_all_are_empty_the_first_is_elected(frequencies: DocumentFrequencies) -> None:
    ballot = vote(["", " . "], frequencies)
    assert (ballot.votes, ballot.elected) == ((0.0, 0.0), 0)


def test_strangers_tie_and_the_lowest_index_wins(frequencies: DocumentFrequencies) -> None:
    ballot = vote(["x y", "z w", "u v"], frequencies)
    assert (ballot.votes, ballot.elected, ballot.ranks) == ((0.0, 0.0, 0.0), 0, (1, 2, 3))


@settings(deadline=None)
@given(st.lists(TEXT, min_size=2, max_size=3))
def test_the_order_of_the_drafts_changes_no_vote(drafts: list[str]) -> None:
    frequencies = voting_frequencies(REPORTS)
    votes = vote(drafts, frequencies).votes
    for order in permutations(range(len(drafts))):
        shuffled = vote([drafts[index] for index in order], frequencies)
        assert shuffled.votes == tuple(votes[index] for index in order)
        assert sorted(shuffled.ranks) == list(range(1, len(drafts) + 1))
        assert shuffled.ranks[shuffled.elected] == 1


def test_capitals_commas_and_line_breaks_change_no_vote(frequencies: DocumentFrequencies) -> None:
    ballot = vote(["The heart is enlarged.", "the HEART,\nis enlarged ."], frequencies)
    assert ballot.votes == (10.0, 10.0)


def test_the_voting_says_what_it_depends_on(frequencies: DocumentFrequencies) -> None:
    voting = vote(REPORTS, frequencies).voting
    assert voting.startswith("mean CIDEr-D to the other 3 drafts; document frequencies: 4 reports (cider-d|")
    assert "common phrases count as much" in vote(REPORTS, DocumentFrequencies.uniform()).voting


def test_scoring_one_pair_alone_with_the_public_scorer_is_always_zero() -> None:
    """Why votes need document frequencies from elsewhere, or a whole set at once."""
    assert Cider().compute_score({0: [REPORTS[0]]}, {0: [REPORTS[0]]})[0] == 0


def test_the_corpus_vote_is_the_public_scorer_with_each_other_expert_as_reference() -> None:
    panels = [REPORTS[:3], REPORTS[1:], [REPORTS[3], REPORTS[0], REPORTS[2]]]
    ballots = vote_corpus(panels)
    texts = [[metric_text(draft) for draft in panel] for panel in panels]
    for i in range(3):
        scores = [
            Cider().compute_score(
                {s: [panel[j]] for s, panel in enumerate(texts)},
                {s: [panel[i]] for s, panel in enumerate(texts)},
            )[1]
            for j in range(3)
            if j != i
        ]
        ours = [ballot.votes[i] for ballot in ballots]
        np.testing.assert_allclose(np.array(ours, float), np.mean(scores, axis=0), atol=1e-9)


def test_an_expert_who_always_says_the_same_judges_nobody() -> None:
    panels = [["same", REPORTS[0], REPORTS[0]], ["same", REPORTS[3], REPORTS[3]]]
    for ballot in vote_corpus(panels):
        assert np.isnan(ballot.matrix[:, 0]).all()
        assert ballot.votes[1:] == (10.0, 10.0)
        assert ballot.elected == 1


def test_a_corpus_of_one_study_has_no_votes_instead_of_zeros() -> None:
    (ballot,) = vote_corpus([REPORTS[:3]])
    assert (ballot.votes, ballot.elected) == ((None, None, None), 0)


def test_panels_of_unequal_size_are_our_mistake() -> None:
    with pytest.raises(ValueError, match="same number"):
        vote_corpus([REPORTS[:2], REPORTS[:3]])


def test_ranking_puts_empty_texts_behind_all_others() -> None:
    assert ranking(["", "a", "b"], [5.0, 0.0, 1.0]) == (3, 2, 1)

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.review.consensus import Stance, consensus
from engine.panel import Draft, Finding, Polarity
from tests.app.review.known_panels import read_draft

PRESENT, UNCERTAIN, ABSENT, NOT_MENTIONED = Stance
SENTENCES = ("No effusion.", "Left effusion.", "Possible right effusion.", "Bilateral effusions.", "Nodule.")

panels = st.lists(st.lists(st.sampled_from(SENTENCES), max_size=3), min_size=1, max_size=5).map(
    lambda reports: [read_draft(expert, *report) for expert, report in enumerate(reports)]
)


def stances(drafts: list[Draft], label: str, side: str = "") -> list[Stance]:
    return [cell.stance for cell in consensus(drafts).row(label, side).cells]


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(panels)
def test_every_row_counts_every_expert_once(drafts: list[Draft]) -> None:
    for row in consensus(drafts).rows:
        assert [cell.expert for cell in row.cells] == [draft.expert for draft in drafts]
        assert sum(row.count(stance) for stance in Stance) == len(drafts)


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(panels)
def test_a_cell_names_sentences_exactly_where_the_finding_is_mentioned(drafts: list[Draft]) -> None:
    for row in consensus(drafts).rows:
        for cell in row.cells:
            assert bool(cell.sentences) == (cell.stance is not NOT_MENTIONED)
            for index in cell.sentences:
                assert row.label in {f.label for f in drafts[cell.expert].sentences[index].findings}


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(panels)
def test_somebody_mentions_every_finding(drafts: list[Draft]) -> None:
    assert all(row.count(NOT_MENTIONED) < len(drafts) for row in consensus(drafts).rows)


def test_each_stance_is_told_and_counted() -> None:
    drafts = [
        read_draft(0, "Small left effusion."),
        read_draft(1, "The heart is normal.", "No effusion or pneumothorax."),
        read_draft(2, "Possible left effusion."),
        read_draft(3, "The heart is normal."),
    ]
    row = consensus(drafts).row("Pleural Effusion")
    assert [cell.stance for cell in row.cells] == [PRESENT, ABSENT, UNCERTAIN, NOT_MENTIONED]
    assert [row.count(stance) for stance in Stance] == [1, 1, 1, 1]
    assert [cell.sentences for cell in row.cells] == [(0,), (1,), (0,), ()]
    assert row.disputed
    assert not row.agreed


def test_sides_have_rows_of_their_own_where_anybody_names_one() -> None:
    drafts = [
        read_draft(0, "Left effusion."),
        read_draft(1, "Bilateral effusions."),
        read_draft(2, "No effusion."),
        read_draft(3, "There is an effusion."),
        read_draft(4, "Right effusion, no left effusion."),
    ]
    assert stances(drafts, "Pleural Effusion") == [PRESENT, PRESENT, ABSENT, PRESENT, PRESENT]
    assert stances(drafts, "Pleural Effusion", "left") == [PRESENT, PRESENT, ABSENT, NOT_MENTIONED, ABSENT]
    assert stances(drafts, "Pleural Effusion", "right") == [
        NOT_MENTIONED,
        PRESENT,
        ABSENT,
        NOT_MENTIONED,
        PRESENT,
    ]
    with pytest.raises(KeyError):
        consensus([read_draft(0, "No effusion.")]).row("Pleural Effusion", "left")


def test_a_draft_that_says_two_things_is_counted_by_the_stronger_and_both_are_kept() -> None:
    (cell,) = consensus([read_draft(0, "No effusion.", "Left effusion.")]).row("Pleural Effusion").cells
    assert cell.stance is PRESENT
    assert cell.stances == {PRESENT, ABSENT}
    assert cell.sentences == (0, 1)


def test_votes_are_those_of_the_panel() -> None:
    drafts = [replace(read_draft(0, "No effusion."), vote=4.2, rank=1), read_draft(1)]
    assert [(voter.expert, voter.vote, voter.rank) for voter in consensus(drafts).voters] == [
        (0, 4.2, 1),
        (1, None, 1),
    ]


def test_calling_a_film_normal_is_no_finding_of_the_matrix() -> None:
    draft = read_draft(0, "Normal chest.")
    (sentence,) = draft.sentences
    told = replace(sentence, findings=(Finding("No Finding", Polarity.PRESENT),))
    assert consensus([replace(draft, sentences=(told,))]).rows == ()


def test_nobody_says_anything() -> None:
    assert consensus([read_draft(0), read_draft(1, "Derrame.")]).rows == ()

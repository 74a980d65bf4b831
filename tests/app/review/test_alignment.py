from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.review.alignment import AlignedRow, Alignment, align
from app.review.comparison import Change
from app.review.conflicts import Place
from app.review.statement_rules import shipped_rules
from app.review.statements import statements_of
from engine.panel import Draft
from tests.app.review.known_panels import read_draft

SENTENCES = (
    "The heart is normal in size.",
    "Mild cardiomegaly.",
    "Mediastinal contours are unremarkable.",
    "The heart and mediastinum are normal.",
    "No pleural effusion.",
    "No pneumothorax.",
    "No effusion or pneumothorax.",
    "Small left pleural effusion.",
    "Moderate right pleural effusion.",
    "Possible left effusion.",
    "The lungs are clear.",
    "The lungs are otherwise clear.",
    "Nodule in the right upper lobe.",
    "Nodule in the left lower lobe.",
    "Old left rib fracture.",
    "No acute fracture.",
    "The aorta is tortuous.",
    "Low lung volumes.",
    "Derrame pleural izquierdo.",
    "Sin hallazgos.",
)


some_sentences = st.lists(st.sampled_from(SENTENCES), max_size=6)
panels = st.lists(some_sentences, min_size=2, max_size=5).map(
    lambda reports: [read_draft(expert, *report) for expert, report in enumerate(reports)]
)


def said(row: AlignedRow, drafts: list[Draft]) -> list[list[str]]:
    """What each expert says in a row, expert by expert."""
    texts = {draft.expert: [sentence.text for sentence in draft.sentences] for draft in drafts}
    return [[texts[draft.expert][i] for i in row.cell(draft.expert).sentences] for draft in drafts]


def table(*reports: tuple[str, ...]) -> list[list[list[str]]]:
    drafts = [read_draft(expert, *report) for expert, report in enumerate(reports)]
    return [said(row, drafts) for row in align(drafts).rows]


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(panels)
def test_every_sentence_stands_in_a_row_and_no_row_holds_anything_else(drafts: list[Draft]) -> None:
    places = [place for row in align(drafts).rows for place in row.places]
    assert set(places) == {Place(d.expert, i) for d in drafts for i in range(len(d.sentences))}


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(panels)
def test_two_experts_share_a_row_only_where_they_speak_of_the_same(drafts: list[Draft]) -> None:
    about = {
        Place(s.expert, s.sentence): {claim.subject for claim in s.claims} or {"unplaced"}
        for draft in drafts
        for s in statements_of(draft, shipped_rules())
    }
    for row in align(drafts).rows:
        for one, other in combinations(row.places, 2):
            assert one.expert == other.expert or about[one] & about[other]


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(panels, st.randoms(use_true_random=False))
def test_the_order_of_the_drafts_decides_nothing_but_the_columns(drafts: list[Draft], random: Random) -> None:
    shuffled = list(drafts)
    random.shuffle(shuffled)
    one, other = align(drafts), align(shuffled)
    assert [row.places for row in one.rows] == [row.places for row in other.rows]
    assert [row.subjects for row in one.rows] == [row.subjects for row in other.rows]
    assert one.conflicts == other.conflicts
    assert other.experts == tuple(draft.expert for draft in shuffled)


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(panels)
def test_each_sentence_of_a_row_has_one_wording_whose_spans_are_its_text(drafts: list[Draft]) -> None:
    for row in align(drafts).rows:
        places = [place for wording in row.wordings for place in wording.said]
        assert len(places) == len(set(places))
        assert set(places) == row.places
        for wording in row.wordings:
            assert "".join(span.text for span in wording.spans) == wording.text
            assert {span.change for span in wording.spans} <= {Change.SAME, Change.ONLY_RIGHT}


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(some_sentences, st.integers(2, 12))
def test_identical_drafts_say_so_and_share_every_row(report: list[str], count: int) -> None:
    alignment = align([read_draft(expert, *report) for expert in range(count)])
    assert alignment.identical
    assert all(len(row.cells) == count for row in alignment.rows)
    assert all(wording.experts == alignment.experts for row in alignment.rows for wording in row.wordings)


@settings(deadline=None, max_examples=60)  # the machine may be busy
@given(panels)
def test_a_sentence_is_new_in_the_first_of_its_rows_and_again_in_the_others(drafts: list[Draft]) -> None:
    met: set[Place] = set()
    for row in align(drafts).rows:
        again = {Place(cell.expert, index) for cell in row.cells for index in cell.again}
        assert again == row.places & met
        met |= row.places


def test_sentences_about_one_thing_share_a_row_in_other_words() -> None:
    assert table(
        ("The heart is normal in size.", "The mediastinum is unremarkable."),
        ("Mediastinal contours within normal limits.", "Cardiac silhouette within normal limits."),
    ) == [
        [["The heart is normal in size."], ["Cardiac silhouette within normal limits."]],
        [["The mediastinum is unremarkable."], ["Mediastinal contours within normal limits."]],
    ]


def test_parts_of_the_film_are_aligned_where_no_finding_is_named() -> None:
    assert table(
        ("The heart is stable.", "Tortuous aorta."), ("Ectatic aorta.", "The heart is unchanged.")
    ) == [
        [["The heart is stable."], ["The heart is unchanged."]],
        [["Tortuous aorta."], ["Ectatic aorta."]],
    ]


def test_different_findings_in_the_same_words_have_rows_of_their_own() -> None:
    assert table(("No pleural effusion.",), ("No pneumothorax.",)) == [
        [["No pleural effusion."], []],
        [[], ["No pneumothorax."]],
    ]


def test_a_finding_and_its_negation_share_a_row() -> None:
    assert table(("No pleural effusion.",), ("Small left pleural effusion.",)) == [
        [["No pleural effusion."], ["Small left pleural effusion."]]
    ]


def test_a_sentence_with_two_findings_stands_beside_both_and_is_marked_the_second_time() -> None:
    drafts = [
        read_draft(0, "No effusion or pneumothorax."),
        read_draft(1, "Small left effusion.", "No pneumothorax."),
    ]
    effusion, pneumothorax = align(drafts).rows
    assert said(effusion, drafts) == [["No effusion or pneumothorax."], ["Small left effusion."]]
    assert said(pneumothorax, drafts) == [["No effusion or pneumothorax."], ["No pneumothorax."]]
    assert effusion.cell(0).again == ()
    assert pneumothorax.cell(0).again == (0,)


def test_one_row_is_enough_where_everybody_names_both_findings_in_one_sentence() -> None:
    (row,) = align([read_draft(0, "No effusion or pneumothorax."), read_draft(1, "No pneumothorax.")]).rows
    assert row.subjects == ("pneumothorax", "pleural effusion")


def test_a_general_denial_stands_beside_every_place_that_others_name() -> None:
    assert table(
        ("Nodule in the right upper lobe.", "Nodule in the left lower lobe."), ("No nodule or mass.",)
    ) == [
        [["Nodule in the right upper lobe."], ["No nodule or mass."]],
        [["Nodule in the left lower lobe."], ["No nodule or mass."]],
    ]


def test_two_places_of_one_finding_are_two_rows() -> None:
    assert table(
        ("Nodule in the right upper lobe.", "Nodule in the left lower lobe."),
        ("Left lower lobe nodule.",),
        ("Right apical nodule.", "Nodular density in the left base."),
    ) == [
        [["Nodule in the right upper lobe."], [], ["Right apical nodule."]],
        [
            ["Nodule in the left lower lobe."],
            ["Left lower lobe nodule."],
            ["Nodular density in the left base."],
        ],
    ]


def test_what_a_draft_says_twice_stands_in_one_cell() -> None:
    assert table(("No effusion.", "The aorta is tortuous.", "No pleural effusion."), ("No effusion.",)) == [
        [["The aorta is tortuous."], []],
        [["No effusion.", "No pleural effusion."], ["No effusion."]],
    ]


def test_rows_follow_the_anatomy_and_within_a_region_the_drafts() -> None:
    drafts = [
        read_draft(0, "Left rib fracture.", "No pneumothorax.", "The heart is enlarged."),
        read_draft(1, "No pneumothorax.", "Small left effusion.", "A left chest pacemaker is in place."),
    ]
    assert [row.subjects[0] for row in align(drafts).rows] == [
        "pacemaker",
        "heart",
        "pneumothorax",
        "pleural effusion",
        "bones",
    ]


def test_the_same_words_stand_once_with_all_who_say_them_and_others_show_what_differs() -> None:
    (row,) = align(
        [
            read_draft(0, "Small left effusion."),
            read_draft(1, "No effusion."),
            read_draft(2, "small  left effusion."),
        ]
    ).rows
    usual, other = row.wordings
    assert (usual.text, usual.experts) == ("Small left effusion.", (0, 2))
    assert (other.text, other.experts) == ("No effusion.", (1,))
    assert [span.text for span in other.spans if span.change is Change.ONLY_RIGHT] == ["No"]


def test_sentences_in_another_language_are_aligned_by_their_words_alone() -> None:
    drafts = [
        read_draft(0, "Derrame izquierdo leve.", "Huesos sanos."),
        read_draft(1, "Sin cambios.", "Derrame izquierdo."),
    ]
    assert {tuple(map(tuple, said(row, drafts))) for row in align(drafts).rows} == {
        (("Derrame izquierdo leve.",), ("Derrame izquierdo.",)),
        (("Huesos sanos.",), ()),
        ((), ("Sin cambios.",)),
    }


def test_an_empty_draft_has_an_empty_column() -> None:
    drafts = [read_draft(0), read_draft(1, "No effusion.")]
    (row,) = align(drafts).rows
    assert said(row, drafts) == [[], ["No effusion."]]
    assert align([read_draft(0), read_draft(1)]).rows == ()
    assert align([]) == Alignment((), (), (), identical=False)


def test_a_draft_without_marked_sentences_counts_as_one_sentence() -> None:
    drafts = [Draft(0, "No effusion."), read_draft(1, "No pleural effusion.")]
    (row,) = align(drafts).rows
    assert row.places == {Place(0, 0), Place(1, 0)}


def test_a_sentence_of_signs_alone_is_no_statement() -> None:
    draft = read_draft(0, "No effusion.", "--.")
    assert [row.places for row in align([draft, replace(draft, expert=1)]).rows] == [
        {Place(0, 0), Place(1, 0)}
    ]


def test_two_drafts_of_one_expert_are_our_mistake() -> None:
    with pytest.raises(ValueError, match="one expert"):
        align([read_draft(0, "No effusion."), read_draft(0)])

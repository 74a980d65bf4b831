from __future__ import annotations

import pytest

from app.review.alignment import align
from app.review.conflicts import Conflict, ConflictKind, Place
from tests.app.review.known_panels import read_draft

PRESENCE, SIDE, CLEARED, CERTAINTY = ConflictKind


def conflicts(*reports: tuple[str, ...]) -> tuple[Conflict, ...]:
    return align([read_draft(expert, *report) for expert, report in enumerate(reports)]).conflicts


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Small left pleural effusion.", "No pleural effusion.", PRESENCE),
        ("Small left pleural effusion.", "No left effusion.", PRESENCE),
        ("The heart is enlarged.", "Heart size is normal.", PRESENCE),
        ("There is a left rib fracture.", "No acute fracture.", PRESENCE),
        ("Hazy opacity in the right base.", "The lungs are clear.", PRESENCE),
        ("A left chest pacemaker is in place.", "There is no pacemaker.", PRESENCE),
        ("Small left pleural effusion.", "Small right pleural effusion.", SIDE),
        ("Nodule in the left upper lobe.", "Nodule in the right upper lobe.", SIDE),
        ("There may be a left effusion.", "Small right effusion.", SIDE),
        ("Nodule in the left upper lobe.", "The lungs are clear.", CLEARED),
        ("There is a left rib fracture.", "Normal chest.", CLEARED),
        ("The heart is enlarged.", "The cardiomediastinal silhouette is normal.", CLEARED),
        ("Small left pneumothorax.", "No acute cardiopulmonary abnormality.", CLEARED),
        ("Small left pleural effusion.", "Possible left effusion.", CERTAINTY),
        ("No pleural effusion.", "Possible left effusion.", CERTAINTY),
    ],
)
def test_what_stands_against_what(one: str, other: str, kind: ConflictKind) -> None:
    (conflict,) = conflicts((one,), (other,))
    assert conflict.kind is kind
    assert conflict.contradiction == (kind is not CERTAINTY)
    assert {*conflict.one.experts, *conflict.other.experts} == {0, 1}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Small left pleural effusion.", "No right effusion."),
        ("Small left pleural effusion.", "Bilateral effusions."),
        ("Old left rib fracture.", "No acute fracture."),
        ("Deformity of the left clavicle.", "No rib fracture."),
        ("Small left effusion.", "No large effusion."),
        ("Nodule in the right upper lobe.", "Opacity in the right lower lobe."),
        ("Hazy opacity in the right base.", "The lungs are otherwise clear."),
        ("Calcified granuloma in the right lung.", "The lungs are clear."),
        ("Nodule in the right upper lobe.", "The left lung is clear."),
        ("Pulmonary vascular congestion without edema.", "Vascular congestion."),
        ("No pleural effusion.", "No pneumothorax."),
        ("The heart is stable.", "The heart is enlarged."),
    ],
)
def test_what_is_at_peace(one: str, other: str) -> None:
    assert conflicts((one,), (other,)) == ()


def test_all_who_take_part_are_named_with_their_words() -> None:
    (conflict,) = conflicts(
        ("No effusion.",), ("The aorta is tortuous.", "Left effusion."), ("No pleural effusion.",), ()
    )
    assert (conflict.subject, conflict.one.word, conflict.other.word) == (
        "pleural effusion",
        "present",
        "absent",
    )
    assert conflict.one.places == {Place(1, 1)}
    assert conflict.other.places == {Place(0, 0), Place(2, 0)}
    assert conflict.inside == ()


def test_a_draft_that_contradicts_itself_is_told() -> None:
    (conflict,) = conflicts(("No pleural effusion.", "Small left pleural effusion."))
    assert conflict.kind is PRESENCE
    assert conflict.inside == (0,)


def test_one_sentence_never_contradicts_itself() -> None:
    assert conflicts(("Vascular congestion without overt pulmonary edema.",)) == ()


def test_two_sides_are_no_contradiction_where_somebody_names_both() -> None:
    left, right = "Small left pleural effusion.", "Small right pleural effusion."
    assert conflicts((left,), (right,), (left, right)) == ()
    assert conflicts((left, right)) == ()


def test_what_a_draft_calls_clear_it_may_name_exceptions_from() -> None:
    nodule = "Nodule in the right upper lobe."
    assert conflicts(("The lungs are clear.", nodule), (nodule,)) == ()


def test_a_row_knows_the_conflicts_that_its_sentences_take_part_in() -> None:
    alignment = align(
        [
            read_draft(0, "No effusion or pneumothorax.", "The lungs are clear."),
            read_draft(1, "Small left effusion.", "No pneumothorax.", "Nodule in the left lung."),
        ]
    )
    told = {
        row.subjects[0]: [conflict.subject for conflict in alignment.conflicts_of(row)]
        for row in alignment.rows
    }
    assert told == {
        "nodule or mass": ["nodule or mass"],
        "lungs": ["nodule or mass"],
        "pleural effusion": ["pleural effusion"],
        "pneumothorax": [],
    }


def test_contradictions_come_before_doubts() -> None:
    kinds = [c.kind for c in conflicts(("No effusion.",), ("Possible effusion.",), ("Left effusion.",))]
    assert kinds[0] is PRESENCE
    assert set(kinds[1:]) == {CERTAINTY}

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.review.statement_rules import RULES, read_statement_rules, shipped_rules
from app.review.statements import Claim, statements_of
from engine.errors import RulesMalformed
from engine.panel import Polarity
from tests.app.review.known_panels import read_draft


def claims(sentence: str) -> tuple[Claim, ...]:
    (statement,) = statements_of(read_draft(0, sentence), shipped_rules())
    return statement.claims


@pytest.mark.parametrize(
    ("sentence", "subjects"),
    [
        ("The heart is normal in size.", {"heart"}),
        ("The heart is stable.", {"heart"}),
        ("Cardiomediastinal contours are unchanged.", {"heart", "mediastinum"}),
        ("The heart size and pulmonary vascularity are normal.", {"heart", "vessels"}),
        ("The aorta is tortuous.", {"aorta"}),
        ("The heart is normal and the aorta is tortuous.", {"heart", "aorta"}),
        ("The trachea is midline.", {"trachea"}),
        ("The endotracheal tube ends in the mid trachea.", {"endotracheal tube"}),
        ("A left chest pacemaker is in place.", {"pacemaker"}),
        ("Sternotomy wires and surgical clips.", {"sternal wires", "surgical clips"}),
        ("Low lung volumes.", {"lung volumes"}),
        ("The lungs show no acute abnormality.", {"lungs"}),
        ("No acute cardiopulmonary abnormality.", {"whole film"}),
        ("Degenerative changes of the thoracic spine.", {"spine"}),
        ("No acute osseous abnormality.", {"bones"}),
        ("Nodule projecting over the heart.", {"nodule or mass"}),
        ("Streaks overlying the trachea.", set()),
        ("No free air below the diaphragm.", {"upper abdomen"}),
        ("Derrame izquierdo.", set()),
    ],
)
def test_what_a_sentence_is_about(sentence: str, subjects: set[str]) -> None:
    assert {claim.subject for claim in claims(sentence)} == subjects


def test_a_claim_tells_sense_side_and_height() -> None:
    both = frozenset({"mid", "lower"})
    expected = Claim("nodule or mass", "Lung Lesion", Polarity.PRESENT, frozenset({"right"}), both)
    (claim,) = claims("Nodule in the right lower lobe.")
    assert replace(claim, exemptions=frozenset()) == expected


def test_one_sentence_may_say_two_things_of_one_finding() -> None:
    effusion = "pleural effusion", "Pleural Effusion"
    assert claims("Left effusion, no right effusion.") == (
        Claim(*effusion, Polarity.PRESENT, frozenset({"left"})),
        Claim(*effusion, Polarity.ABSENT, frozenset({"right"})),
    )


def test_a_denial_wherever_it_may_be_is_general_and_the_rest_is_not() -> None:
    assert [claim.general for claim in claims("No pleural effusion.")] == [True]
    assert [claim.general for claim in claims("The lungs are otherwise clear.")] == [False]
    assert [claim.general for claim in claims("No left effusion.")] == [False]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('name = "heart"\nregion = "heart"', 'name = "heart"\nregion = "chest"', "none of the regions"),
        ('label = "Cardiomegaly"', 'label = "Heart"', "none of the 14 labels"),
        ('"trachea", ', '"trachea(", ', "no regular expression"),
        ('name = "hila"\n', 'name = "hila"\ncolour = "red"\n', "colour"),
        ("[remainder]", "[rest]", "remainder is missing"),
        ("regions = [", "regions = ", "not TOML"),
    ],
)
def test_rules_that_do_not_follow_their_head_are_refused(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    text = RULES.read_text(encoding="utf-8")
    assert old in text
    changed = tmp_path / "statements.toml"
    changed.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RulesMalformed, match=problem):
        read_statement_rules(changed)

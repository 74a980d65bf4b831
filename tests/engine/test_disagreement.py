from __future__ import annotations

import pytest

from engine.disagreement import Dispute, all_disagreements, disagreements
from engine.panel import Draft, Panel
from engine.text.annotate import annotated


def reading(*texts: str, elected: int = 0) -> Panel:
    drafts = tuple(Draft(expert, text, (), annotated(text, ())) for expert, text in enumerate(texts))
    return Panel("1.2.3", drafts, elected)


@pytest.mark.parametrize(
    ("first", "second", "disputed"),
    [
        ("There is a pleural effusion.", "No pleural effusion.", {"Pleural Effusion": Dispute.DENIED}),
        ("Possible pneumothorax.", "No pneumothorax.", {"Pneumothorax": Dispute.DENIED}),
        (
            "Left pleural effusion.",
            "The lungs are clear. The heart is enlarged.",
            {"Cardiomegaly": Dispute.UNMENTIONED, "Pleural Effusion": Dispute.UNMENTIONED},
        ),
        ("Left pleural effusion.", "Right pleural effusion.", {"Pleural Effusion": Dispute.SIDE}),
        ("Left pleural effusion.", "There is a pleural effusion.", {}),
        ("There is a pneumothorax.", "Possible pneumothorax.", {"Pneumothorax": Dispute.CERTAINTY}),
        ("No pleural effusion.", "No pneumothorax.", {}),
        ("No pleural effusion.", "", {}),
    ],
)
def test_two_readers_disagree_where_one_states_what_the_other_does_not(
    first: str, second: str, disputed: dict[str, Dispute]
) -> None:
    found = disagreements(reading(first), reading(second))
    assert {each.label: each.dispute for each in found} == disputed
    turned = disagreements(reading(second), reading(first))
    assert [(each.second, each.first) for each in turned] == [(each.first, each.second) for each in found]


def test_only_elected_drafts_count() -> None:
    ours = reading("No pneumothorax.", "There is a pneumothorax.", elected=1)
    assert [each.label for each in disagreements(ours, reading("No pneumothorax."))] == ["Pneumothorax"]
    assert not disagreements(ours, reading("There is a pneumothorax."))


def test_every_two_of_three_readers_are_compared() -> None:
    readings = [reading("There is a pneumothorax."), reading("No pneumothorax."), reading("")]
    counts = {pair: len(found) for pair, found in all_disagreements(readings).items()}
    assert counts == {(0, 1): 1, (0, 2): 1, (1, 2): 0}
    assert not all_disagreements(readings[:1])

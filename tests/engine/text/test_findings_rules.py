from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import RulesMalformed
from engine.panel import Polarity
from engine.text.findings import RULES, Labeller

SMALL = """
[spelling]
fluid = ["fliud"]
[[restored]]
pattern = "pleural xxxx"
words = "pleural fluid"
[words]
be = "(is|are)"
wet = "fluid|{be} wet"
[[labels]]
name = "Pleural Effusion"
never = ["brake fluid"]
absent = ["pleura {be} dry"]
mentions = ["{wet}"]
[normal]
phrases = ["all fine"]
[context]
no_cues = ["no change"]
unsaid_before = ["history of"]
unsaid_after = ["protocol"]
absent_before = ["no"]
absent_after = ["{be} gone"]
uncertain_before = ["possible"]
uncertain_after = ["not excluded"]
breaks = [";", "but"]
breaks_before = ["and oil are"]
breaks_backwards = ["{be}\\\\b.*?and"]
[sides]
left = ["left"]
right = ["right"]
bilateral = ["both"]
[places]
base = { phrases = ["base"] }
[shared]
lists = [" or "]
taken_for = ["or"]
midline = []
"""


def _labeller(folder: Path, old: str = "", new: str = "") -> Labeller:
    assert old in SMALL
    path = folder / "rules.toml"
    path.write_text(SMALL.replace(old, new) if old else SMALL, encoding="utf-8")
    return Labeller.load(path)


@pytest.mark.parametrize(
    ("sentence", "polarity"),
    [
        ("Fliud.", Polarity.PRESENT),
        ("No pleural XXXX.", Polarity.ABSENT),
        ("The left lung is wet.", Polarity.PRESENT),
        ("Pleura is dry.", Polarity.ABSENT),
        ("Possible fluid.", Polarity.UNCERTAIN),
        ("No change; fluid.", Polarity.PRESENT),
        ("Fluid is gone.", Polarity.ABSENT),
    ],
)
def test_rules_are_data(tmp_path: Path, sentence: str, polarity: Polarity) -> None:
    (finding,) = _labeller(tmp_path).sentence(sentence)
    assert finding.polarity is polarity


@pytest.mark.parametrize("sentence", ["Brake fluid.", "History of fluid.", "Fluids.", "Fluid protocol."])
def test_what_the_rules_leave_out_is_left_out(tmp_path: Path, sentence: str) -> None:
    assert _labeller(tmp_path).sentence(sentence) == ()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"Pleural Effusion"', '"Water"', "labels[0].name is none of the 14 labels"),
        ('never = ["brake fluid"]', 'newer = ["brake fluid"]', "labels[0].newer is not known"),
        ('mentions = ["{wet}"]', 'absent_too = ["x"]', "labels[0].mentions is missing"),
        ('["{wet}"]', '["{dry}"]', "labels[0].mentions[0] uses {dry}"),
        ('["{wet}"]', "[]", "labels[0].mentions is empty"),
        ('["{wet}"]', '["(fluid"]', "labels[0].mentions[0] is no regular expression"),
        ('["{wet}"]', "[3]", "labels[0].mentions[0] must be a text"),
        ('"fluid|{be} wet"', '"{wetter}"', "words.wet uses {wetter}"),
        ('no_cues = ["no change"]', "", "context.no_cues is missing"),
        ('bilateral = ["both"]', "", "sides.bilateral is missing"),
        ("midline = []", 'midline = ["Water"]', "shared.midline[0] is none of the 14 labels"),
        ("[spelling]", "[spelling", "This is not TOML"),
    ],
)
def test_a_rule_that_does_not_fit_is_named(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(RulesMalformed) as refused:
        _labeller(tmp_path, old, new)
    assert problem in str(refused.value)
    assert "rules.toml" in refused.value.where


def test_a_report_that_only_calls_the_film_normal_is_no_finding(tmp_path: Path) -> None:
    labeller = _labeller(tmp_path)
    assert [finding.label for finding in labeller.report("All fine.")] == ["No Finding"]
    assert [finding.label for finding in labeller.report("Fluid. All fine.")] == ["Pleural Effusion"]
    assert labeller.report("Nothing to say.") == ()


def test_other_rules_have_another_signature(tmp_path: Path) -> None:
    shipped, small = Labeller.load(RULES), _labeller(tmp_path)
    assert shipped.signature != small.signature
    assert small.signature == _labeller(tmp_path).signature

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import RecipeError
from engine.text.findings import shipped_labeller
from training.labeller_file import labeller_file_scores

LABELLER = shipped_labeller()
SCORE = {"value": 0.9, "low": 0.8, "high": 0.95, "signature": "micro F1, 292 studies"}
UNDEFINED = {"value": None, "low": None, "high": None, "signature": "F1", "undefined": "nobody says it"}


def written(tmp_path: Path, document: object) -> Path:
    path = tmp_path / "labeller.json"
    path.write_text(json.dumps(document))
    return path


def report(signature: str) -> dict[str, object]:
    return {
        "labeller": {"signature": signature},
        "scores": {"f1_micro": SCORE},
        "labels": {"Edema": {"f1": UNDEFINED}},
    }


def test_the_labellers_error_stands_beside_the_scores_that_depend_on_it(tmp_path: Path) -> None:
    scores = labeller_file_scores(written(tmp_path, report(LABELLER.signature)), LABELLER)

    assert scores["labeller_real_f1_micro"].value == 0.9
    assert scores["labeller_real_f1_micro"].high == 0.95
    assert scores["labeller_real_f1: Edema"].undefined == "nobody says it"


def test_what_was_measured_with_other_rules_says_nothing_of_these(tmp_path: Path) -> None:
    scores = labeller_file_scores(written(tmp_path, report("labeller 0, rules 0")), LABELLER)

    assert [score.value for score in scores.values()] == [None]
    assert all(score.undefined for score in scores.values())


def test_an_absent_file_leaves_the_error_undefined(tmp_path: Path) -> None:
    assert [score.value for score in labeller_file_scores(tmp_path / "no.json", LABELLER).values()] == [None]


@pytest.mark.parametrize("document", [{}, [], {"labeller": {"signature": "x"}, "scores": 1, "labels": {}}])
def test_another_file_is_refused(document: object, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="no scores of `python -m training labeller"):
        labeller_file_scores(written(tmp_path, document), LABELLER)

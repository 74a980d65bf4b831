from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.errors import RecipeError
from training.readings import Written
from training.readings_json import Readings, elected_on, read_readings

READINGS = Readings(
    writer="report-tiny",
    weights_sha256="ab" * 32,
    fingerprint="f" * 64,
    split="test",
    studies=(
        Written("1.2.3", ("Clear.", "Left effusion."), (0.5, None), 1),
        Written("1.2.4", ("Clear.",), (None,), 0),
    ),
)


def written(tmp_path: Path, document: object) -> Path:
    path = tmp_path / "readings.json"
    path.write_text(json.dumps(document))
    return path


def test_readings_come_back_as_they_were_written(tmp_path: Path) -> None:
    assert read_readings(written(tmp_path, READINGS.to_json())) == READINGS


def changed(**changes: object) -> dict[str, Any]:
    return {**json.loads(json.dumps(READINGS.to_json())), **changes}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (changed(format="consilium-readings/2"), 'format must be "consilium-readings/1"'),
        (changed(more=1), "more is not known"),
        (
            changed(studies=[{"study_uid": "1", "votes": [], "elected": 0}]),
            "studies[0].drafts is missing",
        ),
        (
            changed(studies=[{"study_uid": "1", "drafts": ["a"], "votes": [], "elected": 0}]),
            "studies[0].votes must have one entry for each draft",
        ),
        (
            changed(studies=[{"study_uid": "1", "drafts": ["a"], "votes": [1], "elected": 1}]),
            "studies[0].elected must be the index of a draft",
        ),
        ([], "The file must be an object"),
    ],
)
def test_what_is_not_as_documented_is_refused_by_its_path(
    document: object, message: str, tmp_path: Path
) -> None:
    with pytest.raises(RecipeError, match=re.escape(message)):
        read_readings(written(tmp_path, document))


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="cannot be read"):
        read_readings(tmp_path / "nothing.json")


def test_elected_drafts_stand_in_the_order_that_is_asked_for() -> None:
    assert elected_on(READINGS, "f" * 64, ["1.2.4", "1.2.3"], "x.json") == ("Clear.", "Left effusion.")


@pytest.mark.parametrize("uids", [["1.2.3"], ["1.2.3", "1.2.4", "1.2.5"], ["1.2.3", "1.2.5"]])
def test_other_studies_are_no_comparison(uids: list[str]) -> None:
    with pytest.raises(RecipeError, match="of other studies"):
        elected_on(READINGS, "f" * 64, uids, "x.json")


def test_another_corpus_is_no_comparison() -> None:
    with pytest.raises(RecipeError, match="of another corpus"):
        elected_on(READINGS, "0" * 64, ["1.2.3", "1.2.4"], "x.json")

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.test_bundle_places import bundle, version
from training.__main__ import main
from training.commands.compare import NOT_BETTER, finish
from training.compare import Comparison, finding_errors, objection, unread_share
from training.metrics.scores import Measured
from training.metrics.text import difference_score


def compared(gains: Sequence[float], likeness: Sequence[float] | None = None) -> Comparison:
    zeros = [0.0] * len(gains)
    return Comparison(
        "old",
        "new",
        "findings",
        sum(gain > 0 for gain in gains),
        sum(gain < 0 for gain in gains),
        sum(gain == 0 for gain in gains),
        difference_score(gains, zeros, "gain"),
        difference_score(likeness or zeros, [0.0] * len(likeness or zeros), "likeness"),
    )


@pytest.mark.parametrize(
    ("gains", "likeness", "unread", "said"),
    [
        ([1] * 41 + [-1] * 12 + [0] * 7, None, 0.0, ""),
        ([1] * 9, None, 0.0, "too few"),
        ([1] * 20 + [-1] * 20, None, 0.0, "not better on more"),
        ([1] * 11 + [-1] * 10 + [0] * 9, None, 0.0, "may be chance"),
        ([3] * 10 + [-1] * 11, None, 0.0, "not better on more"),
        ([1] * 30, [-1.0] * 29 + [-2.0], 0.0, "less like"),
        ([1] * 30, None, 0.6, "compare by text"),
    ],
)
def test_a_new_bundle_is_better_only_where_nothing_speaks_against_it(
    gains: list[float], likeness: list[float] | None, unread: float, said: str
) -> None:
    why = objection(compared(gains, likeness), unread, 20)
    assert said in why
    assert bool(why) == bool(said)


def test_the_result_is_said_in_plain_words() -> None:
    result = compared([1] * 41 + [-1] * 12 + [0] * 7)
    assert result.text("not replaced") == "better on 41, worse on 12, same on 7; not replaced"
    assert result.is_better
    assert result.studies == 60


def test_an_error_is_a_finding_missed_or_invented() -> None:
    report = "There is a left pleural effusion. The heart is enlarged."
    drafts = [report, "There is a left pleural effusion.", "There is a pneumothorax.", "The lungs are clear."]
    assert finding_errors(drafts, [report] * 4) == [0, 1, 3, 2]


def test_reports_that_the_labeller_cannot_read_are_told() -> None:
    assert unread_share(["Corazón de tamaño normal.", "No effusion."]) == 0.5


def test_an_interval_of_equal_gains_is_no_chance() -> None:
    assert isinstance(compared([1] * 30).gain, Measured)
    assert compared([1] * 30).gain.low == 1.0


def test_a_better_bundle_takes_the_place_of_the_old_one_which_can_be_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = bundle(tmp_path / "bundles" / "b", "1"), bundle(tmp_path / "new" / "b", "2")
    assert finish(compared([1] * 30), old, new, True, str(tmp_path / "result.json")) == 0
    assert version(old.folder) == "2"
    assert json.loads((tmp_path / "result.json").read_text())["replaced"]
    assert "better on 30, worse on 0, same on 0; replaced" in capsys.readouterr().out
    assert main(["restore", str(old.folder)]) == 0
    assert version(old.folder) == "1"


def test_a_bundle_that_is_not_better_replaces_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = bundle(tmp_path / "bundles" / "b", "1"), bundle(tmp_path / "new" / "b", "2")
    result = replace(compared([1] * 12 + [-1] * 41 + [0] * 7), reason="it is worse")
    assert finish(result, old, new, True, None) == NOT_BETTER
    assert version(old.folder) == "1"
    assert "better on 12, worse on 41, same on 7; not replaced (it is worse)" in capsys.readouterr().out


def test_nothing_to_restore_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = bundle(tmp_path / "bundles" / "b", "1")
    assert main(["restore", str(old.folder)]) == 1
    assert "No bundle was replaced here" in capsys.readouterr().err

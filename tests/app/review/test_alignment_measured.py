"""The bars for alignment, on panels of which it is known what every sentence says."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from app.review.alignment import align
from app.review.consensus import consensus
from engine.panel import Draft, Polarity
from engine.text.annotate import annotated
from engine.text.findings import findings_of
from tests.app.review.alignment_scores import clean_score, paraphrase_score, phantom_score
from tests.app.review.known_panels import Said, known_panel, read_draft, score
from tests.app.review.paraphrased_panels import misread
from tests.app.review.phantom_panels import phantom_panels


@pytest.fixture
def reports(shared_data: Path) -> Path:
    folder = shared_data / "iu_xray_text"
    if not folder.is_dir():
        pytest.skip("the public report texts are not beside this checkout (../shared/data/iu_xray_text)")
    return folder


def test_a_few_panels_in_the_phantoms_language_are_aligned_without_a_mistake() -> None:
    few = score(phantom_panels(10, seed=1))
    assert (few.precision, few.recall, few.alarms) == (1.0, 1.0, 0)
    assert few.planted == few.caught > 0


@pytest.mark.slow
def test_panels_in_the_phantoms_language_are_aligned() -> None:
    found = phantom_score()
    assert found.panels == 200
    assert found.precision >= 0.95
    assert found.recall >= 0.95
    assert found.planted_found >= 0.95
    assert found.false_alarms <= 0.02


@pytest.mark.slow
def test_paraphrased_reports_are_aligned(reports: Path) -> None:
    found = paraphrase_score(reports)
    assert found.panels == 150
    assert found.precision >= 0.85
    assert found.recall >= 0.85
    assert found.reworded_recall >= 0.85
    assert found.planted_found >= 0.95


@pytest.mark.slow
def test_paraphrased_reports_that_agree_seldom_raise_an_alarm(reports: Path) -> None:
    assert clean_score(reports).false_alarms <= 0.02


@pytest.mark.xfail(strict=True, reason="the labeller takes it for the opposite; delete it from `misread`")
@pytest.mark.parametrize("sentence", misread())
def test_what_the_labeller_misreads_is_still_misread(sentence: str) -> None:
    assert {finding.polarity for finding in findings_of(sentence)} == {Polarity.ABSENT}


def test_a_score_counts_what_goes_wrong() -> None:
    heart, lungs = frozenset({"heart"}), frozenset({"lungs"})
    panel = known_panel(
        [
            [Said("The heart is normal.", heart), Said("The lungs are clear.", lungs)],
            [Said("Cardiac size is normal.", heart), Said("No free air.", lungs)],
            [Said("The heart is enlarged.", lungs, turned=True)],
        ]
    )
    counted = score([panel])
    assert (counted.together, counted.found, counted.right) == (4, 3, 1)
    assert (counted.planted, counted.caught) == (1, 1)


def test_usual_panels_are_aligned_at_once_and_long_ones_soon() -> None:
    usual = [sentence for panel in phantom_panels(4, seed=2) for sentence in panel.drafts[0].sentences]
    report = tuple(sentence.text for sentence in usual)[:10]
    drafts = [read_draft(expert, *report[expert % 3 :]) for expert in range(11)]
    long = " ".join(f"{side} opacity {number}." for number in range(150) for side in ("Left", "Right"))
    assert _seconds(drafts) < 0.3
    assert _seconds([*drafts, Draft(11, long, sentences=annotated(long))]) < 3.0


def _seconds(drafts: list[Draft]) -> float:
    align(drafts[:2])  # the rules are read once
    start = time.process_time()
    align(drafts)
    consensus(drafts)
    return time.process_time() - start

from __future__ import annotations

import pytest

from engine.text.findings import LABELS, shipped_labeller
from training.metrics.clinical import Reads, clinical_scores

EFFUSION = "There is a left pleural effusion."
BIG_HEART = "The heart is enlarged."
BOTH = f"{EFFUSION} {BIG_HEART}"
MAYBE = "Possible pneumonia. There is possible edema."
CLEAR = "The lungs are clear. The heart is normal. No pleural effusion. No acute cardiopulmonary abnormality."


def values(drafts: list[str], references: list[str]) -> dict[str, float | None]:
    return {
        name: score.value
        for name, score in clinical_scores(drafts, references, Reads(shipped_labeller())).items()
    }


def test_micro_counts_decisions_macro_classes_and_example_reports() -> None:
    """Said: effusion and heart, effusion. True: effusion, effusion and heart."""
    scores = values([BOTH, EFFUSION], [EFFUSION, BOTH])

    assert scores["ce14_micro_precision"] == pytest.approx(2 / 3)
    assert scores["ce14_micro_recall"] == pytest.approx(2 / 3)
    assert scores["ce14_macro_f1"] == pytest.approx((1 + 0) / 14)  # effusion 1, heart 0, twelve 0/0
    assert scores["ce5_macro_f1"] == pytest.approx(1 / 5)
    assert scores["ce14_example_precision"] == pytest.approx((1 / 2 + 1) / 2)
    assert scores["ce14_example_recall"] == pytest.approx((1 + 1 / 2) / 2)
    assert scores["ce14_example_f1"] == pytest.approx(2 / 3)
    assert scores["ce14_f1: Pleural Effusion"] == 1.0


def test_classes_without_a_case_are_counted_and_named() -> None:
    scores = clinical_scores([EFFUSION, EFFUSION], [EFFUSION, EFFUSION], Reads(shipped_labeller()))

    assert f"{len(LABELS) - 1} classes without a case counted as 0" in scores["ce14_macro_f1"].signature


def test_an_uncertain_finding_is_absent_among_14_classes_and_present_among_5() -> None:
    scores = values([MAYBE, CLEAR], [MAYBE, BIG_HEART])

    assert scores["ce5_micro_precision"] == 1.0
    assert scores["ce5_micro_recall"] == pytest.approx(1 / 2)
    assert "ce14_f1: Edema" not in scores


def test_the_labellers_own_error_stands_beside_every_score() -> None:
    for score in clinical_scores([EFFUSION, CLEAR], [EFFUSION, CLEAR], Reads(shipped_labeller())).values():
        assert "itself micro F1" in score.signature or "not measured" in score.signature


def test_where_nothing_is_stated_scores_are_undefined_with_the_reason() -> None:
    score = clinical_scores(["", ""], ["", ""], Reads(shipped_labeller()))["ce5_macro_precision"]

    assert (score.value, score.undefined) == (None, "no report states one of these findings")

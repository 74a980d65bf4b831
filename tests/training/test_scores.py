from __future__ import annotations

import numpy as np
import pytest
from pycocoevalcap.bleu.bleu import Bleu

from engine.panel import Polarity
from engine.text.findings import LABELS
from engine.text.tokenizer import metric_text
from training.data.corpus import CorpusStudy, TrueFinding
from training.metrics.findings import label_counts, said_labels, true_labels
from training.metrics.scores import Rows, macro_f1, mean_rows, measured, micro_f1, minus, quotient, ratio
from training.metrics.text import bleu_4, bleu_rows, rouge_l


def study(*labels: str, faint: bool = False) -> CorpusStudy:
    findings = tuple(TrueFinding(label, Polarity.PRESENT, faint=faint) for label in labels)
    return CorpusStudy("1", "test", "", findings)


def test_a_perfect_reader_has_f1_of_one() -> None:
    truth = true_labels(study("Cardiomegaly", "Edema"))

    assert micro_f1(label_counts(truth, truth)) == 1.0


def test_f1_weighs_misses_and_false_alarms() -> None:
    said, true = frozenset({"Edema", "Fracture"}), frozenset({"Edema", "Atelectasis"})
    sums = label_counts(said, true)

    assert sums.sum() == 3
    assert micro_f1(sums) == pytest.approx(2 / 4)


def test_macro_f1_leaves_out_labels_that_never_occur() -> None:
    said, true = frozenset({"Edema", "Fracture"}), frozenset({"Edema"})

    assert macro_f1(label_counts(said, true)) == 1.0


def test_a_study_with_nothing_but_devices_has_no_finding() -> None:
    assert true_labels(study("Support Devices")) == {"Support Devices", "No Finding"}
    assert true_labels(study()) == {"No Finding"}
    assert true_labels(study("Edema")) == {"Edema"}


def test_a_hedged_finding_counts_and_a_denied_one_does_not() -> None:
    assert said_labels("Possible small left pleural effusion. No pneumothorax.") == {"Pleural Effusion"}


def test_every_label_has_its_three_counts() -> None:
    assert label_counts(frozenset(), frozenset()).shape == (3 * len(LABELS),)


def test_a_mean_leaves_unknown_values_out() -> None:
    result = measured(mean_rows([1.0, 3.0, np.nan]), ratio, "mean", "nothing", seed=1)

    assert result.value == 2.0
    assert "3 studies" in result.signature


def test_an_interval_holds_its_value_and_is_the_same_for_the_same_seed() -> None:
    rows = mean_rows(np.random.default_rng(0).normal(5.0, 1.0, 200))
    first, second = (measured(rows, ratio, "mean", "nothing", seed=3) for _ in range(2))

    assert first == second
    assert first.low is not None
    assert first.value is not None
    assert first.high is not None
    assert first.low < first.value < first.high
    assert first.high - first.low == pytest.approx(2 * 1.96 / 200**0.5, rel=0.2)


def test_what_cannot_be_computed_is_undefined_with_its_reason() -> None:
    result = measured(np.zeros((3, 2)), ratio, "pointing", "no sentence names a finding", seed=1)

    assert result.value is None
    assert result.to_json()["undefined"] == "no sentence names a finding"


def test_no_study_at_all_is_undefined() -> None:
    assert measured(np.zeros((0, 2)), ratio, "mean", "there is no study", seed=1).value is None


def test_one_study_has_a_value_and_no_interval() -> None:
    result = measured(mean_rows([3.0]), ratio, "mean", "nothing", seed=1)

    assert (result.value, result.low, result.high) == (3.0, None, None)


def test_studies_that_say_nothing_make_no_interval() -> None:
    """One study with a rare label: resamples with it are all alike, so their spread says nothing."""
    result = measured(mean_rows([3.0, np.nan, np.nan]), ratio, "mean", "nothing", seed=1)

    assert (result.value, result.low, result.high) == (3.0, None, None)


def paired(first: list[float], second: list[float]) -> Rows:
    return np.hstack([mean_rows(first), mean_rows(second)])


def test_a_constant_lead_has_no_spread_however_much_the_studies_differ() -> None:
    values = np.random.default_rng(0).integers(0, 9, 50).astype(float)
    result = measured(paired((values + 2).tolist(), values.tolist()), minus(ratio), "lead", "nothing", seed=1)

    assert (result.value, result.low, result.high) == pytest.approx((2.0, 2.0, 2.0))


def test_a_difference_is_the_difference_of_both_scores() -> None:
    rows = paired([1.0, 5.0], [2.0, 2.0])

    assert measured(rows, minus(ratio), "", "", seed=1).value == 3.0 - 2.0
    assert measured(rows, quotient(ratio), "", "", seed=1).value == 3.0 / 2.0


def test_a_ratio_over_nothing_is_undefined_and_one_that_may_be_over_nothing_is_open_above() -> None:
    never = measured(paired([1.0, 1.0], [0.0, 0.0]), quotient(ratio), "ratio", "nothing below", seed=1)
    rarely = measured(paired([1.0] * 3, [1.0, 0.0, 0.0]), quotient(ratio), "ratio", "nothing below", seed=1)

    assert (never.value, never.undefined) == (None, "nothing below")
    assert rarely.value == pytest.approx(3.0)
    assert rarely.low == pytest.approx(1.0)
    assert rarely.high is None


def test_bleu_from_summed_counts_is_the_papers_own() -> None:
    drafts = ["The heart is big. No effusion.", "Clear lungs.", "Left effusion, now large, and it grew."]
    reports = [
        "The heart is mildly enlarged. No effusion.",
        "The lungs are clear.",
        "Left effusion, now very large.",
    ]
    coco = [{number: [metric_text(text)] for number, text in enumerate(texts)} for texts in (reports, drafts)]
    expected, _ = Bleu(4).compute_score(*coco, verbose=0)

    assert bleu_4(bleu_rows(drafts, reports).sum(axis=0)) == pytest.approx(expected[3], abs=1e-12)


def test_equal_texts_have_full_likeness() -> None:
    report = "The heart is mildly enlarged. No pleural effusion."

    assert bleu_4(bleu_rows([report], [report]).sum(axis=0)) == pytest.approx(1.0)
    assert rouge_l([report], [report]) == pytest.approx([1.0])

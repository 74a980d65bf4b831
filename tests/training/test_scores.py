from __future__ import annotations

import numpy as np
import pytest

from engine.panel import Polarity
from engine.text.findings import LABELS
from training.data.corpus import CorpusStudy, TrueFinding
from training.metrics.findings import label_counts, said_labels, true_labels
from training.metrics.scores import macro_f1, mean_rows, measured, micro_f1, ratio
from training.metrics.text import bleu_4, rouge_l


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


def test_equal_texts_have_full_likeness() -> None:
    report = "The heart is mildly enlarged. No pleural effusion."

    assert bleu_4([report], [report]) == pytest.approx(1.0)
    assert rouge_l([report], [report]) == pytest.approx([1.0])

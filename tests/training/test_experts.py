from __future__ import annotations

import pytest

from engine.panel import Polarity
from engine.voting import voting_frequencies
from training.data.corpus import CorpusStudy, TrueFinding
from training.metrics.experts import (
    best_expert,
    dispute_counts,
    dispute_scores,
    election_scores,
    variety_scores,
)
from training.metrics.reports import Reports

EFFUSION, HEART, CLEAR = (
    "There is a left pleural effusion.",
    "There is mild cardiomegaly.",
    "The lungs are clear.",
)
FREQUENCIES = voting_frequencies([EFFUSION, HEART, CLEAR, "No pneumothorax."])
P, C, E = "Pleural Effusion", "Cardiomegaly", "Edema"


def study(*labels: str, report: str = EFFUSION, faint: bool = False) -> CorpusStudy:
    findings = tuple(TrueFinding(label, Polarity.PRESENT, faint=faint) for label in labels)
    return CorpusStudy("1", "test", report, findings)


def sets(*labels: str) -> tuple[frozenset[str], ...]:
    """One set of a label for each draft."""
    return tuple(frozenset({label}) for label in labels)


def test_the_elected_draft_is_compared_with_the_mean_expert_on_the_same_studies() -> None:
    right, wrong = Reports.of("expert A", [EFFUSION] * 4), Reports.of("expert B", [HEART] * 4)
    scores = election_scores(right, [right, wrong], 1, [study(P)] * 4, FREQUENCIES)

    assert scores["finding_f1_micro_mean_expert"].value == pytest.approx(0.5)
    assert scores["finding_f1_micro_minus_mean_expert"].value == pytest.approx(0.5)
    assert scores["finding_f1_micro_minus_mean_expert"].low == pytest.approx(0.5)
    assert scores["finding_f1_micro_minus_best_expert"].value == pytest.approx(1.0)
    assert scores["cider_elected_minus_mean_expert"].value == pytest.approx(scores_mean(right, wrong) / 2)


def scores_mean(right: Reports, wrong: Reports) -> float:
    scores = election_scores(right, [right, wrong], 1, [study(P)] * 4, FREQUENCIES)
    gain = scores["cider_elected_minus_best_expert"].value
    assert gain is not None
    return gain


def test_one_expert_elects_nothing() -> None:
    alone = Reports.of("expert A", [EFFUSION])
    scores = election_scores(alone, [alone], 0, [study(P)], FREQUENCIES)

    assert all(score.value is None and score.undefined for score in scores.values())


def test_without_validation_studies_there_is_no_best_expert_to_beat() -> None:
    expert = Reports.of("expert A", [EFFUSION] * 2)
    scores = election_scores(expert, [expert, expert], None, [study(P)] * 2, FREQUENCIES)

    assert scores["cider_elected_minus_best_expert"].undefined == "no validation study was read"
    assert scores["cider_elected_minus_mean_expert"].value == 0.0


def test_the_best_expert_has_the_best_f1_and_is_the_first_of_equals() -> None:
    assert best_expert([sets(C, P, P)], [study(P)]) == 1
    assert best_expert([], []) is None


def test_a_label_is_disputed_where_experts_differ_on_it() -> None:
    said = [frozenset({P, C}), frozenset({P}), frozenset({P})]
    true = frozenset({P, C})

    assert dispute_counts(said, 0, true, frozenset({P, C, E})) == [0, 1, 0, 2]
    assert dispute_counts(said, 1, true, frozenset({P, C, E})) == [1, 1, 0, 2]


def test_errors_on_disputed_and_undisputed_findings_are_rates_and_a_ratio() -> None:
    """Of 4 studies two are disputed: one is elected wrongly. Of the two others one is missed by all."""
    labels = [sets(P, C), sets(C, P), sets(P, P), sets(C, C)]
    scores = dispute_scores(labels, [0, 0, 0, 0], [study(P)] * 4)

    assert scores["disputed_error"].value == pytest.approx(2 / 4)  # two labels disputed in each study
    assert scores["undisputed_error"].value == pytest.approx(2 / 4)
    assert scores["disputed_error_ratio"].value == pytest.approx(1.0)


def test_labels_that_nobody_names_and_no_film_shows_are_left_out_of_the_stricter_rate() -> None:
    labels = [sets(P, P), sets(C, C)]
    scores = dispute_scores(labels, [0, 0], [study(P), study(C)])

    assert scores["undisputed_error"].signature.startswith("share of 2 labels")
    assert "4 studies" not in scores["undisputed_error_of_stated"].signature
    assert scores["disputed_error_of_stated"].value is None
    assert scores["disputed_error_of_stated"].undefined == "there is no such finding"


def test_different_finding_sets_are_counted_on_clear_and_ambiguous_films_apart() -> None:
    texts = [(EFFUSION, EFFUSION), (EFFUSION, HEART)]
    scores = variety_scores(texts, [sets(P, P), sets(P, C)], [study(P), study(C, faint=True)])

    assert scores["distinct_drafts"].value == 1.5
    assert scores["distinct_finding_sets_clear"].value == 1.0
    assert scores["distinct_finding_sets_ambiguous"].value == 2.0

"""F1 of labels: of the elected draft, of every baseline, and of the one minus the other on the same films."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.reader import LABEL_SCORE
from engine.text.findings import LABELS
from training.data.corpus import CorpusStudy
from training.metrics.findings import label_signature, truth_of
from training.metrics.reports import Baselines, Reports
from training.metrics.scores import SEED, Measured, Rows, Score, macro_f1, measured, micro_f1, minus

NOTHING = "no study has a finding, said or true"
CASES = "cases: "  # and the label
MACRO = "macro F1, labels that occur in truth"

Chosen = npt.NDArray[np.bool_]


def finding_scores(
    elected: Reports, baselines: Baselines, studies: Sequence[CorpusStudy]
) -> dict[str, Measured]:
    """Micro F1 on all, clear and ambiguous films, and macro F1; beside each the baselines and differences."""
    result: dict[str, Measured] = {}
    own = elected.counts(studies)
    others = {name: (reports, reports.counts(studies)) for name, reports in baselines.items()}
    kinds = [
        (f"finding_f1_micro{suffix}", micro_f1, f"micro F1, {films}", chosen)
        for suffix, films, chosen in populations(studies)
    ]
    kinds.append(("finding_f1_macro", macro_f1, MACRO, np.ones(len(studies), np.bool_)))
    for name, score, what, chosen in kinds:
        named = f"{what}, {label_signature(truth_of(studies))}"
        result[name] = f1(own[chosen], score, f"{named}, {elected.writer}")
        for baseline, (reports, counts) in others.items():
            result[f"{name}_{baseline}"] = f1(counts[chosen], score, f"{named}, {reports.writer}")
            result[f"{name}_minus_{baseline}"] = f1(
                np.hstack([own, counts])[chosen],
                minus(score),
                f"{named}, {elected.writer} minus {reports.writer}, paired",
            )
    labels = label_scores("", elected, own, studies)
    return result | case_counts(own, studies) | labels | _baseline_labels(baselines, studies)


def populations(studies: Sequence[CorpusStudy]) -> list[tuple[str, str, Chosen]]:
    """A score's suffix, the films in words, and which of the studies they are."""
    faint = np.array([study.ambiguous for study in studies], np.bool_)
    return [
        ("", "all films", np.ones(len(studies), np.bool_)),
        ("_clear", "films without a faint finding", ~faint),
        ("_ambiguous", "films with a faint finding", faint),
    ]


def case_counts(counts: Rows, studies: Sequence[CorpusStudy]) -> dict[str, Measured]:
    """In how many studies each label is true, of those that occur; a count, not a score."""
    true, _, missed = counts.reshape(len(counts), 3, len(LABELS)).sum(axis=0)
    return {
        f"{CASES}{label}": Measured(
            float(count), f"studies with {label}, of {len(counts)}, by {truth_of(studies)}"
        )
        for label, count in zip(LABELS, true + missed, strict=True)
        if count
    }


def label_scores(
    baseline: str, reports: Reports, counts: Rows, studies: Sequence[CorpusStudy]
) -> dict[str, Measured]:
    """F1 of each label that occurs in truth or that the writer states; "" stands for the elected draft."""
    by_label = counts.reshape(len(counts), 3, len(LABELS))
    prefix = f"finding_f1_{baseline}: " if baseline else LABEL_SCORE
    return {
        f"{prefix}{label}": f1(
            by_label[:, :, number],
            micro_f1,
            f"F1 of {label}, {label_signature(truth_of(studies))}, {reports.writer}",
        )
        for number, label in enumerate(LABELS)
        if by_label[:, :, number].any()
    }


def _baseline_labels(baselines: Baselines, studies: Sequence[CorpusStudy]) -> dict[str, Measured]:
    return {
        name: score
        for baseline, reports in baselines.items()
        for name, score in label_scores(baseline, reports, reports.counts(studies), studies).items()
    }


def f1(rows: Rows, score: Score, named: str) -> Measured:
    """An F1, or a difference of two, of per-study counts."""
    return measured(rows, score, named, NOTHING, SEED)

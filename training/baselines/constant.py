"""The baseline that never looks: one training report for every study."""

from __future__ import annotations

from collections.abc import Sequence

from engine.text.cider import DocumentFrequencies
from training.data.corpus import CorpusStudy
from training.metrics.findings import true_labels
from training.metrics.reports import Reports
from training.metrics.text import cider_scores

WRITER = "most frequent report: of the commonest label set, the likest to other training reports"
OTHERS = 200  # training reports that a constant report is compared with


def constant_reports(train: Sequence[CorpusStudy], count: int, frequencies: DocumentFrequencies) -> Reports:
    """The constant report, `count` times."""
    one = Reports.of(f"{WRITER}, {len(train)} studies", [constant_report(train, frequencies)])
    return Reports(one.writer, one.texts * count, one.labels * count)


def constant_report(train: Sequence[CorpusStudy], frequencies: DocumentFrequencies) -> str:
    """Of the training reports with the commonest set of true labels, the one most like the others."""
    sets = [true_labels(study) for study in train]
    commonest = max(sorted(set(sets), key=sorted), key=sets.count)
    same = [study.report for study, labels in zip(train, sets, strict=True) if labels == commonest]
    others = [study.report for study in train[:OTHERS]]
    return max(same[:OTHERS], key=lambda report: _likeness(report, others, frequencies))


def _likeness(report: str, others: Sequence[str], frequencies: DocumentFrequencies) -> float:
    return float(cider_scores([report] * len(others), others, frequencies).mean())

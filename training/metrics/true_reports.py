"""What the labeller makes of the studies' own reports: its error on their language, in every finding score.

A writer that copied each study's true report would get these scores and no better ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from training.data.corpus import CorpusStudy
from training.metrics.finding_scores import f1, populations
from training.metrics.findings import label_signature, truth_of
from training.metrics.reports import Reports
from training.metrics.scores import Measured, micro_f1

WRITER = "the studies' own reports"


def labeller_scores(studies: Sequence[CorpusStudy]) -> dict[str, Measured]:
    """Micro F1 of labels read from true reports, on all, clear and ambiguous films."""
    counts = Reports.of(WRITER, [study.report for study in studies]).counts(studies)
    return {
        f"labeller_f1_micro{suffix}": f1(
            counts[chosen], micro_f1, f"micro F1, {films}, {label_signature(truth_of(studies))}, {WRITER}"
        )
        for suffix, films, chosen in populations(studies)
    }

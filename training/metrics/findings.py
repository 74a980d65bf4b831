"""What drafts say against what is in the films, label by label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from engine.panel import Finding, Polarity
from engine.text.findings import LABELS, NO_FINDING, SUPPORT_DEVICES, report_findings, shipped_labeller
from training.data.corpus import CorpusStudy, TrueFinding
from training.metrics.known_error import known_error
from training.metrics.scores import Rows


def label_signature(truth: str) -> str:
    """What every score on labels depends on, the labeller's own error included; `truth`: see `truth_of`."""
    labeller = shipped_labeller()
    read_by = f"{labeller.signature} ({known_error(labeller)})"
    return f"14 CheXpert labels, uncertain counts as present, truth from {truth}, {read_by}"


def truth_of(studies: Sequence[CorpusStudy]) -> str:
    """Where the studies' findings come from."""
    return ", ".join(sorted({study.truth for study in studies})) or "nothing"


def with_findings(study: CorpusStudy) -> CorpusStudy:
    """The study with what its report states as its findings, where nothing else tells of any."""
    if study.truth:
        return study
    said = report_findings(study.report)
    return replace(
        study,
        findings=tuple(
            TrueFinding(each.label, each.polarity, each.side, each.place)
            for each in said
            if each.polarity is not Polarity.ABSENT and each.label != NO_FINDING
        ),
        denied=tuple(each.label for each in said if each.polarity is Polarity.ABSENT),
        truth="the labeller's own reading of the report",
    )


def positive_labels(findings: Iterable[Finding]) -> frozenset[str]:
    """Labels that are stated as present or possible."""
    return frozenset(finding.label for finding in findings if finding.polarity is not Polarity.ABSENT)


def said_labels(text: str) -> frozenset[str]:
    """Labels that a report states as present or possible, "No Finding" among them."""
    return positive_labels(report_findings(text))


def true_labels(study: CorpusStudy) -> frozenset[str]:
    """Labels of all that is in the films; "No Finding" where that is nothing, or devices alone."""
    labels = frozenset(finding.label for finding in study.findings)
    return labels if labels - {SUPPORT_DEVICES} else labels | {NO_FINDING}


def label_counts(said: frozenset[str], true: frozenset[str]) -> Rows:
    """(3 L,): true positives, false positives and false negatives of each label, for one report."""
    pairs = [(label in said, label in true) for label in LABELS]
    kinds = ((True, True), (True, False), (False, True))
    return np.asarray([[pair == kind for pair in pairs] for kind in kinds], np.float64).ravel()

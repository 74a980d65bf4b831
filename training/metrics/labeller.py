"""The report labeller measured against the codes that indexers gave the same reports.

A label counts as said where the report states it as present or possible, and as true where a code does. The
codes are no gold standard: an indexer wrote them from the same text, and left things out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.panel import Finding, Polarity
from engine.text.findings import LABELS, NO_FINDING, Labeller
from training.data.indexed_reports import IndexedReport
from training.metrics.findings import label_counts, positive_labels
from training.metrics.mesh import MeshCodes
from training.metrics.scores import Measured, Rows, Score, macro_f1, measured, micro_f1, ratio

SEED = 7  # of the bootstrap
ENOUGH = 15  # cases of a label from which on its score means something


@dataclass(frozen=True, slots=True)
class Labelled:
    """One report: what the labeller reads in it, and what its codes say."""

    report: IndexedReport
    said: tuple[Finding, ...]
    coded: tuple[Finding, ...]

    @property
    def missed(self) -> frozenset[str]:
        """Labels that are coded and not said."""
        return positive_labels(self.coded) - positive_labels(self.said)

    @property
    def false(self) -> frozenset[str]:
        """Labels that are said and not coded."""
        return positive_labels(self.said) - positive_labels(self.coded)


@dataclass(frozen=True, slots=True)
class LabelScores:
    """One label: in how many reports it is coded and said, and the scores."""

    label: str
    coded: int
    said: int
    precision: Measured
    recall: Measured
    f1: Measured


def labelled(reports: Iterable[IndexedReport], labeller: Labeller, codes: MeshCodes) -> tuple[Labelled, ...]:
    """Every report read by both."""
    return tuple(
        Labelled(report, labeller.report(report.text), codes.findings(report.codes)) for report in reports
    )


def signature(labeller: Labeller, codes: MeshCodes) -> str:
    """What every score here depends on."""
    return f"{labeller.signature}, MeSH codes {codes.digest}, uncertain counts as present"


def label_scores(read: Sequence[Labelled], named: str) -> tuple[LabelScores, ...]:
    """Each label's scores, in CheXpert's order."""
    counts = _counts(read)
    return tuple(_label_scores(label, counts[:, :, number], named) for number, label in enumerate(LABELS))


def _label_scores(label: str, rows: Rows, named: str) -> LabelScores:
    true, false, missed = (int(total) for total in rows.sum(axis=0))

    def score(name: str, of: Score, undefined: str) -> Measured:
        return measured(rows, of, f"{name} of {label}, {named}", undefined, SEED)

    return LabelScores(
        label,
        coded=true + missed,
        said=true + false,
        precision=score("precision", precision, "no report says it"),
        recall=score("recall", recall, "no report is coded so"),
        f1=score("F1", micro_f1, "no report says it or is coded so"),
    )


def overall_scores(read: Sequence[Labelled], codes: MeshCodes, named: str) -> dict[str, Measured]:
    """Scores over labels, and how often side and place agree with the codes'."""
    counts = _counts(read)
    frequent = [
        number for number in range(len(LABELS)) if counts[:, (0, 2), number].sum() >= ENOUGH
    ]  # coded: true or missed
    ill = [number for number in frequent if LABELS[number] != NO_FINDING]
    stated = _counts([_certain(each) for each in read])

    def f1(rows: Rows, labels: Sequence[int], score: Score, what: str) -> Measured:
        chosen = rows[:, :, list(labels)].reshape(len(rows), -1)
        return measured(chosen, score, f"{what}, {named}", "no label is said or coded", SEED)

    many = f"labels with {ENOUGH} coded reports or more"
    return {
        "f1_micro": f1(counts, range(len(LABELS)), micro_f1, "micro F1, all labels"),
        "f1_micro_frequent": f1(counts, frequent, micro_f1, f"micro F1, {many}"),
        "f1_micro_frequent_ill": f1(counts, ill, micro_f1, f"micro F1, {many}, without {NO_FINDING}"),
        "f1_macro_frequent": f1(counts, frequent, macro_f1, f"macro F1, {many}"),
        "f1_micro_frequent_certain": f1(
            stated, frequent, micro_f1, f"micro F1, {many}, but uncertain counts as absent"
        ),
        "side": _agreement(read, lambda finding: finding.side, "side", named),
        "place": _agreement(
            read, lambda finding: codes.same_height.get(finding.place, finding.place), "place", named
        ),
    }


def precision(sums: Rows) -> Rows:
    """TP / (TP + FP) of sums (..., 3): true, false and missed."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., 0] / (sums[..., 0] + sums[..., 1]))


def recall(sums: Rows) -> Rows:
    """TP / (TP + FN) of sums (..., 3): true, false and missed."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., 0] / (sums[..., 0] + sums[..., 2]))


def _counts(read: Sequence[Labelled]) -> Rows:
    """(S, 3, L): true, false and missed labels of each report."""
    rows = [label_counts(positive_labels(each.said), positive_labels(each.coded)) for each in read]
    return np.array(rows, np.float64).reshape(len(rows), 3, len(LABELS))


def _certain(each: Labelled) -> Labelled:
    """The report with all that is hedged left out on both sides."""
    said, coded = (
        tuple(finding for finding in findings if finding.polarity is not Polarity.UNCERTAIN)
        for findings in (each.said, each.coded)
    )
    return Labelled(each.report, said, coded)


def _agreement(read: Sequence[Labelled], where: Callable[[Finding], str], what: str, named: str) -> Measured:
    """Of the labels that both state and whose code says where, the share read in the same place."""
    rows = np.array([_same(each, where) for each in read], np.float64)
    why = f"no code of a label that is said names a {what}"
    return measured(rows, ratio, f"share of labels with the coded {what}, {named}", why, SEED)


def _same(each: Labelled, where: Callable[[Finding], str]) -> tuple[int, int]:
    said = {finding.label: where(finding) for finding in each.said if finding.polarity is not Polarity.ABSENT}
    coded = {finding.label: where(finding) for finding in each.coded}
    both = [label for label, place in coded.items() if place and label in said]
    return sum(said[label] == coded[label] for label in both), len(both)

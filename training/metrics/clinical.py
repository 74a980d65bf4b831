"""Clinical efficacy: do generated reports state the findings that the reference reports state?

Both sides are read by our labeller, as the papers let CheXpert read both; its own error on real reports
stands in every signature. Two conventions of the papers: over 14 classes, an uncertain statement counts as
absent (R2Gen); over the 5 commonest pathologies it counts as present (Miura et al. 2021, RGRG). Precision,
recall and F1 are averaged over classes (macro), over all decisions (micro) and over reports (example); as in
the published figures a precision or recall of nothing, 0/0, counts as 0 in a macro or example average. How
many there were is in the signature, and where all are 0/0 the score is undefined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.panel import Finding, Polarity
from engine.text.findings import LABELS, Labeller
from training.metrics.known_error import known_error
from training.metrics.nlg import Statistics
from training.metrics.scores import Measured, Rows, Score, ratio

FIVE = ("Cardiomegaly", "Edema", "Consolidation", "Atelectasis", "Pleural Effusion")
MEASURES = ("precision", "recall", "f1")
AVERAGES = ("macro", "micro", "example")
NOTHING = "no report states one of these findings"


@dataclass(frozen=True, slots=True)
class Convention:
    """Which classes, and whether an uncertain statement counts as present."""

    name: str
    title: str
    labels: tuple[str, ...]
    uncertain: bool

    def stated(self, findings: Iterable[Finding]) -> frozenset[str]:
        """The classes that a report with these findings states."""
        counted = {Polarity.PRESENT, *({Polarity.UNCERTAIN} if self.uncertain else ())}
        return frozenset(
            finding.label
            for finding in findings
            if finding.polarity in counted and finding.label in self.labels
        )

    def signature(self, labeller: Labeller) -> str:
        """What scores by it depend on."""
        counted = "present" if self.uncertain else "absent"
        read_by = f"both sides read by {labeller.signature} ({known_error(labeller)})"
        return f"{len(self.labels)} classes, uncertain counts as {counted}, {read_by}"


CONVENTIONS = (
    Convention("ce14", "14 classes", tuple(LABELS), uncertain=False),
    Convention("ce5", "5 classes", FIVE, uncertain=True),
)


class Reads:
    """A labeller that reads each text once, however many scores ask for it."""

    def __init__(self, labeller: Labeller) -> None:
        self.labeller = labeller
        self._read: dict[str, tuple[Finding, ...]] = {}

    def findings(self, text: str) -> tuple[Finding, ...]:
        """What the labeller finds in a report."""
        if text not in self._read:
            self._read[text] = self.labeller.report(text)
        return self._read[text]


def clinical_scores(drafts: Sequence[str], references: Sequence[str], reads: Reads) -> dict[str, Measured]:
    """`ce14_macro_f1` and the like, and `ce14_f1: LABEL` of every class that is stated at all."""
    statistics = clinical_statistics(drafts, references, reads)
    return {name: each.measured() for name, each in statistics.items()}


def clinical_statistics(
    drafts: Sequence[str], references: Sequence[str], reads: Reads
) -> dict[str, Statistics]:
    """The same before they are summed, to be compared with others of the same studies."""
    result: dict[str, Statistics] = {}
    for convention in CONVENTIONS:
        rows = stated_rows(drafts, references, convention, reads)
        named = convention.signature(reads.labeller)
        result |= _averages(rows, convention, named) | _by_label(rows, convention, named)
    return result


def stated_rows(
    drafts: Sequence[str], references: Sequence[str], convention: Convention, reads: Reads
) -> Rows:
    """(S, 3, L): true, false and missed positives of every class, study by study."""
    rows = np.zeros((len(drafts), 3, len(convention.labels)))
    for row, draft, reference in zip(rows, drafts, references, strict=True):
        said, true = (convention.stated(reads.findings(text)) for text in (draft, reference))
        for number, label in enumerate(convention.labels):
            pair = label in said, label in true
            if pair in KINDS:
                row[KINDS.index(pair), number] = 1
    return rows


KINDS = ((True, True), (True, False), (False, True))


def _averages(rows: Rows, convention: Convention, named: str) -> dict[str, Statistics]:
    sums = rows.sum(axis=0)
    any_case = bool(sums.any())
    flat = rows.reshape(len(rows), -1)
    result: dict[str, Statistics] = {}
    for index, measure in enumerate(MEASURES):
        for average in ("macro", "micro"):
            of = _macro(index) if average == "macro" else _micro(index)
            nothing = int(_is_nothing(sums, index).sum()) if average == "macro" else 0
            note = f", {nothing} classes without a case counted as 0" if nothing else ""
            result[f"{convention.name}_{average}_{measure}"] = Statistics(
                flat, of, f"{average} {measure}, {named}{note}", "" if any_case else NOTHING
            )
        each = _share(rows.sum(axis=2), index)
        nothing = int(np.isnan(each).sum())
        note = f", {nothing} reports of 0/0 counted as 0" if nothing else ""
        result[f"{convention.name}_example_{measure}"] = Statistics(
            np.stack([np.nan_to_num(each), np.ones(len(rows))], axis=-1),
            ratio,
            f"example {measure}, {named}{note}",
            "" if any_case else NOTHING,
        )
    return result


def _by_label(rows: Rows, convention: Convention, named: str) -> dict[str, Statistics]:
    return {
        f"{convention.name}_f1: {label}": Statistics(rows[:, :, number], _of_one, f"F1 of {label}, {named}")
        for number, label in enumerate(convention.labels)
        if rows[:, :, number].any()
    }


def _of_one(sums: Rows) -> Rows:
    return _share(sums, MEASURES.index("f1"))


def _share(counts: Rows, measure: int) -> Rows:
    """Precision, recall or F1 of counts (..., 3); NaN for 0/0."""
    true, false, missed = counts[..., 0], counts[..., 1], counts[..., 2]
    over = (true + false, true + missed, true + (false + missed) / 2)[measure]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(true / over)


def _is_nothing(sums: Rows, measure: int) -> Rows:
    """(L,): whether a class of sums (3, L) has no measure."""
    return np.isnan(_share(sums.T, measure))


def _macro(measure: int) -> Score:
    def macro(sums: Rows) -> Rows:
        by_class = np.stack(np.split(sums, 3, axis=-1), axis=-1)  # (..., L, 3)
        return np.asarray(np.nan_to_num(_share(by_class, measure)).mean(axis=-1))

    return macro


def _micro(measure: int) -> Score:
    def micro(sums: Rows) -> Rows:
        totals = np.stack([part.sum(axis=-1) for part in np.split(sums, 3, axis=-1)], axis=-1)
        return _share(totals, measure)

    return micro

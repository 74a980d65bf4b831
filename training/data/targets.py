"""What the encoder is warmed up on: which finding on which side, and where on the model's grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.panel import FloatArray, Polarity
from training.data.corpus import CorpusStudy, TrueFinding

SIDES = {"bilateral": ("left", "right")}


@dataclass(frozen=True, slots=True)
class Slots:
    """Pairs of label and side ("" where there is none), in a fixed order; a bilateral finding fills two."""

    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, studies: Sequence[CorpusStudy]) -> Slots:
        """Every pair that occurs as present or uncertain in these studies."""
        return cls(tuple(sorted({pair for study in studies for pair in seen_pairs(study.findings)})))

    def targets(self, study: CorpusStudy) -> FloatArray:
        """(S,): 1 where the finding is in the film, faint or not, else 0."""
        seen = seen_pairs(study.findings)
        return np.asarray([pair in seen for pair in self.pairs], np.float32)


def seen_pairs(findings: Sequence[TrueFinding]) -> set[tuple[str, str]]:
    """Label and side of all findings that are in the film. What a report hedges was still put there."""
    return {
        (finding.label, side)
        for finding in findings
        if finding.polarity is not Polarity.ABSENT
        for side in SIDES.get(finding.side, (finding.side,))
    }


def cell_targets(shares: FloatArray) -> FloatArray:
    """Shares of covered cells (..., h, w) as targets in [0, 1]: the most covered cell of a film counts as 1.

    A nodule fills only a part of any cell and still lies there.
    """
    peak = shares.max(axis=(-2, -1), keepdims=True)
    return np.asarray(shares / np.where(peak > 0, peak, 1.0), np.float32)

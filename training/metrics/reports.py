"""One report for each study by one writer: what all scores on text and findings compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from training.data.corpus import CorpusStudy
from training.metrics.findings import label_counts, said_labels, true_labels
from training.metrics.scores import Rows


@dataclass(frozen=True, slots=True)
class Reports:
    """Texts by study and the labels that they state; `writer` names who wrote them in signatures."""

    writer: str
    texts: tuple[str, ...]
    labels: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, writer: str, texts: Sequence[str]) -> Reports:
        """Reports whose labels are read from the texts."""
        return cls(writer, tuple(texts), tuple(said_labels(text) for text in texts))

    def counts(self, studies: Sequence[CorpusStudy]) -> Rows:
        """(S, 3 L): true, false and missed positives of every label, study by study."""
        pairs = zip(self.labels, studies, strict=True)
        return np.array([label_counts(said, true_labels(study)) for said, study in pairs]).reshape(
            len(studies), -1
        )


Baselines = Mapping[str, Reports]

"""All scores of a bundle on a corpus, every one beside its baselines and with all that it depends on.

What is compared is compared on the same studies, and differences are resampled with the same draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.text.cider import DocumentFrequencies
from training.baselines.constant import WRITER as CONSTANT_WRITER
from training.baselines.constant import constant_reports
from training.baselines.learned import Learned
from training.baselines.nearest import WRITER as NEAREST_WRITER
from training.baselines.nearest import nearest_reports
from training.data.corpus import CorpusStudy
from training.metrics.deletion import deletion_scores
from training.metrics.experts import dispute_scores, election_scores, expert_name, variety_scores
from training.metrics.finding_scores import finding_scores
from training.metrics.pointing import pointing_scores
from training.metrics.reports import Baselines, Reports
from training.metrics.scores import Measured
from training.metrics.text import text_scores
from training.metrics.true_reports import labeller_scores
from training.metrics.unseen import unseen_scores
from training.readings import Reading

ELECTED = "elected draft"
CONSTANT, NEAREST = "constant", "nearest"
# What no other baseline may be called: with it the name of another score would come out.
RESERVED = (CONSTANT, NEAREST, "clear", "ambiguous", "minus", "mean", "best", "micro", "macro", "elected")


@dataclass(frozen=True, slots=True)
class Best:
    """The expert that wrote best on so many validation studies."""

    expert: int
    studies: int


@dataclass(frozen=True, slots=True)
class Examination:
    """The studies, how the panel read them, and what it is compared with.

    `training_texts` are the corpus's training reports as `words_of` has them.
    """

    studies: Sequence[CorpusStudy]
    readings: Sequence[Reading]
    learned: Learned
    beside: Baselines
    best: Best | None
    frequencies: DocumentFrequencies
    training_texts: frozenset[str] = frozenset()

    def scores(self) -> dict[str, Measured]:
        """All scores by name."""
        written = [reading.written for reading in self.readings]
        labels = [each.labels for each in written]
        elected = Reports(
            ELECTED,
            tuple(each.report for each in written),
            tuple(said[each.elected] for said, each in zip(labels, written, strict=True)),
        )
        experts = [
            Reports(
                self._expert(index),
                tuple(each.texts[index] for each in written),
                tuple(said[index] for said in labels),
            )
            for index in range(len(written[0].texts))
        ]
        best = self.best.expert if self.best is not None else None
        baselines = self.baselines()
        return {
            **finding_scores(elected, baselines, self.studies),
            **election_scores(elected, experts, best, self.studies, self.frequencies),
            **variety_scores([each.texts for each in written], labels, self.studies),
            **dispute_scores(labels, [each.elected for each in written], self.studies),
            **pointing_scores([reading.pointed for reading in self.readings], self.learned.places),
            **deletion_scores([reading.dropped for reading in self.readings]),
            **text_scores(elected, baselines, self.studies, self.frequencies),
            **labeller_scores(self.studies),
            **unseen_scores(elected, self.studies, self.training_texts, self.frequencies),
            **({} if self.learned.studies else without_training()),
        }

    def baselines(self) -> dict[str, Reports]:
        """Those that the training reports make, where there are some, and those written by others."""
        train = self.learned.studies
        if not train:
            return dict(self.beside)
        features = np.stack([reading.features for reading in self.readings])
        reports = [study.report for study in train]
        return {
            CONSTANT: constant_reports(train, len(self.studies), self.frequencies),
            NEAREST: nearest_reports(self.learned.features, reports, features),
            **self.beside,
        }

    def _expert(self, index: int) -> str:
        if self.best is None or self.best.expert != index:
            return expert_name(index)
        return f"{expert_name(index)}, best by micro F1 on {self.best.studies} validation studies"


def without_training() -> dict[str, Measured]:
    """The figures of the baselines that need training reports, where there are none."""
    writers = {CONSTANT: CONSTANT_WRITER, NEAREST: NEAREST_WRITER}
    return {
        f"{figure}_{name}": Measured(None, writer, undefined="no training study was looked at")
        for name, writer in writers.items()
        for figure in ("finding_f1_micro", "finding_f1_micro_clear", "finding_f1_micro_ambiguous", "cider")
    }

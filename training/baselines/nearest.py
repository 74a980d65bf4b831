"""The baseline that retrieves: each study gets the report of the training study whose films are nearest.

Nearness is by the panel's own encoder: the mean visual token of each film, every channel in units of its
spread over the training films, Euclidean over all films of a study.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.panel import FloatArray
from training.metrics.reports import Reports

WRITER = "nearest training report: by the mean visual tokens of the panel's encoder, standardised, Euclidean"
LEAST_SPREAD = 1e-6  # of a channel that never changes


def nearest_reports(train: FloatArray, reports: Sequence[str], studies: FloatArray) -> Reports:
    """Reports for `studies` (S, K) from those of the training studies `train` (n, K); the first of equals."""
    return Reports.of(f"{WRITER}, of {len(reports)}", [reports[index] for index in nearest(train, studies)])


def nearest(train: FloatArray, studies: FloatArray) -> list[int]:
    """Which row of `train` is nearest to each row of `studies`."""
    mean, spread = train.mean(axis=0), np.maximum(train.std(axis=0), LEAST_SPREAD)
    known = (train - mean) / spread
    return [int(((known - each) ** 2).sum(axis=1).argmin()) for each in (studies - mean) / spread]

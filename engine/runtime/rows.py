"""Rows of tokens for the examinee's model, and what it makes of them: arrays, whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.decoding import IntArray
from engine.panel import FloatArray
from engine.runtime.base import BoolArray
from engine.text.question_rows import QuestionRow


class RowBatch(NamedTuple):
    """Rows of equal length: ids, segments, which tokens are real, which they are routed by; each (R, T)."""

    ids: IntArray
    segments: IntArray
    mask: BoolArray
    routed_by: BoolArray


class RowScores(NamedTuple):
    """Logits (R,), routed experts (R,) with gates (R,), affinities (R, n); experts are -1 if dense."""

    logits: FloatArray
    experts: npt.NDArray[np.int64]
    gates: FloatArray
    affinities: FloatArray

    def taken(self, rows: slice | IntArray) -> RowScores:
        """The scores of these rows, in this order."""
        return RowScores(self.logits[rows], self.experts[rows], self.gates[rows], self.affinities[rows])


def joined(parts: Sequence[RowScores]) -> RowScores:
    """The rows of all parts, one after the other."""
    return RowScores(
        np.concatenate([part.logits for part in parts]),
        np.concatenate([part.experts for part in parts]),
        np.concatenate([part.gates for part in parts]),
        np.concatenate([part.affinities for part in parts]),
    )


def batches(rows: Sequence[QuestionRow], most_tokens: int) -> Iterator[list[int]]:
    """Places of rows that are scored together: of like length, so that little is padded."""
    order = sorted(range(len(rows)), key=lambda place: len(rows[place].ids))
    batch: list[int] = []
    for place in order:
        if batch and (len(batch) + 1) * len(rows[place].ids) > most_tokens:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def row_batch(rows: Sequence[QuestionRow], pad: int) -> RowBatch:
    """Rows side by side, the shorter ones filled up with `pad`."""
    shape = len(rows), max(len(row.ids) for row in rows)
    ids, segments = np.full(shape, pad, np.int64), np.zeros(shape, np.int64)
    mask, routed_by = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    for place, row in enumerate(rows):
        length = len(row.ids)
        ids[place, :length], segments[place, :length] = row.ids, row.segments
        mask[place, :length] = True
        routed_by[place, slice(*row.routed_by)] = True
    return RowBatch(ids, segments, mask, routed_by)

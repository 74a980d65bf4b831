"""What the pixels inside a region say."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from app.review.measurements import Region, RegionShape, Statistics

Values = npt.NDArray[np.integer[Any]] | npt.NDArray[np.floating[Any]]
Mask = npt.NDArray[np.bool_]


def statistics_in(region: Region, values: Values, padding: Mask | None = None) -> Statistics | None:
    """Statistics of (rows, columns) modality values whose pixel centres lie inside; None where none does.

    Padding does not count, nor what is no number.
    Row by row, so that a region as large as the film needs no mask of it. Blocks some hundredths of a second.
    """
    first, last = _centres_within(region.upper_left.row, region.lower_right.row, values.shape[0])
    parts = []
    for row in range(first, last):
        left, right = _columns(region, row, values.shape[1])
        part = values[row, left:right]
        parts.append(part if padding is None else part[~padding[row, left:right]])
    inside = np.concatenate(parts).astype(np.float64) if parts else np.empty(0)
    inside = inside[np.isfinite(inside)]
    if not inside.size:
        return None
    mean = float(inside.mean())
    deviation = math.sqrt(float(np.square(inside - mean).mean()))
    return Statistics(inside.size, mean, deviation, float(inside.min()), float(inside.max()))


def _columns(region: Region, row: int, count: int) -> tuple[int, int]:
    """Columns `left:right` whose pixel centres lie inside the region at this row."""
    left, right = region.upper_left.column, region.lower_right.column
    if region.shape is RegionShape.ELLIPSE:
        upper, lower = region.upper_left.row, region.lower_right.row
        off = (2 * (row + 0.5) - upper - lower) / (lower - upper)  # -1 at the top, 1 at the bottom
        half = (right - left) / 2 * math.sqrt(max(0.0, 1 - off * off))
        middle = (left + right) / 2
        left, right = middle - half, middle + half
    return _centres_within(left, right, count)


def _centres_within(low: float, high: float, count: int) -> tuple[int, int]:
    """Pixels `first:last` of `count` whose centres lie in [low, high)."""
    first, last = (min(max(math.ceil(edge - 0.5), 0), count) for edge in (low, high))
    return first, max(first, last)

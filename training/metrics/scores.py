"""Scores from per-study counts, with bootstrap intervals over studies.

A score is a function of sums over studies (as sacrebleu: statistics first, then the score), so that
resampling costs one matrix product. What cannot be computed is undefined with its reason, never 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

RESAMPLES = 1000
INTERVAL = (0.025, 0.975)
SEED = 7  # of the bootstrap

Rows = npt.NDArray[np.float64]
Score = Callable[[Rows], Rows]


@dataclass(frozen=True, slots=True)
class Measured:
    """A score, its 95 % interval over studies, all that it depends on; without a value, `undefined` why."""

    value: float | None
    signature: str
    low: float | None = None
    high: float | None = None
    undefined: str = ""

    def to_json(self) -> dict[str, object]:
        """As `evaluate --json` writes it."""
        known: dict[str, object] = {"value": self.value, "low": self.low, "high": self.high}
        known["signature"] = self.signature
        return known if self.value is not None else {**known, "undefined": self.undefined}

    @classmethod
    def from_json(cls, entry: Mapping[str, object]) -> Measured:
        """What `to_json` wrote; KeyError or TypeError where it is something else."""
        value, low, high = (_number(entry[key]) for key in ("value", "low", "high"))
        undefined = str(entry["undefined"]) if value is None else ""
        return cls(value, str(entry["signature"]), low, high, undefined)


def _number(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return float(value)


def measured(
    rows: Rows, score: Score, signature: str, undefined: str, seed: int, units: str = "studies"
) -> Measured:
    """`score` of the sums of per-study `rows` (S, K), with a percentile bootstrap of S studies out of S.

    `units` says what is resampled where it is not studies.

    `score` takes sums (..., K) to values (...) and answers NaN where it is undefined, infinity where only its
    denominator is 0. Resamples in which it is NaN are left out of the interval; a bound that is infinite is
    open (None). The draws depend on S and the seed alone: scores of the same studies are resampled alike, and
    a difference of two is one score of both rows side by side. Of fewer than two studies that say anything
    there is no interval.
    """
    value = float(score(rows.sum(axis=0))) if len(rows) else np.nan
    if not np.isfinite(value):
        return Measured(None, signature, undefined=undefined)
    named = f"{signature}, {len(rows)} {units}"
    if np.count_nonzero(rows.any(axis=1)) < 2:
        return Measured(value, f"{named}, too few for an interval")
    random = np.random.default_rng(seed)
    drawn = random.multinomial(len(rows), np.full(len(rows), 1 / len(rows)), size=RESAMPLES)
    values = score(drawn @ rows)
    low, high = np.quantile(values[~np.isnan(values)], INTERVAL, method="closest_observation")
    return Measured(value, f"{named}, bootstrap {RESAMPLES} seed {seed}", _finite(low), _finite(high))


def _finite(bound: float) -> float | None:
    return float(bound) if np.isfinite(bound) else None


def minus(score: Score) -> Score:
    """`score` of the first half of the columns minus `score` of the second half."""

    def difference(sums: Rows) -> Rows:
        first, second = np.split(sums, 2, axis=-1)
        return np.asarray(score(first) - score(second))

    return difference


def combined(score: Score, weights: Sequence[float]) -> Score:
    """The weighted sum of one score of several writers, whose columns stand side by side."""

    def total(sums: Rows) -> Rows:
        parts = np.split(sums, len(weights), axis=-1)
        return np.asarray(sum(weight * score(part) for weight, part in zip(weights, parts, strict=True)))

    return total


def quotient(score: Score) -> Score:
    """`score` of the first half of the columns over that of the second half; infinite over 0."""

    def over(sums: Rows) -> Rows:
        first, second = np.split(sums, 2, axis=-1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(score(first) / score(second))

    return over


def ratio(sums: Rows) -> Rows:
    """First column over second: a mean if the second counts studies, a rate if it counts cases."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1])


def micro_f1(sums: Rows) -> Rows:
    """2 TP / (2 TP + FP + FN) of sums (..., 3 L): true, false and missed positives of L labels."""
    true, false, missed = (part.sum(axis=-1) for part in np.split(sums, 3, axis=-1))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(2 * true / (2 * true + false + missed))


def macro_f1(sums: Rows) -> Rows:
    """Mean F1 over labels that occur in truth; labels that do not have no F1."""
    true, false, missed = np.split(sums, 3, axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        each = np.where(true + missed > 0, 2 * true / (2 * true + false + missed), np.nan)
        known = ~np.isnan(each)
        return np.asarray(np.nansum(each, axis=-1) / known.sum(axis=-1))


def mean_rows(values: npt.ArrayLike) -> Rows:
    """Rows whose `ratio` is the mean of the values; NaN values are left out."""
    given = np.asarray(values, np.float64)
    known = ~np.isnan(given)
    return np.stack([np.where(known, given, 0.0), known.astype(np.float64)], axis=-1)

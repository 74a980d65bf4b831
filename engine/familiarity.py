"""Whether a film is like those that a bundle has learned from.

Per view, the mean visual tokens of the training films are taken as a Gaussian; a film is unfamiliar when its
Mahalanobis distance exceeds nearly all distances of validation films (Lee et al., NeurIPS 2018, with one
class per view). Every film is looked at alone: beside another its tokens would tell of both, and a study with
one film would be odd whatever it shows. It finds films of another kind, a real patient's among phantoms; it
does not judge whether the drafts of a familiar film are right.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

from engine.errors import BundleDamaged
from engine.panel import FloatArray
from engine.runtime.base import BoolArray, Runner

QUANTILE = 0.995  # share of validation films that count as familiar
SHRINKAGE = 0.05  # share of the mean variance in the covariance: its inverse must not live on noise
NAMES = ("mean", "precision", "limit")

Float64Array = npt.NDArray[np.float64]


NOTHING_KNOWN = 1e-6  # limit of a view that no film taught: any feature lies beyond it


@dataclass(frozen=True, slots=True)
class Familiarity:
    """Per slot of the model's input: mean (F, D), precision (F, D, D), limit of familiar distance (F,)."""

    mean: FloatArray
    precision: FloatArray
    limit: FloatArray

    @classmethod
    def fitted(cls, train: FloatArray, val: FloatArray) -> Familiarity:
        """Learn from features (n, F, D) of training and validation studies; absent films are rows of zeros.

        Of a view without two films in each, every film is unfamiliar. ValueError where that is all of them.
        """
        given = [(_there(train[:, slot]), _there(val[:, slot])) for slot in range(train.shape[1])]
        known = [len(some) >= 2 and len(others) >= 2 for some, others in given]
        if not any(known):
            raise ValueError("familiarity needs two films of a view, in training and in validation")
        slots = [
            _fitted_slot(*films) if can else _unknown_slot(train.shape[2])
            for films, can in zip(given, known, strict=True)
        ]
        mean, precision, limit = (np.stack(part).astype(np.float32) for part in zip(*slots, strict=True))
        return cls(mean, precision, limit)

    @classmethod
    def load(cls, path: Path) -> Familiarity:
        """Read a bundle's file; BundleDamaged where it is not one."""
        try:
            tensors = load_file(path)
            mean, precision, limit = (np.asarray(tensors[name], np.float32) for name in NAMES)
        except (OSError, SafetensorError, KeyError) as error:
            raise _damaged(path, "This is not a readable familiarity file.") from error
        slots, width = mean.shape if mean.ndim == 2 else (0, 0)
        if not slots or precision.shape != (slots, width, width) or limit.shape != (slots,):
            raise _damaged(path, "Its arrays do not fit together.")
        if not all(np.isfinite(array).all() for array in (mean, precision, limit)) or (limit <= 0).any():
            raise _damaged(path, "It holds values that cannot be.")
        return cls(mean, precision, limit)

    def to_bytes(self) -> bytes:
        """The file that `load` reads."""
        return save({name: np.ascontiguousarray(getattr(self, name)) for name in NAMES})

    def distance(self, features: FloatArray) -> float:
        """How far the least familiar film lies, in units of its view's limit; 0 without any film.

        `features` (F, D) are one study's `film_features`.
        """
        there = np.flatnonzero(features.any(axis=1))
        apart = [
            float(_distances(features[slot : slot + 1], self.mean[slot], self.precision[slot])[0])
            / float(self.limit[slot])
            for slot in there
        ]
        return max(apart, default=0.0)

    def is_unfamiliar(self, features: FloatArray) -> bool:
        """Whether any film of the study is beyond its limit."""
        return self.distance(features) > 1.0


def film_features(runner: Runner[Any], images: FloatArray, present: BoolArray) -> FloatArray:
    """(B, F, D) features of films (B, F, C, H, W), each looked at alone; zeros for absent ones (B, F)."""
    studies, slots = np.nonzero(present)
    every = np.arange(len(studies))
    alone = np.zeros((len(studies), present.shape[1]), np.bool_)
    alone[every, slots] = True
    seen = runner.encode_batch(images[studies], alone).features.reshape(*alone.shape, -1)
    features = np.zeros((*present.shape, seen.shape[-1]), np.float32)
    features[studies, slots] = seen[every, slots]
    return features


def _damaged(path: Path, problem: str) -> BundleDamaged:
    return BundleDamaged(problem, where=path.name, todo="Copy the bundle again.")


def _there(films: FloatArray) -> Float64Array:
    return np.asarray(films[films.any(axis=1)], np.float64)


def _unknown_slot(width: int) -> tuple[Float64Array, Float64Array, Float64Array]:
    """A view of which nothing is known: whatever a film looks like, it is beyond the limit."""
    return np.zeros(width), np.eye(width), np.asarray(NOTHING_KNOWN)


def _fitted_slot(train: Float64Array, val: Float64Array) -> tuple[Float64Array, Float64Array, Float64Array]:
    mean = train.mean(axis=0)
    covariance = np.cov(train, rowvar=False)
    floor = SHRINKAGE * np.trace(covariance) / len(covariance)
    shrunk = (1 - SHRINKAGE) * covariance + floor * np.eye(len(covariance))
    precision = np.linalg.inv(shrunk)
    return mean, precision, np.asarray(np.quantile(_distances(val, mean, precision), QUANTILE))


def _distances(
    films: npt.NDArray[np.floating], mean: npt.NDArray[np.floating], precision: npt.NDArray[np.floating]
) -> Float64Array:
    """Mahalanobis distances of films (n, D) from the mean: (n,)."""
    apart = np.asarray(films, np.float64) - mean
    squared: Float64Array = np.einsum("nd,de,ne->n", apart, precision, apart)
    return np.asarray(np.sqrt(squared.clip(min=0.0)))

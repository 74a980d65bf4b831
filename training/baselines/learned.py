"""One look at the training films, for the baselines that know them: features, and where findings lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.panel import FloatArray
from engine.preprocess import InputConvention
from engine.progress import OnProgress, Progress
from engine.runtime.base import BoolArray, Runner
from training.data.corpus import CorpusStudy, film_masks
from training.data.films import Placed, placed_frames, read_inputs, read_study
from training.metrics.pointing import ANYTHING, LabelPlaces, Places, centres_covered

BATCH = 16


@dataclass(frozen=True, slots=True)
class Learned:
    """Training studies, their features (n, F D), and in which cells their findings lie."""

    studies: tuple[CorpusStudy, ...]
    features: FloatArray
    places: LabelPlaces


def look_at_training(
    runner: Runner[Any],
    convention: InputConvention,
    grid: tuple[int, int],
    studies: Sequence[CorpusStudy],
    on_progress: OnProgress,
) -> Learned:
    """Every training study's features and the cells (F, h, w) of `grid` (h, w) that its findings cover."""
    features: list[FloatArray] = []
    covered: Places = {}
    shown: Counter[tuple[str, str]] = Counter()
    for start in range(0, len(studies), BATCH):
        images, present = [], []
        for study in studies[start : start + BATCH]:
            opened = read_study(study)
            inputs = read_inputs(opened, convention)
            images.append(inputs.images)
            present.append(inputs.present)
            frames = placed_frames(opened, inputs)
            for key, cells in study_places(study, opened.radiographs[0].rows, frames, grid).items():
                covered[key] = covered.get(key, np.zeros_like(cells)) + cells
                shown[key] += 1
        features.append(study_features(runner, np.stack(images), np.array(present)))
        on_progress(Progress("The baselines look at training films", start + len(images), len(studies)))
    seen = np.concatenate(features) if features else np.zeros((0, 0), np.float32)
    return Learned(tuple(studies), seen, _shares(covered, shown))


def _shares(covered: Places, shown: Counter[tuple[str, str]]) -> LabelPlaces:
    return LabelPlaces({key: np.asarray(cells / shown[key], np.float32) for key, cells in covered.items()})


def study_places(
    study: CorpusStudy, film_rows: int, frames: Sequence[Placed | None], grid: tuple[int, int]
) -> Places:
    """Which cells (F, h, w) each label's findings cover in one study: by side, on any side, altogether."""
    covered: Places = {}
    for mask in film_masks(study, film_rows):
        cells = np.zeros((len(frames), *grid), np.float32)
        for slot, placed in enumerate(frames):
            if placed is not None and placed[0] == mask.film:
                cells[slot] = centres_covered(mask, placed[1], grid)
        label, side = mask.finding.label, mask.finding.side
        for key in {(label, side), (label, ""), ANYTHING}:
            covered[key] = np.maximum(covered.get(key, cells), cells)
    return covered


def study_features(runner: Runner[Any], images: FloatArray, present: BoolArray) -> FloatArray:
    """(B, F D): mean visual tokens of all films of each study, 0 for absent ones."""
    features: FloatArray = runner.encode_batch(images, present).features
    return features.reshape(len(images), -1)

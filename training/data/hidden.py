"""Batches of films of which patches are hidden, in an order that only the seed and the epoch decide."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from engine.panel import FloatArray
from engine.preprocess import InputConvention
from training.data.augment import change_films, draw_changes
from training.data.batches import in_model_units
from training.data.films import LEVELS, BoolArray, ByteArray
from training.data.parts import WHOLE, Part
from training.data.unlabelled import UnlabelledFilms
from training.recipes import AugmentRecipe

UNCHANGED = AugmentRecipe()


class HiddenBatch(NamedTuple):
    """B films: images (B, 1, C, H, W) in model units, and which patches are hidden, (B, h w), rows first."""

    images: torch.Tensor
    hidden: torch.Tensor


@dataclass(frozen=True, slots=True)
class HiddenFilms:
    """Films as a stage's data; of the `patches` of each, the share `hidden` is hidden at random."""

    films: UnlabelledFilms
    convention: InputConvention
    patches: int
    hidden: float
    batch: int
    seed: int
    augment: AugmentRecipe

    def epoch(self, epoch: int, start: int, part: Part = WHOLE) -> HiddenEpoch:
        """The part of each training batch of an epoch from number `start` on."""
        order = np.random.default_rng([self.seed, epoch]).permutation(self.films.train)
        whole = len(order) // self.batch * self.batch or len(order)
        return HiddenEpoch(self, order[:whole], (self.seed, epoch), self.augment, start, part)

    def validation(self, part: Part = WHOLE) -> HiddenEpoch:
        """Every `part.parts`-th batch of validation films, unchanged, always with the same patches hidden."""
        return HiddenEpoch(self, self.films.val, (self.seed,), UNCHANGED, dealt=part)

    def hide(
        self, rows: npt.NDArray[np.int64], changes: AugmentRecipe, seed: tuple[int, ...], part: Part
    ) -> HiddenBatch:
        """A part of the films of these rows, with changes and hidden patches drawn for all by `seed`."""
        random = np.random.default_rng(seed)
        drawn = draw_changes(len(rows), changes, random)
        hidden = hidden_patches(len(rows), self.patches, self.hidden, random)
        places = part.of(range(len(rows)))
        grey = as_grey(self.films.grey[rows[places]])[:, None]  # (B, 1, H, W)
        changed = change_films(grey, drawn.only(places))
        images = in_model_units(torch.from_numpy(changed), self.convention)
        return HiddenBatch(images, torch.from_numpy(hidden[places]))


@dataclass(frozen=True, slots=True)
class HiddenEpoch:
    """One pass over rows of the films, from batch number `start` on; the same whenever it is iterated.

    It has `part` of each batch; of whole ones dealt out those of `dealt`.
    """

    of: HiddenFilms
    rows: npt.NDArray[np.int64]
    seed: tuple[int, ...]
    changes: AugmentRecipe
    start: int = 0
    part: Part = WHOLE
    dealt: Part = WHOLE

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[HiddenBatch]:
        for number in self._numbers[self.start :]:
            first = number * self.of.batch
            rows = self.rows[first : first + self.of.batch]
            seed = (*self.seed, number + 1)  # a last 0 is no entropy
            yield self.of.hide(rows, self.changes, seed, self.part)

    @property
    def _numbers(self) -> range:
        return range(self.dealt.number, math.ceil(len(self.rows) / self.of.batch), self.dealt.parts)


def as_grey(levels: ByteArray) -> FloatArray:
    """Bytes as grey in [0, 1]."""
    return np.asarray(levels / np.float32(LEVELS), np.float32)


def hidden_patches(films: int, patches: int, share: float, random: np.random.Generator) -> BoolArray:
    """(films, patches): True for the same number of patches of each film, at least one."""
    count = max(1, round(share * patches))
    ranks = random.random((films, patches)).argsort(axis=1).argsort(axis=1)
    return np.asarray(ranks < count)

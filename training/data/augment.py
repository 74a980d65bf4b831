"""Light changes to training films: brightness, contrast, shift. Never a mirror: reports name sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.panel import FloatArray
from training.recipes import AugmentRecipe


@dataclass(frozen=True, slots=True)
class Changes:
    """Draws, one per study for all its films: gain and offset (B,), shift (B, 2) as shares of the side."""

    gain: FloatArray
    offset: FloatArray
    shift: npt.NDArray[np.float64]

    def only(self, kept: npt.NDArray[np.bool_] | Sequence[int]) -> Changes:
        """The draws of these studies."""
        return Changes(self.gain[kept], self.offset[kept], self.shift[kept])


def draw_changes(count: int, recipe: AugmentRecipe, random: np.random.Generator) -> Changes:
    """Uniform draws within the recipe's half-widths."""
    return Changes(
        gain=np.asarray(1 + random.uniform(-recipe.contrast, recipe.contrast, count), np.float32),
        offset=np.asarray(random.uniform(-recipe.brightness, recipe.brightness, count), np.float32),
        shift=random.uniform(-recipe.shift, recipe.shift, (count, 2)),
    )


def change_films(grey: FloatArray, changes: Changes) -> FloatArray:
    """Grey (B, F, H, W) in [0, 1] after the changes, clipped; what a shift uncovers is black."""
    gain, offset = changes.gain[:, None, None, None], changes.offset[:, None, None, None]
    changed = np.clip((grey - 0.5) * gain + 0.5 + offset, 0.0, 1.0)
    pixels = np.round(changes.shift * grey.shape[-2:]).astype(int)
    return np.stack(
        [shifted(films, down, right) for films, (down, right) in zip(changed, pixels, strict=True)]
    )


def shifted(films: FloatArray, down: int, right: int) -> FloatArray:
    """Films (F, H, W) moved by whole pixels, black where nothing was."""
    moved = np.zeros_like(films)
    height, width = films.shape[-2:]
    moved[..., max(down, 0) : height + min(down, 0), max(right, 0) : width + min(right, 0)] = films[
        ..., max(-down, 0) : height + min(-down, 0), max(-right, 0) : width + min(-right, 0)
    ]
    return moved

"""A captioner that looks at films itself, behind the seam of `engine.runtime.base`: one row for each study.

Its drafts are the best hypotheses of that row (`engine.decoding.DecodingConfig.drafts`). It has no expert
tokens, so that `expert_maps` is empty; where each draft looked is in its words' attention.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from engine.decoding import IntArray, TopK
from engine.models.grid import GridCaptioner, kept_weights
from engine.models.grid_config import CaptionerConfig
from engine.panel import FloatArray
from engine.runtime.base import BoolArray, Description, Device
from engine.runtime.caption_runner import CaptionRunner, CaptionState
from engine.runtime.packing import can_pack
from engine.runtime.threads import torch_threads
from engine.runtime.torch_runner import film_means
from engine.runtime.weights import chosen_device, no_room_is_an_error, read_weights


class FilmCaptionState:
    """`RunnerState` of a captioner."""

    def __init__(self, written: CaptionState, shape: tuple[int, int, int], features: FloatArray) -> None:
        self.written = written
        self._shape, self._features = shape, features

    @property
    def rows(self) -> int:
        """How many rows are being written now."""
        return self.written.rows

    @property
    def attention(self) -> FloatArray:
        """(rows, F, h, w) of the last step."""
        return self.written.attention.reshape(-1, *self._shape)

    @property
    def expert_maps(self) -> FloatArray:
        """(0, F, h, w): no expert looks before a word is written."""
        return np.zeros((0, *self._shape), np.float32)

    @property
    def features(self) -> FloatArray:
        """(B F, D): the mean region of each film."""
        return self._features

    def reorder(self, parents: IntArray) -> None:
        """Let new row r continue old row parents[r]."""
        self.written.reorder(parents)


class FilmCaptioner:
    """A captioner of films with trained weights, a safetensors file; float32.

    Raises DeviceUnavailable, and BundleDamaged if the file does not hold exactly the config's finite weights.
    """

    def __init__(
        self, config: CaptionerConfig, weights: Path, device: Device = "auto", threads: int = 1
    ) -> None:
        self._device, self._threads = chosen_device(device), threads
        model = load_film_captioner(config, weights)
        self._captions = CaptionRunner([model.captioner], device, threads)
        with no_room_is_an_error():
            self._grid = model.grid.to(self._device)

    def describe(self) -> Description:
        """What runs where."""
        on_cpu = self._device.type == "cpu"
        packed = ", packed" if on_cpu and can_pack() else ""
        name = "cpu" if on_cpu else torch.cuda.get_device_name(self._device)
        return Description(f"torch {torch.__version__}{packed}", name, "float32")

    def encode(self, images: FloatArray, present: BoolArray) -> FilmCaptionState:
        """Look at one study: images (F, C, H, W), present (F,)."""
        return self.encode_batch(images[None], present[None])

    def encode_batch(self, images: FloatArray, present: BoolArray) -> FilmCaptionState:
        """Look at B studies: images (B, F, C, H, W), present (B, F) with a film at least for each."""
        if not present.any(axis=1).all():
            raise ValueError("a study without a film")
        with torch.inference_mode(), torch_threads(self._threads), no_room_is_an_error():
            there = torch.from_numpy(np.ascontiguousarray(present)).to(self._device)
            films = torch.from_numpy(np.ascontiguousarray(images)).to(self._device)
            cells = self._grid(films, there)
            features = film_means(cells.regions, there).flatten(0, 1).cpu().numpy()
            regions, real = cells.regions.cpu().numpy(), cells.present.cpu().numpy()
        return FilmCaptionState(self._captions.encode(regions, real), cells.shape, features)

    def step(self, tokens: IntArray, state: FilmCaptionState, k: int) -> tuple[TopK, FilmCaptionState]:
        """The k likeliest tokens after `tokens` (rows,)."""
        top, state.written = self._captions.step(tokens, state.written, k)
        return top, state


def load_film_captioner(config: CaptionerConfig, weights: Path) -> GridCaptioner:
    """The model in evaluation mode, float32 on the CPU; BundleDamaged if the file is not all its weights."""
    model = GridCaptioner.of(config)
    model.load_state_dict(read_weights(weights, kept_weights(model)), strict=False)
    return model.requires_grad_(False).eval()

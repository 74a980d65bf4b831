"""One captioner or an ensemble of several on PyTorch, behind the seam of `engine.decoding`.

An ensemble's probability of a token is the mean of its members' (ExpansionNet, released code).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from engine.decoding import IntArray, TopK
from engine.models.expansionnet import DecoderState, ExpansionNet, ExpansionNetConfig
from engine.panel import FloatArray
from engine.runtime.base import BoolArray, Device
from engine.runtime.packing import can_pack, pack, slice_wide
from engine.runtime.threads import torch_threads
from engine.runtime.weights import chosen_device, no_room_is_an_error, read_weights


class CaptionState:
    """A state for each member, kept in step."""

    def __init__(self, members: Sequence[DecoderState]) -> None:
        self.members = tuple(members)

    @property
    def rows(self) -> int:
        """How many rows are being written now."""
        return self.members[0].rows

    @property
    def attention(self) -> FloatArray:
        """(rows, 1, 1, N): which regions the last step looked at, the mean over members."""
        maps = [member.attention for member in self.members if member.attention is not None]
        if not maps:
            raise ValueError("no step was taken yet")
        looked: FloatArray = torch.stack(maps).float().mean(0).cpu().numpy()
        return looked

    def reorder(self, parents: IntArray) -> None:
        """Let new row r continue old row parents[r]."""
        rows = torch.from_numpy(parents).to(self.members[0].key_mask.device)
        with torch.inference_mode(), no_room_is_an_error():
            for member in self.members:
                member.reorder(rows)


class CaptionRunner:
    """Captioners that read the same features and write the same vocabulary; ValueError where they do not.

    The models, in float32, become the runner's: on a CPU it lays out their weights as is fastest.
    """

    def __init__(self, models: Sequence[ExpansionNet], device: Device = "auto", threads: int = 1) -> None:
        kinds = {(model.config.feature_width, model.config.vocab_size) for model in models}
        if len(kinds) != 1:
            raise ValueError(f"{len(models)} models of {len(kinds)} kinds of features and words")
        self._device, self._threads = chosen_device(device), threads
        with no_room_is_an_error():
            self._models = tuple(model.to(self._device).eval() for model in models)
        if self._device.type == "cpu":
            lay_out = pack if can_pack() else slice_wide
            for model in self._models:
                lay_out(model)

    @property
    def max_tokens(self) -> int:
        """How many tokens every member can write."""
        return min(model.config.max_tokens for model in self._models)

    def encode(self, features: FloatArray, present: BoolArray) -> CaptionState:
        """Look at images (B, N, feature_width) whose regions are present (B, N), one at least in each."""
        if not present.any(axis=1).all():
            raise ValueError("an image without a region")
        with torch.inference_mode(), torch_threads(self._threads), no_room_is_an_error():
            regions = torch.from_numpy(np.ascontiguousarray(features)).to(self._device)
            real = torch.from_numpy(np.ascontiguousarray(present)).to(self._device)
            return CaptionState(
                [model.start(model.encode(regions, real), self.max_tokens) for model in self._models]
            )

    def step(self, tokens: IntArray, state: CaptionState, k: int) -> tuple[TopK, CaptionState]:
        """The k likeliest tokens after `tokens` (rows,)."""
        with torch.inference_mode(), torch_threads(self._threads), no_room_is_an_error():
            last = torch.from_numpy(tokens).to(self._device)
            logits = [
                model.step(last, member)[0].float()
                for model, member in zip(self._models, state.members, strict=True)
            ]
            members = torch.stack([one.log_softmax(-1) for one in logits])  # (members, rows, V)
            mean = members.logsumexp(0) - math.log(len(members))
            top = mean.topk(min(k, mean.shape[-1]))
        return TopK(top.values.cpu().numpy(), top.indices.cpu().numpy()), state


def load_captioner(config: ExpansionNetConfig, weights: Path) -> ExpansionNet:
    """The model in evaluation mode, float32 on the CPU; BundleDamaged if the file is not all its weights."""
    with torch.device("meta"):  # nothing is drawn at random only to be overwritten
        model = ExpansionNet(config)
    model.load_state_dict(read_weights(weights, model.state_dict()), assign=True)
    return model.requires_grad_(False).eval()

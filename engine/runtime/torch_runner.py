"""The panel's model on PyTorch, on a CPU or a CUDA device."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from engine.decoding import IntArray, TopK
from engine.errors import DeviceUnavailable
from engine.models.metransformer import DecoderState, Memory, MeTransformer, MeTransformerConfig, sinusoids
from engine.panel import FloatArray
from engine.runtime.base import BoolArray, Description, Device
from engine.runtime.packing import can_pack, pack, slice_wide
from engine.runtime.threads import torch_threads
from engine.runtime.weights import chosen_device, no_room_is_an_error, read_weights

Precision = Literal["float32", "bfloat16"]


class TorchState:
    """`RunnerState` on tensors."""

    def __init__(self, memory: Memory, decoder: DecoderState, present: Tensor) -> None:
        self.decoder = decoder
        self._memory = memory
        self._present = present

    @property
    def rows(self) -> int:
        """How many rows are being written now."""
        return self.decoder.rows

    @property
    def attention(self) -> FloatArray:
        """(rows, F, h, w) of the last step."""
        if self.decoder.attention is None:
            raise ValueError("no step was taken yet")
        return _array(self.decoder.attention)

    @property
    def expert_maps(self) -> FloatArray:
        """(B M, F, h, w)."""
        return _array(self._memory.expert_attention.flatten(0, 1))

    @property
    def features(self) -> FloatArray:
        """(B F, D)."""
        return _array(film_means(self._memory.patches.float(), self._present).flatten(0, 1))

    def reorder(self, parents: IntArray) -> None:
        """Let new row r continue old row parents[r]."""
        with torch.inference_mode(), no_room_is_an_error():
            self.decoder.reorder(torch.from_numpy(parents).to(self._present.device))


class TorchRunner:
    """A METransformer with trained weights.

    `weights` is a safetensors file. `device` "auto" takes CUDA if there is one. `packed` lets oneDNN
    rearrange the weights on a CPU, which is faster; where this torch cannot, it runs unpacked and `describe`
    says so.
    `threads` is for CPU work: more than one only pays where nothing else runs. `bfloat16` is for CUDA.

    Raises DeviceUnavailable, and BundleDamaged if the file does not hold exactly the config's finite weights.
    """

    def __init__(
        self,
        config: MeTransformerConfig,
        weights: Path,
        device: Device = "auto",
        packed: bool = True,
        threads: int = 1,
        precision: Precision = "float32",
    ) -> None:
        self._device = chosen_device(device)
        if precision == "bfloat16" and self._device.type != "cuda":
            raise DeviceUnavailable("bfloat16 runs on CUDA only", todo="Ask for float32.")
        self._threads = threads
        self._precision = precision
        with no_room_is_an_error():
            self._model = load_model(config, weights).to(self._device, getattr(torch, precision))
        self._packed = packed and self._device.type == "cpu" and can_pack()
        if self._packed:
            pack(self._model)
        elif self._device.type == "cpu":
            slice_wide(self._model)

    def describe(self) -> Description:
        """What runs where."""
        name = "cpu" if self._device.type == "cpu" else torch.cuda.get_device_name(self._device)
        runtime = f"torch {torch.__version__}" + (", packed" if self._packed else "")
        return Description(runtime, name, self._precision)

    def encode(self, images: FloatArray, present: BoolArray) -> TorchState:
        """Look at one study: images (F, C, H, W), present (F,)."""
        return self.encode_batch(images[None], present[None])

    def encode_batch(self, images: FloatArray, present: BoolArray) -> TorchState:
        """Look at B studies: images (B, F, C, H, W), present (B, F) with a film at least for each."""
        if not present.any(axis=1).all():
            raise ValueError("a study without a film")
        with torch.inference_mode(), torch_threads(self._threads), no_room_is_an_error():
            there = torch.from_numpy(np.ascontiguousarray(present)).to(self._device)
            films = torch.from_numpy(np.ascontiguousarray(images)).to(
                self._device, getattr(torch, self._precision)
            )
            memory = self._model.encode(films, there)
            decoder = self._model.start(memory, self._model.config.max_tokens)
        return TorchState(memory, decoder, there)

    def step(self, tokens: IntArray, state: TorchState, k: int) -> tuple[TopK, TorchState]:
        """The k likeliest tokens after `tokens` (rows,)."""
        with torch.inference_mode(), torch_threads(self._threads), no_room_is_an_error():
            logits, _ = self._model.step(torch.from_numpy(tokens).to(self._device), state.decoder)
            log_probabilities = logits.float().log_softmax(-1)
            top = log_probabilities.topk(min(k, logits.shape[-1]))
        return TopK(_array(top.values), top.indices.cpu().numpy()), state


def film_means(patches: Tensor, present: Tensor) -> Tensor:
    """(B, F, D): the mean of each film's tokens (B, F h w, D), 0 for films that are not present (B, F)."""
    films = patches.view(*present.shape, -1, patches.shape[-1]).mean(2)
    return films * present[..., None]


def load_model(config: MeTransformerConfig, weights: Path) -> MeTransformer:
    """The model in evaluation mode, float32 on the CPU; BundleDamaged if these are not all its weights.

    Weights that are stored in half precision are computed with as float32.
    """
    with torch.device("meta"):  # nothing is allocated or drawn at random only to be overwritten
        model = MeTransformer(config)
    model.load_state_dict(read_weights(weights, model.state_dict()), assign=True)
    model.sinusoids = sinusoids(config.max_tokens, config.width)
    return model.requires_grad_(False).eval()


def _array(tensor: Tensor) -> FloatArray:
    return np.asarray(tensor.float().cpu().numpy(), np.float32)

"""The panel's model on PyTorch, on a CPU or a CUDA device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from engine.decoding import IntArray, TopK
from engine.errors import BundleDamaged, DeviceUnavailable, OutOfMemory
from engine.models.metransformer import DecoderState, Memory, MeTransformer, MeTransformerConfig, sinusoids
from engine.panel import FloatArray
from engine.runtime.base import BoolArray, Description, Device
from engine.runtime.packing import can_pack, pack, slice_wide
from engine.runtime.threads import torch_threads

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
        with torch.inference_mode(), _no_room_is_an_error():
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
        with _no_room_is_an_error():
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
        with torch.inference_mode(), torch_threads(self._threads), _no_room_is_an_error():
            there = torch.from_numpy(np.ascontiguousarray(present)).to(self._device)
            films = torch.from_numpy(np.ascontiguousarray(images)).to(
                self._device, getattr(torch, self._precision)
            )
            memory = self._model.encode(films, there)
            decoder = self._model.start(memory, self._model.config.max_tokens)
        return TorchState(memory, decoder, there)

    def step(self, tokens: IntArray, state: TorchState, k: int) -> tuple[TopK, TorchState]:
        """The k likeliest tokens after `tokens` (rows,)."""
        with torch.inference_mode(), torch_threads(self._threads), _no_room_is_an_error():
            logits, _ = self._model.step(torch.from_numpy(tokens).to(self._device), state.decoder)
            log_probabilities = logits.float().log_softmax(-1)
            top = log_probabilities.topk(min(k, logits.shape[-1]))
        return TopK(_array(top.values), top.indices.cpu().numpy()), state


def film_means(patches: Tensor, present: Tensor) -> Tensor:
    """(B, F, D): the mean of each film's tokens (B, F h w, D), 0 for films that are not present (B, F)."""
    films = patches.view(*present.shape, -1, patches.shape[-1]).mean(2)
    return films * present[..., None]


def chosen_device(device: Device) -> torch.device:
    """The device that was asked for; DeviceUnavailable if it is not there."""
    if device == "cuda" and not torch.cuda.is_available():
        raise DeviceUnavailable("no CUDA device can be used", todo="Use --device cpu, or look at the driver.")
    if device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(device)


def load_model(config: MeTransformerConfig, weights: Path) -> MeTransformer:
    """The model in evaluation mode, float32 on the CPU; BundleDamaged if these are not all its weights.

    Weights that are stored in half precision are computed with as float32.
    """
    with torch.device("meta"):  # nothing is allocated or drawn at random only to be overwritten
        model = MeTransformer(config)
    tensors = _read(weights)
    _check(tensors, model.state_dict(), weights)
    model.load_state_dict({name: tensor.float() for name, tensor in tensors.items()}, assign=True)
    model.sinusoids = sinusoids(config.max_tokens, config.width)
    return model.requires_grad_(False).eval()


def _read(weights: Path) -> dict[str, Tensor]:
    try:
        return load_file(weights)
    except FileNotFoundError as error:
        raise BundleDamaged("the weights are not there", where=weights.name, todo=COPY_AGAIN) from error
    except (SafetensorError, OSError) as error:
        raise BundleDamaged("the weights cannot be read", where=weights.name, todo=COPY_AGAIN) from error


COPY_AGAIN = "Copy the bundle again."
STORED = frozenset({torch.float32, torch.float16})


def _check(tensors: Mapping[str, Tensor], wanted: Mapping[str, Tensor], weights: Path) -> None:
    if differing := sorted(tensors.keys() ^ wanted.keys()):
        what = f"{differing[0]} is {'missing' if differing[0] in wanted else 'not part of this model'}"
        raise BundleDamaged(what, where=weights.name, todo=COPY_AGAIN)
    for name, tensor in tensors.items():
        if tensor.shape != wanted[name].shape or tensor.dtype not in STORED:
            shape = tuple(wanted[name].shape)
            what = f"{name} is {tensor.dtype} {tuple(tensor.shape)}, not float32 or float16 {shape}"
            raise BundleDamaged(what, where=weights.name, todo=COPY_AGAIN)
        low, high = tensor.aminmax()
        if not (low.isfinite() and high.isfinite()):
            raise BundleDamaged(
                f"{name} holds values that are not finite", where=weights.name, todo=COPY_AGAIN
            )


def _array(tensor: Tensor) -> FloatArray:
    return np.asarray(tensor.float().cpu().numpy(), np.float32)


@contextmanager
def _no_room_is_an_error() -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:  # torch's CPU allocator has no class of its own
        if isinstance(error, torch.OutOfMemoryError) or "not enough memory" in str(error):
            advice = "Close other programs, or use fewer beams or --device cpu."
            raise OutOfMemory("the device has too little free memory for this", todo=advice) from error
        raise

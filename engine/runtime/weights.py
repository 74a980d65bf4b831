"""Trained weights from a bundle, the device they run on, and what happens where that has no room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file
from torch import Tensor

from engine.errors import BundleDamaged, DeviceUnavailable, OutOfMemory
from engine.runtime.base import Device

COPY_AGAIN = "Copy the bundle again."
STORED = (torch.float32, torch.float16)
SCALE = ".scale"
"""Behind a weight's name: what each row of one that is stored in 8 bits is multiplied by, (rows, 1, ...)."""


def chosen_device(device: Device) -> torch.device:
    """The device that was asked for; DeviceUnavailable if it is not there."""
    if device == "cuda" and not torch.cuda.is_available():
        raise DeviceUnavailable("no CUDA device can be used", todo="Use --device cpu, or look at the driver.")
    if device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(device)


def read_weights(weights: Path, wanted: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """A safetensors file's tensors as float32; BundleDamaged if these are not exactly those `wanted`.

    Weights that are stored in half precision or 8 bits are computed with as float32.
    """
    tensors = _read(weights, wanted)
    _check(tensors, wanted, weights)
    return restored(tensors)


def restored(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Stored tensors as they are computed with: float32, of 8-bit ones each row times its scale."""
    return {
        name: tensor.float() * tensors[name + SCALE] if tensor.dtype is torch.int8 else tensor.float()
        for name, tensor in tensors.items()
        if not _scales(name, tensors)
    }


def _scales(name: str, names: Collection[str]) -> bool:
    return name.endswith(SCALE) and name.removesuffix(SCALE) in names


def _read(weights: Path, wanted: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The tensors, once the file's head names none but those wanted: no others are loaded."""
    try:
        with safe_open(weights, "pt") as file:
            _check_names(file.keys(), wanted, weights)
        return load_file(weights)
    except FileNotFoundError as error:
        raise BundleDamaged("the weights are not there", where=weights.name, todo=COPY_AGAIN) from error
    except (SafetensorError, OSError) as error:
        raise BundleDamaged("the weights cannot be read", where=weights.name, todo=COPY_AGAIN) from error


def _check_names(names: Collection[str], wanted: Mapping[str, Tensor], weights: Path) -> None:
    scales = {name for name in names if name not in wanted and _scales(name, wanted)}
    if differing := sorted((set(names) - scales) ^ wanted.keys()):
        what = f"{differing[0]} is {'missing' if differing[0] in wanted else 'not part of this model'}"
        raise BundleDamaged(what, where=weights.name, todo=COPY_AGAIN)


def _check(tensors: Mapping[str, Tensor], wanted: Mapping[str, Tensor], weights: Path) -> None:
    for name, tensor in tensors.items():
        if name in wanted:
            shape, stored = wanted[name].shape, (torch.int8,) if name + SCALE in tensors else STORED
        else:
            shape, stored = scale_shape(wanted[name.removesuffix(SCALE)]), (torch.float32,)
        if tensor.shape != shape or tensor.dtype not in stored:
            kinds = " or ".join(str(kind).removeprefix("torch.") for kind in stored)
            what = f"{name} is {tensor.dtype} {tuple(tensor.shape)}, not {kinds} {tuple(shape)}"
            raise BundleDamaged(what, where=weights.name, todo=COPY_AGAIN)
        low, high = tensor.aminmax()
        if not (low.isfinite() and high.isfinite()):
            raise BundleDamaged(
                f"{name} holds values that are not finite", where=weights.name, todo=COPY_AGAIN
            )


def scale_shape(weight: Tensor) -> torch.Size:
    """The shape of the scales of a weight's rows."""
    return torch.Size([*weight.shape[:1], *[1] * (weight.dim() - 1)])


@contextmanager
def no_room_is_an_error() -> Iterator[None]:
    """Within the block a device without room raises OutOfMemory."""
    try:
        yield
    except RuntimeError as error:  # torch's CPU allocator has no class of its own
        if isinstance(error, torch.OutOfMemoryError) or "not enough memory" in str(error):
            advice = "Close other programs, or use fewer beams or --device cpu."
            raise OutOfMemory("the device has too little free memory for this", todo=advice) from error
        raise

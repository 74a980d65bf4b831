"""Trained weights as a bundle keeps them: smaller, and rounded before anything is measured with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import torch
from torch import Tensor

from engine.runtime.weights import SCALE, scale_shape

Stored = Literal["half", "8-bit"]
LEVELS = 127  # on either side of 0
LEAST = 1 << 14  # smaller matrices, such as a router's, stay in half precision: they would spare nothing


def stored(weights: Mapping[str, Tensor], how: Stored) -> dict[str, Tensor]:
    """The weights in half precision, or large matrices in 8 bits and the rest in half precision."""
    return half_precision(weights) if how == "half" else eight_bit(weights)


def half_precision(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Half the size of float32.

    OverflowError where a weight is too large for it, which no trained one is.
    """
    halves = {name: tensor.half() for name, tensor in weights.items()}
    for name, half in halves.items():
        if not bool(half.isfinite().all()):
            raise OverflowError(f"{name} holds weights beyond half precision")
    return halves


def eight_bit(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """A quarter of the size: of large matrices each row's largest value is 127 of its steps, rounded."""
    large = {name for name, tensor in weights.items() if tensor.dim() > 1 and tensor.numel() >= LEAST}
    kept = half_precision({name: tensor for name, tensor in weights.items() if name not in large})
    for name in large:
        weight = weights[name].float()
        largest = weight.flatten(1).abs().amax(1).view(scale_shape(weight))
        scale = (largest / LEVELS).where(largest > 0, torch.ones_like(largest))
        kept[name] = (weight / scale).round().to(torch.int8)
        kept[name + SCALE] = scale
    return kept

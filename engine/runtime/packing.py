"""A model laid out for a few rows on a CPU: the same numbers in less time.

Packed: oneDNN rearranges the weights of linear layers once, which is up to twice as fast. Sliced, for where
oneDNN cannot: a layer onto a whole vocabulary is one product of a batch of slices, since with a few rows the
product with the whole spends most of its time copying weights. Either way EBA works off live channels only.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from engine.models.bilinear import ExpertBilinearAttention

ROWS_HINT = 256  # batch rows that oneDNN lays the weights out for; any number still works
SLICE = 256  # outputs of a slice: 0.8 MB of weights at width 768
WIDE = 4096  # outputs from which slicing pays


class PackedLinear(nn.Module):
    """`nn.Linear` for inference in float32 on a CPU."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.weight = torch.ops.mkldnn._reorder_linear_weight(linear.weight.detach(), ROWS_HINT)
        self.bias = linear.bias.detach()

    def forward(self, x: Tensor) -> Tensor:
        """(..., in) to (..., out)."""
        out: Tensor = torch.ops.mkldnn._linear_pointwise(x, self.weight, self.bias, "none", [], "")
        return out


class SlicedLinear(nn.Module):
    """`nn.Linear` for inference with a few rows and very many outputs. It shares the weights."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        weight, bias = linear.weight.detach(), linear.bias.detach()
        count = linear.out_features // SLICE
        whole = count * SLICE
        self.weights = weight[:whole].view(count, SLICE, linear.in_features).mT  # (slices, in, SLICE)
        self.biases = bias[:whole].view(count, 1, SLICE)
        self.last_weight, self.last_bias = weight[whole:], bias[whole:]

    def forward(self, x: Tensor) -> Tensor:
        """(..., in) to (..., out)."""
        rows = x.reshape(-1, x.shape[-1])
        slices = torch.baddbmm(self.biases, rows.expand(len(self.weights), -1, -1), self.weights)
        last = nn.functional.linear(rows, self.last_weight, self.last_bias)
        out = torch.cat([slices.transpose(0, 1).flatten(1), last], dim=-1)
        return out.view(*x.shape[:-1], -1)


def can_pack() -> bool:
    """Whether torch has oneDNN's packed linear layer for this CPU. It is not public, so one is tried."""
    linear = nn.utils.skip_init(nn.Linear, 16, 8)
    try:
        with torch.inference_mode():
            linear.weight.fill_(0.5)
            linear.bias.fill_(2)
            return bool((PackedLinear(linear)(torch.ones(4, 16)) == 10).all())
    except (RuntimeError, AttributeError):  # absent, or made for another CPU
        return False


def pack(model: nn.Module) -> None:
    """Lay out a model in place, linear layers with more than one output packed. Needs `can_pack()`."""
    _keep_by_channel(model)
    _replace_linear(model, 2, PackedLinear)


def slice_wide(model: nn.Module) -> None:
    """Lay out a model in place, linear layers with at least `WIDE` outputs sliced."""
    _keep_by_channel(model)
    _replace_linear(model, WIDE, SlicedLinear)


def _keep_by_channel(model: nn.Module) -> None:
    for module in model.modules():
        if isinstance(module, ExpertBilinearAttention):
            module.keep_by_channel()


def _replace_linear(module: nn.Module, least: int, layer: Callable[[nn.Linear], nn.Module]) -> None:
    for name, child in module.named_children():
        if isinstance(child, nn.Linear) and child.out_features >= least:
            setattr(module, name, layer(child))
        else:
            _replace_linear(child, least, layer)

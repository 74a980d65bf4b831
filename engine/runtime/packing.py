"""Linear layers laid out for a CPU: the same numbers in less time.

Packed: oneDNN rearranges the weights once, which is up to twice as fast. Sliced, for where oneDNN cannot: a
layer onto a whole vocabulary is worked off in parts that stay in the cache, since with a few rows the matrix
product spends most of its time copying weights to and from memory.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

ROWS_HINT = 256  # batch rows that oneDNN lays the weights out for; any number still works
SLICE = 1024  # outputs worked off at a time: 3 MB of weights at width 768
WIDE = 4 * SLICE  # outputs from which slicing pays


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
    """`nn.Linear` for inference with a few rows and very many outputs."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.weights = linear.weight.detach().split(SLICE)
        self.biases = linear.bias.detach().split(SLICE)

    def forward(self, x: Tensor) -> Tensor:
        """(..., in) to (..., out)."""
        slices = zip(self.weights, self.biases, strict=True)
        return torch.cat([nn.functional.linear(x, weight, bias) for weight, bias in slices], dim=-1)


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


def pack(module: nn.Module) -> None:
    """Replace every linear layer with more than one output by a packed one, in place. Needs `can_pack()`."""
    for name, child in module.named_children():
        if isinstance(child, nn.Linear) and child.out_features > 1:
            setattr(module, name, PackedLinear(child))
        else:
            pack(child)


def slice_wide(module: nn.Module) -> None:
    """Replace every linear layer with at least `WIDE` outputs by a sliced one, in place."""
    for name, child in module.named_children():
        if isinstance(child, nn.Linear) and child.out_features >= WIDE:
            setattr(module, name, SlicedLinear(child))
        else:
            slice_wide(child)

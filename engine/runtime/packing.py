"""Linear layers whose weights oneDNN has rearranged for this CPU: the same numbers, up to twice as fast."""

from __future__ import annotations

import torch
from torch import Tensor, nn

ROWS_HINT = 256  # batch rows that oneDNN lays the weights out for; any number still works


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

"""What a training step hands back: the loss to follow, and the named terms that an epoch's means are made of.

Terms are returned rather than logged, because Lightning's own sums are lost when a run is resumed within an
epoch; `training.run_log` keeps ours in the checkpoint.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

import torch


class Step(TypedDict):
    """`loss` with its graph, `terms` without."""

    loss: torch.Tensor
    terms: dict[str, torch.Tensor]


def step(loss: torch.Tensor, terms: Mapping[str, torch.Tensor]) -> Step:
    """The step of this loss; `terms` are scalars, logged as `train_<name>`."""
    return Step(loss=loss, terms={name: value.detach() for name, value in terms.items()})

"""What the encoder is taught besides reports: which finding is on which side, and where it lies.

A decoder left alone learns the language first and then writes one report for every film. The heads are thrown
away with the training run; a bundle does not have them.
"""

from __future__ import annotations

import warnings
from typing import NamedTuple

import torch
from torch import nn

from engine.models.metransformer import Memory
from training.data.batches import Batch
from training.losses import summed_bce, targets_known
from training.tasks.steps import Counts

RARE = 0.02  # share of cells or studies that a head expects at first; even odds would cost many steps


class Taught(NamedTuple):
    """Mean binary cross-entropy of label slots and of grid cells; of a part, what it adds to them."""

    labels: torch.Tensor
    masks: torch.Tensor

    def total(self, mask_weight: float) -> torch.Tensor:
        """Both as one loss."""
        return self.labels + mask_weight * self.masks


class Lessons(nn.Module):
    """Two heads: S label slots from every expert's f_e, L finding masks from f_v."""

    def __init__(self, width: int, slots: int, labels: int) -> None:
        super().__init__()
        self.slots = rare_at_first(width, slots)
        self.cells = rare_at_first(width, labels)

    def forward(
        self, memory: Memory, batch: Batch, counts: Counts, positive: torch.Tensor | None = None
    ) -> Taught:
        """The losses of a batch or a part of one; cells of absent films are no lesson.

        `counts` are those of the whole batch (`taught_counts`). `positive` (M, S) is how much a finding that
        is there counts for each expert; 1 where it is None.
        """
        slots = self.slots(memory.experts)  # (B, M, S)
        labels = summed_bce(slots, batch.targets.unsqueeze(1).expand_as(slots), positive)
        wanted = batch.cells.permute(0, 1, 3, 4, 2).flatten(1, 3)  # (B, N, L), N = F h w
        known = wanted.masked_fill(~memory.key_mask.unsqueeze(-1), torch.nan)
        masks = summed_bce(self.cells(memory.visual), known)
        return means_taught(labels / slots.shape[1], masks, counts)


def taught_counts(batch: Batch) -> Counts:
    """How many labels and cells are known; those of absent films are not."""
    there = batch.present[:, :, None, None, None].expand_as(batch.cells)
    cells = batch.cells.masked_fill(~there, torch.nan)
    return {"labels": targets_known(batch.targets), "cells": targets_known(cells)}


def means_taught(labels: torch.Tensor, masks: torch.Tensor, counts: Counts) -> Taught:
    """The sums of a part by what is known in the whole batch; 0 where nothing is."""
    return Taught(labels / counts["labels"].clamp(min=1), masks / counts["cells"].clamp(min=1))


def rare_at_first(width: int, targets: int) -> nn.Linear:
    """A head with a bias that expects every finding to be rare; without targets it has no weights."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Initializing zero-element tensors")
        head = nn.Linear(width, targets)
    nn.init.constant_(head.bias, torch.logit(torch.tensor(RARE)).item())
    return head

"""Optimisers and learning-rate schedules as Lightning wants them described."""

from __future__ import annotations

import math

import lightning
import torch
from lightning.pytorch.utilities.types import OptimizerLRSchedulerConfig

BETA1 = 0.9  # torch's default


def radam_to_zero(task: lightning.LightningModule, lr: float, beta2: float) -> OptimizerLRSchedulerConfig:
    """RAdam on all parameters of a task, whose rate falls to 0 over the steps that its trainer expects."""
    optimiser = torch.optim.RAdam(task.parameters(), lr=lr, betas=(BETA1, beta2))
    return cosine_to_zero(optimiser, int(task.trainer.estimated_stepping_batches))


def cosine_to_zero(optimiser: torch.optim.Optimizer, steps: int) -> OptimizerLRSchedulerConfig:
    """From the optimiser's rate to 0 along half a cosine over `steps`, stepped after every batch."""
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: 0.5 * (1 + math.cos(math.pi * min(step / max(steps, 1), 1.0)))
    )
    return {"optimizer": optimiser, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}


def line_to_zero(optimiser: torch.optim.Optimizer, steps: int, warm_up: int) -> OptimizerLRSchedulerConfig:
    """Up to the optimiser's rate over `warm_up` steps, then in a line to 0 at `steps`, after every batch."""

    def share(step: int) -> float:
        if step < warm_up:
            return step / warm_up
        return max(steps - step, 0) / max(steps - warm_up, 1)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, share)
    return {"optimizer": optimiser, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}

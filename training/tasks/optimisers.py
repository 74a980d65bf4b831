"""Optimisers and learning-rate schedules as Lightning wants them described."""

from __future__ import annotations

import math

import torch
from lightning.pytorch.utilities.types import OptimizerLRSchedulerConfig
from torch import nn

from training.captioning.recipe import StageRecipe

BETA1 = 0.9  # torch's default
CAPTION_BETAS, CAPTION_EPSILON = (0.9, 0.98), 1e-9  # released code of ExpansionNet, not in the paper
HYPERBOLIC_FLOOR = 5e-7  # likewise, after the warm-up


def radam_to_zero(task: nn.Module, lr: float, beta2: float, steps: int) -> OptimizerLRSchedulerConfig:
    """RAdam on all parameters of a task, whose rate falls to 0 over `steps`."""
    optimiser = torch.optim.RAdam(task.parameters(), lr=lr, betas=(BETA1, beta2))
    return cosine_to_zero(optimiser, steps)


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


def annealed(task: nn.Module, stage: StageRecipe, steps: int) -> OptimizerLRSchedulerConfig:
    """RAdam on what of a task has gradients, with a captioning stage's rates, stepped after every batch."""
    learning = [parameter for parameter in task.parameters() if parameter.requires_grad]
    optimiser = torch.optim.RAdam(learning, lr=stage.lr, betas=CAPTION_BETAS, eps=CAPTION_EPSILON)
    batches = max(steps // stage.epochs, 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: annealed_share(step, stage, batches))
    return {"optimizer": optimiser, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}


def annealed_share(step: int, stage: StageRecipe, batches: int) -> float:
    """Of the stage's rate, what step number `step` (from 0) has; an epoch has so many `batches`."""
    falls = step // (stage.decay_epochs * batches) if stage.decay_epochs else 0
    share = float(stage.decay**falls)
    if stage.warm_up_shape == "linear":
        return share * min((step + 1) / stage.warm_up, 1.0) if stage.warm_up else share
    floor = HYPERBOLIC_FLOOR / stage.lr if step >= stage.warm_up else 0.0
    return max(floor, share / max(stage.warm_up - step, 1))

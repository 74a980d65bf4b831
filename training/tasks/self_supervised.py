"""The encoder's first stage, on films without reports: hidden patches are guessed from the others.

Masked image modelling as in SimMIM (Xie et al., CVPR 2022): all patches go through the encoder, hidden ones
as mid-grey, and one linear layer guesses pixels, each patch normalised as in MAE (He et al., CVPR 2022).
Pixels are hidden before the stem, so that a convolutional stem cannot look over a patch's edge.

Departure: the paper starts from a pretrained ViT and has no such stage. The layer is thrown away after it.
"""

from __future__ import annotations

import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import nn

from engine.models.metransformer import MeTransformer
from training.data.hidden import HiddenBatch
from training.recipes import SelfSupervisedRecipe
from training.tasks.optimisers import radam_to_zero
from training.tasks.steps import Learning, Measured, step

FLAT = 0.05  # model units: a patch that varies less is noise, and is not blown up to unit variance


class HiddenPatches(nn.Module):
    """Guesses hidden patches; the loss is the mean absolute error of their normalised pixels."""

    def __init__(self, model: MeTransformer, recipe: SelfSupervisedRecipe, beta2: float) -> None:
        super().__init__()
        config = model.config
        self.model, self.recipe, self.beta2 = model, recipe, beta2
        self.patch_size = config.patch_size
        self.pixels = nn.Linear(config.width, config.channels * config.patch_size**2)

    def _errors(self, batch: HiddenBatch) -> torch.Tensor:
        """Absolute errors of hidden patches (hidden, C P P), in standard deviations of a patch."""
        images = batch.images.squeeze(1)  # (B, C, H, W)
        present = torch.ones(len(images), 1, dtype=torch.bool, device=images.device)
        visible = hidden_from(images, batch.hidden, self.patch_size)
        visual, _ = self.model.vit(visible.unsqueeze(1), present)  # (B, h w, D)
        guessed = self.pixels(visual[batch.hidden]).float()  # (hidden, C P P)
        errors: torch.Tensor = guessed - normal_patches(images, self.patch_size)[batch.hidden]
        return errors.abs()

    def learn(self, batch: HiddenBatch) -> Learning:
        """One step on hidden patches."""
        counts, _ = yield {"pixels": batch.hidden.sum() * self.pixels.out_features}
        error = self._errors(batch).sum() / counts["pixels"]
        return step(error, {"pixels": error})

    def measure(self, batch: HiddenBatch, _: int) -> Measured:
        """The same error on films of other patients."""
        return Measured(len(batch.images), {"val_pixels": self._errors(batch).mean()})

    def optimisers(self, steps: int) -> OptimizerLRScheduler:
        """RAdam on the ViT and the layer; nothing else gets a gradient here."""
        return radam_to_zero(self, self.recipe.lr, self.beta2, steps)


def hidden_from(images: torch.Tensor, hidden: torch.Tensor, side: int) -> torch.Tensor:
    """Images (B, C, H, W) with zeros in the patches that `hidden` (B, h w) names."""
    h = images.shape[2] // side
    cells = hidden.view(len(images), 1, h, -1)
    return images.masked_fill(cells.repeat_interleave(side, dim=2).repeat_interleave(side, dim=3), 0)


def normal_patches(images: torch.Tensor, side: int) -> torch.Tensor:
    """Patches (B, h w, C P P), each with mean 0 and, unless it is flat, variance 1."""
    patches = nn.functional.unfold(images, side, stride=side).transpose(1, 2)
    variance, mean = torch.var_mean(patches, dim=-1, keepdim=True, correction=0)
    return (patches - mean) / (variance + FLAT**2).sqrt()

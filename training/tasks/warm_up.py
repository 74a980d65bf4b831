"""The encoder's warm-up: lessons on labels and masks before the decoder writes its first word.

Departure: the paper starts from a pretrained ViT and has no such stage.
"""

from __future__ import annotations

import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import nn

from engine.models.metransformer import MeTransformer
from training.data.batches import Batch
from training.losses import orthogonal_sum
from training.recipes import LossRecipe, WarmUpRecipe
from training.tasks.lessons import Lessons, taught_counts
from training.tasks.optimisers import radam_to_zero
from training.tasks.steps import Counts, Learning, Measured, step


class WarmUp(nn.Module):
    """The lessons and the orthogonal loss, without reports."""

    def __init__(
        self, model: MeTransformer, lessons: Lessons, recipe: WarmUpRecipe, loss: LossRecipe, beta2: float
    ) -> None:
        super().__init__()
        self.model, self.lessons = model, lessons
        self.recipe, self.loss, self.beta2 = recipe, loss, beta2

    def _counts(self, batch: Batch) -> Counts:
        studies = torch.tensor(len(batch.images), device=batch.images.device)
        return {"studies": studies, **taught_counts(batch)}

    def _losses(self, batch: Batch, counts: Counts) -> dict[str, torch.Tensor]:
        """Named terms and their weighted `total`."""
        memory = self.model.encode(batch.images, batch.present)
        taught = self.lessons(memory, batch, counts)
        apart = orthogonal_sum(memory.experts, self.loss.orthogonal_reduction) / counts["studies"]
        total = taught.total(self.loss.mask_weight) + self.loss.orthogonal_weight * apart
        return {"total": total, "labels": taught.labels, "masks": taught.masks, "orthogonal": apart}

    def learn(self, batch: Batch) -> Learning:
        """One step on labels and masks."""
        counts, _ = yield self._counts(batch)
        terms = self._losses(batch, counts)
        return step(terms["total"], terms)

    def measure(self, batch: Batch, _: int) -> Measured:
        """The same terms on films that it does not learn from."""
        terms = self._losses(batch, self._counts(batch))
        return Measured(len(batch.images), {f"val_{name}": value for name, value in terms.items()})

    def optimisers(self, steps: int) -> OptimizerLRScheduler:
        """RAdam on all that the encoder has; the decoder gets no gradient here."""
        return radam_to_zero(self, self.recipe.lr, self.beta2, steps)

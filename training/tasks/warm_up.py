"""The encoder's warm-up: lessons on labels and masks before the decoder writes its first word.

Departure: the paper starts from a pretrained ViT and has no such stage.
"""

from __future__ import annotations

import lightning
import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler

from engine.models.metransformer import MeTransformer
from training.data.batches import Batch
from training.losses import orthogonal_loss
from training.recipes import LossRecipe, WarmUpRecipe
from training.tasks.lessons import Lessons
from training.tasks.optimisers import radam_to_zero
from training.tasks.steps import Step, step


class WarmUp(lightning.LightningModule):
    """The lessons and the orthogonal loss, without reports."""

    def __init__(
        self, model: MeTransformer, lessons: Lessons, recipe: WarmUpRecipe, loss: LossRecipe, beta2: float
    ) -> None:
        super().__init__()
        self.model, self.lessons = model, lessons
        self.recipe, self.loss, self.beta2 = recipe, loss, beta2

    def losses(self, batch: Batch) -> dict[str, torch.Tensor]:
        """Named terms and their weighted `total`."""
        memory = self.model.encode(batch.images, batch.present)
        taught = self.lessons(memory, batch)
        apart = orthogonal_loss(memory.experts, self.loss.orthogonal_reduction)
        total = taught.total(self.loss.mask_weight) + self.loss.orthogonal_weight * apart
        return {"total": total, "labels": taught.labels, "masks": taught.masks, "orthogonal": apart}

    def training_step(self, batch: Batch, _: int) -> Step:
        """One step on labels and masks."""
        terms = self.losses(batch)
        return step(terms["total"], terms)

    def validation_step(self, batch: Batch, _: int) -> None:
        """The same terms on films that it does not learn from."""
        terms = self.losses(batch)
        self.log_dict({f"val_{name}": value for name, value in terms.items()}, batch_size=len(batch.images))

    def configure_optimizers(self) -> OptimizerLRScheduler:
        """RAdam on all that the encoder has; the decoder gets no gradient here."""
        return radam_to_zero(self, self.recipe.lr, self.beta2)

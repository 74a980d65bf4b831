"""The stem's lessons, before those of the whole encoder: convolutions learn best from masks, and cheaply so.

Departure: the paper starts from a pretrained ViT and has no such stage. A pass costs a third of one through
the whole encoder. The two heads are thrown away with the stage.
"""

from __future__ import annotations

import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import nn

from engine.models.metransformer import MeTransformer
from training.data.batches import Batch
from training.losses import summed_bce
from training.recipes import LossRecipe, WarmUpRecipe
from training.tasks.lessons import means_taught, rare_at_first, taught_counts
from training.tasks.optimisers import radam_to_zero
from training.tasks.steps import Counts, Learning, Measured, step


class StemLessons(nn.Module):
    """Masks from each cell of the stem's output, label slots from the mean and the largest of its cells."""

    def __init__(
        self,
        model: MeTransformer,
        slots: int,
        labels: int,
        recipe: WarmUpRecipe,
        loss: LossRecipe,
        beta2: float,
    ) -> None:
        super().__init__()
        D, views = model.config.width, model.config.views  # noqa: N806
        self.stem = model.vit.patch_embed
        self.places = nn.Parameter(torch.zeros(model.config.grid**2, D))
        self.cells = rare_at_first(D, labels)
        self.slots = rare_at_first(2 * D * views, slots)
        self.recipe, self.loss, self.beta2 = recipe, loss, beta2

    def _losses(self, batch: Batch, counts: Counts) -> dict[str, torch.Tensor]:
        """Named terms and their weighted `total`; absent films are no lesson."""
        B, F = batch.present.shape  # noqa: N806
        visual = self.stem(batch.images.flatten(0, 1)).unflatten(0, (B, F))  # (B, F, h w, D)
        wanted = batch.cells.flatten(3).transpose(2, 3)  # (B, F, h w, L)
        known = wanted.masked_fill(~batch.present[:, :, None, None], torch.nan)
        masks = summed_bce(self.cells(visual), known)
        placed = visual + self.places
        pooled = torch.cat([placed.mean(dim=2), placed.amax(dim=2)], dim=-1)  # (B, F, 2 D)
        pooled = pooled * batch.present.unsqueeze(-1)
        labels = summed_bce(self.slots(pooled.flatten(1)), batch.targets)
        taught = means_taught(labels, masks, counts)
        return {"total": taught.total(self.loss.mask_weight), **taught._asdict()}

    def learn(self, batch: Batch) -> Learning:
        """One step on labels and masks."""
        counts, _ = yield taught_counts(batch)
        terms = self._losses(batch, counts)
        return step(terms["total"], terms)

    def measure(self, batch: Batch, _: int) -> Measured:
        """The same terms on films that it does not learn from."""
        terms = self._losses(batch, taught_counts(batch))
        return Measured(len(batch.images), {f"val_{name}": value for name, value in terms.items()})

    def optimisers(self, steps: int) -> OptimizerLRScheduler:
        """RAdam on the stem and the two heads."""
        return radam_to_zero(self, self.recipe.lr, self.beta2, steps)

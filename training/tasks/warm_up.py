"""The encoder's first lessons: which finding is on which side, and where it lies.

A decoder left alone learns the language first and then writes one report for every film, so the encoder
learns to see before it. Departure: the paper starts from a pretrained ViT and has no such stage. The heads
are thrown away.
"""

from __future__ import annotations

from typing import Any

import lightning
import torch
from torch import nn

from engine.models.metransformer import Memory, MeTransformer
from training.data.batches import Batch
from training.losses import masked_bce, orthogonal_loss
from training.recipes import LossRecipe, WarmUpRecipe
from training.tasks.optimisers import BETA1, cosine_to_zero

RARE = 0.02  # share of cells or studies that a head expects at first; even odds would cost many steps


class WarmUp(lightning.LightningModule):
    """Label slots from every expert's f_e, finding masks from f_v; S slots, L labels."""

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
        self.model, self.recipe, self.loss, self.beta2 = model, recipe, loss, beta2
        self.slot_head = _rare_at_first(nn.Linear(model.config.width, slots))
        self.cell_head = _rare_at_first(nn.Linear(model.config.width, labels))

    def losses(self, batch: Batch) -> dict[str, torch.Tensor]:
        """Named terms and their weighted `total`."""
        memory = self.model.encode(batch.images, batch.present)
        slots = self.slot_head(memory.experts)  # (B, M, S)
        labels = masked_bce(slots, batch.targets.unsqueeze(1).expand_as(slots))
        masks = self._mask_loss(memory, batch)
        apart = orthogonal_loss(memory.experts, self.loss.orthogonal_reduction)
        total = labels + self.recipe.mask_weight * masks + self.loss.orthogonal_weight * apart
        return {"total": total, "labels": labels, "masks": masks, "orthogonal": apart}

    def _mask_loss(self, memory: Memory, batch: Batch) -> torch.Tensor:
        cells = self.cell_head(memory.visual)  # (B, N, L), N = F h w
        wanted = batch.cells.permute(0, 1, 3, 4, 2).flatten(1, 3)  # (B, N, L)
        return masked_bce(cells, wanted.masked_fill(~memory.key_mask.unsqueeze(-1), torch.nan))

    def training_step(self, batch: Batch, _: int) -> torch.Tensor:
        """One step on labels and masks."""
        terms = self.losses(batch)
        named = {f"train_{name}": value for name, value in terms.items()}
        self.log_dict(named, on_step=False, on_epoch=True, batch_size=len(batch.images))
        return terms["total"]

    def validation_step(self, batch: Batch, _: int) -> None:
        """The same terms on films that it does not learn from."""
        terms = self.losses(batch)
        self.log_dict({f"val_{name}": value for name, value in terms.items()}, batch_size=len(batch.images))

    def configure_optimizers(self) -> dict[str, Any]:
        """RAdam on all that the encoder has; the decoder gets no gradient here."""
        optimiser = torch.optim.RAdam(self.parameters(), lr=self.recipe.lr, betas=(BETA1, self.beta2))
        return cosine_to_zero(optimiser, int(self.trainer.estimated_stepping_batches))


def _rare_at_first(head: nn.Linear) -> nn.Linear:
    nn.init.constant_(head.bias, torch.logit(torch.tensor(RARE)).item())
    return head

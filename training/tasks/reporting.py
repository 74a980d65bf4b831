"""Report generation as METransformer trains it: L = L_CE + lambda L_OrL, every expert on the same report.

Departure: `loss.experts_per_step` may draw that many experts per study and step for L_CE. Their mean is an
unbiased estimate of the mean over all, at a fraction of the time; 0 takes all, as the paper does. And
`loss.lessons_weight` lets the encoder's lessons on labels and masks go on beside the reports; 0 is the paper.
"""

from __future__ import annotations

import lightning
import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler

from engine.models.metransformer import Memory, MeTransformer
from engine.text.tokenizer import ReportTokenizer
from training.data.batches import Batch
from training.losses import orthogonal_loss, token_cross_entropy
from training.recipes import LossRecipe, OptimiserRecipe
from training.tasks.drafting import distinct_drafts, greedy_tokens
from training.tasks.lessons import Lessons
from training.tasks.optimisers import BETA1, cosine_to_zero
from training.tasks.steps import Step, step

WATCHED_BATCHES = 2  # validation batches that are also decoded and tried with other films


class Reporting(lightning.LightningModule):
    """Teacher-forced reports."""

    def __init__(
        self,
        model: MeTransformer,
        lessons: Lessons,
        optimiser: OptimiserRecipe,
        loss: LossRecipe,
        tokenizer: ReportTokenizer,
    ) -> None:
        super().__init__()
        self.model, self.lessons, self.optimiser, self.loss = model, lessons, optimiser, loss
        self.pad, self.bos, self.eos = tokenizer.pad, tokenizer.bos, tokenizer.eos

    def training_step(self, batch: Batch, _: int) -> Step:
        """L_CE + lambda L_OrL of one batch, and the lessons."""
        memory = self.model.encode(batch.images, batch.present)
        drawn = some_experts(memory, self.loss.experts_per_step)
        words = self._cross_entropy(drawn, batch.tokens).mean()
        apart = orthogonal_loss(memory.experts, self.loss.orthogonal_reduction)
        total = words + self.loss.orthogonal_weight * apart
        if self.loss.lessons_weight:
            taught = self.lessons(memory, batch)
            total = total + self.loss.lessons_weight * (taught.labels + self.loss.mask_weight * taught.masks)
        return step(total, {"ce": words, "orthogonal": apart, "total": total})

    def _cross_entropy(self, memory: Memory, tokens: torch.Tensor) -> torch.Tensor:
        logits = self.model.output(self.model.decode(memory, tokens[:, :-1]))  # (B, M, T, V)
        return token_cross_entropy(logits, tokens[:, 1:], self.pad)

    def validation_step(self, batch: Batch, index: int) -> None:
        """Cross-entropy per expert, with the right films and with another study's, and distinct drafts.

        `val_film_gain` is how many nats per word the right film saves: near 0, the drafts ignore the film.
        """
        memory = self.model.encode(batch.images, batch.present)
        per_expert = self._cross_entropy(memory, batch.tokens)
        terms = {f"val_ce_{expert}": value for expert, value in enumerate(per_expert)}
        terms["val_ce"] = per_expert.mean()
        if index < WATCHED_BATCHES:
            other = self.model.encode(batch.images.roll(1, 0), batch.present.roll(1, 0))
            terms["val_film_gain"] = self._cross_entropy(other, batch.tokens).mean() - per_expert.mean()
            drafts = greedy_tokens(self.model, memory, self.bos, self.eos, self.model.config.max_tokens)
            terms["val_distinct_drafts"] = torch.tensor(distinct_drafts(drafts))
        self.log_dict(terms, batch_size=len(batch.images))

    def configure_optimizers(self) -> OptimizerLRScheduler:
        """RAdam; constant as the paper leaves it, or cosine to 0."""
        optimiser = torch.optim.RAdam(
            self.parameters(),
            lr=self.optimiser.lr,
            betas=(BETA1, self.optimiser.beta2),
            weight_decay=self.optimiser.weight_decay,
        )
        if self.optimiser.schedule == "constant":
            return optimiser
        return cosine_to_zero(optimiser, int(self.trainer.estimated_stepping_batches))


def some_experts(memory: Memory, count: int) -> Memory:
    """The memory with `count` experts per study, drawn anew for each; all of them for 0."""
    B, M = memory.experts.shape[:2]  # noqa: N806
    if not 0 < count < M:
        return memory
    drawn = torch.rand(B, M, device=memory.experts.device).argsort(dim=1)[:, :count]  # (B, count)
    rows = torch.arange(B, device=drawn.device).unsqueeze(1)
    return Memory(
        patches=memory.patches,
        experts=memory.experts[rows, drawn],
        visual=memory.visual,
        adjusted=memory.adjusted[rows, drawn],
        key_mask=memory.key_mask,
        expert_attention=memory.expert_attention[rows, drawn],
    )

"""Report generation as METransformer trains it: L = L_CE + lambda L_OrL, every expert on the same report.

Departures, each off when its number is 0: `loss.experts_per_step` draws that many experts per study and step
for L_CE, an estimate of the mean over all at a fraction of the time; `loss.lessons_weight` lets the encoder's
lessons on labels and masks go on beside the reports; `loss.case_mix` gives every expert its own mix of cases;
`loss.best_expert_share` gives a part of each lesson to the expert that reads the study best.
"""

from __future__ import annotations

import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import nn

from engine.models.metransformer import Memory
from engine.text.tokenizer import ReportTokenizer
from training.data.batches import Batch
from training.losses import orthogonal_sum, token_cross_entropy, token_losses, weighted_words
from training.recipes import LossRecipe, OptimiserRecipe
from training.tasks.drafting import ReportModel, distinct_drafts, greedy_tokens
from training.tasks.leanings import CaseMix, best_expert_shares, draw_experts
from training.tasks.lessons import Lessons, taught_counts
from training.tasks.optimisers import BETA1, cosine_to_zero
from training.tasks.steps import Counts, Learning, Measured, step

WATCHED_BATCHES = 2  # validation batches that are also decoded and tried with other films


class Reporting(nn.Module):
    """Teacher-forced reports."""

    def __init__(
        self,
        model: ReportModel,
        lessons: Lessons,
        optimiser: OptimiserRecipe,
        loss: LossRecipe,
        tokenizer: ReportTokenizer,
        case_mix: CaseMix,
    ) -> None:
        super().__init__()
        self.case_mix = case_mix
        self.model, self.lessons, self.optimiser, self.loss = model, lessons, optimiser, loss
        self.pad, self.bos, self.eos = tokenizer.pad, tokenizer.bos, tokenizer.eos

    def learn(self, batch: Batch) -> Learning:
        """L_CE + lambda L_OrL, and the lessons."""
        drawn, weights = draw_experts(self.case_mix.weights(batch.targets), self.loss.experts_per_step)
        known = batch.tokens[:, 1:] != self.pad
        own: Counts = {
            "studies": torch.tensor(len(known), device=known.device),
            "words": weighted_words(known, weights),
        }
        if self.loss.lessons_weight:
            own |= taught_counts(batch)
        counts, _ = yield own
        memory = self.model.encode(batch.images, batch.present)
        words = self._losses(memory, batch, drawn, weights).sum() / counts["words"].clamp(min=1e-6)
        apart = orthogonal_sum(memory.experts, self.loss.orthogonal_reduction) / counts["studies"]
        total = words + self.loss.orthogonal_weight * apart
        if self.loss.lessons_weight:
            taught = self.lessons(memory, batch, counts, self.case_mix.positive())
            total = total + self.loss.lessons_weight * taught.total(self.loss.mask_weight)
        return step(total, {"ce": words, "orthogonal": apart, "total": total})

    def _losses(
        self, memory: Memory, batch: Batch, drawn: torch.Tensor, weights: torch.Tensor
    ) -> torch.Tensor:
        """(B, k): what the experts drawn for each study lose, by how much it counts for them.

        The best expert's share moves weight from one expert to another and changes no sum of weights.
        """
        logits = self.model.output(self.model.decode(chosen_experts(memory, drawn), batch.tokens[:, :-1]))
        losses = token_losses(logits, batch.tokens[:, 1:], self.pad).sum(dim=2)
        if self.loss.best_expert_share:
            weights = weights * best_expert_shares(losses.detach(), self.loss.best_expert_share)
        return losses * weights

    def _cross_entropy(self, memory: Memory, tokens: torch.Tensor) -> torch.Tensor:
        logits = self.model.output(self.model.decode(memory, tokens[:, :-1]))  # (B, M, T, V)
        return token_cross_entropy(logits, tokens[:, 1:], self.pad)

    def measure(self, batch: Batch, number: int) -> Measured:
        """Cross-entropy per expert, with the right films and with another study's, and distinct drafts.

        `val_film_gain` is how many nats per word the right film saves: near 0, the drafts ignore the film.
        """
        memory = self.model.encode(batch.images, batch.present)
        per_expert = self._cross_entropy(memory, batch.tokens)
        terms = {f"val_ce_{expert}": value for expert, value in enumerate(per_expert)}
        terms["val_ce"] = per_expert.mean()
        if number < WATCHED_BATCHES:
            other = self.model.encode(batch.images.roll(1, 0), batch.present.roll(1, 0))
            terms["val_film_gain"] = self._cross_entropy(other, batch.tokens).mean() - per_expert.mean()
            drafts = greedy_tokens(self.model, memory, self.bos, self.eos, self.model.config.max_tokens)
            terms["val_distinct_drafts"] = torch.tensor(distinct_drafts(drafts))
        return Measured(len(batch.images), terms)

    def optimisers(self, steps: int) -> OptimizerLRScheduler:
        """RAdam; constant as the paper leaves it, or cosine to 0."""
        optimiser = torch.optim.RAdam(
            self.parameters(),
            lr=self.optimiser.lr,
            betas=(BETA1, self.optimiser.beta2),
            weight_decay=self.optimiser.weight_decay,
        )
        if self.optimiser.schedule == "constant":
            return optimiser
        return cosine_to_zero(optimiser, steps)


def chosen_experts(memory: Memory, chosen: torch.Tensor) -> Memory:
    """The memory with the experts `chosen` (B, k) of each study."""
    rows = torch.arange(len(chosen), device=chosen.device).unsqueeze(1)
    return Memory(
        patches=memory.patches,
        experts=memory.experts[rows, chosen],
        visual=memory.visual,
        adjusted=memory.adjusted[rows, chosen],
        key_mask=memory.key_mask,
        expert_attention=memory.expert_attention[rows, chosen],
    )

"""Answering as MoEBQA trains it: L = L_task + beta L_bal, cross-entropy over a question's options."""

from __future__ import annotations

import lightning
import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import Tensor
from torch.nn.functional import cross_entropy

from engine.models.moebqa import Moebqa, Routing, Scored
from training.answering.batches import AnswerBatch
from training.answering.recipe import AdamWRecipe
from training.tasks.optimisers import line_to_zero
from training.tasks.steps import Step, step


class Answering(lightning.LightningModule):
    """Learns whatever of the model has gradients; batches bring states of a bottom that has none."""

    def __init__(self, model: Moebqa, optimiser: AdamWRecipe, beta: float) -> None:
        super().__init__()
        self.model, self.optimiser, self.beta = model, optimiser, beta

    def training_step(self, batch: AnswerBatch, _: int) -> Step:
        """One step; `right` is the share of questions whose key is likeliest."""
        scored = option_scores(self.model, batch)
        task = cross_entropy(scored.logits, batch.keys)
        total = task + self.beta * scored.balance_loss
        right = (scored.logits.argmax(1) == batch.keys).float().mean()
        return step(total, {"task": task, "balance": scored.balance_loss, "total": total, "right": right})

    def validation_step(self, batch: AnswerBatch, _: int) -> None:
        """Cross-entropy, and the share of wrong answers, by which the paper chooses an epoch."""
        scored = option_scores(self.model, batch)
        wrong = (scored.logits.argmax(1) != batch.keys).float().mean()
        terms = {"val_task": cross_entropy(scored.logits, batch.keys), "val_error": wrong}
        self.log_dict(terms, batch_size=len(batch.keys))

    def configure_optimizers(self) -> OptimizerLRScheduler:
        """AdamW with a warm-up, then in a line to 0."""
        recipe = self.optimiser
        learning = [parameter for parameter in self.parameters() if parameter.requires_grad]
        optimiser = torch.optim.AdamW(learning, lr=recipe.lr, weight_decay=recipe.weight_decay)
        steps = int(self.trainer.estimated_stepping_batches)
        return line_to_zero(optimiser, steps, round(recipe.warm_up_ratio * steps))


def row_routing(model: Moebqa, batch: AnswerBatch) -> Routing:
    """Where the rows go, without what follows; the model has experts."""
    assert model.router is not None, "a dense model routes nothing"
    states = batch.states if batch.states.numel() else model.bottom_states(batch.rows)
    routing: Routing = model.router(states, batch.rows.routed_by)[0]
    return routing


def option_scores(model: Moebqa, batch: AnswerBatch) -> Scored:
    """Logits (B, C), -inf for options that are not there; the rows' routing and the balance loss."""
    rows = batch.rows
    if batch.states.numel():
        scored = model.score_states(batch.states, rows.mask, rows.routed_by)
    else:
        scored = model.score(rows)
    by_row: Tensor = scored.logits.float()
    logits = by_row.new_full(batch.present.shape, -torch.inf).masked_scatter(batch.present, by_row)
    return scored._replace(logits=logits)

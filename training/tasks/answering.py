"""Answering as MoEBQA trains it: L = L_task + beta L_bal, cross-entropy over a question's options."""

from __future__ import annotations

import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from engine.models.moebqa import Moebqa, Routing, Scored, unrouted
from training.answering.batches import AnswerBatch
from training.answering.recipe import AdamWRecipe
from training.tasks.optimisers import line_to_zero
from training.tasks.steps import Counts, Learning, Measured, step


class Answering(nn.Module):
    """Learns whatever of the model has gradients; batches bring states of a bottom that has none."""

    def __init__(self, model: Moebqa, optimiser: AdamWRecipe, beta: float) -> None:
        super().__init__()
        self.model, self.optimiser, self.beta = model, optimiser, beta

    def learn(self, batch: AnswerBatch) -> Learning:
        """One step; `right` is the share of questions whose key is likeliest.

        Which expert gets how many rows of the whole batch is known before any expert works: L_bal needs it.
        """
        router = self.model.router
        states = bottom_states(self.model, batch)
        routing = router.route(states, batch.rows.routed_by) if router is not None else unrouted(states)
        own: Counts = {"questions": torch.tensor(len(batch.keys), device=batch.keys.device)}
        if router is not None and router.counting:
            own["sent"] = router.sent(routing)
        counts, first = yield own
        balance = states.new_zeros(())
        if router is not None and router.counting:
            if first:
                router.count(counts["sent"])
            balance = router.balance_loss(routing, counts["sent"])
        logits = by_option(self.model.logits(states, batch.rows.mask, routing), batch)
        task = cross_entropy(logits, batch.keys, reduction="sum") / counts["questions"]
        total = task + self.beta * balance
        right = (logits.argmax(1) == batch.keys).sum() / counts["questions"]
        return step(total, {"task": task, "balance": balance, "total": total, "right": right})

    def measure(self, batch: AnswerBatch, _: int) -> Measured:
        """Cross-entropy, and the share of wrong answers, by which the paper chooses an epoch."""
        logits = option_scores(self.model, batch).logits
        wrong = (logits.argmax(1) != batch.keys).float().mean()
        terms = {"val_task": cross_entropy(logits, batch.keys), "val_error": wrong}
        return Measured(len(batch.keys), terms)

    def optimisers(self, steps: int) -> OptimizerLRScheduler:
        """AdamW with a warm-up, then in a line to 0."""
        recipe = self.optimiser
        learning = [parameter for parameter in self.parameters() if parameter.requires_grad]
        optimiser = torch.optim.AdamW(learning, lr=recipe.lr, weight_decay=recipe.weight_decay)
        return line_to_zero(optimiser, steps, round(recipe.warm_up_ratio * steps))


def row_routing(model: Moebqa, batch: AnswerBatch) -> Routing:
    """Where the rows go, without what follows; the model has experts."""
    assert model.router is not None, "a dense model routes nothing"
    return model.router.route(bottom_states(model, batch), batch.rows.routed_by)


def bottom_states(model: Moebqa, batch: AnswerBatch) -> Tensor:
    """H' (R, T, D): those of the batch, or computed where none are kept."""
    return batch.states if batch.states.numel() else model.bottom_states(batch.rows)


def by_option(by_row: Tensor, batch: AnswerBatch) -> Tensor:
    """Logits (B, C) from those of rows (R,), -inf for options that are not there."""
    by_row = by_row.float()
    return by_row.new_full(batch.present.shape, -torch.inf).masked_scatter(batch.present, by_row)


def option_scores(model: Moebqa, batch: AnswerBatch) -> Scored:
    """Logits (B, C), -inf for options that are not there; the rows' routing and the balance loss."""
    scored = model.score_states(bottom_states(model, batch), batch.rows.mask, batch.rows.routed_by)
    return scored._replace(logits=by_option(scored.logits, batch))

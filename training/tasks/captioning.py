"""Captioning by cross-entropy, ExpansionNet's first two stages; what is chosen by is what the third improves.

    loss = cross-entropy of the next word, 0.1 of its target spread over the other words, mean over words

Departure. Released code: an epoch's weights are chosen by the validation's CIDEr-D of beam search. Here by
that of the likeliest words (greedy), with the training references' document frequencies and the end token:
the same figure in every stage, so that what each added can be told.
"""

from __future__ import annotations

import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import nn

from training.captioning.recipe import StageRecipe
from training.tasks.optimisers import annealed
from training.tasks.self_critical import (
    CaptionBatch,
    Reward,
    Sampling,
    Writer,
    likeliest,
    rewarded,
    written_without_graph,
)
from training.tasks.steps import Learning, Measured, step


class Captioning(nn.Module):
    """Teacher-forced captions."""

    def __init__(
        self,
        model: Writer,
        validation_rewards: Reward,
        sampling: Sampling,
        stage: StageRecipe,
        smoothing: float,
        pad: int,
    ) -> None:
        super().__init__()
        self.model, self.sampling, self.stage = model, sampling, stage
        self.validation_rewards = validation_rewards
        self.smoothing, self.pad = smoothing, pad

    def learn(self, batch: CaptionBatch) -> Learning:
        """The smoothed cross-entropy."""
        counts, _ = yield {"words": self._words(batch)}
        loss = self._cross_entropy(batch, self.smoothing) / counts["words"]
        return step(loss, {"ce": loss})

    def measure(self, batch: CaptionBatch, _: int) -> Measured:
        """Cross-entropy of first captions, mean reward of the likeliest; `val_loss` is its negative."""
        written = written_without_graph(self, self.model, batch, self.sampling, 1, likeliest)
        reward = rewarded(self.validation_rewards, written, batch, self.sampling.end).mean()
        cross_entropy = self._cross_entropy(batch, 0.0) / self._words(batch)
        terms = {"val_ce": cross_entropy, "val_reward": reward, "val_loss": -reward}
        return Measured(len(batch.items), terms)

    def optimisers(self, steps: int) -> OptimizerLRScheduler:
        """RAdam with the stage's rates."""
        return annealed(self, self.stage, steps)

    def _words(self, batch: CaptionBatch) -> torch.Tensor:
        return (batch.tokens[:, 1:] != self.pad).sum()

    def _cross_entropy(self, batch: CaptionBatch, smoothing: float) -> torch.Tensor:
        """Summed over words."""
        memory = self.model.encode(batch.features, batch.present)
        logits = self.model.output(self.model.decode(memory, batch.tokens[:, :-1]))  # (B, T, V)
        words = logits.shape[-1]
        return torch.nn.functional.cross_entropy(
            logits.flatten(0, 1).float(),
            batch.tokens[:, 1:].flatten(),
            ignore_index=self.pad,
            reduction="sum",
            label_smoothing=min(smoothing * words / (words - 1), 1.0),  # torch spreads over all, target too
        )

"""Self-critical training: samples that read better than their siblings become likelier.

    loss = mean over items and samples of (r_k - mean of the other r_j) * (- sum_t log p(y_t))

with K = 5 samples at temperature 1; the sum goes up to and including the end token (ExpansionNet, released
code; the paper's text calls a sample "ground truth").

Departures
    Released code: samples keep their graph, drawn with dropout by passes over the whole prefix. Here they are
    drawn without graph and dropout, by the decoder's cache, and scored by one teacher-forced pass, which has
    dropout: the probabilities that are learned are not exactly those that were sampled from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import nn

from engine.text.cider import Float64Array
from training.captioning.recipe import StageRecipe
from training.rewards import advantages
from training.tasks.optimisers import annealed
from training.tasks.steps import Learning, Measured, step

Choose = Callable[[torch.Tensor], torch.Tensor]


class CaptionBatch(NamedTuple):
    """Features (B, N, D) that are present (B, N), or whatever the model looks at; which items of the reward

    they are (B,), and a caption of each, tokens (B, T) from begin to end.
    """

    features: torch.Tensor
    present: torch.Tensor
    items: torch.Tensor
    tokens: torch.Tensor


class Writer(Protocol):
    """A model whose rows of words are its own: R rows, equally many for each of B items."""

    @property
    def output(self) -> torch.nn.Module:
        """From what `decode` makes to logits."""

    def encode(self, features: torch.Tensor, present: torch.Tensor) -> Any:
        """Look at B items."""

    def decode(self, memory: Any, tokens: torch.Tensor) -> torch.Tensor:
        """(R, T, D) of tokens (R, T): what `output` makes logits of the next tokens from."""

    def start(self, memory: Any, max_tokens: int) -> Any:
        """A state with a row for each item, which `reorder(parents)` multiplies."""

    def step(self, tokens: torch.Tensor, state: Any) -> tuple[torch.Tensor, Any]:
        """Logits (R, V) of the tokens after these (R,), and the next state."""


class Reward(Protocol):
    """What a caption is worth."""

    def __call__(self, captions: Sequence[Sequence[int]], items: Sequence[int]) -> Float64Array:
        """(R,) of captions without begin token, with their end token if they ended."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Begin and end token, how many samples of an item, and how many tokens at most, end included."""

    begin: int
    end: int
    samples: int = 5
    max_tokens: int = 20

    def __post_init__(self) -> None:
        if self.samples < 2 or self.max_tokens < 1:
            raise ValueError(f"{self.samples} samples of {self.max_tokens} tokens cannot be compared")


class SelfCritical(nn.Module):
    """One step: sample, reward, and make what did better than its siblings likelier."""

    def __init__(
        self,
        model: Writer,
        rewards: Reward,
        validation_rewards: Reward,
        sampling: Sampling,
        stage: StageRecipe,
    ) -> None:
        super().__init__()
        self.model, self.sampling, self.stage = model, sampling, stage
        self.rewards, self.validation_rewards = rewards, validation_rewards

    def learn(self, batch: CaptionBatch) -> Learning:
        """The loss of fresh samples; `reward` is their mean."""
        items = torch.tensor(len(batch.items), device=batch.items.device)
        counts, _ = yield {"samples": self.sampling.samples * items}
        drawn = written_without_graph(self, self.model, batch, self.sampling, self.sampling.samples, sampled)
        rewards = rewarded(self.rewards, drawn, batch, self.sampling.end).view(len(batch.items), -1)  # (B, K)
        memory = self.model.encode(batch.features, batch.present)
        likelihoods = self._log_likelihoods(memory, drawn).view_as(rewards)
        loss = -(advantages(rewards) * likelihoods).sum() / counts["samples"]
        return step(loss, {"self_critical": loss, "reward": rewards.sum() / counts["samples"]})

    def measure(self, batch: CaptionBatch, _: int) -> Measured:
        """The mean reward of the likeliest captions; `val_loss` is its negative, to choose weights by."""
        written = written_without_graph(self, self.model, batch, self.sampling, 1, likeliest)
        reward = rewarded(self.validation_rewards, written, batch, self.sampling.end).mean()
        return Measured(len(batch.items), {"val_reward": reward, "val_loss": -reward})

    def optimisers(self, steps: int) -> OptimizerLRScheduler:
        """RAdam with the stage's rates."""
        return annealed(self, self.stage, steps)

    def _log_likelihoods(self, memory: Any, tokens: torch.Tensor) -> torch.Tensor:
        """(R,): sums over each row's tokens, end included, in nats."""
        begin = torch.full_like(tokens[:, :1], self.sampling.begin)
        read = torch.cat([begin, tokens[:, :-1]], dim=1)
        logits = self.model.output(self.model.decode(memory, read)).float()
        of_tokens = logits.log_softmax(-1).gather(-1, tokens[..., None])[..., 0]  # (R, T)
        likelihoods: torch.Tensor = (of_tokens * written_mask(tokens, self.sampling.end)).sum(1)
        return likelihoods


@torch.no_grad()
def written_without_graph(
    task: nn.Module,
    model: Writer,
    batch: CaptionBatch,
    sampling: Sampling,
    copies: int,
    choose: Choose,
) -> torch.Tensor:
    """`written_tokens` of a batch without dropout; the task is left as it was."""
    was_training = task.training
    task.eval()
    memory = model.encode(batch.features, batch.present)
    tokens = written_tokens(model, memory, sampling, len(batch.items), copies, choose)
    task.train(was_training)
    return tokens


def rewarded(reward: Reward, tokens: torch.Tensor, batch: CaptionBatch, end: int) -> torch.Tensor:
    """Rewards (R,) of tokens (R, T), equally many rows for each item of the batch."""
    lengths = written_mask(tokens, end).sum(1).tolist()
    captions = [row[:length] for row, length in zip(tokens.tolist(), lengths, strict=True)]
    items = batch.items.repeat_interleave(len(tokens) // len(batch.items)).tolist()
    return torch.as_tensor(reward(captions, items), dtype=torch.float32, device=tokens.device)


@torch.no_grad()
def written_tokens(
    model: Writer, memory: Any, sampling: Sampling, items: int, copies: int, choose: Choose
) -> torch.Tensor:
    """(items x copies, T) tokens by `choose`, item by item; `sampling.end` from a caption's end onwards."""
    state = model.start(memory, sampling.max_tokens)
    device = next(model.output.parameters()).device
    state.reorder(torch.arange(items, device=device).repeat_interleave(copies))
    last = torch.full((items * copies,), sampling.begin, device=device)
    ended = torch.zeros_like(last, dtype=torch.bool)
    written: list[torch.Tensor] = []
    while len(written) < sampling.max_tokens and not bool(ended.all()):
        logits, state = model.step(last, state)
        last = choose(logits.float()).masked_fill(ended, sampling.end)
        ended |= last == sampling.end
        written.append(last)
    return torch.stack(written, dim=1)


def sampled(logits: torch.Tensor) -> torch.Tensor:
    """A token of each row (R, V) by its probability."""
    return torch.multinomial(logits.softmax(-1), 1)[:, 0]


def likeliest(logits: torch.Tensor) -> torch.Tensor:
    """The likeliest token of each row (R, V)."""
    return logits.argmax(-1)


def written_mask(tokens: torch.Tensor, end: int) -> torch.Tensor:
    """Which of tokens (R, T) a caption consists of: all up to its first `end`, that one included."""
    is_end = tokens == end
    return is_end.cumsum(1) - is_end.long() == 0

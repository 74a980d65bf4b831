"""Experts that differ for a reason: each learns from its own mix of cases, as readers of other clinics do.

Trained on the same reports alike, M experts become one. Here a report of a finding counts e^lean times for an
expert that leans towards it by `lean` nats, and e^-lean times for one that leans away. By Bayes' rule
an expert's odds of the finding shift by just that factor: where the film decides, all say the same; where it
does not, those say it that lean towards it. Each finding has its own order of experts, so that no expert is
the cautious one, and the leanings of a finding sum to 0, so that the middle of the panel has the odds of the
corpus. Departure: in the paper all experts learn from the same cases (`case_mix = 0`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from engine.panel import FloatArray
from training.data.targets import Slots


class CaseMix(nn.Module):
    """The leanings of M experts, `table` (M, L), and the label of each slot, `label_of_slot` (S,)."""

    table: torch.Tensor
    label_of_slot: torch.Tensor

    def __init__(self, table: FloatArray, label_of_slot: Sequence[int]) -> None:
        super().__init__()
        self.register_buffer("table", torch.from_numpy(table), persistent=False)
        self.register_buffer("label_of_slot", torch.tensor(label_of_slot, dtype=torch.long), persistent=False)

    def weights(self, targets: torch.Tensor) -> torch.Tensor:
        """(B, M): how much each study counts for each expert; `targets` (B, S)."""
        return case_weights(present_labels(targets, self.label_of_slot, self.table.shape[1]), self.table)

    def positive(self) -> torch.Tensor:
        """(M, S): how much a finding that is there counts for each expert."""
        return self.table[:, self.label_of_slot].exp()


def draw_case_mix(slots: Slots, experts: int, strength: float, seed: int) -> CaseMix:
    """Leanings of the labels that occur in `slots`."""
    labels = sorted({label for label, _ in slots.pairs})
    places = [labels.index(label) for label, _ in slots.pairs]
    return CaseMix(leanings(labels, experts, strength, seed), places)


def leanings(labels: Sequence[str], experts: int, strength: float, seed: int) -> FloatArray:
    """(M, L): how many nats expert m leans towards label l, from -strength to strength in even steps."""
    random = np.random.default_rng([seed, experts])
    steps = np.linspace(-strength, strength, experts) if experts > 1 else np.zeros(1)
    drawn = [random.permutation(steps) for _ in labels]
    return np.asarray(drawn, np.float32).reshape(len(labels), len(steps)).T.copy()


def case_weights(present: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """(B, M): how much a study counts for an expert, 1 without findings; `present` (B, L), `table` (M, L)."""
    return (present @ table.T).exp()


def present_labels(targets: torch.Tensor, label_of_slot: torch.Tensor, labels: int) -> torch.Tensor:
    """(B, L) of 0 and 1 from slots (B, S) of label and side; `label_of_slot` (S,) holds each slot's label."""
    counts = targets.new_zeros(len(targets), labels).index_add_(1, label_of_slot, targets)
    return counts.clamp(max=1.0)


def draw_experts(weights: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Experts (B, count) to learn from each study, and what each counts (B, count); all of them for 0.

    Drawn with chances as their weights (B, M), with repetition, each then counts the study's mean weight: the
    expected loss is that of all experts with their own weights.
    """
    B, M = weights.shape  # noqa: N806
    if not 0 < count < M:
        return torch.arange(M, device=weights.device).expand(B, M), weights
    drawn = torch.multinomial(weights, count, replacement=True)
    return drawn, weights.mean(dim=1, keepdim=True).expand(B, count)


def best_expert_shares(study_losses: torch.Tensor, share: float) -> torch.Tensor:
    """(B, M) weights of mean 1: `share` of a study's lesson goes to the expert with the lowest loss (B, M).

    Multiple choice learning (Guzman-Rivera et al., NIPS 2012), relaxed; 0 treats all alike.
    """
    M = study_losses.shape[1]  # noqa: N806
    winner = torch.nn.functional.one_hot(study_losses.argmin(dim=1), M)
    return (1.0 - share) + share * M * winner

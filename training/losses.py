"""The two terms of METransformer's loss (section 3.4): token cross-entropy and the orthogonal loss."""

from __future__ import annotations

from typing import Literal

import torch
import torch.nn.functional as F  # noqa: N812  # torch's own name for it


def token_losses(logits: torch.Tensor, targets: torch.Tensor, pad: int) -> torch.Tensor:
    """(B, M, T) negative log likelihoods in nats, 0 at `pad`; logits (B, M, T, V) predict targets (B, T)."""
    per_expert = targets.unsqueeze(1).expand(-1, logits.shape[1], -1)  # (B, M, T)
    flat = logits.flatten(0, 2).float()
    losses = F.cross_entropy(flat, per_expert.reshape(-1), ignore_index=pad, reduction="none")
    return losses.view(per_expert.shape)


def token_cross_entropy(logits: torch.Tensor, targets: torch.Tensor, pad: int) -> torch.Tensor:
    """Mean negative log likelihood in nats of each expert: (M,).

    `logits` (B, M, T, V) predict `targets` (B, T); every expert learns the same report. The mean runs over
    all tokens of the batch that are not `pad`: a long report counts by its words. L_CE is the mean over M.
    """
    losses = token_losses(logits, targets, pad)
    return losses.sum(dim=(0, 2)) / (targets != pad).sum().clamp(min=1)


def weighted_words(known: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """What a weighted mean over words runs over: `known` (B, T) tokens, each study `weights` (B, M) times."""
    return (weights * known.sum(dim=1, keepdim=True)).sum()


def orthogonal_loss(experts: torch.Tensor, reduction: Literal["mean", "sum"]) -> torch.Tensor:
    """The mean of `orthogonal_sum` over the batch."""
    return orthogonal_sum(experts, reduction) / len(experts)


def orthogonal_sum(experts: torch.Tensor, reduction: Literal["mean", "sum"]) -> torch.Tensor:
    """|| G - I ||_F^2 of the experts' Gram matrix, summed over the batch; 0 when they are orthonormal.

    `experts` (B, M, D) are the bilinear encoder's outputs, normalised to unit length here. "sum" is the plain
    norm; "mean" divides by M^2, so that one weight means the same for every M.
    """
    units = F.normalize(experts.float(), dim=-1)
    M = units.shape[1]  # noqa: N806
    with torch.autocast(units.device.type, enabled=False):
        gram = units @ units.transpose(1, 2)  # (B, M, M)
    distance = (gram - torch.eye(M, dtype=gram.dtype, device=gram.device)).square().sum()
    return distance / M**2 if reduction == "mean" else distance


def masked_bce(
    logits: torch.Tensor, targets: torch.Tensor, positive: torch.Tensor | None = None
) -> torch.Tensor:
    """The mean of `summed_bce` over the targets that are known; 0 if none is."""
    return summed_bce(logits, targets, positive) / targets_known(targets).clamp(min=1)


def targets_known(targets: torch.Tensor) -> torch.Tensor:
    """How many targets are known; unknown ones are NaN."""
    return (~torch.isnan(targets)).sum()


def summed_bce(
    logits: torch.Tensor, targets: torch.Tensor, positive: torch.Tensor | None = None
) -> torch.Tensor:
    """Binary cross-entropies of the targets that are known, summed; unknown ones are NaN.

    `positive`, of a shape that broadcasts, is how much a positive target counts; 1 where it is None.
    """
    known = ~torch.isnan(targets)
    losses = F.binary_cross_entropy_with_logits(
        logits.float(), torch.nan_to_num(targets), reduction="none", pos_weight=positive
    )
    return (losses * known).sum()

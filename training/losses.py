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


def weighted_cross_entropy(losses: torch.Tensor, weights: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    """Mean of token losses (B, M, T) where a study counts `weights` (B, M) for an expert; `known` (B, T)."""
    words = known.sum(dim=1, keepdim=True)  # (B, 1)
    return (losses.sum(dim=2) * weights).sum() / (weights * words).sum().clamp(min=1e-6)


def orthogonal_loss(experts: torch.Tensor, reduction: Literal["mean", "sum"]) -> torch.Tensor:
    """|| G - I ||_F^2 of the experts' Gram matrix, mean over the batch; 0 when they are orthonormal.

    `experts` (B, M, D) are the bilinear encoder's outputs, normalised to unit length here. "sum" is the plain
    norm; "mean" divides by M^2, so that one weight means the same for every M.
    """
    units = F.normalize(experts.float(), dim=-1)
    M = units.shape[1]  # noqa: N806
    with torch.autocast(units.device.type, enabled=False):
        gram = units @ units.transpose(1, 2)  # (B, M, M)
    distance = (gram - torch.eye(M, dtype=gram.dtype, device=gram.device)).square().sum(dim=(1, 2)).mean()
    return distance / M**2 if reduction == "mean" else distance


def masked_bce(
    logits: torch.Tensor, targets: torch.Tensor, positive: torch.Tensor | None = None
) -> torch.Tensor:
    """Mean binary cross-entropy over the targets that are known; unknown ones are NaN. 0 if none is known.

    `positive`, of a shape that broadcasts, is how much a positive target counts; 1 where it is None.
    """
    known = ~torch.isnan(targets)
    losses = F.binary_cross_entropy_with_logits(
        logits.float(), torch.nan_to_num(targets), reduction="none", pos_weight=positive
    )
    return (losses * known).sum() / known.sum().clamp(min=1)

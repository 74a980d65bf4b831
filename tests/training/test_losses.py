from __future__ import annotations

import math

import pytest
import torch

from training.losses import masked_bce, orthogonal_loss, token_cross_entropy

PAD = 0


def test_orthonormal_experts_cost_nothing() -> None:
    experts = torch.eye(4)[:3].unsqueeze(0) * 5.0

    assert orthogonal_loss(experts, "sum").item() == pytest.approx(0.0, abs=1e-6)


def test_identical_experts_cost_every_pair_once() -> None:
    experts = torch.ones(2, 3, 4)

    assert orthogonal_loss(experts, "sum").item() == pytest.approx(3 * 2)
    assert orthogonal_loss(experts, "mean").item() == pytest.approx(3 * 2 / 9)


def test_a_single_expert_costs_nothing() -> None:
    assert orthogonal_loss(torch.randn(2, 1, 8), "mean").item() == pytest.approx(0.0, abs=1e-6)


def test_cross_entropy_of_even_odds_is_the_log_of_the_vocabulary() -> None:
    logits = torch.zeros(2, 3, 4, 8)
    targets = torch.ones(2, 4, dtype=torch.long)

    assert token_cross_entropy(logits, targets, PAD).tolist() == pytest.approx([math.log(8)] * 3)


def test_each_expert_is_scored_by_its_own_logits() -> None:
    logits = torch.zeros(1, 2, 1, 4)
    logits[0, 1, 0, 3] = 50.0
    targets = torch.tensor([[3]])

    assert token_cross_entropy(logits, targets, PAD).tolist() == pytest.approx([math.log(4), 0.0], abs=1e-6)


def test_padding_changes_nothing() -> None:
    torch.manual_seed(0)
    logits = torch.randn(2, 2, 5, 7)
    targets = torch.tensor([[3, 4, 2, PAD, PAD], [5, 2, PAD, PAD, PAD]])
    shorter = token_cross_entropy(logits[:, :, :3], targets[:, :3], PAD)

    assert torch.allclose(token_cross_entropy(logits, targets, PAD), shorter)


def test_unknown_labels_are_left_out_of_the_mean() -> None:
    logits = torch.tensor([[0.0, 30.0]])
    targets = torch.tensor([[1.0, math.nan]])

    assert masked_bce(logits, targets).item() == pytest.approx(math.log(2))


def test_no_known_label_costs_nothing() -> None:
    assert masked_bce(torch.zeros(1, 2), torch.full((1, 2), math.nan)).item() == 0.0


def test_losses_are_computed_in_full_precision_under_autocast() -> None:
    torch.manual_seed(0)
    experts, logits = torch.randn(2, 3, 64), torch.randn(2, 3, 4, 8)
    targets, labels = torch.randint(1, 8, (2, 4)), torch.randint(0, 2, (2, 3, 4, 8)).float()
    plain = (
        orthogonal_loss(experts, "sum"),
        token_cross_entropy(logits, targets, PAD),
        masked_bce(logits, labels),
    )
    with torch.autocast("cpu", dtype=torch.bfloat16):
        mixed = (
            orthogonal_loss(experts, "sum"),
            token_cross_entropy(logits, targets, PAD),
            masked_bce(logits, labels),
        )

    assert all(torch.equal(one, other) for one, other in zip(plain, mixed, strict=True))

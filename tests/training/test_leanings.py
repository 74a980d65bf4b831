from __future__ import annotations

import numpy as np
import pytest
import torch

from training.data.targets import Slots
from training.tasks.leanings import (
    best_expert_shares,
    case_weights,
    draw_case_mix,
    draw_experts,
    leanings,
    present_labels,
)


def test_leanings_of_a_finding_sum_to_nothing_and_reach_the_strength() -> None:
    table = leanings(["Edema", "Fracture", "Consolidation"], 6, 2.0, seed=3)

    assert table.shape == (6, 3)
    assert table.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-6)
    assert np.sort(table[:, 1]) == pytest.approx([-2.0, -1.2, -0.4, 0.4, 1.2, 2.0])


def test_no_expert_leans_one_way_in_everything() -> None:
    table = leanings([str(number) for number in range(12)], 6, 1.0, seed=3)

    assert (np.abs(table.sum(axis=1)) < 12 * 0.6).all()


def test_a_single_expert_leans_nowhere() -> None:
    assert not leanings(["Edema"], 1, 2.0, seed=3).any()


def test_a_study_without_findings_counts_alike_for_all() -> None:
    table = torch.tensor([[1.0, -1.0], [-1.0, 1.0]])
    present = torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])

    weights = case_weights(present, table)

    assert weights[0].tolist() == [1.0, 1.0]
    assert weights[1].log().tolist() == pytest.approx([1.0, -1.0])
    assert weights[2].tolist() == pytest.approx([1.0, 1.0])


def test_both_sides_of_a_finding_are_one_finding() -> None:
    targets = torch.tensor([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])

    assert present_labels(targets, torch.tensor([0, 0, 1]), 2).tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_a_lesson_counts_by_label_whatever_the_side() -> None:
    mix = draw_case_mix(Slots((("Edema", ""), ("Fracture", "left"), ("Fracture", "right"))), 4, 1.5, seed=1)
    positive = mix.positive()

    assert positive.shape == (4, 3)
    assert torch.equal(positive[:, 1], positive[:, 2])
    assert positive.log().sum(dim=0) == pytest.approx(torch.zeros(3), abs=1e-5)


def test_drawn_experts_give_the_weighted_loss_of_all_in_the_mean() -> None:
    torch.manual_seed(0)
    weights = torch.tensor([[4.0, 1.0, 0.25]]).expand(40000, 3)
    losses = torch.tensor([3.0, 1.0, 2.0])

    drawn, counts = draw_experts(weights, 1)

    assert (losses[drawn] * counts).mean().item() == pytest.approx((3 * 4 + 1 + 0.5) / 3, rel=0.02)


def test_all_experts_learn_where_no_number_is_given() -> None:
    weights = torch.tensor([[4.0, 1.0, 0.25], [1.0, 1.0, 1.0]])

    for count in (0, 3):
        drawn, counts = draw_experts(weights, count)
        assert drawn.tolist() == [[0, 1, 2]] * 2
        assert torch.equal(counts, weights)


def test_the_best_expert_gets_its_share_and_the_mean_weight_stays_one() -> None:
    shares = best_expert_shares(torch.tensor([[3.0, 1.0], [0.5, 2.0]]), 0.5)

    assert shares.tolist() == [[0.5, 1.5], [1.5, 0.5]]

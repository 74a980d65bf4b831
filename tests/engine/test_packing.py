from __future__ import annotations

import pytest
import torch
from torch import nn

from engine.runtime.packing import SLICE, WIDE, PackedLinear, SlicedLinear, can_pack, pack, slice_wide


@pytest.fixture
def network() -> nn.Sequential:
    torch.manual_seed(0)
    inner = nn.Sequential(nn.ReLU(), nn.Linear(16, 1))
    return nn.Sequential(nn.Linear(8, 16), inner, nn.Linear(1, WIDE + 5)).eval()


def kinds(network: nn.Sequential) -> list[type[nn.Module]]:
    return [type(layer) for layer in network.modules() if not isinstance(layer, nn.Sequential)]


def test_slicing_cuts_wide_layers_only_and_changes_no_number(network: nn.Sequential) -> None:
    x = torch.randn(2, 3, 8)
    wanted = network(x)
    slice_wide(network)
    assert kinds(network) == [nn.Linear, nn.ReLU, nn.Linear, SlicedLinear]
    torch.testing.assert_close(network(x), wanted)
    (sliced,) = (layer for layer in network.modules() if isinstance(layer, SlicedLinear))
    outputs = WIDE + 5
    assert sliced.biases.shape == (outputs // SLICE, 1, SLICE)
    assert len(sliced.last_bias) == outputs % SLICE


@pytest.mark.skipif(not can_pack(), reason="this torch has no packed linear layers for this CPU")
def test_packing_takes_all_layers_with_several_outputs_and_changes_no_number(network: nn.Sequential) -> None:
    x = torch.randn(2, 3, 8)
    wanted = network(x)
    pack(network)
    assert kinds(network) == [PackedLinear, nn.ReLU, nn.Linear, PackedLinear]
    with torch.inference_mode():
        torch.testing.assert_close(network(x), wanted)


def test_asking_whether_weights_can_be_packed_leaves_the_random_numbers_alone() -> None:
    torch.manual_seed(3)
    wanted = torch.rand(1)
    torch.manual_seed(3)
    can_pack()
    assert torch.equal(torch.rand(1), wanted)

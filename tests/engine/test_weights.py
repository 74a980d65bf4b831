from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from engine.errors import BundleDamaged
from engine.runtime.weights import read_weights
from training.stored_weights import LEAST, eight_bit

ROWS, WIDTH = 40, LEAST // 40 + 1


def some_weights() -> dict[str, torch.Tensor]:
    torch.manual_seed(0)
    large = torch.randn(ROWS, WIDTH) * torch.logspace(-6, 3, ROWS)[:, None]
    large[7] = 0
    return {
        "large": large,
        "filters": torch.randn(128, 4, 8, 8),
        "small": torch.randn(5, 6),
        "bias": torch.ones(3),
    }


def test_a_weight_in_8_bits_is_off_by_half_a_step_of_its_row_at_most(tmp_path: Path) -> None:
    weights, path = some_weights(), tmp_path / "weights.safetensors"
    save_file(eight_bit(weights), path)
    read = read_weights(path, weights)

    assert read.keys() == weights.keys()
    for name in ("large", "filters"):
        steps = weights[name].flatten(1).abs().amax(1) / 127
        off = (read[name] - weights[name]).flatten(1).abs().amax(1)
        assert (off <= 0.5001 * steps).all()
    assert (read["large"][7] == 0).all()
    for name in ("small", "bias"):
        assert torch.equal(read[name], weights[name].half().float())
    assert path.stat().st_size < 1.2 * (ROWS * WIDTH + 128 * 4 * 8 * 8)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"large.scale": None}, "large is torch.int8 .*, not float32 or float16"),
        ({"large.scale": torch.ones(ROWS)}, r"large.scale is torch.float32 \(40,\), not float32 \(40, 1\)"),
        (
            {"large.scale": torch.full((ROWS, 1), float("nan"))},
            "large.scale holds values that are not finite",
        ),
        ({"small.scale": torch.ones(5, 1)}, r"small is torch.float16 \(5, 6\), not int8"),
        ({"other.scale": torch.ones(5, 1)}, "other.scale is not part of this model"),
        ({"large": None}, "large is missing"),
    ],
)
def test_scales_that_do_not_belong_to_weights_are_refused(
    change: dict[str, torch.Tensor | None], said: str, tmp_path: Path
) -> None:
    weights, path = some_weights(), tmp_path / "weights.safetensors"
    changed = {**eight_bit(weights), **change}
    save_file({name: tensor for name, tensor in changed.items() if tensor is not None}, path)

    with pytest.raises(BundleDamaged, match=said):
        read_weights(path, weights)

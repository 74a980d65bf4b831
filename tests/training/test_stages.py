"""What a stage computes in."""

from __future__ import annotations

import pytest

from training.stages import native_precision


@pytest.mark.parametrize(
    ("cpu", "on_gpu", "computed"),
    [
        ("AVX2", False, "float32"),  # emulated there, 16 to 20 times as slow
        ("DEFAULT", False, "float32"),
        ("AVX512", False, "bfloat16"),
        ("AVX2", True, "bfloat16"),
    ],
)
def test_bfloat16_is_computed_only_where_the_device_has_it(cpu: str, on_gpu: bool, computed: str) -> None:
    assert native_precision("bfloat16", cpu, on_gpu) == computed


def test_float32_stays_float32_on_every_device() -> None:
    assert native_precision("float32", "AVX512", True) == "float32"

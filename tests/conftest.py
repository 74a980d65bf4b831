"""What every test shares: real data where it is, and one thread for torch where it is loaded."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock
from hypothesis import settings

if TYPE_CHECKING:
    from engine.bundle import Bundle

settings.register_profile("consilium", deadline=None)  # the machine may be busy: time is no property
settings.load_profile("consilium")

CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with public radiographs and texts beside the checkout; without it the test is skipped."""
    folder = CHECKOUT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the public sample data are not beside this checkout (../shared/data)")
    return folder


@pytest.fixture(autouse=True)
def one_torch_thread() -> None:
    """Small tensors and contended cores: more threads only make torch slower. Never imports torch itself."""
    torch = sys.modules.get("torch")
    if torch is not None and torch.get_num_threads() != 1:
        torch.set_num_threads(1)


@pytest.fixture(scope="session")
def onnx_bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    """A tiny bundle with weights and ONNX files; exporting takes half a minute, so workers share it."""
    from engine.bundle import Bundle
    from tests.onnx_bundle import write_onnx_bundle

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    scratch = folder / "onnx"
    with FileLock(folder / "onnx.lock"):
        if scratch.is_dir():
            return Bundle.read(scratch / "tiny-onnx")
        scratch.mkdir()
        return write_onnx_bundle(scratch)

"""The tiny bundle with ONNX files that passed the gate: exporting takes long, so all tests share one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from engine.bundle import Bundle
from engine.dicom.files import open_paths
from engine.progress import ignore_progress
from engine.study import Study
from tests.engine.tiny_bundle import write_tiny_bundle
from training.onnx_export import GateStudies, add_onnx


def picture_studies(folder: Path, count: int) -> tuple[Study, ...]:
    """Studies of one film each, all different."""
    folder.mkdir()
    for number in range(count):
        grey = np.add.outer(np.arange(40), np.arange(30)) * 3 + 40 * number
        Image.fromarray((grey % 256).astype(np.uint8)).save(folder / f"{number}.png")
    return open_paths([folder]).studies


def write_onnx_bundle(scratch: Path) -> Bundle:
    """The bundle in `scratch/tiny-onnx`, beside the one without in `scratch/tiny`."""
    plain = write_tiny_bundle(scratch)
    gate = GateStudies(picture_studies(scratch / "films", 2), "2 pictures")
    return add_onnx(plain, scratch / "tiny-onnx", gate, ignore_progress)

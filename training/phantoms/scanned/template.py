"""The template: one real chest, reduced to 8 bits and about 2 mm, with a label for every voxel."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from training.phantoms.scanned.grid import Grid

TEMPLATE_FILE = Path(__file__).resolve().parents[3] / "resources/phantoms/chest-ct.npz"


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """(Z, Y, X) Hounsfield units and structures of the scanned person, on one grid."""

    grid: Grid
    hounsfield: npt.NDArray[np.int16]
    structures: npt.NDArray[np.uint8]


def load_template(path: Path = TEMPLATE_FILE) -> Template:
    """The template that ships with the program; ask once and hand it on."""
    raise NotImplementedError

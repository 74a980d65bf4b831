"""How dense a person's own tissues are: lung by breath and height, its vessels, bone by age."""

from __future__ import annotations

import numpy as np
import torch

from training.phantoms.anatomy import Person
from training.phantoms.geometry import Floats, vector
from training.phantoms.scanned.deform import smooth_noise, spline
from training.phantoms.scanned.grid import Box, Grid
from training.phantoms.scanned.structures import BONES, LUNGS, Structure
from training.phantoms.scanned.warp import Warped

VESSELS = 1.5
PARENCHYMA = 0.26  # densest lung that is no vessel; water is 1
BREATH, BREATH_OF_TEMPLATE = 0.14, 0.9  # lung is this much less dense per unit of Person.inspiration
WEIGHT = 0.10  # standing, the lung's base is denser and its apex less dense by this
PATCHES = 0.06  # spread of its density from place to place
NOISE_STEP_MM = 12.5
BONE_ABOVE = 1.06  # bone marrow starts here
# A chest film's beam is softer than the scanner's, and its console brings out fine contrast, which our film
# does less: so ribs and vessels are made denser than the scan's, until they showed as in real films.
BONE_EXCESS, SPINE_EXCESS = 2.2, 1.5


def draw_patches(random: np.random.Generator) -> Floats:
    """Control values of how the lung's density varies within one person."""
    return smooth_noise(random, 0.0)


def with_lung(body: Warped, person: Person, patches: Floats, box: Box) -> None:
    """Lung as dense, and its vessels as wide, as this person's, in place."""
    density, grid = body.density[box], body.grid.part(box)
    lung = np.isin(body.structures[box], LUNGS)
    z = grid.axis_mm(0)
    part = 1.0 - 2.0 * (z - z[0]) / max(float(z[-1] - z[0]), 1.0)  # 1 at the base, -1 at the apex
    breath = 1.0 - BREATH * (person.inspiration - BREATH_OF_TEMPLATE)
    factor = breath * (1.0 + WEIGHT * part)[:, None, None] * (1.0 + PATCHES * _field(patches, grid))
    tissue = np.minimum(density, PARENCHYMA)
    vessels = density - tissue
    changed = tissue * factor + vessels * np.float32(VESSELS * person.vessels**2)
    np.copyto(density, np.minimum(changed, np.float32(1.25)), where=lung)


def with_bone(body: Warped, person: Person) -> None:
    """Bone as a film's beam sees this person's, in place."""
    table = np.zeros(256, np.float32)
    table[list(BONES)] = BONE_EXCESS * person.bone - 1.0
    table[Structure.SPINE] = SPINE_EXCESS * person.bone - 1.0
    density, structures = body.density.reshape(-1), body.structures.reshape(-1)
    dense = np.flatnonzero(density > BONE_ABOVE)
    density[dense] += (density[dense] - np.float32(BONE_ABOVE)) * table[structures[dense]]


def _field(controls: Floats, grid: Grid) -> Floats:
    """(Z, Y, X) values of a spline, worked out on a coarse grid and linear between."""
    step = max(round(NOISE_STEP_MM / grid.spacing_mm), 1)
    axes = [grid.first[axis] + step * np.arange(-(-grid.shape[axis] // step) + 1) for axis in range(3)]
    z, y, x = np.meshgrid(*axes, indexing="ij")
    points = vector(np.stack([x, y, z], axis=-1).reshape(-1, 3)) * np.float32(grid.spacing_mm)
    coarse = torch.from_numpy(spline(controls, points).reshape(z.shape))
    size = [(count - 1) * step + 1 for count in z.shape]
    fine = torch.nn.functional.interpolate(coarse[None, None], size, mode="trilinear", align_corners=True)
    return fine[0, 0, : grid.shape[0], : grid.shape[1], : grid.shape[2]].numpy()

"""A broken rib of a scanned chest."""

from __future__ import annotations

import numpy as np
from scipy import ndimage

from training.phantoms.anatomy import RIB, SOFT
from training.phantoms.findings import RIBS_IN, Plan, callus_mm, slip_mm, swelling_mm
from training.phantoms.geometry import Floats, vector
from training.phantoms.scanned.chest import ScannedChest
from training.phantoms.scanned.grid import Grid
from training.phantoms.scanned.space import Patch, Placed, edge
from training.phantoms.scanned.structures import Structure, rib

INWARDS_MM = 6.0  # of the rib's middle lies that of the blood
REACH_MM = 40.0  # where the outer piece is in place again
BREAK_MM = 14.0  # about the break: its mask
# How far out on its back half a rib breaks: a clear break lies before the lung.
SLIGHT_SHARES, CLEAR_SHARES = (0.72, 0.95), (0.64, 0.84)
CALLUS = 0.7  # new bone is this much as dense
GAP_SHARE = 0.4  # of the slip, by which the pieces are apart


def fracture(plan: Plan, chest: ScannedChest, random: np.random.Generator) -> Placed:
    """A rib cut across at the back, blood and new bone about it; its outer piece has slipped down."""
    bone = rib(plan.side, RIBS_IN[plan.place][int(random.integers(2))])
    cut = _back_point(chest, bone, float(random.uniform(*(SLIGHT_SHARES if plan.subtle else CLEAR_SHARES))))
    grid, solid = chest.grid, chest.structures
    box = grid.around(cut, REACH_MM)
    grid = grid.part(box)
    bony = np.maximum(chest.attenuation[box] - np.float32(SOFT), 0.0)
    bony *= ndimage.binary_dilation(solid[box] == bone)
    x, y, z = (axis - middle for axis, middle in zip(grid.coordinates_mm(), cut, strict=True))
    beyond = plan.side * x - 0.3 * y  # millimetres outwards from the cut, along the rib
    outer = bony * edge(beyond, grid.spacing_mm)
    slip = slip_mm(plan.amount)
    moved = _slipped(outer, grid, slip * np.clip(1.0 - beyond / REACH_MM, 0.0, 1.0), plan.side)
    gap = (bony - outer) * edge(beyond + GAP_SHARE * slip, grid.spacing_mm)
    added = moved - outer - gap
    solid_bone = np.float32(SOFT + CALLUS * RIB)
    for out, down in ((-GAP_SHARE * slip * plan.side, 0.0), (0.0, slip)):
        away = np.sqrt(((x - out) / 1.7) ** 2 + (y / 1.4) ** 2 + (z + down) ** 2)
        knob = edge(callus_mm(plan.amount) - away, grid.spacing_mm)
        added += knob * np.maximum(solid_bone - (chest.attenuation[box] + added), 0.0)
    radius = swelling_mm(plan.amount)
    blood = edge(radius - np.sqrt((x + INWARDS_MM * plan.side) ** 2 + (y / 1.4) ** 2 + z**2), grid.spacing_mm)
    room = np.maximum(np.float32(SOFT) - chest.attenuation[box], 0.0) * chest.lung(plan.side, box)
    added += blood * room
    ball = (x**2 + y**2 + (z + slip / 2) ** 2 < BREAK_MM**2) * np.float32(RIB)
    return Placed(plan, (Patch(grid, np.asarray(added, np.float32)),), (Patch(grid, ball),))


def _back_point(chest: ScannedChest, bone: Structure, share: float) -> Floats:
    """A point on the back half of a rib, `share` of the way out to its most lateral part."""
    box = chest.boxes[bone]
    places = chest.grid.part(box).points(vector(np.argwhere(chest.structures[box] == bone)))
    out = np.abs(places[:, 0])
    behind = places[:, 1] >= places[int(np.argmax(out)), 1]
    away = np.abs(out - share * float(out.max())) + np.where(behind, 0.0, 1e3)
    return np.asarray(places[away <= away.min() + 2.0].mean(axis=0), np.float32)


def _slipped(values: Floats, grid: Grid, slip: Floats, side: int) -> Floats:
    """Values moved down by `slip` millimetres, which varies over (Z, Y, X), and a third as far inwards."""
    index = np.indices(values.shape, dtype=np.float32)
    index[0] += slip / np.float32(grid.spacing_mm)
    index[2] += np.float32(side / 3.0) * slip / np.float32(grid.spacing_mm)
    return np.asarray(ndimage.map_coordinates(values, index, order=1, mode="constant"), np.float32)

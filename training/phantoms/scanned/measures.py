"""What is measured on a scanned chest: heart, mediastinum, and marks that place devices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.phantoms.geometry import Bools, Floats, vector
from training.phantoms.scanned.chest import ScannedChest
from training.phantoms.scanned.structures import LUNGS, Structure


def upper_mediastinum_mm(chest: ScannedChest) -> tuple[float, float]:
    """z of the windpipe's fork and 55 mm above: between them the upper mediastinum is measured."""
    low, high = chest.heights_mm((Structure.TRACHEA,))
    fork = max(low, high - 110.0)
    return fork, min(fork + 55.0, high)


def heart_ratio(chest: ScannedChest) -> float:
    """Widest heart over widest chest inside the ribs, as on a frontal film."""
    left, right = _span_mm(chest, (Structure.HEART,), 120.0)
    inner_left, inner_right = _span_mm(chest, LUNGS, 400.0)
    return (right - left) / (inner_right - inner_left)


def _span_mm(chest: ScannedChest, structures: tuple[Structure, ...], area_mm2: float) -> tuple[float, float]:
    box = chest.box(structures, margin_mm=2.0 * chest.grid.spacing_mm)
    grid = chest.grid.part(box)
    return _edges_mm(chest.mask(structures, box), grid.axis_mm(2), grid.spacing_mm, area_mm2)


def _edges_mm(solid: Bools, x: Floats, spacing_mm: float, area_mm2: float) -> tuple[float, float]:
    """x where a solid's section across x reaches `area_mm2`, between voxels: finer than the grid."""
    area = solid.sum(axis=(0, 1)) * spacing_mm**2
    first = int(np.argmax(area >= area_mm2))
    last = len(area) - 1 - int(np.argmax(area[::-1] >= area_mm2))

    def crossing(outside: int, inside: int) -> float:
        if not 0 <= outside < len(area):
            return float(x[inside])
        share = (area_mm2 - area[outside]) / (area[inside] - area[outside])
        return float(x[outside] + share * (x[inside] - x[outside]))

    return crossing(first - 1, first), crossing(last + 1, last)


@dataclass(frozen=True, slots=True)
class Landmarks:
    """Takes places of the average geometric adult to a scanned person, along each axis by a few marks."""

    x_mm: tuple[float, float, float]  # of the right wall, the midline and the left wall
    y_mm: tuple[float, float]  # of the breastbone and the windpipe
    z_mm: tuple[float, float, float, float]  # of the heart's apex, the fork, the collar bones and above

    @classmethod
    def of(cls, chest: ScannedChest) -> Landmarks:
        """The marks of a person."""
        wall_right, wall_left = _span_mm(chest, LUNGS, 400.0)
        trachea = chest.centre_mm((Structure.TRACHEA,))
        sternum = chest.centre_mm((Structure.STERNUM,))
        heart_low, _ = chest.heights_mm((Structure.HEART,))
        fork, _ = upper_mediastinum_mm(chest)
        collar = float(chest.centre_mm((Structure.RIGHT_CLAVICLE, Structure.LEFT_CLAVICLE))[2])
        return cls(
            (wall_right, float(trachea[0]), wall_left),
            (float(sternum[1]), float(trachea[1])),
            (heart_low + 18.0, fork, collar, collar + 100.0),
        )

    def at(self, places: Floats) -> Floats:
        """(N, 3) places of the average adult in this person."""
        x = np.interp(places[:, 0], (-135.0, 0.0, 135.0), self.x_mm)
        front, back = self.y_mm
        y = back + (places[:, 1] - 10.0) * (back - front) / 94.0
        z = np.interp(places[:, 2], (-106.0, 0.0, 90.0, 190.0), self.z_mm)
        return vector(np.stack([x, y, z], axis=1))

"""One lung's part of a scanned chest: where points lie in it, and what can be added to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from training.phantoms.anatomy import RIGHT, SOFT
from training.phantoms.findings import ZONES, Plan
from training.phantoms.geometry import Bools, Floats, Tube, vector
from training.phantoms.scanned.chest import ScannedChest
from training.phantoms.scanned.grid import Box, Grid
from training.phantoms.scanned.structures import LOBES, Structure

FULL = 0.92  # a dense lung still holds some air


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Attenuation in 1/mm, (Z, Y, X) of a part of a chest's grid."""

    grid: Grid
    values: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A finding in a scanned chest.

    `added` changes the film; `shown` (never negative) is what mask and contrast are taken from. `tubes` are
    of metal or plastic, in either.
    """

    plan: Plan
    added: tuple[Patch, ...] = ()
    shown: tuple[Patch, ...] = ()
    tubes: tuple[Tube, ...] = ()

    def scaled(self, strength: float) -> Placed:
        """The same finding, more or less dense: its contrast grows in proportion."""
        if strength == 1.0:
            return self
        factor = np.float32(strength)
        added = tuple(Patch(patch.grid, patch.values * factor) for patch in self.added)
        if self.shown is self.added:
            return replace(self, added=added, shown=added)
        return replace(
            self, added=added, shown=tuple(Patch(patch.grid, patch.values * factor) for patch in self.shown)
        )


def dense(plan: Plan, patch: Patch) -> Placed:
    """A finding that is what it adds."""
    patches = (patch,)
    return Placed(plan, patches, patches)


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """One lung's part of a chest: (Z, Y, X) `inside`, `room` for what fills air, and attenuation as it is."""

    side: int
    chest: ScannedChest
    box: Box
    grid: Grid
    inside: Bools
    attenuation: Floats

    @property
    def room(self) -> Floats:
        """What fluid or cells can add at most."""
        lack = np.maximum(np.float32(SOFT) - self.attenuation, 0.0) * self.inside
        return np.asarray(lack * np.float32(FULL), np.float32)

    def from_wall_mm(self) -> Floats:
        """(Z, Y, X) distance from the outermost lung of each row: from the lateral chest wall."""
        x = self.grid.coordinates_mm()[0] * self.side
        outermost = np.where(self.inside, x, -1e4).max(axis=2, keepdims=True)
        return np.asarray(outermost - x + self.grid.spacing_mm / 2.0, np.float32)

    def from_middle_mm(self) -> Floats:
        """(Z, Y, X) distance from the innermost lung of each height: from the mediastinum's outline."""
        x = self.grid.coordinates_mm()[0] * self.side
        innermost = np.where(self.inside, x, 1e4).min(axis=2, keepdims=True)
        deepest = innermost.min(axis=1, keepdims=True)
        return np.asarray(x - np.minimum(innermost, deepest + 25.0) + self.grid.spacing_mm / 2.0, np.float32)

    def from_top_mm(self) -> Floats:
        """(Z, Y, X) distance from the highest lung of each column."""
        z = self.grid.coordinates_mm()[2]
        highest = np.where(self.inside, z, -1e4).max(axis=0, keepdims=True)
        return np.asarray(highest - z + self.grid.spacing_mm / 2.0, np.float32)

    def heights_mm(self) -> tuple[float, float, float]:
        """z of the lung's lowest point, of the top of its diaphragm and of its apex."""
        z = self.grid.axis_mm(0)
        columns = self.inside.any(axis=0)
        lowest = z[np.argmax(self.inside, axis=0)][columns]
        middle = float(np.median(z[np.nonzero(self.inside)[0]]))
        below = lowest[lowest < middle]  # columns that end on the diaphragm, not on the hilum
        dome = float(np.percentile(below, 95)) if len(below) else middle
        return float(z[0]), dome, float(z[-1])


def space_of(chest: ScannedChest, side: int) -> Space:
    """The lung of a side."""
    box = chest.box(LOBES[side])
    return Space(side, chest, box, chest.grid.part(box), chest.lung(side, box), chest.attenuation[box])


def structures_of(side: int, lobe: str) -> tuple[Structure, ...]:
    """What a lobe is made of."""
    names = ("upper", "middle", "lower") if side == RIGHT else ("upper", "lower")
    return (LOBES[side][names.index(lobe)],)


def hilum_mm(space: Space) -> Floats:
    """Where the lung's root is: the innermost lung at two thirds of the way from apex to dome."""
    _, dome, apex = space.heights_mm()
    z = space.grid.axis_mm(0)
    level = int(np.argmin(np.abs(z - (dome + 0.42 * (apex - dome)))))
    rows, columns = np.nonzero(space.inside[level])
    inner = np.argsort(columns * space.side)[: max(len(columns) // 12, 1)]
    middle = (level, float(rows[inner].mean()), float(columns[inner].mean()))
    return vector(space.grid.points(vector(middle)[None])[0])


TRIES = 40
ROOT_MM = 24.0  # about the hilum lie its large vessels
COVERS = (
    Structure.HEART,
    Structure.GREAT_VESSELS,
    Structure.AORTA,
    Structure.MEDIASTINUM,
    Structure.SPINE,
    Structure.LIVER,
    Structure.STOMACH,
    Structure.SPLEEN,
    Structure.BELLY,
)


def uncovered(space: Space) -> Bools:
    """(Z, Y, X) lung that a frontal film shows free of heart, vessels, diaphragm and the lung's root."""
    depth = slice(0, space.chest.grid.shape[1])
    covered = space.chest.mask(COVERS, (space.box[0], depth, space.box[2])).any(axis=1, keepdims=True)
    x, _, z = space.grid.coordinates_mm()
    hilum = hilum_mm(space)
    root = np.square(x - hilum[0]) + np.square(z - hilum[2]) < ROOT_MM**2
    return np.asarray(space.inside & ~covered & ~root)


def point_in(space: Space, where: Bools, plan: Plan, random: np.random.Generator, radius: float) -> Floats:
    """A point (x, y, z) in the plan's lobe and zone, `radius` within `where` as far as that can be had.

    `where` (Z, Y, X) is the lung or a part of it.
    """
    lobe = space.chest.mask(structures_of(space.side, plan.lobe), space.box)
    lobe = lobe & where if (lobe & where).any() else lobe
    _, dome, apex = space.heights_mm()
    z = space.grid.axis_mm(0)
    low, high = (dome + share * (apex - dome) for share in ZONES[plan.place])
    band = lobe & ((z >= low) & (z <= high))[:, None, None]
    if not band.any():
        band = lobe
    draws = random.random((TRIES, 3))
    best, most = np.zeros(3, np.float32), -1.0
    for draw in draws:
        point = _quantile(band, space.grid, draw)
        free = _free_share(space.grid, where, point, radius)
        if free > most:
            best, most = point, free
        if free >= 1.0:
            break
    return best


def _quantile(mask: Bools, grid: Grid, draw: Floats) -> Floats:
    """The point that lies at given shares of a mask along z, of that slice along y, of that row along x."""
    part = mask
    place: list[int] = []
    for share in draw:
        counts = part.reshape(len(part), -1).sum(axis=1)
        index = int(np.searchsorted(np.cumsum(counts), share * counts.sum(), side="right"))
        index = min(index, len(part) - 1)
        place.append(index)
        part = part[index]
    return vector(grid.points(vector(place)[None])[0])


CORNERS = vector(
    [
        (x, y, z)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        for z in (-1, 0, 1)
        if abs(x) + abs(y) + abs(z) in (1, 3)
    ]
)


def _free_share(grid: Grid, where: Bools, point: Floats, radius: float) -> float:
    """How much of a ball's surface lies in a part of the lung."""
    reach = CORNERS / np.linalg.norm(CORNERS, axis=1, keepdims=True) * np.float32(radius)
    voxels = np.rint(grid.voxels(point + reach)).astype(int)
    valid = ((voxels >= 0) & (voxels < where.shape)).all(axis=1)
    k, j, i = voxels[valid].T
    return float(where[k, j, i].sum()) / len(reach)


def around(space: Space, middle: Floats, reach: float) -> tuple[Box, Grid, tuple[Floats, Floats, Floats]]:
    """A box about a point, its grid, and coordinates (x, y, z) from that point."""
    box = space.grid.around(middle, reach)
    x, y, z = space.grid.coordinates_mm(box)
    return box, space.grid.part(box), (x - middle[0], y - middle[1], z - middle[2])


def lumps(
    offsets: tuple[Floats, Floats, Floats], length_mm: float, random: np.random.Generator, count: int = 12
) -> Floats:
    """Smooth noise of unit variance that varies over about `length_mm`: plane waves in random directions."""
    x, y, z = offsets
    total = np.zeros(np.broadcast_shapes(x.shape, y.shape, z.shape), np.float32)
    directions = random.normal(size=(count, 3))
    directions *= 2.0 * np.pi / length_mm / np.linalg.norm(directions, axis=1, keepdims=True)
    for (along_x, along_y, along_z), phase in zip(
        directions, random.uniform(0, 2 * np.pi, count), strict=True
    ):
        total += (
            np.exp(1j * along_x * x).astype(np.complex64)
            * np.exp(1j * along_y * y).astype(np.complex64)
            * np.exp(1j * (along_z * z + phase)).astype(np.complex64)
        ).real
    return total * np.float32(np.sqrt(2.0 / count))


def edge(inwards_mm: npt.NDArray[np.floating[Any]], width_mm: float) -> Floats:
    """1 well inside, 0 well outside, over about `width_mm`."""
    return np.asarray(np.clip(inwards_mm / np.float32(width_mm) + 0.5, 0.0, 1.0), np.float32)


def bounding(mask: Bools, grid: Grid) -> tuple[Box, Grid]:
    """The smallest box that holds a mask's voxels, and its grid."""
    spans = []
    for axis in range(3):
        there = np.flatnonzero(mask.any(axis=tuple(other for other in range(3) if other != axis)))
        spans.append(slice(int(there[0]), int(there[-1]) + 1) if len(there) else slice(0, 1))
    box = (spans[0], spans[1], spans[2])
    return box, grid.part(box)

"""A standing person's outline: sloping shoulders, arms as each view wants them, breasts, gas in the stomach.

The scanned patient lay with raised arms and the scan ends at the neck. What films show beyond it is made here
of plain soft tissue: it only has to give shoulders and arms their place and their shade.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.phantoms.anatomy import Person
from training.phantoms.geometry import Floats, vector
from training.phantoms.scanned.deform import STATURE, Deformation
from training.phantoms.scanned.grid import Grid
from training.phantoms.scanned.structures import LEFT, RIGHT, Structure
from training.phantoms.scanned.warp import Warped

MUSCLE, GLAND = 1.0, 0.96
EDGE = 0.12  # outer part of a solid's radius over which it thins out
NECK_MM, SHOULDER_TOP_MM = 48.0, 104.0
NECK_RISES_MM, NECK_SLOPES_MM = (40.0, 70.0), (34.0, 7.0)  # the trapezius, and the neck itself
GAS_PLACE, GAS_RADII = (66.0, -22.0, -98.0), (27.0, 25.0, 20.0)  # under the left dome, in the template
GAS_LEVEL = 0.15  # of the height, below the middle: what is drunk lies flat
ABDOMEN = (Structure.STOMACH, Structure.SPLEEN, Structure.BODY, Structure.BELLY, Structure.LIVER)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Something on its own part of a grid's lattice: (Z, Y, X) values in 1/mm or density."""

    grid: Grid
    values: Floats


def with_sloping_shoulders(body: Warped, person: Person) -> None:
    """Air above the line from neck to shoulder, where the patient's raised arms were; in place."""
    grid = body.grid
    wide, high = person.width * STATURE[0], person.height
    x, y, _ = grid.coordinates_mm((slice(0, 1), slice(None), slice(None)))
    aside = np.maximum(np.abs(x / wide) - NECK_MM, 0.0)
    top = SHOULDER_TOP_MM + sum(
        rise * np.exp(-aside / slope) for rise, slope in zip(NECK_RISES_MM, NECK_SLOPES_MM, strict=True)
    )
    top = top - 60.0 * np.maximum(np.abs(x / wide) - 138.0, 0.0) ** 2 / 50.0**2
    top = (top - 22.0 * np.maximum(np.abs(y - 8.0) - 18.0, 0.0) ** 2 / 60.0**2 + 0.5 * person.fat_mm) * high
    # Below the lowest of it nothing changes.
    first = max(int(float(top.min()) / grid.spacing_mm) - grid.first[0] - 2, 0)
    z = grid.axis_mm(0)[first:, None, None]
    inside = np.clip((top - z) / (2.0 * grid.spacing_mm) + 0.5, 0.0, 1.0)
    body.density[first:] *= inside
    body.structures[first:][inside < 0.5] = Structure.OUTSIDE


def arms(body: Warped, person: Person) -> dict[str, tuple[Part, ...]]:
    """What arms add: hanging in a frontal view, raised in a lateral one."""
    scale = vector((person.width, person.depth, person.height))
    fat = person.fat_mm
    poses: dict[str, list[Part]] = {"PA": [], "LL": []}
    for side in (RIGHT, LEFT):
        shoulder = vector((164 * side, 8, 52)) * scale, vector((44, 46, 62)) * scale + fat / 3
        upper = vector((186 * side, 8, -40)) * scale, vector((38, 42, 190)) * scale + fat / 3
        raised = vector((112 * side, -18, 190)) * scale, vector((50, 52, 100)) * scale + fat / 3
        poses["PA"].append(_union(body, (shoulder, upper)))
        poses["LL"].append(_union(body, (raised,)))
    return {view: tuple(parts) for view, parts in poses.items()}


def _union(body: Warped, solids: tuple[tuple[Floats, Floats], ...]) -> Part:
    """Muscle within any of the ellipsoids, as far as the body leaves it room."""
    spacing = body.grid.spacing_mm
    low = np.min([centre - radii for centre, radii in solids], axis=0)
    high = np.max([centre + radii for centre, radii in solids], axis=0)
    low, high = np.maximum(low, (-205.0, -150.0, -245.0)), np.minimum(high, (205.0, 150.0, 190.0))
    first = np.ceil(low[::-1] / spacing).astype(int)
    shape = np.maximum(np.floor(high[::-1] / spacing).astype(int) - first + 1, 1)
    grid = Grid(
        (int(first[0]), int(first[1]), int(first[2])), (int(shape[0]), int(shape[1]), int(shape[2])), spacing
    )
    values = np.zeros(grid.shape, np.float32)
    for centre, radii in solids:
        np.maximum(values, MUSCLE * _solid(grid, centre, radii), out=values)
    ours, theirs = overlap(grid, body.grid)
    values[ours] = np.maximum(values[ours] - body.density[theirs], 0.0) * (body.structures[theirs] == 0)
    return Part(grid, values)


def overlap(one: Grid, other: Grid) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """The voxels that two grids of one lattice share, as slices of either."""
    mine, theirs = [], []
    for start, count, begin, number in zip(one.first, one.shape, other.first, other.shape, strict=True):
        low, high = max(start, begin), max(min(start + count, begin + number), max(start, begin))
        mine.append(slice(low - start, high - start))
        theirs.append(slice(low - begin, high - begin))
    return tuple(mine), tuple(theirs)


def with_breasts(body: Warped, person: Person) -> None:
    """Breasts on the chest wall of a woman, in place."""
    if person.sex != "F":
        return
    size = person.breast
    for side in (RIGHT, LEFT):
        x, z = 84.0 * side * person.width, -66.0 * person.height
        column = body.grid.voxels(vector([[x, 0.0, z]]))[0]
        wall = np.flatnonzero(body.structures[int(column[0]), :, int(column[2])])
        if not len(wall):
            continue
        front = body.grid.axis_mm(1)[wall[0]]
        _add(body, vector((x, front + 8.0, z)), vector((60 * size, 34 * size, 54 * size)))


def _add(body: Warped, centre: Floats, radii: Floats) -> None:
    box = body.grid.box(centre - radii, centre + radii)
    grid = body.grid.part(box)
    amount = GLAND * _solid(grid, centre, radii)
    structures, density = body.structures[box], body.density[box]
    free = (structures == Structure.OUTSIDE) & (amount > density)
    np.copyto(density, amount, where=free)
    structures[free & (amount > 0.5 * GLAND)] = Structure.BREAST


def with_stomach_gas(body: Warped, person: Person, deformation: Deformation) -> None:
    """Gas under the left half of the diaphragm, as much as the person swallowed; in place."""
    if person.stomach < 0.3:
        return
    centre = deformation.from_template(vector([GAS_PLACE]))[0]
    radii = vector(GAS_RADII) * np.float32(0.35 + 0.75 * person.stomach)
    box = body.grid.box(centre - radii, centre + radii)
    part = body.grid.part(box)
    z = part.coordinates_mm()[2]
    above = np.clip((z - centre[2] + GAS_LEVEL * radii[2]) / part.spacing_mm + 0.5, 0.0, 1.0)
    gas = _solid(part, centre, radii) * above * np.isin(body.structures[box], ABDOMEN)
    body.density[box] *= 1.0 - gas


def _solid(grid: Grid, centre: Floats, radii: Floats) -> Floats:
    """(Z, Y, X) 1 within an ellipsoid, falling to 0 at its surface."""
    x, y, z = grid.coordinates_mm()
    radius = np.sqrt(
        ((x - centre[0]) / radii[0]) ** 2
        + ((y - centre[1]) / radii[1]) ** 2
        + ((z - centre[2]) / radii[2]) ** 2
    )
    return vector(np.clip((1.0 - radius) / EDGE, 0.0, 1.0))

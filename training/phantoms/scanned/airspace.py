"""Findings that fill the lung of a scanned chest: lesions, consolidation, plates of airless lung, oedema."""

from __future__ import annotations

import numpy as np

from training.phantoms.findings import Kind, Plan, lesion_radius_mm
from training.phantoms.geometry import vector
from training.phantoms.scanned.space import (
    Patch,
    Placed,
    Space,
    around,
    bounding,
    dense,
    edge,
    hilum_mm,
    lumps,
    point_in,
    structures_of,
    uncovered,
)


def lesion(plan: Plan, space: Space, random: np.random.Generator) -> Placed:
    """A nodule is a ball, a mass a lumpy one."""
    nodule = plan.kind is Kind.NODULE
    radius = lesion_radius_mm(plan.kind, plan.amount)
    where = uncovered(space) if plan.solid else space.inside
    middle = point_in(space, where, plan, random, radius)
    box, grid, (x, y, z) = around(space, middle, 1.6 * radius + 4.0)
    scale = random.uniform(0.88, 1.12, 3)
    distance = np.sqrt((x / scale[0]) ** 2 + (y / scale[1]) ** 2 + (z / scale[2]) ** 2)
    uneven = (0.05 if nodule else 0.11) * radius * lumps((x, y, z), 1.3 * radius, random)
    filled = edge(radius - distance + uneven, max(1.5, grid.spacing_mm))
    return dense(plan, Patch(grid, filled * space.room[box]))


def airspace(plan: Plan, space: Space, random: np.random.Generator) -> Placed:
    """Consolidation fills a lobe's segment up to its fissures; an opacity is hazier and patchy."""
    solid = plan.kind is Kind.CONSOLIDATION
    reach = (20.0 if solid else 18.0) + 24.0 * plan.amount
    middle = point_in(space, space.inside, plan, random, 0.7 * reach)
    box, grid, (x, y, z) = around(space, middle, 1.7 * reach)
    distance = np.sqrt((x / 1.1) ** 2 + (y / 1.25) ** 2 + z**2)
    uneven = 0.22 * reach * lumps((x, y, z), 1.3 * reach, random)
    filled = edge(reach - distance + uneven, (0.35 if solid else 0.7) * reach)
    texture = lumps((x, y, z), 16.0 if solid else 22.0, random)
    filled *= np.clip((0.85 + 0.15 * texture) if solid else (0.6 + 0.25 * texture), 0.05, 1.0)
    lobe = space.chest.mask(structures_of(space.side, plan.lobe), space.box)[box]
    return dense(plan, Patch(grid, filled * lobe * space.room[box]))


def bands(plan: Plan, space: Space, random: np.random.Generator) -> Placed:
    """Plates of airless lung above the diaphragm."""
    _, dome, apex = space.heights_mm()
    low = space.inside & (space.grid.coordinates_mm()[2] < dome + 0.35 * (apex - dome))
    box, grid = bounding(low, space.grid)
    x, y, z = grid.coordinates_mm()
    mean = space.grid.points(np.argwhere(low).mean(axis=0)[None])[0]
    filled = np.zeros(grid.shape, np.float32)
    for number in range(1 if plan.amount < 0.4 else 2 if plan.amount < 0.8 else 3):
        middle = mean + vector((space.side * random.uniform(-10, 18), random.uniform(-16, 24), 0.0))
        height = dome + 8.0 + 13.0 * number + random.uniform(-4, 4)
        tilt = np.tan(np.radians(space.side * random.uniform(-8, 28)))
        lean = np.tan(np.radians(random.uniform(-8, 8)))
        across, along = x - middle[0], y - middle[1]
        sag = random.uniform(2.0, 9.0) * np.square(across / 30.0)
        away = np.abs(z - height + tilt * across - lean * along + sag)
        thick = (1.4 + 2.2 * plan.amount) * random.uniform(0.7, 1.3)
        reach = (22.0 + 20.0 * plan.amount) * random.uniform(0.7, 1.2)
        wide = edge(1.0 - np.sqrt((across / reach) ** 2 + (along / (1.3 * reach)) ** 2), 0.5)
        filled = np.maximum(filled, wide * edge(thick - away, grid.spacing_mm))
    return dense(plan, Patch(grid, filled * space.room[box]))


def oedema(plan: Plan, space: Space, random: np.random.Generator) -> Placed:
    """Haze that spreads from the hilum, uneven, and spares the periphery."""
    hilum = hilum_mm(space)
    x, y, z = space.grid.coordinates_mm()
    offsets = (x - hilum[0], y - hilum[1], z - hilum[2])
    distance = np.sqrt(offsets[0] ** 2 + offsets[1] ** 2 + (offsets[2] / 1.35) ** 2)
    reach = 40.0 + 22.0 * plan.amount
    filled = edge(reach - distance, 0.9 * reach) * np.clip(
        0.55 + 0.18 * lumps(offsets, 26.0, random), 0.0, 1.0
    )
    return dense(plan, Patch(space.grid, filled * space.room))

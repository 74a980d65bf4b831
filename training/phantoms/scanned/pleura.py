"""Findings of the pleural space of a scanned chest: fluid, free air, thickened pleura."""

from __future__ import annotations

import numpy as np

from training.phantoms.anatomy import LUNG, SOFT
from training.phantoms.findings import Plan, gap_mm, layer_mm, widening_mm
from training.phantoms.geometry import Floats, vector
from training.phantoms.scanned.space import FULL, Patch, Placed, Space, bounding, dense, edge, hilum_mm, lumps

PLEURA_MM = 1.0  # two layers, seen edge on


def effusion(plan: Plan, space: Space, random: np.random.Generator) -> Placed:
    """Fluid that fills from below, its surface hollow and highest at the wall: the meniscus."""
    floor, dome, _ = space.heights_mm()
    volume = plan.amount * min(1.0, plan.amount / 0.3)  # the first millilitres only blunt the angle
    level = floor + (1.3 * volume - 0.1) * (dome - floor) + 70.0 * max(plan.amount - 0.4, 0.0)
    rise = 8.0 + 46.0 * volume
    low = space.inside & (space.grid.coordinates_mm()[2] < level + rise + 3.0)
    box, grid = bounding(low, space.grid)
    _, y, z = grid.coordinates_mm()
    inside = space.inside[box]
    behind = np.where(inside, y, -1e4).max(axis=1, keepdims=True) - y
    front = y - np.where(inside, y, 1e4).min(axis=1, keepdims=True)
    surface = level + rise * np.maximum.reduce(
        [
            np.square(np.clip(1.0 - space.from_wall_mm()[box] / 75.0, 0.0, 1.0)),
            0.8 * np.square(np.clip(1.0 - behind / 75.0, 0.0, 1.0)),
            0.5 * np.square(np.clip(1.0 - front / 75.0, 0.0, 1.0)),
        ]
    )
    filled = edge(surface - z, grid.spacing_mm)
    lack = np.maximum(np.float32(SOFT) - space.attenuation[box], 0.0) * inside
    return dense(plan, Patch(grid, np.asarray(filled * lack, np.float32)))


def pneumothorax(plan: Plan, space: Space, random: np.random.Generator) -> Placed:
    """Air between the chest wall and the lung, which has shrunk towards its root, from the apex first."""
    floor, _, apex = space.heights_mm()
    hilum = hilum_mm(space)
    width = gap_mm(plan.amount)
    across = 1.0 - 0.75 * width / _half_width(space, hilum)
    drop = 1.0 - 1.25 * width / (apex - hilum[2])
    x, _, z = space.grid.coordinates_mm()
    # The wider the gap the higher up: below the root it narrows towards the diaphragm.
    share = np.clip((z - floor) / (hilum[2] - floor), 0.0, 1.0)
    narrow = 1.0 - (1.0 - across) * share
    high = np.where(z > hilum[2], hilum[2] + (z - hilum[2]) / drop, z)
    wide = hilum[0] + (x - hilum[0]) / narrow
    collapsed = _sampled(space, wide, high)
    thinner = _sampled(space, wide + space.side * PLEURA_MM, high + 0.7 * PLEURA_MM * (z > hilum[2]))
    inside = space.inside.astype(np.float32)
    free = inside * (1.0 - collapsed)
    line = inside * np.clip(collapsed - thinner, 0.0, 1.0)
    squeezed = max(float(inside.sum()) / max(float((inside * collapsed).sum()), 1.0), 1.0)
    lung = np.minimum(space.attenuation, np.float32(SOFT))
    added = -free * space.attenuation + line * np.maximum(SOFT - lung, 0.0)
    added += (inside * collapsed - line) * lung * np.float32(min(squeezed - 1.0, 1.0))
    shown = free * np.float32(LUNG)
    return Placed(
        plan,
        (Patch(space.grid, np.asarray(added, np.float32)),),
        (Patch(space.grid, np.asarray(shown, np.float32)),),
    )


def _half_width(space: Space, hilum: Floats) -> float:
    """Millimetres from the lung's root to the lateral wall at its height."""
    x = space.grid.axis_mm(2)
    return max(float((space.side * x).max()) - space.side * float(hilum[0]), 40.0)


def _sampled(space: Space, x_mm: Floats, z_mm: Floats) -> Floats:
    """The lung's mask, 0 to 1, at other heights (Z, 1, 1) and at (Z, 1, X) places across, same y."""
    height, depth, width = space.inside.shape
    first = space.grid.first
    rows = np.clip(z_mm[:, 0, 0] / space.grid.spacing_mm - first[0], -1.0, height)
    columns = np.clip(x_mm[:, 0, :] / space.grid.spacing_mm - first[2], -1.0, width)  # (Z, X)
    padded = np.zeros((height + 3, depth, width + 3), np.float32)
    padded[1 : height + 1, :, 1 : width + 1] = space.inside
    low = np.floor(rows).astype(int)
    upper = vector(rows - low)[:, None, None]
    level = padded[low + 1] * (1.0 - upper) + padded[low + 2] * upper  # (Z, Y, X + 3)
    left = np.floor(columns).astype(int)
    more = vector(columns - left)[:, None, :]
    places = np.arange(height)[:, None], left + 1
    by_column = level.transpose(0, 2, 1)  # (Z, X + 3, Y)
    near = by_column[places[0], places[1]].transpose(0, 2, 1)
    far = by_column[places[0], places[1] + 1].transpose(0, 2, 1)
    return np.asarray(near * (1.0 - more) + far * more, np.float32)


def thickening(plan: Plan, space: Space, random: np.random.Generator) -> Placed:
    """A plaque along the lateral wall, or a cap on the apex."""
    _, dome, apex = space.heights_mm()
    x, y, z = space.grid.coordinates_mm()
    thick = layer_mm(plan.place, plan.amount)
    if plan.place == "apex":
        inwards = space.from_top_mm()
        shape = edge(30.0 + 16.0 * plan.amount - (apex - z), 22.0)
    else:
        inwards = space.from_wall_mm()
        height = dome + float(random.uniform(0.1, 0.5)) * (apex - dome)
        reach = 28.0 + 34.0 * plan.amount
        middle = float(np.median(y))
        shape = np.clip(1.0 - np.square((z - height) / reach) - np.square((y - middle) / 62.0), 0.0, 1.0)
    depth = thick * (shape + 0.12 * shape * lumps((x, y, z), 34.0, random))
    filled = edge(depth - inwards, space.grid.spacing_mm) * (depth > 0.3)
    box, grid = bounding((filled > 0) & space.inside, space.grid)
    values = np.asarray((filled * space.room)[box] / np.float32(FULL), np.float32)
    return dense(plan, Patch(grid, values))


def mediastinal(
    plan: Plan, space: Space, levels_mm: tuple[float, float], front_mm: float, share: float
) -> Patch:
    """Soft tissue that bulges into one lung beside the mediastinum, half the widening times `share` deep.

    It lies about y `front_mm`, between two levels.
    """
    low, high = levels_mm
    _, y, z = space.grid.coordinates_mm()
    middle, reach = 0.5 * (low + high), 0.5 * (high - low) + 40.0
    bulge = np.square(np.cos(0.5 * np.pi * np.clip((z - middle) / reach, -1.0, 1.0)))
    thick = np.clip(1.5 - np.square((y - front_mm) / 62.0), 0.0, 1.0)
    depth = 0.5 * share * widening_mm(plan.amount) * bulge * thick
    filled = edge(depth - space.from_middle_mm(), space.grid.spacing_mm) * (depth > 0.3)
    box, grid = bounding((filled > 0) & space.inside, space.grid)
    return Patch(grid, np.asarray((filled * space.room)[box] / np.float32(FULL), np.float32))

"""Ray sums of voxels: what a film's rays meet on their way through a grid or a part of it.

A shear-warp factorisation (Lacroute & Levoy 1994) for a point source. Seen from the source, parallel planes
of voxels differ only by a scale along their own axes, however the body is turned to the beam. So planes are
added up in slabs, each slab is scaled onto one reference plane (two small matrix products), and the sum there
is looked up once for every pixel. The reference plane, its raster and the slabs lie on the grid's lattice, so
that a part of a grid adds exactly what it adds as part of the whole.
"""

from __future__ import annotations

import numpy as np
import torch

from training.phantoms.geometry import Floats, Rays, Window, vector
from training.phantoms.scanned.grid import Grid

SLAB_MM = 7.0  # planes this close differ in scale by 0.4 %: less than half a millimetre at the field's edge
MARGIN = 3  # raster points that interpolation reaches beyond the outermost voxel


def ray_sums(values: Floats, grid: Grid, rays: Rays) -> Floats:
    """(H, W) line integrals of `values` (Z, Y, X) in 1/mm, zero outside the grid.

    Linear in the values; the sum over a part of a grid is what that part adds to the sum over the whole.
    Costs what the grid's size costs, so project a small change in its own box: grid.part(box).
    """
    result = np.zeros(rays.shape, np.float32)
    window = _window(grid, rays)
    seen = rays.crop(window)
    if 0 in seen.shape or 0 in grid.shape:
        return result
    across = 1 if abs(rays.axes[2][1]) >= abs(rays.axes[2][0]) else 0  # the planes' normal: y or x
    other = 1 - across
    source = rays.centre - rays.axes[2] * np.float32(rays.source_to_centre_mm)
    slabs, heights = _slabs(values, grid, across)
    scale = (heights - source[across]) / (rays.centre[across] - source[across])
    first_z, rows = _scaled(grid, 0, source[2], scale)
    first_u, columns = _scaled(grid, 2 - other, source[other], scale)
    plane = _added(rows, slabs, columns)
    place_z, place_u, length = _hits(seen, source, across, other, float(rays.centre[across]))
    looked_up = _look_up(plane, place_z / grid.spacing_mm - first_z, place_u / grid.spacing_mm - first_u)
    result[window.rows, window.columns] = looked_up * length * np.float32(grid.spacing_mm)
    return result


def _added(rows: Floats, slabs: Floats, columns: Floats) -> Floats:
    """(Q, R): the sum over slabs (S, Z, U) of rows (S, Q, Z) @ slab @ columns (S, R, U) transposed.

    By torch, whose products are many times faster than those of a NumPy that is held to an old processor.
    """
    tall = torch.bmm(torch.from_numpy(rows), torch.from_numpy(slabs))  # (S, Q, U)
    wide = torch.from_numpy(columns).permute(0, 2, 1).flatten(0, 1)  # (S U, R)
    return np.asarray((tall.permute(1, 0, 2).flatten(1) @ wide).numpy(), np.float32)


def _window(grid: Grid, rays: Rays) -> Window:
    """A rectangle of pixels that holds the grid's shadow."""
    last = np.asarray(grid.shape) - 1 + MARGIN
    corners = [[z, y, x] for z in (-MARGIN, last[0]) for y in (-MARGIN, last[1]) for x in (-MARGIN, last[2])]
    rows, columns, _ = rays.project(grid.points(vector(corners)))

    def span(places: Floats, count: int) -> slice:
        first, stop = int(np.floor(places.min())), int(np.ceil(places.max())) + 1
        return slice(min(max(first, 0), count), min(max(stop, 0), count))

    height, width = rays.shape
    return Window(span(rows, height), span(columns, width))


def _slabs(values: Floats, grid: Grid, across: int) -> tuple[Floats, Floats]:
    """(S, Z, U) sums over slabs of planes, and the coordinate of each slab's middle.

    Slabs begin at multiples of their thickness on the lattice, whatever part of it a grid is.
    """
    axis = 2 - across
    planes = max(round(SLAB_MM / grid.spacing_mm), 1)
    first, count = grid.first[axis], grid.shape[axis]
    before = first % planes
    after = -(first + count) % planes
    padding = [(0, 0), (0, 0), (0, 0)]
    padding[axis] = (before, after)
    padded = np.pad(values, padding) if before or after else values
    number = (before + count + after) // planes
    if axis == 1:
        z, _, x = values.shape
        slabs = padded.reshape(z, number, planes, x).sum(axis=2).transpose(1, 0, 2)
    else:
        # Adding strided planes is several times faster than a sum over a short last axis.
        total = padded[:, :, 0::planes].copy()
        for plane in range(1, planes):
            total += padded[:, :, plane::planes]
        slabs = total.transpose(2, 0, 1)
    middles = (first - before + planes * np.arange(number) + (planes - 1) / 2.0) * grid.spacing_mm
    return np.ascontiguousarray(slabs, np.float32), vector(middles)


def _scaled(grid: Grid, axis: int, centre_mm: float, scale: Floats) -> tuple[int, Floats]:
    """The first raster point, and (S, Q, N) weights that take N voxels along an axis to Q of them."""
    places = grid.axis_mm(axis) / np.float32(grid.spacing_mm)
    centre = np.float32(centre_mm / grid.spacing_mm)
    ends = [
        centre + (end - centre) / factor
        for end in (places[0], places[-1])
        for factor in (scale.min(), scale.max())
    ]
    first, last = int(np.floor(min(ends))) - MARGIN, int(np.ceil(max(ends))) + MARGIN
    raster = np.arange(first, last + 1, dtype=np.float32)
    wanted = centre + (raster - centre)[None, :] * scale[:, None] - places[0]  # (S, Q): where each looks
    below = np.floor(wanted).astype(np.intp)
    weights = np.zeros((*wanted.shape, len(places) + 4), np.float32)  # two more at each end: beyond the grid
    for tap in range(-1, 3):
        column = np.clip(below + tap + 2, 0, len(places) + 3)
        np.put_along_axis(
            weights, column[:, :, None], _keys(np.abs(wanted - below - tap))[:, :, None], axis=2
        )
    return first, weights[:, :, 2:-2]


def _keys(distance: Floats) -> Floats:
    """Weights of cubic convolution (Keys 1981, a = -1/2) at distances in voxels."""
    near = (1.5 * distance - 2.5) * distance**2 + 1.0
    far = ((-0.5 * distance + 2.5) * distance - 4.0) * distance + 2.0
    return vector(np.where(distance < 1.0, near, np.where(distance < 2.0, far, 0.0)))


def _hits(
    rays: Rays, source: Floats, across: int, other: int, reference: float
) -> tuple[Floats, Floats, Floats]:
    """Where each ray meets the reference plane (z and the other coordinate), and its length per depth."""
    column, row, beam = rays.axes / np.float32(rays.source_to_detector_mm)
    beam = beam * np.float32(rays.source_to_detector_mm)

    def along(axis: int) -> Floats:
        plane = (column[axis] * rays.across_mm)[None, :] + (row[axis] * rays.down_mm)[:, None]
        return vector(plane + beam[axis])

    depth = along(across)
    reach = np.float32(reference - source[across]) / depth
    length = vector(rays.stretch / np.abs(depth))
    return vector(source[2] + along(2) * reach), vector(source[other] + along(other) * reach), length


def _look_up(plane: Floats, rows: Floats, columns: Floats) -> Floats:
    """Values between the raster's points (bicubic), zero beyond it."""
    height, width = plane.shape
    places = np.stack([columns * (2.0 / (width - 1)) - 1.0, rows * (2.0 / (height - 1)) - 1.0], axis=-1)
    found = torch.nn.functional.grid_sample(
        torch.from_numpy(plane)[None, None],
        torch.from_numpy(vector(places))[None],
        mode="bicubic",
        padding_mode="zeros",
        align_corners=True,
    )
    return np.asarray(found[0, 0].numpy(), np.float32)

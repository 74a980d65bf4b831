"""Voxels and where they lie: arrays are indexed [z, y, x], millimetres are DICOM's patient axes.

Every grid lies on one lattice: voxel (k, j, i) of a grid has its centre at lattice index first + (k, j, i),
which is that many spacings from the origin of patient coordinates. A part of a grid is a grid on the same
lattice, so that what a part adds to a ray sum is exactly what it adds as part of the whole.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.phantoms.geometry import Floats, vector

Box = tuple[slice, slice, slice]  # a part of a grid, as slices of its (Z, Y, X) arrays


@dataclass(frozen=True, slots=True)
class Grid:
    """Cubic voxels: `first` is the lattice index (z, y, x) of voxel (0, 0, 0), `shape` is (Z, Y, X)."""

    first: tuple[int, int, int]
    shape: tuple[int, int, int]
    spacing_mm: float

    def part(self, box: Box) -> Grid:
        """The grid of the voxels in a box; the slices have no step and lie inside."""
        spans = [part.indices(count) for part, count in zip(box, self.shape, strict=True)]
        starts = [start + span[0] for start, span in zip(self.first, spans, strict=True)]
        counts = [max(stop - start, 0) for start, stop, _ in spans]
        return Grid((starts[0], starts[1], starts[2]), (counts[0], counts[1], counts[2]), self.spacing_mm)

    def axis_mm(self, axis: int) -> Floats:
        """Coordinates of voxel centres along an axis of the arrays: 0 is z, 1 is y, 2 is x."""
        return vector(self.first[axis] + np.arange(self.shape[axis])) * np.float32(self.spacing_mm)

    def coordinates_mm(self, box: Box | None = None) -> tuple[Floats, Floats, Floats]:
        """x (1, 1, X), y (1, Y, 1) and z (Z, 1, 1) of all voxel centres, to be broadcast."""
        grid = self if box is None else self.part(box)
        return (
            grid.axis_mm(2)[None, None, :],
            grid.axis_mm(1)[None, :, None],
            grid.axis_mm(0)[:, None, None],
        )

    def voxels(self, points: Floats) -> Floats:
        """(N, 3) points (x, y, z) in millimetres as fractional array indices (z, y, x)."""
        return vector(points[:, ::-1] / np.float32(self.spacing_mm) - vector(self.first))

    def points(self, voxels: Floats) -> Floats:
        """(N, 3) array indices (z, y, x) as points (x, y, z) in millimetres."""
        return vector((vector(voxels) + vector(self.first))[:, ::-1] * np.float32(self.spacing_mm))

    def box(self, low_mm: Floats, high_mm: Floats) -> Box:
        """The voxels whose centres lie between two points (x, y, z), clipped to the grid; may be empty."""
        low = np.ceil(self.voxels(vector(low_mm)[None])[0] - 1e-4).astype(int)
        high = np.floor(self.voxels(vector(high_mm)[None])[0] + 1e-4).astype(int) + 1
        spans = [
            slice(int(np.clip(start, 0, count)), int(np.clip(stop, 0, count)))
            for start, stop, count in zip(low, high, self.shape, strict=True)
        ]
        return spans[0], spans[1], spans[2]

    def around(self, centre_mm: Floats, reach_mm: float) -> Box:
        """The voxels within a cube of half side `reach_mm` about a point (x, y, z)."""
        return self.box(vector(centre_mm) - reach_mm, vector(centre_mm) + reach_mm)

    def widened(self, box: Box, margin_mm: float) -> Box:
        """A box grown on all sides, as far as the grid goes."""
        more = int(np.ceil(margin_mm / self.spacing_mm))
        spans = [
            slice(max(part.start - more, 0), min(part.stop + more, count))
            for part, count in zip(box, self.shape, strict=True)
        ]
        return spans[0], spans[1], spans[2]

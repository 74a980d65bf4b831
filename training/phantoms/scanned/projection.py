"""Ray sums of voxels: what a film's rays meet on their way through a grid or a part of it."""

from __future__ import annotations

from training.phantoms.geometry import Floats, Rays
from training.phantoms.scanned.grid import Grid


def ray_sums(values: Floats, grid: Grid, rays: Rays) -> Floats:
    """(H, W) line integrals of `values` (Z, Y, X) in 1/mm, zero outside the grid.

    Linear in the values; the sum over a part of a grid is what that part adds to the sum over the whole.
    Costs what the grid's size costs, so project a small change in its own box: grid.part(box).
    """
    raise NotImplementedError

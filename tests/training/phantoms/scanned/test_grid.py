from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from training.phantoms.geometry import vector
from training.phantoms.scanned.grid import Grid

GRID = Grid(first=(-4, -3, -2), shape=(9, 7, 5), spacing_mm=2.0)


def test_the_first_voxel_lies_at_its_lattice_index_times_the_spacing() -> None:
    assert GRID.points(vector([[0, 0, 0]])).tolist() == [[-4.0, -6.0, -8.0]]
    assert GRID.axis_mm(0)[0] == -8.0
    assert GRID.axis_mm(2).tolist() == [-4.0, -2.0, 0.0, 2.0, 4.0]


@given(st.tuples(*(st.integers(0, 4) for _ in range(3))))
def test_points_and_voxels_are_each_other_s_inverse(voxel: tuple[int, int, int]) -> None:
    there = GRID.points(vector([voxel]))
    assert GRID.voxels(there)[0].tolist() == list(voxel)


def test_a_part_keeps_the_places_of_its_voxels() -> None:
    box = (slice(2, 5), slice(1, 4), slice(3, 5))
    part = GRID.part(box)
    for axis in range(3):
        assert part.axis_mm(axis).tolist() == GRID.axis_mm(axis)[box[axis]].tolist()


def test_a_box_holds_the_voxels_between_two_points_and_none_beyond_the_grid() -> None:
    assert GRID.box(vector((-2, -2, -2)), vector((2, 2, 2))) == (slice(3, 6), slice(2, 5), slice(1, 4))
    assert GRID.box(vector((-99, -99, -99)), vector((99, 99, 99))) == (slice(0, 9), slice(0, 7), slice(0, 5))
    beyond = GRID.box(vector((50, 50, 50)), vector((60, 60, 60)))
    assert np.zeros(GRID.shape)[beyond].size == 0


def test_a_widened_box_ends_at_the_grid() -> None:
    box = (slice(3, 5), slice(0, 2), slice(4, 5))
    assert GRID.widened(box, 3.0) == (slice(1, 7), slice(0, 4), slice(2, 5))

from __future__ import annotations

import numpy as np
import pytest

from training.phantoms.film import Exposure, rays_for
from training.phantoms.geometry import Floats, Rays, ellipsoid, vector
from training.phantoms.scanned.grid import Grid
from training.phantoms.scanned.projection import ray_sums

GRID = Grid(first=(-30, -25, -28), shape=(50, 50, 60), spacing_mm=3.0)
VIEWS = [("PA", 0.0, 0.0), ("PA", 6.0, -3.0), ("LL", 0.0, 0.0), ("LL", -6.0, 3.0)]


def _rays(view: str, turn: float, tilt: float, size_px: int = 96) -> Rays:
    return rays_for(view, size_px, Exposure(shift_mm=(5.0, -7.0)), turn, tilt)


def _noise(shape: tuple[int, ...], seed: int = 0) -> Floats:
    return vector(np.random.default_rng(seed).random(shape))


@pytest.mark.parametrize(("view", "turn", "tilt"), VIEWS)
def test_an_ellipsoid_of_voxels_sums_to_the_length_of_its_chords(view: str, turn: float, tilt: float) -> None:
    centre, radii = vector((8.0, -5.0, -20.0)), vector((40.0, 34.0, 37.0))
    x, y, z = GRID.coordinates_mm()
    radius = np.sqrt(
        ((x - centre[0]) / 40.0) ** 2 + ((y - centre[1]) / 34.0) ** 2 + ((z - centre[2]) / 37.0) ** 2
    )
    values = vector(np.clip((1.0 - radius) * 12.0 + 0.5, 0.0, 1.0))  # its surface about a voxel thick
    rays = _rays(view, turn, tilt)
    chord = rays.chord(ellipsoid(centre, radii))
    sums = ray_sums(values, GRID, rays)
    deep = chord > 50.0
    assert deep.sum() > 60
    np.testing.assert_allclose(sums[deep], chord[deep], atol=1.5)
    assert sums.sum() == pytest.approx(chord.sum(), rel=0.01)


@pytest.mark.parametrize(("view", "turn", "tilt"), VIEWS)
def test_a_voxel_s_shadow_lies_where_its_place_is_projected(view: str, turn: float, tilt: float) -> None:
    values = np.zeros(GRID.shape, np.float32)
    values[40, 12, 45] = 1.0
    rays = _rays(view, turn, tilt, 192)
    shadow = ray_sums(values, GRID, rays)
    rows, columns = np.indices(shadow.shape)
    found = (rows * shadow).sum() / shadow.sum(), (columns * shadow).sum() / shadow.sum()
    row, column, _ = rays.project(GRID.points(vector([[40, 12, 45]])))
    assert found == pytest.approx((float(row[0]), float(column[0])), abs=0.35)


@pytest.mark.parametrize(("view", "turn", "tilt"), VIEWS)
def test_a_part_adds_what_it_adds_as_part_of_the_whole(view: str, turn: float, tilt: float) -> None:
    whole = _noise(GRID.shape)
    box = (slice(11, 30), slice(7, 26), slice(20, 41))
    change = _noise((19, 19, 21), seed=1)
    changed = whole.copy()
    changed[box] += change
    rays = _rays(view, turn, tilt)
    alone = ray_sums(change, GRID.part(box), rays)
    np.testing.assert_allclose(ray_sums(changed, GRID, rays) - ray_sums(whole, GRID, rays), alone, atol=2e-3)
    assert alone.max() > 1.0


def test_sums_are_linear_in_the_values() -> None:
    one, other = _noise(GRID.shape), _noise(GRID.shape, seed=2)
    rays = _rays("PA", 2.0, 1.0)
    both = ray_sums(2.0 * one - 0.5 * other, GRID, rays)
    np.testing.assert_allclose(
        both, 2.0 * ray_sums(one, GRID, rays) - 0.5 * ray_sums(other, GRID, rays), atol=2e-3
    )


def test_what_lies_beside_the_field_casts_no_shadow() -> None:
    beside = Grid(first=(0, 0, 300), shape=(4, 4, 4), spacing_mm=3.0)
    assert not ray_sums(np.ones((4, 4, 4), np.float32), beside, _rays("PA", 0.0, 0.0)).any()


def test_the_same_values_always_give_the_same_sums() -> None:
    values, rays = _noise(GRID.shape), _rays("LL", 1.0, 1.0)
    assert np.array_equal(ray_sums(values, GRID, rays), ray_sums(values, GRID, rays))

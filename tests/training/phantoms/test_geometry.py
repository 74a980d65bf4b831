from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from training.phantoms.geometry import (
    Rays,
    Tube,
    cylinder,
    ellipsoid,
    free_length,
    half_space,
    ray_sum,
    tube_cloud,
    turned,
    union_length,
    vector,
)


def _rays(size: int = 41, pitch: float = 2.0) -> Rays:
    places = vector((np.arange(size) - (size - 1) / 2) * pitch)
    axes = vector(((1, 0, 0), (0, 0, -1), (0, -1, 0)))
    return Rays(axes, vector((0, 0, 0)), places, places, 1640.0, 1800.0)


def test_the_central_ray_crosses_a_ball_along_its_diameter() -> None:
    chord = _rays().chord(ellipsoid((0, 0, 0), (10, 10, 10)))
    assert chord[20, 20] == pytest.approx(20.0, abs=1e-3)
    assert chord[0, 0] == 0.0


def test_the_shadow_of_a_ball_has_the_balls_volume() -> None:
    rays = _rays(161, 0.5)
    chord = rays.chord(ellipsoid((0, 0, 0), (12, 9, 15)))
    area = (0.5 * 1640 / 1800) ** 2
    assert chord.sum() * area == pytest.approx(4 / 3 * np.pi * 12 * 9 * 15, rel=0.01)


def test_growing_columns_are_the_patients_left_and_growing_rows_the_feet() -> None:
    rows, columns, scale = _rays().project(vector(((10, 0, 0), (0, 0, 10), (0, 0, 0))))
    assert columns[0] > columns[2]
    assert rows[1] < rows[2]
    assert scale[2] == pytest.approx(1800 / 1640)


def test_a_solid_behind_its_cutting_plane_is_halved() -> None:
    half = ellipsoid((0, 0, 0), (10, 10, 10)).cut(half_space((0, 0, 0), (0, 1, 0)))
    entry, leave = _rays().interval(half)
    assert float(leave[20, 20] - entry[20, 20]) == pytest.approx(10.0, abs=1e-2)


def test_an_endless_cylinder_is_as_deep_as_its_diameter_in_every_row() -> None:
    entry, leave = _rays().interval(cylinder((0, 0, 0), (6, 8), axis=2))
    assert np.allclose((leave - entry)[:, 20], 16.0, atol=0.05)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=6))
def test_the_length_of_a_union_counts_every_millimetre_once(pairs: list[tuple[int, int]]) -> None:
    intervals = [(np.full((1, 1), low, np.float32), np.full((1, 1), high, np.float32)) for low, high in pairs]
    covered = {place for low, high in pairs for place in range(low, high)}
    assert union_length(intervals)[0, 0] == len(covered)
    whole = (np.full((1, 1), 5, np.float32), np.full((1, 1), 15, np.float32))
    assert free_length(whole, intervals)[0, 0] == len(set(range(5, 15)) - covered)


@pytest.mark.parametrize("direction", [(1, 0, 0), (0, 0, 1), (1, 2, -1)])
def test_a_tube_keeps_its_mass_in_every_direction(direction: tuple[int, int, int]) -> None:
    along = vector(direction) / np.linalg.norm(direction)
    line = vector(np.linspace(-15, 15, 7)[:, None] * along)
    tube = Tube(line, np.full(7, 4.0, np.float32), 0.02, flat=0.5, rim=0.8)
    cloud = tube_cloud([tube], 0.7)
    assert cloud.masses.sum() == pytest.approx(np.pi * 4 * 2 * 30 * 0.02, rel=0.02)
    rays = _rays()
    area = (2.0 * 1640 / 1800) ** 2
    assert ray_sum(rays, cloud).sum() * area == pytest.approx(float(cloud.masses.sum()), rel=0.02)


def test_turning_once_round_changes_nothing() -> None:
    assert np.allclose(turned(1, 120.0) @ turned(1, 240.0), np.eye(3), atol=1e-6)


def test_what_obstacles_leave_free_agrees_with_counting_samples() -> None:
    random = np.random.default_rng(0)
    lows = random.uniform(-10, 50, (7, 5, 5)).astype(np.float32)
    highs = lows + random.uniform(-8, 20, (7, 5, 5)).astype(
        np.float32
    )  # some miss: they end before they start
    whole = (np.zeros((5, 5), np.float32), np.full((5, 5), 40, np.float32))
    places = np.arange(0.005, 40, 0.01)[:, None, None]
    covered = np.zeros(np.broadcast_shapes(places.shape, (1, 5, 5)), np.bool_)
    for low, high in zip(lows, highs, strict=True):
        covered |= (places >= low) & (places <= high)
    expected = (~covered).sum(axis=0) * 0.01
    assert np.allclose(free_length(whole, list(zip(lows, highs, strict=True))), expected, atol=0.1)

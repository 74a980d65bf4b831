from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from training.phantoms.anatomy import Person, draw_person
from training.phantoms.geometry import Floats, vector
from training.phantoms.scanned.deform import Deformation, draw_irregularity

# Points over the chest, 16 mm apart, without the air around it.
CHEST = vector(
    np.stack(np.meshgrid(*(np.arange(-160.0, 161.0, 16.0),) * 3, indexing="ij"), -1).reshape(-1, 3)
)
EXTREMES = [
    Person(heart=1.5, inspiration=1.0, fat_mm=35.0, width=0.84, kyphosis=1.8),
    Person(heart=0.82, inspiration=-0.7, fat_mm=0.0, width=1.12, kyphosis=0.3),
    Person(widening=1.7, aorta=1.35, height=0.84, depth=0.8),
]


def _drawn(seed: int, person: Person | None = None) -> Deformation:
    random = np.random.default_rng(seed)
    return Deformation(person or draw_person(random), draw_irregularity(random))


def _volume_ratios(deformation: Deformation, points: Floats, step_mm: float = 2.0) -> Floats:
    """Determinants of the Jacobian, by central differences."""
    columns = [
        deformation.to_template(points + axis) - deformation.to_template(points - axis)
        for axis in np.eye(3, dtype=np.float32) * np.float32(step_mm / 2.0)
    ]
    return vector(np.linalg.det(np.stack(columns, axis=-1) / step_mm))


@pytest.mark.parametrize("seed", range(12))
def test_no_drawn_person_folds_or_mirrors_the_template(seed: int) -> None:
    ratios = _volume_ratios(_drawn(seed), CHEST)
    assert ratios.min() > 0.05


@pytest.mark.parametrize("person", EXTREMES)
def test_no_extreme_person_folds_the_template(person: Person) -> None:
    assert _volume_ratios(_drawn(3, person), CHEST).min() > 0.02


@pytest.mark.parametrize("seed", range(4))
def test_the_way_back_from_the_template_ends_where_it_began(seed: int) -> None:
    deformation = _drawn(seed)
    points = vector([(-60, -20, -60), (40, -50, -50), (0, 60, 20), (90, 10, 60), (60, -20, -100)])
    there = deformation.to_template(points)
    np.testing.assert_allclose(deformation.from_template(there), points, atol=0.2)


def test_left_stays_left_and_up_stays_up() -> None:
    for seed in range(8):
        right, left, low, high = _drawn(seed).to_template(
            vector([(-80, 0, 0), (80, 0, 0), (0, 0, -80), (0, 0, 80)])
        )
        assert right[0] < -30
        assert left[0] > 30
        assert low[2] < -20
        assert high[2] > 20


def test_two_equal_persons_differ_by_some_millimetres() -> None:
    away = np.linalg.norm(
        _drawn(1, Person()).to_template(CHEST) - _drawn(2, Person()).to_template(CHEST), axis=1
    )
    assert 2.0 < away.mean() < 20.0


def test_the_same_draw_gives_the_same_person() -> None:
    assert np.array_equal(_drawn(5).to_template(CHEST), _drawn(5).to_template(CHEST))


def test_a_deep_breath_lowers_the_diaphragm_far_more_than_the_spine() -> None:
    own = draw_irregularity(np.random.default_rng(0))
    shallow, deep = (Deformation(Person(inspiration=breath), own) for breath in (-0.7, 1.0))
    dome, spine = vector([(-60, -20, -45)]), vector([(0, 50, -45)])
    sunk = shallow.from_template(dome) - deep.from_template(dome)
    assert 15.0 < sunk[0, 2] < 45.0
    assert abs((shallow.from_template(spine) - deep.from_template(spine))[0, 2]) < 0.4 * sunk[0, 2]


def test_a_larger_heart_moves_its_own_border_and_not_the_ribs() -> None:
    own = draw_irregularity(np.random.default_rng(0))
    usual = Person(heart=0.95)
    small, large = Deformation(usual, own), Deformation(replace(usual, heart=1.3), own)
    border, ribs = vector([(85, -40, -50)]), vector([(138, 20, -60)])
    assert (large.from_template(border) - small.from_template(border))[0, 0] > 8.0
    assert np.linalg.norm(large.from_template(ribs) - small.from_template(ribs)) < 4.0

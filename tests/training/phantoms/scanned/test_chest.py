from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from training.phantoms.anatomy import SOFT, Person
from training.phantoms.film import Exposure, rays_for
from training.phantoms.geometry import vector
from training.phantoms.scanned.chest import ScannedChest, build_scanned_chest, chest_sums, spacing_for
from training.phantoms.scanned.measures import heart_ratio
from training.phantoms.scanned.structures import LEFT, LOBES, LUNGS, RIGHT, Structure
from training.phantoms.scanned.template import load_template

TEMPLATE = load_template()
AVERAGE = Person()


@cache
def _chest(person: Person = AVERAGE, spacing_mm: float = 5.0, seed: int = 1) -> ScannedChest:
    return build_scanned_chest(person, TEMPLATE, spacing_mm, np.random.default_rng(seed))


def _volume_ml(chest: ScannedChest, *structures: Structure) -> float:
    return float(chest.mask(structures).sum()) * chest.grid.spacing_mm**3 / 1000.0


def test_a_chest_has_all_lobes_twelve_ribs_a_side_and_no_breast_on_a_man() -> None:
    assert set(Structure) - set(_chest().boxes) == {Structure.OUTSIDE, Structure.BREAST}


def test_lung_attenuates_least_and_bone_most() -> None:
    chest = _chest()
    lung = chest.attenuation[chest.lung(RIGHT) | chest.lung(LEFT)].mean()
    heart = chest.attenuation[chest.mask((Structure.HEART,))].mean()
    spine = chest.attenuation[chest.mask((Structure.SPINE,))].mean()
    assert 0.1 * SOFT < lung < 0.35 * SOFT
    assert 0.95 * SOFT < heart < 1.1 * SOFT < spine
    assert chest.attenuation.min() >= 0.0


def test_right_is_negative_and_each_side_has_its_own_lobes() -> None:
    chest = _chest()
    assert chest.centre_mm(LOBES[RIGHT])[0] < -40.0
    assert chest.centre_mm(LOBES[LEFT])[0] > 40.0
    assert not (chest.lung(RIGHT) & chest.lung(LEFT)).any()
    assert chest.centre_mm((Structure.HEART,))[0] > 5.0


def test_a_box_holds_its_structures_and_nothing_smaller_does() -> None:
    chest = _chest()
    box = chest.box(LUNGS)
    assert chest.mask(LUNGS, box).sum() == chest.mask(LUNGS).sum()
    edge = chest.mask(LUNGS, (slice(box[0].start, box[0].start + 1), box[1], box[2]))
    assert edge.any()
    with pytest.raises(ValueError, match="none of these"):
        chest.box((Structure.BREAST,))


def test_heights_are_those_of_the_lowest_and_highest_voxel() -> None:
    low, high = _chest().heights_mm(LUNGS)
    assert -230.0 < low < -130.0 < 90.0 < high < 160.0


def test_a_larger_heart_fills_more_of_the_chest() -> None:
    ratios = [heart_ratio(_chest(Person(heart=size))) for size in (0.82, 0.95, 1.1, 1.3)]
    assert ratios == sorted(ratios)
    assert ratios[-1] - ratios[0] > 0.1


def test_a_deep_breath_makes_larger_and_emptier_lungs() -> None:
    shallow, deep = (_chest(Person(inspiration=breath)) for breath in (-0.7, 1.0))
    assert _volume_ml(deep, *LUNGS) > 1.03 * _volume_ml(shallow, *LUNGS)
    density = [chest.attenuation[chest.mask(LUNGS)].mean() for chest in (shallow, deep)]
    assert density[1] < 0.95 * density[0]


def test_fat_thickens_the_wall_and_leaves_the_lungs() -> None:
    thin, thick = (_chest(Person(fat_mm=fat)) for fat in (0.0, 30.0))
    assert _volume_ml(thick, Structure.BODY) > 1.15 * _volume_ml(thin, Structure.BODY)
    assert _volume_ml(thick, *LUNGS) == pytest.approx(_volume_ml(thin, *LUNGS), rel=0.02)


def test_stature_scales_the_chest() -> None:
    small, large = (_chest(Person(width=scale, depth=scale, height=scale)) for scale in (0.9, 1.1))
    assert _volume_ml(large, *LUNGS) == pytest.approx((1.1 / 0.9) ** 3 * _volume_ml(small, *LUNGS), rel=0.08)


def test_a_woman_has_breasts_in_front_of_both_lungs() -> None:
    chest = _chest(Person(sex="F"))
    breasts = chest.grid.points(vector(np.argwhere(chest.mask((Structure.BREAST,)))))
    assert (breasts[:, 0] < -40).any()
    assert (breasts[:, 0] > 40).any()
    assert breasts[:, 1].max() < chest.centre_mm((Structure.HEART,))[1]


def test_bone_attenuates_as_the_person_s_does() -> None:
    brittle, firm = (_chest(Person(bone=amount)) for amount in (0.7, 1.3))
    ribs = brittle.mask((Structure.LEFT_RIB_6, Structure.RIGHT_RIB_6))
    assert firm.attenuation[ribs].mean() > 1.1 * brittle.attenuation[ribs].mean()


def test_wide_vessels_make_denser_lungs() -> None:
    thin, wide = (_chest(Person(vessels=calibre)) for calibre in (0.8, 1.25))
    lungs = thin.mask(LUNGS)
    assert wide.attenuation[lungs].mean() > 1.02 * thin.attenuation[lungs].mean()


def test_a_finer_grid_holds_the_same_person() -> None:
    coarse, fine = _chest(spacing_mm=5.0), _chest(spacing_mm=3.0)
    assert _volume_ml(fine, *LUNGS) == pytest.approx(_volume_ml(coarse, *LUNGS), rel=0.01)
    np.testing.assert_allclose(fine.centre_mm(LUNGS), coarse.centre_mm(LUNGS), atol=1.0)
    np.testing.assert_allclose(
        fine.centre_mm((Structure.HEART,)), coarse.centre_mm((Structure.HEART,)), atol=1.5
    )


def test_the_same_draw_gives_the_same_chest_and_another_draw_another() -> None:
    again = build_scanned_chest(AVERAGE, TEMPLATE, 5.0, np.random.default_rng(1))
    assert np.array_equal(again.attenuation, _chest().attenuation)
    other = _chest(seed=2)
    assert other.grid != again.grid or not np.allclose(other.attenuation, again.attenuation)


def test_arms_hang_beside_the_chest_from_the_front_and_rise_from_the_side() -> None:
    chest = _chest()
    exposure = Exposure()
    for view in ("PA", "LL"):
        assert len(chest.arms[view]) == 2
        rays = rays_for(view, 48, exposure, 0.0, 0.0)
        bare = chest_sums(replace(chest, arms={"PA": (), "LL": ()}), view, rays)
        arms = chest_sums(chest, view, rays) - bare
        rows = np.flatnonzero((arms > 0.05).any(axis=1))
        assert arms.min() > -0.1  # cubic interpolation swings a little at an edge
        assert (rows.max() > 40) if view == "PA" else (rows.max() < 16)


def test_the_sums_of_a_chest_are_those_of_a_person() -> None:
    rays = rays_for("PA", 48, Exposure(), 0.0, 0.0)
    sums = chest_sums(_chest(), "PA", rays)
    assert 2.0 < sums[30, 24] < 9.0  # the spine
    assert sums[20, 15] < 0.6 * sums[20, 24]  # the right lung
    assert sums[2, 3] < 0.1  # air above the shoulder


@pytest.mark.parametrize(("size_px", "spacing_mm"), [(96, 2.5), (192, 2.5), (240, 2.0), (1024, 1.1)])
def test_voxels_suit_the_film(size_px: int, spacing_mm: float) -> None:
    assert spacing_for(size_px) == pytest.approx(spacing_mm)

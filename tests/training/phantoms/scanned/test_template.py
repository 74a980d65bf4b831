from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.errors import RecipeError
from training.phantoms.geometry import Floats, vector
from training.phantoms.scanned.structures import BONES, LEFT, LUNGS, RIBS, RIGHT, Structure
from training.phantoms.scanned.template import TEMPLATE_FILE, Template, load_template, save_template

SHIPPED = load_template()
MASS_MM = vector([[49.2, 63.2, 21.6]])  # where the patient's tumour was, in our coordinates


def _density(structure: Structure) -> Floats:
    return vector(SHIPPED.density[SHIPPED.structures == structure])


def test_the_shipped_template_is_small_and_fine_enough_for_large_films() -> None:
    assert TEMPLATE_FILE.stat().st_size < 6_000_000
    assert max(SHIPPED.spacing_mm) <= 2.5
    assert SHIPPED.spacing_mm[2] < 1.0
    assert SHIPPED.density.shape == SHIPPED.structures.shape


def test_all_structures_are_there_that_a_scan_can_have() -> None:
    found = {Structure(value) for value in np.unique(SHIPPED.structures)}
    assert set(Structure) - found == {Structure.BREAST}
    assert all(len(RIBS[side]) == 12 for side in (RIGHT, LEFT))


def test_airways_hold_air_lungs_hold_some_and_the_heart_none() -> None:
    assert np.median(_density(Structure.TRACHEA)) < 0.08
    for lobe in LUNGS:
        assert 0.05 < np.median(_density(lobe)) < 0.2
    assert 0.95 < np.median(_density(Structure.HEART)) < 1.08


def test_no_contrast_medium_is_left_in_blood_and_organs() -> None:
    for structure in (Structure.HEART, Structure.AORTA, Structure.LIVER, Structure.SPLEEN):
        assert np.percentile(_density(structure), 99.9) < 1.1
        assert _density(structure).max() < 1.15  # blurred with a rib beside it
    assert 1.1 < np.median(_density(Structure.SPINE)) < 1.6


def test_there_is_nothing_outside_the_body() -> None:
    outside = SHIPPED.density[SHIPPED.structures == Structure.OUTSIDE]
    assert (outside > 0).mean() < 0.02  # pixels that the skin cuts through
    assert outside.max() < 0.95


def test_the_mass_in_the_left_lower_lobe_is_lung_now() -> None:
    z, y, x = np.rint(SHIPPED.voxels(MASS_MM)[0]).astype(int)
    about = (slice(z - 4, z + 5), slice(y - 6, y + 7), slice(x - 6, x + 7))
    assert (SHIPPED.structures[about] == Structure.LEFT_LOWER_LOBE).all()
    assert SHIPPED.density[about].mean() < 0.25


def test_left_is_left_up_is_up_and_the_back_is_behind() -> None:
    def centre(*structures: Structure) -> Floats:
        return vector(
            SHIPPED.points(vector(np.argwhere(np.isin(SHIPPED.structures, structures)))).mean(axis=0)
        )

    assert centre(Structure.SPLEEN)[0] > 40 > -30 > centre(Structure.LIVER)[0]
    assert centre(Structure.SPINE)[1] > centre(Structure.HEART)[1] > centre(Structure.STERNUM)[1]
    assert centre(Structure.RIGHT_CLAVICLE)[2] > centre(Structure.HEART)[2] > centre(Structure.LIVER)[2]
    assert centre(*RIBS[RIGHT])[0] < 0 < centre(*RIBS[LEFT])[0]


def test_bones_are_denser_than_what_they_lie_in() -> None:
    assert SHIPPED.density[np.isin(SHIPPED.structures, BONES)].mean() > 1.15


def test_voxels_and_points_are_each_other_s_inverse() -> None:
    voxels = vector([[3, 40, 50], [100, 7, 200]])
    np.testing.assert_allclose(SHIPPED.voxels(SHIPPED.points(voxels)), voxels, atol=1e-3)


def test_what_is_saved_is_read_again_in_steps_of_eight_hounsfield_units(tmp_path: Path) -> None:
    density = vector(np.linspace(0.0, 2.0, 4 * 6 * 8).reshape(4, 6, 8))
    structures = np.ones((4, 6, 8), np.uint8)
    save_template(Template(density, structures, (2.5, 1.0, 1.0), (0.0, 1.0, 2.0)), tmp_path / "one.npz")
    again = load_template(tmp_path / "one.npz")
    np.testing.assert_allclose(again.density, density, atol=0.0041)
    assert (again.spacing_mm, again.origin_mm) == ((2.5, 1.0, 1.0), (0.0, 1.0, 2.0))


def test_halves_lie_where_the_whole_lies() -> None:
    whole = SHIPPED
    halves = whole.fit_for(spacing_mm=2.5)
    assert halves is not whole
    assert whole.fit_for(spacing_mm=1.4) is whole
    assert halves.spacing_mm[2] == 2 * whole.spacing_mm[2]
    lung = [
        template.points(vector(np.argwhere(np.isin(template.structures, LUNGS)))).mean(axis=0)
        for template in (whole, halves)
    ]
    np.testing.assert_allclose(lung[0], lung[1], atol=1.0)


@pytest.mark.parametrize("content", [None, b"", b"no archive"])
def test_a_missing_or_damaged_template_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "chest.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecipeError, match=r"missing or damaged.*Install the program again"):
        load_template(path)

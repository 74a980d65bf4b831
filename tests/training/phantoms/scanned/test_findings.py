from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from training.phantoms.anatomy import LUNG, SOFT, Person
from training.phantoms.findings import Kind, Plan
from training.phantoms.scanned.chest import ScannedChest
from training.phantoms.scanned.findings import lobe_of, place_scanned
from training.phantoms.scanned.grid import Grid
from training.phantoms.scanned.measures import Landmarks, heart_ratio
from training.phantoms.scanned.space import Patch, Placed, space_of
from training.phantoms.scanned.structures import LOBES, LUNGS, Structure, rib

RIGHT, LEFT = -1, 1
RIB = 0.03
IN_THE_LUNG = [
    Kind.NODULE,
    Kind.MASS,
    Kind.CONSOLIDATION,
    Kind.OPACITY,
    Kind.OEDEMA,
    Kind.ATELECTASIS,
    Kind.EFFUSION,
    Kind.THICKENING,
    Kind.MEDIASTINUM,
]


def _chest(spacing_mm: float = 4.0) -> ScannedChest:
    """Two oval lungs, right lobes one above the other, a round heart 100 mm wide, a windpipe, a few ribs."""
    first = np.ceil(np.array([-180.0, -100.0, -150.0]) / spacing_mm).astype(int)
    shape = (np.array([340.0, 200.0, 300.0]) / spacing_mm).astype(int)
    grid = Grid((first[0], first[1], first[2]), (shape[0], shape[1], shape[2]), spacing_mm)
    x, y, z = grid.coordinates_mm()
    structures = np.zeros(grid.shape, np.uint8)
    structures[:] = Structure.BODY

    def fill(structure: Structure, where: npt.NDArray[np.bool_]) -> None:
        structures[np.broadcast_to(where, grid.shape)] = structure

    for side in (RIGHT, LEFT):
        oval = ((x - 70 * side) / 55) ** 2 + (y / 80) ** 2 + ((z + 10) / 130) ** 2 < 1
        oval = oval & (z > -110 - ((x - 70 * side) / 9) ** 2)  # the diaphragm
        lobes = LOBES[side]
        fill(lobes[0], oval & (z > 10))
        fill(lobes[-1], oval & (z <= (-50 if side == RIGHT else 10)))
        if side == RIGHT:
            fill(lobes[1], oval & (z <= 10) & (z > -50))
        for number in range(4, 10):
            arch = np.abs(np.hypot((x - 70 * side) / 61, y / 86) - 1.0) < 0.06
            fill(rib(side, number), arch & (np.abs(z - 110 + 20 * number) < 6) & (y > -60) & (x * side > 40))
    fill(Structure.HEART, (x - 10) ** 2 + (y + 20) ** 2 + (z + 60) ** 2 < 50**2)
    fill(Structure.TRACHEA, (np.hypot(x, y - 10) < 9) & (z > 20) & (z < 120))
    fill(
        Structure.MEDIASTINUM,
        (np.abs(x) < 14) & (np.abs(y) < 40) & (z > 20) & (z < 100) & (np.hypot(x, y - 10) >= 9),
    )
    fill(Structure.STERNUM, (np.abs(x) < 14) & (np.abs(y + 84) < 6) & (np.abs(z) < 70))
    for clavicle, side in ((Structure.RIGHT_CLAVICLE, RIGHT), (Structure.LEFT_CLAVICLE, LEFT)):
        fill(clavicle, (np.abs(x - 60 * side) < 40) & (np.abs(y + 70) < 6) & (np.abs(z - 100) < 6))
    attenuation = np.full(grid.shape, SOFT, np.float32)
    attenuation[np.isin(structures, LUNGS)] = LUNG
    attenuation[structures >= 31] = RIB
    boxes = {
        Structure(value): box
        for value in np.unique(structures)
        for box in [_bounds(structures == value)]
        if value
    }
    return ScannedChest(Person(), grid, attenuation, structures, boxes, {"PA": (), "LL": ()})


def _bounds(mask: npt.NDArray[np.bool_]) -> tuple[slice, slice, slice]:
    places = np.argwhere(mask)
    spans = [slice(int(low), int(high) + 1) for low, high in zip(places.min(0), places.max(0), strict=True)]
    return spans[0], spans[1], spans[2]


CHEST = _chest()


def _plan(kind: Kind, side: int = RIGHT, place: str = "", amount: float = 0.7) -> Plan:
    places = {Kind.THICKENING: "wall", Kind.FRACTURE: "middle"}
    zone = place or places.get(kind, "middle")
    side = 0 if kind in (Kind.OEDEMA, Kind.MEDIASTINUM) else side
    plan = Plan(kind, side, zone, amount, False, 11)
    return replace(plan, lobe=lobe_of(plan))


def _whole(chest: ScannedChest, patches: tuple[Patch, ...]) -> npt.NDArray[np.float64]:
    """Patches on the grid of their chest."""
    total = np.zeros(chest.grid.shape)
    for patch in patches:
        start = np.subtract(patch.grid.first, chest.grid.first)
        box = tuple(slice(low, low + count) for low, count in zip(start, patch.grid.shape, strict=True))
        total[box] += patch.values
    return total


def _middle(chest: ScannedChest, placed: Placed) -> npt.NDArray[np.float64]:
    """Centre of what is added, (x, y, z) in millimetres."""
    added = np.abs(_whole(chest, placed.added))
    x, y, z = (np.broadcast_to(axis, added.shape) for axis in chest.grid.coordinates_mm())
    return np.array([np.average(axis, weights=added) for axis in (x, y, z)])


@pytest.mark.parametrize("kind", IN_THE_LUNG)
def test_what_fills_the_lung_stays_in_the_lung_and_is_no_denser_than_tissue(kind: Kind) -> None:
    added = _whole(CHEST, place_scanned(_plan(kind), CHEST).added)
    lung = CHEST.mask(LUNGS)
    assert added.max() > 0.3 * (SOFT - LUNG)
    assert added.min() >= 0.0
    assert not added[~lung].any()
    assert (CHEST.attenuation + added).max() <= max(SOFT, RIB) + 1e-5
    assert (CHEST.attenuation + added)[lung].max() <= SOFT * 1.0001


@pytest.mark.parametrize("kind", [Kind.NODULE, Kind.MASS, Kind.EFFUSION, Kind.PNEUMOTHORAX, Kind.FRACTURE])
def test_a_finding_lies_on_its_side(kind: Kind) -> None:
    for side in (RIGHT, LEFT):
        assert np.sign(_middle(CHEST, place_scanned(_plan(kind, side), CHEST))[0]) == side


@pytest.mark.parametrize("zone", ["upper", "middle", "lower"])
def test_a_density_lies_in_its_lobe(zone: str) -> None:
    plan = _plan(Kind.CONSOLIDATION, RIGHT, zone)
    added = _whole(CHEST, place_scanned(plan, CHEST).added)
    lobe = {"upper": 0, "middle": 1, "lower": 2}[zone]
    assert plan.lobe == zone
    assert not added[~CHEST.mask((LOBES[RIGHT][lobe],))].any()


def test_the_left_lungs_middle_zone_belongs_to_its_upper_lobe() -> None:
    assert _plan(Kind.NODULE, LEFT, "middle").lobe == "upper"
    assert _plan(Kind.EFFUSION, LEFT).lobe == ""


@pytest.mark.parametrize("kind", [Kind.NODULE, Kind.MASS, Kind.CONSOLIDATION, Kind.EFFUSION])
def test_a_finer_chest_has_the_same_finding(kind: Kind) -> None:
    fine = _chest(2.0)
    first, second = (place_scanned(_plan(kind), chest) for chest in (CHEST, fine))
    assert np.linalg.norm(_middle(CHEST, first) - _middle(fine, second)) < 6.0
    masses = [
        _whole(chest, placed.added).sum() * chest.grid.spacing_mm**3
        for chest, placed in ((CHEST, first), (fine, second))
    ]
    assert masses[0] == pytest.approx(masses[1], rel=0.12)


@pytest.mark.parametrize("kind", [Kind.NODULE, Kind.MASS, Kind.EFFUSION, Kind.THICKENING, Kind.PNEUMOTHORAX])
def test_more_of_a_finding_is_larger(kind: Kind) -> None:
    sizes = [
        sum(float(patch.values.sum()) for patch in place_scanned(_plan(kind, amount=amount), CHEST).shown)
        for amount in (0.2, 0.5, 0.9)
    ]
    assert sizes == sorted(sizes)
    assert sizes[2] > 1.5 * sizes[0]


def test_half_the_strength_is_half_the_change() -> None:
    placed = place_scanned(_plan(Kind.MASS), CHEST)
    assert np.allclose(_whole(CHEST, placed.scaled(0.5).added), 0.5 * _whole(CHEST, placed.added))


def test_fluid_lies_lowest_and_rises_towards_the_wall() -> None:
    added = _whole(CHEST, place_scanned(_plan(Kind.EFFUSION, amount=0.5), CHEST).added)
    space = space_of(CHEST, RIGHT)
    wet = added[space.box] > 0.5 * (SOFT - LUNG)
    z = space.grid.axis_mm(0)
    heights = np.where(wet.any(axis=0), z[wet.shape[0] - 1 - np.argmax(wet[::-1], axis=0)], -1e4)
    row = heights[wet.shape[1] // 2]
    assert row[1] > row[len(row) // 2] > -1e4  # the wall's column stands higher than the middle's
    dry = space.inside & ~wet
    assert np.nonzero(wet)[0].mean() < np.nonzero(dry)[0].mean()


def test_free_air_replaces_lung_at_the_top_and_the_lung_beneath_is_denser() -> None:
    plan = _plan(Kind.PNEUMOTHORAX, amount=0.8)
    placed = place_scanned(plan, CHEST)
    added = _whole(CHEST, placed.added)
    space = space_of(CHEST, RIGHT)
    air = _whole(CHEST, placed.shown) > 0.99 * LUNG
    assert (CHEST.attenuation + added)[air].max() < 0.05 * LUNG
    assert (CHEST.attenuation + added).min() >= -1e-6
    top = np.argwhere(space.inside)[-1]
    assert air[space.box][tuple(top)]
    root = np.argwhere(space.inside).mean(axis=0).astype(int)
    assert added[space.box][tuple(root)] > 0


def test_thickened_pleura_lies_against_the_wall() -> None:
    added = _whole(CHEST, place_scanned(_plan(Kind.THICKENING), CHEST).added)
    space = space_of(CHEST, RIGHT)
    depth = space.from_wall_mm()[added[space.box] > 0]
    assert depth.max() < 22.0
    apical = _whole(CHEST, place_scanned(_plan(Kind.THICKENING, place="apex"), CHEST).added)
    assert np.nonzero(apical)[0].mean() > np.nonzero(added)[0].mean()


def test_a_broken_rib_loses_bone_above_and_gains_it_below() -> None:
    placed = place_scanned(_plan(Kind.FRACTURE), CHEST)
    added = _whole(CHEST, placed.added)
    assert added.min() < -0.5 * (RIB - SOFT)
    lost, gained = (np.nonzero(part)[0].mean() for part in (added < -1e-3, added > 1e-3))
    assert gained < lost
    assert len(placed.shown) == 1


def test_the_hearts_ratio_is_finer_than_the_grid() -> None:
    # 100 mm of heart over 250 mm from wall to wall; caps smaller than the area that counts are left out.
    assert heart_ratio(CHEST) == pytest.approx(0.4, abs=0.02)
    assert heart_ratio(_chest(2.0)) == pytest.approx(heart_ratio(CHEST), abs=0.01)


def test_devices_lie_between_the_persons_own_marks() -> None:
    marks = Landmarks.of(CHEST)
    placed = marks.at(np.array([[0.0, 10.0, 0.0], [-135.0, 10.0, 90.0]], np.float32))
    assert placed[0] == pytest.approx([0.0, 10.0, 22.0], abs=4.0)  # the windpipe's fork
    assert placed[1] == pytest.approx([-125.0, 10.0, 100.0], abs=6.0)  # right wall, collar bones' height
    (tube,) = place_scanned(_plan(Kind.TUBE), CHEST).tubes
    assert tube.line[-1][2] > placed[0][2]  # it ends above the fork

"""Findings in a chest from a CT: what each adds to the attenuation of its voxels, lobe by lobe.

All changes are linear: a film is exp(-(base + sum of changes)), so that each can be projected alone. They are
limited by what is there: fluid and cells fill aerated lung up to soft tissue, air takes the lung's place,
bone moves with its own mass. Random draws never depend on the grid: a finer chest has the same findings.
"""

from __future__ import annotations

import numpy as np

from training.phantoms.anatomy import LEFT, SIDES
from training.phantoms.devices import device_tubes
from training.phantoms.findings import BOTH, DENSER, DENSITIES, DEVICES, Kind, Plan
from training.phantoms.scanned.airspace import airspace, bands, lesion, oedema
from training.phantoms.scanned.bones import fracture
from training.phantoms.scanned.chest import ScannedChest
from training.phantoms.scanned.measures import Landmarks, upper_mediastinum_mm
from training.phantoms.scanned.pleura import effusion, mediastinal, pneumothorax, thickening
from training.phantoms.scanned.space import Patch, Placed, space_of
from training.phantoms.scanned.structures import Structure


def place_scanned(plan: Plan, chest: ScannedChest) -> Placed:
    """The finding in this chest at its full density; the same plan and chest always give the same."""
    random = np.random.default_rng(plan.draw)
    if plan.kind in DEVICES:
        return Placed(plan, tubes=device_tubes(plan.kind, Landmarks.of(chest).at, random))
    if plan.kind is Kind.CARDIOMEGALY:
        return Placed(plan, shown=(_outline(chest, (Structure.HEART,), -1e4),))
    if plan.kind is Kind.MEDIASTINUM:
        return _widened(plan, chest, random)
    if plan.kind is Kind.FRACTURE:
        return fracture(plan, chest, random)
    sides = SIDES if plan.side == BOTH else (plan.side,)
    parts = [PLACERS[plan.kind](plan, space_of(chest, side), random) for side in sides]
    added = tuple(patch for part in parts for patch in part.added)
    if all(part.shown is part.added for part in parts):
        return Placed(plan, added, added)
    return Placed(plan, added, tuple(patch for part in parts for patch in part.shown))


UPPER = (Structure.GREAT_VESSELS, Structure.AORTA, Structure.MEDIASTINUM)


def _widened(plan: Plan, chest: ScannedChest, random: np.random.Generator) -> Placed:
    """Soft tissue on both sides of the upper mediastinum; its mask is all of it."""
    fork, top = upper_mediastinum_mm(chest)
    front = float(chest.centre_mm((Structure.TRACHEA,))[1]) - 22.0
    share = float(random.uniform(0.35, 0.65))
    widths = {side: 2.0 * part for side, part in zip(SIDES, (share, 1.0 - share), strict=True)}
    added = tuple(
        mediastinal(plan, space_of(chest, side), (fork, top), front, width) for side, width in widths.items()
    )
    return Placed(plan, added, (*added, _outline(chest, UPPER, fork)))


def _outline(chest: ScannedChest, structures: tuple[Structure, ...], above_mm: float) -> Patch:
    """What is in every chest, to be seen as a whole: its mask is its outline."""
    box = chest.box(structures)
    grid = chest.grid.part(box)
    solid = chest.mask(structures, box) & (grid.coordinates_mm()[2] > above_mm)
    return Patch(grid, solid * np.float32(DENSER))


def lobe_of(plan: Plan) -> str:
    """The lobe that a zone's findings are put in; the left lung's middle zone is its lingula's."""
    if plan.kind not in DENSITIES:
        return ""
    return "upper" if plan.place == "middle" and plan.side == LEFT else plan.place


PLACERS = {
    Kind.NODULE: lesion,
    Kind.MASS: lesion,
    Kind.CONSOLIDATION: airspace,
    Kind.OPACITY: airspace,
    Kind.ATELECTASIS: bands,
    Kind.OEDEMA: oedema,
    Kind.EFFUSION: effusion,
    Kind.PNEUMOTHORAX: pneumothorax,
    Kind.THICKENING: thickening,
}

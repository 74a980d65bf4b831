"""A person's chest as voxels: what each attenuates and what it belongs to.

template = load_template()
chest = build_scanned_chest(person, template, spacing_for(size_px), random)
rays = rays_for(view, size_px, exposure, person.turn_degrees, person.tilt_degrees)
attenuation = chest_sums(chest, view, rays)                              # (H, W)
shadow = ray_sums(change, chest.grid.part(box), rays)    # of a finding, with the change in its box alone
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from training.phantoms.anatomy import SOFT, Person
from training.phantoms.film import FIELD_MM
from training.phantoms.geometry import Bools, Floats, Rays, vector
from training.phantoms.scanned.deform import Deformation, draw_irregularity
from training.phantoms.scanned.grid import Box, Grid
from training.phantoms.scanned.outline import (
    Part,
    arms,
    with_breasts,
    with_sloping_shoulders,
    with_stomach_gas,
)
from training.phantoms.scanned.projection import ray_sums
from training.phantoms.scanned.structures import LOBES, LUNGS, Structure
from training.phantoms.scanned.template import Template
from training.phantoms.scanned.tissue import draw_patches, with_bone, with_lung
from training.phantoms.scanned.warp import warp

Labels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class ScannedChest:
    """One person: `attenuation` (Z, Y, X) in 1/mm, `structures` (Z, Y, X) as values of `Structure`.

    `boxes` holds the part of the grid that each structure fills; one that the person lacks has none.
    `arms` adds density beside the body by view: they hang in a frontal view and are raised in a lateral one.
    """

    person: Person
    grid: Grid
    attenuation: Floats
    structures: Labels
    boxes: dict[Structure, Box]
    arms: dict[str, tuple[Part, ...]]

    def box(self, structures: Iterable[Structure], margin_mm: float = 0.0) -> Box:
        """The smallest box that holds all of them; ValueError if the person has none of them."""
        found = [self.boxes[structure] for structure in structures if structure in self.boxes]
        if not found:
            raise ValueError("The chest has none of these structures.")
        return self.grid.widened(_hull(found), margin_mm)

    def mask(self, structures: Iterable[Structure], box: Box | None = None) -> Bools:
        """Voxels (of a box, else of all) that belong to any of the structures."""
        table = np.zeros(256, np.bool_)
        table[[int(structure) for structure in structures]] = True
        return np.asarray(table[self.structures if box is None else self.structures[box]])

    def lung(self, side: int, box: Box | None = None) -> Bools:
        """Voxels of the lung of a side (-1 right, 1 left), with its vessels and bronchi."""
        return self.mask(LOBES[side], box)

    def heights_mm(self, structures: Iterable[Structure]) -> tuple[float, float]:
        """z of the lowest and the highest voxel of any of the structures."""
        heights = self.grid.part(self.box(structures)).axis_mm(0)
        return float(heights[0]), float(heights[-1])

    def centre_mm(self, structures: Iterable[Structure]) -> Floats:
        """Centre of gravity (x, y, z) of the structures' voxels."""
        wanted = tuple(structures)
        box = self.box(wanted)
        places = np.argwhere(self.mask(wanted, box)).mean(axis=0)
        return vector(self.grid.part(box).points(places[None])[0])


COARSEST_MM, FINEST_MM = 2.5, 1.1


def spacing_for(size_px: int) -> float:
    """Voxels in mm that suit films of a size: about a pixel, within what the template holds."""
    return float(np.clip(1.2 * FIELD_MM / size_px, FINEST_MM, COARSEST_MM))


def build_scanned_chest(
    person: Person, template: Template, spacing_mm: float, random: np.random.Generator
) -> ScannedChest:
    """The template deformed into a person; `random` draws what makes two equal persons differ.

    The draw does not depend on the spacing: a chest on a finer grid is the same chest.
    """
    deformation = Deformation(person, draw_irregularity(random))
    patches = draw_patches(random)
    body = warp(template, deformation, spacing_mm)
    with_sloping_shoulders(body, person)
    with_breasts(body, person)
    with_stomach_gas(body, person, deformation)
    boxes = _boxes(body.structures)
    with_lung(body, person, patches, _hull([boxes[lobe] for lobe in LUNGS if lobe in boxes]))
    with_bone(body, person)
    limbs = arms(body, person)
    body.density[...] *= np.float32(SOFT)
    return ScannedChest(person, body.grid, body.density, body.structures, boxes, limbs)


def chest_sums(chest: ScannedChest, view: str, rays: Rays) -> Floats:
    """(H, W) attenuation along each ray of a view, PA or LL, with the arms as it wants them."""
    total = ray_sums(chest.attenuation, chest.grid, rays)
    for arm in chest.arms[view]:
        total += ray_sums(arm.values, arm.grid, rays) * np.float32(SOFT)
    return total


def _boxes(structures: Labels) -> dict[Structure, Box]:
    """Where each structure lies."""
    found = ndimage.find_objects(structures)
    return {Structure(value): box for value, box in enumerate(found, start=1) if box is not None}


def _hull(boxes: Sequence[Box]) -> Box:
    spans = [
        slice(min(part.start for part in parts), max(part.stop for part in parts))
        for parts in zip(*boxes, strict=True)
    ]
    return spans[0], spans[1], spans[2]

"""A person's chest as voxels: what each attenuates and what it belongs to.

template = load_template()
chest = build_scanned_chest(person, template, spacing_for(size_px), random)
rays = rays_for(view, size_px, exposure, person.turn_degrees, person.tilt_degrees)
attenuation = ray_sums(chest.in_view(view), chest.grid, rays)                    # (H, W)
shadow = ray_sums(change, chest.grid.part(box), rays)    # of a finding, with the change in its box alone
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.phantoms.anatomy import Person
from training.phantoms.geometry import Bools, Floats
from training.phantoms.scanned.grid import Box, Grid
from training.phantoms.scanned.structures import LOBES, Structure
from training.phantoms.scanned.template import Template

Labels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class ScannedChest:
    """One person: `attenuation` (Z, Y, X) in 1/mm, `structures` (Z, Y, X) as values of `Structure`.

    `boxes` holds the part of the grid that each structure fills; one that the person lacks has none.
    `arms` is what upper arms that hang down add in a frontal view; they are raised in a lateral one.
    """

    person: Person
    grid: Grid
    attenuation: Floats
    structures: Labels
    boxes: dict[Structure, Box]
    arms: Floats

    def in_view(self, view: str) -> Floats:
        """(Z, Y, X) attenuation of the person as posed for a view, PA or LL."""
        return self.attenuation + self.arms if view == "PA" else self.attenuation

    def box(self, structures: Iterable[Structure], margin_mm: float = 0.0) -> Box:
        """The smallest box that holds all of them; ValueError if the person has none of them."""
        found = [self.boxes[structure] for structure in structures if structure in self.boxes]
        if not found:
            raise ValueError("The chest has none of these structures.")
        spans = [
            slice(min(p.start for p in parts), max(p.stop for p in parts))
            for parts in zip(*found, strict=True)
        ]
        return self.grid.widened((spans[0], spans[1], spans[2]), margin_mm)

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
        return self.grid.part(box).points(places[None])[0]


def spacing_for(size_px: int) -> float:
    """Voxels in mm that suit films of a size: about a pixel, within what the template holds."""
    raise NotImplementedError


def build_scanned_chest(
    person: Person, template: Template, spacing_mm: float, random: np.random.Generator
) -> ScannedChest:
    """The template deformed into a person; `random` draws what makes two equal persons differ.

    The draw does not depend on the spacing: a chest on a finer grid is the same chest.
    """
    raise NotImplementedError

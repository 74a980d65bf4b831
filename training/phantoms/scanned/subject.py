"""The chest from a CT as a subject: voxels, and findings that change them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from training.phantoms.anatomy import Person
from training.phantoms.geometry import Floats, Rays, ray_sum, tube_cloud
from training.phantoms.projection import GRAIN, Projection
from training.phantoms.scanned.chest import ScannedChest, build_scanned_chest, chest_sums
from training.phantoms.scanned.findings import place_scanned
from training.phantoms.scanned.measures import heart_ratio, mediastinal_width_mm
from training.phantoms.scanned.projection import ray_sums
from training.phantoms.scanned.space import Patch, Placed
from training.phantoms.scanned.template import Template
from training.phantoms.tuning import Tuned
from training.phantoms.visibility import Shape

WIDTH_LIMIT_MM = 80.0


@dataclass(frozen=True, slots=True, eq=False)
class ScannedSubject:
    """One person deformed from the template."""

    chest: ScannedChest

    @property
    def shape(self) -> Shape:
        """Heart and mediastinum as their voxels measure."""
        return Shape(heart_ratio(self.chest), mediastinal_width_mm(self.chest), WIDTH_LIMIT_MM)

    def shadow(self, tuned: Tuned, rays: Rays, view: str) -> Floats:
        """(H, W) attenuation of one finding alone."""
        return _sum(_placed(tuned, self.chest).shown, rays)

    def project(self, findings: Sequence[Tuned], views: Sequence[tuple[str, Rays]]) -> list[Projection]:
        """The person with findings as each view sees them."""
        placed = [_placed(tuned, self.chest) for tuned in findings]
        return [self._project(placed, view, rays) for view, rays in views]

    def _project(self, placed: Sequence[Placed], view: str, rays: Rays) -> Projection:
        total = chest_sums(self.chest, view, rays)
        shadows = []
        for finding in placed:
            added = _sum(finding.added, rays)
            shown = added if finding.shown is finding.added else _sum(finding.shown, rays)
            if finding.tubes:
                metal = ray_sum(rays, tube_cloud(finding.tubes, GRAIN * rays.pitch_mm))
                added, shown = added + metal, shown + metal
            total = total + added
            shadows.append(shown)
        return Projection(np.maximum(total, 0.0), tuple(shadows))


def scanned_subject(
    person: Person, template: Template, spacing_mm: float, random: np.random.Generator
) -> ScannedSubject:
    """A person deformed from the template; the same draw gives the same person on any spacing."""
    return ScannedSubject(build_scanned_chest(person, template, spacing_mm, random))


def _placed(tuned: Tuned, chest: ScannedChest) -> Placed:
    return place_scanned(tuned.plan, chest).scaled(tuned.strength)


def _sum(patches: Sequence[Patch], rays: Rays) -> Floats:
    total = np.zeros(rays.shape, np.float32)
    for patch in patches:
        if patch.values.size:
            total += ray_sums(patch.values, patch.grid, rays)
    return total

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
from training.phantoms.scanned.measures import heart_ratio
from training.phantoms.scanned.projection import ray_sums
from training.phantoms.scanned.space import Patch, Placed
from training.phantoms.scanned.template import Template
from training.phantoms.tuning import Tuned
from training.phantoms.visibility import heart_contrast

# Person.heart and what cardiothoracic ratio it gives, as contrast-to-noise; means over eight persons.
HEARTS = (0.6, 0.85, 0.95, 1.1, 1.3, 1.5, 1.8, 2.3)
CONTRASTS = (-9.0, -4.0, -1.5, 1.45, 3.75, 5.4, 6.9, 8.9)


@dataclass(frozen=True, slots=True, eq=False)
class ScannedSubject:
    """One person deformed from the template."""

    chest: ScannedChest

    @property
    def person(self) -> Person:
        """Who it is."""
        return self.chest.person

    @property
    def heart_ratio(self) -> float:
        """The cardiothoracic ratio as its voxels measure."""
        return heart_ratio(self.chest)

    def heart_for(self, ratio: float) -> float:
        """The `Person.heart` with which it would measure about this: persons share one curve, nearly."""
        own = heart_contrast(self.heart_ratio) - np.interp(self.chest.person.heart, HEARTS, CONTRASTS)
        return float(np.interp(heart_contrast(ratio) - own, CONTRASTS, HEARTS))

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

"""The geometric chest as a subject: made of solids and tubes, its findings cut from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from training.phantoms.anatomy import Chest, Person, build_chest
from training.phantoms.effects import Effect, place
from training.phantoms.geometry import Floats, Rays
from training.phantoms.projection import (
    Projection,
    build_clouds,
    cardiothoracic_ratio,
    finding_shadow,
    project,
)
from training.phantoms.tuning import Tuned

HALVINGS = 8


@dataclass(frozen=True, slots=True, eq=False)
class GeometricSubject:
    """One person; `vessel_draw` seeds the vessels of the lungs."""

    chest: Chest
    vessel_draw: int

    @property
    def person(self) -> Person:
        """Who it is."""
        return self.chest.person

    @property
    def heart_ratio(self) -> float:
        """The cardiothoracic ratio as its solids measure."""
        return cardiothoracic_ratio(self.chest)

    def heart_for(self, ratio: float) -> float:
        """The `Person.heart` with which it would measure this: found by halving, the ratio grows with it."""
        low, high = 0.6, 2.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2.0
            if cardiothoracic_ratio(build_chest(replace(self.chest.person, heart=middle))) < ratio:
                low = middle
            else:
                high = middle
        return low

    def shadow(self, tuned: Tuned, rays: Rays, view: str) -> Floats:
        """(H, W) attenuation of one finding alone."""
        return finding_shadow(self.chest, _effect(tuned, self.chest), rays)

    def project(self, findings: Sequence[Tuned], views: Sequence[tuple[str, Rays]]) -> list[Projection]:
        """The person with findings as each view sees them."""
        plans = [tuned.plan for tuned in findings]
        effects = [_effect(tuned, self.chest) for tuned in findings]
        grain = min(rays.pitch_mm for _, rays in views)
        clouds = build_clouds(self.chest, plans, effects, self.vessel_draw, grain)
        return [project(self.chest, effects, clouds, rays, view) for view, rays in views]


def geometric_subject(person: Person, vessel_draw: int) -> GeometricSubject:
    """A person built of solids."""
    return GeometricSubject(build_chest(person), vessel_draw)


def _effect(tuned: Tuned, chest: Chest) -> Effect:
    return place(tuned.plan, chest).scaled(tuned.strength)

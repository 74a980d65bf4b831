"""The geometric chest as a subject: made of solids and tubes, its findings cut from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from training.phantoms.anatomy import Chest, Person, build_chest
from training.phantoms.effects import Effect, place
from training.phantoms.geometry import Floats, Rays
from training.phantoms.projection import (
    Projection,
    build_clouds,
    cardiothoracic_ratio,
    extent,
    finding_shadow,
    project,
)
from training.phantoms.tuning import Tuned
from training.phantoms.visibility import Shape

WIDTH_LIMIT_MM = 72.0  # of the upper mediastinum, ours


@dataclass(frozen=True, slots=True, eq=False)
class GeometricSubject:
    """One person; `vessel_draw` seeds the vessels of the lungs."""

    chest: Chest
    vessel_draw: int

    @property
    def shape(self) -> Shape:
        """Heart and mediastinum as their solids measure."""
        left, right = extent(self.chest.upper_mediastinum, 0)
        return Shape(cardiothoracic_ratio(self.chest), right - left, WIDTH_LIMIT_MM)

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

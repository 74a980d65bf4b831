"""Making a finding as visible as its plan asks: the person's shape, a finding's extent, or its density.

Contrast is measured on a coarse film of the same person, which agrees with the fine one well enough: what
counts for the corpus is measured again on the film itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from training.phantoms.anatomy import Person
from training.phantoms.film import Exposure
from training.phantoms.findings import EXTENTS, SHAPES, Kind, Plan
from training.phantoms.geometry import Floats, Rays
from training.phantoms.projection import Projection
from training.phantoms.visibility import MEASURED, Shape, Sight, contrast

COARSE_PX = 64
TYPICAL_ATTENUATION = 2.5  # of a ray through lung and chest wall; quantum noise hardly matters


@dataclass(frozen=True, slots=True)
class Tuned:
    """A plan, and the share of full density that its finding has."""

    plan: Plan
    strength: float = 1.0


class Subject(Protocol):
    """A person in front of the detector, from either kind of chest."""

    @property
    def shape(self) -> Shape:
        """Heart and mediastinum as measured."""

    def shadow(self, tuned: Tuned, rays: Rays, view: str) -> Floats:
        """(H, W) attenuation that a finding adds to this person's film, without its bones and vessels."""

    def project(self, findings: Sequence[Tuned], views: Sequence[tuple[str, Rays]]) -> list[Projection]:
        """The person with findings as each view sees them."""


@dataclass(frozen=True, slots=True, eq=False)
class CoarseView:
    """A view that contrast is measured in before the film is made."""

    view: str
    rays: Rays
    exposure: Exposure


STEPS = 4
CLOSE = 0.25  # contrast-to-noise
NORMAL_SHAPE = -0.75  # contrast-to-noise that a heart or mediastinum without finding is brought down to


def shaped(
    person: Person, plans: Sequence[Plan], subject_of: Callable[[Person], Subject]
) -> tuple[Person, Subject]:
    """The person whose heart and mediastinum measure what the plans ask, and are normal where none asks."""
    subject = subject_of(person)
    wanted = {plan.kind: plan.target for plan in plans}
    for kind, (name, slope) in SHAPED_BY.items():
        target = wanted.get(kind)
        start = subject.shape.contrast(kind)
        if target is None and start <= NORMAL_SHAPE / 2:
            continue
        aim = NORMAL_SHAPE if target is None else target
        setting, found = float(getattr(person, name)), start
        for _ in range(STEPS):
            if abs(found - aim) < CLOSE:
                break
            tried = float(np.clip(setting + (aim - found) / slope, 0.5, 3.5))
            if tried == setting:
                break
            person = replace(person, **{name: tried})
            subject = subject_of(person)
            reached = subject.shape.contrast(kind)
            slope = max((reached - found) / (tried - setting), 0.3 * slope)
            setting, found = tried, reached
    return person, subject


# Which of a person's numbers changes a shape, and by how much contrast-to-noise for each unit at first.
SHAPED_BY = {Kind.MEDIASTINUM: ("widening", 8.0), Kind.CARDIOMEGALY: ("heart", 25.0)}


def tuned(plan: Plan, subject: Subject, views: Sequence[CoarseView]) -> Tuned:
    """The finding as faint or as clear as its plan asks, as far as its kind can be."""
    if plan.target <= 0.0 or plan.kind in SHAPES:
        return Tuned(plan)
    if plan.kind in MEASURED:
        return Tuned(replace(plan, amount=_amount_for(plan)))
    if plan.kind in EXTENTS:
        return Tuned(_extended(plan, lambda tried: _contrast(tried, subject, views)))
    return _densified(plan, lambda tried: _contrast(tried, subject, views))


MOST_AMOUNT = 1.2  # further no rib moves and no lung shrinks


def _amount_for(plan: Plan) -> float:
    """The amount at which a kind that is measured in millimetres meets its target: they grow evenly."""
    measure, spread_mm = MEASURED[plan.kind]
    rise = measure(1.0) - measure(0.0)
    return float(np.clip((plan.target * spread_mm - measure(0.0)) / rise, 0.0, MOST_AMOUNT))


def _contrast(plan: Plan, subject: Subject, views: Sequence[CoarseView]) -> float:
    sights = []
    for view in views:
        shadow = subject.shadow(Tuned(plan), view.rays, view.view)
        behind = np.full_like(shadow, TYPICAL_ATTENUATION)
        sights.append(Sight(view.view, shadow, view.exposure, view.rays.pitch_mm, behind))
    return contrast(plan, subject.shape, sights)


HALVINGS = 5
LEAST_CLEAR = 6.5


def _extended(plan: Plan, measure: Callable[[Plan], float]) -> Plan:
    """How much fluid, air or pleura: a faint finding meets its target, a clear one exceeds the least."""
    if not plan.subtle:
        return _raised(plan, measure, LEAST_CLEAR)
    low, high = 0.0, 0.6
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        if measure(replace(plan, amount=middle)) < plan.target:
            low = middle
        else:
            high = middle
    return replace(plan, amount=(low + high) / 2.0)


RAISES, RAISE = 5, 0.15


def _raised(plan: Plan, measure: Callable[[Plan], float], least: float) -> Plan:
    """The plan with more of the finding, until it shows."""
    for _ in range(RAISES):
        if measure(plan) >= least or plan.amount >= 1.0:
            break
        plan = replace(plan, amount=min(plan.amount + RAISE, 1.0))
    return plan


def _densified(plan: Plan, measure: Callable[[Plan], float]) -> Tuned:
    """How dense: contrast grows in proportion; what even full density does not show grows."""
    if not plan.subtle:
        plan = _raised(plan, measure, plan.target)
    return Tuned(plan, float(min(plan.target / max(measure(plan), 1e-3), 1.0)))

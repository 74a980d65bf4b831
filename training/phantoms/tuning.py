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
from training.phantoms.findings import DENSE, Kind, Plan
from training.phantoms.geometry import Floats, Rays
from training.phantoms.projection import Projection
from training.phantoms.visibility import (
    MEASURED,
    RATIO_LIMIT,
    RATIO_SPREAD,
    Sight,
    heart_contrast,
    shadow_contrast,
)

COARSE_PX = 64


Measure = Callable[[int, Sequence[Projection]], float]


@dataclass(frozen=True, slots=True)
class Tuned:
    """A plan, and the share of full density that its finding has."""

    plan: Plan
    strength: float = 1.0


class Subject(Protocol):
    """A person in front of the detector, from either kind of chest."""

    @property
    def person(self) -> Person:
        """Who it is."""

    @property
    def heart_ratio(self) -> float:
        """The cardiothoracic ratio as it measures."""

    def heart_for(self, ratio: float) -> float:
        """The `Person.heart` with which it would measure about this."""

    def shadow(self, tuned: Tuned, rays: Rays, view: str) -> Floats:
        """(H, W) attenuation that a finding adds to this person's film, without its bones and vessels."""

    def project(self, findings: Sequence[Tuned], views: Sequence[tuple[str, Rays]]) -> list[Projection]:
        """The person with findings as each view sees them."""


@dataclass(frozen=True, slots=True, eq=False)
class CoarseView:
    """A view that contrast is measured in before the film is made; (H, W) attenuation without findings."""

    view: str
    rays: Rays
    exposure: Exposure
    attenuation: Floats


NORMAL_HEART = -0.75  # contrast-to-noise that a heart without finding is brought below


def shaped(
    person: Person, plans: Sequence[Plan], subject_of: Callable[[Person], Subject]
) -> tuple[Person, Subject]:
    """The person whose heart measures what the plans ask, else normal; and the person as drawn, built."""
    subject = subject_of(person)
    wanted = [plan.target for plan in plans if plan.kind is Kind.CARDIOMEGALY]
    if not wanted and heart_contrast(subject.heart_ratio) <= NORMAL_HEART:
        return person, subject
    aim = wanted[0] if wanted else NORMAL_HEART
    heart = subject.heart_for(RATIO_LIMIT + RATIO_SPREAD * aim)
    return replace(person, heart=heart), subject


def needs_film(plan: Plan) -> bool:
    """Whether tuning it takes a look at films, coarse ones: not where millimetres tell."""
    return plan.target > 0.0 and plan.kind is not Kind.CARDIOMEGALY and plan.kind not in MEASURED


def tuned(plan: Plan, subject: Subject, views: Sequence[CoarseView]) -> Tuned:
    """The finding as faint or as clear as its plan asks, as far as its kind can be."""
    if not needs_film(plan):
        measured = plan.kind in MEASURED and plan.target > 0.0
        return Tuned(replace(plan, amount=_amount_for(plan)) if measured else plan)
    if plan.kind is Kind.EFFUSION:
        return Tuned(_extended(plan, lambda tried: _contrast(tried, subject, views)))
    return _densified(plan, lambda tried: _contrast(tried, subject, views[:1]))


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
        seen = view.attenuation + shadow
        sights.append(Sight(view.view, shadow, view.exposure, view.rays.pitch_mm, seen))
    return max(shadow_contrast(sight) for sight in sights)


HALVINGS = 5
LEAST_CLEAR = 8.0


def _extended(plan: Plan, measure: Callable[[Plan], float]) -> Plan:
    """How much fluid: a faint effusion meets its target, a clear one exceeds the least."""
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
    if plan.solid:
        return Tuned(plan)
    return Tuned(plan, float(min(plan.target / max(measure(plan), 1e-3), 1.0)))


ROUNDS = 2


def refined(findings: Sequence[Tuned], sums: Sequence[Projection], measure: Measure) -> list[Projection]:
    """The films' sums with every dense finding as dense as its plan asks, measured on them.

    `measure` gives the contrast of finding `number` on given sums. Density adds up along the rays, so that
    nothing needs to be placed anew; none becomes denser than it was placed at full density.
    """
    result = list(sums)
    for number, tune in enumerate(findings):
        if tune.plan.kind not in DENSE or tune.plan.solid or tune.plan.target <= 0.0:
            continue
        strength = tune.strength
        for _ in range(ROUNDS):
            found = measure(number, result)
            factor = min(tune.plan.target / max(found, 1e-3), 1.0 / strength)
            result = [_denser(one, number, factor) for one in result]
            strength *= factor
    return result


def _denser(sums: Projection, number: int, factor: float) -> Projection:
    shadow = sums.shadows[number]
    more = shadow * np.float32(factor)
    shadows = (*sums.shadows[:number], more, *sums.shadows[number + 1 :])
    return Projection(sums.attenuation + more - shadow, shadows)

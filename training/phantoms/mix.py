"""What is drawn: how often each finding, which go together, and how well each is to show.

Faint findings aim at a contrast-to-noise below what is reliably seen, all others well above it, so that few
lie between: whether a film is ambiguous is decided here, by a draw, and measured afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from training.phantoms.anatomy import LEFT, RIGHT, Person
from training.phantoms.findings import BOTH, DENSITIES, DEVICES, PLEURAL, Kind, Plan, widening_mm


class Source(Enum):
    """Where a chest comes from; the value names it in files."""

    SCANNED = "scanned"
    GEOMETRIC = "geometric"


@dataclass(frozen=True, slots=True)
class Mix:
    """Shares of studies and findings; an examination fixes its own.

    `normal` of the studies have no finding, the others `counts` of one, two or three; `faint` of the
    findings (devices never) aim at a contrast-to-noise in `faint_contrast`, the others in `clear_contrast`;
    `scanned` of the chests come from the CT, the others are geometric.
    """

    normal: float = 0.27
    counts: tuple[float, float, float] = (0.45, 0.35, 0.2)
    faint: float = 0.36
    faint_contrast: tuple[float, float] = (1.0, 3.5)
    clear_contrast: tuple[float, float] = (6.0, 15.0)
    scanned: float = 0.72


FREQUENCIES = {  # relative, of findings in studies that are not normal
    Kind.CARDIOMEGALY: 0.12,
    Kind.MEDIASTINUM: 0.07,
    Kind.EFFUSION: 0.12,
    Kind.NODULE: 0.09,
    Kind.MASS: 0.07,
    Kind.CONSOLIDATION: 0.10,
    Kind.OPACITY: 0.09,
    Kind.OEDEMA: 0.08,
    Kind.ATELECTASIS: 0.10,
    Kind.PNEUMOTHORAX: 0.09,
    Kind.FRACTURE: 0.07,
    Kind.THICKENING: 0.08,
    Kind.LINE: 0.035,
    Kind.PACEMAKER: 0.035,
    Kind.TUBE: 0.035,
}
# How clear some kinds can be: hearts get no larger, a nodule is below 30 mm, oedema spares some air.
CLEAR = {
    Kind.CARDIOMEGALY: (5.5, 8.0),
    Kind.MEDIASTINUM: (6.0, 9.5),
    Kind.NODULE: (5.0, 6.5),
    Kind.OEDEMA: (6.0, 9.0),
    Kind.THICKENING: (6.0, 11.0),
    Kind.FRACTURE: (6.0, 9.0),
}

# The least amount of clear ones, else 0.3: a nodule of 18 mm, fluid that fills the angle.
LEAST = {Kind.NODULE: 0.4, Kind.EFFUSION: 0.42}


def draw_plans(random: np.random.Generator, mix: Mix) -> tuple[Plan, ...]:
    """Nothing for a normal study, otherwise one to three findings that go together."""
    if random.random() < mix.normal:
        return ()
    count = 1 + int(random.choice(3, p=mix.counts))
    kinds, weights = list(FREQUENCIES), np.array(list(FREQUENCIES.values()))
    plans: list[Plan] = []
    while len(plans) < count:
        kind = kinds[int(random.choice(len(kinds), p=weights / weights.sum()))]
        plan = draw_plan(random, kind, mix)
        if all(_compatible(plan, other) for other in plans):
            plans.append(plan)
    return tuple(plans)


def draw_plan(random: np.random.Generator, kind: Kind, mix: Mix) -> Plan:
    """One finding of a kind."""
    subtle = bool(random.random() < mix.faint) and kind not in DEVICES
    low, high = mix.faint_contrast if subtle else CLEAR.get(kind, mix.clear_contrast)
    target = float(random.uniform(low, high))
    amount = float(random.uniform(0.0, 0.35) if subtle else random.uniform(LEAST.get(kind, 0.3), 1.0))
    side = _draw_side(random, kind)
    place = _draw_place(random, kind)
    if kind is Kind.THICKENING and place == "apex" and random.random() < 0.35:
        side = BOTH
    if kind is Kind.CARDIOMEGALY:
        amount = float(np.interp(target, (1.0, 5.5, 8.0), (0.0, 0.25, 1.0)))
    return Plan(
        kind=kind,
        side=side,
        place=place,
        amount=amount,
        subtle=subtle,
        draw=int(random.integers(2**32)),
        target=0.0 if kind in DEVICES else target,
    )


def _draw_side(random: np.random.Generator, kind: Kind) -> int:
    side = RIGHT if random.random() < 0.5 else LEFT
    both = random.random()
    if kind in (Kind.CARDIOMEGALY, Kind.MEDIASTINUM, Kind.OEDEMA, Kind.TUBE):
        return BOTH
    if kind is Kind.EFFUSION and both < 0.28:
        return BOTH
    if kind is Kind.PACEMAKER:
        return LEFT
    return RIGHT if kind is Kind.LINE else side


def _draw_place(random: np.random.Generator, kind: Kind) -> str:
    zone = ("upper", "middle", "lower")[int(random.integers(3))]
    if kind is Kind.THICKENING:
        return "apex" if random.random() < 0.4 else "wall"
    fixed = {Kind.OEDEMA: "perihilar", Kind.ATELECTASIS: "base", Kind.PNEUMOTHORAX: "apex"}
    return zone if kind in DENSITIES or kind is Kind.FRACTURE else fixed.get(kind, "")


LOW = frozenset({Kind.EFFUSION, Kind.ATELECTASIS})
HIGH = frozenset({Kind.PNEUMOTHORAX})


def _compatible(plan: Plan, other: Plan) -> bool:
    """Whether two findings can be told apart on one film."""
    pair = {plan.kind, other.kind}
    if plan.label == other.label:
        return False
    if Kind.OEDEMA in pair and pair & DENSITIES:
        return False
    if plan.side != other.side and BOTH not in (plan.side, other.side):
        return True
    if pair <= PLEURAL | LOW or pair <= DENSITIES:
        return False
    places = (plan.place, other.place)
    both_low = bool(pair & LOW) and "lower" in places
    both_high = bool(pair & HIGH) and "upper" in places
    return not (both_low or both_high)


MEDIASTINUM_MM = 61.0  # width of the geometric chest's upper mediastinum for each unit of Person.widening


def affected(person: Person, plans: tuple[Plan, ...], source: Source) -> Person:
    """The person whose vessels and mediastinum these findings have widened; the heart is shaped later."""
    for plan in plans:
        if plan.kind is Kind.CARDIOMEGALY:
            person = replace(person, vessels=person.vessels * 1.06)
        elif plan.kind is Kind.MEDIASTINUM and source is Source.GEOMETRIC:
            more = widening_mm(plan.amount) / (MEDIASTINUM_MM * person.width)
            person = replace(person, widening=person.widening + more)
        elif plan.kind is Kind.OEDEMA:
            person = replace(person, vessels=person.vessels * (1.05 + 0.3 * plan.amount))
    return person

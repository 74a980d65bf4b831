"""Findings: what is drawn, where it lies in the chest, and what it changes on the way of the rays.

A `Plan` says what a finding is, in words and millimetres, and depends on random draws alone. Placed in a
chest it becomes an `Effect`: fluid in the pleural space, a collapsed lung, denser tissue, tubes of metal or
a broken rib. How well it shows is measured afterwards, from its own shadow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from training.phantoms.anatomy import (
    LEFT,
    LUNG,
    RIGHT,
    SIDE_NAMES,
    SIDES,
    SOFT,
    Chest,
    Lung,
    Person,
)
from training.phantoms.geometry import Floats, Solid, Tube, ellipsoid, half_space, turned, vector

METAL = 0.16  # titanium and steel, averaged over a device's own hollows
PLASTIC = 0.05  # with its radio-opaque stripe
DENSER = SOFT - LUNG  # lung filled with fluid or cells


class Kind(Enum):
    """What can be wrong; the value names it in files."""

    CARDIOMEGALY = "cardiomegaly"
    MEDIASTINUM = "widened mediastinum"
    EFFUSION = "pleural effusion"
    NODULE = "nodule"
    MASS = "mass"
    CONSOLIDATION = "consolidation"
    OPACITY = "opacity"
    OEDEMA = "oedema"
    ATELECTASIS = "atelectasis"
    PNEUMOTHORAX = "pneumothorax"
    FRACTURE = "rib fracture"
    LINE = "central line"
    PACEMAKER = "pacemaker"
    TUBE = "endotracheal tube"
    THICKENING = "pleural thickening"


LABELS = {  # the CheXpert class of each kind
    Kind.CARDIOMEGALY: "Cardiomegaly",
    Kind.MEDIASTINUM: "Enlarged Cardiomediastinum",
    Kind.EFFUSION: "Pleural Effusion",
    Kind.NODULE: "Lung Lesion",
    Kind.MASS: "Lung Lesion",
    Kind.CONSOLIDATION: "Consolidation",
    Kind.OPACITY: "Lung Opacity",
    Kind.OEDEMA: "Edema",
    Kind.ATELECTASIS: "Atelectasis",
    Kind.PNEUMOTHORAX: "Pneumothorax",
    Kind.FRACTURE: "Fracture",
    Kind.LINE: "Support Devices",
    Kind.PACEMAKER: "Support Devices",
    Kind.TUBE: "Support Devices",
    Kind.THICKENING: "Pleural Other",
}
FREQUENCIES = {  # relative, of findings in studies that are not normal
    Kind.CARDIOMEGALY: 0.16,
    Kind.MEDIASTINUM: 0.04,
    Kind.EFFUSION: 0.17,
    Kind.NODULE: 0.10,
    Kind.MASS: 0.05,
    Kind.CONSOLIDATION: 0.11,
    Kind.OPACITY: 0.08,
    Kind.OEDEMA: 0.07,
    Kind.ATELECTASIS: 0.09,
    Kind.PNEUMOTHORAX: 0.08,
    Kind.FRACTURE: 0.04,
    Kind.LINE: 0.04,
    Kind.PACEMAKER: 0.04,
    Kind.TUBE: 0.03,
}
NORMAL_SHARE = 0.35
DEVICES = frozenset({Kind.LINE, Kind.PACEMAKER, Kind.TUBE})
DENSITIES = frozenset({Kind.NODULE, Kind.MASS, Kind.CONSOLIDATION, Kind.OPACITY})
SIDED = DENSITIES | {Kind.EFFUSION, Kind.ATELECTASIS, Kind.PNEUMOTHORAX, Kind.FRACTURE}
BOTH = 0  # a side: neither left nor right alone


@dataclass(frozen=True, slots=True)
class Plan:
    """One finding before it is placed.

    `side` is RIGHT, LEFT or BOTH; `place` is "upper", "middle", "lower" (zones of the height, as on the
    film; a broken rib has one too), "apex", "base", "wall" (the lateral chest wall), "perihilar" or "";
    `lobe` is "upper", "middle" or "lower" where the chest has lobes and the finding lies in one; `amount`
    from 0 to 1 says how far it has gone; `subtle` asks for one that hardly shows; `draw` seeds its own
    details; `size_mm` is its greatest extent (the diameter of a nodule, the width of a pneumothorax), 0
    where it has none.
    """

    kind: Kind
    side: int
    place: str
    amount: float
    subtle: bool
    draw: int
    lobe: str = ""
    size_mm: float = 0.0

    @property
    def label(self) -> str:
        """Its CheXpert class."""
        return LABELS[self.kind]

    @property
    def side_name(self) -> str:
        """Its side in words; empty where a side says nothing."""
        if self.kind in SIDED:
            return SIDE_NAMES.get(self.side, "bilateral")
        return SIDE_NAMES.get(self.side, "") if self.kind is Kind.PACEMAKER else ""

    @property
    def severity(self) -> str:
        """How much of it, in words."""
        if self.kind in (Kind.NODULE, Kind.MASS):
            return "small" if self.amount < 0.4 else "large" if self.amount > 0.75 else ""
        if self.kind in (Kind.EFFUSION, Kind.PNEUMOTHORAX):
            return "small" if self.amount < 0.4 else "moderate" if self.amount < 0.75 else "large"
        if self.kind in (Kind.CARDIOMEGALY, Kind.OEDEMA):
            return "mild" if self.amount < 0.4 else "moderate" if self.amount < 0.75 else "severe"
        return ""


SUBTLE_SHARE = 0.42


def draw_plans(random: np.random.Generator) -> tuple[Plan, ...]:
    """Nothing for a normal study, otherwise one to three findings that go together."""
    if random.random() < NORMAL_SHARE:
        return ()
    count = 1 + int(random.choice(3, p=(0.5, 0.33, 0.17)))
    kinds, weights = list(FREQUENCIES), np.array(list(FREQUENCIES.values()))
    plans: list[Plan] = []
    while len(plans) < count:
        kind = kinds[int(random.choice(len(kinds), p=weights / weights.sum()))]
        plan = draw_plan(random, kind)
        if all(_compatible(plan, other) for other in plans):
            plans.append(plan)
    return tuple(plans)


def draw_plan(random: np.random.Generator, kind: Kind) -> Plan:
    """One finding of a kind."""
    subtle = bool(random.random() < SUBTLE_SHARE) and kind not in DEVICES
    amount = float(random.uniform(0.0, 0.3) if subtle else random.uniform(0.3, 1.0))
    return Plan(
        kind=kind,
        side=_draw_side(random, kind),
        place=_draw_place(random, kind),
        amount=amount,
        subtle=subtle,
        draw=int(random.integers(2**32)),
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
    fixed = {Kind.OEDEMA: "perihilar", Kind.ATELECTASIS: "base", Kind.PNEUMOTHORAX: "apex"}
    return zone if kind in DENSITIES else fixed.get(kind, "")


def _compatible(plan: Plan, other: Plan) -> bool:
    """Whether two findings can be told apart on one film."""
    if plan.label == other.label:
        return False
    sides_meet = plan.side == other.side or BOTH in (plan.side, other.side)
    pleural = {Kind.EFFUSION, Kind.PNEUMOTHORAX, Kind.ATELECTASIS}
    if sides_meet and {plan.kind, other.kind} <= pleural:
        return False
    if Kind.OEDEMA in (plan.kind, other.kind) and {plan.kind, other.kind} & DENSITIES:
        return False
    if {plan.kind, other.kind} <= DENSITIES:
        return not sides_meet
    low = {Kind.EFFUSION, Kind.ATELECTASIS}
    both_low = bool({plan.kind, other.kind} & low) and "lower" in (plan.place, other.place)
    high = Kind.PNEUMOTHORAX in (plan.kind, other.kind) and "upper" in (plan.place, other.place)
    return not (sides_meet and (both_low or high))


def affected(person: Person, plans: tuple[Plan, ...]) -> Person:
    """The person whose heart, mediastinum and vessels these findings have changed."""
    for plan in plans:
        if plan.kind is Kind.CARDIOMEGALY:
            person = replace(person, heart=1.13 + 0.42 * plan.amount, vessels=person.vessels * 1.06)
        elif plan.kind is Kind.MEDIASTINUM:
            person = replace(person, widening=1.4 + 0.9 * plan.amount)
        elif plan.kind is Kind.OEDEMA:
            person = replace(person, vessels=person.vessels * (1.12 + 0.3 * plan.amount))
    return person


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """What one finding does to a chest.

    `fluid[side]` are solids that fill the pleural space; `collapse[side]` is the solid to which the lung has
    shrunk; `dense` pairs solids with the attenuation they add to lung, blurred by `haze_mm`; `tubes` add
    metal or plastic; `broken` names a rib (side, number from 1) and how far along it is broken, 0 to 1;
    `outline` are solids whose shadow is the finding itself (an enlarged heart).
    """

    fluid: dict[int, tuple[Solid, ...]]
    collapse: dict[int, Solid]
    dense: tuple[tuple[int, Solid, float], ...] = ()
    haze_mm: float = 0.0
    tubes: tuple[Tube, ...] = ()
    broken: tuple[int, int, float] | None = None
    outline: tuple[Solid, ...] = ()


def place(plan: Plan, chest: Chest) -> Effect:
    """The finding in this chest; the same plan and chest always give the same effect."""
    random = np.random.default_rng(plan.draw)
    sides = SIDES if plan.side == BOTH else (plan.side,)
    if plan.kind is Kind.CARDIOMEGALY:
        return Effect({}, {}, outline=chest.heart)
    if plan.kind is Kind.MEDIASTINUM:
        return Effect({}, {}, outline=chest.upper_mediastinum)
    if plan.kind is Kind.EFFUSION:
        return Effect({side: _fluid(chest.lung(side), plan.amount) for side in sides}, {})
    if plan.kind is Kind.PNEUMOTHORAX:
        return Effect({}, {side: _collapsed(chest.lung(side), plan.amount) for side in sides})
    if plan.kind is Kind.FRACTURE:
        share = float(random.uniform(0.3, 0.62))
        return Effect({}, {}, broken=(plan.side, int(random.integers(4, 10)), share))
    if plan.kind in DEVICES:
        return Effect({}, {}, tubes=_device(plan.kind, chest, random))
    return _densities(plan, chest, random)


def _fluid(lung: Lung, amount: float) -> tuple[Solid, ...]:
    """Half-spaces whose union has a hollow surface, highest at the wall: the meniscus."""
    floor, dome = lung.base_mm, float(lung.dome_top[2])
    volume = amount * min(1.0, amount / 0.3)  # the first millilitres only blunt the angle
    level = floor + (0.02 + 1.5 * volume) * (dome - floor) + 60.0 * max(amount - 0.4, 0.0)
    rise = 7.0 + 50.0 * volume
    parts = [half_space((0, 0, level), (0, 0, 1))]
    for inwards in (vector((-lung.side, 0, 0)), vector((0, -1, 0)), vector((0, 1, 0))):
        wall = lung.centre - inwards * lung.radii
        height = rise * (0.6 if inwards[1] > 0 else 1.0)
        # Tangents of a parabola that reaches `height` at the wall and is level 75 mm from it.
        for distance in (2.0, 11.0, 24.0, 42.0):
            share = 1.0 - distance / 75.0
            slope = 2.0 * height * share / 75.0
            touch = wall + distance * inwards
            touch[2] = level + height * share**2
            parts.append(half_space(touch, vector((0, 0, 1)) + slope * inwards))
    return tuple(parts)


def _collapsed(lung: Lung, amount: float) -> Solid:
    """The lung drawn in towards its root, away from the apex first."""
    shrink = 0.988 - 0.30 * amount
    bound = lung.cavity.bounds[0]
    drop = vector((-lung.side * (0.5 + 17.0 * amount), 4.0 * amount, -(3.5 + 40.0 * amount)))
    radii = vector((1.0 / shrink, 1.0 / min(shrink + 0.03, 1.0), 1.0))
    return Solid((type(bound)(vector(bound.matrix * radii[:, None]), vector(bound.centre + drop)),))


def _densities(plan: Plan, chest: Chest, random: np.random.Generator) -> Effect:
    if plan.kind in (Kind.NODULE, Kind.MASS):
        return _lesion(plan, chest, random)
    if plan.kind is Kind.ATELECTASIS:
        return _bands(plan, chest, random)
    if plan.kind is Kind.OEDEMA:
        return _batwing(plan, chest, random)
    lung = chest.lung(plan.side)
    dense = plan.kind is Kind.CONSOLIDATION
    reach = (20.0 if dense else 16.0) + 20.0 * plan.amount
    middle = place_in(lung, plan.place, random, reach * 0.7)
    filled = (0.10 + 0.7 * plan.amount) if dense else (0.10 + 0.34 * plan.amount)
    blobs = _blobs(lung.side, middle, reach, filled * DENSER, 9, random)
    return Effect({}, {}, dense=blobs, haze_mm=3.0 if dense else 7.0)


def _blobs(
    side: int, middle: Floats, reach: float, attenuation: float, count: int, random: np.random.Generator
) -> tuple[tuple[int, Solid, float], ...]:
    """Overlapping lumps round a middle: an uneven patch."""
    parts = []
    for _ in range(count):
        offset = random.normal(0.0, 0.42 * reach, 3)
        radii = reach * random.uniform(0.38, 0.75, 3)
        solid = ellipsoid(
            middle + offset, radii, turned(int(random.integers(3)), float(random.uniform(0, 180)))
        )
        parts.append((side, solid, float(attenuation * random.uniform(0.5, 1.0))))
    return tuple(parts)


def _lesion(plan: Plan, chest: Chest, random: np.random.Generator) -> Effect:
    lung = chest.lung(plan.side)
    radius = 5.5 + 8.0 * plan.amount if plan.kind is Kind.NODULE else 16.0 + 16.0 * plan.amount
    filled = 0.5 + 0.25 * plan.amount if plan.subtle else 1.0
    if plan.kind is Kind.MASS and plan.subtle:
        filled = 0.25
    middle = place_in(lung, plan.place, random, radius)
    radii = radius * random.uniform(0.88, 1.12, 3)
    parts = [(lung.side, ellipsoid(middle, radii), filled * DENSER)]
    if plan.kind is Kind.MASS:
        for _ in range(3):
            offset = random.normal(0.0, 0.45 * radius, 3)
            parts.append((lung.side, ellipsoid(middle + offset, radii * 0.55), 0.5 * filled * DENSER))
    return Effect({}, {}, dense=tuple(parts), haze_mm=0.8)


def _bands(plan: Plan, chest: Chest, random: np.random.Generator) -> Effect:
    lung = chest.lung(plan.side)
    parts = []
    for number in range(2 if plan.amount < 0.5 else 3):
        middle = lung.dome_top + vector(
            (
                lung.side * random.uniform(-6, 22),
                random.uniform(-10, 24),
                7.0 + 11.0 * number + random.uniform(-2, 2),
            )
        )
        radii = vector((24 + 16 * plan.amount, 26 + 12 * plan.amount, 1.7 + 1.5 * plan.amount))
        turn = turned(1, float(lung.side * random.uniform(2, 22))) @ turned(0, float(random.uniform(-5, 5)))
        parts.append((lung.side, ellipsoid(middle, radii, turn), (0.24 + 0.4 * plan.amount) * DENSER))
    return Effect({}, {}, dense=tuple(parts), haze_mm=0.7)


def _batwing(plan: Plan, chest: Chest, random: np.random.Generator) -> Effect:
    parts: list[tuple[int, Solid, float]] = []
    for side in SIDES:
        lung = chest.lung(side)
        for height in (14.0, -20.0, -54.0):
            middle = vector((side * (62.0 * chest.person.width), 10.0, height * chest.person.height))
            filled = (0.16 + 0.34 * plan.amount) * DENSER
            parts.extend(_blobs(lung.side, middle, 28.0, filled, 4, random))
    return Effect({}, {}, dense=tuple(parts), haze_mm=9.0)


ZONES = {"upper": (0.66, 0.86), "middle": (0.42, 0.6), "lower": (0.12, 0.34)}


def place_in(lung: Lung, zone: str, random: np.random.Generator, radius: float) -> Floats:
    """A point in a zone of the lung, about `radius` away from its surface where that can be had.

    Zones divide the height between dome and apex as radiologists do on the film, not by lobes.
    """
    low, high = ZONES[zone]
    dome = float(lung.dome_top[2])
    height = lung.apex_mm - dome
    centre, radii = lung.centre, lung.radii
    tries = 400
    share = random.uniform(low, high, tries)
    z = dome + share * height
    across, depth = random.uniform(-1.0, 1.0, tries), random.uniform(-0.8, 0.8, tries)
    narrow = np.sqrt(np.clip(1.0 - ((z - centre[2]) / radii[2]) ** 2, 0.0, 1.0))
    lean = lung.lean(vector(z))
    x = centre[0] + lean[0] + across * radii[0] * narrow
    y = centre[1] + lean[1] + depth * radii[1] * narrow
    points = vector(np.stack([x, y, z], axis=1))
    for margin in (1.0, 0.7, 0.4, 0.0):
        kept = lung.holds(points)
        for axis in (0, 1):
            for sign in (-1, 1):
                step = np.zeros(3, np.float32)
                step[axis] = sign * margin * radius
                kept &= lung.holds(points + step)
        if kept.any():
            return np.asarray(points[int(np.argmax(kept))], np.float32)
    return np.asarray(points[0], np.float32)


def _device(kind: Kind, chest: Chest, random: np.random.Generator) -> tuple[Tube, ...]:
    scale = vector((chest.person.width, chest.person.depth, chest.person.height))

    def tube(places: list[tuple[float, float, float]], radius: float, attenuation: float) -> Tube:
        line = _curved(vector(places) * scale)
        return Tube(line, np.full(len(line), radius, np.float32), attenuation)

    jitter = random.normal(0.0, 4.0, 4)
    if kind is Kind.LINE:
        tip = -12.0 + 2.0 * jitter[0]
        return (
            tube(
                [(-62, -40, 165), (-44, -34, 118), (-30, -26, 84), (-20, -8, 50), (-19, -6, tip)],
                1.4,
                METAL * 1.2,
            ),
        )
    if kind is Kind.TUBE:
        tip = 34.0 + 2.0 * jitter[0]
        return (tube([(0, -4, 185), (1, 4, 140), (0, 9, 90), (0, 10, tip)], 4.4, PLASTIC * 0.5),)
    box = vector((98.0 + jitter[0], -102.0, 62.0 + jitter[1])) * scale
    case = Tube(
        vector(np.linspace(box + vector((0, 0, 20)), box - vector((0, 0, 20)), 8)),
        vector((16, 20, 22, 23, 23, 22, 20, 15)),
        METAL,
        flat=0.17,
    )
    lead = tube(
        [
            (90, -98, 82),
            (64, -72, 84),
            (30, -44, 74),
            (-6, -20, 52),
            (-20, -8, 14),
            (-26, -16, -52),
            (8, -38, -96),
            (44, -50, -106),
        ],
        1.1,
        METAL * 1.3,
    )
    return (case, lead)


def _curved(places: Floats) -> Floats:
    """A smooth line through places (Catmull-Rom)."""
    padded = np.concatenate([2 * places[:1] - places[1:2], places, 2 * places[-1:] - places[-2:-1]])
    share = np.linspace(0.0, 1.0, 12, endpoint=False)[:, None]
    pieces = []
    for before, first, second, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        pieces.append(
            0.5
            * (
                2 * first
                + (second - before) * share
                + (2 * before - 5 * first + 4 * second - after) * share**2
                + (3 * first - before - 3 * second + after) * share**3
            )
        )
    return vector(np.concatenate([*pieces, places[-1:]]))


def slip_mm(amount: float) -> float:
    """How far the pieces of a broken rib have moved apart."""
    return 2.5 + 6.0 * amount


def broken_line(line: Floats, share: float, amount: float) -> tuple[Floats, Floats]:
    """The two pieces of a rib, the outer one slipped downwards and inwards."""
    cut = int(share * len(line))
    outer = line[cut:].copy()
    slip = slip_mm(amount) * np.linspace(1.0, 0.0, len(outer), dtype=np.float32)[:, None] ** 2
    inwards = -np.sign(outer[:, :1]) * vector((0.5, 0.0, 0.0))
    return line[:cut], vector(outer + slip * (inwards - vector((0.0, 0.0, 1.0))))

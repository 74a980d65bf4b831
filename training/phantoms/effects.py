"""Findings in the geometric chest: solids that fill or empty the pleural space, denser lung, broken ribs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from training.phantoms.anatomy import SIDES, Chest, Lung, Person
from training.phantoms.devices import device_tubes
from training.phantoms.findings import (
    BOTH,
    DENSER,
    DEVICES,
    RIBS_IN,
    ZONES,
    Kind,
    Plan,
    layer_mm,
    lesion_radius_mm,
    slip_mm,
    swelling_mm,
)
from training.phantoms.geometry import Floats, Solid, Tube, ellipsoid, half_space, turned, vector


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

    def scaled(self, strength: float) -> Effect:
        """The same finding with its dense tissue more or less dense; shapes and spaces stay as they are."""
        dense = tuple((side, solid, strength * added) for side, solid, added in self.dense)
        return replace(self, dense=dense)


def in_person(person: Person) -> Callable[[Floats], Floats]:
    """Takes (N, 3) places of the average adult to this person's."""
    scale = vector((person.width, person.depth, person.height))
    return lambda places: places * scale


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
        number = RIBS_IN[plan.place][int(random.integers(2))]
        return _fracture(plan, chest, number, share)
    if plan.kind is Kind.THICKENING:
        return Effect({side: (_layer(plan, chest.lung(side), random),) for side in sides}, {})
    if plan.kind in DEVICES:
        return Effect({}, {}, tubes=device_tubes(plan.kind, in_person(chest.person), random))
    return _densities(plan, chest, random)


def _fracture(plan: Plan, chest: Chest, number: int, share: float) -> Effect:
    line = chest.ribs[plan.side][number - 1]
    middle = line[int(share * len(line))] - vector((4.0 * plan.side, 0.0, 0.0))
    radius = swelling_mm(plan.amount)
    blood = ((plan.side, ellipsoid(middle, (radius, 1.4 * radius, radius)), DENSER),)
    return Effect({}, {}, dense=blood, haze_mm=1.0, broken=(plan.side, number, share))


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


def _layer(plan: Plan, lung: Lung, random: np.random.Generator) -> Solid:
    """What lies beyond a plane just inside the wall: a lens of thickened pleura, or a cap on the apex."""
    height = float(random.uniform(-0.35, 0.3))
    apical = plan.place == "apex"
    towards = vector((0.2 * lung.side, 0.0, 1.0) if apical else (lung.side, 0.0, height))
    towards /= np.linalg.norm(towards)
    bound = lung.cavity.bounds[0]
    surface = bound.centre + np.linalg.inv(bound.matrix) @ towards
    outwards = bound.matrix.T @ towards
    outwards /= np.linalg.norm(outwards)
    return half_space(surface - layer_mm(plan.place, plan.amount) * outwards, -outwards)


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
    blobs = _blobs(lung.side, middle, reach, (0.9 if dense else 0.65) * DENSER, 9, random)
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
    radius = lesion_radius_mm(plan.kind, plan.amount)
    aside = CLEAR_OF_HEART_MM * chest.person.width if plan.solid else 0.0
    middle = place_in(lung, plan.place, random, radius, aside)
    radii = radius * random.uniform(0.88, 1.12, 3)
    parts = [(lung.side, ellipsoid(middle, radii), DENSER)]
    if plan.kind is Kind.MASS:
        for _ in range(3):
            offset = random.normal(0.0, 0.45 * radius, 3)
            parts.append((lung.side, ellipsoid(middle + offset, radii * 0.55), 0.5 * DENSER))
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
        parts.append((lung.side, ellipsoid(middle, radii, turn), 0.8 * DENSER))
    return Effect({}, {}, dense=tuple(parts), haze_mm=0.7)


def _batwing(plan: Plan, chest: Chest, random: np.random.Generator) -> Effect:
    parts: list[tuple[int, Solid, float]] = []
    for side in SIDES:
        lung = chest.lung(side)
        for height in (14.0, -20.0, -54.0):
            middle = vector((side * (62.0 * chest.person.width), 10.0, height * chest.person.height))
            filled = 1.1 * DENSER
            parts.extend(_blobs(lung.side, middle, 28.0, filled, 4, random))
    return Effect({}, {}, dense=tuple(parts), haze_mm=9.0)


CLEAR_OF_HEART_MM = 66.0  # from the midline: there a film shows neither heart nor hila, as a rule


def place_in(
    lung: Lung, zone: str, random: np.random.Generator, radius: float, aside_mm: float = 0.0
) -> Floats:
    """A point in a zone of the lung, about `radius` away from its surface where that can be had.

    It lies at least `aside_mm` from the midline, again where that can be had.

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
    aside = np.abs(x) >= aside_mm
    points = np.concatenate([points[aside], points[~aside]])
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


def broken_line(line: Floats, share: float, amount: float) -> tuple[Floats, Floats]:
    """The two pieces of a rib, the outer one slipped downwards and inwards."""
    cut = int(share * len(line))
    outer = line[cut:].copy()
    slip = slip_mm(amount) * np.linspace(1.0, 0.0, len(outer), dtype=np.float32)[:, None] ** 2
    inwards = -np.sign(outer[:, :1]) * vector((0.5, 0.0, 0.0))
    return line[:cut], vector(outer + slip * (inwards - vector((0.0, 0.0, 1.0))))

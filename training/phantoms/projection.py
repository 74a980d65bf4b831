"""Ray sums of a chest with its findings: what each ray meets on its way, and each finding's share of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from training.phantoms.anatomy import LEFT, LUNG, RIB, RIGHT, SIDES, SOFT, Chest, Lung, rib_tube, vessel_cloud
from training.phantoms.effects import Effect, broken_line
from training.phantoms.film import smooth
from training.phantoms.findings import DENSER, Plan
from training.phantoms.geometry import (
    Bound,
    Cloud,
    Floats,
    Rays,
    Solid,
    Tube,
    ellipsoid,
    free_length,
    joined,
    ray_sum,
    tube_cloud,
    union_length,
    vector,
)

PLEURA_MM = 1.0  # two layers, seen edge on
FULL = 0.92  # a dense lung still holds some air
GRAIN = 0.85  # of a pixel


@dataclass(frozen=True, slots=True, eq=False)
class Clouds:
    """The small masses of a chest: bones and large vessels in every view, shoulders in frontal ones."""

    inner: Cloud
    shoulders: Cloud


def build_clouds(
    chest: Chest, plans: Sequence[Plan], effects: Sequence[Effect], vessel_draw: int, pitch_mm: float
) -> Clouds:
    """Bones, vessels and what findings do to them, fine enough for pixels of `pitch_mm`."""
    grain = GRAIN * pitch_mm
    tubes = [*chest.bones, *chest.hila, *_ribs(chest, plans, effects)]
    clouds = [tube_cloud(tubes, grain)]
    for side in SIDES:
        random = np.random.default_rng((vessel_draw, side + 1))
        vessels = vessel_cloud(chest, side, random, grain)
        for effect in effects:
            if side in effect.collapse:
                vessels = vessels.within(effect.collapse[side].inside(vessels.points))
            for fluid in effect.fluid.get(side, ()):
                vessels = vessels.within(~fluid.inside(vessels.points))
        clouds.append(vessels)
    return Clouds(joined(clouds), tube_cloud(chest.shoulders, grain))


def _ribs(chest: Chest, plans: Sequence[Plan], effects: Sequence[Effect]) -> list[Tube]:
    broken = {
        effect.broken[:2]: (effect.broken[2], plan.amount)
        for plan, effect in zip(plans, effects, strict=True)
        if effect.broken
    }
    tubes: list[Tube] = []
    for side in SIDES:
        for number, line in enumerate(chest.ribs[side], start=1):
            pieces: tuple[Floats, ...] = (line,)
            if (side, number) in broken:
                pieces = broken_line(line, *broken[side, number])
            tubes.extend(rib_tube(chest.person, number, piece) for piece in pieces)
    return tubes


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """One view: (H, W) attenuation along each ray and, for each finding, what it alone changed (>= 0)."""

    attenuation: Floats
    shadows: tuple[Floats, ...]


def project(chest: Chest, effects: Sequence[Effect], clouds: Clouds, rays: Rays, view: str) -> Projection:
    """The chest and its findings as one view sees them."""
    total = _body(rays, chest, view)
    shadows = [np.zeros(rays.shape, np.float32) for _ in effects]
    for side in SIDES:
        total += _pleural_space(rays, chest.lung(side), effects, shadows)
    total += ray_sum(rays, clouds.inner)
    if view == "PA":
        total += ray_sum(rays, clouds.shoulders)
    for effect, shadow in zip(effects, shadows, strict=True):
        if effect.tubes:
            metal = ray_sum(rays, tube_cloud(effect.tubes, GRAIN * rays.pitch_mm))
            total += metal
            shadow += metal
        if effect.outline:
            shadow += union_length([rays.interval(solid) for solid in effect.outline]) * np.float32(DENSER)
        if effect.broken:
            shadow += _break(rays, chest, effect.broken)
    return Projection(total, tuple(shadows))


def finding_shadow(chest: Chest, effect: Effect, rays: Rays) -> Floats:
    """(H, W) what one finding of the lungs changes, alone."""
    shadow = np.zeros(rays.shape, np.float32)
    touched = {*effect.fluid, *effect.collapse, *(side for side, _, _ in effect.dense)}
    for side in sorted(touched):
        _pleural_space(rays, chest.lung(side), [effect], [shadow])
    return shadow


def _body(rays: Rays, chest: Chest, view: str) -> Floats:
    parts = chest.body + chest.arms[view]
    total = union_length([rays.interval(part) for part in parts]) * rays.stretch * np.float32(SOFT)
    for solid, added in chest.extras:
        window = rays.window(solid)
        part = rays.crop(window)
        if 0 not in part.shape:
            entry, leave = part.interval(solid)
            total[window.rows, window.columns] += np.maximum(leave - entry, 0.0) * np.float32(added)
    return total


def lung_length(
    rays: Rays, lung: Lung, within: Sequence[Solid] = (), without: Sequence[Solid] = ()
) -> Floats:
    """(H, W) millimetres of pleural space along each ray, in all of `within` and in none of `without`."""
    result = np.zeros(rays.shape, np.float32)
    window = rays.window(lung.cavity)
    part = rays.crop(window)
    if 0 in part.shape:
        return result
    obstacles = [part.interval(solid) for solid in (*lung.obstacles, *without)]
    free = free_length(part.interval(lung.cavity.cut(*within)), obstacles)
    result[window.rows, window.columns] = free * part.stretch
    return result


def _pleural_space(rays: Rays, lung: Lung, effects: Sequence[Effect], shadows: list[Floats]) -> Floats:
    """What lung, fluid, free air and dense tissue of one side change against soft tissue."""
    fluid = [solid for effect in effects for solid in effect.fluid.get(lung.side, ())]
    collapsed = [effect.collapse[lung.side] for effect in effects if lung.side in effect.collapse]
    aerated = lung_length(rays, lung, collapsed, fluid)
    change = aerated * np.float32(LUNG - SOFT)
    for effect, shadow in zip(effects, shadows, strict=True):
        if lung.side in effect.fluid:
            shadow += (lung_length(rays, lung, collapsed) - aerated) * np.float32(DENSER)
        if lung.side in effect.collapse:
            free_air = lung_length(rays, lung, (), fluid) - aerated
            inner = lung_length(rays, lung, [_thinner(effect.collapse[lung.side])], fluid)
            change += (aerated - inner) * np.float32(DENSER) - free_air * np.float32(SOFT)
            shadow += free_air * np.float32(LUNG)
        added = _dense(rays, lung, effect, aerated)
        change += added
        shadow += added
    return change


def _thinner(solid: Solid) -> Solid:
    """The same solid without its outermost layer of pleura."""
    bound = solid.bounds[0]
    radii = 1.0 / np.linalg.norm(bound.matrix, axis=1)
    return Solid((Bound(vector(bound.matrix * (radii / (radii - PLEURA_MM))[:, None]), bound.centre),))


def _dense(rays: Rays, lung: Lung, effect: Effect, aerated: Floats) -> Floats:
    """Attenuation that dense tissue adds to the lung; never more than full lung would."""
    total = np.zeros(rays.shape, np.float32)
    for side, solid, attenuation in effect.dense:
        if side == lung.side:
            total += rays.chord(solid) * np.float32(attenuation)
    if not total.any():
        return total
    hazy = smooth(total, effect.haze_mm, rays.pitch_mm)
    return np.asarray(np.minimum(hazy, aerated * np.float32(FULL * DENSER)), np.float32)


BREAK_MM = 11.0


def _break(rays: Rays, chest: Chest, broken: tuple[int, int, float]) -> Floats:
    side, number, share = broken
    line = chest.ribs[side][number - 1]
    middle = line[int(share * len(line))]
    return rays.chord(ellipsoid(middle, (BREAK_MM, BREAK_MM, BREAK_MM))) * np.float32(RIB)


def extent(solids: Sequence[Solid], axis: int) -> tuple[float, float]:
    """Least and greatest coordinate of ellipsoids along a patient axis."""
    edges = []
    for solid in solids:
        bound = solid.bounds[0]
        reach = float(np.linalg.norm(np.linalg.inv(bound.matrix.astype(np.float64))[axis]))
        edges.append((float(bound.centre[axis]) - reach, float(bound.centre[axis]) + reach))
    return min(low for low, _ in edges), max(high for _, high in edges)


def cardiothoracic_ratio(chest: Chest) -> float:
    """Widest heart over widest chest inside the ribs, as on a frontal film."""
    left, right = extent(chest.heart, 0)
    outer = [float(abs(chest.lung(side).centre[0]) + chest.lung(side).radii[0]) for side in (RIGHT, LEFT)]
    return (right - left) / sum(outer)

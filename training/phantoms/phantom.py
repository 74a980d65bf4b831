"""One phantom, whole: a person with findings, two films, masks and a report; all from (seed, index)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from training.phantoms.anatomy import Person, build_chest, draw_person
from training.phantoms.film import FIELD_MM, VIEWS, Exposure, develop, draw_exposure, rays_for
from training.phantoms.findings import Kind, Plan, affected, draw_plan, draw_plans, place
from training.phantoms.geometry import Bools, Rays
from training.phantoms.language import Report, write_report
from training.phantoms.projection import Projection, build_clouds, project
from training.phantoms.visibility import FAINT_BELOW, contrast, mask_of

INVERTED_SHARE = 0.12  # of studies are stored as MONOCHROME1


class Stream(IntEnum):
    """What a random draw is for: each purpose has its own generator, so that none disturbs another."""

    PERSON = 0
    FINDINGS = 1
    VESSELS = 2
    EXPOSURE = 3
    NOISE = 4
    LANGUAGE = 5
    IDENTITY = 6


def stream(seed: int, index: int, purpose: Stream, part: int = 0) -> np.random.Generator:
    """The generator of one purpose of one study; studies never share one."""
    return np.random.default_rng((seed, index, int(purpose), part))


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding as it came out on the films; `contrast` is its contrast-to-noise."""

    plan: Plan
    contrast: float

    @property
    def faint(self) -> bool:
        """Whether a careful reader may well miss it."""
        return self.contrast < FAINT_BELOW


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """One view: 12-bit stored values as (H, W), how it was taken, and each finding's (H, W) mask."""

    view: str
    pixels: npt.NDArray[np.uint16]
    exposure: Exposure
    masks: tuple[Bools, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Phantom:
    """One study that never was: `findings` are in the order of every film's masks."""

    seed: int
    index: int
    person: Person
    findings: tuple[Shown, ...]
    films: tuple[Film, ...]
    report: Report


def make_phantom(seed: int, index: int, size_px: int, wanted: Sequence[Kind] | None = None) -> Phantom:
    """Study `index` of a seed, with films of `size_px` squared; `wanted` names its findings, else drawn."""
    random = stream(seed, index, Stream.FINDINGS)
    plans = (
        draw_plans(random) if wanted is None else tuple(_plain(draw_plan(random, kind)) for kind in wanted)
    )
    person = affected(draw_person(stream(seed, index, Stream.PERSON)), plans)
    chest = build_chest(person)
    effects = tuple(place(plan, chest) for plan in plans)
    vessels = int(stream(seed, index, Stream.VESSELS).integers(2**32))
    clouds = build_clouds(chest, plans, effects, vessels, FIELD_MM / size_px)
    inverted = bool(stream(seed, index, Stream.EXPOSURE, len(VIEWS)).random() < INVERTED_SHARE)
    taken: list[tuple[Rays, Exposure, Projection]] = []
    for part, view in enumerate(VIEWS):
        exposure = replace(draw_exposure(stream(seed, index, Stream.EXPOSURE, part), view), inverted=inverted)
        rays = rays_for(view, size_px, exposure, person.turn_degrees, person.tilt_degrees)
        taken.append((rays, exposure, project(chest, effects, clouds, rays, view)))
    shown = tuple(
        Shown(
            plan,
            contrast(
                plan,
                chest,
                [(sums, sums.shadows[number], exposure, rays.pitch_mm) for rays, exposure, sums in taken],
            ),
        )
        for number, plan in enumerate(plans)
    )
    films = tuple(
        _film(view, *taken[part], stream(seed, index, Stream.NOISE, part)) for part, view in enumerate(VIEWS)
    )
    return Phantom(
        seed, index, person, shown, films, write_report(shown, person, stream(seed, index, Stream.LANGUAGE))
    )


def _plain(plan: Plan) -> Plan:
    """A finding asked for by name is one that shows."""
    return replace(plan, subtle=False, amount=max(plan.amount, 0.5))


def _film(view: str, rays: Rays, exposure: Exposure, sums: Projection, random: np.random.Generator) -> Film:
    pixels = develop(sums.attenuation, rays, exposure, random)
    return Film(view, pixels, exposure, tuple(mask_of(shadow) for shadow in sums.shadows))

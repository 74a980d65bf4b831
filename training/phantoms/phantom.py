"""One phantom, whole: a person with findings, two films, masks and a report; all from (seed, index)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache

import numpy as np
import numpy.typing as npt

from engine.runtime.threads import torch_threads
from training.phantoms.anatomy import Person, draw_person
from training.phantoms.film import VIEWS, Exposure, develop, draw_exposure, rays_for
from training.phantoms.findings import Kind, Plan, size_mm
from training.phantoms.geometric import geometric_subject
from training.phantoms.geometry import Bools, Rays
from training.phantoms.language import Report, write_report
from training.phantoms.mix import Mix, Source, affected, draw_plan, draw_plans
from training.phantoms.projection import Projection
from training.phantoms.scanned.chest import spacing_for
from training.phantoms.scanned.findings import lobe_of
from training.phantoms.scanned.subject import scanned_subject
from training.phantoms.scanned.template import Template, load_template
from training.phantoms.tuning import COARSE_PX, CoarseView, Subject, needs_film, refined, shaped, tuned
from training.phantoms.visibility import FAINT_BELOW, Sight, contrast, mask_of

INVERTED_SHARE = 0.12  # of studies are stored as MONOCHROME1
COARSE_MM = 7.0  # voxels that contrast and shape are measured on before the film is made


class Stream(IntEnum):
    """What a random draw is for: each purpose has its own generator, so that none disturbs another."""

    PERSON = 0
    FINDINGS = 1
    VESSELS = 2
    EXPOSURE = 3
    NOISE = 4
    LANGUAGE = 5
    IDENTITY = 6
    SOURCE = 7
    DEFORMATION = 8


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
    source: Source
    person: Person
    findings: tuple[Shown, ...]
    films: tuple[Film, ...]
    report: Report


@cache
def shipped_template() -> Template:
    """The chest that ships with the program, read once in each process."""
    return load_template()


def make_phantom(
    seed: int,
    index: int,
    size_px: int,
    wanted: Sequence[Kind] | None = None,
    source: Source | None = None,
    mix: Mix = Mix(),  # noqa: B008 -- frozen
) -> Phantom:
    """Study `index` of a seed, with films of `size_px` squared; `wanted` names its findings, else drawn."""
    # Sums in one order, whatever the number of threads; studies are made side by side by processes.
    with torch_threads(1):
        return _phantom(seed, index, size_px, wanted, source, mix)


def _phantom(
    seed: int, index: int, size_px: int, wanted: Sequence[Kind] | None, source: Source | None, mix: Mix
) -> Phantom:
    chosen = source or draw_source(seed, index, mix)
    plans = _plans(seed, index, wanted, mix, chosen)
    drawn = affected(draw_person(stream(seed, index, Stream.PERSON)), plans, chosen)
    coarse, fine = _subjects(seed, index, chosen, size_px)
    person, subject = shaped(drawn, plans, coarse)
    exposures = _exposures(seed, index)
    small = _coarse_views(subject, exposures) if any(map(needs_film, plans)) else []
    findings = [tuned(plan, subject, small) for plan in plans]
    views = [(view, _rays(view, size_px, exposures[view], person)) for view in VIEWS]
    final = fine(person)

    def measured(number: int, sums: Sequence[Projection]) -> float:
        sights = _sights(number, views, exposures, sums)
        return contrast(findings[number].plan, final.heart_ratio, sights)

    sums = refined(findings, final.project(findings, views), measured)
    shown = tuple(Shown(_sized(tune.plan), measured(number, sums)) for number, tune in enumerate(findings))
    films = tuple(
        _film(view, rays, exposures[view], sums[part], stream(seed, index, Stream.NOISE, part))
        for part, (view, rays) in enumerate(views)
    )
    report = write_report(shown, person, stream(seed, index, Stream.LANGUAGE))
    return Phantom(seed, index, chosen, person, shown, films, report)


def _sized(plan: Plan) -> Plan:
    return replace(plan, size_mm=size_mm(plan.kind, plan.place, plan.amount))


def _coarse_views(subject: Subject, exposures: dict[str, Exposure]) -> list[CoarseView]:
    views = [(view, _rays(view, COARSE_PX, taken, subject.person)) for view, taken in exposures.items()]
    return [
        CoarseView(view, rays, exposures[view], sums.attenuation)
        for (view, rays), sums in zip(views, subject.project((), views), strict=True)
    ]


def draw_source(seed: int, index: int, mix: Mix) -> Source:
    """Which chest a study has."""
    scanned = stream(seed, index, Stream.SOURCE).random() < mix.scanned
    return Source.SCANNED if scanned else Source.GEOMETRIC


def _plans(
    seed: int, index: int, wanted: Sequence[Kind] | None, mix: Mix, source: Source
) -> tuple[Plan, ...]:
    random = stream(seed, index, Stream.FINDINGS)
    if wanted is None:
        plans = draw_plans(random, mix)
    else:
        clear = replace(mix, faint=0.0)  # a finding asked for by name is one that shows
        plans = tuple(draw_plan(random, kind, clear) for kind in wanted)
    if source is Source.GEOMETRIC:
        return plans
    return tuple(replace(plan, lobe=lobe_of(plan)) for plan in plans)


def _subjects(
    seed: int, index: int, source: Source, size_px: int
) -> tuple[Callable[[Person], Subject], Callable[[Person], Subject]]:
    """Makers of a study's person: one good enough to measure on, one for the films."""
    if source is Source.GEOMETRIC:
        vessels = int(stream(seed, index, Stream.VESSELS).integers(2**32))
        return (lambda person: geometric_subject(person, vessels),) * 2

    def maker(spacing_mm: float) -> Callable[[Person], Subject]:
        return lambda person: scanned_subject(
            person, shipped_template(), spacing_mm, stream(seed, index, Stream.DEFORMATION)
        )

    return maker(COARSE_MM), maker(spacing_for(size_px))


def _exposures(seed: int, index: int) -> dict[str, Exposure]:
    inverted = bool(stream(seed, index, Stream.EXPOSURE, len(VIEWS)).random() < INVERTED_SHARE)
    return {
        view: replace(draw_exposure(stream(seed, index, Stream.EXPOSURE, part), view), inverted=inverted)
        for part, view in enumerate(VIEWS)
    }


def _rays(view: str, size_px: int, exposure: Exposure, person: Person) -> Rays:
    return rays_for(view, size_px, exposure, person.turn_degrees, person.tilt_degrees)


def _sights(
    number: int,
    views: Sequence[tuple[str, Rays]],
    exposures: dict[str, Exposure],
    sums: Sequence[Projection],
) -> list[Sight]:
    return [
        Sight(view, one.shadows[number], exposures[view], rays.pitch_mm, one.attenuation)
        for (view, rays), one in zip(views, sums, strict=True)
    ]


def _film(view: str, rays: Rays, exposure: Exposure, sums: Projection, random: np.random.Generator) -> Film:
    pixels = develop(sums.attenuation, rays, exposure, random)
    return Film(view, pixels, exposure, tuple(mask_of(shadow) for shadow in sums.shadows))

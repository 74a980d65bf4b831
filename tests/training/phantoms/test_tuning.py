from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from training.phantoms.anatomy import Person
from training.phantoms.film import Exposure, rays_for
from training.phantoms.findings import Kind, Plan
from training.phantoms.geometry import Floats, Rays
from training.phantoms.projection import Projection
from training.phantoms.tuning import CoarseView, Tuned, refined, shaped, tuned
from training.phantoms.visibility import (
    FAINT_BELOW,
    MEASURED,
    RATIO_LIMIT,
    Sight,
    heart_contrast,
    mask_of,
    shadow_contrast,
)

EXPOSURE = Exposure()
RAYS = rays_for("PA", 64, EXPOSURE, 0.0, 0.0)
BEHIND = np.full(RAYS.shape, 2.0, np.float32)
VIEW = CoarseView("PA", RAYS, EXPOSURE, BEHIND)


@dataclass(frozen=True, slots=True)
class Square:
    """A person whose findings are squares: as wide as `amount` asks, 0.4 deep at full density."""

    person: Person = field(default_factory=Person)
    depth: float = 0.4

    @property
    def heart_ratio(self) -> float:
        return 0.5 * self.person.heart

    def heart_for(self, ratio: float) -> float:
        return 2.0 * ratio

    def shadow(self, tuned: Tuned, rays: Rays, view: str) -> Floats:
        shadow = np.zeros(rays.shape, np.float32)
        width = round(4 + 16 * tuned.plan.amount)
        if tuned.plan.kind is Kind.EFFUSION:
            shadow[40:, :] = self.depth * tuned.plan.amount**2
        else:
            shadow[20 : 20 + width, 20 : 20 + width] = self.depth * tuned.strength
        return shadow

    def project(self, findings: Sequence[Tuned], views: Sequence[tuple[str, Rays]]) -> list[Projection]:
        raise NotImplementedError


def _plan(kind: Kind, target: float, amount: float = 0.5) -> Plan:
    return Plan(kind, 1, "upper", amount, target < FAINT_BELOW, 7, target=target)


def _contrast(tune: Tuned) -> float:
    shadow = Square().shadow(tune, RAYS, "PA")
    return shadow_contrast(Sight("PA", shadow, EXPOSURE, RAYS.pitch_mm, BEHIND + shadow))


@pytest.mark.parametrize("target", [1.5, 3.0])
def test_a_faint_density_is_thinned_until_it_hardly_shows(target: float) -> None:
    tune = tuned(_plan(Kind.NODULE, target), Square(), [VIEW])
    assert tune.plan.amount == 0.5
    assert tune.strength < 1.0
    assert _contrast(tune) == pytest.approx(target, rel=0.2)


def test_a_clear_density_that_cannot_show_grows_and_is_never_denser_than_full() -> None:
    tune = tuned(_plan(Kind.NODULE, 50.0, amount=0.2), Square(), [VIEW])
    assert tune.strength == 1.0
    assert tune.plan.amount > 0.2


def test_fluid_is_poured_until_it_shows_as_much_as_planned() -> None:
    faint = tuned(_plan(Kind.EFFUSION, 2.0), Square(), [VIEW])
    assert faint.strength == 1.0
    assert _contrast(faint) == pytest.approx(2.0, abs=0.6)
    assert _contrast(tuned(_plan(Kind.EFFUSION, 9.0, amount=0.1), Square(), [VIEW])) > FAINT_BELOW


@pytest.mark.parametrize("kind", list(MEASURED))
def test_what_is_measured_in_millimetres_is_made_as_long_as_its_target_asks(kind: Kind) -> None:
    measure, spread_mm = MEASURED[kind]
    tune = tuned(_plan(kind, 7.0), Square(), [VIEW])
    assert measure(tune.plan.amount) == pytest.approx(7.0 * spread_mm)


def test_a_device_stays_as_it_is() -> None:
    plan = _plan(Kind.PACEMAKER, 0.0)
    assert tuned(plan, Square(), [VIEW]) == Tuned(plan)


def test_a_heart_is_made_as_large_as_its_finding_asks_and_otherwise_normal() -> None:
    large, _ = shaped(Person(heart=0.9), [_plan(Kind.CARDIOMEGALY, 6.0)], Square)
    assert heart_contrast(Square(large).heart_ratio) == pytest.approx(6.0)
    mended, _ = shaped(Person(heart=1.1), [], Square)
    assert Square(mended).heart_ratio < RATIO_LIMIT
    small = Person(heart=0.8)
    assert shaped(small, [_plan(Kind.NODULE, 6.0)], Square)[0] == small


def test_the_films_themselves_have_the_last_word_on_density() -> None:
    tune = Tuned(_plan(Kind.MASS, 3.0), 0.5)
    shadow = Square().shadow(tune, RAYS, "PA")
    sums = [Projection(BEHIND + shadow, (shadow,))]

    def measure(number: int, sums: Sequence[Projection]) -> float:
        return float(sums[0].shadows[number].max()) * 20.0

    (result,) = refined([tune], sums, measure)
    assert measure(0, [result]) == pytest.approx(3.0)
    assert np.allclose(result.attenuation, BEHIND + result.shadows[0], atol=1e-6)
    denser = replace(tune, plan=replace(tune.plan, target=1000.0))
    (full,) = refined([denser], sums, measure)
    assert full.shadows[0].max() == pytest.approx(0.4, rel=1e-4)  # full density and no more


def test_the_same_shadow_shows_less_where_most_light_is_scattered() -> None:
    shadow = np.zeros(RAYS.shape, np.float32)
    shadow[28:36, 28:36] = 0.2
    clear = Sight("PA", shadow, EXPOSURE, RAYS.pitch_mm, BEHIND + shadow)
    hidden = BEHIND.copy()
    hidden[24:40, 24:40] = 6.0
    assert shadow_contrast(replace(clear, attenuation=hidden + shadow)) < 0.5 * shadow_contrast(clear)


def test_a_mask_is_where_the_shadow_is_not_much_weaker_than_at_its_peak() -> None:
    shadow = np.array([[0.0, 0.02, 0.2, 1.0]], np.float32)
    assert mask_of(shadow).tolist() == [[False, False, False, True]]
    assert not mask_of(np.zeros((2, 2), np.float32)).any()


def test_a_clear_nodule_is_solid_even_where_it_shows_more_than_asked() -> None:
    clear = tuned(_plan(Kind.NODULE, 5.0, amount=1.0), Square(), [VIEW])
    assert _contrast(clear) > 5.5
    assert (clear.strength, clear.plan.amount) == (1.0, 1.0)
    mass = tuned(_plan(Kind.MASS, 5.0, amount=1.0), Square(), [VIEW])
    assert mass.strength < 1.0

from __future__ import annotations

import numpy as np
import pytest

from training.phantoms.anatomy import LEFT, RIGHT, Person, build_chest
from training.phantoms.findings import DEVICES, Kind, Plan
from training.phantoms.mix import FREQUENCIES, Mix, Source, draw_plan, draw_plans
from training.phantoms.phantom import Film, Phantom, Stream, draw_source, make_phantom, stream
from training.phantoms.projection import cardiothoracic_ratio
from training.phantoms.visibility import RATIO_LIMIT

SIZE = 128
SOURCES = pytest.mark.parametrize("source", list(Source))


def _light(film: Film) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Grey levels as seen, white where little radiation arrived."""
    values = film.pixels.astype(np.float64)
    return 4095.0 - values if film.exposure.inverted else values


def _first(kind: Kind, side: int, source: Source, seed: int = 5) -> Phantom:
    for index in range(40):
        # As make_phantom draws it, without the work of a film.
        plan = draw_plan(stream(seed, index, Stream.FINDINGS), kind, Mix(faint=0.0))
        if plan.side == side:
            return make_phantom(seed, index, SIZE, [kind], source)
    raise AssertionError(f"no {kind} on side {side} in 40 draws")


def test_the_same_seed_and_index_give_the_same_film_and_report() -> None:
    first, second = make_phantom(3, 7, SIZE), make_phantom(3, 7, SIZE)
    assert first.report == second.report
    for one, other in zip(first.films, second.films, strict=True):
        assert np.array_equal(one.pixels, other.pixels)


def test_another_index_gives_another_person() -> None:
    assert make_phantom(3, 7, 64).person != make_phantom(3, 8, 64).person


@SOURCES
def test_lungs_are_dark_and_the_abdomen_is_bright(source: Source) -> None:
    light = _light(make_phantom(1, 1, SIZE, [], source).films[0])
    lung, abdomen = light[45:60, 35:45].mean(), light[112:120, 40:55].mean()
    assert lung < 0.5 * abdomen


@SOURCES
def test_the_heart_lies_more_to_the_right_half_of_the_frontal_film(source: Source) -> None:
    # The viewer faces the patient: the heart's apex, on the patient's left, is on the film's right.
    apart = []
    for index in range(4):
        phantom = make_phantom(1, index, SIZE, [Kind.CARDIOMEGALY], source)
        apart.append(np.nonzero(phantom.films[0].masks[0])[1].mean() - (SIZE - 1) / 2)
    assert np.mean(apart) > 3.0


@SOURCES
@pytest.mark.parametrize("kind", [Kind.EFFUSION, Kind.NODULE, Kind.PNEUMOTHORAX, Kind.FRACTURE])
def test_a_right_sided_finding_lies_on_the_left_of_the_frontal_film(kind: Kind, source: Source) -> None:
    for side, expected in ((RIGHT, -1), (LEFT, 1)):
        columns = np.nonzero(_first(kind, side, source).films[0].masks[0])[1]
        assert np.sign(columns.mean() - (SIZE - 1) / 2) == expected


@SOURCES
@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_asked_for_is_clear_and_has_a_mask_in_both_views(kind: Kind, source: Source) -> None:
    phantom = make_phantom(2, 1, SIZE, [kind], source)
    assert not phantom.findings[0].faint
    for film in phantom.films:
        assert film.masks[0].any()
        assert film.masks[0].mean() < 0.5


@SOURCES
def test_a_mass_makes_its_own_place_brighter(source: Source) -> None:
    phantom = _first(Kind.MASS, RIGHT, source)
    film = phantom.films[0]
    light, mask = _light(film), film.masks[0]
    rows, columns = np.nonzero(mask)
    mirrored = light[rows, SIZE - 1 - columns]
    assert light[mask].mean() > mirrored.mean() + 200


def test_a_normal_heart_is_below_the_limit_and_an_enlarged_one_above() -> None:
    assert cardiothoracic_ratio(build_chest(Person())) < RATIO_LIMIT
    phantom = make_phantom(4, 0, 64, [Kind.CARDIOMEGALY], Source.GEOMETRIC)
    assert cardiothoracic_ratio(build_chest(phantom.person)) > RATIO_LIMIT


def _drawn(count: int) -> list[tuple[Plan, ...]]:
    return [draw_plans(stream(9, index, Stream.FINDINGS), Mix()) for index in range(count)]


def test_about_a_quarter_of_the_studies_is_normal_and_none_has_more_than_three_findings() -> None:
    counts = [len(plans) for plans in _drawn(1000)]
    assert 0.24 < counts.count(0) / len(counts) < 0.30
    assert max(counts) == 3


def test_at_least_three_in_ten_findings_are_to_be_faint_and_half_of_the_abnormal_studies_clear() -> None:
    abnormal = [plans for plans in _drawn(1000) if plans]
    subtle = [plan.subtle for plans in abnormal for plan in plans]
    assert np.mean(subtle) >= 0.3
    ambiguous = np.mean([any(plan.subtle for plan in plans) for plans in abnormal])
    assert 0.4 <= ambiguous <= 0.5


def test_every_kind_but_devices_is_in_one_study_of_twenty() -> None:
    drawn = _drawn(2000)
    devices = 0.0
    for kind in Kind:
        share = float(np.mean([any(plan.kind is kind for plan in plans) for plans in drawn]))
        if kind in DEVICES:
            devices += share
        else:
            assert share >= 0.05, kind
    assert devices >= 0.08


def test_findings_come_out_as_faint_or_as_clear_as_they_were_planned() -> None:
    shown = [finding for index in range(40) for finding in make_phantom(11, index, 64).findings]
    as_planned = [finding.faint == finding.plan.subtle for finding in shown]
    assert np.mean(as_planned) > 0.9


def test_a_share_of_the_chests_is_geometric() -> None:
    sources = [draw_source(3, index, Mix(scanned=0.7)) for index in range(400)]
    assert 0.25 < np.mean([source is Source.GEOMETRIC for source in sources]) < 0.35


def test_no_two_findings_of_a_study_share_a_label() -> None:
    for index in range(300):
        labels = [plan.label for plan in draw_plans(stream(9, index, Stream.FINDINGS), Mix())]
        assert len(labels) == len(set(labels))


def test_every_kind_of_finding_is_drawn_sometimes() -> None:
    assert min(FREQUENCIES.values()) > 0
    assert set(FREQUENCIES) == set(Kind)


def test_a_large_film_averaged_down_looks_like_a_small_one() -> None:
    small, large = (
        make_phantom(6, 3, 128, [], Source.GEOMETRIC),
        make_phantom(6, 3, 512, [], Source.GEOMETRIC),
    )
    for one, other in zip(small.films, large.films, strict=True):
        reduced = other.pixels.reshape(128, 4, 128, 4).mean(axis=(1, 3))
        difference = np.abs(reduced - one.pixels)[8:-8, 8:-8]
        assert np.median(difference) < 60  # of 4095
        assert np.corrcoef(reduced.ravel(), one.pixels.ravel())[0, 1] > 0.995


def test_a_plan_names_its_side_only_where_a_side_says_something() -> None:
    assert Plan(Kind.CARDIOMEGALY, 0, "", 0.5, False, 1).side_name == ""
    assert Plan(Kind.EFFUSION, 0, "", 0.5, False, 1).side_name == "bilateral"
    assert Plan(Kind.NODULE, RIGHT, "upper", 0.5, False, 1).side_name == "right"

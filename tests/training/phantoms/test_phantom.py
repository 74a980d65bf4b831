from __future__ import annotations

import numpy as np
import pytest

from training.phantoms.anatomy import LEFT, RIGHT, Person, build_chest
from training.phantoms.findings import FREQUENCIES, Kind, Plan, draw_plans
from training.phantoms.phantom import Film, Phantom, Stream, make_phantom, stream
from training.phantoms.projection import cardiothoracic_ratio
from training.phantoms.visibility import RATIO_LIMIT

SIZE = 128


def _light(film: Film) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Grey levels as seen, white where little radiation arrived."""
    values = film.pixels.astype(np.float64)
    return 4095.0 - values if film.exposure.inverted else values


def _first(kind: Kind, side: int, seed: int = 5) -> Phantom:
    for index in range(40):
        phantom = make_phantom(seed, index, SIZE, [kind])
        if phantom.findings[0].plan.side == side:
            return phantom
    raise AssertionError(f"no {kind} on side {side} in 40 draws")


def test_the_same_seed_and_index_give_the_same_film_and_report() -> None:
    first, second = make_phantom(3, 7, SIZE), make_phantom(3, 7, SIZE)
    assert first.report == second.report
    for one, other in zip(first.films, second.films, strict=True):
        assert np.array_equal(one.pixels, other.pixels)


def test_another_index_gives_another_person() -> None:
    assert make_phantom(3, 7, 64).person != make_phantom(3, 8, 64).person


def test_lungs_are_dark_and_the_abdomen_is_bright() -> None:
    light = _light(make_phantom(1, 1, SIZE, []).films[0])
    lung, abdomen = light[45:60, 35:45].mean(), light[112:120, 40:55].mean()
    assert lung < 0.5 * abdomen


def test_the_heart_lies_more_to_the_right_half_of_the_frontal_film() -> None:
    # The viewer faces the patient: the heart's apex, on the patient's left, is on the film's right.
    apart = []
    for index in range(4):
        phantom = make_phantom(1, index, SIZE, [Kind.CARDIOMEGALY])
        apart.append(np.nonzero(phantom.films[0].masks[0])[1].mean() - (SIZE - 1) / 2)
    assert np.mean(apart) > 3.0


@pytest.mark.parametrize("kind", [Kind.EFFUSION, Kind.NODULE, Kind.PNEUMOTHORAX, Kind.CONSOLIDATION])
def test_a_right_sided_finding_lies_on_the_left_of_the_frontal_film(kind: Kind) -> None:
    for side, expected in ((RIGHT, -1), (LEFT, 1)):
        columns = np.nonzero(_first(kind, side).films[0].masks[0])[1]
        assert np.sign(columns.mean() - (SIZE - 1) / 2) == expected


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_of_finding_has_a_mask_in_both_views(kind: Kind) -> None:
    for film in make_phantom(2, 1, SIZE, [kind]).films:
        assert film.masks[0].any()
        assert film.masks[0].mean() < 0.5


def test_a_mass_makes_its_own_place_brighter_and_leaves_the_rest() -> None:
    phantom = _first(Kind.MASS, RIGHT)
    film = phantom.films[0]
    light, mask = _light(film), film.masks[0]
    rows, columns = np.nonzero(mask)
    mirrored = light[rows, SIZE - 1 - columns]
    assert light[mask].mean() > mirrored.mean() + 200


def test_a_normal_heart_is_below_the_limit_and_an_enlarged_one_above() -> None:
    assert cardiothoracic_ratio(build_chest(Person())) < RATIO_LIMIT
    phantom = make_phantom(4, 0, 64, [Kind.CARDIOMEGALY])
    assert cardiothoracic_ratio(build_chest(phantom.person)) > RATIO_LIMIT


def test_about_a_third_of_the_studies_is_normal_and_none_has_more_than_three_findings() -> None:
    counts = [len(draw_plans(stream(9, index, Stream.FINDINGS))) for index in range(600)]
    assert 0.3 < counts.count(0) / len(counts) < 0.4
    assert max(counts) == 3


def test_no_two_findings_of_a_study_share_a_label() -> None:
    for index in range(300):
        labels = [plan.label for plan in draw_plans(stream(9, index, Stream.FINDINGS))]
        assert len(labels) == len(set(labels))


def test_every_kind_of_finding_is_drawn_sometimes() -> None:
    assert min(FREQUENCIES.values()) > 0
    assert set(FREQUENCIES) == set(Kind)


def test_at_least_three_in_ten_findings_are_faint() -> None:
    shown = [finding for index in range(90) for finding in make_phantom(11, index, 64).findings]
    assert sum(finding.faint for finding in shown) >= 0.3 * len(shown)


def test_a_large_film_averaged_down_looks_like_a_small_one() -> None:
    small, large = make_phantom(6, 3, 128, []), make_phantom(6, 3, 512, [])
    for one, other in zip(small.films, large.films, strict=True):
        reduced = other.pixels.reshape(128, 4, 128, 4).mean(axis=(1, 3))
        difference = np.abs(reduced - one.pixels)[8:-8, 8:-8]
        assert np.median(difference) < 60  # of 4095
        assert np.corrcoef(reduced.ravel(), one.pixels.ravel())[0, 1] > 0.995


def test_a_plan_names_its_side_only_where_a_side_says_something() -> None:
    assert Plan(Kind.CARDIOMEGALY, 0, "", 0.5, False, 1).side_name == ""
    assert Plan(Kind.EFFUSION, 0, "", 0.5, False, 1).side_name == "bilateral"
    assert Plan(Kind.NODULE, RIGHT, "upper", 0.5, False, 1).side_name == "right"

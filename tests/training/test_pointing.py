from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.panel import Draft, Evidence, Finding, FloatArray, MapFrame, Panel, Polarity, Word
from engine.text.annotate import annotated
from training.data.corpus import FilmMask, TrueFinding
from training.metrics.pointing import (
    ANYTHING,
    LabelPlaces,
    Places,
    Pointed,
    named_findings,
    pointed,
    pointing_scores,
)

FILES = {"1": Path("pa.dcm"), "2": Path("lat.dcm")}


def panel(text: str, peak: tuple[int, int, int]) -> Panel:
    """One draft whose every word looks at one cell of two films of 8 x 8 pixels with 2 x 2 cells."""
    words, start = [], 0
    for word in text.split():
        words.append(Word(start, start + len(word)))
        start += len(word) + 1
    maps = np.zeros((len(words), 2, 2, 2), np.float32)
    maps[(slice(None), *peak)] = 1.0
    frames = (MapFrame("1", 0, 0, 8, 8), MapFrame("2", 0, 0, 8, 8))
    draft = Draft(0, text, tuple(words), annotated(text, tuple(words)))
    return Panel("1", (draft,), 0, Evidence(frames, np.zeros((1, 2, 2, 2), np.float32), (maps,)))


def mask(label: str, film: str, row: int, column: int) -> FilmMask:
    covered = np.zeros((2, 2), bool)
    covered[row, column] = True
    return FilmMask(TrueFinding(label, Polarity.PRESENT), Path(film), covered, step=4)


TEXT = "There is mild cardiomegaly."


def judged(panel: Panel, masks: list[FilmMask], places: Places | None = None) -> tuple[Pointed, ...]:
    return pointed(named_findings(panel, masks, FILES), LabelPlaces(places or {}), (0, 1))


def only(results: tuple[Pointed, ...]) -> Pointed:
    (result,) = results
    return result


def places(film: int, row: int, column: int, share: float = 1.0) -> FloatArray:
    shares = np.zeros((2, 2, 2), np.float32)
    shares[film, row, column] = share
    return shares


def test_a_peak_inside_the_mask_is_a_hit() -> None:
    result = only(judged(panel(TEXT, (0, 1, 0)), [mask("Cardiomegaly", "pa.dcm", 1, 0)]))

    assert result.hit
    assert result.by_chance == pytest.approx(1 / 8)


def test_a_peak_on_the_other_film_is_judged_by_that_films_mask() -> None:
    masks = [mask("Cardiomegaly", "pa.dcm", 1, 0), mask("Cardiomegaly", "lat.dcm", 0, 0)]

    assert not only(judged(panel(TEXT, (1, 1, 0)), masks)).hit
    assert only(judged(panel(TEXT, (1, 0, 0)), masks)).hit


def test_another_labels_mask_is_no_hit_and_an_absent_finding_is_not_asked() -> None:
    assert judged(panel(TEXT, (0, 0, 0)), [mask("Edema", "pa.dcm", 0, 0)]) == ()


def test_a_denied_finding_is_not_asked() -> None:
    denied = panel("No pleural effusion.", (0, 0, 0))

    assert judged(denied, [mask("Pleural Effusion", "pa.dcm", 0, 0)]) == ()


EFFUSION, RIGHT = "There is a left pleural effusion.", "There is a right pleural effusion."


def test_the_label_prior_points_where_training_findings_of_that_label_and_side_lie() -> None:
    masks = [mask("Pleural Effusion", "pa.dcm", 1, 1)]
    by_side = {("Pleural Effusion", "left"): places(0, 1, 1), ("Pleural Effusion", "right"): places(0, 1, 0)}

    assert only(judged(panel(EFFUSION, (0, 0, 0)), masks, by_side)).by_prior
    assert not only(judged(panel(RIGHT, (0, 0, 0)), masks, by_side)).by_prior


@pytest.mark.parametrize("known", [("Pleural Effusion", ""), ANYTHING])
def test_without_its_side_the_prior_takes_the_label_and_without_its_label_any_finding(
    known: tuple[str, str],
) -> None:
    masks = [mask("Pleural Effusion", "pa.dcm", 1, 1)]

    assert only(judged(panel(EFFUSION, (0, 0, 0)), masks, {known: places(0, 1, 1)})).by_prior


def test_the_prior_never_points_at_a_film_that_is_not_there() -> None:
    prior = LabelPlaces({ANYTHING: places(0, 0, 0, 0.3) + places(1, 1, 1, 0.6)})
    finding = Finding("Edema", Polarity.PRESENT)
    both, frontal, lateral = (prior.shares(finding, there) for there in ((0, 1), (0,), (1,)))

    assert both is not None
    assert frontal is not None
    assert lateral is not None
    assert both[1, 1, 1] == both.max()
    assert frontal[0, 0, 0] == frontal.max()
    assert lateral[0, 1, 1] == lateral.max()  # films that are there, counted


KNOWN = LabelPlaces({ANYTHING: places(0, 0, 0)})


def results(hits: int, by_chance: float, by_prior: int, named: int = 4) -> tuple[Pointed, ...]:
    """Findings in one study, so many of them hit."""
    return tuple(
        Pointed("Edema", place < hits, by_chance, place < by_prior, usual=1.0) for place in range(named)
    )


def test_the_ratio_is_taken_over_the_better_baseline() -> None:
    def ratio(*study: Pointed) -> float | None:
        return pointing_scores([study], KNOWN)["pointing_ratio"].value

    assert ratio(*results(4, 0.25, 2)) == pytest.approx(2.0)
    assert ratio(*results(4, 0.5, 1)) == pytest.approx(2.0)
    assert ratio(*results(4, 0.0, 0)) is None


def test_without_training_masks_there_is_no_prior_to_beat() -> None:
    scores = pointing_scores([results(1, 0.5, 0, 1)], LabelPlaces({}))

    assert scores["pointing"].value == 1.0
    assert scores["pointing_label_prior"].value is None
    assert scores["pointing_ratio"].undefined


def test_findings_of_varied_place_are_also_scored_alone_and_so_is_every_label() -> None:
    heart = Pointed("Cardiomegaly", True, 0.1, True, usual=0.98)
    nodule = Pointed("Lung Lesion", True, 0.01, False, usual=0.1)
    missed = Pointed("Lung Lesion", False, 0.01, False, usual=0.1)
    scores = pointing_scores([[heart, nodule], [heart, missed]], KNOWN)

    assert scores["pointing"].value == 0.75
    assert scores["pointing_varied"].value == 0.5
    assert scores["pointing_label_prior_varied"].value == 0.0
    assert scores["pointing: Cardiomegaly"].value == 1.0
    assert scores["pointing_random: Lung Lesion"].value == pytest.approx(0.01)


def test_a_finding_is_of_varied_place_where_few_of_its_kin_share_a_cell() -> None:
    masks = [mask("Pleural Effusion", "pa.dcm", 1, 1)]
    prior = {("Pleural Effusion", "left"): places(0, 1, 1, 0.4)}

    assert only(judged(panel(EFFUSION, (0, 0, 0)), masks, prior)).usual == pytest.approx(0.4)

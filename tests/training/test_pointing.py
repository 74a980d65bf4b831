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


def judged(panel: Panel, masks: list[FilmMask], places: Places | None = None) -> Pointed:
    return pointed(named_findings(panel, masks, FILES), LabelPlaces(places or {}), (0, 1))


def places(film: int, row: int, column: int) -> FloatArray:
    counts = np.zeros((2, 2, 2), np.float32)
    counts[film, row, column] = 3
    return counts


def test_a_peak_inside_the_mask_is_a_hit() -> None:
    result = judged(panel(TEXT, (0, 1, 0)), [mask("Cardiomegaly", "pa.dcm", 1, 0)])

    assert (result.hits, result.named) == (1.0, 1)
    assert result.by_chance == pytest.approx(1 / 8)


def test_a_peak_on_the_other_film_is_judged_by_that_films_mask() -> None:
    masks = [mask("Cardiomegaly", "pa.dcm", 1, 0), mask("Cardiomegaly", "lat.dcm", 0, 0)]

    assert judged(panel(TEXT, (1, 1, 0)), masks).hits == 0.0
    assert judged(panel(TEXT, (1, 0, 0)), masks).hits == 1.0


def test_another_labels_mask_is_no_hit_and_an_absent_finding_is_not_asked() -> None:
    result = judged(panel(TEXT, (0, 0, 0)), [mask("Edema", "pa.dcm", 0, 0)])

    assert result.named == 0


def test_a_denied_finding_is_not_asked() -> None:
    denied = panel("No pleural effusion.", (0, 0, 0))

    assert judged(denied, [mask("Pleural Effusion", "pa.dcm", 0, 0)]).named == 0


EFFUSION = "There is a left pleural effusion."


def test_the_label_prior_points_where_training_findings_of_that_label_and_side_lie() -> None:
    masks = [mask("Pleural Effusion", "pa.dcm", 1, 1)]
    by_side = {("Pleural Effusion", "left"): places(0, 1, 1), ("Pleural Effusion", "right"): places(0, 1, 0)}

    assert judged(panel(EFFUSION, (0, 0, 0)), masks, by_side).by_prior == 1.0
    assert judged(panel("There is a right pleural effusion.", (0, 0, 0)), masks, by_side).by_prior == 0.0


@pytest.mark.parametrize("known", [("Pleural Effusion", ""), ANYTHING])
def test_without_its_side_the_prior_takes_the_label_and_without_its_label_any_finding(
    known: tuple[str, str],
) -> None:
    masks = [mask("Pleural Effusion", "pa.dcm", 1, 1)]

    assert judged(panel(EFFUSION, (0, 0, 0)), masks, {known: places(0, 1, 1)}).by_prior == 1.0


def test_the_prior_never_points_at_a_film_that_is_not_there() -> None:
    both = places(0, 0, 0) + 2 * places(1, 1, 1)
    prior = LabelPlaces({ANYTHING: both})
    finding = Finding("Edema", Polarity.PRESENT)

    assert prior.likeliest(finding, (0, 1)) == (1, 1, 1)
    assert prior.likeliest(finding, (0,)) == (0, 0, 0)
    assert prior.likeliest(finding, (1,)) == (0, 1, 1)  # film numbers count what is there


def pointing(*results: Pointed) -> dict[str, float | None]:
    scores = pointing_scores(results, LabelPlaces({ANYTHING: places(0, 0, 0)}))
    return {name: score.value for name, score in scores.items()}


def test_the_ratio_is_taken_over_the_better_baseline() -> None:
    assert pointing(Pointed(4, 1.0, 2, 4))["pointing_ratio"] == pytest.approx(2.0)
    assert pointing(Pointed(4, 2.0, 1, 4))["pointing_ratio"] == pytest.approx(2.0)
    assert pointing(Pointed(4, 0.0, 0, 4))["pointing_ratio"] is None


def test_without_training_masks_there_is_no_prior_to_beat() -> None:
    scores = pointing_scores([Pointed(1, 0.5, 0, 1)], LabelPlaces({}))

    assert scores["pointing"].value == 1.0
    assert scores["pointing_label_prior"].value is None
    assert scores["pointing_ratio"].undefined

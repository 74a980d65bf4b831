from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.panel import Draft, Evidence, MapFrame, Panel, Polarity, Word
from engine.text.annotate import annotated
from training.data.corpus import FilmMask, TrueFinding
from training.metrics.pointing import pointed

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


def test_a_peak_inside_the_mask_is_a_hit() -> None:
    result = pointed(panel(TEXT, (0, 1, 0)), [mask("Cardiomegaly", "pa.dcm", 1, 0)], FILES)

    assert (result.hits, result.named) == (1.0, 1)
    assert result.by_chance == pytest.approx(1 / 8)


def test_a_peak_on_the_other_film_is_judged_by_that_films_mask() -> None:
    masks = [mask("Cardiomegaly", "pa.dcm", 1, 0), mask("Cardiomegaly", "lat.dcm", 0, 0)]

    assert pointed(panel(TEXT, (1, 1, 0)), masks, FILES).hits == 0.0
    assert pointed(panel(TEXT, (1, 0, 0)), masks, FILES).hits == 1.0


def test_another_labels_mask_is_no_hit_and_an_absent_finding_is_not_asked() -> None:
    result = pointed(panel(TEXT, (0, 0, 0)), [mask("Edema", "pa.dcm", 0, 0)], FILES)

    assert result.named == 0


def test_a_denied_finding_is_not_asked() -> None:
    denied = panel("No pleural effusion.", (0, 0, 0))

    assert pointed(denied, [mask("Pleural Effusion", "pa.dcm", 0, 0)], FILES).named == 0

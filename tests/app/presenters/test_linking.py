"""Two films looked at as one, with numbers that can be worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.presenters.grading import Grading
from app.presenters.linking import Linking, Seen, linked_grading, linked_sight
from app.projection import Area, Sight, project
from app.rendering import prepare_tones
from engine.dicom.grey import VoiLut
from engine.study import Spacing, SpacingKind, Window
from tests.app.filming import film, ramp

DETECTOR = SpacingKind.DETECTOR


def seen(
    rows: int,
    columns: int,
    mm: float | None = None,
    kind: SpacingKind = DETECTOR,
    window: Window | None = None,
    aspect: float = 1.0,
) -> Seen:
    """A film of this size in a place of 100 x 100 device pixels, fitted if it is square."""
    of = film(ramp(rows, columns), windows=(window or Window(2048, 4096),))
    spacing = None if mm is None else Spacing(mm * aspect, mm, kind)
    header = replace(of.radiograph, spacing=spacing, pixel_aspect=aspect)
    tones = prepare_tones(replace(of, radiograph=header))
    sight = Sight(100 / max(rows, columns), rows / 2, columns / 2, aspect)
    return Seen(header, tones, Area(100, 100), sight, of.default, False)


def test_films_that_know_their_millimetres_are_shown_at_one_scale_from_their_middles() -> None:
    current, prior = seen(100, 100, 0.2), seen(50, 50, 0.4)
    looked = replace(current, sight=Sight(3.0, 60, 40))  # 2 mm below and 2 mm left of the middle
    assert linked_sight(looked, prior) == Sight(6.0, 30.0, 20.0)


@pytest.mark.parametrize("mm", [0.2, None])
def test_a_prior_with_high_pixels_is_seen_at_the_place_and_scale_of_the_current_film(
    mm: float | None,
) -> None:
    current, prior = seen(100, 100, mm), seen(50, 100, mm, aspect=2.0)
    looked = replace(current, sight=Sight(3.0, 60, 40))
    sight = linked_sight(looked, prior)
    assert sight == Sight(3.0, 30.0, 40.0, 2.0)
    on, beside = project(looked.sight, looked.area), project(sight, prior.area)
    assert on.device_point(72, 18) == beside.device_point(36, 18)


def test_films_without_are_shown_at_the_same_share_of_their_size() -> None:
    current, prior = seen(100, 100), seen(50, 50)
    looked = replace(current, sight=Sight(3.0, 60, 40))  # three times as large as its place
    assert linked_sight(looked, prior) == Sight(6.0, 30.0, 20.0)
    assert linked_sight(replace(seen(100, 100, 0.2), sight=Sight(1.0, 50, 50)), prior).zoom == 2.0


@pytest.mark.parametrize("kind", [SpacingKind.CALIBRATED, SpacingKind.UNKNOWN])
def test_millimetres_of_two_kinds_are_not_one_scale(kind: SpacingKind) -> None:
    current, prior = seen(100, 100, 0.2), seen(100, 100, 0.4, kind)
    assert linked_sight(current, prior).zoom == 1.0


@given(st.floats(0.1, 10), st.floats(0, 1), st.floats(0, 1), st.sampled_from([None, 0.1, 0.2]), st.booleans())
def test_there_and_back_is_where_it_was(
    zoom: float, row: float, column: float, mm: float | None, same_size: bool
) -> None:
    current, prior = seen(80, 60, mm), seen(80 if same_size else 120, 60 if same_size else 90, mm)
    looked = replace(current, sight=Sight(zoom, 20 + 40 * row, 15 + 30 * column))
    there = replace(prior, sight=linked_sight(looked, prior))
    back = linked_sight(there, current)
    assert (back.zoom, back.row, back.column) == pytest.approx(
        (looked.sight.zoom, looked.sight.row, looked.sight.column)
    )


def test_a_window_follows_as_it_differs_from_the_films_own() -> None:
    current, prior = seen(10, 10, window=Window(2000, 4000)), seen(10, 10, window=Window(500, 1000))
    followed = linked_grading(replace(current, grading=Window(1800, 2000)), prior)
    assert isinstance(followed, Window)
    assert (followed.center, followed.width) == (450, 500)
    assert linked_grading(current, prior) == Window(500, 1000)


def test_a_table_has_no_counterpart_on_another_film() -> None:
    lut = VoiLut(0, np.arange(4, dtype=np.uint16), 16)
    assert linked_grading(replace(seen(10, 10), grading=lut), seen(10, 10)) is None


class Looked:
    """A viewer that remembers how it was told to look."""

    def __init__(self, start: Seen | None) -> None:
        self.seen = start
        self.told: list[tuple[Sight, bool]] = []
        self.asked: list[str] = []

    def see(self, sight: Sight, grading: Grading | None, inverted: bool) -> None:
        self.told.append((sight, inverted))

    def fit_asked(self) -> None:
        self.asked.append("fit")

    def actual_size_asked(self) -> None:
        self.asked.append("actual")

    def reset_asked(self) -> None:
        self.asked.append("reset")

    def invert_toggled(self) -> None:
        self.asked.append("invert")


def test_while_it_is_off_neither_follows_and_the_bar_is_for_both() -> None:
    current, prior = Looked(seen(100, 100)), Looked(seen(100, 100))
    linking = Linking(current, prior)
    linking.fit_asked()
    linking.toggle()
    linking.current_moved()
    linking.prior_moved()
    assert (current.told, prior.told) == ([], [])
    for asked in (linking.fit_asked, linking.actual_size_asked, linking.reset_asked, linking.invert_toggled):
        asked()
    assert prior.asked == ["fit", "actual", "reset", "invert"]
    linking.toggle()
    assert prior.told == [(Sight(1.0, 50.0, 50.0), False)]


def test_nothing_follows_a_film_that_cannot_be_seen() -> None:
    current, prior = Looked(None), Looked(seen(100, 100))
    Linking(current, prior).current_moved()
    assert prior.told == []

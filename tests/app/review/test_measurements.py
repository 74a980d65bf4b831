"""Measurements as values: what they say does not depend on where and how they lie on a film."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.projection import Area, Sight, project
from app.review.measurement_words import lines, sentence
from app.review.measurements import (
    Angle,
    Calibration,
    Caliper,
    CardiothoracicRatio,
    Length,
    Measurement,
    Point,
    Region,
    RegionShape,
    Scale,
    ScaleKind,
    Statistics,
    caliper_between,
    handles,
    region_between,
    scale_of,
    shifted,
    with_handle,
)
from app.review.region_statistics import statistics_in
from engine.study import Radiograph, Spacing, SpacingKind
from tests.app.review.reviewing import CORNER, DETECTOR, FAR, MEASUREMENTS, PA

places = st.floats(-5000, 5000, allow_subnormal=False)
points = st.builds(Point, places, places)
sides = st.floats(0.01, 10)
ORIGIN = Point(0.0, 0.0)


def turned(point: Point, turn: float) -> Point:
    cos, sin = math.cos(turn), math.sin(turn)
    return Point(point.row * cos - point.column * sin, point.row * sin + point.column * cos)


@given(points, points, st.floats(0, 7), sides)
def test_turning_a_film_with_square_pixels_leaves_a_length(
    one: Point, other: Point, turn: float, side: float
) -> None:
    scale = Scale(side, side, ScaleKind.DETECTOR)
    before = Length(PA, one, other, scale).value
    after = Length(PA, turned(one, turn), turned(other, turn), scale).value
    assert after == pytest.approx(before, rel=1e-9, abs=1e-6)


@given(points, points, places, places)
def test_shifting_or_exchanging_the_ends_leaves_a_length(
    one: Point, other: Point, rows: float, columns: float
) -> None:
    length = Length(PA, one, other, DETECTOR)
    assert Length(PA, other, one, DETECTOR).value == length.value
    moved = shifted(length, rows, columns)
    assert isinstance(moved, Length)
    assert moved.value == pytest.approx(length.value, rel=1e-9, abs=1e-6)


def test_pixels_that_are_not_square_count_by_their_own_sides() -> None:
    tall = Scale(0.2, 0.1, ScaleKind.DETECTOR)
    assert Length(PA, ORIGIN, Point(10, 0), tall).value == pytest.approx(2.0)
    assert Length(PA, ORIGIN, Point(0, 10), tall).value == pytest.approx(1.0)
    assert Length(PA, ORIGIN, Point(15, 40), tall).value == pytest.approx(5.0)  # 3 and 4 mm
    assert Angle(PA, Point(0, 10), ORIGIN, Point(5, 10), tall).degrees == pytest.approx(45.0)
    box = region_between(PA, RegionShape.RECTANGLE, ORIGIN, Point(10, 10), tall)
    assert box.area == pytest.approx(2.0)


def test_without_millimetres_a_length_counts_pixel_widths() -> None:
    assert Length(PA, ORIGIN, Point(10, 0), Scale(rows=2.0)).value == 20.0


@given(st.floats(1, 179), st.floats(0, 7), points)
def test_an_angle_is_the_one_that_was_drawn_wherever_its_legs_point(
    degrees: float, turn: float, vertex: Point
) -> None:
    first, second = Point(0, 100), turned(Point(0, 50), math.radians(degrees))
    legs = [turned(leg, turn).moved(vertex.row, vertex.column) for leg in (first, second)]
    assert Angle(PA, legs[0], vertex, legs[1], DETECTOR).degrees == pytest.approx(degrees, abs=1e-6)
    assert Angle(PA, legs[1], vertex, legs[0], DETECTOR).degrees == pytest.approx(degrees, abs=1e-6)


def test_a_heart_ratio_is_heart_over_thorax_in_columns() -> None:
    heart, thorax = caliper_between(Point(5, 48), Point(30, 20)), Caliper(50, 10, 60)
    assert heart == Caliper(30, 20, 48)
    assert CardiothoracicRatio(PA, heart, thorax).ratio == 0.56


def test_a_known_length_makes_every_pixel_millimetres_and_keeps_its_shape() -> None:
    calibration = Calibration(PA, ORIGIN, Point(0, 100), 25.0)
    assert calibration.scale == Scale(0.25, 0.25, ScaleKind.KNOWN_LENGTH)
    tall = Calibration(PA, ORIGIN, Point(50, 0), 25.0, aspect=2.0)
    assert tall.scale == Scale(0.5, 0.25, ScaleKind.KNOWN_LENGTH)


@given(points, points.filter(lambda point: abs(point.row) > 1), st.floats(0.1, 1000), sides)
def test_the_line_that_calibrates_a_film_is_as_long_as_was_said(
    start: Point, by: Point, known_mm: float, aspect: float
) -> None:
    end = start.moved(by.row, by.column)
    calibration = Calibration(PA, start, end, known_mm, aspect)
    assert calibration.scale.distance(start, end) == pytest.approx(known_mm)


@pytest.mark.parametrize(
    ("spacing", "text"),
    [
        (Spacing(0.1, 0.1, SpacingKind.DETECTOR), "40.0 mm at the detector"),
        (Spacing(0.1, 0.1, SpacingKind.CORRECTED), "40.0 mm, corrected for magnification"),
        (Spacing(0.1, 0.1, SpacingKind.CALIBRATED), "40.0 mm, calibrated by the file"),
        (Spacing(0.1, 0.1, SpacingKind.UNKNOWN), "40.0 mm, spacing unexplained"),
        (None, "400 px, no spacing"),
    ],
)
def test_no_length_stands_without_what_its_spacing_was_measured_on(
    spacing: Spacing | None, text: str
) -> None:
    film = Radiograph(Path(), "1.2.3.1", "", "", "", "DX", 1000, 1000, spacing=spacing)
    length = Length(PA, ORIGIN, Point(0, 400), scale_of(film))
    assert lines(length) == (text,)
    assert sentence(length) == f"Length {text}."


def test_a_length_by_the_readers_calibration_says_so() -> None:
    scale = Calibration(PA, ORIGIN, Point(0, 100), 25.0).scale
    assert lines(Length(PA, ORIGIN, Point(0, 40), scale)) == ("10.0 mm, calibrated by the reader",)


def test_the_other_sorts_are_said_in_their_own_words() -> None:
    ratio = CardiothoracicRatio(PA, Caliper(30, 20, 48), Caliper(50, 10, 60))
    assert sentence(ratio) == "Cardiothoracic ratio 0.56."
    assert lines(replace(ratio, heart=Caliper(30, 0, 60)))[1] == "the heart is wider than the thorax"
    assert sentence(Angle(PA, Point(0, 1), ORIGIN, Point(1, 0), DETECTOR)) == "Angle 90.0°."
    box = Region(PA, RegionShape.RECTANGLE, ORIGIN, Point(100, 100), DETECTOR)
    assert lines(box) == ("204 mm² at the detector", "no pixel inside")
    counted = replace(box, statistics=Statistics(10_000, 1043.2, 22.34, -5.0, 1200.0))
    assert lines(counted)[1:] == ("mean 1043, SD 22.3", "-5 to 1200, 10000 pixels")
    assert lines(counted, looked_at=False) == ("204 mm² at the detector",)


@given(st.sampled_from(MEASUREMENTS), st.integers(0, 3), points)
def test_a_handle_lies_where_it_was_put(measurement: Measurement, number: int, point: Point) -> None:
    number %= len(handles(measurement))
    try:
        changed = with_handle(measurement, number, point)
    except ValueError:  # no extent
        return
    assert point in handles(changed)
    assert type(changed) is type(measurement)


@given(st.sampled_from(MEASUREMENTS), st.integers(-500, 500), st.integers(-500, 500))
def test_shifting_moves_every_handle_alike(measurement: Measurement, rows: int, columns: int) -> None:
    expected = tuple(point.moved(rows, columns) for point in handles(measurement))
    assert handles(shifted(measurement, rows, columns)) == expected


@given(points, st.floats(0.05, 30), points)
def test_a_point_comes_back_from_the_screen_whatever_zoom_and_pan(
    point: Point, zoom: float, middle: Point
) -> None:
    on = project(Sight(zoom, middle.row, middle.column), Area(700, 500))
    x, y = on.device_point(point.row, point.column)
    assert on.film_point(x, y) == pytest.approx((point.row, point.column), abs=1e-6)


@pytest.mark.parametrize(
    "build",
    [
        lambda: Region(PA, RegionShape.ELLIPSE, CORNER, CORNER, DETECTOR),
        lambda: Caliper(0, 5, 5),
        lambda: Angle(PA, CORNER, CORNER, FAR, DETECTOR),
        lambda: Calibration(PA, CORNER, CORNER, 10.0),
        lambda: Calibration(PA, CORNER, FAR, 0.0),
        lambda: Point(math.nan, 0),
        lambda: Scale(0.0, 1.0),
        lambda: Statistics(0, 0.0, 0.0, 0.0, 0.0),
        lambda: Statistics(1, math.inf, 0.0, 0.0, 0.0),
    ],
)
def test_what_has_no_extent_or_is_no_number_is_no_measurement(build: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        build()  # type: ignore[operator]


VALUES = np.arange(20, dtype=np.int16).reshape(4, 5)


def box_of(top: float, left: float, bottom: float, right: float) -> Region:
    return Region(PA, RegionShape.RECTANGLE, Point(top, left), Point(bottom, right), Scale())


@pytest.mark.parametrize(
    ("region", "inside"),
    [
        (box_of(0, 0, 1, 1), [0]),
        (box_of(1, 1, 3, 3), [6, 7, 11, 12]),
        (box_of(1.5, 1.5, 2.5, 2.5), [6]),
        (box_of(1.6, 1.6, 2.6, 2.6), [12]),
        (box_of(-10, -10, 90, 90), list(range(20))),
        (replace(box_of(0, 0, 3, 3), shape=RegionShape.ELLIPSE), [0, 1, 2, 5, 6, 7, 10, 11, 12]),
        (replace(box_of(0, 0, 4, 5), shape=RegionShape.ELLIPSE), [1, 2, 3, *range(5, 15), 16, 17, 18]),
    ],
)
def test_a_region_counts_the_pixels_whose_centres_lie_inside(region: Region, inside: list[int]) -> None:
    found = statistics_in(region, VALUES)
    assert found is not None
    assert (found.pixels, found.minimum, found.maximum) == (len(inside), min(inside), max(inside))
    assert (found.mean, found.deviation) == pytest.approx((np.mean(inside), np.std(inside)))


def test_padding_and_what_is_no_number_do_not_count_and_nothing_inside_is_nothing() -> None:
    padding = VALUES > 10
    found = statistics_in(box_of(0, 0, 4, 5), VALUES, padding)
    assert found is not None
    assert (found.pixels, found.maximum) == (11, 10.0)
    broken = np.where(padding, np.nan, VALUES).astype(np.float32)
    assert statistics_in(box_of(0, 0, 4, 5), broken) == found
    assert statistics_in(box_of(0.6, 0.6, 1.4, 1.4), VALUES) is None
    assert statistics_in(box_of(3, 3, 4, 5), VALUES, padding) is None


def test_an_ellipse_has_the_pixels_of_its_area() -> None:
    region = Region(PA, RegionShape.ELLIPSE, Point(10, 20), Point(310, 220), Scale())
    found = statistics_in(region, np.zeros((400, 300), np.uint16))
    assert found is not None
    assert found.pixels == pytest.approx(region.area, rel=2e-3)

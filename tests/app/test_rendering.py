from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.projection import Area, Projection, Sight, project
from app.rendering import GreyArray, grey, panned_sample, prepare_tones, sample, tables
from engine.dicom.film import Film
from engine.dicom.grey import VoiLut
from engine.study import VoiFunction, Window
from tests.app.filming import film, ramp

WINDOWS = (
    Window(2048, 4096),
    Window(1000, 1),
    Window(700.5, 333.3, function=VoiFunction.LINEAR_EXACT),
    Window(1500, 800, function=VoiFunction.SIGMOID),
)


def shown(
    of: Film,
    on: Projection,
    window: Window | VoiLut | None = None,
    smooth: bool = False,
    inverted: bool = False,
) -> GreyArray:
    tones = prepare_tones(of)
    return grey(sample(tones, on, smooth), tables(tones, window or of.default, inverted))


def whole(of: Film, zoom: float = 1.0) -> Projection:
    rows, columns = of.values.shape
    return Projection(0, 0, zoom, Area(round(columns * zoom), round(rows * zoom)))


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("slope", [1.0, -10.0, 0.37])
@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("smooth", [False, True])
def test_at_one_to_one_the_screen_has_the_films_own_grey_levels(
    window: Window, slope: float, inverted: bool, smooth: bool
) -> None:
    of = film(ramp(67, 101), slope=slope, intercept=3.0, inverted=inverted)
    assert np.array_equal(shown(of, whole(of), window, smooth), of.display(window))


def test_a_lookup_table_of_the_file_is_shown_to_the_bit() -> None:
    lut = VoiLut(100, np.arange(0, 65536, 64, dtype=np.uint16), 16, "hard")
    of = film(ramp(30, 40), luts=[lut])
    assert np.array_equal(shown(of, whole(of), lut), of.display(lut))


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.uint16])
def test_every_width_and_sign_of_pixels_is_shown_to_the_bit(dtype: type[np.generic]) -> None:
    stored = np.arange(-60, 60).astype(dtype).reshape(10, 12)
    of = film(stored, windows=[Window(0, 100)])
    assert np.array_equal(shown(of, whole(of)), of.display())


def test_wide_pixels_without_a_table_of_codes_are_shown_to_the_bit() -> None:
    narrow = film(ramp(20, 30))
    of = replace(narrow, values=narrow.values * np.float32(1.5), modality_table=np.zeros(0))
    assert np.array_equal(shown(of, whole(of)), of.display())


def test_the_readers_inversion_comes_once_on_top_of_the_films_polarity() -> None:
    of = film([[0, 4095]], inverted=True)
    assert shown(of, whole(of)).tolist() == [[255, 0]]
    assert shown(of, whole(of), inverted=True).tolist() == [[0, 255]]


@pytest.mark.parametrize("zoom", [2, 3, 8])
def test_magnified_without_smoothing_every_film_pixel_is_a_square_of_its_own_grey(zoom: int) -> None:
    of = film(ramp(9, 7))
    expected = of.display().repeat(zoom, axis=0).repeat(zoom, axis=1)
    assert np.array_equal(shown(of, whole(of, zoom)), expected)


@settings(max_examples=60, deadline=None)
@given(zoom=st.floats(1.0, 12.0), left=st.integers(-60, 60), top=st.integers(-60, 60))
def test_magnified_by_any_factor_every_device_pixel_shows_the_film_under_its_centre(
    zoom: float, left: int, top: int
) -> None:
    of = film(ramp(11, 13))
    on = Projection(left, top, zoom, Area(50, 40))
    tones = prepare_tones(of)
    part = sample(tones, on, smooth=False)
    pixels, display = grey(part, tables(tones, of.default, False)), of.display()
    for y, x in np.ndindex(pixels.shape):
        row, column = on.film_point(part.x + x + 0.5, part.y + y + 0.5)
        near = {
            display[min(int(row + e), 10), min(int(column + f), 12)] for e in (0, 1e-6) for f in (0, 1e-6)
        }
        assert pixels[y, x] in near


def test_smooth_magnification_has_the_films_grey_at_pixel_centres_and_stays_between_neighbours() -> None:
    of = film([[0, 2048, 4095]])
    pixels = shown(of, whole(of, 3), smooth=True)
    assert pixels[1, [1, 4, 7]].tolist() == of.display()[0].tolist()
    assert np.all(np.diff(pixels[1].astype(int)) >= 0)


def test_smooth_magnification_of_a_part_equals_that_part_of_the_whole() -> None:
    of = film(ramp(40, 50))
    all_of_it = shown(of, Projection(0, 0, 4.0, Area(200, 160)), smooth=True)
    part = shown(of, Projection(-37, -51, 4.0, Area(60, 40)), smooth=True)
    assert np.abs(part.astype(int) - all_of_it[51:91, 37:97]).max() <= 1


def with_aspect(of: Film, aspect: float) -> Film:
    return replace(of, radiograph=replace(of.radiograph, pixel_aspect=aspect))


def seen_whole(of: Film, zoom: float, area: Area, smooth: bool) -> GreyArray:
    on = project(replace(prepare_tones(of).whole(area), zoom=zoom), area)
    return shown(of, on, smooth=smooth)


@pytest.mark.parametrize("zoom", [3.0, 1.0, 0.6, 0.3, 0.11])
@pytest.mark.parametrize("times", [2, 3])
def test_high_pixels_look_like_as_many_square_ones(zoom: float, times: int) -> None:
    # Smooth, so that neighbours of 140 rows differ by little: where an average begins may differ by a pixel.
    plane = np.add.outer(np.arange(140) * 12, np.arange(150) * 7).astype(np.uint16)
    square = film(plane.repeat(times, axis=0), windows=[Window(1400, 2800)])
    high = with_aspect(film(plane, windows=[Window(1400, 2800)]), float(times))
    area = Area(400, 500)
    pixels, expected = seen_whole(high, zoom, area, False), seen_whole(square, zoom, area, False)
    assert pixels.shape == expected.shape
    inner = np.s_[2:-2, 2:-2]
    assert np.abs(pixels.astype(int) - expected)[inner].max() <= (0 if zoom >= 1 else 3)


def test_wide_pixels_fill_the_width_and_none_of_their_rows_is_lost() -> None:
    stored = np.zeros((8, 8), np.uint16)
    stored[3] = 4095
    of = with_aspect(film(stored), 0.5)
    on = project(Sight(1.0, 4, 4, 0.5), Area(8, 4))
    assert shown(of, on)[1].min() > 60
    assert prepare_tones(of).shape == 2.0


def test_half_size_shows_the_mean_of_modality_values_not_of_grey_levels() -> None:
    # Black and white in a narrow window average to the values' mean, which this window shows as white.
    stored = np.tile(np.array([[0, 1000], [1000, 1000]], np.uint16), (64, 64))
    of = film(stored, windows=[Window(500, 10)])
    assert of.display().mean() < 200
    assert np.all(shown(of, whole(of, 0.5)) == 255)


@pytest.mark.parametrize("zoom", [0.9, 0.61, 0.5, 0.37, 0.25, 0.1])
def test_small_sizes_keep_mean_and_place(zoom: float) -> None:
    rows, columns = 301, 257
    plane = np.add.outer(np.arange(rows) * 6, np.arange(columns) * 5).astype(np.uint16)
    of = film(plane, windows=[Window(1550, 3100, function=VoiFunction.LINEAR_EXACT)])
    on = Projection(0, 0, zoom, Area(round(columns * zoom), round(rows * zoom)))
    pixels = shown(of, on)
    for y, x in ((5, 5), (pixels.shape[0] // 2, pixels.shape[1] // 2), (pixels.shape[0] - 6, 6)):
        row, column = on.film_point(x + 0.5, y + 0.5)
        value = 6 * (row - 0.5) + 5 * (column - 0.5)
        assert pixels[y, x] == pytest.approx(255 * value / 3100, abs=1.5)


@settings(max_examples=40, deadline=None)
@given(dx=st.integers(-90, 90), dy=st.integers(-90, 90), zoom=st.floats(0.2, 0.95))
def test_after_a_pan_the_screen_is_as_if_it_had_been_there_always(dx: int, dy: int, zoom: float) -> None:
    tones = prepare_tones(film(ramp(230, 210)))
    was = Projection(-20, -30, zoom, Area(120, 100))
    now = replace(was, left=was.left + dx, top=was.top + dy)
    moved = panned_sample(sample(tones, was, True), was, tones, now)
    fresh = sample(tones, now, True)
    assert (moved.x, moved.y, moved.width, moved.height) == (fresh.x, fresh.y, fresh.width, fresh.height)
    assert np.abs(moved.indices.astype(int) - fresh.indices.astype(int)).max(initial=0) <= 2


def test_a_film_outside_the_area_shows_nothing() -> None:
    assert shown(film(ramp(9, 9)), Projection(500, 0, 1.0, Area(100, 100))).size == 0


def test_a_constant_film_is_a_flat_grey_at_every_size() -> None:
    of = film(np.full((200, 200), 7), windows=[Window(7, 2, function=VoiFunction.LINEAR_EXACT)])
    for zoom in (0.3, 1.0, 2.0):
        assert set(np.unique(shown(of, whole(of, zoom)))) == {128}


def test_the_automatic_window_leaves_padding_out() -> None:
    stored = np.full((100, 100), 500, np.uint16)
    stored[:, :50], stored[50:, 50:] = 4000, 600
    tones = prepare_tones(film(stored, padding=stored == 4000))
    assert (tones.auto.center, tones.auto.width) == (550, 100)


def test_only_what_is_on_the_screen_is_looked_up() -> None:
    tones = prepare_tones(film(ramp(600, 500)))
    for zoom in (0.4, 1.0, 3.0):
        part = sample(tones, project(Sight(zoom, 300, 250), Area(80, 60)), smooth=True)
        assert part.indices.size <= 84 * 64


def coloured(rows: int, columns: int) -> Film:
    red = (np.arange(rows * columns).reshape(rows, columns) % 256).astype(np.uint8)
    rgb = np.stack([red, 255 - red, np.full_like(red, 7)], -1)
    of = film(rgb[..., 0], windows=[Window(127.5, 255, function=VoiFunction.LINEAR_EXACT)])
    return replace(of, rgb=rgb)


@pytest.mark.parametrize("smooth", [False, True])
def test_a_colour_image_is_shown_in_its_colours(smooth: bool) -> None:
    of = coloured(20, 30)
    assert of.rgb is not None
    assert np.array_equal(shown(of, whole(of), smooth=smooth), of.rgb)
    assert np.array_equal(shown(of, whole(of), smooth=smooth, inverted=True), 255 - of.rgb)


@pytest.mark.parametrize("zoom", [0.4, 2.0])
def test_colours_are_made_smaller_and_larger_as_grey_levels_are(zoom: float) -> None:
    of = coloured(200, 300)
    assert of.rgb is not None
    on = whole(of, zoom)
    colours = shown(of, on, smooth=True)
    assert colours.shape == (on.area.height, on.area.width, 3)
    assert set(colours[..., 2].reshape(-1).tolist()) == {7}


def test_a_colour_image_that_was_moved_is_what_it_would_be_if_drawn_anew() -> None:
    of = coloured(200, 300)
    tones = prepare_tones(of)
    was, now = Projection(0, 0, 0.5, Area(100, 80)), Projection(-7, 5, 0.5, Area(100, 80))
    moved = panned_sample(sample(tones, was, True), was, tones, now)
    levels = tables(tones, of.default, False)
    assert np.array_equal(grey(moved, levels), grey(sample(tones, now, True), levels))

"""Laws of windows, checked against the standard's formulas written out for one number."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dicom.frames import RawFrame
from engine.dicom.grey import VoiLut, auto_window, grey_levels, looked_up
from engine.dicom.header import Header
from engine.dicom.layout import read_layout
from engine.dicom.pixels import stored_values
from engine.study import VoiFunction, Window
from tests.engine.dicom.making import film_dataset, film_of

centers = st.floats(-5000, 5000)
widths = st.floats(1, 10000)
values = st.lists(st.integers(-40000, 40000), min_size=1, max_size=20)


def grey_by_the_standard(value: float, window: Window) -> float:
    """PS3.3 C.11.2.1.2 and C.11.2.1.3 with an output from 0 to 1."""
    center, width = window.center, window.width
    if window.function is VoiFunction.SIGMOID:
        return 1 / (1 + math.exp(max(min(-4 * (value - center) / width, 700), -700)))
    if window.function is VoiFunction.LINEAR_EXACT:
        if value <= center - width / 2:
            return 0
        return 1 if value > center + width / 2 else (value - center) / width + 0.5
    if value <= center - 0.5 - (width - 1) / 2:
        return 0
    if value > center - 0.5 + (width - 1) / 2:
        return 1
    return (value - (center - 0.5)) / (width - 1) + 0.5


@given(values, centers, widths, st.sampled_from(VoiFunction))
def test_windows_follow_the_standard(
    modality: list[int], center: float, width: float, function: VoiFunction
) -> None:
    window = Window(center, width, function=function)
    expected = [grey_by_the_standard(value, window) for value in modality]
    np.testing.assert_allclose(grey_levels(window, np.array(modality, np.float64)), expected, atol=1e-9)


@given(values, centers, widths, st.sampled_from(VoiFunction))
def test_a_brighter_value_is_never_shown_darker(
    modality: list[int], center: float, width: float, function: VoiFunction
) -> None:
    grey = grey_levels(Window(center, width, function=function), np.sort(np.array(modality, np.float64)))
    assert (np.diff(grey) >= 0).all()
    assert (grey >= 0).all()
    assert (grey <= 1).all()


@given(st.lists(st.tuples(st.integers(-3000, 3000), st.integers(1, 10**6)), min_size=1, max_size=30))
def test_an_automatic_window_is_always_usable(pairs: list[tuple[int, int]]) -> None:
    found = dict(pairs)
    window = auto_window(np.array(list(found), np.float64), np.array(list(found.values()), np.int64))
    assert window.width > 0
    assert min(found) <= window.center <= max(found)


@given(st.integers(-300, 300), st.integers(-500, 500))
def test_beyond_the_ends_of_a_table_its_ends_count(first: int, value: int) -> None:
    table = np.arange(100, 200, dtype=np.uint16)
    index = min(max(value - first, 0), 99)
    assert looked_up(VoiLut(first, table, 8), np.array([float(value)]))[0] == 100 + index


@given(st.integers(0, 65535), st.integers(2, 16), st.booleans(), st.data())
def test_stored_values_are_the_stored_bits_and_no_others(
    word: int, bits: int, signed: bool, data: st.DataObject
) -> None:
    high = data.draw(st.integers(bits - 1, 15))
    attributes = {"BitsStored": bits, "HighBit": high, "PixelRepresentation": int(signed)}
    layout = read_layout(Header(film_dataset([0], attributes)))
    stored = int(stored_values(RawFrame(np.array([[word]], np.uint16), 16), layout)[0, 0])
    expected = (word >> (high + 1 - bits)) % (1 << bits)
    assert stored == (expected - (1 << bits) if signed and expected >> (bits - 1) else expected)


def test_a_lossy_overshoot_is_clipped_where_masking_would_turn_white_into_black() -> None:
    layout = read_layout(Header(film_dataset([0], {"BitsStored": 10, "HighBit": 9})))
    words = np.array([[1023, 1026, 0]], np.uint16)
    assert stored_values(RawFrame(words, 12, lossy=True), layout)[0].tolist() == [1023, 1023, 0]


@pytest.mark.parametrize("photometric", ["MONOCHROME1", "MONOCHROME2"])
@pytest.mark.parametrize("signed", [0, 1])
@pytest.mark.parametrize("slope", ["1", "-3", "0.37"])
def test_screen_input_and_probe_agree_on_every_pixel(
    photometric: str, signed: int, slope: str, tmp_path: Path
) -> None:
    pixels = np.random.default_rng(7).integers(0, 4096, (11, 13))
    attributes = {
        "PhotometricInterpretation": photometric,
        "PixelRepresentation": signed,
        "RescaleSlope": slope,
        "RescaleIntercept": "100",
        "WindowCenter": 500,
        "WindowWidth": 1500,
    }
    film = film_of(film_dataset(pixels, attributes), tmp_path)
    display, unit = film.display(), film.unit()
    modality = film.stored.astype(np.float64) * float(slope) + 100
    direct = grey_levels(film.windows[0], modality)
    np.testing.assert_allclose(unit, 1 - direct if film.inverted else direct, atol=1e-6)
    assert np.abs(display / 255 - unit).max() <= 0.5 / 255 + 1e-6
    for row, column in ((0, 0), (5, 7), (10, 12)):
        probe = film.probe(row, column)
        assert probe.display == display[row, column]
        assert probe.modality == pytest.approx(float(film.values[row, column]), rel=1e-6)


def test_the_probe_refuses_places_outside_the_film(tmp_path: Path) -> None:
    film = film_of(film_dataset([[1, 2], [3, 4]]), tmp_path)
    with pytest.raises(IndexError):
        film.probe(-1, 0)


def test_nobody_can_change_a_films_pixels(tmp_path: Path) -> None:
    film = film_of(film_dataset([1, 2]), tmp_path)
    for array in (film.values, film.stored):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 9


def test_a_large_film_is_windowed_fast_enough_to_drag(tmp_path: Path) -> None:
    pixels = np.random.default_rng(1).integers(0, 4096, (3000, 2500))
    film = film_of(film_dataset(pixels), tmp_path)
    seconds = []
    for center in (1000, 1500, 2000):
        start = time.perf_counter()
        film.display(Window(center, 1000))
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < 0.1  # about 12 ms on an idle core

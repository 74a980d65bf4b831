"""Stored values to grey levels, case by case, with numbers to check by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydicom.dataelem import RawDataElement
from pydicom.dataset import Dataset
from pydicom.sequence import Sequence as DicomSequence
from pydicom.tag import Tag
from pydicom.uid import UID, ExplicitVRBigEndian, ImplicitVRLittleEndian

from engine.dicom.grey import VoiLut
from engine.errors import PixelsUnreadable
from engine.study import VoiFunction, WindowSource
from tests.engine.dicom.making import film_dataset, film_of, levels_of, lut, saved

WINDOW: dict[str, Any] = {"WindowCenter": 1000, "WindowWidth": 1001}
TWELVE_BITS_SIGNED = {"PixelRepresentation": 1, "BitsStored": 12, "HighBit": 11}


def test_monochrome2_shows_low_values_dark(tmp_path: Path) -> None:
    assert levels_of([0, 1000, 4095], WINDOW, tmp_path) == [0, 128, 255]


def test_monochrome1_is_inverted_exactly_once_and_after_the_window(tmp_path: Path) -> None:
    attributes = {**WINDOW, "PhotometricInterpretation": "MONOCHROME1"}
    assert levels_of([0, 1000, 4095], attributes, tmp_path) == [255, 127, 0]


@pytest.mark.parametrize(
    ("photometric", "shape", "levels", "noted"),
    [
        ("MONOCHROME1", "INVERSE", [255, 127, 0], ""),
        ("MONOCHROME2", "INVERSE", [255, 127, 0], "INVERSE"),
        ("MONOCHROME2", "IDENTITY", [0, 128, 255], ""),
        ("MONOCHROME1", "IDENTITY", [255, 127, 0], "contradicts"),
    ],
)
def test_two_ways_of_saying_inverted_invert_once(
    photometric: str, shape: str, levels: list[int], noted: str, tmp_path: Path
) -> None:
    attributes = {**WINDOW, "PhotometricInterpretation": photometric, "PresentationLUTShape": shape}
    film = film_of(film_dataset([0, 1000, 4095], attributes), tmp_path)
    assert film.display()[0].tolist() == levels
    assert noted in " ".join(film.notes)
    assert bool(noted) == bool(film.notes)


def test_a_negative_rescale_slope_is_not_reversed_again(tmp_path: Path) -> None:
    attributes = {"RescaleSlope": -10, "RescaleIntercept": 3000, "WindowCenter": -8000, "WindowWidth": 22000}
    film = film_of(film_dataset([0, 1000, 4095], attributes), tmp_path)
    assert film.values[0].tolist() == [3000, -7000, -37950]
    assert film.values.dtype == np.int32
    assert film.display()[0].tolist() == [255, 139, 0]


@pytest.mark.parametrize("present", [False, True], ids=["absent", "empty"])
def test_without_a_window_the_pixels_give_one_that_is_labelled_auto(present: bool, tmp_path: Path) -> None:
    attributes = {"WindowCenter": None, "WindowWidth": None} if present else {}
    film = film_of(film_dataset([100, 200, 300], attributes), tmp_path)
    (window,) = film.windows
    assert (window.source, window.explanation) == (WindowSource.AUTO, "auto")
    assert film.display()[0].tolist() == [0, 128, 255]


def test_the_automatic_window_leaves_one_pixel_in_a_thousand_outside_at_either_end(tmp_path: Path) -> None:
    pixels = np.arange(1, 2001).reshape(40, 50)
    pixels[0, 0], pixels[-1, -1] = 0, 4095  # one outlier at either end of 2000 pixels
    (window,) = film_of(film_dataset(pixels), tmp_path).windows
    assert (window.center - window.width / 2, window.center + window.width / 2) == (2, 1998)


def test_a_constant_image_is_flat_mid_grey(tmp_path: Path) -> None:
    assert levels_of([7, 7, 7], {}, tmp_path) == [128, 128, 128]


def test_one_bright_pixel_in_a_constant_image_stays_visible(tmp_path: Path) -> None:
    pixels = np.zeros((50, 50), np.uint16)
    pixels[10, 10] = 900
    film = film_of(film_dataset(pixels), tmp_path)
    assert film.display()[10, 10] == 255
    assert film.display()[0, 0] == 0


def test_padding_is_kept_out_of_the_automatic_window(tmp_path: Path) -> None:
    film = film_of(film_dataset([0, 1000, 2000], {"PixelPaddingValue": 0}), tmp_path)
    assert film.padding is not None
    assert film.padding[0].tolist() == [True, False, False]
    assert (film.data_low, film.data_high) == (1000, 2000)
    assert film.display()[0].tolist() == [0, 0, 255]


def test_padding_may_be_a_range_and_may_be_written_with_the_wrong_sign(tmp_path: Path) -> None:
    dataset = film_dataset([-2000, -1999, 0, 5], {"PixelRepresentation": 1, "BitsStored": 16, "HighBit": 15})
    dataset.add_new("PixelPaddingValue", "US", 65536 - 2000)
    dataset.add_new("PixelPaddingRangeLimit", "US", 65536 - 1999)
    film = film_of(dataset, tmp_path)
    assert film.padding is not None
    assert film.padding[0].tolist() == [True, True, False, False]


def test_several_windows_are_alternatives_and_the_first_is_the_default(tmp_path: Path) -> None:
    attributes = {
        "WindowCenter": [2048, 600],
        "WindowWidth": [4096, 1200],
        "WindowCenterWidthExplanation": ["NORMAL", "BONE"],
    }
    film = film_of(film_dataset([0, 100, 4095], attributes), tmp_path)
    assert [window.explanation for window in film.windows] == ["NORMAL", "BONE"]
    assert film.default is film.windows[0]
    assert film.unit(film.windows[1])[0, 1] * 4095 == pytest.approx(341.5, abs=0.05)


def test_a_center_without_a_width_is_no_window(tmp_path: Path) -> None:
    attributes = {"WindowCenter": [2048, 600], "WindowWidth": 4096}
    film = film_of(film_dataset([0, 100], attributes), tmp_path)
    assert [(window.center, window.width) for window in film.windows] == [(2048, 4096)]
    assert any("whole pairs" in note for note in film.notes)


@pytest.mark.parametrize(("center", "width"), [(100, 0), (100, -5)])
def test_a_window_without_a_positive_width_is_left_out(center: float, width: float, tmp_path: Path) -> None:
    film = film_of(film_dataset([0, 100], {"WindowCenter": center, "WindowWidth": width}), tmp_path)
    assert film.windows[0].source is WindowSource.AUTO
    assert any("not usable" in note for note in film.notes)


def test_a_linear_window_narrower_than_one_does_not_turn_black_into_white(tmp_path: Path) -> None:
    attributes = {
        "WindowCenter": "0.5",
        "WindowWidth": "0.5",
        "RescaleSlope": "0.25",
        "RescaleIntercept": "0",
    }
    film = film_of(film_dataset([0, 2, 4], attributes), tmp_path)
    assert film.windows[0].function is VoiFunction.LINEAR_EXACT
    assert film.display()[0].tolist() == [0, 128, 255]


@pytest.mark.parametrize(
    ("function", "levels"),
    [
        # center 100, width 100 on 50, 100, 150
        ("LINEAR", [0, 129, 255]),
        ("LINEAR_EXACT", [0, 128, 255]),
        ("SIGMOID", [30, 128, 225]),
    ],
)
def test_every_voi_function_has_its_own_formula(function: str, levels: list[int], tmp_path: Path) -> None:
    attributes = {"WindowCenter": 100, "WindowWidth": 100, "VOILUTFunction": function}
    assert levels_of([50, 100, 150], attributes, tmp_path) == levels


def test_a_window_of_width_one_is_a_threshold(tmp_path: Path) -> None:
    assert levels_of([99, 100, 101], {"WindowCenter": 100.5, "WindowWidth": 1}, tmp_path) == [0, 0, 255]


@pytest.mark.parametrize(
    ("vr", "first", "syntax"),
    [
        ("SS", -2048, None),
        ("SS", -2048, ImplicitVRLittleEndian),
        ("SS", -2048, ExplicitVRBigEndian),
        ("US", 63488, None),
    ],
    ids=["signed", "implicit", "big-endian", "unsigned-by-mistake"],
)
def test_a_lookup_table_of_signed_values_starts_where_it_should(
    vr: str, first: int, syntax: str | None, tmp_path: Path
) -> None:
    data = [index * 16 for index in range(4096)]
    dataset = film_dataset([-2048, -1, 0, 2047], TWELVE_BITS_SIGNED)
    dataset.VOILUTSequence = lut(first, data, vr=vr)
    if syntax:
        dataset.file_meta.TransferSyntaxUID = UID(syntax)
    if syntax == ExplicitVRBigEndian:
        dataset.PixelData = np.frombuffer(dataset.PixelData, "<u2").astype(">u2").tobytes()
    film = film_of(dataset, tmp_path)
    assert isinstance(film.default, VoiLut)
    assert (film.unit()[0] * 65535).round().astype(int).tolist() == [0, 32752, 32768, 65520]


def test_a_table_of_65536_entries_is_written_as_zero_entries(tmp_path: Path) -> None:
    attributes = {"BitsStored": 16, "HighBit": 15}
    dataset = film_dataset([0, 32768, 65535], attributes)
    dataset.VOILUTSequence = lut(0, list(range(65536)))
    assert film_of(dataset, tmp_path).display()[0].tolist() == [0, 128, 255]


@pytest.mark.parametrize("items", [[Dataset()], []], ids=["empty item", "no item"])
def test_beside_an_unusable_table_the_window_is_used(items: list[Dataset], tmp_path: Path) -> None:
    dataset = film_dataset([0, 1000, 4095], WINDOW)
    dataset.VOILUTSequence = DicomSequence(items)
    film = film_of(dataset, tmp_path)
    assert film.display()[0].tolist() == [0, 128, 255]
    assert any("lookup table" in note for note in film.notes) == bool(items)


def test_a_table_shorter_than_it_says_is_not_used(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1000, 4095], WINDOW)
    sequence = lut(0, [0, 1, 2, 3])
    sequence[0].LUTDescriptor = [4096, 0, 16]
    dataset.VOILUTSequence = sequence
    film = film_of(dataset, tmp_path)
    assert film.voi_luts == ()
    assert film.display()[0].tolist() == [0, 128, 255]


def test_with_window_and_table_the_window_is_default_and_the_table_is_offered(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1000, 4095], WINDOW)
    dataset.VOILUTSequence = lut(0, [index * 16 for index in range(4096)], explanation="vendor")
    film = film_of(dataset, tmp_path)
    assert film.default is film.windows[0]
    assert [table.explanation for table in film.voi_luts] == ["vendor"]
    assert film.display(film.voi_luts[0])[0].tolist() == [0, 62, 255]


@pytest.mark.parametrize(("slope", "expected"), [("1", [0, 1584, 32768]), ("1.004", [0, 1584, 32896])])
def test_rescaled_values_find_their_nearest_table_entry(
    slope: str, expected: list[int], tmp_path: Path
) -> None:
    dataset = film_dataset([0, 99, 2048], {"RescaleSlope": slope, "RescaleIntercept": "0"})
    dataset.VOILUTSequence = lut(0, [index * 16 for index in range(4096)])
    film = film_of(dataset, tmp_path)
    assert (film.unit()[0] * 65535).round().astype(int).tolist() == expected


def test_a_table_that_uses_more_bits_than_it_says_is_not_clipped(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1, 2])
    dataset.VOILUTSequence = lut(0, [0, 2048, 4095], bits=8)
    assert film_of(dataset, tmp_path).display()[0].tolist() == [0, 128, 255]


def test_a_modality_table_gives_unsigned_values(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1, 2, 3])
    dataset.ModalityLUTSequence = lut(0, [10, 20, 30, 40000])
    film = film_of(dataset, tmp_path)
    assert film.values[0].tolist() == [10, 20, 30, 40000]
    probe = film.probe(0, 3)
    assert (probe.stored, probe.modality, probe.display) == (3, 40000, 255)


def test_beyond_the_ends_of_a_modality_table_its_ends_count(tmp_path: Path) -> None:
    dataset = film_dataset([0, 5, 4095])
    dataset.ModalityLUTSequence = lut(4, [100, 200, 300])
    assert film_of(dataset, tmp_path).values[0].tolist() == [100, 200, 300]


@pytest.mark.parametrize(
    ("word", "signed", "stored"), [(0xF123, 0, 291), (0x0800, 1, -2048), (0x0FFF, 1, -1), (0x7001, 1, 1)]
)
def test_bits_above_bits_stored_mean_nothing(word: int, signed: int, stored: int, tmp_path: Path) -> None:
    film = film_of(film_dataset([word, 0], {"PixelRepresentation": signed}), tmp_path)
    assert int(film.stored[0, 0]) == stored


def test_values_may_lie_in_the_upper_bits_of_their_words(tmp_path: Path) -> None:
    film = film_of(film_dataset([0xABC7, 0x0010], {"HighBit": 15}), tmp_path)
    assert film.stored[0].tolist() == [0xABC, 1]


def test_eight_bits_in_sixteen_are_shown_once_and_in_full_width(tmp_path: Path) -> None:
    pixels = np.arange(256).reshape(8, 32)
    film = film_of(film_dataset(pixels, {"BitsStored": 8, "HighBit": 7}), tmp_path)
    assert film.values.shape == (8, 32)
    assert (film.data_low, film.data_high) == (0, 255)
    np.testing.assert_array_equal(film.display(), pixels)


def test_the_models_input_is_scaled_by_the_window_not_by_the_container(tmp_path: Path) -> None:
    attributes = {"WindowCenter": 2048, "WindowWidth": 4096}
    unit = film_of(film_dataset([0, 4095], attributes), tmp_path).unit()
    assert unit.dtype == np.float32
    assert unit[0].tolist() == [0.0, 1.0]


def test_the_models_input_has_the_polarity_of_the_screen(tmp_path: Path) -> None:
    attributes = {**WINDOW, "PhotometricInterpretation": "MONOCHROME1"}
    assert film_of(film_dataset([0, 4095], attributes), tmp_path).unit()[0].tolist() == [1.0, 0.0]


def test_slider_limits_enclose_the_data_and_every_window(tmp_path: Path) -> None:
    attributes = {"WindowCenter": [50, 9000], "WindowWidth": [20, 2000]}
    film = film_of(film_dataset([100, 200], attributes), tmp_path)
    assert (film.low, film.high) == (40, 10000)


def test_values_outside_the_window_are_black_or_white_not_an_error(tmp_path: Path) -> None:
    attributes = {"WindowCenter": 3000, "WindowWidth": 100}
    assert levels_of([100, 200, 4000], attributes, tmp_path) == [0, 0, 255]


def test_a_rescale_slope_of_zero_does_not_erase_the_image(tmp_path: Path) -> None:
    film = film_of(film_dataset([0, 100], {"RescaleSlope": 0, "RescaleIntercept": 5}), tmp_path)
    assert film.values[0].tolist() == [0, 100]
    assert any("Rescale Slope" in note for note in film.notes)


def test_impossible_bit_depths_are_made_consistent_with_a_note(tmp_path: Path) -> None:
    film = film_of(film_dataset([0, 65535], {"BitsStored": 17, "HighBit": 40}), tmp_path)
    assert film.stored[0].tolist() == [0, 65535]
    assert len(film.notes) == 2


@pytest.mark.parametrize(
    ("slope", "intercept", "dtype"),
    [("1", "0", np.uint16), ("1", "-1024", np.int16), ("100", "0", np.int32), ("0.5", "0", np.float32)],
)
def test_modality_values_are_as_narrow_as_is_exact(
    slope: str, intercept: str, dtype: type, tmp_path: Path
) -> None:
    attributes = {"RescaleSlope": slope, "RescaleIntercept": intercept}
    film = film_of(film_dataset([0, 3], attributes), tmp_path)
    assert film.values.dtype == dtype
    assert film.values[0].tolist() == [float(intercept), 3 * float(slope) + float(intercept)]


def test_thirty_two_bit_pixels_are_windowed_without_a_table(tmp_path: Path) -> None:
    attributes = {"BitsAllocated": 32, "BitsStored": 32, "HighBit": 31, "PixelRepresentation": 1}
    film = film_of(film_dataset([-100000, 0, 100000], attributes), tmp_path)
    assert film.values.dtype == np.int32
    assert film.display()[0].tolist() == [0, 128, 255]
    assert film.probe(0, 1).display == 128


def test_big_endian_words_of_eight_bits_are_swapped_back(tmp_path: Path) -> None:
    attributes = {"BitsAllocated": 8, "BitsStored": 8, "HighBit": 7}
    dataset = film_dataset([[1, 2, 3], [4, 5, 6], [7, 8, 9]], attributes)
    dataset.PixelData = np.frombuffer(dataset.PixelData, "<u2").astype(">u2").tobytes()
    dataset.file_meta.TransferSyntaxUID = ExplicitVRBigEndian
    assert film_of(dataset, tmp_path).stored.tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_image_data_that_end_early_are_not_shown(tmp_path: Path) -> None:
    dataset = film_dataset(np.zeros((4, 4)))
    dataset.PixelData = dataset.PixelData[:20]
    with pytest.raises(PixelsUnreadable, match="20 of 32 bytes"):
        film_of(dataset, tmp_path)


def test_another_image_under_the_same_path_is_not_shown(tmp_path: Path) -> None:
    from engine.dicom.pixels import read_film
    from tests.engine.dicom.making import radiograph_of

    radiograph = radiograph_of(saved(film_dataset([1, 2]), tmp_path))
    saved(film_dataset([3, 4]), tmp_path)
    with pytest.raises(PixelsUnreadable, match="changed"):
        read_film(radiograph)


def test_a_window_that_cannot_be_read_costs_a_note_not_the_film(tmp_path: Path) -> None:
    dataset = film_dataset([0, 100])
    dataset[Tag("WindowCenter")] = RawDataElement(Tag("WindowCenter"), "DS", 4, b"abc ", 0, False, True)
    dataset.WindowWidth = 100
    film = film_of(dataset, tmp_path)
    assert film.windows[0].source is WindowSource.AUTO
    assert film.notes

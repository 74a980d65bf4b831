"""Colour images: red, green and blue by the standard's formulas, whatever way they are stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import imagecodecs
import numpy as np
import pytest
from pydicom import uid
from pydicom.dataset import FileDataset

from engine.dicom.decoder import FrameDecoder
from engine.dicom.film import Film
from engine.errors import FileRefused, PixelsUnreadable
from tests.engine.dicom.making import NOTHING, compressed, film_dataset, film_of

EIGHT_BITS = {"BitsAllocated": 8, "BitsStored": 8, "HighBit": 7}
RED, GREEN, BLUE, DARK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (10, 20, 30)
FOUR = np.array([[RED, GREEN], [BLUE, DARK]], np.uint8)


@pytest.fixture(scope="module")
def decoder() -> Iterator[FrameDecoder]:
    with FrameDecoder() as running:
        yield running


def colour_dataset(content: bytes, photometric: str, attributes: Mapping[str, Any] = NOTHING) -> FileDataset:
    dataset = film_dataset(np.zeros((2, 2)), EIGHT_BITS)
    dataset.SamplesPerPixel, dataset.PhotometricInterpretation = 3, photometric
    dataset.PlanarConfiguration = 0
    for keyword, value in attributes.items():
        setattr(dataset, keyword, value)
    dataset.PixelData = content
    return dataset


def colours_of(film: Film) -> list[list[tuple[int, ...]]]:
    assert film.rgb is not None
    return [[tuple(int(part) for part in pixel) for pixel in row] for row in film.rgb]


@pytest.mark.parametrize("planar", [0, 1])
def test_planes_and_pixels_hold_the_same_colours(planar: int, tmp_path: Path) -> None:
    content = FOUR.transpose(2, 0, 1) if planar else FOUR
    dataset = colour_dataset(content.tobytes(), "RGB", {"PlanarConfiguration": planar})
    film = film_of(dataset, tmp_path)
    assert colours_of(film) == [[RED, GREEN], [BLUE, DARK]]
    assert film.stored.tolist() == [[76, 150], [29, 18]]  # 0.299 R + 0.587 G + 0.114 B


def test_two_pixels_share_their_chroma_in_422(tmp_path: Path) -> None:
    content = bytes([76, 149, 85, 255, 29, 226, 255, 107])
    film = film_of(colour_dataset(content, "YBR_FULL_422"), tmp_path)
    assert colours_of(film) == [[(254, 0, 0), (255, 73, 73)], [(0, 0, 254), (197, 197, 255)]]


def test_luma_and_chroma_for_each_pixel_become_its_colour(tmp_path: Path) -> None:
    content = bytes([76, 85, 255, 128, 128, 128, 29, 255, 107, 0, 128, 128])
    film = film_of(colour_dataset(content, "YBR_FULL"), tmp_path)
    assert colours_of(film) == [[(254, 0, 0), (128, 128, 128)], [(0, 0, 254), (0, 0, 0)]]


def test_partial_range_goes_from_16_to_235(tmp_path: Path) -> None:
    content = bytes([16, 235, 128, 128, 126, 126, 128, 128])
    film = film_of(colour_dataset(content, "YBR_PARTIAL_422"), tmp_path)
    assert colours_of(film) == [[(0, 0, 0), (255, 255, 255)], [(128, 128, 128), (128, 128, 128)]]


def palette_dataset(
    pixels: list[int],
    tables: Mapping[str, list[int]],
    first: int = 0,
    bits: int = 16,
    segmented: bool = False,
) -> FileDataset:
    dataset = film_dataset(pixels, {**EIGHT_BITS, "PhotometricInterpretation": "PALETTE COLOR"})
    for name, entries in tables.items():
        count = 256 if segmented else len(entries)
        setattr(dataset, f"{name}PaletteColorLookupTableDescriptor", [count, first, bits])
        data = bytes(entries) if bits == 8 else np.array(entries, "<u2").tobytes()
        keyword = f"{'Segmented' if segmented else ''}{name}PaletteColorLookupTableData"
        setattr(dataset, keyword, data + b"\0" * (len(data) % 2))
    return dataset


def test_indices_beyond_a_palette_take_its_ends(tmp_path: Path) -> None:
    tables = {"Red": [0, 200 << 8], "Green": [0, 100 << 8], "Blue": [0, 50 << 8]}
    film = film_of(palette_dataset([0, 5, 6, 255], tables, first=5), tmp_path)
    assert colours_of(film) == [[(0, 0, 0), (0, 0, 0), (200, 100, 50), (200, 100, 50)]]


@pytest.mark.parametrize("bits", [8, 16])
def test_palettes_of_eight_bits_are_read_whatever_their_descriptor_says(bits: int, tmp_path: Path) -> None:
    tables = {"Red": [0, 200, 1], "Green": [0, 100, 2], "Blue": [0, 50, 3]}
    film = film_of(palette_dataset([0, 1, 2], tables, bits=bits), tmp_path)
    assert colours_of(film) == [[(0, 0, 0), (200, 100, 50), (1, 2, 3)]]


def test_a_segmented_palette_is_drawn_as_lines_between_its_points(tmp_path: Path) -> None:
    line = [0, 1, 0, 1, 255, 65280]  # one entry 0, then 255 entries that rise to 65280 = 255 << 8
    film = film_of(
        palette_dataset([0, 1, 128, 255], dict.fromkeys(("Red", "Green", "Blue"), line), segmented=True),
        tmp_path,
    )
    assert colours_of(film) == [[(0,) * 3, (1,) * 3, (128,) * 3, (255,) * 3]]


@pytest.mark.parametrize("line", [[0, 1, 0], [1, 255, 65280], [2, 1, 0, 0], [0, 65535, 1]])
def test_a_palette_that_cannot_be_used_is_said(line: list[int], tmp_path: Path) -> None:
    tables = dict.fromkeys(("Red", "Green", "Blue"), line)
    with pytest.raises(PixelsUnreadable, match=r"palette|damaged"):
        film_of(palette_dataset([0, 1], tables, segmented=True), tmp_path)


def test_a_short_palette_that_claims_65536_entries_is_said(tmp_path: Path) -> None:
    dataset = palette_dataset([0, 1], {"Red": [0, 1], "Green": [0, 1], "Blue": [0, 1]})
    dataset.BluePaletteColorLookupTableDescriptor = [0, 0, 16]
    with pytest.raises(PixelsUnreadable, match="shorter than it says"):
        film_of(dataset, tmp_path)


def test_unknown_colours_are_not_guessed(tmp_path: Path) -> None:
    with pytest.raises((PixelsUnreadable, FileRefused), match="HSV with 3 samples"):
        film_of(colour_dataset(FOUR.tobytes(), "HSV"), tmp_path)


def half_chroma(rgb: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bytes:
    return bytes(imagecodecs.jpeg8_encode(rgb, level=100, subsampling="422"))


@pytest.mark.parametrize(
    ("syntax", "photometric", "encode", "tolerance"),
    [
        (uid.JPEGLSLossless, "RGB", imagecodecs.jpegls_encode, 0),
        (uid.JPEG2000Lossless, "YBR_RCT", lambda rgb: imagecodecs.jpeg2k_encode(rgb, codecformat="j2k"), 0),
        ("1.2.840.10008.1.2.4.110", "RGB", lambda rgb: imagecodecs.jpegxl_encode(rgb, lossless=True), 0),
        (uid.JPEGBaseline8Bit, "YBR_FULL", lambda rgb: imagecodecs.jpeg8_encode(rgb, level=100), 3),
        (uid.JPEGBaseline8Bit, "YBR_FULL_422", half_chroma, 3),
    ],
)  # fmt: skip
def test_compressed_colours_come_back(
    syntax: str, photometric: str, encode: Any, tolerance: int, decoder: FrameDecoder, tmp_path: Path
) -> None:
    ramp = np.add.outer(np.arange(32), np.arange(48)).astype(np.uint8)
    rgb = np.stack([ramp, 255 - ramp, np.full_like(ramp, 90)], -1)
    dataset = film_dataset(ramp, EIGHT_BITS)
    dataset.SamplesPerPixel, dataset.PhotometricInterpretation, dataset.PlanarConfiguration = (
        3,
        photometric,
        0,
    )
    film = film_of(compressed(dataset, bytes(encode(rgb)), syntax), tmp_path, decoder)
    assert film.rgb is not None
    assert np.abs(film.rgb.astype(int) - rgb).max() <= tolerance
    assert any("colour image" in note for note in film.notes)


def test_a_picture_keeps_its_colours(tmp_path: Path, decoder: FrameDecoder) -> None:
    from PIL import Image

    from engine.dicom.pixels import read_film
    from tests.engine.dicom.making import radiograph_of

    Image.fromarray(FOUR).save(tmp_path / "picture.png")
    assert colours_of(read_film(radiograph_of(tmp_path / "picture.png"), 0, decoder)) == [
        [RED, GREEN],
        [BLUE, DARK],
    ]

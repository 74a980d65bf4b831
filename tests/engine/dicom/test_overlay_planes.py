"""Overlay planes are layers of their own; the film under them stays as it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from pydicom.dataset import FileDataset
from pydicom.uid import ExplicitVRBigEndian, ExplicitVRLittleEndian, RLELossless

from engine.dicom.film import Film
from engine.dicom.frames import RawFrame
from engine.dicom.header import Header
from engine.dicom.layout import read_layout
from engine.dicom.overlays import Overlay, read_overlays
from engine.dicom.pixels import read_film
from tests.engine.dicom.making import film_dataset, film_of, radiograph_of, saved

CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
PIXELS = np.array([[100, 200, 300], [400, 500, 600], [700, 800, 900]])


def add_plane(
    dataset: FileDataset, plane: npt.NDArray[np.bool_], origin: tuple[int, int], group: int = 0x6000
) -> None:
    """One plane, or with three axes one for each of several frames."""
    base = group << 16
    dataset.add_new(base + 0x0010, "US", plane.shape[-2])
    dataset.add_new(base + 0x0011, "US", plane.shape[-1])
    if plane.ndim == 3:
        dataset.add_new(base + 0x0015, "IS", plane.shape[0])
    dataset.add_new(base + 0x0040, "CS", "G")
    dataset.add_new(base + 0x0050, "SS", list(origin))
    dataset.add_new(base + 0x0100, "US", 1)
    dataset.add_new(base + 0x0102, "US", 0)
    dataset.add_new(base + 0x1500, "LO", "Marks")
    packed = np.packbits(plane.reshape(-1), bitorder="little").tobytes()
    dataset.add_new(base + 0x3000, "OW", packed + b"\0" * (len(packed) % 2))


def add_embedded_plane(dataset: FileDataset, bit: int) -> None:
    dataset.add_new(0x60000010, "US", 3)
    dataset.add_new(0x60000011, "US", 3)
    dataset.add_new(0x60000100, "US", 16)
    dataset.add_new(0x60000102, "US", bit)


def test_a_cross_in_bit_15_is_a_layer_and_leaves_the_pixels_alone(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS | CROSS << 15)
    add_embedded_plane(dataset, 15)
    film = film_of(dataset, tmp_path)
    np.testing.assert_array_equal(film.values, PIXELS)
    np.testing.assert_array_equal(film.overlays[0].mask, CROSS)


def test_an_overlay_in_a_bit_of_the_image_itself_is_left_out_with_a_note(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS)
    add_embedded_plane(dataset, 3)
    film = film_of(dataset, tmp_path)
    assert film.overlays == ()
    assert any("Overlay 1" in note for note in film.notes)
    np.testing.assert_array_equal(film.values, PIXELS)


def test_a_plane_of_its_own_is_placed_at_its_origin_and_cut_at_the_edge(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS)
    add_plane(dataset, CROSS, (2, 0))
    overlay = film_of(dataset, tmp_path).overlays[0]
    assert (overlay.kind, overlay.label) == ("G", "Marks")
    assert overlay.mask.astype(int).tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0]]


def test_a_plane_wholly_outside_draws_nothing(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS)
    add_plane(dataset, CROSS, (-50, 90))
    assert not film_of(dataset, tmp_path).overlays[0].mask.any()


def test_a_plane_with_too_few_data_is_left_out_and_the_film_is_shown(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS)
    add_plane(dataset, CROSS, (1, 1))
    dataset[0x60000010].value = 3000
    film = film_of(dataset, tmp_path)
    assert film.overlays == ()
    np.testing.assert_array_equal(film.values, PIXELS)


def planes_of(dataset: FileDataset, frame: int = 0) -> tuple[Overlay, ...]:
    """The planes as read without a file between."""
    layout = read_layout(Header(dataset))
    words = np.frombuffer(dataset.PixelData, "<u2")[: layout.pixels].reshape(layout.rows, layout.columns)
    return read_overlays(dataset, layout, RawFrame(words, 16), frame, pytest.fail)


@given(
    arrays.arrays(np.bool_, arrays.array_shapes(min_dims=2, max_dims=3, max_side=13)),
    st.sampled_from([0x6000, 0x6004, 0x601E]),
)
def test_bits_are_unpacked_as_pydicom_unpacks_them(plane: npt.NDArray[np.bool_], group: int) -> None:
    dataset = film_dataset(np.zeros(plane.shape[-2:]))
    add_plane(dataset, plane, (1, 1), group)
    theirs = dataset.overlay_array(group).reshape(-1, *plane.shape[-2:])
    np.testing.assert_array_equal(theirs, plane.reshape(theirs.shape))
    for frame, expected in enumerate(theirs):
        (ours,) = planes_of(dataset, frame)
        np.testing.assert_array_equal(ours.mask, expected)


def test_bits_of_a_big_endian_file_are_the_same(tmp_path: Path) -> None:
    plane = np.arange(35).reshape(5, 7) % 3 == 0
    for syntax in (ExplicitVRLittleEndian, ExplicitVRBigEndian):
        dataset = film_dataset(np.zeros((5, 7)), syntax=syntax)
        add_plane(dataset, plane, (1, 1))
        if syntax == ExplicitVRBigEndian:  # its words have their bytes the other way round
            swapped = np.frombuffer(dataset[0x60003000].value, "<u2").astype(">u2").tobytes()
            dataset[0x60003000].value = swapped
        np.testing.assert_array_equal(film_of(dataset, tmp_path).overlays[0].mask, plane)


def test_several_planes_are_layers_of_their_own(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS)
    add_plane(dataset, CROSS, (1, 1), 0x6000)
    add_plane(dataset, ~CROSS, (1, 1), 0x6002)
    film = film_of(dataset, tmp_path)
    assert [overlay.group for overlay in film.overlays] == [0x6000, 0x6002]
    np.testing.assert_array_equal(film.overlays[1].mask, ~CROSS)


def film_with_frames(folder: Path, *, origin: int | None, overlay_frames: int) -> list[Film]:
    """Three frames of which overlay frame k has only pixel k of the first row."""
    dataset = film_dataset(np.arange(27).reshape(9, 3), {"NumberOfFrames": 3})
    dataset.Rows = 3
    planes = np.zeros((overlay_frames, 3, 3), bool)
    for index in range(overlay_frames):
        planes[index, 0, index] = True
    add_plane(dataset, planes if overlay_frames > 1 else planes[0], (1, 1))
    if origin is not None:
        dataset.add_new(0x60000051, "US", origin)
    radiograph = radiograph_of(saved(dataset, folder))
    return [read_film(radiograph, frame) for frame in range(3)]


@pytest.mark.parametrize(
    ("origin", "overlay_frames", "marked"),
    [
        (None, 1, ["#..", "#..", "#.."]),
        (2, 1, ["", "#..", ""]),
        (2, 2, ["", "#..", ".#."]),
        (None, 2, ["#..", ".#.", ""]),
        (0, 2, [".#.", "", ""]),
        (9, 2, ["", "", ""]),
    ],
)
def test_a_frame_has_the_overlay_that_is_meant_for_it(
    origin: int | None, overlay_frames: int, marked: list[str], tmp_path: Path
) -> None:
    films = film_with_frames(tmp_path, origin=origin, overlay_frames=overlay_frames)
    first_rows = [film.overlays[0].mask[0] if film.overlays else [] for film in films]
    assert ["".join("#" if bit else "." for bit in row) for row in first_rows] == marked


def test_a_plane_that_claims_more_bits_than_there_are_costs_no_memory(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS)
    add_plane(dataset, CROSS, (1, 1))
    dataset[0x60000010].value = dataset[0x60000011].value = 65535
    film = film_of(dataset, tmp_path)
    assert film.overlays == ()
    assert film.notes == ("Overlay 1 cannot be read and is left out.",)


def test_an_embedded_plane_lies_where_its_pixels_lie_whatever_its_origin(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS | CROSS << 13)
    add_embedded_plane(dataset, 13)
    dataset.add_new(0x60000050, "SS", [2, 2])
    np.testing.assert_array_equal(film_of(dataset, tmp_path).overlays[0].mask, CROSS)


def test_a_lossless_codec_keeps_embedded_planes(tmp_path: Path) -> None:
    dataset = film_dataset(PIXELS | CROSS << 15)
    add_embedded_plane(dataset, 15)
    dataset.compress(RLELossless, generate_instance_uid=False)
    film = film_of(dataset, tmp_path)
    np.testing.assert_array_equal(film.values, PIXELS)
    np.testing.assert_array_equal(film.overlays[0].mask, CROSS)


def test_a_colour_image_keeps_its_plane(tmp_path: Path) -> None:
    dataset = film_dataset(np.zeros((3, 9)), {"BitsAllocated": 8, "BitsStored": 8, "HighBit": 7})
    dataset.SamplesPerPixel, dataset.Columns, dataset.PlanarConfiguration = 3, 3, 0
    dataset.PhotometricInterpretation = "RGB"
    add_plane(dataset, CROSS, (1, 1))
    np.testing.assert_array_equal(film_of(dataset, tmp_path).overlays[0].mask, CROSS)

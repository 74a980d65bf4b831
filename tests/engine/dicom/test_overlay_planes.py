"""Overlay planes are layers of their own; the film under them stays as it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from pydicom.dataset import FileDataset

from tests.engine.dicom.making import film_dataset, film_of

CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
PIXELS = np.array([[100, 200, 300], [400, 500, 600], [700, 800, 900]])


def add_plane(dataset: FileDataset, plane: npt.NDArray[np.bool_], origin: tuple[int, int]) -> None:
    dataset.add_new(0x60000010, "US", plane.shape[0])
    dataset.add_new(0x60000011, "US", plane.shape[1])
    dataset.add_new(0x60000040, "CS", "G")
    dataset.add_new(0x60000050, "SS", list(origin))
    dataset.add_new(0x60000100, "US", 1)
    dataset.add_new(0x60000102, "US", 0)
    dataset.add_new(0x60001500, "LO", "Marks")
    packed = np.packbits(plane.reshape(-1), bitorder="little").tobytes()
    dataset.add_new(0x60003000, "OW", packed + b"\0" * (len(packed) % 2))


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

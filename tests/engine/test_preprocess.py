"""From film to model input and back: exact places, right polarity, right slots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.dicom.files import open_paths
from engine.dicom.pixels import Film, read_film
from engine.errors import BundleUnsupported
from engine.panel import MapFrame
from engine.preprocess import Fit, InputConvention, choose_films, gather, prepare
from engine.study import Radiograph, Study

FilmOf = Callable[[np.ndarray], Film]

PLAIN = InputConvention(height=4, width=4, mean=(0.0,), std=(1.0,))


@pytest.fixture
def film_of(tmp_path: Path) -> FilmOf:
    def make(grey: np.ndarray) -> Film:
        path = tmp_path / "film.png"
        Image.fromarray(grey.astype(np.uint8)).save(path)
        return read_film(open_paths([path]).studies[0].radiographs[0])

    return make


def radiograph(view: str) -> Radiograph:
    return Radiograph(
        path=Path("film.dcm"),
        sop_instance_uid=f"1.{sum(map(ord, view))}",
        sop_class_uid="1.2.840.10008.5.1.4.1.1.1.1",
        series_uid="1",
        study_uid="1",
        modality="DX",
        rows=4,
        columns=4,
        view_position=view,
    )


def test_a_film_of_the_inputs_size_passes_unchanged(film_of: FilmOf) -> None:
    grey = np.arange(16).reshape(4, 4) * 17
    prepared = prepare(film_of(grey), PLAIN)
    assert prepared.image[0] == pytest.approx(grey / 255, abs=1e-6)
    frame = prepared.frame
    assert (frame.top, frame.left, frame.bottom, frame.right) == (0, 0, 4, 4)


def test_padding_is_black_on_both_sides_and_lies_outside_the_film(film_of: FilmOf) -> None:
    prepared = prepare(film_of(np.full((4, 2), 255)), PLAIN)
    assert prepared.image[0].tolist() == [[0, 1, 1, 0]] * 4
    frame = prepared.frame
    assert (frame.top, frame.left, frame.bottom, frame.right) == (0, -1, 4, 3)


def test_a_crop_keeps_the_middle(film_of: FilmOf) -> None:
    grey = np.zeros((4, 8))
    grey[:, 2:6] = 255
    prepared = prepare(film_of(grey), replace(PLAIN, fit=Fit.CROP))
    assert prepared.image[0] == pytest.approx(1.0)
    assert (prepared.frame.left, prepared.frame.right) == (2, 6)


@given(st.integers(5, 60), st.integers(5, 60), st.sampled_from(list(Fit)))
def test_what_is_bright_on_the_film_is_bright_where_the_frame_says(rows: int, columns: int, fit: Fit) -> None:
    convention = InputConvention(height=12, width=12, fit=fit, mean=(0.0,), std=(1.0,))
    row, column = rows // 2, columns // 2
    grey = np.zeros((rows, columns), np.uint8)
    grey[row, column] = 255
    prepared = prepare(plain_film(grey), convention)
    i, j = np.unravel_index(prepared.image[0].argmax(), (12, 12))
    frame = prepared.frame
    cell_rows, cell_columns = (frame.bottom - frame.top) / 12, (frame.right - frame.left) / 12
    # The brightest input pixel touches the film's bright pixel, or its neighbour by half a film pixel.
    assert frame.top + i * cell_rows - 0.5 <= row + 0.5 <= frame.top + (i + 1) * cell_rows + 0.5
    assert frame.left + j * cell_columns - 0.5 <= column + 0.5 <= frame.left + (j + 1) * cell_columns + 0.5


@given(st.integers(2, 30), st.integers(2, 30), st.sampled_from([2, 3]), st.sampled_from(list(Fit)))
def test_the_model_sees_high_pixels_as_as_many_square_ones_and_the_way_back_ends_on_the_files_pixels(
    rows: int, columns: int, times: int, fit: Fit
) -> None:
    convention = InputConvention(height=12, width=12, fit=fit, mean=(0.0,), std=(1.0,))
    grey = np.add.outer(np.arange(rows) * 4, np.arange(columns) * 4).astype(np.uint8)
    high = prepare(plain_film(grey, aspect=float(times)), convention)
    square = prepare(plain_film(grey.repeat(times, axis=0)), convention)
    assert high.image == pytest.approx(square.image, abs=0.05)
    frame, twin = high.frame, square.frame
    assert (frame.left, frame.right) == pytest.approx((twin.left, twin.right))
    assert (frame.top * times, frame.bottom * times) == pytest.approx((twin.top, twin.bottom))


def test_half_a_square_of_high_pixels_fills_the_input_without_padding() -> None:
    prepared = prepare(plain_film(np.full((2, 4), 255), aspect=2.0), PLAIN)
    assert prepared.image[0].tolist() == [[1.0] * 4] * 4
    frame = prepared.frame
    assert (frame.top, frame.left, frame.bottom, frame.right) == (0, 0, 2, 4)


def plain_film(grey: np.ndarray, aspect: float = 1.0) -> Film:
    """A film without a file: the members that `prepare` uses."""

    class Plain:
        radiograph = replace(radiograph("PA"), pixel_aspect=aspect)

        def unit(self) -> np.ndarray:
            return grey.astype(np.float32) / 255

    return Plain()  # type: ignore[return-value]


def test_a_missing_view_is_zero_and_not_present(film_of: FilmOf) -> None:
    given_films = gather([film_of(np.full((4, 4), 255)), None], PLAIN)
    assert given_films.present == (True, False)
    assert given_films.frames[1] is None
    assert not given_films.images[1].any()


def test_frontal_and_lateral_go_to_their_own_slots_in_any_order() -> None:
    lateral, frontal = radiograph("LL"), radiograph("PA")
    assert choose_films(Study("1", radiographs=(lateral, frontal)), 2) == (frontal, lateral)


def test_a_lateral_alone_is_not_read_as_a_frontal() -> None:
    lateral = radiograph("LL")
    assert choose_films(Study("1", radiographs=(lateral,)), 2) == (None, lateral)


def test_a_second_frontal_waits_for_a_slot_of_its_own() -> None:
    first, second = radiograph("PA"), radiograph("AP")
    assert choose_films(Study("1", radiographs=(first, second)), 2) == (first, None)
    assert choose_films(Study("1", radiographs=(first, second)), 3) == (first, None, second)


def test_a_convention_survives_its_manifest_and_refuses_unknown_keys() -> None:
    assert InputConvention.from_dict(PLAIN.to_dict()) == PLAIN
    with pytest.raises(BundleUnsupported, match="gamma"):
        InputConvention.from_dict(PLAIN.to_dict() | {"gamma": 2})


def test_the_frame_names_the_film_it_lies_on(film_of: FilmOf) -> None:
    film = film_of(np.zeros((4, 4)))
    assert prepare(film, PLAIN).frame == MapFrame(film.radiograph.sop_instance_uid, 0, 0, 4, 4)

"""Attention on the film: exact places, no shift."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.overlays import blend, on_film, with_square_pixels
from engine.panel import MapFrame


def one_hot(h: int, w: int, i: int, j: int) -> np.ndarray:
    grid = np.zeros((h, w), np.float32)
    grid[i, j] = 1
    return grid


def test_a_grid_of_the_films_size_lands_on_its_own_pixels() -> None:
    grid = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert np.allclose(on_film(grid, MapFrame("1", 0, 0, 3, 4), 3, 4), grid)


@given(st.integers(0, 3), st.integers(0, 3), st.integers(1, 9), st.integers(1, 9))
def test_a_cells_peak_is_inside_the_cells_rectangle(
    i: int, j: int, step_rows: int, step_columns: int
) -> None:
    film = on_film(
        one_hot(4, 4, i, j),
        MapFrame("1", 0, 0, 4 * step_rows, 4 * step_columns),
        4 * step_rows,
        4 * step_columns,
    )
    row, column = np.unravel_index(film.argmax(), film.shape)
    assert i * step_rows <= row < (i + 1) * step_rows
    assert j * step_columns <= column < (j + 1) * step_columns


def test_a_padded_input_puts_its_middle_on_the_films_middle() -> None:
    # A 4 x 2 film padded to a square: the grid's outer columns lie beside the film.
    film = on_film(one_hot(4, 4, 2, 1), MapFrame("1", 0, -1, 4, 3), 4, 2)
    assert film.argmax() == 2 * 2 + 0


def test_a_cropped_input_leaves_the_rest_of_the_film_empty() -> None:
    film = on_film(np.ones((2, 2), np.float32), MapFrame("1", 1, 1, 3, 3), 4, 4)
    assert film[1:3, 1:3] == pytest.approx(1)
    assert film.sum() == pytest.approx(4)


def test_attention_only_adds_colour_where_it_is() -> None:
    grey = np.full((2, 2), 100, np.uint8)
    picture = blend(grey, one_hot(2, 2, 0, 1))
    assert picture[0, 0].tolist() == [100, 100, 100]
    assert picture[0, 1, 0] > picture[0, 1, 2]


@pytest.mark.parametrize(("aspect", "size"), [(1.0, (4, 2)), (2.0, (4, 4)), (0.5, (8, 2))])
def test_a_picture_has_square_pixels_and_none_of_the_films_is_left_out(
    aspect: float, size: tuple[int, int]
) -> None:
    picture = Image.fromarray(np.arange(8, dtype=np.uint8).reshape(2, 4))
    assert with_square_pixels(picture, aspect).size == size

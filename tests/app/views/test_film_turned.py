"""A film that is turned on the screen: everything on it goes along, and so does the pointer."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.layers import Layers, prepare_layers
from app.projection import Area, Sight, project
from app.rendering import prepare_tones, tables
from app.viewing import Drawing, FilmShown, OverlayShown
from app.views.film import FilmPane
from app.views.lens import lens_projection
from engine.dicom.overlays import Overlay
from engine.dicom.shutters import Shutter
from engine.dicom.turning import Edges, Turn
from engine.panel import MapFrame, read_only
from tests.app.filming import film, ramp

TURNS = [Turn(quarters, mirrored) for quarters in range(4) for mirrored in (False, True)]
PANE = Area(160, 141)
Element = TypeVar("Element", bound=np.generic)


def drawn(qtbot: QtBot, area: Area, shown: FilmShown) -> npt.NDArray[np.uint8]:
    """(height, width, 3) as a pane of this size draws it."""
    pane = FilmPane()
    qtbot.addWidget(pane)
    pane.resize(area.width, area.height)
    pane.show_film(shown)
    image = pane.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def turned(picture: npt.NDArray[Element], turn: Turn) -> npt.NDArray[Element]:
    clockwise = np.rot90(picture, -turn.quarters)
    return clockwise[:, ::-1] if turn.mirrored else clockwise


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("zoom", [1.0, 3.0])
def test_each_point_of_the_screen_shows_the_file_pixel_that_the_projection_names(
    qtbot: QtBot, turn: Turn, zoom: float
) -> None:
    of = film(ramp(27, 31))
    tones, sight = prepare_tones(of), Sight(zoom, 13.5, 15.5, turn=turn)
    levels = tables(tones, of.default, False)
    picture = drawn(qtbot, PANE, FilmShown(tones=tones, levels=levels, sight=sight, smooth=False))
    on, grey = project(sight, PANE), of.display()
    expected = np.zeros((PANE.height, PANE.width), np.uint8)
    for y, x in np.ndindex(expected.shape):
        row, column = map(math.floor, on.film_point(x + 0.5, y + 0.5))
        if 0 <= row < 27 and 0 <= column < 31:
            expected[y, x] = grey[row, column]
    assert np.array_equal(picture[:, :, 0], expected)


def layers_of(rows: int, columns: int) -> Layers:
    marks = np.zeros((rows, columns), bool)
    marks[4, 3:9] = True
    seen = np.ones((rows, columns), bool)
    seen[:, :2] = False
    of = replace(
        film(ramp(rows, columns)),
        overlays=(Overlay(0x6000, marks),),
        shutter=Shutter(seen, 90, ("RECTANGULAR",)),
    )
    layers = prepare_layers(of)
    assert layers is not None
    return layers


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("drawing", [Drawing.SMOOTH, Drawing.CELLS])
def test_attention_marks_and_shutter_are_turned_with_the_film(
    qtbot: QtBot, turn: Turn, drawing: Drawing
) -> None:
    lying, standing = lying_and_standing(qtbot, turn, drawing)
    assert np.array_equal(standing, turned(lying, turn))


@pytest.mark.parametrize("turn", TURNS)
def test_outlines_are_turned_with_the_film_to_a_device_pixel(qtbot: QtBot, turn: Turn) -> None:
    # A line between two pixels is drawn on one of them, whichever way it is turned.
    lying, standing = (coloured(each) for each in lying_and_standing(qtbot, turn, Drawing.OUTLINE))
    expected = turned(lying, turn)
    assert standing.any()
    assert not (standing & ~widened(expected)).any()
    assert not (expected & ~widened(standing)).any()


def coloured(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    return np.asarray(np.ptp(picture.astype(int), axis=2) > 40)


def widened(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    around = np.lib.stride_tricks.sliding_window_view(np.pad(mask, 1), (3, 3))
    return np.asarray(around.any(axis=(2, 3)))


def lying_and_standing(
    qtbot: QtBot, turn: Turn, drawing: Drawing
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """One film with all that lies on it: not turned in an area that is, and turned."""
    of = film(ramp(27, 31))
    tones = prepare_tones(of)
    grid = np.zeros((3, 4))
    grid[1, 1], grid[1, 2] = 1.0, 0.6  # not at the film's border, where one side of a line is cut off
    shown = FilmShown(
        tones=tones,
        levels=tables(tones, of.default, False),
        sight=Sight(3.3, 12.1, 16.4, 1.3),
        overlay=OverlayShown(read_only(grid), MapFrame("film", 0, 0, 27, 31), drawing, 0.5, 0.1),
        layers=layers_of(27, 31),
    )
    assert shown.sight is not None
    lying = drawn(qtbot, PANE.before(turn), shown)
    return lying, drawn(qtbot, PANE, replace(shown, sight=replace(shown.sight, turn=turn)))


@pytest.mark.parametrize("turn", TURNS)
def test_the_lens_shows_the_point_under_the_pointer(turn: Turn) -> None:
    on = project(Sight(0.7, 13.0, 15.0, 1.2, turn), PANE)
    for x, y in ((40, 50), (80, 70), (111, 99)):
        under = lens_projection(on, x, y, 4.0)
        assert under.device_point(*on.film_point(x + 0.5, y + 0.5)) == pytest.approx(
            (x + 0.5, y + 0.5), abs=0.51
        )


def test_letters_at_the_edges_name_the_patients_sides(qtbot: QtBot) -> None:
    of = film(np.zeros((27, 31), np.uint16))
    tones = prepare_tones(of)
    bare = FilmShown(tones=tones, levels=tables(tones, of.default, False), sight=Sight(1.0, 13, 15))
    at_left = drawn(qtbot, PANE, replace(bare, edges=Edges(left="R"))) != drawn(qtbot, PANE, bare)
    assert at_left.any()
    assert not at_left[:, PANE.width // 4 :].any()

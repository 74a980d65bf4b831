from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.projection import Area, Sight, cell_edges, project
from app.rendering import prepare_tones, tables
from app.viewing import Drawing, FilmShown, LegendShown, OverlayShown
from app.views.colour_map import colour_table, overlay_table
from app.views.film import FilmPane, legend_floor, wrapped
from app.views.overlay import map_colour
from engine.panel import MapFrame, read_only
from tests.app.filming import film

ROWS, COLUMNS = 60, 40
FRAMES = {
    "whole": MapFrame("film", 0, 0, 60, 40),
    "padded to a square": MapFrame("film", 0, -10, 60, 50),
    "cropped to a square": MapFrame("film", 10, 0, 50, 40),
    "odd edges": MapFrame("film", 3.3, -1.7, 57.9, 38.2),
}
SIGHTS = {
    "fitted": Sight(5.0, 30, 20),
    "one to one": Sight(1.0, 30, 20),
    "small": Sight(0.5, 30, 20),
    "large, in a corner": Sight(9.7, 5, 3),
    "off the middle": Sight(2.3, 41.7, 8.1),
    "high pixels": Sight(2.0, 30, 20, 1.7),
    "wide pixels": Sight(6.0, 25, 20, 0.4),
    "high and small": Sight(0.4, 30, 20, 3.0),
}
PANE = Area(320, 300)


@pytest.fixture
def pane(qtbot: QtBot) -> FilmPane:
    pane = FilmPane()
    qtbot.addWidget(pane)
    pane.resize(PANE.width, PANE.height)
    pane.show()
    return pane


def black_film(sight: Sight) -> FilmShown:
    tones = prepare_tones(film(np.zeros((ROWS, COLUMNS), np.uint16)))
    return FilmShown(tones=tones, levels=tables(tones, tones.film.default, False), sight=sight)


def overlay(
    cells: dict[tuple[int, int], float],
    frame: MapFrame,
    drawing: Drawing = Drawing.CELLS,
    shape: tuple[int, int] = (4, 4),
    opacity: float = 1.0,
    threshold: float = 0.0,
) -> OverlayShown:
    grid = np.zeros(shape)
    for cell, value in cells.items():
        grid[cell] = value
    return OverlayShown(read_only(grid), frame, drawing, opacity, threshold)


def pixels_of(widget: QWidget) -> npt.NDArray[np.uint8]:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def lit(pane: FilmPane, shown: FilmShown) -> npt.NDArray[np.bool_]:
    pane.show_film(shown)
    found: npt.NDArray[np.bool_] = np.any(pixels_of(pane), axis=2)
    return found


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS.keys())
@pytest.mark.parametrize("cell", [(0, 0), (1, 2), (3, 3)])
def test_one_cell_lights_exactly_the_pixels_whose_centres_lie_in_it_and_on_the_film(
    pane: FilmPane, frame: MapFrame, sight: Sight, cell: tuple[int, int]
) -> None:
    found = lit(pane, replace(black_film(sight), overlay=overlay({cell: 1.0}, frame)))
    on = project(sight, PANE)
    row = (np.arange(PANE.height) + 0.5 - on.top) / on.down
    column = (np.arange(PANE.width) + 0.5 - on.left) / on.zoom
    down, along = (frame.bottom - frame.top) / 4, (frame.right - frame.left) / 4
    top, left = frame.top + cell[0] * down, frame.left + cell[1] * along
    rows = (row >= top - 1e-6) & (row < top + down - 1e-6) & (row >= 0) & (row < ROWS)
    columns = (column >= left - 1e-6) & (column < left + along - 1e-6) & (column >= 0) & (column < COLUMNS)
    assert np.array_equal(found, rows[:, None] & columns[None, :])


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
@pytest.mark.parametrize(
    "sight", [SIGHTS[name] for name in ("fitted", "one to one", "small", "high pixels", "wide pixels")]
)
def test_a_smooth_map_is_brightest_in_the_middle_of_its_cell_and_stays_near_it(
    pane: FilmPane, frame: MapFrame, sight: Sight
) -> None:
    pane.show_film(replace(black_film(sight), overlay=overlay({(1, 2): 1.0}, frame, Drawing.SMOOTH)))
    bright = pixels_of(pane).max(axis=2)
    downs, alongs = cell_edges(frame, (4, 4), project(sight, PANE))
    middle = ((downs[1] + downs[2]) // 2, (alongs[2] + alongs[3]) // 2)
    assert bright[middle] >= bright.max() - 16
    far = np.ones_like(bright, bool)
    far[max(0, downs[0]) : max(0, downs[3]), max(0, alongs[1]) : max(0, alongs[4])] = False
    assert not bright[far].any()


def test_a_smooth_map_is_the_cells_own_value_at_its_centre_and_halfway_between_two_their_mean(
    pane: FilmPane,
) -> None:
    sight, frame = Sight(4.0, 30, 20), FRAMES["whole"]
    shown = overlay({(1, 1): 1.0, (1, 2): 0.5}, frame, Drawing.SMOOTH)
    pane.show_film(replace(black_film(sight), overlay=shown))
    pixels = pixels_of(pane)
    downs, alongs = cell_edges(frame, (4, 4), project(sight, PANE))
    y = (downs[1] + downs[2]) // 2
    table = overlay_table(1.0, 0.0)
    for x, value in (
        ((alongs[1] + alongs[2]) // 2, 1.0),
        (alongs[2], 0.75),
        ((alongs[2] + alongs[3]) // 2, 0.5),
    ):
        expected = int(table[round(255 * value)]) & 0xFFFFFF
        red, green, blue = (int(part) for part in pixels[y, x])
        assert abs(red - (expected >> 16)) <= 14
        assert abs(green - (expected >> 8 & 255)) <= 14
        assert abs(blue - (expected & 255)) <= 14


@pytest.mark.parametrize("drawing", [Drawing.CELLS, Drawing.SMOOTH])
def test_what_lies_below_the_threshold_is_clear(pane: FilmPane, drawing: Drawing) -> None:
    cells = {(0, 0): 0.4, (3, 3): 0.6}
    shown = overlay(cells, FRAMES["whole"], drawing, threshold=0.5)
    found = lit(pane, replace(black_film(Sight(5.0, 30, 20)), overlay=shown))
    on_first = found[:75, 60:110]
    assert not on_first.any()
    assert found.any()


@pytest.mark.parametrize("drawing", list(Drawing))
def test_a_map_of_nothing_draws_nothing(pane: FilmPane, drawing: Drawing) -> None:
    shown = overlay({}, FRAMES["whole"], drawing)
    assert not lit(pane, replace(black_film(Sight(5.0, 30, 20)), overlay=shown)).any()


def test_opacity_scales_what_is_added_to_the_film(pane: FilmPane) -> None:
    sums = []
    for opacity in (0.25, 0.5, 1.0):
        shown = overlay({(1, 1): 1.0}, FRAMES["whole"], opacity=opacity)
        pane.show_film(replace(black_film(Sight(5.0, 30, 20)), overlay=shown))
        sums.append(float(pixels_of(pane).sum()))
    assert sums[1] / sums[0] == pytest.approx(2, rel=0.03)
    assert sums[2] / sums[1] == pytest.approx(2, rel=0.03)


def test_outlines_run_along_the_cells_edge_and_leave_the_inside_free(pane: FilmPane) -> None:
    shown = overlay({(1, 1): 1.0, (1, 2): 1.0}, FRAMES["whole"], Drawing.OUTLINE, threshold=0.5)
    found = lit(pane, replace(black_film(Sight(5.0, 30, 20)), overlay=shown))
    downs, alongs = cell_edges(FRAMES["whole"], (4, 4), project(Sight(5.0, 30, 20), PANE))
    assert found[downs[1] + 30, alongs[1]]
    assert not found[downs[1] + 30, alongs[2]]  # no line between two cells that are both inside
    assert not found[downs[1] + 4 : downs[2] - 4, alongs[1] + 4 : alongs[3] - 4].any()


def test_the_legend_says_attention_and_stands_in_the_lower_right(pane: FilmPane) -> None:
    legend = LegendShown("expert B", "0", "5.6 % a cell, 5.4 × even", 1)
    shown = replace(black_film(Sight(0.5, 30, 20)), overlay=overlay({}, FRAMES["whole"]), legend=legend)
    found = lit(pane, shown)
    assert found[-70:, -200:].any()
    assert not found[:-90].any()


def test_the_colour_map_gets_lighter_in_steps_of_equal_size_to_the_eye() -> None:
    table = colour_table().astype(float) / 255
    linear = np.where(table <= 0.04045, table / 12.92, ((table + 0.055) / 1.055) ** 2.4)
    to_lms = np.array(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        )
    )
    to_lab = np.array(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        )
    )
    lab = np.cbrt(linear @ to_lms.T) @ to_lab.T
    steps = np.linalg.norm(lab[8::8] - lab[:-8:8], axis=1)
    assert steps.max() / steps.min() < 1.25
    assert np.all(np.diff(lab[::8, 0]) > 0)


def test_the_overlays_colours_are_those_of_the_map_where_it_is_opaque() -> None:
    table = overlay_table(1.0, 0.0)
    assert table[0] == 0
    assert int(table[255]) == map_colour(1.0).rgba()


@pytest.mark.parametrize("drawing", list(Drawing))
def test_another_map_is_drawn_within_a_frame(qtbot: QtBot, drawing: Drawing) -> None:
    pane = FilmPane()
    qtbot.addWidget(pane)
    pane.resize(640, 760)
    pane.show()
    sight = Sight(12.0, 30, 20)
    rng = np.random.default_rng(0)
    plain, frames = black_film(sight), []
    for _ in range(30):
        grid = read_only(rng.random((14, 14)))
        shown = OverlayShown(grid, FRAMES["whole"], drawing, 0.6, 0.0)
        begun = time.thread_time()
        pane.show_film(replace(plain, overlay=shown))
        pane.repaint()
        frames.append(1000 * (time.thread_time() - begun))
    assert np.percentile(frames[2:], 95) < 16


INNER = QRectF(8, 8, 240, 400)
READINGS = QRectF(8, 360, 110, 48)


def test_the_scale_stands_above_the_readings_where_it_has_no_room_beside_them() -> None:
    assert legend_floor(INNER, READINGS, QRectF()) < READINGS.top()
    assert legend_floor(INNER.adjusted(0, 0, 200, 0), READINGS, QRectF()) == INNER.bottom()


def test_the_scale_stands_above_the_source() -> None:
    source = QRectF(100, 380, 300, 28)
    assert legend_floor(INNER.adjusted(0, 0, 400, 0), READINGS, source) < source.top()


def test_a_licence_is_written_out_in_full(qapp: QApplication) -> None:
    text = (
        "Winther et al., COVID-19 Image Repository, Hannover Medical School, "
        "doi:10.6084/m9.figshare.12275009. Licence: CC BY 3.0. Resized, converted to DICOM."
    )
    font = qapp.font()
    lines = wrapped(text, font, QRectF(0, 0, 300, 400))
    assert " ".join(lines) == text
    assert all(QFontMetricsF(font).horizontalAdvance(line) <= 300 for line in lines)
    assert wrapped("", font, INNER) == ()

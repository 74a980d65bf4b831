from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.commands import Place
from app.ports import ignore
from app.presenters.attention import OverlayChoice
from app.presenters.viewer import ViewerPresenter
from app.viewing import Drawing
from app.views.keys import KeyMap, WindowKeys
from app.views.theme import colour
from app.views.viewer import FilmViewer, wire
from app.views.viewer_bar import OverlaySliders
from engine.dicom.files import open_paths
from engine.dicom.film import Film
from engine.dicom.pixels import read_film
from tests.app.filming import DirectLane, film, one_hot, ramp, reader_of, study_of


class Stage:
    """The real viewer under the real presenter."""

    def __init__(self, qtbot: QtBot, films: list[Film], width: int = 700, height: int = 480) -> None:
        self.viewer = FilmViewer()
        qtbot.addWidget(self.viewer)
        self.viewer.resize(width, height)
        self.viewer.show()
        overlay = OverlayChoice(drawing=Drawing.CELLS, opacity=1.0)
        self.presenter = ViewerPresenter(self.viewer, DirectLane(), reader_of(films), overlay)
        wire(self.viewer, self.presenter)
        self.presenter.show_study(study_of(films))
        QApplication.processEvents()

    def light(self, place: int = 0) -> float:
        """Mean brightness of a film as drawn."""
        image = self.viewer.panes[place].grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
        return float(rows[:, : image.width()].mean())


def films(count: int) -> list[Film]:
    return [film(ramp(300, 260), uid=f"film {index}") for index in range(count)]


def test_a_single_film_is_shown_at_once_although_the_viewer_stood_there_before(
    qtbot: QtBot, themed: QApplication
) -> None:
    assert Stage(qtbot, films(1)).light() > 40


def test_two_films_stand_side_by_side_equally_high(qtbot: QtBot, themed: QApplication) -> None:
    wide, tall = film(ramp(300, 400), uid="wide"), film(ramp(300, 200), uid="tall")
    stage = Stage(qtbot, [wide, tall], 900)
    first, second = stage.viewer.panes
    assert first.width() / second.width() == pytest.approx(2, rel=0.02)
    assert stage.light(0) > 40
    assert stage.light(1) > 40


def test_keys_work_from_anywhere_in_the_window_but_not_while_somebody_types(
    qtbot: QtBot, themed: QApplication
) -> None:
    stage = Stage(qtbot, films(1))
    window, line = QWidget(), QLineEdit()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    layout.addWidget(stage.viewer)
    layout.addWidget(line)
    WindowKeys(window, KeyMap(parent=window), stage.viewer.commands, ignore, frozenset({Place.FILMS}))
    window.resize(700, 500)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    stage.viewer.panes[0].setFocus()
    qtbot.keyClick(stage.viewer.panes[0], Qt.Key.Key_I)
    assert stage.viewer.commands["invert"].isChecked()
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_I)
    assert (line.text(), stage.viewer.commands["invert"].isChecked()) == ("i", True)


def test_the_tool_bar_inverts_fits_and_resets(qtbot: QtBot, themed: QApplication) -> None:
    stage = Stage(qtbot, [film(ramp(300, 260) // 3, uid="dark")])
    dark = stage.light()
    stage.viewer.commands["invert"].trigger()
    assert stage.light() > dark + 50
    stage.viewer.commands["actual"].trigger()
    stage.viewer.commands["reset"].trigger()
    assert stage.light() == pytest.approx(dark, abs=0.5)


def test_choosing_a_preset_changes_the_window_and_its_mark(qtbot: QtBot, themed: QApplication) -> None:
    stage = Stage(qtbot, films(1))
    button = next(b for b in stage.viewer.bar.findChildren(QToolButton) if b.text().startswith("W 4096"))
    menu = button.menu()
    menu.actions()[2].trigger()
    assert button.text() == "W 4095  L 2048"
    assert [action.isChecked() for action in menu.actions()[:3]] == [False, False, True]


def test_the_overlay_button_takes_the_map_away_and_brings_it_back(qtbot: QtBot, themed: QApplication) -> None:
    all_films = [film(np.zeros((300, 260), np.uint16))]
    stage = Stage(qtbot, all_films)
    assert not stage.viewer.commands["overlay"].isEnabled()
    stage.presenter.show_map(one_hot(all_films, 0, (1, 1), (4, 4)), 0)
    with_map = stage.light()
    assert stage.viewer.commands["overlay"].isChecked()
    stage.viewer.commands["overlay"].trigger()
    assert stage.light() < with_map - 3
    stage.viewer.commands["overlay"].trigger()
    assert stage.light() == pytest.approx(with_map)


def test_space_presses_a_focused_button_instead_of_switching_the_overlay(
    qtbot: QtBot, themed: QApplication
) -> None:
    all_films = films(1)
    stage = Stage(qtbot, all_films)
    stage.presenter.show_map(one_hot(all_films, 0, (1, 1), (4, 4)), 0)
    invert = stage.viewer.commands["invert"]
    button = next(b for b in stage.viewer.bar.findChildren(QToolButton) if b.defaultAction() is invert)
    stage.viewer.activateWindow()
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert invert.isChecked()
    assert stage.viewer.commands["overlay"].isChecked()


def test_a_study_of_three_films_has_a_strip_to_choose_from(qtbot: QtBot, themed: QApplication) -> None:
    bright = film(np.full((300, 260), 4095), uid="third")
    stage = Stage(qtbot, [*films(2), bright])
    dark = stage.light(0)
    strip = [b for b in stage.viewer.findChildren(QToolButton) if b.isCheckable() and not b.icon().isNull()]
    third = [b for b in strip if b.text() == "PA" and b.parent() is not stage.viewer.bar][2]
    qtbot.mouseClick(third, Qt.MouseButton.LeftButton)
    assert third.isChecked()
    assert stage.light(0) > dark + 50


def test_a_focused_button_has_a_ring_that_can_be_seen(qtbot: QtBot, themed: QApplication) -> None:
    stage = Stage(qtbot, films(1))
    button = next(b for b in stage.viewer.bar.findChildren(QToolButton) if b.defaultAction() is not None)
    stage.viewer.activateWindow()
    button.setFocus()
    middle = QPoint(button.width() // 2, 0)
    assert button.grab().toImage().pixelColor(middle) == colour("accent")


def test_nothing_of_the_tool_bar_is_cut_beside_worklist_and_panel_on_a_small_screen(
    qtbot: QtBot, themed: QApplication
) -> None:
    stage = Stage(qtbot, films(1), width=680)
    assert stage.viewer.minimumSizeHint().width() <= 680
    right = max(child.geometry().right() for child in stage.viewer.bar.findChildren(QToolButton))
    assert right < stage.viewer.bar.width()


@pytest.mark.parametrize("width", [500, 560, 640, 677, 1280])
def test_the_sliders_leave_the_bar_before_anything_is_cut_and_are_in_the_menu_anyhow(
    qtbot: QtBot, themed: QApplication, width: int
) -> None:
    bar = Stage(qtbot, films(1), width=width).viewer.bar
    shown = [child for child in bar.findChildren(QToolButton) if child.isVisible()]
    spans = sorted((child.geometry().left(), child.geometry().right()) for child in shown)
    assert all(right < left for (_, right), (left, _) in itertools.pairwise(spans))
    assert spans[-1][1] < bar.width()
    sliders = bar.findChild(OverlaySliders)
    assert sliders is not None
    if sliders.isVisible():
        assert spans[-1][1] < sliders.geometry().left()
        assert sliders.geometry().right() < bar.width()
    assert sliders.isVisible() or width < 677  # a desk of 1280 pixels has so many for the bar
    assert len(bar.findChildren(OverlaySliders)) == 2


def test_every_real_film_is_drawn_with_the_grey_levels_that_its_header_asks_for(
    qtbot: QtBot, themed: QApplication, shared_data: Path
) -> None:
    folder = shared_data / "dicom" / "chest"
    for study in open_paths([folder]).studies:
        for radiograph in study.radiographs:
            of = read_film(radiograph)
            stage = Stage(qtbot, [of], 900, 800)
            stage.presenter.actual_size_asked()
            pane = stage.viewer.panes[0]
            shown = pane.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
            y, x = pane.height() // 2, pane.width() // 2
            row, column = of.values.shape[0] // 2, of.values.shape[1] // 2
            drawn = [shown.pixelColor(x + dx, y).red() for dx in range(-40, 40)]
            # The film's middle lies in the middle, to the pixel by which an odd size is rounded.
            lines = [of.display()[r, column - 41 : column + 42].tolist() for r in (row - 1, row, row + 1)]
            assert any(drawn == line[shift : shift + 80] for line in lines for shift in range(4))

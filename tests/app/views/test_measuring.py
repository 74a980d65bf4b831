"""Measuring with a real mouse on the real viewer, and the magnifier."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.measures import Grip, MeasureShown, grip_at
from app.messages import Notice
from app.presenters.measuring import MeasuringPresenter
from app.presenters.viewer import ViewerPresenter
from app.projection import Area, Projection
from app.review.measurements import Length
from app.review.operations import Operation
from app.review.review import Review
from app.viewing import Tool
from app.views.lens import lens_projection
from app.views.measuring import LengthSheet, millimetres
from app.views.viewer import FilmViewer, wire, wire_measuring
from engine.dicom.shutters import Shutter
from tests.app.filming import DirectLane, film, ramp, reader_of, study_of

LEFT = Qt.MouseButton.LeftButton


class Stage:
    """The real viewer and both its presenters over a review that keeps what it is told."""

    def __init__(self, qtbot: QtBot, pixels: npt.ArrayLike, shutter: Shutter | None = None) -> None:
        self.qtbot, self.review = qtbot, Review("1")
        self.sentences: list[str] = []
        self.notices: list[Notice] = []
        films = [replace(film(pixels, uid="pa"), shutter=shutter)]
        self.viewer = FilmViewer()
        qtbot.addWidget(self.viewer)
        self.viewer.resize(600, 500)
        self.viewer.show()
        self.films = ViewerPresenter(self.viewer, DirectLane(), reader_of(films))
        wire(self.viewer, self.films)
        self.measuring = MeasuringPresenter(self.viewer, self.films, self, DirectLane(), self.notices.append)
        wire_measuring(self.viewer, self.measuring)
        self.films.show_study(study_of(films))
        self.measuring.show_review(self.review)
        QApplication.processEvents()

    def change(self, operation: Operation) -> None:
        self.review = operation.apply(self.review)
        self.measuring.show_review(self.review)

    def add_sentence(self, text: str) -> None:
        self.sentences.append(text)

    def at(self, row: float, column: float) -> QPoint:
        seen = self.films.film_at(0)
        assert seen is not None
        x, y = seen.on.device_point(row, column)
        return QPoint(int(x), int(y))

    def drag(self, start: QPoint, end: QPoint) -> None:
        pane = self.viewer.panes[0]
        self.qtbot.mousePress(pane, LEFT, pos=start)
        self.qtbot.mouseMove(pane, (start + end) / 2)
        self.qtbot.mouseMove(pane, end)
        self.qtbot.mouseRelease(pane, LEFT, pos=end)

    @property
    def length(self) -> Length:
        (found,) = self.review.measurements
        assert isinstance(found, Length)
        return found

    def grey(self) -> npt.NDArray[np.uint8]:
        image = self.viewer.panes[0].grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
        return rows[:, : image.width()].copy()


def test_a_length_is_drawn_dragged_inserted_and_removed_by_mouse_and_keys(
    qtbot: QtBot, themed: QApplication
) -> None:
    stage = Stage(qtbot, ramp(200, 260))
    commands = stage.viewer.commands
    commands["length"].trigger()
    stage.drag(stage.at(40, 30), stage.at(40, 130))
    assert stage.length.value == pytest.approx(100, abs=1)
    stage.drag(stage.at(40, 130), stage.at(40, 180))
    assert stage.length.value == pytest.approx(150, abs=1)
    commands["window"].trigger()
    stage.drag(stage.at(40, 100), stage.at(90, 100))
    assert stage.length.start.row == pytest.approx(90, abs=1)
    commands["insert_measurement"].trigger()
    assert stage.sentences == ["Length 150 px, no spacing."]
    qtbot.keyClick(stage.viewer, Qt.Key.Key_Delete)
    assert stage.review.measurements == ()
    assert not stage.viewer.bar.remove.isEnabled()


def test_zoom_and_pan_leave_a_measurement_on_its_film_points(qtbot: QtBot, themed: QApplication) -> None:
    stage = Stage(qtbot, ramp(200, 260))
    stage.viewer.commands["length"].trigger()
    stage.drag(stage.at(40, 30), stage.at(90, 130))
    start, length = stage.length.start, stage.length
    stage.viewer.commands["actual"].trigger()
    stage.films.pan_dragged(0, -13, 21)
    stage.drag(stage.at(start.row, start.column), stage.at(start.row, start.column))
    assert stage.length == length  # hit where it lies now, and not moved


def test_dragging_beside_what_was_measured_still_changes_the_window(
    qtbot: QtBot, themed: QApplication
) -> None:
    stage = Stage(qtbot, ramp(200, 260))
    stage.viewer.commands["length"].trigger()
    stage.drag(stage.at(40, 30), stage.at(40, 130))
    stage.viewer.commands["window"].trigger()
    shown = stage.grey().mean()
    stage.drag(stage.at(150, 30), stage.at(190, 200))
    assert stage.grey().mean() != shown
    assert stage.length.value == pytest.approx(100, abs=1)


def test_a_line_reads_on_a_white_film_and_on_a_black_one(qtbot: QtBot, themed: QApplication) -> None:
    for value in (0, 4095):
        stage = Stage(qtbot, np.full((200, 260), value, np.uint16))
        stage.viewer.commands["length"].trigger()
        stage.drag(stage.at(100, 30), stage.at(100, 180))
        stage.measuring.escape()
        x, y = stage.at(100, 100).toTuple()
        column = stage.grey()[y - 4 : y + 5, x].astype(int)
        assert column.max() - column.min() > 120


def test_the_length_of_a_line_is_asked_for_and_given(qtbot: QtBot, themed: QApplication) -> None:
    stage = Stage(qtbot, ramp(200, 260))
    stage.viewer.commands["calibrate"].trigger()
    stage.drag(stage.at(100, 30), stage.at(100, 130))
    sheet = stage.viewer.findChild(LengthSheet)
    assert sheet is not None
    qtbot.keyClicks(sheet.focusWidget() or sheet, "50")
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    stage.viewer.commands["length"].trigger()
    stage.drag(stage.at(40, 30), stage.at(40, 130))
    length = stage.review.measurements[-1]
    assert isinstance(length, Length)
    assert length.value == pytest.approx(50, abs=0.5)


@pytest.mark.parametrize(
    ("typed", "known_mm"),
    [
        ("25", 25.0),
        ("25,4", 25.4),
        (" 25.4 mm ", 25.4),
        ("1000", 1000.0),
        ("1,000.5", None),
        ("0", None),
        ("-3", None),
        ("1e2", None),
        ("1001", None),
        ("", None),
    ],
)
def test_a_comma_in_a_known_length_is_a_decimal_sign(typed: str, known_mm: float | None) -> None:
    assert millimetres(typed) == known_mm


def test_a_known_length_that_is_none_is_refused_in_the_sheet(qtbot: QtBot, themed: QApplication) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    sheet = LengthSheet(parent)
    lengths: list[float] = []
    sheet.given.connect(lengths.append)
    sheet.open()
    line = sheet.findChild(QLineEdit)
    assert line is not None
    for typed in ("0", "25,4"):
        assert sheet.isVisible()
        line.selectAll()
        qtbot.keyClicks(line, typed)
        qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert lengths == [25.4]


def test_the_bar_shows_which_measuring_tool_the_left_button_has(qtbot: QtBot, themed: QApplication) -> None:
    stage = Stage(qtbot, ramp(200, 260))
    stage.viewer.commands["heart"].trigger()
    assert stage.films.tool is Tool.HEART
    assert stage.viewer.commands["heart"].isChecked()
    assert not stage.viewer.commands["window"].isChecked()


def test_the_lens_shows_the_film_larger_and_exactly_what_lies_under_the_pointer(
    qtbot: QtBot, themed: QApplication
) -> None:
    pixels = np.zeros((500, 600), np.uint16)
    pixels[200:204, 300:304] = 4095
    stage = Stage(qtbot, pixels)
    x, y = stage.at(202, 302).toTuple()
    around = np.s_[y - 4 : y + 5, x - 4 : x + 5]  # inside the lens's cross
    plain = stage.grey()
    qtbot.mouseMove(stage.viewer.panes[0], QPoint(x, y))
    for _ in range(2):
        stage.viewer.commands["lens"].trigger()
    assert (plain[around] > 128).sum() < 30
    assert (stage.grey()[around] > 128).all()
    stage.viewer.commands["lens"].trigger()
    assert (stage.grey() == plain).all()


def test_the_lens_does_not_look_under_a_shutter(qtbot: QtBot, themed: QApplication) -> None:
    seen = np.zeros((200, 260), np.bool_)
    seen[:, 130:] = True
    pixels = np.full((200, 260), 4095, np.uint16)
    stage = Stage(qtbot, pixels, Shutter(seen, 0, ("RECTANGULAR",)))
    x, y = stage.at(100, 60).toTuple()
    qtbot.mouseMove(stage.viewer.panes[0], QPoint(x, y))
    stage.viewer.commands["lens"].trigger()
    inside = np.s_[y - 4 : y + 5, x - 4 : x + 5]
    assert stage.grey()[inside].max() < 30
    stage.viewer.commands["shutter"].trigger()
    assert stage.grey()[inside].min() > 128


@given(
    st.integers(0, 399), st.integers(0, 299), st.floats(0.05, 8), st.sampled_from([2, 4]), st.floats(0.2, 5)
)
def test_the_point_under_the_pointer_is_under_it_in_the_lens_to_half_a_device_pixel(
    x: int, y: int, zoom: float, lens: int, aspect: float
) -> None:
    on = Projection(-37, 11, zoom, Area(400, 300), aspect)
    under = lens_projection(on, x, y, lens)
    there = under.device_point(*on.film_point(x + 0.5, y + 0.5))
    assert np.abs(np.subtract(there, (x + 0.5, y + 0.5))).max() <= 0.5 + 1e-6
    assert under.zoom >= max(lens, 2 * zoom) - 1e-9


ONE = MeasureShown((((10, 10), (10, 50)),), ((10, 10), (10, 50)), (), (10, 50))


@pytest.mark.parametrize(
    ("x", "y", "lines", "grip"),
    [
        (10, 10, False, Grip(0, 0)),
        (55, 12, False, Grip(0, 1)),
        (30, 14, False, None),
        (30, 14, True, Grip(0, -1)),
        (30, 30, True, None),
        (3, 3, True, None),
    ],
)
def test_a_handle_is_hit_before_a_line_and_nothing_is_hit_from_afar(
    x: float, y: float, lines: bool, grip: Grip | None
) -> None:
    on = Projection(0, 0, 1.0, Area(100, 100))
    assert grip_at((ONE,), on, x, y, 8.0, lines=lines) == grip

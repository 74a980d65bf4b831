"""The tour: it points, and does nothing else; it can be left at any step, and comes once unasked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.messages import DraftCard, PanelShown, PanelState, SentenceShown
from app.touring import Touring
from app.views.theme import show_text_at
from app.views.tour import Tour, place_beside
from app.views.window import DeskWindow
from tests.app.desk_fakes import study_of


@pytest.fixture
def window(qtbot: QtBot, themed: QApplication) -> Iterator[DeskWindow]:
    window = DeskWindow()
    qtbot.addWidget(window, before_close_func=lambda window: window.close_now())
    window.resize(1280, 800)
    window.show()
    card = DraftCard(0, "A", (SentenceShown(0, "No pneumothorax."),), vote="4.2", share=1.0)
    window.panel.show_panel(PanelShown(PanelState.READY, "1 draft", (card,)))
    QApplication.processEvents()
    yield window
    show_text_at(themed, 100)


def tour_of(window: DeskWindow) -> Tour:
    window.show_tour()
    return window.findChildren(Tour)[-1]  # one that was left is deleted only later


def button(tour: Tour, text: str) -> QPushButton:
    return next(each for each in tour.findChildren(QPushButton) if each.text() == text)


def test_the_mouse_leads_through_six_steps_and_back(qtbot: QtBot, window: DeskWindow) -> None:
    tour = tour_of(window)
    for _ in range(5):
        qtbot.mouseClick(button(tour, "Next"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(button(tour, "Back"), Qt.MouseButton.LeftButton)
    assert tour.number == 4
    tour.next()
    with qtbot.waitSignal(tour.ended):
        qtbot.mouseClick(button(tour, "Done"), Qt.MouseButton.LeftButton)
    assert not window.report.edit.text


def test_the_keys_lead_too_and_escape_leaves_and_cancels_nothing(qtbot: QtBot, window: DeskWindow) -> None:
    given: list[str] = []
    window.command_given.connect(given.append)
    tour = tour_of(window)
    window.activateWindow()
    qtbot.waitUntil(button(tour, "Next").hasFocus)
    qtbot.keyClick(button(tour, "Next"), Qt.Key.Key_Space)
    qtbot.keyClick(button(tour, "Next"), Qt.Key.Key_Return)
    button(tour, "Back").setFocus()
    qtbot.keyClick(button(tour, "Back"), Qt.Key.Key_Space)
    assert tour.number == 1
    with qtbot.waitSignal(tour.ended):
        qtbot.keyClick(button(tour, "Next"), Qt.Key.Key_Escape)
    again = tour_of(window)
    window.setFocus()
    with qtbot.waitSignal(again.ended):
        qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert given == []


@pytest.mark.parametrize(("size", "per_cent"), [((1280, 800), 100), ((1280, 800), 150), ((2560, 1440), 100)])
def test_every_step_lies_inside_the_window_with_all_its_words(
    window: DeskWindow, themed: QApplication, size: tuple[int, int], per_cent: int
) -> None:
    show_text_at(themed, per_cent)
    window.resize(*size)
    QApplication.processEvents()
    tour = tour_of(window)
    for _ in range(6):
        QApplication.processEvents()
        assert window.rect().contains(tour.geometry())
        assert tour.height() >= tour.sizeHint().height()
        tour.next()


def test_the_note_stands_beside_its_part_where_there_is_room() -> None:
    size, room = QSize(300, 200), QSize(1280, 800)
    assert place_beside(QRect(900, 100, 380, 600), size, room) == QPoint(588, 100)
    assert place_beside(QRect(0, 100, 200, 600), size, room).x() == 211
    assert place_beside(QRect(0, 600, 1280, 200), size, room).y() == 388
    assert QRect(QPoint(0, 0), room).contains(QRect(place_beside(QRect(0, 0, 1280, 800), size, room), size))


@dataclass
class Listed:
    """So much of the worklist as the tour asks."""

    chosen: str = "1.2.3"

    def study(self, study_uid: str) -> object:
        return study_of(study_uid)


class Reading:
    """A desk with one study on the screen, whose films lie in /films/1.2.3."""

    def __init__(self) -> None:
        self.settled = False
        self.worklist = Listed()
        self.opened: list[object] = []

    def open(self, paths: object) -> None:
        self.opened.append(paths)


def touring(window: DeskWindow, desk: Reading, samples: Path, seen: bool = False) -> Touring:
    return Touring(window, desk, (samples,), seen)  # type: ignore[arg-type]


def test_it_comes_once_when_the_first_sample_has_been_read(qtbot: QtBot, window: DeskWindow) -> None:
    desk = Reading()
    first = touring(window, desk, Path("/films"))
    first.offer()
    assert window.findChild(Tour) is None
    desk.settled = True
    with qtbot.waitSignal(first.shown):
        pass
    assert (first.seen, desk.opened) == (True, [])
    assert window.findChild(Tour) is not None


def test_it_comes_neither_twice_nor_over_a_study_of_the_readers_own(qtbot: QtBot, window: DeskWindow) -> None:
    desk = Reading()
    desk.settled = True
    touring(window, desk, Path("/films"), seen=True).offer()
    own = touring(window, desk, Path("/samples"))
    own.offer()
    qtbot.wait(500)
    assert (own.seen, desk.opened, window.findChild(Tour)) == (False, [], None)


def test_asked_for_it_opens_the_samples_first(qtbot: QtBot, window: DeskWindow) -> None:
    desk = Reading()
    touring(window, desk, Path("/samples"), seen=True)
    window.tour_asked.emit()
    assert desk.opened == [(Path("/samples"),)]
    assert window.findChild(Tour) is None

"""The viewer in its own window: keys work in both, closing brings it back, no monitor takes it along."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.messages import RESEARCH_USE
from app.views.standing_alone import ViewerPlace, reachable
from app.views.window import DeskWindow


@pytest.fixture
def window(qtbot: QtBot, themed: QApplication) -> DeskWindow:
    window = DeskWindow()
    qtbot.addWidget(window, before_close_func=lambda window: window.close_now())
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    return window


def taken_out(window: DeskWindow, qtbot: QtBot) -> ViewerPlace:
    window.viewer.commands["alone"].trigger()
    qtbot.waitExposed(window.viewer_place.window)
    return window.viewer_place


def test_the_viewer_goes_out_and_comes_back_to_where_it_was(qtbot: QtBot, window: DeskWindow) -> None:
    before = window.viewer.geometry()
    place = taken_out(window, qtbot)
    assert window.viewer.window() is place.window
    assert window.viewer.isVisible()
    assert window.report.isVisible()
    assert window.viewer.commands["alone"].isChecked()
    place.window.close()
    QApplication.processEvents()
    assert (window.viewer.window(), window.viewer.geometry()) == (window, before)
    assert not place.window.isVisible()
    assert not window.viewer.commands["alone"].isChecked()


def test_the_label_is_on_both_windows(qtbot: QtBot, window: DeskWindow) -> None:
    place = taken_out(window, qtbot)
    for each in (window, place.window):
        assert RESEARCH_USE in [label.text() for label in each.findChildren(QLabel) if label.isVisible()]


def test_keys_of_films_and_of_the_desk_work_in_both_windows(qtbot: QtBot, window: DeskWindow) -> None:
    place = taken_out(window, qtbot)
    given: list[str] = []
    experts: list[int] = []
    inverted: list[bool] = []
    window.command_given.connect(given.append)
    window.expert_chosen.connect(experts.append)
    window.viewer.commands["invert"].setEnabled(True)
    window.viewer.commands["invert"].triggered.connect(lambda checked: inverted.append(checked))
    for each in (place.window, window):
        each.activateWindow()
        each.setFocus()
        qtbot.waitUntil(each.isActiveWindow)
        for key in (Qt.Key.Key_I, Qt.Key.Key_J, Qt.Key.Key_N, Qt.Key.Key_3):
            qtbot.keyClick(each, key)
    assert given == ["next_draft", "next_study"] * 2
    assert experts == [2, 2]
    assert inverted == [True, False]


def test_closing_the_desk_closes_the_films_and_remembers_that_they_were_alone(
    qtbot: QtBot, window: DeskWindow
) -> None:
    place = taken_out(window, qtbot)
    center = window.layout_state()["center"]
    window.close_now()
    assert not place.window.isVisible()
    state = window.layout_state()
    assert state["viewer-alone"] == b"1"
    assert len(state["viewer-window"]) > 0
    assert state["center"] == center


def test_a_desk_with_one_monitor_starts_with_the_films_in_it_and_keeps_their_window_for_later(
    qtbot: QtBot, window: DeskWindow
) -> None:
    taken_out(window, qtbot).window.setGeometry(100, 80, 500, 400)
    state = window.layout_state()
    other = DeskWindow()
    qtbot.addWidget(other, before_close_func=lambda window: window.close_now())
    other.restore_layout(state)
    other.show()
    qtbot.waitExposed(other)
    assert other.viewer.window() is other
    assert taken_out(other, qtbot).window.geometry() == QRect(100, 80, 500, 400)


def test_films_on_a_monitor_that_is_gone_come_back(qtbot: QtBot, window: DeskWindow) -> None:
    place = taken_out(window, qtbot)
    place.window.move(50_000, 0)
    place.screen_removed()
    assert window.viewer.window() is window
    window.viewer.commands["alone"].trigger()
    assert reachable(place.window.frameGeometry())


def test_films_that_can_still_be_seen_stay_when_another_monitor_goes(
    qtbot: QtBot, window: DeskWindow
) -> None:
    place = taken_out(window, qtbot)
    place.screen_removed()
    assert place.is_alone


def test_a_damaged_remembered_place_is_ignored(qtbot: QtBot, window: DeskWindow) -> None:
    window.restore_layout({"viewer-window": b"x", "viewer-alone": b"1"})
    place = taken_out(window, qtbot)
    assert reachable(place.window.frameGeometry())


def test_a_window_that_shows_but_a_corner_cannot_be_reached(qapp: QApplication) -> None:
    screen = qapp.primaryScreen().availableGeometry()
    assert reachable(QRect(screen.right() - 100, 0, 500, 500))
    assert not reachable(QRect(screen.right() - 20, 0, 500, 500))

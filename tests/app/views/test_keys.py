"""Keys in windows and on their sheet: changed at once, everywhere, and never behind the reader's back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QHelpEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from app.commands import COMMANDS, Bindings, Place
from app.views.key_sheet import HINT, KeySheet
from app.views.keys import KeyMap, WindowKeys, tip_with_key
from app.views.window import DeskWindow


@pytest.fixture
def keys(qapp: QApplication) -> KeyMap:
    return KeyMap()


@pytest.fixture
def window(qtbot: QtBot, themed: QApplication, keys: KeyMap) -> DeskWindow:
    window = DeskWindow(keys)
    qtbot.addWidget(window, before_close_func=lambda window: window.close_now())
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    window.setFocus()
    return window


@pytest.fixture
def sheet(qtbot: QtBot, window: DeskWindow, keys: KeyMap) -> KeySheet:
    window.show_keys()
    sheet = window.findChild(KeySheet)
    assert isinstance(sheet, KeySheet)
    qtbot.waitExposed(sheet)
    return sheet


def tree_of(sheet: KeySheet) -> QTreeWidget:
    tree = sheet.findChild(QTreeWidget)
    assert isinstance(tree, QTreeWidget)
    return tree


def press(sheet: KeySheet, text: str) -> None:
    next(button for button in sheet.findChildren(QPushButton) if button.text() == text).click()


def change(qtbot: QtBot, sheet: KeySheet, name: str, key: Qt.Key) -> None:
    sheet.choose(name)
    press(sheet, "Change")
    qtbot.keyClick(tree_of(sheet), key)


def given_by(window: DeskWindow) -> list[str]:
    given: list[str] = []
    window.command_given.connect(given.append)
    return given


def test_a_changed_key_works_at_once_and_the_old_one_no_more(
    qtbot: QtBot, window: DeskWindow, keys: KeyMap
) -> None:
    given = given_by(window)
    keys.use(Bindings().give("next_study", "Y"))
    qtbot.keyClick(window, Qt.Key.Key_Y)
    qtbot.keyClick(window, Qt.Key.Key_N)
    assert given == ["next_study"]


def test_every_window_hears_of_a_change_and_a_window_of_films_only_has_their_commands(
    qtbot: QtBot, keys: KeyMap
) -> None:
    other, given = QWidget(), list[str]()
    qtbot.addWidget(other)
    invert = QAction("Invert", other)
    invert.setCheckable(True)
    other.addAction(invert)
    WindowKeys(other, keys, {"invert": invert}, given.append, frozenset({Place.FILMS}))
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    other.setFocus()
    keys.use(Bindings().give("invert", "Y").give("zoom", "L"))
    for key in (Qt.Key.Key_Y, Qt.Key.Key_L, Qt.Key.Key_N):
        qtbot.keyClick(other, key)
    assert (invert.isChecked(), given) == (True, ["zoom"])
    assert invert.toolTip() == "Invert (Y)"


@pytest.mark.parametrize("key", ["L", ",", "Space", "Return", "Up"])
def test_a_key_that_is_typed_in_a_text_goes_on_typing_there(
    qtbot: QtBot, window: DeskWindow, keys: KeyMap, key: str
) -> None:
    given = given_by(window)
    keys.use(Bindings().give("read", key))
    edit = window.report.edit
    edit.setEnabled(True)
    edit.setFocus()
    code, sign = {
        "L": (Qt.Key.Key_L, "l"),
        ",": (Qt.Key.Key_Comma, ","),
        "Space": (Qt.Key.Key_Space, " "),
        "Return": (Qt.Key.Key_Return, "\n"),
        "Up": (Qt.Key.Key_Up, ""),
    }[key]
    qtbot.keyClick(edit, code)
    assert (given, edit.text) == ([], sign)


def test_tips_name_the_key_in_use(qtbot: QtBot, window: DeskWindow, keys: KeyMap) -> None:
    button = QPushButton("Take", window)
    tip_with_key(button, "Take it", "take_draft", ".")
    assert button.toolTip() == "Take it (Return)."
    keys.use(Bindings().give("take_draft", "Y"))
    asked = QHelpEvent(QEvent.Type.ToolTip, QPoint(1, 1), button.mapToGlobal(QPoint(1, 1)))
    QApplication.sendEvent(button, asked)
    assert button.toolTip() == "Take it (Y)."


def test_the_sheet_lists_every_command_with_its_keys(sheet: KeySheet) -> None:
    for command in COMMANDS:
        assert all(key.split("+")[-1] in sheet.keys_shown(command.name) for key in command.keys)
    assert sheet.keys_shown("probe") == "no key"
    assert "fixed" in sheet.keys_shown("sign")


def test_a_free_key_is_taken_over_as_it_is_pressed(qtbot: QtBot, sheet: KeySheet, keys: KeyMap) -> None:
    change(qtbot, sheet, "zoom", Qt.Key.Key_Y)
    assert keys.bindings.keys("zoom") == ("Y",)
    assert sheet.keys_shown("zoom") == "Y (changed)"
    press(sheet, "Reset")
    assert sheet.keys_shown("zoom") == "Z"


def test_a_key_that_is_had_is_asked_for_and_who_loses_it_is_told(
    qtbot: QtBot, sheet: KeySheet, keys: KeyMap
) -> None:
    change(qtbot, sheet, "zoom", Qt.Key.Key_I)
    assert sheet.said == "I is Invert. Give it to Zoom instead? Invert would have no key then."
    assert keys.bindings == Bindings()
    press(sheet, "Leave it")
    assert (keys.bindings, sheet.said) == (Bindings(), HINT)
    change(qtbot, sheet, "zoom", Qt.Key.Key_I)
    press(sheet, "Give it")
    assert (keys.bindings.keys("zoom"), keys.bindings.keys("invert")) == (("I",), ())
    assert sheet.said == "Invert has no key now. Choose it to give it another."
    press(sheet, "Reset all")
    assert keys.bindings == Bindings()


def test_escape_leaves_a_key_as_it_is_and_the_sheet_open(qtbot: QtBot, sheet: KeySheet, keys: KeyMap) -> None:
    change(qtbot, sheet, "zoom", Qt.Key.Key_Escape)
    assert (keys.bindings, sheet.said, sheet.isVisible()) == (Bindings(), HINT, True)


def test_a_fixed_key_says_why(qtbot: QtBot, sheet: KeySheet, keys: KeyMap) -> None:
    sheet.choose("sign")
    assert "signature" in sheet.said
    qtbot.keyClick(tree_of(sheet), Qt.Key.Key_Return)
    assert "signature" in sheet.said
    change(qtbot, sheet, "zoom", Qt.Key.Key_Tab)
    assert sheet.said.startswith("Tab moves between the parts of a window.")
    assert keys.bindings == Bindings()


def test_enter_chooses_and_a_question_is_answered_without_a_mouse(
    qtbot: QtBot, sheet: KeySheet, keys: KeyMap
) -> None:
    sheet.choose("zoom")
    qtbot.keyClick(tree_of(sheet), Qt.Key.Key_Return)
    qtbot.keyClick(tree_of(sheet), Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
    assert "is Keys." in sheet.said
    qtbot.keyClick(tree_of(sheet), Qt.Key.Key_I)
    give = sheet.focusWidget()
    assert isinstance(give, QPushButton)
    assert give.text() == "Give it"
    qtbot.keyClick(give, Qt.Key.Key_Space)
    assert keys.bindings.keys("zoom") == ("I",)


def test_the_search_still_takes_letters(qtbot: QtBot, window: DeskWindow, keys: KeyMap) -> None:
    keys.use(Bindings().give("read", "L"))
    given = given_by(window)
    window.focus_search()
    line = window.findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    qtbot.keyClicks(line, "lung")
    assert (line.text(), given) == ("lung", [])

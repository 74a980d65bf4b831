"""Fields in the report: Tab goes from one to the next, a small frame asks for the value."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QMenu
from pytestqt.qtbot import QtBot

from app.messages import FieldShown, MacroLine, ReportShown, TemplateLine, TemplatesShown
from app.views.fields import FieldPopup
from app.views.report import ReportPane
from app.views.templates import TemplateMenus

TEXT = "[prior] A [side] nodule of [size]. [?]"
PRIOR = FieldShown(0, 7, "prior", "date", required=False, hint="Write it as 2026-03-12.")
SIDE = FieldShown(10, 16, "side", "choice", choices=("left", "right"), default="right")
SIZE = FieldShown(27, 33, "size", "number", unit="mm")
UNKNOWN = FieldShown(35, 38, "?")
FIELDS = (PRIOR, SIDE, SIZE, UNKNOWN)


def shown(text: str = TEXT, *fields: FieldShown, closed: bool = False) -> ReportShown:
    return ReportShown(open=True, study_uid="1", text=text, fields=fields, closed=closed)


@pytest.fixture
def pane(qtbot: QtBot, themed: QApplication) -> ReportPane:
    pane = ReportPane()
    qtbot.addWidget(pane)
    pane.resize(700, 300)
    pane.show()
    qtbot.waitExposed(pane)
    pane.activateWindow()
    pane.show_report(shown(TEXT, *FIELDS))
    pane.edit.setFocus()
    pane.edit.put_cursor(0)
    return pane


@pytest.fixture
def filled(pane: ReportPane) -> list[tuple[int, str]]:
    told: list[tuple[int, str]] = []
    pane.field_filled.connect(lambda at, value: told.append((at, value)))
    return told


def popup(pane: ReportPane) -> FieldPopup:
    found = pane.findChild(FieldPopup)
    assert isinstance(found, FieldPopup)
    return found


def press(qtbot: QtBot, key: Qt.Key, text: str = "") -> None:
    """A key where the focus is."""
    focused = QApplication.focusWidget()
    assert focused is not None
    if text:
        qtbot.keyClicks(focused, text)
    qtbot.keyClick(focused, key)


def test_tab_goes_from_field_to_field_and_out_at_the_end(qtbot: QtBot, pane: ReportPane) -> None:
    reached = []
    for _ in range(4):
        press(qtbot, Qt.Key.Key_Tab)
        reached.append(pane.edit.textCursor().selectedText())
    assert reached == ["[prior]", "[side]", "[size]", "[?]"]
    press(qtbot, Qt.Key.Key_Tab)
    assert not pane.edit.hasFocus()


def test_shift_tab_goes_back(qtbot: QtBot, pane: ReportPane) -> None:
    pane.go_on(27, 0)
    press(qtbot, Qt.Key.Key_Backtab)
    assert popup(pane).field == SIDE
    press(qtbot, Qt.Key.Key_Backtab)
    assert popup(pane).field == PRIOR


def test_arrows_and_enter_choose(qtbot: QtBot, pane: ReportPane, filled: list[tuple[int, str]]) -> None:
    pane.go_on(10, 0)
    press(qtbot, Qt.Key.Key_Up)
    press(qtbot, Qt.Key.Key_Return)
    assert filled == [(10, "left")]


def test_enter_takes_the_default_and_nothing_is_taken_without_it(
    qtbot: QtBot, pane: ReportPane, filled: list[tuple[int, str]]
) -> None:
    pane.go_on(10, 0)
    press(qtbot, Qt.Key.Key_Tab)
    assert filled == []
    pane.go_on(10, 0)
    press(qtbot, Qt.Key.Key_Return)
    assert filled == [(10, "right")]


def test_tab_takes_along_what_was_written(
    qtbot: QtBot, pane: ReportPane, filled: list[tuple[int, str]]
) -> None:
    pane.go_on(27, 0)
    press(qtbot, Qt.Key.Key_Tab, "8")
    assert filled == [(27, "8")]


def test_a_refused_value_stays_to_be_mended_under_the_reason(qtbot: QtBot, pane: ReportPane) -> None:
    pane.go_on(27, 0)
    press(qtbot, Qt.Key.Key_Return, "99")
    pane.refuse_value("It does not fit.")
    assert popup(pane).field == SIZE
    line = popup(pane).findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    assert line.text() == "99"
    assert QApplication.focusWidget() is line


def test_escape_closes_and_the_brackets_can_be_written_over(qtbot: QtBot, pane: ReportPane) -> None:
    pane.go_on(27, 0)
    press(qtbot, Qt.Key.Key_Escape)
    assert popup(pane).field is None
    with qtbot.waitSignal(pane.text_edited) as told:
        qtbot.keyClicks(pane.edit, "x")
    assert told.args == ["[prior] A [side] nodule of x. [?]"]


def test_the_frame_goes_when_its_field_is_gone(pane: ReportPane) -> None:
    pane.go_on(27, 0)
    pane.show_report(shown("[prior] A [side] nodule.", PRIOR, SIDE))
    assert popup(pane).field is None


def test_a_click_into_a_field_opens_it(qtbot: QtBot, pane: ReportPane) -> None:
    area = pane.edit.field_area(SIDE).center().toPoint()
    qtbot.mouseClick(pane.edit.viewport(), Qt.MouseButton.LeftButton, pos=area)
    assert popup(pane).field == SIDE


def test_letters_in_the_frame_press_no_key_of_the_desk(qtbot: QtBot, pane: ReportPane) -> None:
    pressed: list[str] = []
    shortcut = QShortcut(QKeySequence("R"), pane)
    shortcut.activated.connect(lambda: pressed.append("R"))
    pane.go_on(10, 0)
    press(qtbot, Qt.Key.Key_R)
    assert pressed == []
    choices = popup(pane).findChild(QListWidget)
    assert isinstance(choices, QListWidget)
    assert choices.currentItem().text() == "right"


def test_required_and_optional_look_different_and_neither_changes_the_text(pane: ReportPane) -> None:
    both = pane.grab().toImage()
    required = FieldShown(0, 7, "prior", "date")
    pane.show_report(shown(TEXT, required, *FIELDS[1:]))
    assert pane.grab().toImage() != both
    assert pane.edit.text == TEXT


def test_a_signed_report_opens_no_field(qtbot: QtBot, pane: ReportPane) -> None:
    pane.show_report(shown(TEXT, *FIELDS, closed=True))
    pane.go_on(0, 0)
    assert pane.findChild(FieldPopup) is None


def test_the_frame_stays_inside_the_window(pane: ReportPane) -> None:
    for at in (0, 10, 27):
        pane.go_on(at, 0)
        assert pane.rect().contains(popup(pane).geometry().topLeft())
        assert popup(pane).geometry().right() <= pane.rect().right()
        assert popup(pane).geometry().bottom() <= pane.rect().bottom()


def test_menus_offer_templates_by_name_and_macros_by_word(qtbot: QtBot, pane: ReportPane) -> None:
    lines = (TemplateLine("Chest & more", offered=True), TemplateLine("Other"))
    pane.show_templates(TemplatesShown(lines, (MacroLine("nl", "Normal."),)))
    button = pane.findChild(TemplateMenus)
    assert isinstance(button, TemplateMenus)
    menu = button.menu()
    assert isinstance(menu, QMenu)
    assert [each.text() for each in menu.actions()][:2] == ["Chest && more (for this study)", "Other"]
    with qtbot.waitSignal(pane.template_chosen) as told:
        menu.actions()[0].trigger()
    assert told.args == ["Chest & more"]
    pane.edit.put_cursor(7)
    macros = menu.actions()[-1].menu()
    assert isinstance(macros, QMenu)
    with qtbot.waitSignal(pane.macro_chosen) as chosen:
        macros.actions()[0].trigger()
    assert chosen.args == ["nl", 7]


def test_menus_filled_again_keep_nothing_of_what_they_offered_before(pane: ReportPane) -> None:
    lines, macros = (TemplateLine("Chest"), TemplateLine("Line check")), (MacroLine("nl", "Normal."),)
    counts = []
    for _ in range(3):
        pane.show_templates(TemplatesShown(lines, macros))
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        counts.append(len(pane.findChildren(QObject)))
    assert counts[1] == counts[2]

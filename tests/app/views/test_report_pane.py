"""The report editor: what is typed is told, what is shown keeps cursor and marks, and undo is asked for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.messages import MarkShown, ReportShown, SaveState
from app.views.report import ReportPane
from app.views.report_edit import ReportEdit

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def shown(text: str, *marks: MarkShown, uid: str = "1") -> ReportShown:
    return ReportShown(open=True, study_uid=uid, text=text, marks=marks, state="draft", save=SaveState.SAVED)


@pytest.fixture
def pane(qtbot: QtBot, themed: QApplication) -> ReportPane:
    pane = ReportPane()
    qtbot.addWidget(pane)
    pane.resize(640, 240)
    pane.show()
    pane.show_report(shown(""))
    return pane


@pytest.fixture
def told(pane: ReportPane) -> list[str]:
    texts: list[str] = []
    pane.text_edited.connect(texts.append)
    return texts


def letter_spacing(pane: ReportPane, character: int) -> float:
    cursor = QTextCursor(pane.edit.document())
    cursor.setPosition(character + 1)
    return cursor.charFormat().fontLetterSpacing()


def test_every_key_is_told_with_the_whole_text(qtbot: QtBot, pane: ReportPane, told: list[str]) -> None:
    qtbot.keyClicks(pane.edit, "No")
    assert told == ["N", "No"]


def inked_rows(edit: ReportEdit, width: int) -> int:
    """How many rows of the writing area are not of one colour."""
    edit.resize(width, 200)
    image = edit.viewport().grab().toImage()
    rows = ({image.pixel(x, y) for x in range(image.width())} for y in range(image.height()))
    return sum(len(row) > 1 for row in rows)


def test_what_an_empty_report_says_is_wrapped_where_there_is_no_room(
    qtbot: QtBot, themed: QApplication
) -> None:
    edit = ReportEdit()
    qtbot.addWidget(edit)
    in_one_line = inked_rows(edit, 900)
    assert inked_rows(edit, 250) > 2 * in_one_line > 0
    edit.show_text(" ", ())
    assert inked_rows(edit, 250) == 0


def test_showing_a_text_tells_nothing(pane: ReportPane, told: list[str]) -> None:
    pane.show_report(shown("Clear lungs."))
    assert pane.edit.text == "Clear lungs."
    assert told == []


def test_the_cursor_stays_where_the_text_did_not_change(pane: ReportPane) -> None:
    pane.show_report(shown("One. Two."))
    cursor = pane.edit.textCursor()
    cursor.setPosition(4)
    pane.edit.setTextCursor(cursor)
    pane.show_report(shown("One. Two. Three."))
    assert pane.edit.textCursor().position() == 4


def test_undo_and_redo_are_asked_for_and_not_done_by_the_editor(qtbot: QtBot, pane: ReportPane) -> None:
    qtbot.keyClicks(pane.edit, "No")
    with qtbot.waitSignal(pane.undo_asked):
        qtbot.keyClick(pane.edit, Qt.Key.Key_Z, CTRL)
    with qtbot.waitSignal(pane.redo_asked):
        qtbot.keyClick(pane.edit, Qt.Key.Key_Z, CTRL | SHIFT)
    assert pane.edit.text == "No"


def test_text_typed_behind_a_marked_passage_looks_like_any_other(
    qtbot: QtBot, pane: ReportPane, told: list[str]
) -> None:
    mark = MarkShown(0, 6, 0, "A")
    pane.show_report(shown("Clear.", mark))
    pane.edit.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(pane.edit, " No")
    pane.show_report(shown(told[-1], mark))
    assert letter_spacing(pane, 5) > 0  # room for the raised letter
    assert letter_spacing(pane, 8) == 0


def test_marks_never_become_part_of_the_text(pane: ReportPane) -> None:
    pane.show_report(shown("Clear. Normal.", MarkShown(0, 6, 0, "A"), MarkShown(7, 14, 1, "B")))
    pane.grab()
    assert pane.edit.text == "Clear. Normal."


def test_characters_beyond_the_basic_plane_keep_marks_in_place(pane: ReportPane) -> None:
    text = "𝔸 Clear."
    pane.show_report(shown(text, MarkShown(2, 8, 0, "A")))
    assert pane.edit.text == text
    cursor = QTextCursor(pane.edit.document())
    cursor.setPosition(9)  # in UTF-16 units: behind the full stop
    assert cursor.charFormat().fontLetterSpacing() > 0


def test_no_break_spaces_survive(pane: ReportPane, told: list[str]) -> None:
    pane.show_report(shown("5\u00a0mm"))
    assert pane.edit.text == "5\u00a0mm"
    assert told == []


def test_lines_survive(pane: ReportPane) -> None:
    pane.show_report(shown("One.\n\nTwo."))
    assert pane.edit.text == "One.\n\nTwo."


def test_another_study_shows_its_own_text_even_if_words_are_shared(pane: ReportPane, told: list[str]) -> None:
    pane.show_report(shown("Clear lungs."))
    pane.show_report(shown("Clear heart.", uid="2"))
    assert pane.edit.text == "Clear heart."
    assert told == []


def test_a_report_that_is_not_open_takes_no_typing(qtbot: QtBot, pane: ReportPane) -> None:
    pane.show_report(ReportShown())
    assert not pane.edit.isEnabled()


def test_escape_leaves_the_text(qtbot: QtBot, pane: ReportPane) -> None:
    pane.edit.setFocus()
    qtbot.keyClick(pane.edit, Qt.Key.Key_Escape)
    assert not pane.edit.hasFocus()

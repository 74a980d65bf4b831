"""What the sheets before a signature and an addendum ask, and when they agree."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.messages import AddendumAsked, ConcernShown, SigningShown
from app.views.signing import AddendumSheet, SigningSheet, SigningSheets


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def asked(*concerns: ConcernShown, name: str = "Dr. Roe") -> SigningShown:
    return SigningShown("Normal chest.", concerns, name, ("radiologist",), ("This is my report.",))


Part = TypeVar("Part", bound=QWidget)


def part(kind: type[Part], of: QWidget) -> Part:
    found = of.findChild(kind)
    assert isinstance(found, kind)
    return found


def button(sheet: QWidget, text: str) -> QPushButton:
    return next(each for each in sheet.findChildren(QPushButton) if each.text() == text)


def test_a_warning_does_not_hinder_signing(qtbot: QtBot, window: QWidget) -> None:
    sheets = SigningSheets(window)
    sheets.ask_signature(asked(ConcernShown("Two passages stand as experts wrote them.")))
    sheet = part(SigningSheet, window)
    with qtbot.waitSignal(sheets.signed) as signed:
        qtbot.mouseClick(button(sheet, "Sign"), Qt.MouseButton.LeftButton)
    assert signed.args == ["Dr. Roe", "radiologist", "This is my report."]


def test_the_sheet_says_whose_report_it_is(qtbot: QtBot, window: QWidget) -> None:
    whose = "Doe Jane · 17 · 2026-03-12 · Chest <b>PA</b>"
    SigningSheets(window).ask_signature(replace(asked(), study=whose))
    shown = [label for label in part(SigningSheet, window).findChildren(QLabel) if label.text() == whose]
    assert [label.textFormat() for label in shown] == [Qt.TextFormat.PlainText]


def test_what_forbids_signing_leaves_no_way_to_sign(qtbot: QtBot, window: QWidget) -> None:
    SigningSheets(window).ask_signature(asked(ConcernShown("The field [size] is not filled in.", True)))
    assert not button(part(SigningSheet, window), "Sign").isEnabled()


def test_without_a_name_nothing_is_signed(qtbot: QtBot, window: QWidget) -> None:
    SigningSheets(window).ask_signature(asked(name=" "))
    sheet = part(SigningSheet, window)
    assert not button(sheet, "Sign").isEnabled()
    part(QLineEdit, sheet).setText("Dr. Roe")
    assert button(sheet, "Sign").isEnabled()


def test_closing_the_sheet_signs_nothing(qtbot: QtBot, window: QWidget) -> None:
    sheets = SigningSheets(window)
    sheets.ask_signature(asked())
    with qtbot.assertNotEmitted(sheets.signed):
        qtbot.keyClick(part(SigningSheet, window), Qt.Key.Key_Escape)


def test_an_addendum_needs_a_text(qtbot: QtBot, window: QWidget) -> None:
    sheets = SigningSheets(window)
    sheets.ask_addendum(AddendumAsked("Dr. Roe", ("radiologist",), ("correction",)))
    sheet = part(AddendumSheet, window)
    assert not button(sheet, "Add").isEnabled()
    part(QPlainTextEdit, sheet).setPlainText("On the right.")
    with qtbot.waitSignal(sheets.added) as added:
        qtbot.mouseClick(button(sheet, "Add"), Qt.MouseButton.LeftButton)
    assert added.args == ["On the right.", "correction", "Dr. Roe", "radiologist"]

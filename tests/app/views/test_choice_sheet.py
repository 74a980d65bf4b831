"""The sheet of two texts of one report."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.messages import Altered, AlteredPiece, ChoiceShown
from app.views.choosing import ChoiceSheet, ChoiceSheets

PIECES = (AlteredPiece("Theirs", Altered.REMOVED), AlteredPiece("Mine", Altered.ADDED), AlteredPiece("."))


def shown(signed: bool = False) -> ChoiceShown:
    return ChoiceShown(PIECES, "Mine.", "Dr. Roe, 14:02", signed)


@pytest.fixture
def window(qtbot: QtBot, themed: QApplication) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def buttons(sheet: ChoiceSheet) -> dict[str, QPushButton]:
    return {button.text(): button for button in sheet.findChildren(QPushButton)}


@pytest.mark.parametrize(("pressed", "kept"), [("Keep my text", "mine"), ("Keep the stored text", "stored")])
def test_the_text_that_is_chosen_is_kept(window: QWidget, pressed: str, kept: str) -> None:
    sheets, heard = ChoiceSheets(window), []
    sheets.mine_kept.connect(lambda: heard.append("mine"))
    sheets.stored_kept.connect(lambda: heard.append("stored"))
    sheets.ask_choice(shown())
    (sheet,) = window.findChildren(ChoiceSheet)
    buttons(sheet)[pressed].click()
    assert heard == [kept]


def test_closing_the_sheet_keeps_neither(window: QWidget) -> None:
    sheets, heard = ChoiceSheets(window), []
    sheets.mine_kept.connect(lambda: heard.append("mine"))
    sheets.stored_kept.connect(lambda: heard.append("stored"))
    sheets.ask_choice(shown())
    (sheet,) = window.findChildren(ChoiceSheet)
    buttons(sheet)["Close"].click()
    assert heard == []


def test_my_text_is_not_put_over_a_signed_one_but_can_be_copied(window: QWidget) -> None:
    sheet = ChoiceSheet(shown(signed=True), window)
    assert buttons(sheet)["Keep my text"].isHidden()
    buttons(sheet)["Copy my text"].click()
    assert QApplication.clipboard().text() == "Mine."


def test_enter_alone_chooses_nothing(window: QWidget) -> None:
    sheet = ChoiceSheet(shown(), window)
    sheet.show()
    assert not any(button.isDefault() for text, button in buttons(sheet).items() if text != "Close")

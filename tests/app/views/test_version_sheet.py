"""The sheet of versions."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from app.messages import VersionLine, VersionsShown
from app.views.versions import VersionSheet


def test_no_line_of_the_list_lies_over_the_next(themed: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    lines = tuple(VersionLine(n, "2026-03-12 14:02:00", "Dr. Roe", "typing") for n in (3, 2, 1))
    sheet = VersionSheet(VersionsShown(lines, can_restore=True), window)
    sheet.show()
    found = sheet.findChild(QListWidget)
    assert isinstance(found, QListWidget)
    areas = [found.visualItemRect(found.item(row)) for row in range(3)]
    assert [area.top() for area in areas[1:]] == [area.bottom() + 1 for area in areas[:2]]

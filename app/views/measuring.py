"""The sheet that asks how long a line on the film is in truth."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.language import decimal, tr
from app.views.labels import plain_label
from app.views.states import say
from app.views.theme import GRID

SHORTEST_MM, LONGEST_MM, USUAL_MM = 0.1, 1000.0, 25.0
WIDTH = 380


class LengthSheet(QDialog):
    """How long the line on the film is in truth. `given`: millimetres."""

    given = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Known length"))
        self.setMinimumWidth(WIDTH)
        note = plain_label("muted")
        note.setWordWrap(True)
        note.setText(
            tr(
                "The length of what the line lies on, such as a marker ball or a ruler. All lengths on "
                "this film are measured by it, and say so. It is true only at the depth of that object."
            )
        )
        self._length = QLineEdit(decimal(f"{USUAL_MM:.1f}"))
        self._length.setAccessibleName(tr("Length"))
        self._length.selectAll()
        self._why = plain_label("failure")
        self._why.setWordWrap(True)
        self._why.hide()
        line = QHBoxLayout()
        line.setSpacing(2 * GRID)
        line.addWidget(self._length, 1)
        unit = plain_label("muted")
        unit.setText("mm")
        line.addWidget(unit)
        form = QFormLayout()
        form.addRow(tr("Length"), line)
        buttons = QDialogButtonBox()
        agree = buttons.addButton(tr("Calibrate"), QDialogButtonBox.ButtonRole.AcceptRole)
        agree.setDefault(True)
        buttons.addButton(tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._agree)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(5 * GRID, 4 * GRID, 5 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(note)
        layout.addLayout(form)
        layout.addWidget(self._why)
        layout.addWidget(buttons)
        self._length.setFocus()

    def _agree(self) -> None:
        known_mm = millimetres(self._length.text())
        if known_mm is None:
            say(
                self._why,
                tr(
                    "Write a number from {shortest} to {longest}, in millimetres.",
                    shortest=decimal(f"{SHORTEST_MM}"),
                    longest=f"{LONGEST_MM:.0f}",
                ),
            )
            self._length.selectAll()
            self._length.setFocus()
            return
        self.given.emit(known_mm)
        self.accept()


def millimetres(typed: str) -> float | None:
    """A length with a decimal comma or point and no signs between thousands; None if it is no such number.

    Qt's own field reads "25,4" as 254 where the comma parts thousands: every length is ten times too long.
    """
    bare = typed.strip().removesuffix("mm").strip()
    if not re.fullmatch(r"[0-9]+([.,][0-9]+)?", bare):
        return None
    known_mm = float(bare.replace(",", "."))
    return known_mm if SHORTEST_MM <= known_mm <= LONGEST_MM else None

"""The sheet that asks how long a line on the film is in truth."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QVBoxLayout, QWidget

from app.language import tr
from app.views.labels import plain_label
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
        self._length = QDoubleSpinBox()
        self._length.setDecimals(1)
        self._length.setRange(SHORTEST_MM, LONGEST_MM)
        self._length.setValue(USUAL_MM)
        self._length.setSuffix(" mm")
        self._length.setButtonSymbols(QDoubleSpinBox.ButtonSymbols.NoButtons)
        self._length.selectAll()
        form = QFormLayout()
        form.addRow(tr("Length"), self._length)
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
        layout.addWidget(buttons)
        self._length.setFocus()

    def _agree(self) -> None:
        self.given.emit(self._length.value())
        self.accept()

"""The sheet that asks which archive gets a signed report."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from app.archives.shown import SendAsked
from app.language import tr
from app.views.labels import plain_label
from app.views.theme import GRID, set_role

WIDTH = 520


class SendingSheets(QObject):
    """See `app.archives.shown.SendingView`. `agreed` names the archive; closing the sheet says nothing."""

    agreed = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def ask_archive(self, asked: SendAsked) -> None:
        """Let the reader choose an archive, or not send."""
        sheet = SendingSheet(asked, self._window)
        sheet.agreed.connect(self.agreed)
        sheet.open()


class SendingSheet(QDialog):
    """Whose report it is, and where it goes."""

    agreed = Signal(str)

    def __init__(self, asked: SendAsked, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Send to archive"))
        self.setMinimumWidth(WIDTH)
        self._came_from = asked.came_from
        self._archive = QComboBox()
        self._archive.addItems(asked.archives)
        if asked.came_from:
            self._archive.setCurrentText(asked.came_from)
        self._archive.setAccessibleName(tr("archive"))
        self._said = _words("muted", "")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        send = QPushButton(tr("Send"))
        set_role(send, "primary")
        buttons.addButton(send, QDialogButtonBox.ButtonRole.AcceptRole)
        send.setDefault(True)
        buttons.accepted.connect(self._agreed)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(5 * GRID, 4 * GRID, 5 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(_words("report", asked.study))
        layout.addWidget(_words("", asked.signature))
        layout.addWidget(
            _words(
                "",
                tr("The signed report goes to the archive as a DICOM structured report, with its patient."),
            )
        )
        layout.addWidget(self._archive)
        layout.addWidget(self._said)
        layout.addWidget(buttons)
        self._archive.currentTextChanged.connect(self._tell)
        self._tell(self._archive.currentText())
        self._archive.setFocus()

    def _tell(self, name: str) -> None:
        if not self._came_from:
            said = tr("Where this study came from is not known.")
        elif name == self._came_from:
            said = tr("The study came from this archive.")
        else:
            said = tr("The study came from {name}, another archive.", name=self._came_from)
        self._said.setText(said)

    def _agreed(self) -> None:
        self.agreed.emit(self._archive.currentText())
        self.accept()


def _words(role: str, text: str) -> QLabel:
    label = plain_label(role)
    label.setText(text)
    label.setWordWrap(True)
    return label

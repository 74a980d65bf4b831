"""The sheet that shows both texts of a report, after two windows wrote it, and keeps one of them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.language import tr
from app.messages import ChoiceShown
from app.views.labels import plain_label
from app.views.theme import GRID
from app.views.versions import AlteredText

SIZE = (720, 460)


class ChoiceSheets(QObject):
    """See `app.ports.ChoiceView`; one sheet at a time."""

    mine_kept = Signal()
    stored_kept = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def ask_choice(self, shown: ChoiceShown) -> None:
        """Open the sheet with these texts."""
        sheet = ChoiceSheet(shown, self._window)
        sheet.mine_kept.connect(self.mine_kept)
        sheet.stored_kept.connect(self.stored_kept)
        sheet.open()


class ChoiceSheet(QDialog):
    """Closing it keeps neither: both texts stay as they are."""

    mine_kept = Signal()
    stored_kept = Signal()

    def __init__(self, shown: ChoiceShown, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Two texts of this report"))
        self.resize(*SIZE)
        self._mine = shown.mine
        said = tr("The report was also written in another window: {who}.", who=shown.stored_by)
        if shown.signed:
            signed = tr("It is signed there and takes no other text; copy yours if you need it.")
            said = f"{said} {signed}"
        self._said = plain_label()
        self._said.setText(said)
        self._said.setWordWrap(True)
        self._text = AlteredText()
        self._text.show_pieces(shown.pieces)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.rejected.connect(self.reject)
        self._add(tr("Copy my text")).clicked.connect(self._copy)
        stored = self._add(tr("Keep the stored text"))
        stored.clicked.connect(self._keep_stored)
        mine = self._add(tr("Keep my text"))
        mine.setVisible(not shown.signed)
        mine.clicked.connect(self._keep_mine)
        self._lay_out(shown.signed)

    def _add(self, text: str) -> QPushButton:
        """A button like the others: neither text is the better one, and Enter alone chooses nothing."""
        button = self._buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
        button.setAutoDefault(False)
        return button

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._mine)

    def _keep_mine(self) -> None:
        self.mine_kept.emit()
        self.accept()

    def _keep_stored(self) -> None:
        self.stored_kept.emit()
        self.accept()

    def _lay_out(self, signed: bool) -> None:
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._text)
        scroll.setAccessibleName(tr("both texts"))
        marks = tr("Underlined: only in your text. Struck out: only in the stored one.")
        if not signed:
            kept = tr("The one that you do not keep stays among the versions.")
            marks = f"{marks} {kept}"
        hint = plain_label("muted")
        hint.setText(marks)
        hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(self._said)
        layout.addWidget(scroll, 1)
        layout.addWidget(hint)
        layout.addWidget(self._buttons)

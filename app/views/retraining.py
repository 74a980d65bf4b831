"""The sheet of retraining: what would be used, how far it is, what came out; it may be closed at any time."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.language import tr, tr_engine
from app.messages import RetrainingShown
from app.views.labels import plain_label
from app.views.theme import GRID, set_role

SIZE = (640, 420)


class RetrainingSheet(QDialog):
    """Beside the desk, which goes on working; see `app.presenters.retraining.RetrainingView`."""

    started = Signal()
    cancelled = Signal()
    used = Signal()
    restored = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setModal(False)
        self.setWindowTitle(tr("Retrain on signed reviews"))
        self.resize(*SIZE)
        about = plain_label("muted")
        about.setText(
            tr(
                "The bundle goes on learning from reports that were signed here, in a program of its own "
                "that gives way to the desk. It is compared on patients kept aside; nothing is "
                "replaced unasked."
            )
        )
        about.setWordWrap(True)
        self._lines = plain_label()
        self._lines.setWordWrap(True)
        self._lines.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stage = plain_label("muted")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("progress of the retraining"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self._start = _button(buttons, tr("Retrain"))
        set_role(self._start, "primary")
        self._cancel = _button(buttons, tr("Stop"))
        self._use = _button(buttons, tr("Use the new bundle"))
        self._restore = _button(buttons, tr("Back to the bundle before"))
        self._start.clicked.connect(self.started)
        self._cancel.clicked.connect(self.cancelled)
        self._use.clicked.connect(self.used)
        self._restore.clicked.connect(self.restored)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(about)
        layout.addWidget(self._lines, 1)
        layout.addWidget(self._stage)
        layout.addWidget(self._bar)
        layout.addWidget(buttons)

    def show_retraining(self, shown: RetrainingShown) -> None:
        """Show this; it may be closed meanwhile."""
        self._lines.setText("\n".join(shown.lines))
        self._stage.setVisible(shown.busy)
        self._bar.setVisible(shown.busy)
        told = shown.progress
        self._stage.setText(tr_engine(told.stage) if told is not None else tr("It begins."))
        self._bar.setRange(0, told.total if told is not None else 0)
        self._bar.setValue(told.done if told is not None else 0)
        self._start.setText(shown.start)
        self._start.setEnabled(shown.can_start)
        self._cancel.setVisible(shown.busy)
        self._use.setVisible(shown.can_use)
        self._restore.setVisible(shown.can_restore)


def _button(buttons: QDialogButtonBox, text: str) -> QPushButton:
    button = buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
    button.setAutoDefault(False)
    return button

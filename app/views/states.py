"""What a pane says while it has nothing to show, and bars for what the reader should not overlook."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.language import tr
from app.messages import Notice
from app.views.labels import plain_label
from app.views.theme import GRID, set_role


class StateFace(QWidget):
    """A heading, a sentence or two, and at most one button."""

    acted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heading = plain_label("heading")
        self._text = plain_label("muted")
        for label in (self._heading, self._text):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton()
        set_role(self._button, "primary")
        self._button.clicked.connect(self.acted)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(2 * GRID)
        layout.addWidget(self._heading)
        layout.addWidget(self._text)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch()

    def say(self, heading: str, text: str, action: str = "") -> None:
        """Show this; no button without an action."""
        self._heading.setText(heading)
        self._text.setText(text)
        self._text.setVisible(bool(text))
        self._button.setText(action)
        self._button.setVisible(bool(action))


class NoticeBar(QFrame):
    """One notice across a pane, with a button that closes it."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "notice")
        self._text = plain_label()
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = QPushButton(tr("Close"))
        set_role(close, "quiet")
        close.clicked.connect(self._close)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3 * GRID, GRID, 2 * GRID, GRID)
        layout.addWidget(self._text, 1)
        layout.addWidget(close)
        self.hide()

    @property
    def said(self) -> str:
        """What stands there; "" for nothing."""
        return self._text.text()

    def show_notice(self, notice: Notice | None) -> None:
        """Say it, or take the bar away."""
        self._text.setText(str(notice) if notice else "")
        set_role(self, "told" if notice is not None and notice.done else "notice")
        self.setVisible(notice is not None)

    def _close(self) -> None:
        self.show_notice(None)
        self.closed.emit()


def warning_bar(parent: QWidget | None = None) -> QLabel:
    """An amber bar for a sentence; hidden until it has one."""
    label = plain_label("warning", parent)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.hide()
    return label


def say(label: QLabel, text: str) -> None:
    """Give a bar its sentence, or hide it."""
    label.setText(text)
    label.setVisible(bool(text))

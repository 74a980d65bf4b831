"""Labels for words that come from files and models: shown as they are, never read as markup."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.views.theme import set_role

NARROWEST = 24  # pixels; less shows not even an ellipsis


def plain_label(role: str = "", parent: QWidget | None = None) -> QLabel:
    """A label that shows `<b>` as it stands; names, reports and reasons are not ours to trust."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        set_role(label, role)
    return label


def plain_tip(text: str) -> str:
    """`text` for a tool tip, which otherwise would guess whether it is markup."""
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if "<" in text else text


class ElidedLabel(QLabel):
    """One line that gives way: cut with an ellipsis where there is no room, whole in its tip."""

    def __init__(self, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        set_role(self, role)

    @property
    def whole(self) -> str:
        """The text, cut or not."""
        return self._whole

    def show_text(self, text: str) -> None:
        """Show this, as much of it as there is room for."""
        self._whole = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self._cut()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's; room for all of it."""
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(min(NARROWEST, self.sizeHint().width()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width())
        self.setText(shown)
        self.setToolTip(plain_tip(self._whole) if shown != self._whole else "")

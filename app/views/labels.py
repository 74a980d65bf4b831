"""Labels for words that come from files and models: shown as they are, never read as markup."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.views.theme import px, set_role

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
    looks_like_markup = "<" in text or "&lt;" in text  # as Qt guesses
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if looks_like_markup else text


class ElidedLabel(QLabel):
    """One line that gives way: cut with an ellipsis where there is no room, whole in its tip."""

    def __init__(self, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = self._help = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        set_role(self, role)

    @property
    def whole(self) -> str:
        """The text, cut or not."""
        return self._whole

    def show_text(self, text: str, help_text: str = "") -> None:
        """Show this, as much of it as there is room for; `help_text` is what its tip adds."""
        self._whole, self._help = text, help_text
        self.setAccessibleName(text)
        self.updateGeometry()
        self._cut()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's; room for all of it."""
        width = self.fontMetrics().horizontalAdvance(self._whole) + self._frame() + 2
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        least = px(NARROWEST) + self._frame()
        return QSize(min(least, self.sizeHint().width()), super().minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; more or less of it fits."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.updateGeometry()
            self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        super().resizeEvent(event)
        self._cut()

    def _frame(self) -> int:
        """What a badge has around its text."""
        return max(0, super().sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text()))

    def _cut(self) -> None:
        shown = self.fontMetrics().elidedText(
            self._whole, Qt.TextElideMode.ElideRight, self.width() - self._frame()
        )
        self.setText(shown)
        cut = self._whole if shown != self._whole else ""
        self.setToolTip(plain_tip("\n\n".join(part for part in (cut, self._help) if part)))

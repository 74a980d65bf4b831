"""The tour: a note beside a part of the window, with a frame around that part. It does nothing but point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.language import tr
from app.views.labels import plain_label
from app.views.theme import GRID, RADIUS, colour, px, set_role

WIDTH = 340
GAP = 3 * GRID


@dataclass(frozen=True, slots=True)
class Step:
    """What is said, and the part of the window that it is about; `part` is asked again when things move."""

    title: str
    text: str
    part: Callable[[], QWidget]


class Tour(QFrame):
    """Over the window, which goes on working. `ended` comes once, whether it was walked through or left."""

    ended = Signal()

    def __init__(self, steps: Sequence[Step], window: QWidget) -> None:
        super().__init__(window)
        set_role(self, "tour")
        self.setObjectName("tour")
        self._steps = tuple(steps)
        self._number = 0
        self._window = window
        self._frame = _Frame(window)
        self._count, self._title, self._text = plain_label(), plain_label(), plain_label()
        set_role(self._count, "muted")
        set_role(self._title, "heading")
        self._text.setWordWrap(True)
        self._skip = _button(tr("Skip"), self.leave)
        self._back = _button(tr("Back"), self.back)
        self._next = _button(tr("Next"), self.next)
        set_role(self._next, "primary")
        self._lay_out()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._place)
        window.installEventFilter(self)
        self._show_step()
        self._frame.show()
        self.show()
        self._next.setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def number(self) -> int:
        """Which step is shown, from 0."""
        return self._number

    def next(self) -> None:
        """The next step; after the last one the tour ends."""
        if self._number + 1 < len(self._steps):
            self._number += 1
            self._show_step()
        else:
            self.leave()

    def back(self) -> None:
        """The step before."""
        if self._number:
            self._number -= 1
            self._show_step()

    def leave(self) -> None:
        """End the tour here."""
        if not self.isHidden():
            self._window.removeEventFilter(self)
            self._soon.stop()
            self._frame.hide()
            self._frame.deleteLater()
            self.hide()
            self.deleteLater()
            self.ended.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's)
        """Qt's; stay beside the part when the window changes."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.StyleChange):
            self._soon.start()  # not inside the window's own change of style or size
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Qt's; while the note has the focus, Esc is the tour's."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _show_step(self) -> None:
        step, last = self._steps[self._number], self._number + 1 == len(self._steps)
        self._count.setText(tr("{number} of {count}", number=self._number + 1, count=len(self._steps)))
        self._title.setText(step.title)
        self._text.setText(step.text)
        self._back.setEnabled(self._number > 0)
        self._next.setText(tr("Done") if last else tr("Next"))
        self.setAccessibleName(f"{self._count.text()}. {step.title}. {step.text}")
        self._next.setAccessibleDescription(self.accessibleName())
        self._place()

    def _place(self) -> None:
        part = self._steps[self._number].part()
        target = QRect(part.mapTo(self._window, QPoint(0, 0)), part.size()) & self._window.rect()
        self._frame.setGeometry(target.adjusted(-2, -2, 2, 2))
        width = min(px(WIDTH), self._window.width() - 2 * GAP)
        self.setFixedWidth(width)
        self.adjustSize()
        size = QSize(width, max(self.sizeHint().height(), self.heightForWidth(width)))
        self.resize(size)
        self.move(place_beside(target, size, self._window.size()))
        self._frame.raise_()
        self.raise_()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self._skip)
        buttons.addStretch()
        buttons.addWidget(self._back)
        buttons.addWidget(self._next)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 3 * GRID)
        layout.setSpacing(2 * GRID)
        for widget in (self._count, self._title, self._text):
            layout.addWidget(widget)
        layout.addLayout(buttons)


class _Frame(QWidget):
    """A line around a part; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour("accent"), 3))
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), RADIUS, RADIUS)


def place_beside(target: QRect, size: QSize, room: QSize) -> QPoint:
    """Where the note goes: beside the part where there is room, else inside its lower corner."""
    top = min(max(target.top(), GAP), max(room.height() - size.height() - GAP, 0))
    left = min(max(target.left(), GAP), max(room.width() - size.width() - GAP, 0))
    if target.left() - GAP >= size.width() + GAP:
        return QPoint(target.left() - GAP - size.width(), top)
    if room.width() - target.right() - GAP >= size.width() + GAP:
        return QPoint(target.right() + GAP, top)
    if target.top() - GAP >= size.height() + GAP:
        return QPoint(left, target.top() - GAP - size.height())
    if room.height() - target.bottom() - GAP >= size.height() + GAP:
        return QPoint(left, target.bottom() + GAP)
    right = min(target.right() - size.width() - GAP, room.width() - size.width() - GAP)
    return QPoint(max(right, 0), max(room.height() - size.height() - 4 * GAP, 0))


def _button(text: str, do: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(True)
    button.clicked.connect(do)
    return button

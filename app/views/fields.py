"""The small frame over the report in which an empty field gets its value."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.language import tr
from app.messages import FieldShown
from app.views.labels import plain_label
from app.views.states import say
from app.views.theme import GRID, px, set_role

WIDTH = 380
LINES = 8  # of a list; more scroll


class FieldPopup(QFrame):
    """One field at a time. Arrows and Enter choose, Enter takes what is written, Tab goes on, Esc closes.

    `filled` tells where the field begins and what was given; the frame stays until it is closed, so that a
    value that is refused can be mended.
    """

    filled = Signal(int, str)
    stepped = Signal(bool)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        set_role(self, "card-chosen")
        self._field: FieldShown | None = None
        self._label = plain_label()
        self._need = plain_label("muted")
        self._choices = QListWidget()
        self._choices.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._choices.setWordWrap(True)
        self._choices.itemClicked.connect(self._clicked)
        self._line = QLineEdit()
        self._unit = plain_label("muted")
        self._hint = plain_label("muted")
        self._hint.setWordWrap(True)
        self._why = plain_label("failure")
        self._why.setWordWrap(True)
        self._keys = plain_label("muted")
        self._keys.setWordWrap(True)
        self._rows = QVBoxLayout(self)
        self._lay_out()
        self.hide()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)

    @property
    def field(self) -> FieldShown | None:
        """The field that is open, None while the frame is away."""
        return None if self.isHidden() else self._field

    def open_for(self, field: FieldShown, over: QRect) -> None:
        """Ask for this field's value; `over` is where it stands in the parent."""
        self._field = field
        self._label.setText(field.label)
        self._need.setText(tr("required") if field.required else tr("optional"))
        is_choice = bool(field.choices)
        self._choices.setVisible(is_choice)
        self._line.setVisible(not is_choice)
        self._unit.setVisible(bool(field.unit) and not is_choice)
        self._unit.setText(field.unit)
        self._hint.setText(field.hint)
        self._hint.setVisible(bool(field.hint))
        self._keys.setText(
            tr("Enter takes it, Tab goes on, Esc closes.")
            if field.required or is_choice
            else tr("Enter takes it; an empty line leaves the field out. Tab goes on, Esc closes.")
        )
        say(self._why, "")
        self.setAccessibleName(tr("field {label}", label=field.label))
        self._fill_choices(field)
        self._line.setText(field.default)
        self._line.setAccessibleName(field.label)
        self._line.selectAll()
        self.show()
        self.raise_()
        self._place(over)
        (self._choices if is_choice else self._line).setFocus(Qt.FocusReason.PopupFocusReason)

    def refuse(self, why: str) -> None:
        """Say why the value was not taken; the frame stays."""
        say(self._why, why)
        self._hint.hide()  # the sentence ends with it
        self._line.selectAll()
        self._resize()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 (Qt's)
        """Qt's; Tab goes to the next field, and takes along what was written into this one."""
        if forward and not self._line.isHidden() and self._line.isModified() and self._line.text().strip():
            self._give(self._line.text())
        else:
            self.stepped.emit(forward)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; what list and line leave over."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            item = self._choices.currentItem()
            self._give(item.text() if not self._choices.isHidden() and item else self._line.text())
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()  # first: a widget that is hidden with the focus hands it on as Tab does
            self.hide()
        else:
            event.accept()  # keys for the film are not meant while a value is written

    def event(self, event: QEvent) -> bool:
        """Qt's; letters choose in the list, and no key of the desk is pressed by them."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.modifiers() in _WRITING:
            event.accept()
            return True
        return super().event(event)

    def _give(self, value: str) -> None:
        if self._field is not None:
            self.filled.emit(self._field.start, value)

    def _clicked(self, item: QListWidgetItem) -> None:
        self._give(item.text())

    def _fill_choices(self, field: FieldShown) -> None:
        self._choices.clear()
        self._choices.ensurePolished()
        self._choices.addItems(list(field.choices))
        self._choices.setAccessibleName(field.label)
        if field.choices:
            chosen = field.choices.index(field.default) if field.default in field.choices else 0
            self._choices.setCurrentRow(chosen)
            height = sum(self._choices.sizeHintForRow(row) for row in range(min(len(field.choices), LINES)))
            self._choices.setFixedHeight(height + 2)

    def _place(self, over: QRect) -> None:
        """Below the field; above it where there is no room below; never outside the window."""
        self._resize()
        room = self._over.rect()
        below = over.bottom() + GRID
        top = below if below + self.height() <= room.bottom() else over.top() - GRID - self.height()
        left = min(over.left(), room.right() - self.width() - GRID)
        self.move(QPoint(max(left, 0), max(top, 0)))

    def _resize(self) -> None:
        """As high as what it says; what is said later goes upwards where there is no room below."""
        width = px(WIDTH)
        self.setFixedWidth(width)
        self._rows.invalidate()
        self.resize(width, max(self._rows.totalHeightForWidth(width), self._rows.totalSizeHint().height()))
        beyond = self.geometry().bottom() + GRID - self._over.rect().bottom()
        if beyond > 0:
            self.move(self.x(), max(self.y() - beyond, 0))

    def _focus_changed(self, _: QWidget | None, now: QWidget | None) -> None:
        if now is not None and now is not self and not self.isAncestorOf(now):
            self.hide()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2 * GRID)
        head.addWidget(self._label)
        head.addStretch()
        head.addWidget(self._need)
        line = QHBoxLayout()
        line.setSpacing(2 * GRID)
        line.addWidget(self._line, 1)
        line.addWidget(self._unit)
        layout = self._rows
        layout.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
        layout.setSpacing(2 * GRID)
        layout.addLayout(head)
        layout.addWidget(self._choices)
        layout.addLayout(line)
        layout.addWidget(self._hint)
        layout.addWidget(self._why)
        layout.addWidget(self._keys)


_WRITING = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)

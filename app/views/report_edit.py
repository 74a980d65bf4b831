"""The report's text: every change is told, marks say what an expert wrote, frames what waits for a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from app.language import tr, tr_mark, tr_marked
from app.messages import FieldShown, MarkShown
from app.views.text import cursor_x, faded, to_characters, to_utf16
from app.views.theme import SMALL_POINTS, colour, expert_colour, points, px, set_role

LETTER_ROOM = 11.0  # pixels behind a marked passage for its raised letter
WORD_GAP = 4.0  # pixels before and behind the word of an optional field
OPTIONAL = tr_mark("optional")
PLACEHOLDER = tr_mark("Write here, or take a template, or a draft or a sentence from the panel.")


class ReportEdit(QTextEdit):
    """Plain text. Undo and redo are asked for, not done here: the history belongs to the review.

    Tab and Shift+Tab go from field to field; where none is left, they leave the text as anywhere else.
    `field_reached` tells of the field that keys or the mouse came to.
    """

    text_edited = Signal(str)
    undo_asked = Signal()
    redo_asked = Signal()
    field_reached = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        for area in (self, self.viewport()):
            area.setAcceptDrops(False)  # files dropped here are opened by the window, not written as text
        self.setAccessibleName(tr("report"))
        self._marks: tuple[MarkShown, ...] = ()
        self._fields: tuple[FieldShown, ...] = ()
        self._told = ""
        self._formatted: tuple[object, ...] = ("", (), ())
        self._showing = False
        self.textChanged.connect(self._changed)
        set_role(self, "report")

    @property
    def text(self) -> str:
        """The text as it stands; unlike Qt's plain text it keeps no-break spaces."""
        return self.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")

    @property
    def at(self) -> int:
        """Where the cursor stands, in characters."""
        return to_characters(self.text, self.textCursor().position())

    def show_text(
        self, text: str, marks: Sequence[MarkShown] = (), fields: Sequence[FieldShown] = ()
    ) -> None:
        """Bring all to this; only what differs is replaced, so the cursor stays where it was."""
        self._showing = True
        if text != self.text:
            self._replace_difference(text)
        if (text, tuple(marks), tuple(fields)) != self._formatted:
            self._format(text, marks, fields)
        self._formatted = (text, tuple(marks), tuple(fields))
        self._marks, self._fields, self._told = tuple(marks), tuple(fields), text
        self._showing = False
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; marks keep room for their letters, which grow with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and (self._marks or self._fields):
            self._formatted = ("", (), ())
            self.show_text(self._told, self._marks, self._fields)

    def reach_from(self, at: int) -> bool:
        """Go to the first field that begins at `at` or behind it; whether there is one."""
        return self._reach(next((field for field in self._fields if field.start >= at), None))

    def step(self, forward: bool) -> bool:
        """Go to the field behind the cursor, or before it; whether there is one."""
        cursor = self.textCursor()
        if forward:
            return self.reach_from(to_characters(self.text, cursor.selectionEnd()))
        at = to_characters(self.text, cursor.selectionStart())
        return self._reach(next((one for one in reversed(self._fields) if one.stop <= at), None))

    def put_cursor(self, at: int) -> None:
        """Put the cursor before this character."""
        cursor = self.textCursor()
        cursor.setPosition(to_utf16(self.text, at))
        self.setTextCursor(cursor)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 (Qt's)
        """Qt's."""
        return self.step(forward) or super().focusNextPrevChild(forward)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; a click into a field reaches it."""
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            at = self.at
            self._reach(next((one for one in self._fields if one.start < at < one.stop), None))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo) or _is_shift_undo(event):
            self.redo_asked.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; letters of origin are painted, not written, so that they are never part of the text."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        if self.document().isEmpty() and not self.document().begin().layout().preeditAreaText():
            self._paint_placeholder(painter)
        font = QFont(self.font())
        font.setPointSizeF(points(SMALL_POINTS - 1))
        font.setBold(True)
        painter.setFont(font)
        for mark in self._marks:
            painter.setPen(expert_colour(mark.expert))
            end = self._cursor_at(mark.stop - 1)
            box = self.cursorRect(end)
            x = box.left() + self._last_advance(mark)
            area = QRectF(QPointF(x + 1, box.top() - 1), QPointF(x + px(LETTER_ROOM), box.top() + px(10)))
            painter.drawText(area, _TOP_LEFT, mark.letter)
        font.setBold(False)
        painter.setFont(font)
        for field in self._fields:
            self._paint_field(painter, field)

    def _reach(self, field: FieldShown | None) -> bool:
        if field is None or self.isReadOnly():
            return False
        cursor = self.textCursor()
        cursor.setPosition(to_utf16(self.text, field.start))
        cursor.setPosition(to_utf16(self.text, field.stop), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        self.field_reached.emit(field)
        return True

    def field_area(self, field: FieldShown) -> QRectF:
        """Where a field stands in the viewport; its last line, if it has several."""
        return list(self._boxes(field))[-1]

    def _paint_placeholder(self, painter: QPainter) -> None:
        """Whole: Qt's own ends with the first line, which is all that an empty document has."""
        margin = round(self.document().documentMargin())
        painter.setPen(self.palette().placeholderText().color())
        painter.setFont(self.font())
        area = self.viewport().rect().adjusted(margin, margin, -margin, -margin)
        painter.drawText(area, _TOP_LEFT | Qt.TextFlag.TextWordWrap, tr_marked(PLACEHOLDER))

    def _paint_field(self, painter: QPainter, field: FieldShown) -> None:
        """A whole frame round what is required; a dashed one and a word round what is optional."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ink = colour("amber" if field.required else "muted")
        line = Qt.PenStyle.SolidLine if field.required else Qt.PenStyle.DashLine
        painter.setPen(QPen(ink, 1.0, line))
        box = QRectF()
        for box in self._boxes(field):
            painter.drawRoundedRect(box.adjusted(-1.5, 0.5, 1.5, -0.5), 3, 3)
        if not field.required:
            painter.setPen(ink)
            word = QRectF(box.right() + WORD_GAP, box.top() - 1, self._word_room, box.height())
            painter.drawText(word, _TOP_LEFT, tr_marked(OPTIONAL))

    def _boxes(self, field: FieldShown) -> Iterator[QRectF]:
        """The parts of a field, one a line, in the viewport."""
        start, stop = to_utf16(self._told, field.start), to_utf16(self._told, field.stop)
        block = self.document().findBlock(start)
        corner = self.document().documentLayout().blockBoundingRect(block).topLeft()
        corner -= QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        layout = block.layout()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            first = max(start - block.position(), line.textStart())
            last = min(stop - block.position(), line.textStart() + line.textLength())
            if first < last:
                left, right = cursor_x(line, first), cursor_x(line, last)
                if last == stop - block.position() and not field.required:
                    right -= self._word_room
                yield QRectF(corner.x() + left, corner.y() + line.y(), right - left, line.height())

    @property
    def _word_room(self) -> float:
        font = QFont(self.font())
        font.setPointSizeF(points(SMALL_POINTS - 1))
        return QFontMetricsF(font).horizontalAdvance(tr_marked(OPTIONAL)) + 2 * WORD_GAP

    def _changed(self) -> None:
        if not self._showing and self.text != self._told:
            self._told = self.text
            self.text_edited.emit(self._told)

    def _replace_difference(self, text: str) -> None:
        old = self.text
        start = _shared(old, text)
        tail = _shared(old[start:][::-1], text[start:][::-1])
        cursor = QTextCursor(self.document())
        cursor.setPosition(to_utf16(old, start))
        cursor.setPosition(to_utf16(old, len(old) - tail), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[start : len(text) - tail], QTextCharFormat())

    def _format(self, text: str, marks: Sequence[MarkShown], fields: Sequence[FieldShown]) -> None:
        everything = QTextCursor(self.document())
        everything.select(QTextCursor.SelectionType.Document)
        everything.setCharFormat(QTextCharFormat())
        for mark in marks:
            self._format_part(text, mark.start, mark.stop, _marked(expert_colour(mark.expert)))
            last = _marked(expert_colour(mark.expert))
            last.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            last.setFontLetterSpacing(px(LETTER_ROOM))
            last.setUnderlineStyle(QTextCharFormat.UnderlineStyle.NoUnderline)
            self._format_part(text, mark.stop - 1, mark.stop, last)
        for field in fields:
            style = _waiting(field)
            self._format_part(text, field.start, field.stop, style)
            if not field.required:
                style.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
                style.setFontLetterSpacing(self._word_room)
                self._format_part(text, field.stop - 1, field.stop, style)
        self.setCurrentCharFormat(QTextCharFormat())

    def _format_part(self, text: str, start: int, stop: int, style: QTextCharFormat) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(to_utf16(text, start))
        cursor.setPosition(to_utf16(text, stop), QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(style)

    def _cursor_at(self, character: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(to_utf16(self._told, character))
        return cursor

    def _last_advance(self, mark: MarkShown) -> int:
        return self.fontMetrics().horizontalAdvance(self._told[mark.stop - 1 : mark.stop])


def _marked(tint: QColor) -> QTextCharFormat:
    style = QTextCharFormat()
    style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    style.setUnderlineColor(tint)
    return style


def _waiting(field: FieldShown) -> QTextCharFormat:
    style = QTextCharFormat()
    style.setForeground(colour("amber" if field.required else "muted"))
    if field.required:
        style.setBackground(faded(colour("amber"), 0.1))
    return style


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _is_shift_undo(event: QKeyEvent) -> bool:
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    return event.key() == Qt.Key.Key_Z and event.modifiers() == both


_TOP_LEFT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft

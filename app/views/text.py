"""A paragraph that is painted: laid out to a width, hit-tested by character, with runs in other formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout, QTextLine, QTextOption

LINE_SPACING = 1.2


@dataclass(frozen=True, slots=True)
class Run:
    """Characters `start:stop` painted in another way; a colour that is None stays as it is."""

    start: int
    stop: int
    colour: QColor | None = None
    background: QColor | None = None
    underline: QColor | None = None
    struck: bool = False


class Paragraph:
    """One text in one font. Positions are Python characters; Qt's own count is kept inside."""

    def __init__(self, text: str, font: QFont) -> None:
        self._text = text
        self._layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        self._width = -1.0
        self._height = 0.0

    def height(self, width: float) -> float:
        """How high the paragraph is when it is `width` wide, in pixels."""
        if width != self._width:
            self._width = width
            self._lay_out(max(width, 1.0))
        return self._height

    def paint(self, painter: QPainter, at: QPointF, colour: QColor, runs: Sequence[Run] = ()) -> None:
        """Draw the text with its top left at `at`; call `height` first."""
        painter.setPen(colour)
        self._layout.draw(painter, at, [self._format(run) for run in runs])

    def character_at(self, point: QPointF) -> int:
        """The character under a point of the paragraph, -1 where there is none."""
        for index in range(self._layout.lineCount()):
            line = self._layout.lineAt(index)
            if line.naturalTextRect().contains(point):
                on_it = QTextLine.CursorPosition.CursorOnCharacter
                return to_characters(self._text, line.xToCursor(point.x(), on_it))
        return -1

    def place_of(self, character: int) -> QPointF:
        """The middle of a character, so far as it is laid out."""
        position = to_utf16(self._text, character)
        line = self._layout.lineForTextPosition(position)
        left, right = cursor_x(line, position), cursor_x(line, position + 1)
        return QPointF((left + right) / 2, line.y() + line.height() / 2)

    def _lay_out(self, width: float) -> None:
        self._layout.beginLayout()
        top = 0.0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0.0, top))
            top += line.height() * LINE_SPACING
        self._layout.endLayout()
        self._height = top

    def _format(self, run: Run) -> QTextLayout.FormatRange:
        style = QTextCharFormat()
        if run.colour is not None:
            style.setForeground(run.colour)
        if run.background is not None:
            style.setBackground(run.background)
        if run.underline is not None:
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            style.setUnderlineColor(run.underline)
        style.setFontStrikeOut(run.struck)
        shown = QTextLayout.FormatRange()
        shown.start = to_utf16(self._text, run.start)
        shown.length = to_utf16(self._text, run.stop) - shown.start
        shown.format = style
        return shown


def cursor_x(line: QTextLine, position: int) -> float:
    """Where a cursor at this position stands in its line."""
    found = line.cursorToX(position)
    return float(
        found[0] if isinstance(found, tuple) else cast(float, found)
    )  # a tuple in fact, not in the stubs


def to_utf16(text: str, position: int) -> int:
    """Where a Python character lies in Qt's count of UTF-16 units."""
    return len(text[:position].encode("utf-16-le", "surrogatepass")) // 2


def to_characters(text: str, position: int) -> int:
    """Which Python character a position in Qt's count of UTF-16 units lies in."""
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * position]
    return len(units.decode("utf-16-le", "ignore"))


def faded(colour: QColor, opacity: float) -> QColor:
    """The colour, let through to what is below it."""
    see_through = QColor(colour)
    see_through.setAlphaF(opacity)
    return see_through


def elided(painter: QPainter, text: str, area: QRectF) -> str:
    """The text, cut with an ellipsis where it is wider than the area."""
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))

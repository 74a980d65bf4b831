"""Draws measurements over a film, readable on black and on white: every line and word has a dark rim."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from app.measures import FilmPoint, MeasureShown
from app.projection import Projection
from app.views.theme import GRID, colour

RIM = QColor(0, 0, 0, 200)
VEIL = QColor(0, 0, 0, 176)
LINE_WIDTH, RIM_WIDTH = 1.5, 4.0
HANDLE, HANDLE_SELECTED = 3.0, 4.5  # half their sides
TICK = 3 * GRID  # half the length of an upright tick
LABEL_OFF = 2.5 * GRID  # from its point, beside the handle


def paint_measures(
    painter: QPainter, drawn: Sequence[MeasureShown], on: Projection, ratio: float, room: QRectF
) -> None:
    """Draw all, in logical pixels of which each has `ratio` device pixels; words stay inside `room`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for each in drawn:
        _Drawing(painter, each, on, ratio, room).paint()
    painter.restore()


class _Drawing:
    """One measurement on the screen."""

    def __init__(
        self, painter: QPainter, shown: MeasureShown, on: Projection, ratio: float, room: QRectF
    ) -> None:
        self._painter = painter
        self._shown = shown
        self._on = on
        self._ratio = ratio
        self._room = room
        self._ink = colour("accent" if shown.selected else "report")

    def paint(self) -> None:
        """Lines first, then handles, then words."""
        for width, ink in ((RIM_WIDTH, RIM), (LINE_WIDTH, self._ink)):
            pen = QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            self._painter.setPen(pen)
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            for stroke in self._shown.strokes:
                self._painter.drawPolyline(QPolygonF([self._at(point) for point in stroke]))
            for point in self._shown.ticks:
                end = self._at(point)
                self._painter.drawLine(end - QPointF(0, TICK), end + QPointF(0, TICK))
        if self._shown.selected:
            self._paint_guides()
        self._paint_handles()
        self._paint_words()

    def _paint_guides(self) -> None:
        """From the ticks of a selected one over the whole height, to lay them on borders anywhere."""
        for width, ink in ((2.0, RIM), (1.0, self._ink)):
            self._painter.setPen(QPen(ink, width, Qt.PenStyle.DotLine))
            for point in self._shown.ticks:
                x = self._at(point).x()
                self._painter.drawLine(QPointF(x, self._room.top()), QPointF(x, self._room.bottom()))

    def _paint_handles(self) -> None:
        """Small squares; those of a selected one are larger and full."""
        half = HANDLE_SELECTED if self._shown.selected else HANDLE
        self._painter.setPen(QPen(RIM, 1.5))
        self._painter.setBrush(self._ink)
        if not self._shown.selected:
            self._painter.setPen(QPen(self._ink, 1.0))
            self._painter.setBrush(RIM)
        for point in self._shown.handles:
            self._painter.drawRect(QRectF(self._at(point) - QPointF(half, half), self._at(point) + QPointF(half, half)))

    def _paint_words(self) -> None:
        if not self._shown.text:
            return
        text = "\n".join(self._shown.text)
        metrics = QFontMetricsF(self._painter.font())
        block = metrics.boundingRect(QRectF(0, 0, 1e4, 1e4), 0, text).adjusted(-GRID, -GRID / 2, GRID, GRID / 2)
        block.moveTo(self._beside(block))
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(VEIL)
        self._painter.drawRoundedRect(block, GRID, GRID)
        self._painter.setPen(self._ink)
        self._painter.drawText(block.adjusted(GRID, GRID / 2, 0, 0), 0, text)

    def _beside(self, block: QRectF) -> QPointF:
        """Right of its point, or left of it where the room ends; never over it, never outside."""
        at = self._at(self._shown.at)
        x = at.x() + LABEL_OFF
        if x + block.width() > self._room.right():
            x = at.x() - LABEL_OFF - block.width()
        y = at.y() - block.height() / 2
        return QPointF(
            min(max(x, self._room.left()), self._room.right() - block.width()),
            min(max(y, self._room.top()), self._room.bottom() - block.height()),
        )

    def _at(self, point: FilmPoint) -> QPointF:
        x, y = self._on.device_point(*point)
        return QPointF(x / self._ratio, y / self._ratio)

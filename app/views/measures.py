"""Draws measurements over a film, readable on black and on white: every line and word has a dark rim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from app.measures import FilmPoint, MeasureShown
from app.projection import Projection
from app.views.theme import GRID, colour

RIM = QColor(0, 0, 0)
VEIL = QColor(0, 0, 0, 176)
LINE_WIDTH, RIM_WIDTH = 1.5, 4.0
HANDLE, HANDLE_SELECTED = 3.0, 4.5  # half their sides
TICK = 3 * GRID  # half the length of an upright tick
LABEL_OFF = 2.0 * GRID  # between a drawing and its words
OVER_WORDS, OVER_OWN, OVER_OTHERS = 8, 4, 1
"""How bad it is for words to lie over other words, over their own drawing, or over another."""


def paint_measures(
    painter: QPainter, drawn: Sequence[MeasureShown], on: Projection, ratio: float, room: QRectF
) -> None:
    """Draw those in sight, in logical pixels of `ratio` device pixels each; words stay inside `room`."""
    every = (_Drawing(painter, each, on, ratio, room) for each in drawn)
    drawings = [drawing for drawing in every if drawing.bounds.intersects(room)]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for drawing in drawings:
        drawing.paint_lines()
    words: list[QRectF] = []
    for drawing in sorted(drawings, key=lambda each: not each.selected):
        others = [other.bounds for other in drawings if other is not drawing]
        words += drawing.paint_words(words, others)
    for drawing in drawings:
        drawing.paint_handles()
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
        self._across = QPointF(1, 0) if on.turn.sideways else QPointF(0, 1)
        self._ink = colour("accent" if shown.selected else "report")
        self.selected = shown.selected
        points = [self._at(point) for stroke in shown.strokes for point in stroke]
        bounds = QPolygonF([*points, *(self._at(point) for point in shown.handles)]).boundingRect()
        self.bounds = bounds.adjusted(-HANDLE_SELECTED, -HANDLE_SELECTED, HANDLE_SELECTED, HANDLE_SELECTED)

    def paint_lines(self) -> None:
        """Lines, ticks, and the guides of a selected one."""
        for width, ink in ((RIM_WIDTH, RIM), (LINE_WIDTH, self._ink)):
            pen = QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            self._painter.setPen(pen)
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            for stroke in self._shown.strokes:
                self._painter.drawPolyline(QPolygonF([self._at(point) for point in stroke]))
            for point in self._shown.ticks:
                end = self._at(point)
                self._painter.drawLine(end - self._across * TICK, end + self._across * TICK)
        if self._shown.selected:
            self._paint_guides()

    def paint_handles(self) -> None:
        """Small squares; those of a selected one are larger and full."""
        half = HANDLE_SELECTED if self._shown.selected else HANDLE
        self._painter.setPen(QPen(RIM if self._shown.selected else self._ink, 1.25))
        self._painter.setBrush(self._ink if self._shown.selected else RIM)
        corner = QPointF(half, half)
        for point in self._shown.handles:
            at = self._at(point)
            self._painter.drawRect(QRectF(at - corner, at + corner))

    def paint_words(self, taken: Sequence[QRectF], others: Sequence[QRectF]) -> list[QRectF]:
        """Words beside the drawing, where they cover least; returns where they stand."""
        if not self._shown.text:
            return []
        text = "\n".join(self._shown.text)
        metrics = QFontMetricsF(self._painter.font())
        size = metrics.boundingRect(QRectF(0, 0, 1e4, 1e4), 0, text)
        block = size.adjusted(-GRID, -GRID / 2, GRID, GRID / 2)
        block = self._best([self._inside(place) for place in self._around(block)], taken, others)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(VEIL)
        self._painter.drawRoundedRect(block, GRID, GRID)
        self._painter.setPen(self._ink)
        self._painter.drawText(block.adjusted(GRID, GRID / 2, 0, 0), 0, text)
        return [block]

    def _paint_guides(self) -> None:
        """From the ticks of a selected one over the whole height, to lay them on borders anywhere."""
        for width, ink in ((2.0, RIM), (1.0, self._ink)):
            self._painter.setPen(QPen(ink, width, Qt.PenStyle.DotLine))
            for point in self._shown.ticks:
                at, room = self._at(point), self._room
                if self._on.turn.sideways:
                    self._painter.drawLine(QPointF(room.left(), at.y()), QPointF(room.right(), at.y()))
                else:
                    self._painter.drawLine(QPointF(at.x(), room.top()), QPointF(at.x(), room.bottom()))

    def _around(self, block: QRectF) -> Iterator[QRectF]:
        """The block right of its point, then left of, below and above the drawing, then further off."""
        at, bounds, off = self._at(self._shown.at), self.bounds, LABEL_OFF
        middle = bounds.center().x() - block.width() / 2
        beside = at.y() - block.height() / 2
        yield QRectF(QPointF(at.x() + off, beside), block.size())
        yield QRectF(QPointF(bounds.left() - off - block.width(), beside), block.size())
        for further in (0.0, block.height() + off):
            below, above = bounds.bottom() + off + further, bounds.top() - off - block.height() - further
            for left in (middle, bounds.left() - block.width(), bounds.right()):
                yield QRectF(QPointF(left, below), block.size())
                yield QRectF(QPointF(left, above), block.size())

    def _best(self, places: Sequence[QRectF], taken: Sequence[QRectF], others: Sequence[QRectF]) -> QRectF:
        """The first place that covers nothing, else the one that covers least."""
        found = []
        for place in places:
            found.append((self._badness(place, taken, others), place))
            if not found[-1][0]:
                break
        return min(found, key=lambda each: each[0])[1]

    def _inside(self, block: QRectF) -> QRectF:
        room = self._room
        return QRectF(
            min(max(block.left(), room.left()), room.right() - block.width()),
            min(max(block.top(), room.top()), room.bottom() - block.height()),
            block.width(),
            block.height(),
        )

    def _badness(self, block: QRectF, taken: Sequence[QRectF], others: Sequence[QRectF]) -> int:
        return (
            OVER_WORDS * sum(block.intersects(each) for each in taken)
            + OVER_OWN * block.intersects(self.bounds)
            + OVER_OTHERS * sum(block.intersects(each) for each in others)
        )

    def _at(self, point: FilmPoint) -> QPointF:
        x, y = self._on.device_point(*point)
        return QPointF(x / self._ratio, y / self._ratio)

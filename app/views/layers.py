"""Draws what a file lays over its film: its shutter, and above all else its annotations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPolygonF

from app.layers import Layers, Placed, sampled_hidden, sampled_marks
from app.projection import Projection
from app.views.theme import colour
from engine.dicom.film import Annotation, FilmPoint

TRANSPARENT = 0
LINE_WIDTH, RIM_WIDTH = 1.5, 3.5
MOST_LINES = 40  # of one text


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    """A layer as it was drawn last: for which film and place, and what came of it."""

    layers: Layers
    on: Projection
    image: QImage | None
    corner: QPoint


class LayerPicture:
    """Keeps what it drew until the film or its place on the screen changes."""

    def __init__(self) -> None:
        self._marks: _Drawn | None = None
        self._hidden: _Drawn | None = None

    def paint_shutter(self, painter: QPainter, layers: Layers, on: Projection, film: QRect) -> None:
        """Cover in device pixels what the shutter hides of the film, which lies at `film`."""
        if layers.seen is None:
            return
        ink = QColor(layers.level, layers.level, layers.level)
        box = layers.seen_box
        top, left = on.edge_y(box.top), on.edge_x(box.left)
        bottom, right = on.edge_y(box.bottom), on.edge_x(box.right)
        seen = QRect(QPoint(left, top), QPoint(right - 1, bottom - 1)) & film
        for part in around(seen, film):
            painter.fillRect(part, ink)
        if self._hidden is None or (self._hidden.layers, self._hidden.on) != (layers, on):
            self._hidden = _drawn(layers, on, sampled_hidden(layers, on), (TRANSPARENT, ink.rgba()))
        _paint(painter, self._hidden)

    def paint_marks(self, painter: QPainter, layers: Layers, on: Projection) -> None:
        """Draw the marks in device pixels."""
        if self._marks is None or (self._marks.layers, self._marks.on) != (layers, on):
            inks = (TRANSPARENT, colour("film").rgba(), colour("marks").rgba())
            self._marks = _drawn(layers, on, sampled_marks(layers, on), inks)
        _paint(painter, self._marks)


def paint_annotations(
    painter: QPainter, annotations: Sequence[Annotation], on: Projection, ratio: float
) -> None:
    """Lines and texts in logical pixels of `ratio` device pixels each, with a rim, as marks have one."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for annotation in annotations:
        for width, ink in ((RIM_WIDTH, colour("film")), (LINE_WIDTH, colour("marks"))):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for line in annotation.lines:
                painter.drawPolyline(QPolygonF([_logical(point, on, ratio) for point in line]))
        if annotation.text:
            _paint_text(painter, annotation.text, _logical(annotation.at, on, ratio))
    painter.restore()


def _paint_text(painter: QPainter, text: str, corner: QPointF) -> None:
    """Words from `corner` on, right and down."""
    words = QPainterPath()
    metrics = QFontMetricsF(painter.font())
    for number, line in enumerate(text.splitlines()[:MOST_LINES]):
        words.addText(
            corner + QPointF(0, metrics.ascent() + number * metrics.lineSpacing()), painter.font(), line
        )
    painter.strokePath(words, QPen(colour("film"), RIM_WIDTH))
    painter.fillPath(words, colour("marks"))


def _logical(point: FilmPoint, on: Projection, ratio: float) -> QPointF:
    x, y = on.device_point(*point)
    return QPointF(x / ratio, y / ratio)


def around(inner: QRect, outer: QRect) -> list[QRect]:
    """`outer` without `inner` as rectangles that do not overlap."""
    if inner.isEmpty():
        return [outer]
    parts = (
        QRect(outer.left(), outer.top(), outer.width(), inner.top() - outer.top()),
        QRect(outer.left(), inner.bottom() + 1, outer.width(), outer.bottom() - inner.bottom()),
        QRect(outer.left(), inner.top(), inner.left() - outer.left(), inner.height()),
        QRect(inner.right() + 1, inner.top(), outer.right() - inner.right(), inner.height()),
    )
    return [part for part in parts if not part.isEmpty()]


def _drawn(layers: Layers, on: Projection, placed: Placed | None, inks: tuple[int, ...]) -> _Drawn:
    if placed is None:
        return _Drawn(layers, on, None, QPoint())
    height, width = placed.pixels.shape
    codes = placed.pixels
    image = QImage(codes.data, width, height, codes.strides[0], QImage.Format.Format_Indexed8)
    image.setColorTable(list(inks))
    owned = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)  # it must not outlive `codes`
    return _Drawn(layers, on, owned, QPoint(placed.x, placed.y))


def _paint(painter: QPainter, drawn: _Drawn) -> None:
    if drawn.image is not None:
        painter.drawImage(drawn.corner, drawn.image)

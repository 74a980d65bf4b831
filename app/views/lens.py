"""The magnifier: a round piece of the film under the pointer, larger, in the window that the film has.

What lies under the pointer lies under it in the lens too, to half a device pixel: whoever measures through
the lens sets the very point that is seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.measures import MeasureShown
from app.projection import LARGEST_ZOOM, Area, Projection
from app.rendering import Tables, Tones, grey, sample
from app.views.images import grey_image
from app.views.measures import paint_measures
from app.views.theme import GRID, colour

RADIUS = 96  # logical pixels
AT_LEAST = 2.0  # times the size that the film has anyway
GAP, ARM = 6, 10  # of the cross, which leaves the measured point free
RIM = QColor(0, 0, 0, 200)


def lens_projection(on: Projection, x: int, y: int, lens: float) -> Projection:
    """Where the film lies for the lens at device pixel (x, y): `lens` device pixels to a film pixel, or more.

    The film point under the middle of that pixel stays under it, to half a device pixel.
    """
    row, column = on.film_point(x + 0.5, y + 0.5)
    zoom = min(max(lens, AT_LEAST * on.zoom), LARGEST_ZOOM)
    left, top = (math.floor(at + 1 - film * zoom) for at, film in ((x, column), (y, row)))
    return Projection(left, top, zoom, on.area)


class Lens:
    """Paints itself over a film; keeps nothing."""

    def __init__(self, tones: Tones, levels: Tables, on: Projection, ratio: float) -> None:
        self._tones = tones
        self._levels = levels
        self._on = on
        self._ratio = ratio

    def paint(
        self, painter: QPainter, at: QPointF, lens: float, measures: Sequence[MeasureShown], smooth: bool
    ) -> None:
        """Around `at`, in logical pixels."""
        x, y = math.floor(at.x() * self._ratio), math.floor(at.y() * self._ratio)
        under = lens_projection(self._on, x, y, lens)
        circle = QPainterPath()
        middle = QPointF((x + 0.5) / self._ratio, (y + 0.5) / self._ratio)
        circle.addEllipse(middle, RADIUS, RADIUS)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(circle)
        painter.fillPath(circle, colour("film"))
        self._paint_film(painter, under, x, y, smooth)
        bare = [replace(each, text=()) for each in measures]
        paint_measures(painter, bare, under, self._ratio, circle.boundingRect())
        painter.setClipping(False)
        _paint_frame(painter, middle, f"{under.zoom:g}:1")
        painter.restore()

    def _paint_film(self, painter: QPainter, under: Projection, x: int, y: int, smooth: bool) -> None:
        reach = math.ceil(RADIUS * self._ratio) + 1
        area = Area(2 * reach, 2 * reach)
        part = Projection(under.left - x + reach, under.top - y + reach, under.zoom, area)
        sampled = sample(self._tones, part, smooth)
        if not (sampled.width and sampled.height):
            return
        painter.save()
        painter.scale(1 / self._ratio, 1 / self._ratio)
        image = grey_image(grey(sampled, self._levels))
        painter.drawImage(QPointF(x - reach + sampled.x, y - reach + sampled.y), image)
        painter.restore()


def _paint_frame(painter: QPainter, middle: QPointF, words: str) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, ink in ((4.0, RIM), (1.5, colour("report"))):
        painter.setPen(QPen(ink, width))
        painter.drawEllipse(middle, RADIUS, RADIUS)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near, far = QPointF(dx * GAP, dy * GAP), QPointF(dx * (GAP + ARM), dy * (GAP + ARM))
            painter.drawLine(middle + near, middle + far)
    metrics = painter.fontMetrics()
    block = QRectF(metrics.boundingRect(words)).adjusted(-GRID, 0, GRID, 0)
    block.moveCenter(middle + QPointF(0, RADIUS - 3 * GRID))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(RIM)
    painter.drawRoundedRect(block, GRID, GRID)
    painter.setPen(colour("report"))
    painter.drawText(block, Qt.AlignmentFlag.AlignCenter, words)

"""The magnifier: a round piece of the film under the pointer, larger, in the window that the film has.

What lies under the pointer lies under it in the lens too, to half a device pixel: whoever measures through
the lens sets the very point that is seen.
"""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.projection import LARGEST_ZOOM, Area, Projection
from app.rendering import grey, sample
from app.viewing import FilmShown
from app.views.images import grey_image, turning
from app.views.layers import LayerPicture
from app.views.measures import paint_measures
from app.views.theme import GRID, colour

RADIUS = 96  # logical pixels
AT_LEAST = 2.0  # times the size that the film has anyway
GAP, ARM = 6, 10  # of the cross, which leaves the measured point free
RIM = QColor(0, 0, 0, 200)


def lens_projection(on: Projection, x: int, y: int, lens: float) -> Projection:
    """Where the film lies for the lens at device pixel (x, y): so many to a film column, or more.

    The film point under the middle of that pixel stays under it, to half a device pixel.
    """
    row, column = on.film_point(x + 0.5, y + 0.5)
    zoom = min(max(lens, AT_LEAST * on.zoom), LARGEST_ZOOM)
    larger = replace(on, zoom=zoom)
    lying_x, lying_y = _lying_pixel(on, x, y)
    left, top = math.floor(lying_x + 1 - column * zoom), math.floor(lying_y + 1 - row * larger.down)
    return replace(larger, left=left, top=top)


def _lying_pixel(on: Projection, x: int, y: int) -> tuple[int, int]:
    """The device pixel that this one is before the film is turned."""
    lying_x, lying_y = on.before_turning(x + 0.5, y + 0.5)
    return math.floor(lying_x), math.floor(lying_y)


def paint_lens(
    painter: QPainter, shown: FilmShown, on: Projection, ratio: float, at: QPointF, lens: float
) -> None:
    """Paint the lens around `at`, in logical pixels of `ratio` device pixels each, with all that is shown."""
    x, y = math.floor(at.x() * ratio), math.floor(at.y() * ratio)
    under = lens_projection(on, x, y, lens)
    middle = QPointF((x + 0.5) / ratio, (y + 0.5) / ratio)
    circle = QPainterPath()
    circle.addEllipse(middle, RADIUS, RADIUS)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipPath(circle)
    painter.fillPath(circle, colour("film"))
    painter.save()
    painter.scale(1 / ratio, 1 / ratio)
    _paint_film(painter, shown, under, QPoint(x, y), math.ceil(RADIUS * ratio) + 1)
    painter.restore()
    bare = [replace(each, text=()) for each in shown.measures]
    paint_measures(painter, bare, under, ratio, circle.boundingRect())
    painter.setClipping(False)
    _paint_frame(painter, middle, f"{under.zoom:.3g}:1")
    painter.restore()


def _paint_film(painter: QPainter, shown: FilmShown, under: Projection, at: QPoint, reach: int) -> None:
    """The piece within `reach` device pixels, with the file's shutter and annotations as they are shown."""
    if shown.tones is None or shown.levels is None:
        return
    side = 2 * reach + 1  # odd: the pixel in the middle stays there however the piece is turned
    x, y = _lying_pixel(under, at.x(), at.y())
    part = replace(under, left=under.left - x + reach, top=under.top - y + reach, area=Area(side, side))
    sampled = sample(shown.tones, part, shown.smooth)
    if not (sampled.width and sampled.height):
        return
    painter.translate(at.x() - reach, at.y() - reach)
    painter.setTransform(turning(part), True)
    film = QRect(sampled.x, sampled.y, sampled.width, sampled.height)
    painter.drawImage(film.topLeft(), grey_image(grey(sampled, shown.levels)))
    if shown.layers is not None and shown.shutter_on:
        LayerPicture().paint_shutter(painter, shown.layers, part, film)
    if shown.layers is not None and shown.marks_on:
        LayerPicture().paint_marks(painter, shown.layers, part)


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

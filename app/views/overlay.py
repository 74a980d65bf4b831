"""Draws an attention map over a film, on the very pixels that the model's grid covers, and its scale."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PIL import Image
from PySide6.QtCore import QLine, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QLinearGradient, QPainter, QPen

from app.language import tr_mark, tr_marked
from app.projection import Projection, cell_edges
from app.viewing import Drawing, LegendShown, OverlayShown
from app.views.colour_map import ENTRIES, colour_table, overlay_table
from app.views.theme import GRID, colour, expert_colour, px
from engine.panel import FloatArray

CONTOURS = (0.25, 0.5, 0.75)  # of the scale; those at or above the threshold are drawn
LEGEND_WIDTH, LEGEND_BAR = 196, 8
NOT_PROBABILITY = tr_mark("attention, not probability")


def paint_overlay(painter: QPainter, overlay: OverlayShown, on: Projection, film: QRect) -> None:
    """Draw `overlay` in device pixels, inside the rectangle that shows the film."""
    painter.save()
    painter.setClipRect(film)
    if overlay.drawing is Drawing.CELLS:
        _paint_cells(painter, overlay, on)
    elif overlay.drawing is Drawing.OUTLINE:
        _paint_outlines(painter, overlay, on)
    else:
        _paint_smooth(painter, overlay, on, film)
    painter.restore()


def _paint_cells(painter: QPainter, overlay: OverlayShown, on: Projection) -> None:
    downs, alongs = cell_edges(overlay.frame, _shape(overlay.grid), on)
    painter.setPen(Qt.PenStyle.NoPen)
    for (i, j), value in np.ndenumerate(overlay.grid):
        if value <= 0 or value < overlay.threshold:
            continue
        ink = map_colour(float(value))
        ink.setAlphaF(min(1.0, float(value)) * overlay.opacity)
        cell = QRect(alongs[j], downs[i], alongs[j + 1] - alongs[j], downs[i + 1] - downs[i])
        painter.fillRect(cell, ink)


def _paint_smooth(painter: QPainter, overlay: OverlayShown, on: Projection, film: QRect) -> None:
    """Bilinear between the cells' centres, computed on the screen's own pixels."""
    h, w = overlay.grid.shape
    downs, alongs = cell_edges(overlay.frame, (h, w), on)
    shown = film & QRect(QPoint(alongs[0], downs[0]), QPoint(alongs[-1] - 1, downs[-1] - 1))
    if shown.isEmpty():
        return
    y0, x0 = on.top + overlay.frame.top * on.down, on.left + overlay.frame.left * on.zoom
    along = (overlay.frame.right - overlay.frame.left) * on.zoom / w
    down = (overlay.frame.bottom - overlay.frame.top) * on.down / h
    box = (
        max(0.0, (shown.left() - x0) / along),
        max(0.0, (shown.top() - y0) / down),
        min(float(w), (shown.left() + shown.width() - x0) / along),
        min(float(h), (shown.top() + shown.height() - y0) / down),
    )
    steps = np.rint(np.clip(overlay.grid, 0, 1) * (ENTRIES - 1)).astype(np.uint8)
    size = (shown.width(), shown.height())
    smooth = np.asarray(Image.fromarray(steps).resize(size, Image.Resampling.BILINEAR, box=box))
    picture = np.take(overlay_table(overlay.opacity, overlay.threshold), smooth, mode="clip")
    form = QImage.Format.Format_ARGB32_Premultiplied
    painter.drawImage(shown.topLeft(), QImage(picture.data, *size, picture.strides[0], form))


def _paint_outlines(painter: QPainter, overlay: OverlayShown, on: Projection) -> None:
    """Lines along the cells' edges around all that reaches a level; a dark rim shows them anywhere."""
    for level in sorted({overlay.threshold, *CONTOURS}):
        if level < overlay.threshold or level <= 0:
            continue
        lines = _outline(overlay.grid >= level, *cell_edges(overlay.frame, _shape(overlay.grid), on))
        for width, ink in ((3.0, QColor(0, 0, 0, 160)), (1.0, map_colour(level))):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
            painter.setOpacity(max(overlay.opacity, 0.2) if width == 3.0 else 1.0)
            painter.drawLines(lines)


def _outline(inside: npt.NDArray[np.bool_], downs: list[int], alongs: list[int]) -> list[QLine]:
    """Edges between cells of which one is inside; the grid's own border counts as outside."""
    padded = np.pad(inside, 1)
    lines = []
    for i, j in zip(*np.nonzero(padded[1:, 1:-1] != padded[:-1, 1:-1]), strict=True):
        lines.append(QLine(alongs[j], downs[i], alongs[j + 1], downs[i]))
    for i, j in zip(*np.nonzero(padded[1:-1, 1:] != padded[1:-1, :-1]), strict=True):
        lines.append(QLine(alongs[j], downs[i], alongs[j], downs[i + 1]))
    return lines


def paint_legend(painter: QPainter, legend: LegendShown, corner: QPointF, threshold: float) -> float:
    """Draw the scale with its lower right end at `corner`, in logical pixels; returns its height."""
    metrics = QFontMetrics(painter.font())
    line = metrics.height()
    height = 3 * line + LEGEND_BAR + 4 * GRID
    box = QRectF(corner.x() - px(LEGEND_WIDTH), corner.y() - height, px(LEGEND_WIDTH), height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 176))
    painter.drawRoundedRect(box, GRID, GRID)
    inner = box.adjusted(2 * GRID, GRID, -2 * GRID, -GRID)
    _caption(painter, legend, inner, line)
    bar = QRectF(inner.left(), inner.top() + line + GRID, inner.width(), LEGEND_BAR)
    painter.fillRect(bar, _gradient(bar))
    if threshold > 0:
        painter.fillRect(
            QRectF(bar.left(), bar.top(), bar.width() * threshold, bar.height()), colour("control")
        )
    below = QRectF(inner.left(), bar.bottom() + GRID / 2, inner.width(), line)
    painter.setPen(colour("text"))
    painter.drawText(below, Qt.AlignmentFlag.AlignLeft, legend.lowest)
    painter.drawText(below, Qt.AlignmentFlag.AlignRight, legend.highest)
    painter.setPen(colour("muted"))
    painter.drawText(below.translated(0, line), Qt.AlignmentFlag.AlignLeft, tr_marked(NOT_PROBABILITY))
    return height


def _caption(painter: QPainter, legend: LegendShown, inner: QRectF, line: int) -> None:
    patch = QRectF(inner.left(), inner.top() + (line - 8) / 2, 8, 8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(expert_colour(legend.expert))
    painter.drawRoundedRect(patch, 2, 2)
    painter.setPen(colour("text"))
    beside = QRectF(inner.left() + 8 + GRID, inner.top(), inner.width() - 8 - GRID, line)
    painter.drawText(beside, Qt.AlignmentFlag.AlignLeft, legend.caption)


def _gradient(bar: QRectF) -> QLinearGradient:
    gradient = QLinearGradient(bar.topLeft(), bar.topRight())
    for stop in np.linspace(0, 1, 17):
        gradient.setColorAt(float(stop), map_colour(float(stop)))
    return gradient


def map_colour(value: float) -> QColor:
    """The opaque colour of a value in 0..1."""
    index = round(min(max(value, 0.0), 1.0) * (ENTRIES - 1))
    red, green, blue = (int(part) for part in colour_table()[index])
    return QColor(red, green, blue)


def _shape(grid: FloatArray) -> tuple[int, int]:
    h, w = grid.shape
    return h, w

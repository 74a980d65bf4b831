"""Arrays as pictures."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, QTransform

from app.projection import Projection
from app.rendering import GreyArray


def grey_image(pixels: GreyArray) -> QImage:
    """A QImage of (height, width) grey levels or (height, width, 3) colours; it owns a copy of them."""
    if not pixels.size:
        return QImage()
    rows = np.ascontiguousarray(pixels)
    height, width = rows.shape[:2]
    kind = QImage.Format.Format_Grayscale8 if rows.ndim == 2 else QImage.Format.Format_RGB888
    borrowed = QImage(rows.data, width, height, rows.strides[0], kind)
    return borrowed.copy()  # it must not outlive `rows`


def turning(on: Projection) -> QTransform:
    """Turns what was sampled for a projection on its area as the film is turned, pixels to pixels."""
    x0, y0 = on.turned(0, 0)
    (x1, y1), (x2, y2) = on.turned(1, 0), on.turned(0, 1)
    return QTransform(x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0, y0)

"""Arrays as pictures."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

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

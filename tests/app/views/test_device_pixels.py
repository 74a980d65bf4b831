"""On screens with more pixels than points a film pixel at 1:1 is one device pixel, and so is a mark on it.

Qt takes its scale once, so every ratio has a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

RATIOS = ("1.25", "1.5", "2")


@pytest.mark.parametrize("ratio", RATIOS)
def test_films_marks_and_shutters_lie_on_device_pixels(ratio: str) -> None:
    environment = os.environ | {"QT_SCALE_FACTOR": ratio, "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        [sys.executable, "-m", "tests.app.views.test_device_pixels"],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr


def look() -> None:
    """A film in a pane whose corner lies between two device pixels, as panes beside a splitter do."""
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication, QWidget

    from app.layers import prepare_layers
    from app.projection import Sight
    from app.rendering import prepare_tones, tables
    from app.viewing import FilmShown
    from app.views.film import FilmPane
    from engine.dicom.overlays import Overlay
    from engine.dicom.shutters import Shutter
    from tests.app.filming import film, ramp

    app = QApplication([])
    mask, seen = np.zeros((61, 43), np.bool_), np.ones((61, 43), np.bool_)
    mask[30, 20] = True
    seen[:5], seen[40, 30] = False, False
    of = film(ramp(61, 43) // 2 + 1000)
    of = replace(of, overlays=(Overlay(0x6000, mask),), shutter=Shutter(seen, 40, ("POLYGONAL",)))
    expected = of.display().copy()
    expected[~seen] = 40
    shown = FilmShown(
        tones=prepare_tones(of),
        levels=tables(prepare_tones(of), of.default, False),
        sight=Sight(1.0, 30.5, 21.5),
        layers=prepare_layers(of),
    )
    for offset in (0, 1, 2, 3):
        window = QWidget()
        window.resize(200, 200)
        pane = FilmPane(window)
        pane.setGeometry(offset, offset, 150, 161)
        pane.show_film(shown)
        window.show()
        app.processEvents()
        picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        rows = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.bytesPerLine())
        pixels = rows[:, : 3 * picture.width()].reshape(picture.height(), picture.width(), 3)
        red, green, blue = (pixels[..., channel].astype(int) for channel in range(3))
        (row,), (column,) = np.nonzero((green > red + 40) & (green > blue + 40))  # one mark, one device pixel
        part = pixels[row - 30 : row + 31, column - 20 : column + 23, 0]
        away = np.ones((61, 43), np.bool_)
        away[29:32, 19:22] = False
        assert np.array_equal(part[away], expected[away]), (offset, pane.devicePixelRatioF())


if __name__ == "__main__":
    look()

"""Annotations and shutters of the file as they are drawn, to the pixel, over the film and under nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pytestqt.qtbot import QtBot

from app.layers import prepare_layers
from app.projection import Sight
from app.views.film import FilmPane
from app.views.theme import colour
from engine.dicom.overlays import Overlay
from engine.dicom.shutters import Shutter
from tests.app.filming import film, ramp
from tests.app.views.test_film import pixels_of, shown_film

MARK = (colour("marks").red(), colour("marks").green(), colour("marks").blue())


def test_a_shutter_covers_and_a_mark_lies_on_top_of_it_each_unless_switched_off(qtbot: QtBot) -> None:
    pane = FilmPane()
    qtbot.addWidget(pane)
    pane.resize(160, 140)
    mask, seen = np.zeros((40, 60), np.bool_), np.ones((40, 60), np.bool_)
    mask[5, 7] = mask[20, 30] = True
    seen[:10], seen[:, :20], seen[30, 40] = False, False, False
    of = replace(
        film(ramp(40, 60) // 2 + 1000),
        overlays=(Overlay(0x6000, mask),),
        shutter=Shutter(seen, 40, ("POLYGONAL",)),
    )
    shown = replace(shown_film(of, Sight(1.0, 20, 30)), layers=prepare_layers(of))
    pane.show_film(shown)
    drawn = pixels_of(pane)[50:90, 50:110]
    assert tuple(drawn[5, 7]) == tuple(drawn[20, 30]) == MARK
    assert tuple(drawn[6, 8]) == tuple(drawn[19, 29]) == (0, 0, 0)  # the rim
    grey = of.display()
    away = np.ones((40, 60), np.bool_)
    away[4:7, 6:9] = away[19:22, 29:32] = False
    assert np.array_equal(drawn[seen & away][:, 0], grey[seen & away])
    assert (drawn[~seen & away] == 40).all()
    pane.show_film(replace(shown, marks_on=False, shutter_on=False))
    assert np.array_equal(pixels_of(pane)[50:90, 50:110, 0], grey)

"""What a file lays over its film can be switched off, and that is said as long as it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.presenters.attention import OverlayChoice
from engine.dicom.film import Film
from engine.dicom.overlays import Overlay
from engine.dicom.shutters import Shutter
from tests.app.filming import film, ramp, study_of
from tests.app.presenters.test_viewer import Desk

HIDDEN = "Annotations of the file are hidden."
OPEN = "The shutter of the file is off."


def annotated(uid: str = "a") -> Film:
    mask = np.zeros((40, 50), np.bool_)
    mask[3:9, 4:8] = True
    return replace(
        film(ramp(40, 50), uid=uid),
        overlays=(Overlay(0x6000, mask),),
        shutter=Shutter(mask, 0, ("RECTANGULAR",)),
        notes=("A note.",),
    )


def test_annotations_and_shutter_are_drawn_until_they_are_switched_off_and_a_badge_says_so() -> None:
    desk = Desk([annotated()])
    shown = desk.view.films[0]
    assert (shown.marks_on, shown.shutter_on, shown.badges) == (True, True, ("A note.",))
    desk.viewer.marks_toggled()
    desk.viewer.shutter_toggled()
    shown = desk.view.films[0]
    assert (shown.marks_on, shown.shutter_on, shown.badges) == (False, False, (HIDDEN, OPEN, "A note."))


def test_the_wish_for_annotations_outlives_the_study_and_an_opened_shutter_does_not() -> None:
    desk = Desk([annotated()])
    desk.viewer.marks_toggled()
    desk.viewer.shutter_toggled()
    desk.viewer.show_study(None)
    desk.viewer.show_study(replace(study_of([annotated()]), description="another"))
    assert desk.view.films[0].badges == (HIDDEN, "A note.")
    assert desk.viewer.overlay.marks_on is False


def test_a_film_without_them_has_no_badge_and_the_bar_offers_nothing() -> None:
    desk = Desk([film(ramp(40, 50))], OverlayChoice(marks_on=False))
    assert desk.view.films[0].badges == ()
    assert (desk.view.bar.has_marks, desk.view.bar.has_shutter) == (False, False)
    with_both = Desk([annotated()])
    assert (with_both.view.bar.has_marks, with_both.view.bar.has_shutter) == (True, True)

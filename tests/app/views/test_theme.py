from __future__ import annotations

import itertools

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.views.theme import (
    COLOURS,
    EXPERT_COLOURS,
    colour,
    contrast,
    expert_colour,
    expert_ink,
    set_role,
    style_sheet,
)
from engine.panel import EXPERT_LETTERS

SURFACES = ("film", "window", "pane", "raised", "control", "hover")


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("ink", ["report", "text"])
def test_report_text_reads_on_every_surface(ink: str, surface: str) -> None:
    assert contrast(colour(ink), colour(surface)) >= 7.0


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("ink", ["muted", "accent", "amber", "red", "green"])
def test_other_text_reads_on_every_surface(ink: str, surface: str) -> None:
    assert contrast(colour(ink), colour(surface)) >= 4.5


@pytest.mark.parametrize(
    ("ink", "surface"), [("amber", "amber_deep"), ("red", "red_deep"), ("report", "accent_deep")]
)
def test_text_reads_on_its_coloured_ground(ink: str, surface: str) -> None:
    assert contrast(colour(ink), colour(surface)) >= 4.5


@pytest.mark.parametrize("expert", range(len(EXPERT_COLOURS)))
def test_every_experts_letter_reads_on_a_card_and_on_its_own_colour(expert: int) -> None:
    assert contrast(expert_colour(expert), colour("raised")) >= 4.5
    assert contrast(expert_ink(expert), expert_colour(expert)) >= 4.5


def test_every_letter_has_one_colour_and_no_two_share_it() -> None:
    assert len(EXPERT_COLOURS) == len(EXPERT_LETTERS) == len(set(EXPERT_COLOURS))


def test_black_on_white_has_the_contrast_that_the_standard_states() -> None:
    assert contrast(colour("film"), colour("film").fromString("#ffffff")) == pytest.approx(21.0)


def test_surfaces_are_neutral_and_get_lighter_step_by_step() -> None:
    for name in SURFACES:
        parts = (colour(name).red(), colour(name).green(), colour(name).blue())
        assert max(parts) - min(parts) <= 12
    for below, above in itertools.pairwise(SURFACES):
        assert colour(below).lightness() < colour(above).lightness()


def test_the_style_sheet_leaves_no_name_open_and_qt_takes_it(themed: QApplication) -> None:
    assert "@" not in style_sheet()
    assert themed.styleSheet() == style_sheet()
    assert COLOURS["accent"] in style_sheet()


def test_a_role_changes_the_look_of_a_shown_widget(themed: QApplication, qtbot: QtBot) -> None:
    button = QPushButton("sign")
    qtbot.addWidget(button)
    button.show()
    plain = button.grab().toImage().pixelColor(12, 5)
    set_role(button, "primary")
    assert button.grab().toImage().pixelColor(12, 5) != plain

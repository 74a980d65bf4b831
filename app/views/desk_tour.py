"""What the tour points at in the desk's window, and what it says of each."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.commands import Bindings
from app.language import tr
from app.views.panel import PanelPane
from app.views.tour import Step


def tour_steps(
    films: QWidget, panel: PanelPane, modes: QWidget, report: QWidget, keys: Bindings
) -> tuple[Step, ...]:
    """Only parts that are on the screen; where there are no drafts, their column stands for them."""

    def first_card() -> QWidget:
        return panel.cards[0] if panel.cards else panel

    def first_row() -> QWidget:
        rows = panel.cards[0].rows if panel.cards else []
        return rows[0] if rows else panel

    return (
        Step(
            tr("The films"),
            tr(
                "Look at them first. Drag with the right button for the window, turn the wheel to zoom; "
                "a double click fits."
            ),
            lambda: films,
        ),
        Step(
            tr("Drafts and votes"),
            tr(
                "Each card is the draft of one expert. The number is its vote: how like it is to the "
                "other drafts. That is agreement, not truth."
            ),
            lambda: panel,
        ),
        Step(
            tr("Where an expert looked"),
            tr("Point at a sentence: a map on the films shows where its expert looked while writing it."),
            first_card,
        ),
        Step(
            tr("Compare"),
            tr(
                "Here all drafts stand side by side, and contradictions are marked{key}.",
                key=keys.hint("mode_compare"),
            ),
            lambda: modes,
        ),
        Step(
            tr("Take a sentence"),
            tr(
                "The plus beside a sentence puts it into the report{key}. Nothing gets there by itself, "
                "and every step can be undone.",
                key=keys.hint("take_sentence"),
            ),
            first_row,
        ),
        Step(
            tr("Sign"),
            tr(
                "When the report says what you see, look it over and sign{key}. This tour signs nothing. "
                "Help has more, and the tour again.",
                key=keys.hint("sign"),
            ),
            lambda: report,
        ),
    )

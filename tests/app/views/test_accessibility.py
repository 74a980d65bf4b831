"""Every control has a name, what is painted is said in words, and what happens is announced."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.messages import (
    AddendumAsked,
    DraftCard,
    EngineShown,
    EngineState,
    FindingRow,
    Notice,
    PanelShown,
    PanelState,
    ProgressShown,
    ReportShown,
    SaveState,
    SentenceShown,
    SigningShown,
    SkippedRow,
    StudyState,
    VersionLine,
    VersionsShown,
    WorklistRow,
)
from app.viewing import BarShown, FilmShown
from app.views.bars import COMPARE, READ
from app.views.film import FilmPane
from app.views.findings import FindingsTable
from app.views.theme import contrast, style_sheet
from app.views.window import DeskWindow
from engine.resources import STUDIES

CARD = DraftCard(
    1, "B", (SentenceShown(0, "No pneumothorax."),), vote="4.0", share=0.95, elected=True, same_as="E"
)
DRAFT = ReportShown(open=True, study_uid="1", text="Clear.", state="draft", save=SaveState.PENDING)


@pytest.fixture
def window(qtbot: QtBot, themed: QApplication) -> DeskWindow:
    window = DeskWindow()
    qtbot.addWidget(window, before_close_func=lambda window: window.close_now())
    window.resize(1280, 800)
    window.show()
    return window


def full(window: DeskWindow) -> None:
    """A desk with everything on it."""
    row = WorklistRow("1", "Doe^Jane", "12 Mar 2024", "Chest PA", StudyState.DRAFT)
    window.worklist.show_rows([row], "1", "")
    window.worklist.show_skipped([SkippedRow("notes.txt", STUDIES, "This is no DICOM file.")])
    finding = FindingRow("pneumothorax", "", "no", (0, 1), "2/6")
    shown = PanelShown(PanelState.READY, "6 drafts", (CARD,), (finding,), (0, 1), source="bundle")
    window.panel.show_panel(shown)
    window.report.show_report(DRAFT)
    window.viewer.show_bar(BarShown(enabled=True, window="W 400 L 40", has_map=True))
    window.viewer.show_places(2)
    for place, label in enumerate(("PA", "LAT")):
        window.viewer.show_film(place, FilmShown(label=label))
    window.show_engine(EngineShown(EngineState.READY, "report-phantom"))
    window.show_progress(ProgressShown("Reading", 2, 6))
    window.show_notice(Notice("The disk is full."))


def name_of(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return str(interface.text(QAccessible.Text.Name)) if interface is not None else ""


def nameless(root: QWidget) -> list[str]:
    """Visible widgets that can have the focus and that a screen reader would not name."""
    from PySide6.QtCore import Qt

    QApplication.processEvents()
    return [
        f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
        for widget in root.findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not name_of(widget).strip()
        and not (isinstance(widget, QLabel) and not widget.text())
    ]


def test_every_control_of_the_empty_desk_has_a_name(window: DeskWindow) -> None:
    assert nameless(window) == []


@pytest.mark.parametrize("mode", [READ, COMPARE])
def test_every_control_of_the_full_desk_has_a_name(window: DeskWindow, mode: int) -> None:
    full(window)
    window.show_mode(mode)
    assert nameless(window) == []
    if mode == COMPARE:
        window.compare.show_other()
        assert nameless(window) == []


@pytest.mark.parametrize("state", PanelState)
def test_every_state_of_the_panel_names_its_controls(window: DeskWindow, state: PanelState) -> None:
    window.panel.show_panel(PanelShown(state, notice=Notice("No model here."), can_read=True))
    assert nameless(window.panel) == []


def test_every_control_of_the_sheets_has_a_name(window: DeskWindow) -> None:
    window.show_keys()
    window.signing.ask_signature(SigningShown("Clear.", (), "Dr. Test", ("reader",), ("author",)))
    window.signing.ask_addendum(AddendumAsked("Dr. Test", ("reader",), ("late finding",)))
    window.versions.show_versions(VersionsShown((VersionLine(1, "14:02", "Dr. Test", "wrote"),), True))
    sheets = window.findChildren(QDialog)
    assert len(sheets) == 4
    assert [nameless(sheet) for sheet in sheets] == [[], [], [], []]
    for sheet in sheets:
        sheet.close()


def test_a_card_says_whose_it_is_its_vote_and_that_it_was_elected(window: DeskWindow) -> None:
    full(window)
    (card,) = window.panel.cards
    assert card.accessibleName() == "Expert B, vote 4.0, elected, same as E"
    assert card.accessibleDescription() == "No pneumothorax."
    assert card.rows[0].accessibleName() == "No pneumothorax."
    assert "95 % of the best vote" in [name_of(widget) for widget in card.findChildren(QWidget)]
    table = window.panel.findChild(FindingsTable)
    assert isinstance(table, FindingsTable)
    assert table.accessibleDescription() == "No pneumothorax: A, B (2/6)"


def test_a_film_says_what_it_shows(qtbot: QtBot) -> None:
    pane = FilmPane()
    qtbot.addWidget(pane)
    assert name_of(pane) == "no film"
    pane.show_film(FilmShown(label="PA", patient=("Doe^Jane", "ID-1"), badges=("Side is not marked",)))
    assert name_of(pane) == "film PA"
    assert pane.accessibleDescription() == "Doe^Jane, ID-1. Side is not marked."


def test_what_changes_is_announced_once_and_a_study_that_is_opened_is_not(window: DeskWindow) -> None:
    said: list[str] = []
    window.announcer.said.connect(said.append)
    ready = PanelShown(PanelState.READY, "6 drafts", (CARD,), unfamiliar="This film is unlike the others.")
    for shown in (PanelShown(PanelState.READING), ready, ready):
        window.panel.show_panel(shown)
    saved = ReportShown(open=True, study_uid="1", text="Clear.", save=SaveState.SAVED)
    failed = ReportShown(open=True, study_uid="1", save=SaveState.FAILED, failure=Notice("The disk is full."))
    signed = ReportShown(open=True, study_uid="1", save=SaveState.SAVED, closed=True, signature="Dr. Test")
    for report in (DRAFT, saved, saved, DRAFT, failed, failed, saved, signed):
        window.report.show_report(report)
    window.report.show_report(ReportShown(open=True, study_uid="2", closed=True, signature="Dr. Other"))
    assert said == [
        "Drafts are ready: 6 drafts. This film is unlike the others.",
        "Not saved. The disk is full.",
        "The report is saved.",
        "The report is signed. Dr. Test",
    ]


def test_a_reading_that_failed_or_was_cancelled_is_announced(window: DeskWindow) -> None:
    said: list[str] = []
    window.announcer.said.connect(said.append)
    window.panel.show_panel(PanelShown(PanelState.FAILED, notice=Notice("No memory.", todo="Try again.")))
    window.panel.show_panel(PanelShown(PanelState.CANCELLED))
    assert said == ["This study was not read. No memory. Try again.", "Reading was cancelled."]


def test_keys_say_the_draft_or_sentence_that_they_reach(window: DeskWindow) -> None:
    full(window)
    said: list[str] = []
    window.announcer.said.connect(said.append)
    window.panel.bring_into_view(1, -1)
    window.panel.bring_into_view(1, 0)
    assert said == ["Expert B, vote 4.0, elected, same as E", "No pneumothorax."]


def test_text_reads_on_its_own_ground_in_every_rule_of_the_style_sheet() -> None:
    from PySide6.QtGui import QColor

    rules = re.findall(r"([^{}]+)\{([^}]*)\}", re.sub(r"/\*.*?\*/", "", style_sheet(), flags=re.DOTALL))
    pairs = 0
    for selector, body in rules:
        ink = re.search(r"(?<![-\w])color:\s*(#\w+)", body)
        ground = re.search(r"(?<![-\w])background:\s*(#\w+)", body)
        if ink and ground and ":disabled" not in selector:
            least = 7.0 if "report" in selector else 4.5
            assert contrast(QColor(ink[1]), QColor(ground[1])) >= least, selector
            pairs += 1
    assert pairs > 10

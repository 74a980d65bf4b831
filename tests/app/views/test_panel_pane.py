"""The column of drafts: pointing, taking, and what stays in place when only marks change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.messages import DisputeShown, Notice, PanelShown, PanelState
from app.presenters.cards import UNJUDGED, Judged, cards, finding_rows
from app.views.cards import DraftCardView, SentenceRow, VoteBar
from app.views.findings import LINE, FindingsTable, statement
from app.views.panel import PanelPane
from tests.app.desk_fakes import panel_of, study_of

PANEL = panel_of(study_of())


def shown(taken: tuple[tuple[int, str], ...] = ()) -> PanelShown:
    return PanelShown(
        PanelState.READY,
        "6 drafts",
        cards(PANEL.by_vote, PANEL, Judged(taken)),
        finding_rows(PANEL.drafts),
        tuple(range(6)),
        can_read=True,
    )


@pytest.fixture
def pane(qtbot: QtBot, themed: QApplication) -> PanelPane:
    pane = PanelPane()
    qtbot.addWidget(pane)
    pane.resize(380, 720)
    pane.show()
    return pane


def move(widget: QWidget, point: QPointF) -> None:
    """The pointer moves over a widget; sent directly, because off screen there is no pointer to move."""
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        point,
        widget.mapToGlobal(point),
        none,
        none,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, event)


def test_all_drafts_are_shown_by_vote(pane: PanelPane) -> None:
    pane.show_panel(shown())
    assert [card.expert for card in pane.cards] == [0, 4, 1, 3, 2, 5]


def test_pointing_at_a_word_tells_expert_sentence_and_word(qtbot: QtBot, pane: PanelPane) -> None:
    pane.show_panel(shown())
    row = pane.cards[2].rows[1]
    word = next(word for word in shown().cards[2].sentences[1].words if "effusion" in row.text[word.start :])
    with qtbot.waitSignal(pane.word_entered) as told:
        move(row, row.word_place(word.index))
    assert told.args == [1, 1, word.index]


def test_pointing_at_the_plus_tells_the_whole_sentence(qtbot: QtBot, pane: PanelPane) -> None:
    pane.show_panel(shown())
    row = pane.cards[0].rows[1]
    move(row, row.word_place(shown().cards[0].sentences[1].words[0].index))
    with qtbot.waitSignal(pane.sentence_entered) as told:
        move(row, QPointF(row.width() - 14, row.height() / 2))
    assert told.args == [0, 1]


def test_the_plus_takes_the_sentence(qtbot: QtBot, pane: PanelPane) -> None:
    pane.show_panel(shown())
    row = pane.cards[1].rows[0]
    with qtbot.waitSignal(pane.sentence_taken) as told:
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(row.width() - 14, row.height() // 2))
    assert told.args == [4, 0]


def test_a_click_on_the_text_chooses_the_draft(qtbot: QtBot, pane: PanelPane) -> None:
    pane.show_panel(shown())
    with qtbot.waitSignal(pane.chosen) as told:
        qtbot.mouseClick(pane.cards[3].rows[0], Qt.MouseButton.LeftButton, pos=QPoint(20, 8))
    assert told.args == [3]


def test_cards_stay_in_place_when_only_marks_change(pane: PanelPane) -> None:
    pane.show_panel(shown())
    before = list(pane.cards)
    pane.show_panel(shown(((0, "No pneumothorax."),)))
    assert pane.cards == before


def test_bars_of_all_cards_are_as_wide_so_that_equal_votes_look_equal(pane: PanelPane) -> None:
    pane.show_panel(shown())
    pane.resize(pane.minimumSizeHint().width(), 720)
    assert len({pane.findChildren(VoteBar)[place].width() for place in range(6)}) == 1


def test_cards_give_way_to_another_panel(pane: PanelPane) -> None:
    pane.show_panel(shown())
    other = panel_of(study_of("2"), ("Clear.",), (0.0,))
    pane.show_panel(PanelShown(PanelState.READY, cards=cards(other.drafts, other, UNJUDGED)))
    assert [card.rows[0].text for card in pane.cards] == ["Clear."]


def test_drafts_that_come_one_by_one_keep_those_before(pane: PanelPane) -> None:
    pane.show_panel(PanelShown(PanelState.READING, cards=cards(PANEL.drafts[:1], None, UNJUDGED)))
    (first,) = pane.cards
    pane.show_panel(PanelShown(PanelState.READING, cards=cards(PANEL.drafts[:2], None, UNJUDGED)))
    assert pane.cards[0] is first
    assert len(pane.cards) == 2


def test_the_current_draft_scrolls_into_view(pane: PanelPane) -> None:
    pane.show_panel(shown())
    QApplication.processEvents()
    pane.bring_into_view(5, 0)
    QApplication.processEvents()
    row = pane.cards[5].rows[0]
    top = row.mapTo(pane, QPoint(0, 0)).y()
    assert 0 <= top <= pane.height()
    assert row.visibleRegion().boundingRect().height() == row.height()


@pytest.mark.parametrize("width", [300, 320, 380, 620])
def test_no_sentence_is_cut_at_any_width(pane: PanelPane, width: int) -> None:
    pane.resize(width, 720)
    pane.show_panel(shown())
    QApplication.processEvents()
    for card in pane.cards:
        for row in card.rows:
            assert row.height() >= row.heightForWidth(row.width())


@pytest.mark.parametrize("state", [state for state in PanelState if state is not PanelState.READY])
def test_every_state_has_words(pane: PanelPane, state: PanelState) -> None:
    pane.show_panel(PanelShown(state, notice=Notice("What happened.", todo="What next."), can_read=True))
    said = [label.text() for label in pane.findChildren(QLabel) if label.isVisible()]
    assert any("What happened. What next." in text for text in said)


def test_a_sentence_reads_aloud(qtbot: QtBot) -> None:
    row = SentenceRow(0, shown().cards[0].sentences[0])
    qtbot.addWidget(row)
    assert row.accessibleName() == "The heart is mildly enlarged."


@pytest.mark.parametrize("width", [300, 340, 620])
@pytest.mark.parametrize("count", [6, 12])
def test_twelve_equal_drafts_and_a_long_origin_leave_every_button_in_sight(
    pane: PanelPane, width: int, count: int
) -> None:
    panel = panel_of(study_of(), ("No pneumothorax.",) * count, (10.0,) * count)
    pane.resize(width, 720)
    pane.show_panel(
        PanelShown(
            PanelState.READY,
            cards=cards(panel.by_vote, panel, UNJUDGED),
            source="A department with a long name " * 9,
            can_read=True,
        )
    )
    QApplication.processEvents()
    for button in pane.findChildren(QPushButton):
        if button.isVisible():
            left = button.mapTo(pane, QPoint(0, 0)).x()
            assert left >= 0
            assert left + button.width() <= width
    pane.bring_into_view(count - 1, -1)
    assert all(card.mapTo(pane, QPoint(0, 0)).x() >= 0 for card in pane.findChildren(DraftCardView))


def test_words_of_a_panel_are_never_read_as_markup(pane: PanelPane) -> None:
    pane.show_panel(
        PanelShown(PanelState.READY, unfamiliar="<b>Odd</b>", remarks=("<h1>Loud</h1>",), source="<i>m</i>")
    )
    spoken = [label for label in pane.findChildren(QLabel) if "<" in label.text()]
    assert len(spoken) == 3
    assert {label.textFormat() for label in spoken} == {Qt.TextFormat.PlainText}


def test_a_statement_has_a_line_of_its_own_where_twelve_letters_leave_it_no_room(
    qtbot: QtBot, themed: QApplication
) -> None:
    table = FindingsTable()
    qtbot.addWidget(table)
    table.resize(600, 200)
    table.show_findings(finding_rows(PANEL.drafts), range(12))
    rows = len(finding_rows(PANEL.drafts))
    assert table.height() == LINE * rows
    table.resize(310, table.height())
    table.show()
    assert table.height() > 1.5 * LINE * rows


def test_statements_are_written_as_sentences_begin() -> None:
    assert [statement(row) for row in finding_rows(PANEL.drafts)][:2] == [
        "Cardiomegaly",
        "Pleural effusion, left",
    ]
    assert "No pneumothorax" in [statement(row) for row in finding_rows(PANEL.drafts)]


def test_where_models_disagree_a_press_asks_for_their_drafts_side_by_side(
    qtbot: QtBot, pane: PanelPane
) -> None:
    pane.show_panel(replace(shown(), dispute=DisputeShown("The models disagree: Edema.", 1, 6)))
    button = next(each for each in pane.findChildren(QPushButton) if each.text() == "Compare B and G")
    assert button.isVisible()
    with qtbot.waitSignal(pane.pair_asked) as asked:
        button.click()
    assert asked.args == [1, 6]
    pane.show_panel(shown())
    assert not button.isVisible()

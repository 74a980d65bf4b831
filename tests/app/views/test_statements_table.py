"""What can be seen and pointed at in the table of all drafts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.messages import StatementsShown
from app.opening import align
from app.presenters.statements import shown_statements
from app.views.comparing import ALL, PAIR, CompareSpace
from app.views.consensus import CELL, LINE, ConsensusGrid
from app.views.panel import CardStack
from app.views.statements import StatementsTable
from tests.app.desk_fakes import TEXTS, panel_of, study_of


def shown(*texts: str) -> StatementsShown:
    panel = panel_of(study_of(), texts or TEXTS, tuple(float(len(texts or TEXTS) - n) for n in range(12)))
    return shown_statements(panel, *align(panel.drafts))


@pytest.fixture
def table(qtbot: QtBot) -> StatementsTable:
    made = StatementsTable()
    qtbot.addWidget(made)
    made.resize(540, 1000)
    made.show()
    made.show_statements(shown("The heart is enlarged.", "The heart is large.", "The heart is enlarged."))
    return made


def right_of(width: int, column: int, columns: int, y: int) -> QPoint:
    """The middle of a column's cell."""
    return QPoint(width - CELL * (columns - column) + CELL // 2, y)


def test_a_double_click_on_words_takes_the_first_experts_sentence(
    qtbot: QtBot, table: StatementsTable
) -> None:
    with qtbot.waitSignal(table.sentence_taken) as taken:
        qtbot.mouseDClick(table.rows[0], Qt.MouseButton.LeftButton, pos=QPoint(60, 14))
    assert taken.args == [0, 0]


def test_a_double_click_on_a_letter_takes_that_experts_sentence(qtbot: QtBot, table: StatementsTable) -> None:
    row = table.rows[0]
    with qtbot.waitSignal(table.sentence_taken) as taken:
        qtbot.mouseDClick(row, Qt.MouseButton.LeftButton, pos=right_of(row.width(), 2, 3, 14))
    assert taken.args == [2, 0]


def test_pointing_names_row_wording_and_expert(qtbot: QtBot, table: StatementsTable) -> None:
    row = table.rows[0]
    with qtbot.waitSignal(table.pointed) as pointed:
        qtbot.mouseMove(row, right_of(row.width(), 1, 3, row.height() - 14))
    assert pointed.args == [0, 1, 1]


def test_every_row_says_in_words_who_says_what(table: StatementsTable) -> None:
    assert table.rows[0].accessibleName() == "A, C: The heart is enlarged.; B: The heart is large."


def test_marks_change_without_moving_the_rows(table: StatementsTable) -> None:
    rows, before = (
        list(table.rows),
        shown("The heart is enlarged.", "The heart is large.", "The heart is enlarged."),
    )
    statement = before.statements[0]
    first, *others = statement.wordings
    marked = replace(statement, wordings=(replace(first, taken=True), *others))
    table.show_statements(replace(before, statements=(marked,)))
    assert table.rows == rows
    assert "(in the report)" in table.rows[0].accessibleName()


@pytest.mark.parametrize("count", [2, 6, 12])
def test_nothing_is_wider_than_a_narrow_column(qtbot: QtBot, count: int) -> None:
    made = StatementsTable()
    qtbot.addWidget(made)
    made.resize(460, 700)
    made.show()
    made.show_statements(shown(*(TEXTS * 2)[:count]))
    assert made.width() == 460
    qtbot.waitUntil(lambda: all(row.width() < 460 for row in made.rows))
    qtbot.waitUntil(lambda: all(row.height() >= row.heightForWidth(row.width()) for row in made.rows))


def test_a_finding_can_be_pointed_at_by_expert(qtbot: QtBot) -> None:
    space = CompareSpace()
    qtbot.addWidget(space)
    space.resize(540, 800)
    space.show()
    space.statements.show_statements(shown("No effusion.", "Heart normal. Left effusion."))
    grid = space.statements.findChild(ConsensusGrid)
    assert isinstance(grid, ConsensusGrid)
    with qtbot.waitSignal(space.statements.sentence_entered) as entered:
        qtbot.mouseMove(grid, right_of(grid.width(), 1, 2, grid.height() - LINE // 2))
    assert entered.args == [1, 1]


def test_the_two_comparisons_are_shown_one_at_a_time(qtbot: QtBot) -> None:
    space = CompareSpace()
    qtbot.addWidget(space)
    space.show()
    assert space.shown == ALL
    with qtbot.waitSignal(space.shown_changed) as changed:
        space.show_other()
    assert changed.args == [PAIR]
    assert space.pair.isVisible()
    assert not space.statements.isVisible()
    space.show_other()
    assert space.statements.isVisible()


def test_the_table_ends_below_its_last_row_however_long_its_words(
    qtbot: QtBot, table: StatementsTable
) -> None:
    table.show_statements(shown("The aorta is " + "calcified, tortuous, " * 400 + "wide."))
    last, stack = table.rows[-1], table.findChild(CardStack)
    assert stack is not None
    qtbot.waitUntil(lambda: last.height() == last.heightForWidth(last.width()))
    assert last.height() > stack.viewport().height()
    drafts = stack.widget()
    assert drafts is not None
    assert drafts.height() - last.geometry().bottom() < 50

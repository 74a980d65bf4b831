"""Statistics of the questions: a sentence, tables, and how alike a model's experts are."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.asking import ResultsShown, TableShown
from app.language import tr
from app.views.labels import plain_label
from app.views.quiz_marks import HeatMap
from app.views.states import say
from app.views.theme import GRID, set_role, tabular


class QuizResults(QFrame):
    """Shows the statistics."""

    left = Signal()
    export_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self._title = plain_label("title")
        self._sentence = plain_label("heading")
        self._sentence.setWordWrap(True)
        self._empty = plain_label("muted")
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        back = QPushButton(tr("Back"))
        set_role(back, "quiet")
        back.clicked.connect(self.left)
        export = QPushButton(tr("Export as CSV…"))
        export.clicked.connect(self.export_asked)
        head = QHBoxLayout()
        head.setContentsMargins(3 * GRID, GRID, 3 * GRID, GRID)
        head.setSpacing(3 * GRID)
        head.addWidget(back)
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(export)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(head)
        layout.addWidget(self._area, 1)

    @property
    def sentence(self) -> str:
        """What is said above the tables."""
        return self._sentence.text()

    def show_results(self, shown: ResultsShown) -> None:
        """Show these."""
        self._title.setText(shown.title)
        self._sentence, self._empty = plain_label("heading"), plain_label("muted")
        ground = QWidget()
        column = QVBoxLayout(ground)
        column.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 4 * GRID)
        column.setSpacing(3 * GRID)
        for label, text in ((self._sentence, shown.sentence), (self._empty, shown.empty)):
            label.setWordWrap(True)
            say(label, text)
            column.addWidget(label)
        for table in shown.tables:
            column.addWidget(_titled(table.title))
            column.addWidget(_table(table))
        if shown.heat is not None:
            column.addWidget(_titled(tr("How alike the experts are")))
            heat = HeatMap()
            heat.show_heat(shown.heat)
            column.addWidget(heat)
            said = plain_label("muted")
            said.setText(shown.heat.text)
            said.setWordWrap(True)
            column.addWidget(said)
        column.addStretch(1)
        self._area.setWidget(ground)
        ground.setAutoFillBackground(False)
        self._area.viewport().setAutoFillBackground(False)


def _titled(text: str) -> QWidget:
    label = plain_label("title")
    label.setText(text)
    return label


def _table(shown: TableShown) -> QWidget:
    ground = QFrame()
    set_role(ground, "card")
    ground.setAccessibleName(shown.title)
    grid = QGridLayout(ground)
    grid.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
    grid.setHorizontalSpacing(6 * GRID)
    grid.setVerticalSpacing(GRID)
    for place, head in enumerate(shown.heads):
        label = plain_label("muted")
        label.setText(head)
        grid.addWidget(label, 0, place, _side(place))
    for line, row in enumerate(shown.rows, start=1):
        for place, text in enumerate(row):
            label = plain_label("number")
            label.setFont(tabular(label.font()))
            label.setText(text)
            grid.addWidget(label, line, place, _side(place))
    grid.setColumnStretch(len(shown.heads), 1)
    return ground


def _side(place: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignLeft if place == 0 else Qt.AlignmentFlag.AlignRight

"""The Compare column: all drafts by statement, or two of them side by side."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpacerItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.language import tr
from app.views.compare import ComparePane
from app.views.keys import tip_with_key
from app.views.labels import ElidedLabel
from app.views.panel import HEADER_HEIGHT, inset
from app.views.statements import StatementsTable
from app.views.states import say, warning_bar
from app.views.theme import GRID, set_role

ALL, PAIR = 0, 1


class CompareSpace(QFrame):
    """Both comparisons, one at a time; they are public: the composition root connects them.

    `shown_changed` says that the other one is shown now (`ALL` or `PAIR`).
    """

    shown_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self.statements = StatementsTable()
        self.pair = ComparePane()
        self._summary = ElidedLabel("muted")
        self._unfamiliar = warning_bar()
        self._choice = QButtonGroup(self)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.statements)
        self._stack.addWidget(self.pair)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._header())
        layout.addLayout(inset(self._unfamiliar))
        layout.addWidget(self._stack, 1)
        self._choice.idToggled.connect(self._chosen)
        self.statements.summarised.connect(self._summary.show_text)

    @property
    def shown(self) -> int:
        """Which comparison is shown, `ALL` or `PAIR`."""
        return self._stack.currentIndex()

    def show_other(self) -> None:
        """Turn to the other comparison."""
        self._choice.button(1 - self.shown).setChecked(True)

    def show_pair(self) -> None:
        """Turn to the comparison of two drafts."""
        self._choice.button(PAIR).setChecked(True)

    def show_unfamiliar(self, text: str) -> None:
        """Say above the drafts that the film is unlike all that the model knows; "" for nothing."""
        say(self._unfamiliar, text)

    def _chosen(self, choice: int, chosen: bool) -> None:
        if chosen:
            self._stack.setCurrentIndex(choice)
            self._summary.setVisible(choice == ALL)
            self.shown_changed.emit(choice)

    def _header(self) -> QHBoxLayout:
        title = QLabel(tr("COMPARE"))
        set_role(title, "title")
        row = QHBoxLayout()
        row.setContentsMargins(3 * GRID, 0, 3 * GRID, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(title)
        row.addWidget(self._summary, 1)
        row.addStretch()
        for choice, text in ((ALL, tr("All drafts")), (PAIR, tr("Two drafts"))):
            button = QPushButton(text)
            button.setCheckable(True)
            button.setChecked(choice == ALL)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            tip_with_key(button, text, "compare_other")
            self._choice.addButton(button, choice)
            row.addWidget(button)
        row.addSpacerItem(QSpacerItem(0, HEADER_HEIGHT))
        return row

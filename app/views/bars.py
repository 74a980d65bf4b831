"""The bars above and below the panes: modes, search, engine and help; work under way and the label."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QTabBar,
    QToolButton,
)

from app.commands import Bindings
from app.language import tr, tr_mark, tr_marked
from app.messages import RESEARCH_USE, EngineShown, ProgressShown
from app.views.keys import tip_with_key
from app.views.labels import ElidedLabel, plain_label, plain_tip
from app.views.shapes import EngineDot
from app.views.theme import GRID, px, set_role

READ, COMPARE, QUESTIONS, ARCHIVE = 0, 1, 2, 3
SEARCH_WIDTH, SEARCH_LEAST = 280, 160
TOP_HEIGHT, BOTTOM_HEIGHT = 44, 32
PROGRESS_WIDTH = 160
MENU: Final = (
    "manual",
    "help",
    "tour",
    "",
    "text_larger",
    "text_smaller",
    "text_usual",
    "",
    "retrain",
)  # "" is a line between
SEARCHED = tr_mark("Name, id, date, description or accession number")


class TopBar(QFrame):
    """Modes, search, the engine's state, and the menu of help, whose actions are by name of their command."""

    mode_changed = Signal(int)
    search_changed = Signal(str)
    search_entered = Signal()

    def __init__(self, actions: Mapping[str, QAction], menus: Sequence[QMenu]) -> None:
        super().__init__()
        self.tabs = _tabs()
        self._search = _search_line()
        self._dot = EngineDot()
        self._engine = ElidedLabel("muted")
        row = _row(self, 2 * GRID)
        row.addWidget(self.tabs)
        row.addStretch(1)
        row.addWidget(self._search, 2)
        row.addStretch(1)
        row.addWidget(self._dot)
        row.addWidget(self._engine)
        row.addSpacing(2 * GRID)
        row.addWidget(_help_button(actions, menus))
        self.tabs.currentChanged.connect(self.mode_changed)
        self._search.textChanged.connect(self.search_changed)
        self._search.returnPressed.connect(self.search_entered)

    @property
    def mode(self) -> int:
        """READ, COMPARE, QUESTIONS or ARCHIVE."""
        return self.tabs.currentIndex()

    @property
    def is_searching(self) -> bool:
        """Whether the search has the keys."""
        return self._search.hasFocus()

    def show_mode(self, mode: int) -> None:
        """Mark a mode's tab; `mode_changed` follows if it was another."""
        self.tabs.setCurrentIndex(mode)

    def show_engine(self, shown: EngineShown) -> None:
        """Say what the engine does."""
        self._dot.show_state(shown.state)
        self._engine.show_text(shown.text, shown.help)
        self._dot.setToolTip(plain_tip(shown.help or shown.text))
        self._dot.setAccessibleName(tr("engine: {state}", state=tr_marked(shown.state.value)))

    def name_search(self, mode: int) -> None:
        """Say what is searched, and begin a new search; archives have fields of their own."""
        asking = mode == QUESTIONS
        self._search.setVisible(mode != ARCHIVE)
        self._search.clear()
        self._search.setPlaceholderText(tr("Search questions") if asking else tr("Search studies"))
        self._search.setAccessibleName(tr("search questions") if asking else tr("search studies"))
        tip = (
            tr("Words of a question or its options; Enter goes to the next")
            if asking
            else tr_marked(SEARCHED)
        )
        tip_with_key(self._search, tip, "search")

    def name_keys(self, bindings: Bindings) -> None:
        """Tips of the tabs are texts of their own; other tips ask for the key when they are shown."""
        for tab, text, command in (
            (READ, tr("All drafts by vote"), "mode_read"),
            (COMPARE, tr("All drafts by what they say"), "mode_compare"),
            (QUESTIONS, tr("Exam questions, with and without a model"), "mode_questions"),
            (ARCHIVE, tr("Search archives over the network, and retrieve studies"), "mode_archive"),
        ):
            self.tabs.setTabToolTip(tab, f"{text}{bindings.hint(command)}")

    def focus_search(self) -> None:
        """Let the reader type what to search for."""
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    def leave_search(self) -> None:
        """The keys go back to the window; what was searched for stays."""
        self._search.clearFocus()

    def end_search(self) -> None:
        """Esc in the search ends the search; it stops no reading."""
        self._search.clear()
        self._search.clearFocus()

    def fit(self) -> None:
        """As high as its text needs."""
        self.setFixedHeight(px(TOP_HEIGHT))
        self._search.setMaximumWidth(px(SEARCH_WIDTH))


class StatusBar(QFrame):
    """Work under way, how to stop it, and the label that is always there."""

    cancel_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._text = plain_label()
        self._progress = QProgressBar()
        self._cancel = QPushButton(tr("Cancel"))
        self._progress.setFixedWidth(PROGRESS_WIDTH)
        self._progress.setTextVisible(False)
        set_role(self._cancel, "link")
        tip_with_key(self._cancel, tr("Stop this"), "escape")
        set_role(self._text, "muted")
        label = QLabel(tr_marked(RESEARCH_USE))
        set_role(label, "muted")
        row = _row(self, 3 * GRID)
        row.addWidget(self._text)
        row.addWidget(self._progress)
        row.addWidget(self._cancel)
        row.addStretch(1)
        row.addWidget(label)
        self._cancel.clicked.connect(self.cancel_asked)
        self.show_progress(None)

    def show_progress(self, shown: ProgressShown | None) -> None:
        """Show work under way, or that there is none."""
        for widget in (self._text, self._progress, self._cancel):
            widget.setVisible(shown is not None)
        if shown is not None:
            self._text.setText(shown.text)
            self._progress.setRange(0, shown.total)
            self._progress.setValue(shown.done)

    def fit(self) -> None:
        """As high as its text needs."""
        self.setFixedHeight(px(BOTTOM_HEIGHT))


def help_actions(add: Callable[[str], QAction]) -> dict[str, QAction]:
    """The actions of the menu of help, made by `add`, by the name of their command."""
    return {name: add(name) for name in MENU if name}


def _help_button(actions: Mapping[str, QAction], menus: Sequence[QMenu]) -> QToolButton:
    button = QToolButton()
    button.setText(tr("Help"))
    button.setToolTip(tr("Help, keys, tour, size of text, language"))
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    menu = QMenu(button)
    for name in MENU:
        if name:
            menu.addAction(actions[name])
        else:
            menu.addSeparator()
    menu.addSeparator()
    for further in menus:
        menu.addMenu(further)
    button.setMenu(menu)
    return button


def _tabs() -> QTabBar:
    tabs = QTabBar()
    tabs.addTab(tr("Read"))
    tabs.addTab(tr("Compare"))
    tabs.addTab(tr("Questions"))
    tabs.addTab(tr("Archive"))
    tabs.setAccessibleName(tr("read, compare, answer questions, or search an archive"))
    tabs.setDrawBase(False)
    tabs.setUsesScrollButtons(False)  # all of them are always there
    tabs.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    tabs.setExpanding(False)
    tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return tabs


def _search_line() -> QLineEdit:
    line = QLineEdit()
    line.setPlaceholderText(tr("Search studies"))
    line.setAccessibleName(tr("search studies"))
    line.setClearButtonEnabled(True)
    line.setAcceptDrops(False)
    line.setMinimumWidth(SEARCH_LEAST)
    tip_with_key(line, tr_marked(SEARCHED), "search")
    return line


def _row(bar: QFrame, margin: int) -> QHBoxLayout:
    set_role(bar, "bar")
    row = QHBoxLayout(bar)
    row.setContentsMargins(margin, 0, margin, 0)
    row.setSpacing(2 * GRID)
    return row

"""The column of drafts: every expert's draft by vote, what they agree on, and where they come from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpacerItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.language import tr, tr_mark, tr_marked
from app.messages import DisputeShown, DraftCard, PanelShown, PanelState
from app.views.cards import DraftCardView
from app.views.findings import FindingsTable
from app.views.labels import ElidedLabel, plain_label
from app.views.states import StateFace, say, warning_bar
from app.views.theme import GRID, set_role
from engine.panel import EXPERT_LETTERS

HEADER_HEIGHT = 44

FACES = {
    PanelState.NO_STUDY: (
        tr_mark("No study yet"),
        tr_mark("Choose one from the worklist, or drop files anywhere."),
        "",
    ),
    PanelState.ENGINE_LOADING: (
        tr_mark("The engine is loading"),
        tr_mark("Films can be read meanwhile; drafts follow."),
        "",
    ),
    PanelState.NO_MODEL: (tr_mark("Review only"), "", ""),
    PanelState.WAITING: (tr_mark("Not read yet"), "", tr_mark("Read this study")),
    PanelState.READING: (tr_mark("Reading"), tr_mark("Drafts appear as each expert ends."), ""),
    PanelState.CANCELLED: (
        tr_mark("Reading was cancelled"),
        tr_mark("Finished drafts stay below, without a vote."),
        tr_mark("Read this study"),
    ),
    PanelState.FAILED: (tr_mark("This study was not read"), "", tr_mark("Try again")),
}


class PanelPane(QFrame):
    """See `app.ports.PanelView`. Signals name the expert first, then the sentence, then the word.

    `unfamiliar_told`: the warning above the drafts, "" for none, for whoever shows these drafts too.
    """

    chosen = Signal(int)
    draft_taken = Signal(int)
    sentence_taken = Signal(int, int)
    sentence_entered = Signal(int, int)
    word_entered = Signal(int, int, int)
    left = Signal()
    read_asked = Signal()
    unfamiliar_told = Signal(str)
    pair_asked = Signal(int, int)
    announced = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self._cards: list[DraftCardView] = []
        self._told: tuple[PanelState, str] = (PanelState.NO_STUDY, "")
        self._summary = ElidedLabel("muted")
        self._unfamiliar = warning_bar()
        self._remarks = plain_label("muted")
        self._remarks.setWordWrap(True)
        self._dispute = DisputeLine()
        self._dispute.pair_asked.connect(self.pair_asked)
        self._face = StateFace()
        self._face.acted.connect(self.read_asked)
        self._stack = CardStack()
        self._table = FindingsTable()
        self._findings = _findings_pane(self._table)
        self._source = ElidedLabel("muted")
        self._again = QPushButton(tr("Read again"))
        set_role(self._again, "link")
        self._again.clicked.connect(self.read_asked)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._lay_out()
        self.show_panel(PanelShown(PanelState.NO_STUDY))

    @property
    def cards(self) -> list[DraftCardView]:
        """The drafts as shown, from the top."""
        return self._cards

    @property
    def splitter(self) -> QSplitter:
        """Between drafts and findings; the window remembers its place."""
        return self._split

    def show_panel(self, shown: PanelShown) -> None:
        """Show this, whatever was there before."""
        self._summary.show_text(shown.summary)
        say(self._unfamiliar, shown.unfamiliar)
        self.unfamiliar_told.emit(shown.unfamiliar)
        self._remarks.setText("\n".join(shown.remarks))
        self._remarks.setVisible(bool(shown.remarks))
        self._dispute.show_dispute(shown.dispute)
        self._show_face(shown)
        self._show_cards(shown.cards)
        self._table.show_findings(shown.findings, shown.experts)
        self._findings.setVisible(bool(shown.findings))
        self._split.setVisible(bool(shown.cards))
        ready = shown.state is PanelState.READY
        self._source.show_text(shown.source)
        self._source.setVisible(ready)
        self._again.setVisible(ready and shown.can_read)
        self._announce(shown)

    def show_current(self, expert: int, sentence: int) -> None:
        """Mark the draft and sentence that keys act on; -1 for none."""
        for card in self._cards:
            card.show_current(card.expert == expert, sentence)

    def bring_into_view(self, expert: int, sentence: int) -> None:
        """Scroll no further than needed to show a draft, or one of its sentences."""
        for card in self._cards:
            if card.expert == expert:
                reached = card.rows[sentence] if 0 <= sentence < len(card.rows) else card
                self._stack.bring_into_view(reached)
                self.announced.emit(reached.accessibleName())

    def _announce(self, shown: PanelShown) -> None:
        """Say what the panel has come to, once."""
        state, before = (shown.state, shown.summary), self._told
        self._told = state
        if state == before or shown.state not in _ENDS:
            return
        if shown.state is PanelState.READY:
            drafts = tr("Drafts are ready: {summary}.", summary=shown.summary)
            self.announced.emit(f"{drafts} {shown.unfamiliar}".strip())
        else:
            heading = tr_marked(FACES[shown.state][0])
            self.announced.emit(f"{heading}. {shown.notice}" if shown.notice else f"{heading}.")

    def _show_face(self, shown: PanelShown) -> None:
        heading, text, action = map(tr_marked, FACES.get(shown.state, ("", "", "")))
        if shown.notice is not None:
            text = str(shown.notice)
        elif shown.state is PanelState.CANCELLED and not shown.cards:
            text = tr("No expert had finished.")
        self._face.say(heading, text, action if shown.can_read else "")
        self._face.setVisible(bool(heading) and not (shown.state is PanelState.READING and shown.cards))

    def _show_cards(self, shown: Sequence[DraftCard]) -> None:
        """Cards that only change marks stay as they are, so that nothing moves under the pointer."""
        if len(shown) >= len(self._cards) and all(
            view.takes(card) for view, card in zip(self._cards, shown, strict=False)
        ):
            fresh = shown[len(self._cards) :]
        else:
            self._stack.clear()
            self._cards = []
            fresh = shown
        for card in fresh:
            view = self._card(card)
            self._cards.append(view)
            self._stack.add(view)

    def _card(self, shown: DraftCard) -> DraftCardView:
        card = DraftCardView(shown)
        card.chosen.connect(self.chosen)
        card.draft_taken.connect(self.draft_taken)
        card.sentence_taken.connect(self.sentence_taken)
        card.sentence_entered.connect(self.sentence_entered)
        card.word_entered.connect(self.word_entered)
        card.left.connect(self.left)
        return card

    def _lay_out(self) -> None:
        self._split.addWidget(self._stack)
        self._split.addWidget(self._findings)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 1)
        self._split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._header())
        layout.addLayout(inset(self._unfamiliar))
        layout.addLayout(inset(self._remarks))
        layout.addWidget(self._dispute)
        layout.addWidget(self._face)
        layout.addWidget(self._split, 1)
        layout.addStretch(0)
        layout.addLayout(self._footer())

    def _header(self) -> QHBoxLayout:
        title = QLabel(tr("PANEL"))
        set_role(title, "title")
        row = QHBoxLayout()
        row.setContentsMargins(3 * GRID, 0, 3 * GRID, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(title)
        row.addWidget(self._summary)
        row.addStretch()
        row.addSpacerItem(QSpacerItem(0, HEADER_HEIGHT))
        return row

    def _footer(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(3 * GRID, GRID, 4 * GRID, 2 * GRID)
        row.addWidget(self._source)
        row.addStretch()
        row.addWidget(self._again)
        return row


class DisputeLine(QFrame):
    """Where two models disagree, and a way to see their drafts side by side; hidden while they agree."""

    pair_asked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair = -1, -1
        self._text = warning_bar()
        self._compare = QPushButton()
        set_role(self._compare, "link")
        self._compare.clicked.connect(self._ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(3 * GRID, 0, 4 * GRID, GRID)
        row.setSpacing(2 * GRID)
        row.addWidget(self._text, 1)
        row.addWidget(self._compare, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_dispute(self, shown: DisputeShown | None) -> None:
        """Say this, or nothing."""
        self.setVisible(shown is not None)
        say(self._text, shown.text if shown is not None else "")
        if shown is not None:
            self._pair = shown.left, shown.right
            left, right = (EXPERT_LETTERS[expert] for expert in self._pair)
            self._compare.setText(tr("Compare {left} and {right}", left=left, right=right))

    def _ask(self) -> None:
        self.pair_asked.emit(*self._pair)


class CardStack(QScrollArea):
    """Cards below each other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        inner = self._inner = QWidget()
        self._layout = QVBoxLayout(inner)
        self._layout.setContentsMargins(3 * GRID, GRID, 2 * GRID, 2 * GRID)
        self._layout.setSpacing(2 * GRID)
        self._layout.addStretch()
        self.setWidget(inner)
        inner.setAutoFillBackground(False)  # a scroll area fills its widget, the pane's ground is to be seen

    def add(self, card: QWidget) -> None:
        """One more at the end."""
        self._layout.insertWidget(self._layout.count() - 1, card)

    def clear(self) -> None:
        """No cards; the next ones begin at the top."""
        while self._layout.count() > 1:
            item = self._layout.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.verticalScrollBar().setValue(0)

    def bring_into_view(self, widget: QWidget) -> None:
        """Scroll no further than needed."""
        top = widget.mapTo(self._inner, QPoint(0, 0)).y()
        bar, room = self.verticalScrollBar(), self.viewport().height()
        lowest = top - 2 * GRID  # a card that is higher than the room is shown from its top
        bar.setValue(min(max(bar.value(), top + widget.height() + 2 * GRID - room), lowest))


def _findings_pane(table: FindingsTable) -> QFrame:
    title = QLabel(tr("FINDINGS"))
    set_role(title, "title")
    title.setContentsMargins(0, 2 * GRID, 0, GRID)
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(table)
    scroll.viewport().setAutoFillBackground(False)
    table.setAutoFillBackground(False)
    pane = QFrame()
    layout = QVBoxLayout(pane)
    layout.setContentsMargins(3 * GRID, 0, 2 * GRID, GRID)
    layout.setSpacing(0)
    layout.addWidget(title)
    layout.addWidget(scroll)
    return pane


def inset(label: QLabel) -> QHBoxLayout:
    """A bar with room around it, below a pane's header."""
    row = QHBoxLayout()
    row.setContentsMargins(3 * GRID, 0, 4 * GRID, 0)
    label.setContentsMargins(0, 0, 0, GRID)
    row.addWidget(label)
    return row


_ENDS = {PanelState.READY, PanelState.FAILED, PanelState.CANCELLED}

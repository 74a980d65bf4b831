"""One option of a question: its letter, its text, and after the answer what is known of it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.asking import EvidenceShown, OptionShown, RouteShown
from app.language import tr, tr_count
from app.views.keys import tip_with_key
from app.views.labels import plain_label
from app.views.quiz_marks import AffinityStrip, ShareBar, percent
from app.views.states import say
from app.views.theme import GRID, px, set_role
from engine.panel import EXPERT_LETTERS

LETTER_WIDTH, PERCENT_WIDTH = 36, 48
KEYED = 5  # options that have letters as keys of their own


class OptionCard(QFrame):
    """A card that is clicked to choose; `place` counts from the top."""

    chosen = Signal(int)
    struck = Signal(int)

    def __init__(self, place: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self._letter = QPushButton()
        self._letter.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._letter.clicked.connect(self._choose)
        self._text = plain_label("report")
        self._text.setWordWrap(True)
        self._strike = QPushButton(tr("Strike out"))
        set_role(self._strike, "quiet")
        self._strike.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._strike.clicked.connect(self._strike_out)
        self._verdict = plain_label("badge")
        self._bar = ShareBar()
        self._percent = plain_label("number")
        self._strip = AffinityStrip()
        self._route = plain_label("muted")
        self._evidence = _EvidenceBlock()
        self._shown: tuple[OptionShown, bool] | None = None
        if place < KEYED:
            letter = EXPERT_LETTERS[place]
            tip_with_key(
                self._letter, tr("Choose option {letter}", letter=letter), f"option_{letter.lower()}"
            )
            tip_with_key(self._strike, tr("Strike out, or bring back"), f"strike_{letter.lower()}")
        self._lay_out()

    @property
    def text(self) -> str:
        """The option."""
        return self._text.text()

    @property
    def said(self) -> str:
        """What a screen reader says of it."""
        return self._letter.accessibleName()

    @property
    def verdict(self) -> str:
        """Right answer, your answer, struck out; "" for none of these."""
        return self._verdict.text()

    @property
    def routed(self) -> str:
        """The expert and its gate, "" where no model has answered."""
        return "" if self._route.isHidden() else self._route.text()

    def show_option(self, shown: OptionShown, revealed: bool) -> None:
        """Show this option; nothing to do where it is shown already."""
        if self._shown == (shown, revealed):
            return
        self._shown = (shown, revealed)
        self._role("card-chosen" if shown.chosen or shown.right else "card")
        self._letter.setText(f"✓ {shown.letter}" if shown.right else shown.letter)
        said = tr("option {letter}: {text}", letter=shown.letter, text=shown.text)
        self._letter.setAccessibleName(f"{said}, {shown.verdict}" if shown.verdict else said)
        font = self._text.font()
        font.setStrikeOut(shown.struck)
        self._text.setFont(font)
        self._text.setText(shown.text)
        self._strike.setText(tr("Bring back") if shown.struck else tr("Strike out"))
        self._strike.setVisible(not revealed)
        say(self._verdict, shown.verdict)
        self._show_model(shown.share, shown.route)
        self._evidence.show_evidence(shown.evidence)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; the whole card chooses."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose()
        super().mousePressEvent(event)

    def _show_model(self, share: float | None, route: RouteShown | None) -> None:
        self._bar.setVisible(share is not None)
        self._percent.setVisible(share is not None)
        self._strip.setVisible(route is not None)
        self._route.setVisible(route is not None)
        if share is not None:
            self._bar.show_share(share)
            self._percent.setText(percent(share))
        if route is not None:
            self._strip.show_shares(route.shares, route.expert)
            self._route.setText(route.text)

    def _role(self, role: str) -> None:
        if self.property("role") != role:
            set_role(self, role)

    def _choose(self) -> None:
        self.chosen.emit(self._place)

    def _strike_out(self) -> None:
        self.struck.emit(self._place)

    def _lay_out(self) -> None:
        set_role(self, "card")
        self._letter.setMinimumWidth(px(LETTER_WIDTH))
        self._percent.setFixedWidth(px(PERCENT_WIDTH))
        first = QHBoxLayout()
        first.setSpacing(3 * GRID)
        first.addWidget(self._letter, 0, Qt.AlignmentFlag.AlignTop)
        first.addWidget(self._text, 1)
        first.addWidget(self._verdict, 0, Qt.AlignmentFlag.AlignVCenter)
        first.addWidget(self._strike, 0, Qt.AlignmentFlag.AlignTop)
        share = QHBoxLayout()
        share.setSpacing(2 * GRID)
        share.addWidget(self._bar, 1)
        share.addWidget(self._percent)
        route = QHBoxLayout()
        route.setSpacing(2 * GRID)
        route.addWidget(self._strip)
        route.addWidget(self._route, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addLayout(first)
        column.addLayout(share)
        column.addLayout(route)
        column.addWidget(self._evidence)


class _EvidenceBlock(QWidget):
    """Paragraphs that were looked up, folded away until they are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._button = QPushButton()
        set_role(self._button, "link")
        self._button.setCheckable(True)
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.hide()
        self._button.toggled.connect(self._text.setVisible)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._text)

    def show_evidence(self, evidence: tuple[EvidenceShown, ...]) -> None:
        """Offer these, the matched words marked."""
        self.setVisible(bool(evidence))
        self._button.setText(
            tr_count("%n paragraph was looked up", "%n paragraphs were looked up", len(evidence))
        )
        self._text.setText("".join(marked(each) for each in evidence))


def marked(shown: EvidenceShown) -> str:
    """A paragraph as rich text, its matched words bold and underlined; whatever it holds is no markup."""
    parts, at = list[str](), 0
    for start, stop in shown.words:
        parts.append(escape(shown.text[at:start]))
        parts.append(f"<b><u>{escape(shown.text[start:stop])}</u></b>")
        at = stop
    parts.append(escape(shown.text[at:]))
    return f"<p><i>{escape(shown.head)}</i><br>{''.join(parts)}</p>"

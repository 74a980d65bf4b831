"""A draft as a card: letter, vote, and sentences that can be pointed at and taken one by one."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.language import tr
from app.messages import DraftCard, SentenceShown, WordShown
from app.views.keys import hint, tip_with_key
from app.views.labels import ElidedLabel, plain_label, plain_tip
from app.views.shapes import LetterPatch, paint_cross, paint_plus, paint_tick, smooth_painter
from app.views.text import Paragraph, Run, faded
from app.views.theme import GRID, RADIUS, colour, expert_colour, set_role, tabular

EDGE = 4
SIGN = 10
SIGN_ROOM = 28
BAR = 40, 6  # a vote's, in pixels


class SentenceRow(QWidget):
    """One sentence. `entered` and `word_entered` follow the pointer, `taken` a press on the plus."""

    entered = Signal(int)
    word_entered = Signal(int, int)
    left = Signal()
    taken = Signal(int)
    pressed = Signal()

    def __init__(self, expert: int, shown: SentenceShown, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._expert = expert
        self._shown = shown
        self._paragraph = Paragraph(shown.text, self.font())
        self._word: WordShown | None = None
        self._under_pointer = False
        self._on_sign = False
        self._current = False
        self.setMouseTracking(True)
        self.setAccessibleName(_spoken(shown))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)  # grows when narrow
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_sentence(self, shown: SentenceShown) -> None:
        """Take over marks; the text must be the one that this row was made for."""
        assert shown.text == self._shown.text
        self._shown = shown
        self.setAccessibleName(_spoken(shown))
        self.update()

    def show_current(self, current: bool) -> None:
        """Mark the sentence that keys act on."""
        if current != self._current:
            self._current = current
            self.update()

    @property
    def text(self) -> str:
        """The sentence."""
        return self._shown.text

    def word_place(self, word: int) -> QPointF:
        """The middle of a word's first line, in this widget; for tests that point at words."""
        shown = next(each for each in self._shown.words if each.index == word)
        middle = (shown.start + shown.stop) // 2
        return self._paragraph.place_of(middle) + self._origin()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; text of another size is laid out anew."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._paragraph = Paragraph(self._shown.text, self.font())
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 (Qt's)
        """Qt's."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 (Qt's)
        """Qt's."""
        return round(self._paragraph.height(width - self._margins())) + GRID

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(280, self.heightForWidth(280))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(120, self.fontMetrics().height())

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        self._paragraph.height(self.width() - self._margins())
        if self._under_pointer or self._current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("hover"))
            painter.drawRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        ink = colour("muted" if self._shown.taken or self._shown.rejected else "report")
        self._paragraph.paint(painter, self._origin(), ink, self._runs())
        self._paint_sign(painter)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        on_sign = self._sign_area().contains(event.position())
        word = None if on_sign else self._word_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if on_sign else Qt.CursorShape.ArrowCursor)
        if on_sign != self._on_sign or word != self._word:
            self._on_sign, self._word = on_sign, word
            self._tell()
            self.update()

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._under_pointer = True
        self._word = self._word_at(event.position())
        self._tell()
        self.update()

    def leaveEvent(self, _: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._under_pointer = self._on_sign = False
        self._word = None
        self.left.emit()
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._sign_area().contains(event.position()):
            self.taken.emit(self._shown.index)
        else:
            self.pressed.emit()

    def event(self, event: QEvent) -> bool:
        """Qt's; the tip depends on what is under the pointer."""
        if event.type() is QEvent.Type.ToolTip:
            standing = tr("This sentence stands in the report. Take it once more")
            said = standing if self._shown.taken else tr("Take this sentence into the report")
            self.setToolTip(plain_tip(f"{said}{hint(self, 'take_sentence')}" if self._on_sign else ""))
        return super().event(event)

    def _tell(self) -> None:
        if self._word is None:
            self.entered.emit(self._shown.index)
        else:
            self.word_entered.emit(self._shown.index, self._word.index)

    def _word_at(self, point: QPointF) -> WordShown | None:
        character = self._paragraph.character_at(point - self._origin())
        return next((word for word in self._shown.words if word.start <= character < word.stop), None)

    def _runs(self) -> list[Run]:
        struck = [Run(0, len(self._shown.text), struck=True)] if self._shown.rejected else []
        if self._word is None:
            return struck
        tint = expert_colour(self._expert)
        return [*struck, Run(self._word.start, self._word.stop, colour("report"), faded(tint, 0.3))]

    def _paint_sign(self, painter: QPainter) -> None:
        center = self._sign_area().center()
        area = QRectF(center.x() - SIGN / 2, center.y() - SIGN / 2, SIGN, SIGN)
        if self._on_sign:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("pressed"))
            painter.drawRoundedRect(area.adjusted(-5, -5, 5, 5), RADIUS, RADIUS)
        if self._shown.taken and not self._on_sign:
            paint_tick(painter, colour("green"), area)
        elif self._shown.rejected and not self._on_sign:
            paint_cross(painter, colour("muted"), area)
        else:
            active = self._under_pointer or self._current
            paint_plus(painter, colour("report" if active else "disabled"), area)

    def _origin(self) -> QPointF:
        return QPointF(2 * GRID, GRID / 2 + 2)

    def _margins(self) -> int:
        return 2 * GRID + SIGN_ROOM

    def _sign_area(self) -> QRectF:
        return QRectF(self.width() - SIGN_ROOM, 0, SIGN_ROOM, self.height())


class VoteBar(QWidget):
    """A vote relative to the best one; as wide on every card, so that two bars can be compared."""

    def __init__(self, share: float, expert: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share, self._expert = share, expert
        self.setFixedSize(*BAR)
        self.setAccessibleName(tr("{share} % of the best vote", share=round(100 * share)))

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("control"))
        painter.drawRoundedRect(QRectF(self.rect()), 3, 3)
        painter.setBrush(expert_colour(self._expert))
        painter.drawRoundedRect(QRectF(0, 0, self.width() * self._share, self.height()), 3, 3)


class DraftCardView(QFrame):
    """A whole draft. Signals name the expert first."""

    chosen = Signal(int)
    draft_taken = Signal(int)
    sentence_taken = Signal(int, int)
    sentence_entered = Signal(int, int)
    word_entered = Signal(int, int, int)
    left = Signal()

    def __init__(self, shown: DraftCard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        set_role(self, "card")
        self._rows = [self._row(sentence) for sentence in shown.sentences]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(EDGE + 2 * GRID, 2 * GRID, GRID, 2 * GRID)
        layout.setSpacing(0)
        layout.addLayout(self._header())
        if shown.model:
            layout.addWidget(self._model())
        layout.addSpacing(GRID)
        for row in self._rows:
            layout.addWidget(row)
        if not self._rows:
            layout.addWidget(_nothing_written())
        self.setAccessibleName(spoken_card(shown))
        self.setAccessibleDescription(" ".join(sentence.text for sentence in shown.sentences))

    @property
    def expert(self) -> int:
        """Whose draft this is."""
        return self._shown.expert

    @property
    def rows(self) -> list[SentenceRow]:
        """The sentences, in order."""
        return self._rows

    def takes(self, shown: DraftCard) -> bool:
        """Whether this card can show `shown` by changing marks alone; it does so if it can."""
        if _without_marks(shown) != _without_marks(self._shown):
            return False
        self._shown = shown
        for row, sentence in zip(self._rows, shown.sentences, strict=True):
            row.show_sentence(sentence)
        return True

    def show_current(self, current: bool, sentence: int) -> None:
        """Mark this card, and one of its sentences, as what keys act on."""
        role = "card-chosen" if current else "card"
        if self.property("role") != role:
            set_role(self, role)
        for index, row in enumerate(self._rows):
            row.show_current(current and index == sentence)

    def mousePressEvent(self, _: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self.chosen.emit(self.expert)

    def paintEvent(self, event: object) -> None:  # noqa: N802 (Qt's)
        """Qt's; the expert's colour on the left edge."""
        super().paintEvent(event)  # type: ignore[arg-type]
        painter = smooth_painter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(expert_colour(self.expert))
        painter.drawRoundedRect(QRectF(1, 1, EDGE, self.height() - 2), 2, 2)

    def _header(self) -> QHBoxLayout:
        shown = self._shown
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addWidget(LetterPatch(shown.expert, shown.letter))
        if shown.elected:
            row.addWidget(_labelled(tr("elected"), "badge"))
        if shown.same_as:
            twins = ElidedLabel("muted")
            twins.show_text(tr("same as {letters}", letters=shown.same_as))
            row.addWidget(twins)
        row.addStretch()
        if shown.vote:
            row.addWidget(self._number())
            row.addWidget(self._helped(VoteBar(shown.share, shown.expert)))
        row.addWidget(self._take_button())
        return row

    def _number(self) -> QLabel:
        number = _labelled(self._shown.vote, "number")
        number.setFont(tabular(number.font()))
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        number.setToolTip(plain_tip(self._shown.vote_help))
        return number

    def _model(self) -> QLabel:
        """Who wrote it, on a line of its own: drafts of two models stand below each other."""
        model = ElidedLabel("muted")
        model.show_text(self._shown.model)
        model.setToolTip(plain_tip(self._shown.origin_help))
        return model

    def _helped(self, widget: QWidget) -> QWidget:
        widget.setToolTip(plain_tip(self._shown.vote_help))
        return widget

    def _take_button(self) -> QPushButton:
        button = QPushButton(tr("Take"))
        set_role(button, "quiet")
        what = tr("Take draft {letter} into the report", letter=self._shown.letter)
        tip_with_key(button, what, "take_draft", f"\n\n{self._shown.origin_help}")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(what)
        button.clicked.connect(self._take)
        return button

    def _take(self) -> None:
        self.draft_taken.emit(self.expert)

    def _row(self, sentence: SentenceShown) -> SentenceRow:
        row = SentenceRow(self._shown.expert, sentence, self)
        row.entered.connect(self._entered)
        row.word_entered.connect(self._word_entered)
        row.left.connect(self.left)
        row.taken.connect(self._sentence_taken)
        row.pressed.connect(self._pressed)
        return row

    def _entered(self, sentence: int) -> None:
        self.sentence_entered.emit(self.expert, sentence)

    def _word_entered(self, sentence: int, word: int) -> None:
        self.word_entered.emit(self.expert, sentence, word)

    def _sentence_taken(self, sentence: int) -> None:
        self.sentence_taken.emit(self.expert, sentence)

    def _pressed(self) -> None:
        self.chosen.emit(self.expert)


def spoken_card(shown: DraftCard) -> str:
    """Whose draft it is, its vote, and whether it was elected: "Expert B, vote 4.0, elected"."""
    parts = [tr("Expert {letter}", letter=shown.letter), *([shown.model] if shown.model else [])]
    parts += [tr("vote {vote}", vote=shown.vote)] if shown.vote else [tr("no vote")]
    parts += [tr("elected")] if shown.elected else []
    parts += [tr("same as {letters}", letters=shown.same_as)] if shown.same_as else []
    return ", ".join(parts)


def _spoken(shown: SentenceShown) -> str:
    verdict = tr("rejected") if shown.rejected else tr("in the report") if shown.taken else ""
    return f"{shown.text} ({verdict})" if verdict else shown.text


def _without_marks(shown: DraftCard) -> object:
    plain = tuple(replace(sentence, taken=False, rejected=False) for sentence in shown.sentences)
    return replace(shown, sentences=plain)


def _labelled(text: str, role: str) -> QLabel:
    label = plain_label(role)
    label.setText(text)
    return label


def _nothing_written() -> QLabel:
    label = _labelled(tr("This expert wrote nothing."), "muted")
    label.setContentsMargins(2 * GRID, 0, 0, 0)
    return label

"""A question of a sitting: the stem on the left, the options in the middle, the sitting's questions above."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.asking import CellShown, SheetShown
from app.language import tr
from app.views.keys import tip_with_key
from app.views.labels import ElidedLabel, plain_label, plain_tip
from app.views.quiz_option import OptionCard
from app.views.states import say, warning_bar
from app.views.theme import GRID, px, set_role, tabular

STRIP_HEIGHT, NOTE_HEIGHT, LEAST = 44, 64, 280
PAUSE_MILLISECONDS = 800  # without a key before a note is kept
STEM_SHARE = 45  # per cent of the width


class QuizSheet(QFrame):
    """Shows and says what was asked for; decides nothing. `note` and `action` are its note and button."""

    option_chosen = Signal(int)
    option_struck = Signal(int)
    went_on = Signal()
    went_to = Signal(int)
    flagged = Signal()
    noted = Signal(str)
    finish_asked = Signal()
    leave_asked = Signal()
    model_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self._place = -1
        self._cells: list[CellShown | None] = []  # as they stand in the strip
        self._pixmap = QPixmap()
        self._pixmap_path = ""
        self._back = self._button(tr("Sets"), "quiet", self.leave_asked)
        self._title = ElidedLabel("title")
        self._progress = plain_label("muted")
        self._time = plain_label("number")
        self._flag = self._button(tr("Flag"), "quiet", self.flagged)
        self._finish = self._button(tr("Finish"), "", self.finish_asked)
        self._strip = _strip()
        self._strip.itemActivated.connect(self._cell_chosen)
        self._strip.itemClicked.connect(self._cell_chosen)
        self._stem = _words("report")
        self._image = plain_label()
        self._image.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._image_text = warning_bar()
        self._verdict = plain_label("heading")
        self._explanation = _words("report")
        self._paragraph_title = plain_label("title")
        self._paragraph_title.setText(tr("FROM THIS PARAGRAPH"))
        self._paragraph = _words("muted")
        self.note = _Note()
        self.note.left.connect(self._note_left)
        self._cards: list[OptionCard] = []
        self._options = QVBoxLayout()
        self._striking = warning_bar()
        self._model = _words("muted")
        self._topics = _words("muted")
        self._ask = self._button(tr("Ask the model"), "", self.model_asked)
        self._stop = self._button(tr("Stop asking"), "", self.cancel_asked)
        self.action = self._button("", "primary", self.went_on)
        self._lay_out()
        for button, command in ((self._flag, "flag_question"), (self._finish, "finish_sitting")):
            tip_with_key(button, button.text(), command)
        tip_with_key(self._ask, self._ask.text(), "ask_model")

    @property
    def cards(self) -> list[OptionCard]:
        """The options that are shown, from the top."""
        return [card for card in self._cards if not card.isHidden()]

    @property
    def stem(self) -> str:
        """The question."""
        return self._stem.text()

    @property
    def progress(self) -> str:
        """How far the sitting is."""
        return self._progress.text()

    @property
    def model_said(self) -> str:
        """What stands beside a model's answer."""
        return self._model.text()

    @property
    def states(self) -> list[str]:
        """The questions of the sitting as a screen reader says them."""
        return [self._strip.item(place).toolTip() for place in range(self._strip.count())]

    def show_sheet(self, shown: SheetShown) -> None:
        """Show a question; one that was there already keeps its place on the screen."""
        self._title.show_text(shown.title)
        self._progress.setText(shown.progress)
        self.show_time(shown.time)
        self._flag.setText(tr("⚑ Flagged") if shown.flagged else tr("Flag"))
        self._finish.setHidden(shown.finished)
        self._show_cells(shown)
        self._stem.setText(shown.stem)
        self._show_image(shown)
        say(self._verdict, shown.verdict)
        say(self._explanation, shown.explanation)
        self._paragraph_title.setVisible(bool(shown.paragraph))
        say(self._paragraph, shown.paragraph)
        self.note.show_text(shown.note)
        say(
            self._striking,
            tr("Press the key of an option to strike it out or bring it back.") if shown.striking else "",
        )
        self._show_options(shown)
        say(self._model, shown.model)
        say(self._topics, "\n".join(shown.topics))
        self._ask.setVisible(shown.can_ask)
        self._stop.setVisible(shown.asking)
        if self.action.text() != shown.action:
            self.action.setText(shown.action)
            tip_with_key(self.action, shown.action, "next_question")
        if shown.place != self._place:
            self._place = shown.place
            for area in (self._left, self._middle):
                area.verticalScrollBar().setValue(0)

    def show_time(self, text: str) -> None:
        """Show the sitting's time."""
        self._time.setText(text)
        self._time.setAccessibleName(tr("time: {time}", time=text))

    def write_note(self) -> None:
        """Let the reader write a note."""
        self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; the image gets the room."""
        super().resizeEvent(event)
        self._fit_image()

    def _button(self, text: str, role: str, signal: SignalInstance) -> QPushButton:
        """A button that keeps the note first: pressing it need not take the focus from there."""
        button = QPushButton(text)
        if role:
            set_role(button, role)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._leave_note)
        button.clicked.connect(lambda _=False: signal.emit())
        return button

    def _leave_note(self) -> None:
        self.note.clearFocus()

    def _show_cells(self, shown: SheetShown) -> None:
        while self._strip.count() > len(shown.cells):
            self._strip.takeItem(self._strip.count() - 1)
            self._cells.pop()
        while self._strip.count() < len(shown.cells):
            self._strip.addItem(QListWidgetItem())
            self._cells.append(None)
        for place, cell in enumerate(shown.cells):
            if self._cells[place] == cell:
                continue
            self._cells[place] = cell
            item = self._strip.item(place)
            item.setText(f"›{cell.number} {cell.mark}" if cell.found else f"{cell.number} {cell.mark}")
            said = tr("question {number}: {state}", number=cell.number, state=cell.state)
            said = tr("{question}, found", question=said) if cell.found else said
            item.setToolTip(plain_tip(said))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        self._strip.setCurrentRow(shown.place)

    def _show_options(self, shown: SheetShown) -> None:
        while len(self._cards) < len(shown.options):
            card = OptionCard(len(self._cards))
            card.chosen.connect(self.option_chosen)
            card.struck.connect(self.option_struck)
            self._cards.append(card)
            self._options.addWidget(card)
        for place, card in enumerate(self._cards):
            card.setVisible(place < len(shown.options))
            if place < len(shown.options):
                card.show_option(shown.options[place], shown.revealed)

    def _show_image(self, shown: SheetShown) -> None:
        path = str(shown.image) if shown.image is not None else ""
        if path != self._pixmap_path:
            self._pixmap_path = path
            self._pixmap = QPixmap(path) if path else QPixmap()
        has_image = not self._pixmap.isNull()
        broken = bool(path) and not has_image
        self._image.setVisible(has_image)
        self._image.setAccessibleName(shown.image_text)
        text = tr("The image of this question cannot be read.") if broken else shown.image_text
        say(self._image_text, "" if has_image else text)
        self._fit_image()

    def _fit_image(self) -> None:
        if not self._pixmap.isNull():
            width = max(1, min(self._pixmap.width(), self._left.viewport().width() - 6 * GRID))
            self._image.setPixmap(
                self._pixmap.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
            )

    def _cell_chosen(self, item: QListWidgetItem) -> None:
        self._leave_note()
        self.went_to.emit(self._strip.row(item))

    def _note_left(self) -> None:
        self.noted.emit(self.note.toPlainText())

    def _lay_out(self) -> None:
        self._time.setFont(tabular(self._time.font()))
        head = QHBoxLayout()
        head.setContentsMargins(3 * GRID, GRID, 3 * GRID, GRID)
        head.setSpacing(3 * GRID)
        for widget in (self._back, self._title, self._progress):
            head.addWidget(widget)
        head.addStretch(1)
        for widget in (self._time, self._flag, self._finish):
            head.addWidget(widget)
        self._left = _scrolled(
            self._stem,
            self._image,
            self._image_text,
            self._verdict,
            self._explanation,
            self._paragraph_title,
            self._paragraph,
        )
        middle = _scrolled(self._striking, self._model, self._options, self._topics, self._ask, self._stop)
        self._middle = middle
        self.note.setFixedHeight(px(NOTE_HEIGHT))
        left = _column(self._left, _inset(self.note))
        foot = QHBoxLayout()
        foot.setContentsMargins(4 * GRID, 0, 4 * GRID, 4 * GRID)
        foot.addStretch(1)
        foot.addWidget(self.action)
        right = _column(middle, foot)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        for part, share in ((left, STEM_SHARE), (right, 100 - STEM_SHARE)):
            part.setMinimumWidth(LEAST)
            splitter.addWidget(part)
            splitter.setStretchFactor(splitter.count() - 1, share)
        splitter.setSizes([STEM_SHARE * 20, (100 - STEM_SHARE) * 20])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._strip)
        layout.addWidget(splitter, 1)


class _Note(QPlainTextEdit):
    """The reader's note; Esc or another place leaves it. It is kept then, and whenever the hand rests."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(tr("Note to this question"))
        self.setAccessibleName(tr("note to this question"))
        self.setTabChangesFocus(True)
        self.installEventFilter(self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self.left)
        self.textChanged.connect(self._pause.start)

    def show_text(self, text: str) -> None:
        """Show the kept note, unless somebody is writing."""
        if not self.hasFocus() and self.toPlainText() != text:
            self.setPlainText(text)
            self._pause.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's)
        """Qt's; Esc is the note's own while somebody writes."""
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if is_escape and event.type() is QEvent.Type.KeyPress:
            self.clearFocus()
            return True
        if event.type() is QEvent.Type.FocusOut:
            self._pause.stop()
            self.left.emit()
        return super().eventFilter(watched, event)


def _strip() -> QListWidget:
    strip = QListWidget()
    strip.setFlow(QListView.Flow.LeftToRight)
    strip.setFixedHeight(px(STRIP_HEIGHT))
    strip.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    strip.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    strip.setAccessibleName(tr("questions of this sitting"))
    strip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return strip


def _words(role: str) -> QLabel:
    label = plain_label(role)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _scrolled(*parts: QWidget | QVBoxLayout) -> QScrollArea:
    inner = QWidget()
    column = QVBoxLayout(inner)
    column.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 3 * GRID)
    column.setSpacing(3 * GRID)
    for part in parts:
        if isinstance(part, QWidget):
            is_button = isinstance(part, QPushButton)
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignLeft if is_button else Qt.AlignmentFlag(0))
        else:
            part.setSpacing(2 * GRID)
            column.addLayout(part)
    column.addStretch(1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    inner.setAutoFillBackground(False)
    area.viewport().setAutoFillBackground(False)
    return area


def _column(*parts: QWidget | QHBoxLayout) -> QWidget:
    ground = QWidget()
    column = QVBoxLayout(ground)
    column.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        if isinstance(part, QWidget):
            column.addWidget(part)
        else:
            column.addLayout(part)
    return ground


def _inset(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(4 * GRID, 0, 4 * GRID, 4 * GRID)
    row.addWidget(widget)
    return row

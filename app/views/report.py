"""The report editor: plain text whose every change is told, with marks on what an expert wrote."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.language import tr, tr_mark, tr_marked
from app.messages import AddendumShown, ExportKind, MarkShown, ReportShown, SaveState
from app.views.keys import hint
from app.views.labels import ElidedLabel, plain_label
from app.views.shapes import SaveSign
from app.views.states import say
from app.views.text import to_utf16
from app.views.theme import GRID, SMALL_POINTS, expert_colour, points, px, set_role

FOOT_HEIGHT = 120  # pixels at most; more addenda scroll
LETTER_ROOM = 11.0  # pixels behind a marked passage for its raised letter
PLACEHOLDER = tr_mark("Write here, or take a draft or a sentence from the panel.")
PRELIMINARY_HELP = tr_mark("Others may see it as preliminary; it can still be edited.")
AI_HELP = tr_mark(
    "Underlined passages stand as an expert wrote them; the raised letter says which.\n"
    "Editing a passage takes its mark away."
)


class ReportEdit(QTextEdit):
    """Plain text. Undo and redo are asked for, not done here: the history belongs to the review."""

    text_edited = Signal(str)
    undo_asked = Signal()
    redo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        for area in (self, self.viewport()):
            area.setAcceptDrops(False)  # files dropped here are opened by the window, not written as text
        self.setPlaceholderText(tr_marked(PLACEHOLDER))
        self.setAccessibleName(tr("report"))
        self._marks: tuple[MarkShown, ...] = ()
        self._told = ""
        self._formatted: tuple[str, tuple[MarkShown, ...]] = ("", ())
        self._showing = False
        self.textChanged.connect(self._changed)
        set_role(self, "report")

    @property
    def text(self) -> str:
        """The text as it stands; unlike Qt's plain text it keeps no-break spaces."""
        return self.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")

    def show_text(self, text: str, marks: Sequence[MarkShown]) -> None:
        """Bring text and marks to this; only what differs is replaced, so the cursor stays where it was."""
        self._showing = True
        if text != self.text:
            self._replace_difference(text)
        if (text, tuple(marks)) != self._formatted:
            self._format(text, marks)
        self._formatted = (text, tuple(marks))
        self._marks, self._told = tuple(marks), text
        self._showing = False
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; marks keep room for their letters, which grow with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange and self._marks:
            self._formatted = ("", ())
            self.show_text(self._told, self._marks)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo) or _is_shift_undo(event):
            self.redo_asked.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; letters of origin are painted, not written, so that they are never part of the text."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        font = QFont(self.font())
        font.setPointSizeF(points(SMALL_POINTS - 1))
        font.setBold(True)
        painter.setFont(font)
        for mark in self._marks:
            painter.setPen(expert_colour(mark.expert))
            end = self._cursor_at(mark.stop - 1)
            box = self.cursorRect(end)
            x = box.left() + self._last_advance(mark)
            area = QRectF(QPointF(x + 1, box.top() - 1), QPointF(x + px(LETTER_ROOM), box.top() + px(10)))
            painter.drawText(area, _TOP_LEFT, mark.letter)

    def _changed(self) -> None:
        if not self._showing and self.text != self._told:
            self._told = self.text
            self.text_edited.emit(self._told)

    def _replace_difference(self, text: str) -> None:
        old = self.text
        start = _shared(old, text)
        tail = _shared(old[start:][::-1], text[start:][::-1])
        cursor = QTextCursor(self.document())
        cursor.setPosition(to_utf16(old, start))
        cursor.setPosition(to_utf16(old, len(old) - tail), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[start : len(text) - tail], QTextCharFormat())

    def _format(self, text: str, marks: Sequence[MarkShown]) -> None:
        everything = QTextCursor(self.document())
        everything.select(QTextCursor.SelectionType.Document)
        everything.setCharFormat(QTextCharFormat())
        for mark in marks:
            self._format_part(text, mark.start, mark.stop, _marked(expert_colour(mark.expert)))
            last = _marked(expert_colour(mark.expert))
            last.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            last.setFontLetterSpacing(px(LETTER_ROOM))
            last.setUnderlineStyle(QTextCharFormat.UnderlineStyle.NoUnderline)
            self._format_part(text, mark.stop - 1, mark.stop, last)
        self.setCurrentCharFormat(QTextCharFormat())

    def _format_part(self, text: str, start: int, stop: int, style: QTextCharFormat) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(to_utf16(text, start))
        cursor.setPosition(to_utf16(text, stop), QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(style)

    def _cursor_at(self, character: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(to_utf16(self._told, character))
        return cursor

    def _last_advance(self, mark: MarkShown) -> int:
        return self.fontMetrics().horizontalAdvance(self._told[mark.stop - 1 : mark.stop])


class ReportPane(QFrame):
    """See `app.ports.ReportView`: the editor with its state, its saving and its undo."""

    text_edited = Signal(str)
    undo_asked = Signal()
    redo_asked = Signal()
    mine_kept = Signal()
    stored_kept = Signal()
    sign_asked = Signal()
    preliminary_toggled = Signal()
    versions_asked = Signal()
    export_asked = Signal(object)
    announced = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self._study_uid = ""
        self._told = ReportShown()
        self.edit = ReportEdit()
        self.edit.text_edited.connect(self.text_edited)
        self.edit.undo_asked.connect(self.undo_asked)
        self.edit.redo_asked.connect(self.redo_asked)
        self._state = plain_label("badge")
        self._sign = SaveSign()
        self._saved = ElidedLabel("muted")
        self._ai = ElidedLabel("badge")
        self._failure = plain_label("failure")
        self._failure.setWordWrap(True)
        self._mine = _button(
            tr("Keep mine"), tr("Your text goes over the stored one; undo brings that back.")
        )
        self._mine.clicked.connect(self.mine_kept)
        self._stored = _button(
            tr("Keep the stored one"), tr("The text of this window gives way to the stored one.")
        )
        self._stored.clicked.connect(self.stored_kept)
        self._undo = _button(tr("Undo"), "")
        self._undo.clicked.connect(self.undo_asked)
        self._redo = _button(tr("Redo"), "")
        self._redo.clicked.connect(self.redo_asked)
        self._more = QToolButton()
        self._more.setText(tr("More"))
        self._more.setToolTip(tr("Preliminary, versions, export"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self)
        self._preliminary = menu.addAction(tr("Make preliminary"), self.preliminary_toggled.emit)
        self._preliminary.setToolTip(tr_marked(PRELIMINARY_HELP))
        menu.addAction(tr("Versions…"), self.versions_asked.emit)
        menu.addSeparator()
        for kind in ExportKind:
            menu.addAction(tr("Export: {format}…", format=tr_marked(kind.words)), _Asked(self, kind).ask)
        self._more.setMenu(menu)
        self._more.setAccessibleName(tr("more: preliminary, versions, export"))
        self._sign_button = QPushButton(tr("Sign…"))
        self._sign_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self._sign_button, "primary")
        self._sign_button.clicked.connect(self.sign_asked)
        self._closing = SignedFoot()
        self._lay_out()
        self.show_report(ReportShown())

    def show_report(self, shown: ReportShown) -> None:
        """Show this text; the cursor stays where it was as far as it can."""
        if shown.study_uid != self._study_uid:
            self._study_uid = shown.study_uid
            self.edit.show_text("", ())
        self.edit.show_text(shown.text, shown.marks)
        self.edit.setEnabled(shown.open)
        self.edit.setReadOnly(shown.closed)
        self._closing.show_closing(shown.signature, shown.addenda)
        self._show_signing(shown)
        self._state.setText(shown.state)
        self._state.setVisible(bool(shown.state))
        self._sign.show_state(shown.save)
        self._saved.show_text(shown.save_text)
        self._ai.show_text(shown.ai_text, tr_marked(AI_HELP))
        self._ai.setVisible(bool(shown.ai_text))
        say(self._failure, tr("Not saved. {failure}", failure=shown.failure) if shown.failure else "")
        self._mine.setVisible(shown.conflict)
        self._stored.setVisible(shown.conflict)
        for button, able, text, key in (
            (self._undo, shown.can_undo, shown.undo_text or tr("Undo"), "undo"),
            (self._redo, shown.can_redo, shown.redo_text or tr("Redo"), "redo"),
        ):
            button.setEnabled(able)
            button.setToolTip(f"{text}{hint(self, key)}")
        self._announce(shown)

    def _announce(self, shown: ReportShown) -> None:
        """Say that the report was saved or signed, or that it could not be saved; not that it was opened."""
        before, self._told = self._told, shown
        if shown.study_uid != before.study_uid:
            return
        if shown.failure is not None and before.failure is None:
            self.failed.emit(tr("Not saved. {failure}", failure=shown.failure))
        elif shown.closed and not before.closed:
            self.announced.emit(tr("The report is signed. {signature}", signature=shown.signature))
        elif len(shown.addenda) > len(before.addenda):
            self.announced.emit(tr("The addendum stands below the report."))
        elif shown.save is SaveState.SAVED and before.save in {SaveState.PENDING, SaveState.FAILED}:
            self.announced.emit(tr("The report is saved."))

    def _show_signing(self, shown: ReportShown) -> None:
        has_text = shown.open and bool(shown.text.strip())
        self._sign_button.setText(tr("Addendum…") if shown.closed else tr("Sign…"))
        self._sign_button.setToolTip(
            (tr("Add to the signed report") if shown.closed else tr("Look it over and sign"))
            + hint(self, "sign")
        )
        self._sign_button.setEnabled(has_text)
        self._more.setEnabled(shown.open)
        self._preliminary.setVisible(not shown.closed)
        self._preliminary.setEnabled(has_text)
        self._preliminary.setText(tr("Back to draft") if shown.preliminary else tr("Make preliminary"))
        for button in (self._undo, self._redo):
            button.setVisible(not shown.closed)

    def _lay_out(self) -> None:
        warning = QHBoxLayout()
        warning.setContentsMargins(3 * GRID, 0, 3 * GRID, 0)
        warning.addWidget(self._failure, 1)
        warning.addWidget(self._mine)
        warning.addWidget(self._stored)
        editor = QHBoxLayout()
        editor.setContentsMargins(3 * GRID, GRID, 3 * GRID, 3 * GRID)
        editor.addWidget(self.edit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._header())
        layout.addLayout(warning)
        layout.addLayout(editor, 1)
        layout.addWidget(self._closing)

    def _header(self) -> QHBoxLayout:
        title = QLabel(tr("REPORT"))
        set_role(title, "title")
        row = QHBoxLayout()
        row.setContentsMargins(3 * GRID, 2 * GRID, 2 * GRID, GRID)
        row.setSpacing(2 * GRID)
        for widget in (title, self._state, self._sign, self._saved, self._ai):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch()
        row.addWidget(self._undo)
        row.addWidget(self._redo)
        row.addWidget(self._more)
        row.addWidget(self._sign_button)
        return row


class _Asked(QObject):
    """Hands a menu entry's format on; a slot of its own instead of a lambda that holds the pane."""

    def __init__(self, pane: ReportPane, kind: ExportKind) -> None:
        super().__init__(pane)
        self._pane = pane
        self._kind = kind

    def ask(self) -> None:
        """The entry was chosen."""
        self._pane.export_asked.emit(self._kind)


class SignedFoot(QScrollArea):
    """Below a signed text: who signed it, and what was added since. Hidden while it is not signed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = plain_label()
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._text.setContentsMargins(3 * GRID, 0, 3 * GRID, 2 * GRID)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.setWidget(self._text)
        self._text.setAutoFillBackground(False)
        self.setAccessibleName(tr("signature and addenda"))

    def show_closing(self, signature: str, addenda: Sequence[AddendumShown]) -> None:
        """Show the signature and every addendum in order."""
        parts = [signature, *(f"{addendum.head}\n{addendum.text}" for addendum in addenda)]
        self._text.setText("\n\n".join(parts))
        self.setVisible(bool(signature))
        height = self._text.heightForWidth(max(self.width(), 300) - 6 * GRID) + 3 * GRID
        self.setFixedHeight(min(max(height, 10 * GRID), FOOT_HEIGHT))


def _marked(tint: QColor) -> QTextCharFormat:
    style = QTextCharFormat()
    style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    style.setUnderlineColor(tint)
    return style


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _is_shift_undo(event: QKeyEvent) -> bool:
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    return event.key() == Qt.Key.Key_Z and event.modifiers() == both


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    set_role(button, "quiet")
    return button


_TOP_LEFT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft

"""The report editor: plain text whose every change is told, with marks on what an expert wrote."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.language import tr, tr_mark, tr_marked
from app.messages import (
    AddendumShown,
    ExportKind,
    FieldShown,
    ReportShown,
    SaveState,
    TableKind,
    TemplatesShown,
)
from app.views.fields import FieldPopup
from app.views.keys import hint
from app.views.labels import ElidedLabel, plain_label, plain_tip
from app.views.report_edit import ReportEdit
from app.views.shapes import SaveSign
from app.views.states import say
from app.views.templates import TemplateMenus
from app.views.theme import GRID, icon, set_role

FOOT_HEIGHT = 120  # pixels at most; more addenda scroll
PRELIMINARY_HELP = tr_mark("Others may see it as preliminary; it can still be edited.")
AI_HELP = tr_mark(
    "Underlined passages stand as an expert wrote them; the raised letter says which.\n"
    "Editing a passage takes its mark away."
)


class ReportPane(QFrame):
    """See `app.ports.ReportView`: the editor with its state, its saving and its undo."""

    text_edited = Signal(str)
    undo_asked = Signal()
    redo_asked = Signal()
    choice_asked = Signal()
    sign_asked = Signal()
    preliminary_toggled = Signal()
    versions_asked = Signal()
    export_asked = Signal(object)
    send_asked = Signal()
    table_asked = Signal(object)
    paper_chosen = Signal(str)
    announced = Signal(str)
    failed = Signal(str)
    template_chosen = Signal(str)
    macro_chosen = Signal(str, int)
    macro_asked = Signal(int)
    field_filled = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._refit = QTimer(self)
        self._refit.setSingleShot(True)
        self._refit.timeout.connect(self._fit_header)
        set_role(self, "pane")
        self._study_uid = ""
        self._told = ReportShown()
        self.edit = ReportEdit()
        self.edit.text_edited.connect(self.text_edited)
        self.edit.undo_asked.connect(self.undo_asked)
        self.edit.redo_asked.connect(self.redo_asked)
        self.edit.field_reached.connect(self._field_reached)
        self._popup: FieldPopup | None = None
        self._waiting = plain_label("badge")
        self._waiting.setToolTip(tr("Required fields that are not filled in; Tab goes to the next"))
        self._templates = TemplateMenus(self)
        self._templates.template_chosen.connect(self.template_chosen)
        self._templates.macro_chosen.connect(self._macro_chosen)
        self._title = QLabel(tr("REPORT"))
        set_role(self._title, "title")
        self._state = plain_label("badge")
        self._sign = SaveSign()
        self._saved = ElidedLabel("muted")
        self._ai = ElidedLabel("badge")
        self._failure = plain_label("failure")
        self._failure.setWordWrap(True)
        self._choose = QPushButton(tr("See both texts…"))
        self._choose.setToolTip(tr("Lay the stored text beside yours, and keep one"))
        self._choose.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._choose.clicked.connect(self.choice_asked)
        self._undo = _step_button("undo", tr("Undo"))
        self._undo.clicked.connect(self.undo_asked)
        self._redo = _step_button("redo", tr("Redo"))
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
        menu.addAction(tr("Send to archive…"), self.send_asked.emit)
        menu.addSeparator()
        for kind in ExportKind:
            menu.addAction(tr("Export: {format}…", format=tr_marked(kind.words)), _Asked(self, kind).ask)
        self._papers = QActionGroup(self)
        for paper, name in (("a4", tr("Print on A4")), ("letter", tr("Print on letter paper"))):
            action = self._papers.addAction(name)
            action.setCheckable(True)
            action.setData(paper)
        menu.addSeparator()
        menu.addActions(self._papers.actions())
        self._papers.triggered.connect(self._paper_triggered)
        menu.addSeparator()
        for table in TableKind:
            text = tr("Export all reviews: {format}…", format=tr_marked(table.words))
            menu.addAction(text, _AskedTable(self, table).ask)
        self._more.setMenu(menu)
        self._more.setAccessibleName(tr("more: preliminary, versions, export"))
        self._sign_button = QPushButton(tr("Sign…"))
        self._sign_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self._sign_button, "primary")
        self._sign_button.clicked.connect(self.sign_asked)
        self._closing = SignedFoot()
        self._lay_out()
        self.show_report(ReportShown())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        super().resizeEvent(event)
        self._fit_header()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; in larger text less fits, which is known once all parts have it."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._refit.start()

    def show_report(self, shown: ReportShown) -> None:
        """Show this text; the cursor stays where it was as far as it can."""
        if shown.study_uid != self._study_uid:
            self._study_uid = shown.study_uid
            self.edit.show_text("", ())
        self.edit.show_text(shown.text, shown.marks, shown.fields)
        self._close_stale(shown.fields)
        self._waiting.setText(shown.fields_text)
        self._waiting.setVisible(bool(shown.fields_text))
        self._templates.setVisible(not shown.closed)
        self._templates.setEnabled(shown.open)
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
        self._choose.setVisible(shown.conflict)
        for button, able, text, key in (
            (self._undo, shown.can_undo, shown.undo_text or tr("Undo"), "undo"),
            (self._redo, shown.can_redo, shown.redo_text or tr("Redo"), "redo"),
        ):
            button.setEnabled(able)
            button.setToolTip(plain_tip(f"{text}{hint(self, key)}"))
        self._fit_header()
        self._announce(shown)

    def _announce(self, shown: ReportShown) -> None:
        """Say that it was signed or could not be saved, and when it can again; not every saving by itself."""
        before, self._told = self._told, shown
        if shown.study_uid != before.study_uid:
            return
        if shown.failure is not None and before.failure is None:
            self.failed.emit(tr("Not saved. {failure}", failure=shown.failure))
        elif shown.closed and not before.closed:
            self.announced.emit(tr("The report is signed. {signature}", signature=shown.signature))
        elif len(shown.addenda) > len(before.addenda):
            self.announced.emit(tr("The addendum stands below the report."))
        elif shown.save is SaveState.SAVED and before.failure is not None:
            self.announced.emit(tr("The report is saved."))

    # app.ports.TemplatesView

    def show_templates(self, shown: TemplatesShown) -> None:
        """Offer these."""
        self._templates.show_templates(shown)

    def ask_macro(self) -> None:
        """Let the reader choose a macro."""
        self._templates.ask_macro(self.edit.mapToGlobal(self.edit.cursorRect().bottomLeft()))

    def go_on(self, at: int, otherwise: int) -> None:
        """Go to the first empty field from character `at` on; the cursor goes to `otherwise` if none is."""
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.edit.reach_from(at):
            self.edit.put_cursor(otherwise)

    def refuse_value(self, why: str) -> None:
        """Say why the open field does not take the value."""
        if self._popup is not None:
            self._popup.refuse(why)

    # Orders of the window

    def choose_template(self) -> None:
        """Open the menu of templates."""
        if self._templates.isEnabled() and not self._templates.isHidden():
            self._templates.choose()

    def expand_macro(self) -> None:
        """Ask for the macro whose word stands before the cursor."""
        if self._templates.isEnabled() and not self._templates.isHidden():
            self.macro_asked.emit(self.edit.at)

    def show_paper(self, paper: str) -> None:
        """Mark the paper that PDFs are made for."""
        for action in self._papers.actions():
            action.setChecked(action.data() == paper)

    def _paper_triggered(self, action: QAction) -> None:
        self.paper_chosen.emit(action.data())

    def _macro_chosen(self, word: str) -> None:
        self.macro_chosen.emit(word, self.edit.at)

    def _field_reached(self, field: FieldShown) -> None:
        if not field.kind:
            return  # what it takes is not known; the reader writes over it
        if self._popup is None:
            self._popup = FieldPopup(self.window())
            self._popup.filled.connect(self.field_filled)
            self._popup.stepped.connect(self._stepped)
            self._popup.closed.connect(self.edit.setFocus)
        viewport = self.edit.viewport()
        area = self.edit.field_area(field).toAlignedRect()
        area.moveTopLeft(viewport.mapTo(self.window(), area.topLeft()))
        self._popup.open_for(field, area)

    def _stepped(self, forward: bool) -> None:
        self.edit.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.edit.step(forward):
            cursor = self.edit.textCursor()
            cursor.clearSelection()
            self.edit.setTextCursor(cursor)

    def _close_stale(self, fields: Sequence[FieldShown]) -> None:
        """What was filled, undone or moved while it was open is no longer what was asked for."""
        if self._popup is not None and self._popup.field is not None and self._popup.field not in fields:
            self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
            self._popup.hide()

    def _fit_header(self) -> None:
        """Where it is narrow the templates' word gives way first, then the title, to the report's state."""
        self._templates.show_word(True)
        self._title.show()
        said = (self._title, self._state, self._sign, self._saved, self._waiting, self._ai)
        buttons = (self._templates, self._undo, self._redo, self._more, self._sign_button)
        parts = [part for part in (*said, *buttons) if not part.isHidden()]

        def fits() -> bool:
            wanted = sum(one.sizeHint().width() for one in parts) + 2 * GRID * (len(parts) + 3)
            return wanted <= self.width()

        self._templates.show_word(fits())
        self._title.setVisible(fits())

    def _show_signing(self, shown: ReportShown) -> None:
        has_text = shown.open and bool(shown.text.strip())
        self._sign_button.setText(tr("Addendum…") if shown.closed else tr("Sign…"))
        self._sign_button.setToolTip(
            plain_tip(
                (tr("Add to the signed report") if shown.closed else tr("Look it over and sign"))
                + hint(self, "sign")
            )
        )
        self._sign_button.setEnabled(has_text and not shown.conflict)
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
        warning.addWidget(self._choose)
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
        row = QHBoxLayout()
        row.setContentsMargins(3 * GRID, 2 * GRID, 2 * GRID, GRID)
        row.setSpacing(2 * GRID)
        for widget in (self._title, self._state, self._sign, self._saved, self._waiting, self._ai):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch()
        for button in (self._templates, self._undo, self._redo, self._more, self._sign_button):
            row.addWidget(button)
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


class _AskedTable(QObject):
    """The same for a table of all reviews."""

    def __init__(self, pane: ReportPane, kind: TableKind) -> None:
        super().__init__(pane)
        self._pane = pane
        self._kind = kind

    def ask(self) -> None:
        """The entry was chosen."""
        self._pane.table_asked.emit(self._kind)


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


def _step_button(name: str, text: str) -> QToolButton:
    """An arrow: with words there would be no room for the report's state in a small window."""
    button = QToolButton()
    button.setIcon(icon(name))
    button.setIconSize(QSize(20, 20))
    button.setText(text)  # for screen readers
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    set_role(button, "icon")
    return button

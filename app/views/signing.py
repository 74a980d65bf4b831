"""The sheets before a signature and before an addendum."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.language import tr, tr_count, tr_marked
from app.messages import RESEARCH_USE, AddendumAsked, ConcernShown, SigningShown
from app.views.labels import plain_label, plain_tip
from app.views.theme import GRID, set_role

WIDTH = 560
FORBIDS, WARNS = "✕", "!"


class SigningSheets(QObject):
    """See `app.ports.SigningView`. Signals come when the reader has agreed; closing a sheet says nothing."""

    signed = Signal(str, str, str)
    added = Signal(str, str, str, str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def ask_signature(self, asked: SigningShown) -> None:
        """Let the reader look at the concerns, then sign or not."""
        sheet = SigningSheet(asked, self._window)
        sheet.agreed.connect(self.signed)
        sheet.open()

    def ask_addendum(self, asked: AddendumAsked) -> None:
        """Let the reader write an addendum or not."""
        sheet = AddendumSheet(asked, self._window)
        sheet.agreed.connect(self.added)
        sheet.open()


class SigningSheet(QDialog):
    """What to look at, the text, and who signs it as what. `agreed`: name, role and meaning."""

    agreed = Signal(str, str, str)

    def __init__(self, asked: SigningShown, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Sign the report"))
        self._forbidden = asked.forbidden
        self._name = QLineEdit(asked.name)
        self._role = _choice(asked.roles, "role")
        self._meaning = _statements(asked.meanings)
        self._meaning_translated = plain_label("muted")
        self._meaning_translated.setWordWrap(True)
        self._buttons, self._agree = _buttons(tr("Sign"))
        self._buttons.accepted.connect(self._signed)
        self._buttons.rejected.connect(self.reject)
        self._name.textChanged.connect(self._changed)
        self._role.editTextChanged.connect(self._changed)
        self._meaning.editTextChanged.connect(self._changed)
        layout = _column(self)
        layout.addWidget(_whose(asked.study))
        layout.addWidget(_concerns(asked.concerns))
        layout.addWidget(_text(asked.text))
        if asked.measurements:
            layout.addWidget(_note(_measured(asked.measurements)))
        layout.addLayout(
            _form((tr("Name"), self._name), (tr("Role"), self._role), (tr("Meaning"), self._meaning))
        )
        layout.addWidget(self._meaning_translated)
        layout.addWidget(_note(tr("Signing freezes the text. After it there are only addenda.")))
        layout.addWidget(self._buttons)
        self._changed()

    def _changed(self) -> None:
        given = (self._name.text(), self._role.currentText(), self._meaning.currentText())
        self._agree.setEnabled(not self._forbidden and all(word.strip() for word in given))
        translated = _translated(self._meaning.currentText())
        self._meaning_translated.setText(tr("In your language: {statement}", statement=translated))
        self._meaning_translated.setVisible(bool(translated))

    def _signed(self) -> None:
        self.agreed.emit(self._name.text(), _chosen(self._role), self._meaning.currentText())
        self.accept()


class AddendumSheet(QDialog):
    """What is added to a signed report and why. `agreed`: text, reason, name and role."""

    agreed = Signal(str, str, str, str)

    def __init__(self, asked: AddendumAsked, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Add to the signed report"))
        self._text = QPlainTextEdit()
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(tr("addendum"))
        self._reason = _choice(asked.reasons, "reason for an addendum")
        self._name = QLineEdit(asked.name)
        self._role = _choice(asked.roles, "role")
        self._buttons, self._agree = _buttons(tr("Add"))
        self._buttons.accepted.connect(self._added)
        self._buttons.rejected.connect(self.reject)
        self._text.textChanged.connect(self._changed)
        self._name.textChanged.connect(self._changed)
        for box in (self._reason, self._role):
            box.editTextChanged.connect(self._changed)
        layout = _column(self)
        layout.addWidget(_whose(asked.study))
        layout.addWidget(_note(tr("The signed text stays as it is; the addendum stands below it.")))
        layout.addWidget(self._text, 1)
        layout.addLayout(
            _form((tr("Reason"), self._reason), (tr("Name"), self._name), (tr("Role"), self._role))
        )
        layout.addWidget(self._buttons)
        self._text.setFocus()
        self._changed()

    def _changed(self) -> None:
        given = (self._text.toPlainText(), self._reason.currentText(), self._name.text())
        self._agree.setEnabled(all(word.strip() for word in (*given, self._role.currentText())))

    def _added(self) -> None:
        self.agreed.emit(
            self._text.toPlainText(), _chosen(self._reason), self._name.text(), _chosen(self._role)
        )
        self.accept()


def _column(sheet: QDialog) -> QVBoxLayout:
    sheet.setMinimumWidth(WIDTH)
    layout = QVBoxLayout(sheet)
    layout.setContentsMargins(5 * GRID, 4 * GRID, 5 * GRID, 4 * GRID)
    layout.setSpacing(3 * GRID)
    return layout


def _whose(study: str) -> QLabel:
    """The patient and the study, so that nobody signs for another one."""
    label = plain_label("report")
    label.setText(study)
    label.setWordWrap(True)
    label.setVisible(bool(study))
    label.setAccessibleName(study)
    return label


def _concerns(concerns: Sequence[ConcernShown]) -> QWidget:
    """Every concern with a sign of its own: one that forbids is a cross, one that warns a mark."""
    if not concerns:
        return _note(tr("Nothing stands out. That is no proof that the report is right."))
    box = QFrame()
    set_role(box, "notice")
    rows = QVBoxLayout(box)
    rows.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
    for concern in concerns:
        sign = plain_label()
        sign.setText(FORBIDS if concern.forbids else WARNS)
        sign.setFixedWidth(4 * GRID)
        text = plain_label()
        text.setText(f"{concern.text} {concern.todo}" if concern.todo else concern.text)
        text.setWordWrap(True)
        text.setAccessibleName(
            tr("must be mended: {concern}", concern=concern.text)
            if concern.forbids
            else tr("look at: {concern}", concern=concern.text)
        )
        row = QHBoxLayout()
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(text, 1)
        rows.addLayout(row)
    return box


def _text(text: str) -> QScrollArea:
    label = plain_label("report")
    label.setText(text)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    label.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(label)
    scroll.setMinimumHeight(120)
    scroll.setAccessibleName(tr("the text that will be signed"))
    return scroll


def _measured(count: int) -> str:
    return tr_count(
        "With the text, %n measurement on the films is signed.",
        "With the text, %n measurements on the films are signed.",
        count,
    )


def _note(text: str) -> QLabel:
    note = plain_label()
    note.setText(f"{text} {tr_marked(RESEARCH_USE)}")
    note.setWordWrap(True)
    set_role(note, "muted")
    return note


def _form(*rows: tuple[str, QWidget]) -> QFormLayout:
    form = QFormLayout()
    form.setSpacing(2 * GRID)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    for label, field in rows:
        field.setAccessibleName(label.lower())
        typed = field.lineEdit() if isinstance(field, QComboBox) else None
        if typed is not None:
            typed.setAccessibleName(label.lower())
        form.addRow(label, field)
    return form


def _choice(words: Sequence[str], note: str) -> QComboBox:
    """Words to choose or to type over, in the reader's language; `_chosen` says what is kept."""
    box = QComboBox()
    box.setEditable(True)
    for word in words:
        box.addItem(tr_marked(word, note), word)
    return box


def _chosen(box: QComboBox) -> str:
    """The chosen word as it is kept, in English; whatever was typed instead, as it was typed."""
    typed = box.currentText()
    index = box.findText(typed, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
    return typed if index < 0 else str(box.itemData(index))


def _statements(meanings: Sequence[str]) -> QComboBox:
    """What a signature states: bound by its hash, therefore in one language; tips translate it."""
    box = QComboBox()
    box.setEditable(True)
    for index, meaning in enumerate(meanings):
        box.addItem(meaning)
        box.setItemData(index, plain_tip(_translated(meaning)), Qt.ItemDataRole.ToolTipRole)
    return box


def _translated(meaning: str) -> str:
    """What a statement means in the reader's language; "" where it is in it already."""
    said = tr_marked(meaning, "meaning of a signature")
    return "" if said == meaning else said


def _buttons(agree: str) -> tuple[QDialogButtonBox, QPushButton]:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    button = QPushButton(agree)
    set_role(button, "primary")
    box.addButton(button, QDialogButtonBox.ButtonRole.AcceptRole)
    button.setDefault(True)
    return box, button

"""The sheet of keys: every command with its keys, which can be changed here."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.commands import BY_NAME, COMMANDS, REMARKS, Bindings, Command, groups, taken_by
from app.language import tr, tr_mark, tr_marked
from app.views.keys import KeyMap
from app.views.labels import plain_label, plain_tip
from app.views.theme import GRID, px, set_role

SIZE = (640, 720)
NO_KEY = tr_mark("no key")
HINT = tr_mark("Choose a command, then Change, then press the new key.")


class KeySheet(QDialog):
    """All keys on one page. A change is in use at once, and nothing is taken away without being asked for."""

    def __init__(self, keys: KeyMap, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keys"))
        self._keys = keys
        self._listening = ""  # the command that waits for its key
        self._offer: tuple[str, str] | None = None  # a command, and a key that another one has
        self._lines: dict[str, QTreeWidgetItem] = {}
        self._tree = _tree()
        self._tree.installEventFilter(self)
        self._tree.currentItemChanged.connect(self._chosen)
        self._tree.itemDoubleClicked.connect(self._listen)
        self._said = plain_label()
        self._said.setWordWrap(True)
        self._give = _button(tr("Give it"), self._give_away)
        self._leave = _button(tr("Leave it"), self._stop)
        self._bar = self._question_bar()
        self._change = _button(tr("Change"), self._listen)
        self._reset = _button(tr("Reset"), self._reset_one)
        self._reset_all = _button(tr("Reset all"), self._reset_every)
        close = _button(tr("Close"), self.accept)
        buttons = QHBoxLayout()
        for button in (self._change, self._reset, self._reset_all):
            buttons.addWidget(button)
        buttons.addStretch()
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addWidget(self._tree, 1)
        layout.addWidget(self._bar)
        layout.addLayout(buttons)
        self._fill()
        keys.changed.connect(self._show_keys)
        self._tree.setCurrentItem(self._lines[COMMANDS[0].name])

    def choose(self, name: str) -> None:
        """Choose a command's line."""
        self._tree.setCurrentItem(self._lines[name])

    @property
    def said(self) -> str:
        """What stands below the list: a question, a refusal, or what to do."""
        return self._said.text()

    def keys_shown(self, name: str) -> str:
        """What the list shows as a command's keys."""
        return self._lines[name].text(1)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; no larger than the screen allows."""
        super().showEvent(event)
        room = self.screen().availableGeometry()
        self.resize(min(px(SIZE[0]), room.width()), min(px(SIZE[1]), room.height()))
        self._tree.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's)
        """Qt's; while a command waits for its key, every key is that."""
        if not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if self._listening and event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() is QEvent.Type.KeyPress and self._listening:
            self._pressed(event)
            return True
        if event.type() is QEvent.Type.KeyPress and event.key() in _CHOOSING:
            self._listen()
            return True
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> None:
        if event.key() in _MODIFIERS_ALONE:
            return
        if event.key() == Qt.Key.Key_Escape:
            self._stop()
        elif key := pressed_key(event):
            self._wanted(self._listening, key)

    def _wanted(self, name: str, key: str) -> None:
        bindings = self._keys.bindings
        if refusal := bindings.refusal(name, key):
            self._say(tr("{reason} Press another key, or Esc.", reason=refusal))
        elif losing(bindings, name, key) is None:
            self._keys.use(bindings.give(name, key))
            self._stop()
        else:
            self._listening = ""
            self._offer = (name, key)
            self._say(question(bindings, name, key), asks=True)
            self._give.setFocus()

    def _give_away(self) -> None:
        if self._offer is not None:
            name, key = self._offer
            owner = losing(self._keys.bindings, name, key)
            self._keys.use(self._keys.bindings.give(name, key))
            self._stop()
            if owner is not None and not self._keys.bindings.keys(owner.name):
                self._say(
                    tr(
                        "{command} has no key now. Choose it to give it another.",
                        command=tr_marked(owner.short),
                    )
                )

    def _listen(self) -> None:
        command = self._command()
        if command is None:
            return
        if command.fixed:
            self._say(_kept(command))
            return
        self._listening, self._offer = command.name, None
        self._say(
            tr("Press the key for {command}. Esc leaves it as it is.", command=tr_marked(command.short))
        )
        self._tree.setFocus()

    def _stop(self) -> None:
        self._listening, self._offer = "", None
        self._say(tr_marked(HINT))
        self._tree.setFocus()

    def _reset_one(self) -> None:
        command = self._command()
        if command is not None:
            before = self._keys.bindings
            self._keys.use(before.reset(command.name))
            self._stop()
            self._say_bereft(before)

    def _reset_every(self) -> None:
        self._keys.use(Bindings())
        self._stop()

    def _say_bereft(self, before: Bindings) -> None:
        now = self._keys.bindings
        for each in COMMANDS:
            if before.keys(each.name) and not now.keys(each.name):
                self._say(tr("{command} has no key now.", command=tr_marked(each.short)))

    def _chosen(self) -> None:
        self._stop()
        command = self._command()
        self._change.setEnabled(command is not None and not command.fixed)
        self._reset.setEnabled(command is not None and command.name in self._keys.bindings.changed)
        if command is not None and command.fixed:
            self._say(_kept(command))

    def _command(self) -> Command | None:
        item = self._tree.currentItem()
        name = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        return BY_NAME.get(name) if isinstance(name, str) else None

    def _say(self, text: str, *, asks: bool = False) -> None:
        self._said.setText(text)
        self._said.setAccessibleName(text)
        self._give.setVisible(asks)
        self._leave.setVisible(asks)

    def _question_bar(self) -> QFrame:
        bar = QFrame()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._said, 1)
        row.addWidget(self._give)
        row.addWidget(self._leave)
        return bar

    def _fill(self) -> None:
        for group in groups():
            head = QTreeWidgetItem(self._tree, [tr_marked(group).upper()])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setFirstColumnSpanned(True)
            for command in (each for each in COMMANDS if each.group == group):
                line = QTreeWidgetItem(head, [tr_marked(command.text)])
                line.setData(0, Qt.ItemDataRole.UserRole, command.name)
                line.setToolTip(
                    0, plain_tip(f"{tr_marked(command.text)}\n{tr_marked(command.fixed)}".strip())
                )
                self._lines[command.name] = line
            for remark in (each for each in REMARKS if each.group == group):
                line = QTreeWidgetItem(head, [tr_marked(remark.text), tr_marked(remark.keys)])
                line.setToolTip(0, tr_marked(remark.text))
        self._tree.expandAll()
        self._show_keys()

    def _show_keys(self) -> None:
        bindings = self._keys.bindings
        for name, line in self._lines.items():
            keys = tr(" or ").join(shown_key(key) for key in bindings.keys(name)) or tr_marked(NO_KEY)
            if BY_NAME[name].fixed:
                keys = tr("{keys} (fixed)", keys=keys)
            elif name in bindings.changed:
                keys = tr("{keys} (changed)", keys=keys)
            line.setText(1, keys)
        self._reset_all.setEnabled(bool(bindings.changed))
        command = self._command()
        self._reset.setEnabled(command is not None and command.name in bindings.changed)


def losing(bindings: Bindings, name: str, key: str) -> Command | None:
    """The first command that would lose this key to the one of this name."""
    return next((owner for owner in bindings.owners(key, name) if owner.name != name), None)


def question(bindings: Bindings, name: str, key: str) -> str:
    """What is asked before a key changes hands."""
    owner = losing(bindings, name, key)
    assert owner is not None
    rest = [each for each in bindings.keys(owner.name) if each != key]
    has = taken_by(shown_key(key), owner)
    give = tr("Give it to {command} instead?", command=tr_marked(BY_NAME[name].short))
    after = tr("{command} would have no key then.", command=tr_marked(owner.short))
    return f"{has} {give}" if rest else f"{has} {give} {after}"


def _kept(command: Command) -> str:
    keeps = tr("{command} keeps its key.", command=tr_marked(command.short))
    return f"{keeps} {tr_marked(command.fixed)}"


def pressed_key(event: QKeyEvent) -> str:
    """The key of an event as the table has it; Shift is no part of a sign that it makes, as in "?"."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    sign = event.text()
    if sign.isprintable() and sign.strip() and not sign.isalnum():
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier
    code = int(event.key()) | modifiers.value
    return QKeySequence(code).toString(QKeySequence.SequenceFormat.PortableText)


def shown_key(key: str) -> str:
    """A key in the system's own words: "Ctrl+Z", on a Mac "⌘Z"."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def _tree() -> QTreeWidget:
    tree = QTreeWidget()
    tree.setColumnCount(2)
    tree.setHeaderLabels([tr("Command"), tr("Keys")])
    tree.setRootIsDecorated(False)
    tree.setItemsExpandable(False)
    tree.setIndentation(2 * GRID)
    tree.setAllColumnsShowFocus(True)
    tree.setAccessibleName(tr("commands and their keys"))
    tree.header().setStretchLastSection(False)
    tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
    return tree


def _button(text: str, do: object) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(do)
    set_role(button, "quiet")
    return button


_CHOOSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MODIFIERS_ALONE = (
    *(Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr),
    *(Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_unknown),
)

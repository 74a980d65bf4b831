"""Keys in windows: each window listens to the keys that are in use now, and tips name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QWidget,
)

from app.commands import COMMANDS, Bindings, Command, Place
from app.views.labels import plain_tip

EVERYWHERE: Final = frozenset(Place)


class KeyMap(QObject):
    """The keys in use, the same in all windows; `changed` says that others are in use now."""

    changed = Signal()

    def __init__(self, bindings: Bindings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bindings = bindings or Bindings()

    @property
    def bindings(self) -> Bindings:
        """The keys of every command."""
        return self._bindings

    def use(self, bindings: Bindings) -> None:
        """From now on these."""
        if bindings != self._bindings:
            self._bindings = bindings
            self.changed.emit()


class WindowKeys(QObject):
    """The keys of one window. A command with an action gets its keys on that, any other is given by name.

    Only commands of these `places` have keys here: a window of films alone takes `Place.FILMS`.
    """

    def __init__(
        self,
        window: QWidget,
        keys: KeyMap,
        actions: Mapping[str, QAction],
        give: Callable[[str], None],
        places: frozenset[Place] = EVERYWHERE,
    ) -> None:
        super().__init__(window)
        self._window, self._keys, self._give = window, keys, give
        self._commands = tuple(command for command in COMMANDS if command.place in places)
        self._actions = actions
        self._tips = {name: action.toolTip() for name, action in actions.items()}
        self._shortcuts: list[tuple[Command, QShortcut]] = []
        self._places = places
        self._own_keys = _OwnKeys(self)
        keys.changed.connect(self._bind)
        self._bind()

    @property
    def map(self) -> KeyMap:
        """The keys in use."""
        return self._keys

    def work_in(self, places: frozenset[Place]) -> None:
        """From now on only commands of these places hear their keys; a command with an action always does."""
        self._places = places
        for command, shortcut in self._shortcuts:
            shortcut.setEnabled(command.place in places)

    def _bind(self) -> None:
        for _, shortcut in self._shortcuts:
            shortcut.setEnabled(False)  # deleted only later, perhaps by its own key
            shortcut.deleteLater()
        self._shortcuts = []
        for command in self._commands:
            keys = self._keys.bindings.keys(command.name)
            action = self._actions.get(command.name)
            if action is not None:
                action.setShortcuts([QKeySequence(key) for key in keys])
                action.setToolTip(
                    plain_tip(f"{self._tips[command.name]}{self._keys.bindings.hint(command.name)}")
                )
            else:
                self._listen(command, keys)

    def _listen(self, command: Command, keys: tuple[str, ...]) -> None:
        for key in keys:
            shortcut = QShortcut(QKeySequence(key), self._window)
            shortcut.activated.connect(Given(shortcut, self._give, command.name).give)
            shortcut.setEnabled(command.place in self._places)
            self._shortcuts.append((command, shortcut))


def bindings_of(widget: QWidget) -> Bindings:
    """The keys in use in the widget's window, or in the one that it belongs to; else the table's own."""
    place: QWidget | None = widget
    while place is not None:
        found = place.findChild(WindowKeys, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if isinstance(found, WindowKeys):
            return found.map.bindings
        place = place.parentWidget()
    return Bindings()


def hint(widget: QWidget, command: str) -> str:
    """The key of a command as a tip has it: " (L)", or nothing."""
    return bindings_of(widget).hint(command)


def tip_with_key(widget: QWidget, text: str, command: str, after: str = "") -> None:
    """A tip that names the command's key behind `text`: the one in use when the tip is asked for."""
    for old in widget.findChildren(_Tip, options=Qt.FindChildOption.FindDirectChildrenOnly):
        widget.removeEventFilter(old)
        old.deleteLater()
    _Tip(widget, text, command, after).say()


class _Tip(QObject):
    """Brings a widget's tip up to date just before Qt shows it."""

    def __init__(self, widget: QWidget, text: str, command: str, after: str) -> None:
        super().__init__(widget)
        self._widget, self._text, self._command, self._after = widget, text, command, after
        widget.installEventFilter(self)

    def say(self) -> None:
        """Name the key that is in use now."""
        tip = f"{self._text}{hint(self._widget, self._command)}{self._after}"
        self._widget.setToolTip(plain_tip(tip))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's)
        """Qt's."""
        if event.type() is QEvent.Type.ToolTip:
            self.say()
        return super().eventFilter(watched, event)


class Given(QObject):
    """Hands a key's command on; a slot of its own instead of a lambda that holds the window."""

    def __init__(self, parent: QObject, give: Callable[[str], None], name: str) -> None:
        super().__init__(parent)
        self._give = give
        self._name = name

    def give(self) -> None:
        """The key was pressed."""
        self._give(self._name)


class _OwnKeys(QObject):
    """A button, box, line or list that has the focus keeps the keys that it needs, though the desk has them.

    Space and Enter press a button or open a box; arrows move in a list; Enter in the search takes no draft.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's)
        """Qt's."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() in _keys_of(watched):
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if now is not None and _keys_of(now):
            now.installEventFilter(self)


def _keys_of(widget: QObject) -> frozenset[int]:
    """The desk's keys that this widget needs for itself."""
    if isinstance(widget, QAbstractButton | QComboBox | QLineEdit):
        return _PRESSING_KEYS | _ARROWS
    return _ARROWS if isinstance(widget, QAbstractItemView | QAbstractSlider) else frozenset()


_PRESSING_KEYS = frozenset({int(Qt.Key.Key_Space), int(Qt.Key.Key_Return), int(Qt.Key.Key_Enter)})
_ARROWS = frozenset(
    int(key)
    for key in (
        *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
        *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
    )
)

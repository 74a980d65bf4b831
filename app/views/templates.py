"""The menus of templates and macros over the report."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.language import tr
from app.messages import TemplatesShown
from app.views.keys import tip_with_key
from app.views.labels import plain_tip
from app.views.theme import icon

TEXT_ROOM = 60  # characters of a macro's text in its menu


class TemplateMenus(QToolButton):
    """A button with all templates, the one for this study first, and the macros below them."""

    template_chosen = Signal(str)
    macro_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(tr("Template"))
        self.setAccessibleName(tr("template"))
        self.setIcon(icon("template"))
        self.show_word(False)
        tip_with_key(self, tr("Put a template or a macro into the report"), "insert_template")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._macros = QMenu(tr("Macros"), self)
        self.setMenu(self._menu)

    def show_templates(self, shown: TemplatesShown) -> None:
        """Offer these."""
        self._menu.clear()
        self._macros.clear()
        for line in shown.templates:
            name = _plain(line.name)
            text = tr("{name} (for this study)", name=name) if line.offered else name
            action = _entry(self._menu, text, self.template_chosen, line.name)
            action.setToolTip(plain_tip(line.help))
            if line.offered:
                self._menu.setDefaultAction(action)
        if not shown.templates:
            self._menu.addAction(tr("There are no templates.")).setEnabled(False)
        for macro in shown.macros:
            text = f"{_plain(macro.word)}\t{_plain(_short(macro.text))}"
            _entry(self._macros, text, self.macro_chosen, macro.word)
        if shown.macros:
            self._menu.addSeparator()
            self._menu.addMenu(self._macros)

    def show_word(self, room: bool) -> None:
        """The word where there is room for it, else the icon."""
        self.setToolButtonStyle(_WORD if room else _ICON)

    def choose(self) -> None:
        """Open the menu of templates at the button, its first entry marked for Enter."""
        _open(self._menu, self.mapToGlobal(self.rect().bottomLeft()))

    def ask_macro(self, at: QPoint) -> None:
        """Open the menu of macros."""
        _open(self._macros, at)


class _Chosen(QObject):
    """Hands a menu entry's name on and goes with it; a slot of its own, no lambda that holds the button."""

    def __init__(self, entry: QAction, signal: SignalInstance, name: str) -> None:
        super().__init__(entry)
        self._signal = signal
        self._name = name

    def choose(self) -> None:
        """The entry was chosen."""
        self._signal.emit(self._name)


def _entry(menu: QMenu, text: str, signal: SignalInstance, name: str) -> QAction:
    """A further entry of the menu that emits `signal` with `name` when it is chosen."""
    entry = menu.addAction(text)
    entry.triggered.connect(_Chosen(entry, signal, name).choose)
    return entry


def _open(menu: QMenu, at: QPoint) -> None:
    actions: list[QAction] = menu.actions()
    menu.popup(at)
    menu.setActiveAction(actions[0])


def _plain(text: str) -> str:
    return text.replace("&", "&&")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= TEXT_ROOM else f"{line[: TEXT_ROOM - 1]}…"


_WORD = Qt.ToolButtonStyle.ToolButtonTextOnly
_ICON = Qt.ToolButtonStyle.ToolButtonIconOnly

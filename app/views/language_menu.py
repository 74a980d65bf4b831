"""The menu in which the reader chooses the language of the next start."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.language import LANGUAGES, tr

OWN_NAMES: Final[Mapping[str, str]] = MappingProxyType({"en": "English", "es": "Español"})
"""Each in itself, so that whoever landed in a foreign language finds the way back."""


class LanguageMenu(QMenu):
    """The system's language, or one that the desk speaks; `chosen` names it, "" for the system's."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Language"), parent)
        self._choices = QActionGroup(self)
        self._choices.triggered.connect(self._triggered)
        for code in ("", *LANGUAGES):
            action = self.addAction(OWN_NAMES[code] if code else tr("As the system has it"))
            action.setCheckable(True)
            action.setData(code)
            self._choices.addAction(action)
        self.show_choice("")

    @property
    def choice(self) -> str:
        """What is set."""
        checked = self._choices.checkedAction()
        return str(checked.data()) if checked is not None else ""

    def show_choice(self, code: str) -> None:
        """Mark this one without telling anybody."""
        for action in self._choices.actions():
            action.setChecked(action.data() == code)

    def _triggered(self, action: QAction) -> None:
        self.chosen.emit(str(action.data()))

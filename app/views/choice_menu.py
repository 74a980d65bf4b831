"""Menus of one setting: the language of the next start, the character set of files that name none."""

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


class ChoiceMenu(QMenu):
    """One of several values; `chosen` names it."""

    chosen = Signal(str)

    def __init__(self, title: str, choices: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(title, parent)
        self._choices = QActionGroup(self)
        self._choices.triggered.connect(self._triggered)
        self.offer(choices)
        self.show_choice("")

    def offer(self, choices: Mapping[str, str]) -> None:
        """Offer these values by their names, and no others."""
        for action in self._choices.actions():
            self._choices.removeAction(action)
            self.removeAction(action)
        for value, name in choices.items():
            action = self.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setData(value)
            self._choices.addAction(action)

    @property
    def choice(self) -> str:
        """What is set."""
        checked = self._choices.checkedAction()
        return str(checked.data()) if checked is not None else ""

    def show_choice(self, value: str) -> None:
        """Mark this one without telling anybody."""
        for action in self._choices.actions():
            action.setChecked(action.data() == value)

    def _triggered(self, action: QAction) -> None:
        self.chosen.emit(str(action.data()))


def language_menu(parent: QWidget) -> ChoiceMenu:
    """The system's language, "", or one that the desk speaks."""
    names = {code: OWN_NAMES[code] for code in LANGUAGES}
    return ChoiceMenu(tr("Language"), {"": tr("As the system has it"), **names}, parent)


def models_menu(parent: QWidget) -> ChoiceMenu:
    """Which model reads, or which two; filled when it is known which there are."""
    return ChoiceMenu(tr("Models that read"), {}, parent)


def character_set_menu(parent: QWidget) -> ChoiceMenu:
    """In what to read the names of files that do not say it: ASCII, "", or one of the standard's terms."""
    names = {
        "": tr("As the standard says (ASCII)"),
        "ISO_IR 192": tr("Unicode (UTF-8)"),
        "ISO_IR 101": tr("Central European"),
        "ISO_IR 144": tr("Cyrillic"),
        "ISO_IR 126": tr("Greek"),
        "ISO_IR 148": tr("Turkish"),
        "ISO_IR 127": tr("Arabic"),
        "ISO_IR 138": tr("Hebrew"),
        "ISO_IR 166": tr("Thai"),
        "ISO_IR 13": tr("Japanese"),
        "ISO 2022 IR 149": tr("Korean"),
        "GB18030": tr("Chinese"),
    }
    return ChoiceMenu(tr("Names in files without a character set"), names, parent)

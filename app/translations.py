"""The translations that Qt's tools made of resources/languages, for `app.language`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.language import ENGLISH, LANGUAGES, Language
from engine.errors import ConsiliumError
from engine.resources import RESOURCES

TRANSLATIONS = RESOURCES / "languages"
NO_NOTE = "\x00"
"""A note that no sentence has."""


class LanguageMissing(ConsiliumError):
    """The translations of a language are not there; the desk can go on in English."""

    code = "language"


def chosen_code(wanted: str, preferred: Sequence[str]) -> str:
    """The language that is set, else the first of the system's ("es-MX") that is spoken, else English."""
    codes = [wanted, *(name.replace("_", "-").partition("-")[0] for name in preferred)]
    return next((code for code in codes if code in LANGUAGES), ENGLISH.code)


def open_language(wanted: str, system: QLocale, folder: Path = TRANSLATIONS) -> Language:
    """The language for a setting ("" follows the system); LanguageMissing where its file cannot be read."""
    code = chosen_code(wanted, system.uiLanguages())
    if code == ENGLISH.code:
        return ENGLISH
    file = folder / f"consilium_{code}.qm"
    # Read whole: Qt would map the file, and an update of the program would break the words of an open desk.
    content = file.read_bytes() if file.is_file() else b""
    translator = QTranslator()
    if not translator.load(content):
        raise LanguageMissing(
            "The translations cannot be read; the desk speaks English.",
            where=str(file),
            todo="Copy the program again.",
        )
    kept = translator, content  # Qt does not copy what it reads

    def look_up(text: str, note: str, count: int) -> str:
        said = kept[0].translate("", text, note, count) or ""
        # Qt falls back to the text without its note: a role that somebody typed would become a button's word.
        borrowed = bool(said and note) and said == kept[0].translate("", text, NO_NOTE, count)
        return "" if borrowed else said

    return Language(code, look_up, _regional(code, system).decimalPoint())


def translate_qt(app: QCoreApplication, code: str) -> None:
    """Let Qt's own dialogs speak it too, so far as Qt's translations are installed."""
    translator = QTranslator(app)
    if translator.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(translator)


def _regional(code: str, system: QLocale) -> QLocale:
    """The system's region where it speaks the language: Mexico writes 0.5, Spain 0,5."""
    return system if system.name().partition("_")[0] == code else QLocale(code)

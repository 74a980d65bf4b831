"""The desk in Spanish: nothing stays English that is not data, and nothing is cut at 1280x800."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QTextEdit,
    QToolButton,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.__main__ import Desk, Parts, assemble
from app.archives.book import Book
from app.archives.shown import ArchivesShown, AskState, BookShown, Fields, ResultsShown, SendAsked
from app.language import speaking
from app.opening import StoreOpener
from app.presenters.archive_rows import match_row
from app.settings import Settings
from app.translations import open_language, translate_qt
from app.views.bars import ARCHIVE, COMPARE
from app.views.labels import ElidedLabel
from app.views.templates import TemplateMenus
from engine.errors import BundleMissing
from engine.resources import STUDIES
from tests.app.archive_fakes import MAIN, FakeArchive, match_of, no_archives
from tests.app.desk_fakes import FakeEngine

STUDY = STUDIES / "phantom-2-heart-and-effusion"
WAIT = 60_000  # milliseconds; the machine may be busy
ENGLISH = re.compile(
    r"\b(the|and|of|is|are|not|draft|drafts|report|sign|signed|signing|undo|redo|take|vote|votes|elected|same|"
    r"expert|experts|finding|findings|study|studies|film|films|window|overlay|left|right|save|saved|open|"
    r"close|cancel|keys|search|compare|read|reading|versions|add|name|role|reason|write|choose|new|"
    r"research|device|probe|invert|fit|reset|template|prior|more|help|text|language)\b",
    re.IGNORECASE,
)
DATA = (
    "English",  # a language's own name
    "Language",  # beside Idioma, for whoever landed in a foreign language
    "Experts write",  # the stand-in's stage of reading
    "The lungs are clear. The heart is mildly enlarged. No pneumothorax.",
    "I have seen the films and this is my report.",  # bound by the signature's hash
    "I have reviewed and approve this report.",
    "Chest PA and lateral (phantom)",
    "mean CIDEr-D to the other drafts; document frequencies: 5,000 training reports",
)
"""What the desk shows in Spanish as well as it stands: drafts, statements that are signed, names in files."""


@pytest.fixture
def desk(qtbot: QtBot, themed: QApplication, tmp_path: Path) -> Iterator[Desk]:
    if not STUDY.is_dir():
        pytest.skip("resources/studies is not there; `python -m training phantoms` makes its studies")
    with speaking(open_language("es", QLocale("es_ES"))), qt_in_spanish(themed):
        store, archives = StoreOpener(str(tmp_path)), no_archives(tmp_path)
        parts = Parts(lambda *_: FakeEngine(), store, (STUDY,), Settings(), "Dra. Prueba", archives)
        desk = assemble(parts)
        desk.window.resize(1280, 800)
        desk.window.show()
        desk.presenter.start(())
        settle(qtbot, desk)
        yield desk
        desk.window.close_now()
        assert desk.end()


@contextmanager
def qt_in_spanish(app: QApplication) -> Iterator[None]:
    before = app.findChildren(QTranslator)
    translate_qt(app, "es")
    try:
        yield
    finally:
        for translator in app.findChildren(QTranslator):
            if translator not in before:
                app.removeTranslator(translator)


def settle(qtbot: QtBot, desk: Desk) -> None:
    qtbot.waitUntil(lambda: desk.presenter.settled and not desk.lanes.busy, timeout=WAIT)


def shown_texts(top: QWidget) -> Iterator[str]:
    """Every word that is written on a widget, said of it, or lies in its menus and tips."""
    for widget in (top, *top.findChildren(QWidget)):
        if isinstance(widget, QTextEdit):
            continue
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if widget.isWindow():
            yield widget.windowTitle()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        if isinstance(widget, QLineEdit):
            yield widget.placeholderText()
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(index) for index in range(widget.count()))
        if isinstance(widget, QTabBar):
            yield from (widget.tabText(index) for index in range(widget.count()))
            yield from (widget.tabToolTip(index) for index in range(widget.count()))
        if isinstance(widget, QMenu) and not isinstance(widget.parent(), TemplateMenus):
            yield from (action.text() for action in widget.actions())
        if isinstance(widget, QTreeWidget):
            yield from tree_texts(widget)


def tree_texts(tree: QTreeWidget) -> Iterator[str]:
    for row in range(tree.topLevelItemCount()):
        head = tree.topLevelItem(row)
        assert head is not None
        for item in (head, *map(head.child, range(head.childCount()))):
            yield from (item.text(column) for column in range(tree.columnCount()) if item is not None)


def english_in(top: QWidget, sentences: set[str]) -> set[str]:
    """Texts with English words, after everything is taken out of them that is data."""
    found = set()
    for text in shown_texts(top):
        rest = text
        for known in sorted({*DATA, *sentences}, key=len, reverse=True):
            rest = rest.replace(known, "")
        if ENGLISH.search(rest.replace("&", "")):
            found.add(text)
    return found


def sentences_of(desk: Desk) -> set[str]:
    panel = desk.presenter.panel.panel
    drafts = panel.drafts if panel is not None else ()
    return {draft.text for draft in drafts} | {each.text for draft in drafts for each in draft.all_sentences}


def cut_in(top: QWidget) -> set[str]:
    """Labels and buttons with less room than their words need; those that elide say the rest in a tip."""
    cut = set()
    for widget in top.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QLabel) and not isinstance(widget, ElidedLabel) and widget.text():
            if widget.wordWrap():
                small = widget.heightForWidth(widget.width()) > widget.height() + 1
            else:
                small = widget.sizeHint().width() > widget.width() + 1
            cut |= {widget.text()} if small else set()
        elif isinstance(widget, QAbstractButton) and widget.text():
            needed = widget.fontMetrics().horizontalAdvance(widget.text().replace("&", ""))
            has_text = not isinstance(widget, QToolButton) or widget.icon().isNull()
            cut |= {widget.text()} if has_text and needed > widget.width() else set()
        elif isinstance(widget, QTabBar):
            cut |= {"tabs"} if widget.sizeHint().width() > widget.width() + 1 else set()
        elif isinstance(widget, QLineEdit) and widget.placeholderText():
            needed = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
            cut |= {widget.placeholderText()} if needed > widget.width() else set()
    return cut


def dialog(desk: Desk) -> QDialog:
    return next(each for each in desk.window.findChildren(QDialog) if each.isVisible())


def opened(qtbot: QtBot, desk: Desk, ask: Callable[[], None]) -> QDialog:
    ask()
    qtbot.waitUntil(lambda: any(each.isVisible() for each in desk.window.findChildren(QDialog)), timeout=WAIT)
    settle(qtbot, desk)
    return dialog(desk)


def test_read_compare_and_every_sheet_speak_spanish_and_nothing_is_cut(qtbot: QtBot, desk: Desk) -> None:
    english, cut = set[str](), set[str]()

    def look(top: QWidget) -> None:
        QApplication.processEvents()
        english.update(english_in(top, sentences_of(desk)))
        cut.update(cut_in(top))

    look(desk.window)
    assert any("No es un producto sanitario." in text for text in shown_texts(desk.window))
    desk.window.show_mode(COMPARE)
    settle(qtbot, desk)
    look(desk.window)
    desk.window.compare.show_other()
    settle(qtbot, desk)
    look(desk.window)
    desk.window.show_mode(1 - COMPARE)
    desk.presenter.panel.take()
    settle(qtbot, desk)
    look(desk.window)
    for ask in (desk.presenter.signing.ask, desk.presenter.versions.ask, desk.window.show_keys):
        sheet = opened(qtbot, desk, ask)
        look(sheet)
        sheet.reject()
        sheet.deleteLater()
        QApplication.processEvents()
    desk.presenter.signing.ask()
    settle(qtbot, desk)
    dialog(desk).reject()
    desk.presenter.signing.sign("Dra. Prueba", "radiologist", "I have reviewed and approve this report.")
    settle(qtbot, desk)
    look(desk.window)
    sheet = opened(qtbot, desk, desk.presenter.signing.ask)
    look(sheet)
    sheet.reject()

    assert english == set()
    assert cut == set()


def test_the_archives_speak_spanish_and_nothing_is_cut(qtbot: QtBot, desk: Desk) -> None:
    english, cut = set[str](), set[str]()

    def look(top: QWidget) -> None:
        QApplication.processEvents()
        english.update(english_in(top, sentences_of(desk)))
        cut.update(cut_in(top))

    desk.window.show_mode(ARCHIVE)
    settle(qtbot, desk)
    look(desk.window.archive)
    archive = FakeArchive(tuple(match_of(str(number)) for number in range(3)), more=True)
    book, page = Book((MAIN,)), desk.window.archive
    desk.archiving.page.show_book(book)
    look(page)
    page.show_results(
        ResultsShown(
            AskState.CANCELLED,
            tuple(match_row(match, None, False) for match in archive.matches),
            can_retry=True,
        )
    )
    page.fields.show_archives(ArchivesShown(("Main",), "Main"))
    page.table.selectRow(0)
    look(page)
    heads = page.table.model()
    assert heads.headerData(4, Qt.Orientation.Horizontal) == "Modalidad"
    sheet = opened(qtbot, desk, desk.archiving.book.show)
    look(sheet)
    desk.window.archives.show_book(
        BookShown(("Main",), "Main", Fields("Main", True, auth="basic", has_tls=True), "")
    )
    look(sheet)
    sheet.reject()
    sheet.deleteLater()
    desk.window.sending.ask_archive(SendAsked("", "", ("Main",), "Main"))
    sheet = dialog(desk)
    look(sheet)
    sheet.reject()

    assert english == set()
    assert cut == set()


def test_what_is_signed_in_spanish_is_kept_in_english(qtbot: QtBot, desk: Desk) -> None:
    desk.presenter.panel.take()
    settle(qtbot, desk)
    sheet = opened(qtbot, desk, desk.presenter.signing.ask)
    role, meaning = (each for each in sheet.findChildren(QComboBox))
    assert (role.currentText(), meaning.currentText()) == (
        "radiólogo/a",
        "I have seen the films and this is my report.",
    )
    assert any("He visto las radiografías" in label.text() for label in sheet.findChildren(QLabel))
    next(each for each in sheet.findChildren(QAbstractButton) if each.text() == "Firmar").click()
    settle(qtbot, desk)

    review = desk.presenter.report.review
    assert review is not None
    assert review.signature is not None
    assert (review.signature.role, review.signature.meaning) == (
        "radiologist",
        "I have seen the films and this is my report.",
    )


def test_without_a_model_the_panel_says_in_spanish_what_the_engine_said_in_english(
    qtbot: QtBot, themed: QApplication, tmp_path: Path
) -> None:
    def no_engine(*_: object) -> FakeEngine:
        raise BundleMissing("The file is missing.", todo="Copy or export the bundle again.")

    with speaking(open_language("es", QLocale("es_ES"))):
        store, archives = StoreOpener(str(tmp_path)), no_archives(tmp_path)
        desk = assemble(Parts(no_engine, store, (), Settings(), "Dra. Prueba", archives))
        desk.presenter.start(())
        settle(qtbot, desk)
        texts = list(shown_texts(desk.window))
        desk.window.close_now()
        assert desk.end()
    assert any("Falta el archivo. Copie o exporte el paquete de nuevo." in text for text in texts)


def test_qts_own_buttons_speak_spanish_where_qt_has_it(qapp: QApplication) -> None:
    with qt_in_spanish(qapp):
        assert qapp.translate("QPlatformTheme", "Cancel") == "Cancelar"
    assert qapp.translate("QPlatformTheme", "Cancel") == "Cancel"

"""The help window: contents, search, links that stay inside, and keys that follow the reader's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QPushButton, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from app.commands import Bindings
from app.manual import PAGES, load_pages
from app.views.keys import KeyMap
from app.views.manual import HelpWindow


@pytest.fixture
def keys(qapp: QApplication) -> KeyMap:
    return KeyMap()


@pytest.fixture
def help_window(qtbot: QtBot, themed: QApplication, keys: KeyMap) -> Iterator[HelpWindow]:
    desk = QWidget()
    qtbot.addWidget(desk)
    window = HelpWindow(lambda: load_pages("en", keys.bindings), keys, desk)
    window.show()
    yield window
    window.close()  # the desk had to live as long; a window left open would take the next test's mouse
    desk.close()


def part(window: HelpWindow, kind: type[QWidget]) -> QWidget:
    found = window.findChild(kind)
    assert isinstance(found, QWidget)
    return found


def test_every_page_is_in_the_contents_and_opens_by_the_keys(qtbot: QtBot, help_window: HelpWindow) -> None:
    contents = part(help_window, QListWidget)
    assert isinstance(contents, QListWidget)
    seen = [help_window.page]
    for _ in PAGES[1:]:
        qtbot.keyClick(contents, Qt.Key.Key_Down)
        seen.append(help_window.page)
    assert tuple(seen) == PAGES


def test_links_lead_to_pages_and_nowhere_else(qtbot: QtBot, help_window: HelpWindow) -> None:
    browser = part(help_window, QTextBrowser)
    assert isinstance(browser, QTextBrowser)
    for link in ("reading.md", "https://example.org/comparing.md", "no-such.md", "file:///etc/passwd"):
        browser.anchorClicked.emit(QUrl(link))
    assert help_window.page == "reading"
    back = next(button for button in help_window.findChildren(QPushButton) if button.text() == "Back")
    back.click()
    assert (help_window.page, back.isEnabled()) == ("first-steps", False)


def test_a_search_lists_pages_and_enter_opens_the_first(qtbot: QtBot, help_window: HelpWindow) -> None:
    line, contents = part(help_window, QLineEdit), part(help_window, QListWidget)
    assert isinstance(contents, QListWidget)
    qtbot.keyClicks(line, "addendum")
    assert contents.item(0).text().startswith("Signing\n")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert help_window.page == "signing"
    qtbot.keyClicks(line, "xyzzy")
    assert contents.item(0).text() == "Nothing found. Try one word."


def test_a_changed_key_is_in_the_help_at_once(help_window: HelpWindow, keys: KeyMap) -> None:
    assert "Take a draft with Return" in help_window.text
    keys.use(Bindings().give("take_draft", "Y"))
    assert "Take a draft with Y" in help_window.text

"""Larger text: at once everywhere, in steps, and the window still fits where it stood."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.messages import DraftCard, PanelShown, PanelState, SentenceShown
from app.views.text_size import TextSize
from app.views.theme import TEXT_SIZES, px, set_role, show_text_at, text_size
from app.views.window import DeskWindow

TEXT = "There is a small left pleural effusion, and the heart is mildly enlarged."


@pytest.fixture
def sized(themed: QApplication) -> Iterator[QApplication]:
    yield themed
    show_text_at(themed, 100)


@pytest.fixture
def window(qtbot: QtBot, sized: QApplication) -> DeskWindow:
    window = DeskWindow()
    qtbot.addWidget(window, before_close_func=lambda window: window.close_now())
    window.resize(1280, 800)
    window.show()
    card = DraftCard(0, "A", (SentenceShown(0, TEXT),), vote="4.2", share=1.0, elected=True, same_as="E")
    window.panel.show_panel(PanelShown(PanelState.READY, "6 AI drafts · 5 distinct", (card,)))
    QApplication.processEvents()
    return window


def scrolls(widget: QWidget) -> bool:
    """Whether a scroll bar reaches it: the drafts' column has one where text is very large."""
    place: QWidget | None = widget
    while place is not None and not isinstance(place, QScrollArea):
        place = place.parentWidget()
    return place is not None and place.horizontalScrollBar().maximum() > 0


def test_steps_lead_through_the_sizes_and_back_to_the_usual_one(sized: QApplication) -> None:
    size, told = TextSize(sized, sized), list[int]()
    size.changed.connect(told.append)
    for _ in range(10):
        size.step(1)
    assert (size.per_cent, told) == (200, [110, 125, 150, 175, 200])
    size.step(0)
    for _ in range(3):
        size.step(-1)
    assert (size.per_cent, told[5:]) == (90, [100, 90])


def test_fonts_of_the_style_sheet_and_lengths_keep_their_relation(sized: QApplication, qtbot: QtBot) -> None:
    label, title = QLabel("text"), QLabel("TITLE")
    for widget in (label, title):
        qtbot.addWidget(widget)
        widget.show()
    set_role(title, "title")
    before = (label.font().pointSizeF(), title.font().pointSizeF(), px(44))
    show_text_at(sized, 150)
    QApplication.processEvents()
    after = (label.font().pointSizeF(), title.font().pointSizeF(), px(44))
    assert [large / usual for large, usual in zip(after, before, strict=True)] == pytest.approx([1.5] * 3)
    assert text_size() == 150


def test_what_is_on_the_screen_grows_at_once_and_shrinks_again(
    window: DeskWindow, sized: QApplication
) -> None:
    row = window.panel.cards[0].rows[0]
    before = row.heightForWidth(300)
    show_text_at(sized, 200)
    QApplication.processEvents()
    assert row.heightForWidth(300) > 1.8 * before
    show_text_at(sized, 100)
    QApplication.processEvents()
    assert row.heightForWidth(300) == before


def cut_buttons(window: DeskWindow) -> list[str]:
    """Buttons with less room than they need, or beyond the window without a scroll bar."""
    cut = []
    for button in window.findChildren(QPushButton):
        if button.isVisible():
            right = button.mapTo(window, button.rect().topRight()).x()
            fits = button.width() >= button.minimumSizeHint().width()
            if not fits or not (right < window.width() or scrolls(button)):
                cut.append(button.text())
    return cut


@pytest.mark.parametrize("per_cent", TEXT_SIZES)
def test_the_window_stays_as_large_as_it_was_and_no_button_is_cut(
    qtbot: QtBot, window: DeskWindow, sized: QApplication, per_cent: int
) -> None:
    show_text_at(sized, per_cent)
    QApplication.processEvents()
    search = window.findChild(QLineEdit)
    assert isinstance(search, QLineEdit)
    # some parts find their room a moment later
    qtbot.waitUntil(lambda: cut_buttons(window) == [] and search.height() >= search.sizeHint().height())
    assert (window.width(), window.height()) == (1280, 800)


def test_keys_and_menu_ask_for_another_size(qtbot: QtBot, window: DeskWindow) -> None:
    asked: list[int] = []
    window.text_size_stepped.connect(asked.append)
    window.setFocus()
    control = Qt.KeyboardModifier.ControlModifier
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_0):
        qtbot.keyClick(window, key, control)
    assert asked == [1, 1, -1, 0]

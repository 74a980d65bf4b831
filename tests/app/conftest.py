"""Qt off screen, and no test passes over a Qt warning or an exception in a slot.

pytest-qt already fails a test on an exception in a slot; the guard here adds Qt's own messages, because a
slot that could not connect, a layout set twice or a painter left open says so there and nowhere else.
"""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported: it chooses its platform once

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

# Qt off screen has no window manager to hint sizes to or raise a tip, and says so; nothing follows from it.
HARMLESS = (
    "This plugin does not support propagateSizeHints()",
    "This plugin does not support raise()",
)


@pytest.fixture(autouse=True)
def no_qt_messages() -> Iterator[None]:
    """Fail the test if Qt warned about anything while it ran."""
    heard: list[str] = []

    def listen(kind: QtMsgType, _: QMessageLogContext, message: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and message not in HARMLESS:
            heard.append(f"{kind.name}: {message}")

    before = qInstallMessageHandler(listen)
    yield
    qInstallMessageHandler(before)
    if heard:
        pytest.fail("Qt said:\n" + "\n".join(heard))


@pytest.fixture(autouse=True)
def no_widget_outlives_its_test() -> Iterator[None]:
    """Delete what a test asked Qt to delete: nobody runs an event loop here, so that Qt never would.

    Windows that are left over are styled anew with every change of the look, which takes seconds by and by.
    """
    yield
    if QApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def themed(qapp: QApplication) -> Iterator[QApplication]:
    """The application in the desk's look; the plain look comes back afterwards."""
    from app.views.theme import apply_theme, no_collection

    font, palette, style = qapp.font(), qapp.palette(), qapp.style().objectName()
    apply_theme(qapp)
    yield qapp
    with no_collection():
        qapp.setStyleSheet("")
        qapp.setStyle(style)
        qapp.setPalette(palette)
        qapp.setFont(font)

"""Closing the window: save first, wait a bounded time, and never drop a text without asking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.callbacks import QtAlarm
from app.language import tr, tr_count
from app.messages import notice_of
from app.presenters.report import ReportPresenter
from app.views.window import DeskWindow

WAIT_SECONDS = 3.0


class Endable(Protocol):
    """What goes on over the network."""

    def end(self, then: Callable[[], None]) -> None:
        """Stop it, then call `then`."""


class Closing(QObject):
    """Listens to the window's `close_asked`."""

    def __init__(
        self,
        window: DeskWindow,
        report: ReportPresenter,
        archives: Endable,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._report = report
        self._archives = archives
        self._wait_seconds = wait_seconds
        self._alarm = QtAlarm(self)
        self._waiting = False
        window.close_asked.connect(self.begin)

    def begin(self) -> None:
        """Save everything; the window closes as soon as that is done."""
        if not self._waiting:
            self._waiting = True
            self._alarm.after(self._wait_seconds, self._ask_if_unsaved)
            self._report.flush(self._end_archives)

    def _end_archives(self) -> None:
        """What is asked of archives is cancelled, and stands in the audit, before the desk is gone."""
        self._archives.end(self._close_soon)

    def _close_soon(self) -> None:
        """Not inside the window's own closing, where Qt takes no second request."""
        self._alarm.after(0.0, self._window.close_now)

    def _ask_if_unsaved(self) -> None:
        self._waiting = False
        if not self._window.isVisible():
            return
        if not self._report.unsaved:
            self._window.close_now()  # an archive's row in the audit is late; nobody waits longer for it
        else:
            box = self._question()
            box.finished.connect(box.deleteLater)
            box.open()

    def _question(self) -> QMessageBox:
        box = QMessageBox(self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)  # what it names is not ours to trust
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Not saved"))
        count = len(self._report.unsaved)
        box.setText(tr_count("A report is not saved.", "%n reports are not saved.", count))
        box.setInformativeText(
            tr("The database cannot be written now. Saving is tried again while the desk is open.")
        )
        copy = box.addButton(tr("Save a copy…"), QMessageBox.ButtonRole.ActionRole)
        discard = box.addButton(tr("Close without saving"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(tr("Stay"), QMessageBox.ButtonRole.RejectRole)
        copy.clicked.connect(self.save_copy)
        discard.clicked.connect(self._window.close_now)
        box.setDefaultButton(stay)
        return box

    def save_copy(self) -> None:
        """Let the reader put the unsaved texts into a file of his own choice, then close."""
        text = tr("Text", "kind of file")
        name, _ = QFileDialog.getSaveFileName(
            self._window, tr("Save a copy of the unsaved reports"), "", f"{text} (*.txt)"
        )
        if name:
            self.keep_copy(Path(name))

    def keep_copy(self, path: Path) -> None:
        """Write the copy and close; where it cannot be written, say so and stay."""
        try:
            write_copy(self._report, path)
        except OSError as error:
            self._window.show_notice(notice_of(error))
        else:
            self._window.close_now()


def write_copy(report: ReportPresenter, path: Path) -> None:
    """All unsaved texts in one file, each under its study's UID."""
    parts = (f"{review.study_uid}\n\n{review.text}\n" for review in report.unsaved)
    path.write_text("\n\n".join(parts), encoding="utf-8")

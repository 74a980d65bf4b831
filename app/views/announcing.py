"""What a screen reader is told without being asked: that drafts are ready, a report saved or signed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


class Announcer(QObject):
    """Says sentences to the system's screen reader, where one listens; `said` repeats each of them."""

    said = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def say(self, text: str) -> None:
        """Once whatever is being spoken has ended."""
        self._tell(text, QAccessible.AnnouncementPoliteness.Polite)

    def say_now(self, text: str) -> None:
        """At once: a failure must not wait behind a long text."""
        self._tell(text, QAccessible.AnnouncementPoliteness.Assertive)

    def _tell(self, text: str, politeness: QAccessible.AnnouncementPoliteness) -> None:
        if text:
            event = QAccessibleAnnouncementEvent(self._window, text)
            event.setPoliteness(politeness)
            QAccessible.updateAccessibility(event)
            self.said.emit(text)

"""The size of all text, in steps that the reader takes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.views.theme import TEXT_SIZES, USUAL_TEXT, show_text_at, text_size


class TextSize(QObject):
    """Shows text larger and smaller, at once and everywhere; `changed` says at how many per cent."""

    changed = Signal(int)

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app

    @property
    def per_cent(self) -> int:
        """At how many per cent text is shown."""
        return text_size()

    def step(self, direction: int) -> None:
        """The next size above for 1, below for -1, the usual one for 0."""
        if direction > 0:
            wanted = min((size for size in TEXT_SIZES if size > self.per_cent), default=TEXT_SIZES[-1])
        elif direction < 0:
            wanted = max((size for size in TEXT_SIZES if size < self.per_cent), default=TEXT_SIZES[0])
        else:
            wanted = USUAL_TEXT
        if wanted != self.per_cent:
            show_text_at(self._app, wanted)
            self.changed.emit(wanted)

"""When the tour comes: once at a first start on the sample studies, and whenever it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.presenters.desk import DeskPresenter
from app.views.window import DeskWindow

LOOK_EVERY_MS = 200


class Touring(QObject):
    """Waits until the study on the screen is a sample and nothing is under way, then shows the tour.

    A study of a reader's own is never walked through: asked for, the tour opens the samples first.
    """

    shown = Signal()

    def __init__(self, window: DeskWindow, desk: DeskPresenter, samples: Sequence[Path], seen: bool) -> None:
        super().__init__(window)
        self._window, self._desk, self._samples = window, desk, tuple(samples)
        self._seen = seen
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look)
        window.tour_asked.connect(self.begin)

    @property
    def seen(self) -> bool:
        """Whether it was shown, now or at an earlier start."""
        return self._seen

    def offer(self) -> None:
        """Show it if it was never shown, as soon as a sample has been read; never over another study."""
        if not self._seen and self._samples:
            self._timer.start()

    def begin(self) -> None:
        """Show it, on a sample."""
        if not self._samples:
            return
        if not self._on_sample():
            self._desk.open(self._samples)
        self._timer.start()

    def _look(self) -> None:
        if not self._desk.settled:
            return
        self._timer.stop()
        if self._on_sample():
            self._seen = True
            self._window.show_tour()
            self.shown.emit()

    def _on_sample(self) -> bool:
        study = self._desk.worklist.study(self._desk.worklist.chosen)
        films = study.radiographs if study is not None else ()
        return bool(films) and all(
            any(film.path.is_relative_to(folder) for folder in self._samples) for film in films
        )

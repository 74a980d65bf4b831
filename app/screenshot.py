"""A picture of the desk once it has read its first study, and the voted report as text."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.messages import RESEARCH_USE
from app.presenters.desk import DeskPresenter
from app.views.window import DeskWindow
from engine.panel import Panel

LOOK_EVERY_SECONDS = 0.05
SETTLE_SECONDS = 0.3
"""How long nothing may be under way before the picture is taken."""


class Screenshot(QObject):
    """Waits until nothing is under way, saves the window and says in `taken` whether a panel was there."""

    taken = Signal(bool)

    def __init__(
        self,
        window: DeskWindow,
        desk: DeskPresenter,
        busy: Callable[[], bool],
        file: Path,
        patience_seconds: float,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._busy = busy
        self._file = file
        self._deadline = time.monotonic() + patience_seconds
        self._quiet_since: float | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(round(LOOK_EVERY_SECONDS * 1000))

    def _look(self) -> None:
        now = time.monotonic()
        if self._busy() or not self._desk.settled:
            self._quiet_since = None
        elif self._quiet_since is None:
            self._quiet_since = now
        quiet = self._quiet_since is not None and now - self._quiet_since >= SETTLE_SECONDS
        if quiet or now >= self._deadline:
            self._timer.stop()
            self._take()

    def _take(self) -> None:
        if not self._window.grab().save(str(self._file)):
            print(f"{self._file}: the picture cannot be written there.")
            self.taken.emit(False)
            return
        from engine.commands.output import printable  # brings a progress bar, which no window waits for

        panel = self._desk.panel.panel
        print(report_text(panel) if panel else self._desk.panel.why_no_panel)
        for row in self._desk.worklist.skipped:
            print(printable(f"Not opened: {row.folder / row.name}: {row.reason}"))
        print(f"Saved {self._file}")
        self.taken.emit(panel is not None)


def report_text(panel: Panel) -> str:
    """The elected draft, and how it was elected."""
    elected = panel.drafts[panel.elected]
    count = len(panel.drafts)
    vote = "" if elected.vote is None else f", vote {elected.vote:.1f}"
    head = f"Draft {elected.letter}, elected of {count} ({panel.distinct} distinct){vote}"
    lines = (head, "", elected.text, "", panel.unfamiliar, *panel.warnings, f"AI draft. {RESEARCH_USE}")
    return "\n".join(lines)

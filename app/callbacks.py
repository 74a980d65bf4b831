"""Lanes and timers as presenters see them: calls with callbacks instead of objects with signals."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QObject, QTimer

from app import jobs
from app.ports import Result, Task, Tell, Work, ignore, ignore_cancelled


class CallbackLane:
    """An `app.ports.Lane` on top of one of the app's worker lanes."""

    def __init__(self, lane: jobs.Lane) -> None:
        self._lane = lane

    def run(
        self,
        work: Work[Result],
        *,
        done: Callable[[Result], None],
        failed: Callable[[BaseException], None],
        cancelled: Callable[[], None] = ignore_cancelled,
        told: Tell = ignore,
    ) -> Task:
        """See `app.ports.Lane.run`; the callbacks come on the GUI thread."""
        job = self._lane.job(cast(jobs.Work, work))  # a job passes on whatever it is told, not only progress
        job.succeeded.connect(done)
        job.failed.connect(failed)
        job.cancelled.connect(cancelled)
        job.progressed.connect(told)
        self._lane.start(job)
        return job


class QtAlarm:
    """An `app.ports.Alarm` on Qt's event loop."""

    def __init__(self, parent: QObject) -> None:
        self._parent = parent

    def after(self, seconds: float, call: Callable[[], None]) -> Task:
        """See `app.ports.Alarm.after`."""
        timer = QTimer(self._parent)
        timer.setSingleShot(True)
        timer.timeout.connect(call)
        timer.timeout.connect(timer.deleteLater)
        timer.start(round(seconds * 1000))
        return _Ring(timer)


class _Ring:
    def __init__(self, timer: QTimer) -> None:
        self._timer = timer
        self._rang = False
        timer.timeout.connect(self._note)

    def _note(self) -> None:
        self._rang = True

    def cancel(self) -> None:
        """No call any more; without effect once it was made."""
        if not self._rang:
            self._rang = True
            self._timer.stop()
            self._timer.deleteLater()

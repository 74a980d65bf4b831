"""The only threads in the app: run blocking work aside, deliver its outcome on the GUI thread.

Create the job, connect to its signals, then start it on a lane:

    job = lanes.files.job(lambda cancel, on_progress: read_films(study, cancel, on_progress))
    job.succeeded.connect(presenter.films_read)
    lanes.files.start(job)

A lane has one worker and takes its jobs in order. Every public signal is emitted on the GUI thread, never
inside `start`. A cancelled job never succeeds, even when its work was over before it looked at the token.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.progress import Cancelled, CancelToken, OnProgress, Progress

Work = Callable[[CancelToken, OnProgress], object]


class Job(QObject):
    """One blocking call. Connect to its signals first, then hand it to `Lane.start`.

    `succeeded` carries what the work returned, `failed` the exception it raised, `finished` the job itself;
    `finished` is always the last signal and comes exactly once, unless the lane was shut down before.
    """

    progressed = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    finished = Signal(object)
    _reported = Signal(object)
    _settled = Signal(object, object)

    def __init__(self, work: Work, parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self._token = CancelToken()
        # Queued to this object's thread: handlers run on the GUI thread and never inside start(), whether
        # they are methods of a QObject or of a plain presenter.
        self._reported.connect(self._pass_on, Qt.ConnectionType.QueuedConnection)
        self._settled.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def cancel(self) -> None:
        """Ask the work to stop; `cancelled` follows when it has, also when it had not begun."""
        self._token.cancel()

    @Slot(object)
    def _pass_on(self, progress: Progress) -> None:
        if not self._token.cancelled:
            self.progressed.emit(progress)

    @Slot(object, object)
    def _deliver(self, result: object, error: BaseException | None) -> None:
        if isinstance(error, Cancelled) or (error is None and self._token.cancelled):
            self.cancelled.emit()
        elif error is None:
            self.succeeded.emit(result)
        else:
            self.failed.emit(error)
        self.finished.emit(self)


class Lane(QObject):
    """One worker thread: jobs run one at a time, in the order in which they were started."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: set[Job] = set()
        self._worker = _Worker(name)

    def job(self, work: Work) -> Job:
        """A job for this lane, not started yet."""
        return Job(work, self)

    def start(self, job: Job) -> None:
        """Let the worker run `job` when its turn comes."""
        self._jobs.add(job)
        job.finished.connect(self._forget)
        self._worker.take(job)

    @property
    def busy(self) -> bool:
        """Whether any started job has not finished."""
        return bool(self._jobs)

    def cancel(self) -> None:
        """Cancel the running job and those that wait."""
        for job in self._jobs:
            job.cancel()

    def shut_down(self, wait_seconds: float) -> bool:
        """Cancel everything and wait for the worker at most so long; whether it ended. No signal follows."""
        self.cancel()
        return self._worker.shut_down(wait_seconds)

    @Slot(object)
    def _forget(self, job: Job) -> None:
        self._jobs.discard(job)
        job.deleteLater()


class Lanes(QObject):
    """The app's lanes: `engine`; `files`; `store` for the database; two for the network; and `training`,
    which waits for a program of its own.

    `asking` is for what an archive answers soon, `moving` for studies and reports on their way: neither an
    archive that is silent nor a large study holds up films that lie on this disk, or a query.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.engine = Lane("engine", self)
        self.files = Lane("files", self)
        self.store = Lane("store", self)
        self.asking = Lane("asking", self)
        self.moving = Lane("moving", self)
        self.training = Lane("training", self)

    @property
    def all(self) -> tuple[Lane, ...]:
        """Every lane."""
        return self.engine, self.files, self.store, self.asking, self.moving, self.training

    @property
    def busy(self) -> bool:
        """Whether any lane is."""
        return any(lane.busy for lane in self.all)

    def shut_down(self, wait_seconds: float = 5.0) -> bool:
        """Cancel every lane, wait for all together at most so long; whether all ended."""
        for lane in self.all:
            lane.cancel()
        deadline = time.monotonic() + wait_seconds
        ended = {lane: lane.shut_down(max(0.0, deadline - time.monotonic())) for lane in self.all}
        return all(ended.values())


class _Worker:
    """A daemon thread and its queue. Daemon, because work that does not stop must not keep the app alive."""

    def __init__(self, name: str) -> None:
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._gate = threading.Lock()  # held while a signal is emitted: after shut_down none ever is
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def take(self, job: Job) -> None:
        self._queue.put(job)

    def shut_down(self, wait_seconds: float) -> bool:
        with self._gate:
            self._closed = True
        self._queue.put(None)
        self._thread.join(wait_seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            self._settle(job)
            del job  # the thread holds no job while it waits

    def _settle(self, job: Job) -> None:
        def report(progress: Progress) -> None:
            with self._gate:
                if not self._closed:
                    job._reported.emit(progress)

        result, error = _outcome(job._work, job._token, report)
        with self._gate:
            if not self._closed:
                job._settled.emit(result, error)


def _outcome(work: Work, token: CancelToken, report: OnProgress) -> tuple[object, BaseException | None]:
    """Whatever the work ends with; this is the boundary where every exception becomes a value."""
    try:
        token.raise_if_cancelled()
        return work(token, report), None
    except BaseException as error:
        return None, error

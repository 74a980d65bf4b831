from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.jobs import Job, Lane, Lanes
from engine.progress import CancelToken, OnProgress, Progress


class Listener:
    """A presenter's stand-in: no Qt in it, and it notes on which thread it is called."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self.threads: set[str] = set()

    def hear(self, value: object = None) -> None:
        self.values.append(value)
        self.threads.add(threading.current_thread().name)


class DeafWork:
    """Work that never looks at its token, and ends when the test lets it go."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self, _: CancelToken, report: OnProgress) -> str:
        self.begun.set()
        self.go.wait(10.0)
        report(Progress("late", 1, 1))
        return "late"


@pytest.fixture
def lane(qtbot: QtBot) -> Iterator[Lane]:
    lane = Lane("engine")
    yield lane
    assert lane.shut_down(5.0)


def test_a_result_arrives_on_the_gui_thread(qtbot: QtBot, lane: Lane) -> None:
    listener, worked_on = Listener(), []

    def work(_: CancelToken, __: OnProgress) -> int:
        worked_on.append(threading.current_thread().name)
        return 42

    job = lane.job(work)
    job.succeeded.connect(listener.hear)
    with qtbot.waitSignal(job.finished):
        lane.start(job)
    assert (listener.values, worked_on) == ([42], ["engine"])
    assert listener.threads == {threading.main_thread().name}


def test_no_handler_runs_inside_start_even_when_the_work_is_over_at_once(qtbot: QtBot, lane: Lane) -> None:
    listener = Listener()
    job = lane.job(lambda *_: 1)
    job.succeeded.connect(listener.hear)
    with qtbot.waitSignal(job.finished):
        lane.start(job)
        time.sleep(0.05)
        assert listener.values == []
    assert listener.values == [1]


def test_progress_arrives_in_order_on_the_gui_thread_before_the_result(qtbot: QtBot, lane: Lane) -> None:
    listener = Listener()

    def work(_: CancelToken, report: OnProgress) -> str:
        for done in range(3):
            report(Progress("reading", done, 3))
        return "end"

    job = lane.job(work)
    job.progressed.connect(listener.hear)
    job.succeeded.connect(listener.hear)
    with qtbot.waitSignal(job.finished):
        lane.start(job)
    assert listener.values == [*(Progress("reading", done, 3) for done in range(3)), "end"]
    assert listener.threads == {threading.main_thread().name}


def test_an_exception_becomes_failed_and_the_lane_goes_on(qtbot: QtBot, lane: Lane) -> None:
    def broken(_: CancelToken, __: OnProgress) -> None:
        raise ValueError("no")

    job = lane.job(broken)
    with qtbot.waitSignal(job.failed) as caught:
        lane.start(job)
    assert isinstance(caught.args[0], ValueError)
    after = lane.job(lambda *_: "still here")
    with qtbot.waitSignal(after.succeeded) as answered:
        lane.start(after)
    assert answered.args == ["still here"]


def test_a_running_job_is_cancelled(qtbot: QtBot, lane: Lane) -> None:
    job = lane.job(until_cancelled)
    lane.start(job)
    with qtbot.waitSignal(job.cancelled):
        job.cancel()


def test_a_waiting_job_is_cancelled_before_it_begins(qtbot: QtBot, lane: Lane) -> None:
    begun: list[int] = []
    first, second = lane.job(until_cancelled), lane.job(lambda *_: begun.append(2))
    lane.start(first)
    lane.start(second)
    second.cancel()
    with qtbot.waitSignal(second.cancelled):
        first.cancel()
    assert begun == []


def test_a_cancelled_job_never_succeeds_although_its_work_went_through(qtbot: QtBot, lane: Lane) -> None:
    listener, deaf = Listener(), DeafWork()
    job = lane.job(deaf)
    job.succeeded.connect(listener.hear)
    lane.start(job)
    assert deaf.begun.wait(5.0)
    job.cancel()
    with qtbot.waitSignal(job.cancelled):
        deaf.go.set()
    assert listener.values == []


def test_finished_comes_last_and_once(qtbot: QtBot, lane: Lane) -> None:
    order: list[str] = []
    job = lane.job(lambda *_: None)
    job.finished.connect(lambda _: order.append("finished"))
    job.succeeded.connect(lambda _: order.append("succeeded"))
    with qtbot.waitSignal(job.finished):
        lane.start(job)
    qtbot.wait(20)
    assert order == ["succeeded", "finished"]


def test_jobs_run_in_order_and_are_freed(qtbot: QtBot, lane: Lane) -> None:
    listener = Listener()
    for number in range(300):
        job = lane.job(lambda *_, number=number: number)
        job.succeeded.connect(listener.hear)
        lane.start(job)
    qtbot.waitUntil(lambda: not lane.busy and not lane.findChildren(Job))
    assert listener.values == list(range(300))


def test_lanes_do_not_wait_for_each_other(qtbot: QtBot) -> None:
    lanes = Lanes()
    slow, quick = lanes.engine.job(until_cancelled), lanes.store.job(lambda *_: "kept")
    lanes.engine.start(slow)
    with qtbot.waitSignal(quick.succeeded):
        lanes.store.start(quick)
    assert lanes.engine.busy
    assert lanes.shut_down()


def test_shutting_down_cancels_and_waits(qtbot: QtBot) -> None:
    lanes, begun, ended = Lanes(), threading.Event(), threading.Event()

    def work(cancel: CancelToken, report: OnProgress) -> None:
        begun.set()
        try:
            until_cancelled(cancel, report)
        finally:
            ended.set()

    lanes.engine.start(lanes.engine.job(work))
    lanes.engine.start(lanes.engine.job(work))
    assert begun.wait(5.0)
    assert lanes.shut_down()
    assert ended.is_set()


def test_shutting_down_does_not_wait_for_work_that_will_not_stop(qtbot: QtBot) -> None:
    lane, deaf = Lane("files"), DeafWork()
    lane.start(lane.job(deaf))
    assert deaf.begun.wait(5.0)
    asked = time.monotonic()
    assert not lane.shut_down(0.1)
    assert time.monotonic() - asked < 1.0
    deaf.go.set()


def test_nothing_is_delivered_after_shut_down(qtbot: QtBot) -> None:
    lane, deaf, listener = Lane("files"), DeafWork(), Listener()
    job = lane.job(deaf)
    for signal in (job.progressed, job.succeeded, job.cancelled, job.finished):
        signal.connect(listener.hear)
    lane.start(job)
    assert deaf.begun.wait(5.0)
    lane.shut_down(0.05)
    lane.deleteLater()
    qtbot.wait(20)
    deaf.go.set()
    qtbot.wait(50)
    assert listener.values == []


def until_cancelled(cancel: CancelToken, _: OnProgress) -> None:
    while True:
        time.sleep(0.002)
        cancel.raise_if_cancelled()

"""Several processes of one command on this machine, with the environment that torchrun would give them.

torchrun itself is for several machines: its report of a failure would bury the sentence that says why.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

LOOK_SECONDS = 0.2
GRACE_SECONDS = 30.0  # for the others to say what they have to and to end, and again before they are killed

Started = subprocess.Popen[bytes]


def run_together(count: int, command: Sequence[str]) -> int:
    """Run a command as `count` processes; its exit code, where they differ that of one that failed.

    If one fails the others are ended, first kindly. KeyboardInterrupt, also on SIGTERM, ends all of them.
    """
    port = free_port()
    started = [_start(number, count, port, command) for number in range(count)]
    try:
        with _told_to_end():
            while not _some_failed(started) and any(each.poll() is None for each in started):
                time.sleep(LOOK_SECONDS)
    finally:
        _end(started)
    codes = [each.wait() for each in started]
    for number, code in enumerate(codes):
        if code in (-signal.SIGKILL, -signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS):
            name = signal.Signals(-code).name
            print(f"Process {number + 1} of {count} was ended by {name}.", file=sys.stderr)
    return next((1 if code < 0 else code for code in codes if code), 0)


def _start(number: int, count: int, port: int, command: Sequence[str]) -> Started:
    threads = str(max(1, (os.cpu_count() or 1) // count))
    own = {
        "RANK": number,
        "LOCAL_RANK": number,
        "WORLD_SIZE": count,
        "LOCAL_WORLD_SIZE": count,
        "GROUP_RANK": 0,
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": port,
    }
    quiet = {"OMP_NUM_THREADS": threads, "TORCH_CPP_LOG_LEVEL": "ERROR"}  # of warnings for torch's own users
    environment = {**quiet, **os.environ, **{name: str(own[name]) for name in own}}
    return subprocess.Popen(command, env=environment)


def free_port() -> int:
    """A port of this machine that nobody listens on just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def _told_to_end() -> Iterator[None]:
    """Within the block SIGTERM is like Ctrl-C."""

    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _some_failed(started: Sequence[Started]) -> bool:
    return any(each.poll() not in (None, 0) for each in started)


def _end(started: Sequence[Started]) -> None:
    """Wait for all; who does not end by himself is told to, and then killed."""
    for hurry in (lambda each: None, Started.terminate, Started.kill):
        going = [each for each in started if each.poll() is None]
        for each in going:
            hurry(each)
        until = time.monotonic() + GRACE_SECONDS
        for each in going:
            try:
                each.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                continue

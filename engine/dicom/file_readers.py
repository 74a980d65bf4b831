"""Many files at once: several processes read, each bounded in memory and time.

Parsing headers is Python's work, which threads of one process cannot share. A process that dies of a file, or
reads too long, costs that file: the others that it had been given are read again one by one.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Self

from engine.child import start_child, stop_child
from engine.dicom.reading import Found, Result, read_all
from engine.dicom.sources import skipped
from engine.dicom.wire import receive, send
from engine.errors import FileRefused
from engine.plain_values import from_plain

BATCH = 32
"""Files that one process reads before it answers: progress is told and a cancel heard between batches."""
SECONDS_PER_FILE = 20.0
STARTING_SECONDS = 120.0
MEMORY_BYTES = 3 << 30
"""Address space of a process: code, and the largest file with its copies."""
MOST_PROCESSES = 8
FAILED_IN_PYTHON = 1
"""Exit code of a process that could not even start to serve; a file ends it by a signal."""


Launch = Callable[[], "subprocess.Popen[bytes]"]


def launch_worker() -> subprocess.Popen[bytes]:
    """A process that reads files. Raises OSError."""
    return start_child("engine.dicom.file_worker", str(MEMORY_BYTES))


class FileReaders:
    """`processes` of them, started with the first files. Close them, or use them as a context manager."""

    def __init__(
        self, processes: int, seconds_per_file: float = SECONDS_PER_FILE, launch: Launch = launch_worker
    ) -> None:
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="reading files")
        self._idle: SimpleQueue[_Reader] = SimpleQueue()
        self._all = [_Reader(seconds_per_file, launch) for _ in range(processes)]
        for reader in self._all:
            self._idle.put(reader)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def read(self, paths: Sequence[Path]) -> Iterator[Result]:
        """What each file holds, in their order."""
        batches = [paths[start : start + BATCH] for start in range(0, len(paths), BATCH)]
        for results in self._threads.map(self._read, batches):
            yield from results

    def close(self) -> None:
        """End the processes, also in the middle of a file, and forget what was not read."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for reader in self._all:
            reader.close()
        self._threads.shutdown()

    def _read(self, paths: Sequence[Path]) -> Sequence[Result]:
        reader = self._idle.get()
        try:
            return reader.read(paths)
        finally:
            self._idle.put(reader)


def fitting_processes() -> int:
    """One for each processor that this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_PROCESSES)


@contextmanager
def _killed_after(process: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
    watch = threading.Timer(seconds, process.kill)
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def _deadly() -> FileRefused:
    return FileRefused(
        "Reading the file took too long or ended the program that read it.",
        code="damaged",
        todo="Copy it again.",
    )


class _Reader:
    """One process, started when it is needed and again after its death."""

    def __init__(self, seconds_per_file: float, launch: Launch) -> None:
        self._seconds = seconds_per_file
        self._launch = launch
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def read(self, paths: Sequence[Path]) -> Sequence[Result]:
        """What the files hold; those of which the process dies are skipped with the reason."""
        try:
            process = self._running()
        except OSError:  # no process can be had now: what this one does safely, it does
            return read_all(paths)
        try:
            return self._exchange(process, paths)
        except (OSError, EOFError, ValueError, TypeError, KeyError):
            self._stop()
        if self._closed:
            return []
        if process.returncode == FAILED_IN_PYTHON:
            return read_all(paths)
        if len(paths) == 1:
            return [skipped(paths[0], _deadly())]
        return [result for path in paths for result in self.read([path])]

    def close(self) -> None:
        """End the process; nothing is read any more."""
        self._closed = True
        self._stop()

    def _exchange(self, process: subprocess.Popen[bytes], paths: Sequence[Path]) -> Sequence[Result]:
        assert process.stdin is not None
        assert process.stdout is not None
        with _killed_after(process, self._seconds * len(paths)):
            send(process.stdin, [os.fspath(path) for path in paths])
            process.stdin.flush()
            results = tuple(from_plain(Found, each).result for each in receive(process.stdout))
        if len(results) != len(paths):
            raise ValueError("other files were read than were asked for")
        return results

    def _started(self) -> subprocess.Popen[bytes]:
        """A new process that says it is ready: what follows is not measured by how long it takes to load."""
        process = self._launch()
        assert process.stdout is not None
        with _killed_after(process, STARTING_SECONDS), suppress(EOFError, ValueError):
            receive(process.stdout)
        return process

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = self._started()
        if self._closed:  # meanwhile, by another thread
            self._process.kill()
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            stop_child(process)

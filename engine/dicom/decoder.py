"""Decoding behind a process seam: a decoder that crashes, hangs or eats memory takes one frame along."""

from __future__ import annotations

import math
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from engine.child import start_child, stop_child
from engine.dicom.frames import RawFrame
from engine.dicom.wire import Request, read_exactly, read_message, write_message
from engine.errors import PixelsUnreadable

SECONDS_PER_FRAME = 20.0
STARTING_SECONDS = 120.0
"""A busy machine may take long to load the decoders; no frame must pay for that."""
MEMORY_BYTES = 3 << 30
"""Address space: code and thread stacks, and the largest frame of 16 bits with its copies."""
FAILED_IN_PYTHON = 1
"""Exit code of a worker that could not even start to serve; damaged data end it by a signal."""


class FrameDecoder:
    """Decodes compressed frames in a worker process of its own, one at a time.

    The worker starts with the first frame, is killed when it takes longer than `seconds_per_frame`, and is
    started again for the next frame after it died. Callers on several threads wait for each other. Close it,
    or use it as a context manager.
    """

    def __init__(
        self, seconds_per_frame: float = SECONDS_PER_FRAME, memory_bytes: int = MEMORY_BYTES
    ) -> None:
        self._seconds = seconds_per_frame
        self._memory = memory_bytes
        self._turn = threading.Lock()
        self._worker: subprocess.Popen[bytes] | None = None
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def process_id(self) -> int | None:
        """The worker's process, None before the first frame and after its death."""
        worker = self._worker
        return worker.pid if worker is not None and worker.poll() is None else None

    def decode(self, path: Path, frame: int = 0) -> RawFrame:
        """A frame's samples as stored, counted from 0.

        Raises PixelsUnreadable with a sentence: no decoder for the syntax, damaged data, too slow, or dead.
        """
        with self._turn:
            worker = self._running_worker()
            with self._watched(worker, self._seconds):
                return _exchange(worker, Request(str(path.absolute()), frame))

    def close(self) -> None:
        """End the worker, even in the middle of a frame; the decoder cannot be used again."""
        self._closed = True
        if self._worker is not None:
            stop_child(self._worker)

    def _running_worker(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise PixelsUnreadable("The decoder was closed.")
        if self._worker is None or self._worker.poll() is not None:
            if self._worker is not None:
                stop_child(self._worker)
            self._worker = _start(self._memory, math.ceil(self._seconds))
            if self._closed:  # meanwhile, by another thread
                stop_child(self._worker)
            with self._watched(self._worker, STARTING_SECONDS):
                _await_readiness(self._worker)
        return self._worker

    @contextmanager
    def _watched(self, worker: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
        """Kill the worker when `seconds` are over; PixelsUnreadable if it is then, or was before, dead."""
        late = threading.Event()
        watch = threading.Timer(seconds, _stop_late, (worker, late))
        watch.start()
        try:
            yield
        except (OSError, EOFError, ValueError) as error:
            stop_child(worker)
            raise PixelsUnreadable(self._obituary(worker, late, seconds)) from error
        finally:
            watch.cancel()

    def _obituary(self, worker: subprocess.Popen[bytes], late: threading.Event, seconds: float) -> str:
        if self._closed:
            return "Decoding was stopped."
        if late.is_set():
            return f"Decoding the image took longer than {seconds:g} seconds and was stopped."
        if worker.returncode == FAILED_IN_PYTHON:
            return "The decoder does not work on this machine."
        return "The decoder ended without an answer; the image data are probably damaged."


def _start(memory_bytes: int, seconds: int) -> subprocess.Popen[bytes]:
    try:
        return start_child("engine.dicom.worker", str(memory_bytes), str(seconds))
    except OSError as error:
        raise PixelsUnreadable("The decoder cannot be started.", todo="Free some memory.") from error


def _await_readiness(worker: subprocess.Popen[bytes]) -> None:
    assert worker.stdout is not None
    read_message(worker.stdout)


def _exchange(worker: subprocess.Popen[bytes], request: Request) -> RawFrame:
    assert worker.stdin is not None
    assert worker.stdout is not None
    write_message(worker.stdin, request)
    worker.stdin.flush()
    facts = read_message(worker.stdout)
    samples = read_exactly(worker.stdout, facts["size"])
    if facts["error"]:
        raise PixelsUnreadable(facts["error"])
    return _frame(facts, samples)


def _frame(facts: dict[str, Any], samples: bytes) -> RawFrame:
    rows, columns, dtype = facts["rows"], facts["columns"], np.dtype(facts["dtype"])
    pixels = rows * columns
    words = np.frombuffer(samples, dtype, pixels).reshape(rows, columns)
    rgb = None
    if facts["colour"]:
        rgb = np.frombuffer(samples, np.uint8, 3 * pixels, pixels * dtype.itemsize).reshape(rows, columns, 3)
    return RawFrame(words, facts["precision"], rgb, facts["lossy"], tuple(facts["notes"]))


def _stop_late(worker: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    worker.kill()

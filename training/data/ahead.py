"""Batches that a thread makes while the model works on those before them: for films that are decoded anew."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sized
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import Any, Protocol

WAITING = 3  # batches that are held at most
LOOK_SECONDS = 0.2  # how often the thread looks whether anybody still wants batches


class Batches(Sized, Protocol):
    """Batches in an order of their own."""

    def __iter__(self) -> Iterator[Any]: ...


@dataclass(frozen=True, slots=True)
class _Failed:
    """What the thread met instead of a batch."""

    error: BaseException


_END = object()


@dataclass(frozen=True, slots=True)
class Ahead:
    """The same batches in the same order; what making one raises is raised where it would have come."""

    batches: Batches

    def __len__(self) -> int:
        return len(self.batches)

    def __iter__(self) -> Iterator[Any]:
        made: Queue[Any] = Queue(WAITING)
        unwanted = threading.Event()
        thread = threading.Thread(target=_make, args=(self.batches, made, unwanted), daemon=True)
        thread.start()
        try:
            while (batch := made.get()) is not _END:
                if isinstance(batch, _Failed):
                    raise batch.error
                yield batch
        finally:
            unwanted.set()
            _empty(made)
            thread.join()


def _make(batches: Batches, made: Queue[Any], unwanted: threading.Event) -> None:
    try:
        for batch in batches:
            if not _hand_over(batch, made, unwanted):
                return
        _hand_over(_END, made, unwanted)
    except BaseException as error:
        _hand_over(_Failed(error), made, unwanted)


def _hand_over(batch: Any, made: Queue[Any], unwanted: threading.Event) -> bool:
    """Whether anybody wanted it."""
    while not unwanted.is_set():
        try:
            made.put(batch, timeout=LOOK_SECONDS)
            return True
        except Full:
            continue
    return False


def _empty(made: Queue[Any]) -> None:
    while True:
        try:
            made.get_nowait()
        except Empty:
            return

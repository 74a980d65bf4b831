"""Progress and cancellation for long calls: plain Python, no GUI toolkit."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass


class Cancelled(Exception):
    """The caller asked for the running call to stop; nothing was produced."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call has come: `done` of `total` steps of `stage`, said in the reader's words."""

    stage: str
    done: int
    total: int


OnProgress = Callable[[Progress], None]


def ignore_progress(_: Progress) -> None:
    """An `OnProgress` for callers who do not watch."""


class CancelToken:
    """Set once, from any thread; long calls look at it between steps. It is set with any of `others` too."""

    def __init__(self, *others: CancelToken) -> None:
        self._event = threading.Event()
        self._others = others

    def cancel(self) -> None:
        """Ask the call that holds this token to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set() or any(other.cancelled for other in self._others)

    def raise_if_cancelled(self) -> None:
        """Raise `Cancelled` if `cancel` was called."""
        if self.cancelled:
            raise Cancelled

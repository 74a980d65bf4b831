"""The store behind its lane: opened on first use, and again after a failure to open."""

from __future__ import annotations

from collections.abc import Callable

from app.ports import Lane, OpenStore, Result, Store, Tell
from engine.progress import CancelToken


class Keeper:
    """Asks the store, one question at a time and never on the caller's thread."""

    def __init__(self, lane: Lane, open_store: OpenStore) -> None:
        self._lane = lane
        self._open_store = open_store
        self._store: Store | None = None  # touched by the lane's worker alone

    def ask(
        self,
        question: Callable[[Store], Result],
        *,
        done: Callable[[Result], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Ask; exactly one of `done` and `failed` follows, unless the desk closes before."""

        def work(_: CancelToken, __: Tell) -> Result:
            return question(self._opened())

        self._lane.run(work, done=done, failed=failed)

    def close(self) -> None:
        """Let go of the database; call it when the lane has ended."""
        if self._store is not None:
            self._store.close()

    def _opened(self) -> Store:
        if self._store is None:
            self._store = self._open_store()
        return self._store

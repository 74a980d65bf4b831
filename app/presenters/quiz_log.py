"""The events of a sitting on their way to the store: in their order, and tried again after a failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.presenters.keeping import Keeper
from app.quiz.sitting import Event

if TYPE_CHECKING:
    from app.store.rows import KeptSitting


def nothing() -> None:
    """Nobody waits."""


class SittingLog:
    """Keeps what happened after the events that a sitting had when it was opened.

    It goes on when the sitting has left the screen. An event that could not be kept is tried again with the
    next one; `failed` is told each time.
    """

    def __init__(self, keeper: Keeper, kept: KeptSitting, failed: Callable[[BaseException], None]) -> None:
        self._keeper = keeper
        self._number = kept.id
        self._saved = kept.sitting.events
        self._unsaved: list[Event] = []
        self._saving = False
        self._failed = failed
        self._then: Callable[[], None] = nothing

    def add(self, event: Event) -> None:
        """Keep one more."""
        self._unsaved.append(event)
        self._save()

    def when_kept(self, then: Callable[[], None]) -> None:
        """Call this when nothing is on its way any more, or could not be kept."""
        self._then = then
        self._save()

    def _save(self) -> None:
        if self._saving:
            return
        if not self._unsaved:
            self._tell()
            return
        number, before, events = self._number, self._saved, tuple(self._unsaved)
        self._saving = True

        def done(_: None) -> None:
            self._saving = False
            self._saved += len(events)
            del self._unsaved[: len(events)]
            self._save()

        def failed(error: BaseException) -> None:
            self._saving = False
            self._failed(error)
            self._tell()

        self._keeper.ask(lambda store: store.quizzes.add(number, before, events), done=done, failed=failed)

    def _tell(self) -> None:
        then, self._then = self._then, nothing
        then()

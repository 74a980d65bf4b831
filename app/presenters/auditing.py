"""Rows of the audit for what is asked of archives, and whether all of them are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.language import tr
from app.messages import Notice, notice_of
from app.presenters.keeping import Keeper
from app.store.events import Event


class Auditor:
    """One row for each event. `told` hears of a row that could not be written."""

    def __init__(self, keeper: Keeper, told: Callable[[Notice], None]) -> None:
        self._keeper = keeper
        self._told = told
        self._pending = 0
        self._on_written: Callable[[], None] = _nobody

    @property
    def pending(self) -> int:
        """How many rows are still to be written."""
        return self._pending

    def when_written(self, call: Callable[[], None]) -> None:
        """Call this whenever a row was written, or could not be."""
        self._on_written = call

    def note(self, event: Event, study_uid: str, detail: Mapping[str, str | int]) -> None:
        """Add a row; no patient's name or number in `detail`."""
        self._pending += 1
        self._keeper.ask(
            lambda store: store.note(event, study_uid, detail), done=self._written, failed=self._failed
        )

    def _written(self, _: None) -> None:
        self._pending -= 1
        self._on_written()

    def _failed(self, error: BaseException) -> None:
        notice = notice_of(error)
        self._told(Notice(tr("This is not in the audit. {why}", why=notice.what), notice.where, notice.todo))
        self._written(None)


def _nobody() -> None:
    """Nobody asked to be told."""

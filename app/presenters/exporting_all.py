"""All reviews as one table: read from the store one by one, so that saving is never held up, then written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.language import tr, tr_count
from app.messages import Notice, ProgressShown, TableKind, notice_of
from app.ports import Files, Lane, Now, Store
from app.presenters.keeping import Keeper
from app.review.history import History
from app.review.review import Review
from app.store.events import Event
from engine.errors import PanelMalformed
from engine.panel import Panel
from engine.study import Study

if TYPE_CHECKING:
    from app.store.rows import StudyRow


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review as the store has it, with its study and the panel that was kept last."""

    review: Review
    study: Study
    panel: Panel | None


ExportAll = Callable[[TableKind, Sequence[Reviewed], datetime, Path], None]
"""Writes them as one file; blocks, raises ConsiliumError."""


class Savable(Protocol):
    """The report editor, so far as this asks it."""

    def save_now(self) -> None:
        """Save without waiting."""


@dataclass(slots=True)
class _Run:
    """One export on its way."""

    kind: TableKind
    path: Path
    waiting: list[StudyRow]
    total: int
    found: list[Reviewed]
    left_out: list[Notice]
    writing: bool = False


class AllReviewsPresenter:
    """One export at a time. A review that cannot be read is left out and named; the others are written."""

    def __init__(
        self,
        report: Savable,
        lane: Lane,
        keeper: Keeper,
        files: Files,
        export: ExportAll,
        now: Now,
        progressed: Callable[[ProgressShown | None], None],
        told: Callable[[Notice], None],
    ) -> None:
        """`export` runs on `lane`; `progressed` hears how far it is, None at the end."""
        self._report = report
        self._lane = lane
        self._keeper = keeper
        self._files = files
        self._export = export
        self._now = now
        self._progressed = progressed
        self._told = told
        self._run: _Run | None = None

    def export(self, kind: TableKind, path: Path) -> None:
        """Write every review that was begun, as it stands in the store."""
        if self._run is not None:
            self._told(
                Notice(tr("Reviews are being exported already."), todo=tr("Wait for it, or cancel it."))
            )
            return
        run = self._run = _Run(kind, path, [], 0, [], [])
        self._report.save_now()  # the store's lane takes its questions in order
        self._progressed(ProgressShown(tr("Reading reviews")))
        self._keeper.ask(
            lambda store: [row for row in store.studies() if row.status is not None],
            done=lambda rows: self._listed(run, rows),
            failed=lambda error: self._failed(run, error),
        )

    def cancel(self) -> None:
        """Write nothing; a file that is being written already is finished, as that takes no time."""
        if self._run is not None and not self._run.writing:
            self._end()
            self._told(Notice(tr("The export was cancelled; nothing was written.")))

    def _listed(self, run: _Run, rows: list[StudyRow]) -> None:
        if run is self._run:
            run.waiting, run.total = list(rows), len(rows)
            self._next(run)

    def _next(self, run: _Run) -> None:
        if run is not self._run:
            return
        done = run.total - len(run.waiting)
        words = tr("Reading reviews {done} of {total}", done=done, total=run.total)
        self._progressed(ProgressShown(words, done, run.total))
        if not run.waiting:
            self._write(run)
            return
        row = run.waiting.pop(0)

        def read(reviewed: Reviewed) -> None:
            run.found.append(reviewed)
            self._next(run)

        def failed(error: BaseException) -> None:
            run.left_out.append(notice_of(error))
            self._next(run)

        self._keeper.ask(lambda store: _reviewed(store, self._files, row), done=read, failed=failed)

    def _write(self, run: _Run) -> None:
        if not run.found:
            self._end()
            first = run.left_out[0] if run.left_out else Notice(tr("There is no review yet to export."))
            self._told(first)
            return
        run.writing = True
        now, found = self._now(), tuple(run.found)
        self._lane.run(
            lambda _cancel, _tell: self._export(run.kind, found, now, run.path),
            done=lambda _: self._written(run),
            failed=lambda error: self._failed(run, error),
        )

    def _written(self, run: _Run) -> None:
        self._end()
        what = tr_count("%n review saved.", "%n reviews saved.", len(run.found))
        if run.left_out:
            left = tr_count("%n review was left out.", "%n reviews were left out.", len(run.left_out))
            what = f"{what} {left} {run.left_out[0].what}"
        self._told(Notice(what, str(run.path), done=not run.left_out))
        detail: dict[str, str | int] = {"format": run.kind.name.lower(), "reviews": len(run.found)}
        self._keeper.ask(
            lambda store: store.note(Event.EXPORTED, "", detail),
            done=lambda _: None,
            failed=lambda error: self._told(
                Notice(tr("The export is not in the audit. {why}", why=notice_of(error).what), str(run.path))
            ),
        )

    def _failed(self, run: _Run, error: BaseException) -> None:
        if run is self._run:
            self._end()
            self._told(notice_of(error))

    def _end(self) -> None:
        self._run = None
        self._progressed(None)


def _reviewed(store: Store, files: Files, row: StudyRow) -> Reviewed:
    """A review rebuilt from its log, which the audit does not take for an opened study."""
    review = History(Review(row.study_uid)).following(store.log(row.study_uid)).present
    study = Study(
        row.study_uid,
        row.patient,
        row.study_date,
        row.study_time,
        row.accession_number,
        row.description,
    )
    text = store.latest_panel(row.study_uid)
    try:
        panel = None if text is None else files.panel_from_json(text)
    except PanelMalformed:  # the review is whole without it, and says itself whose words are in it
        panel = None
    return Reviewed(review, study, panel)

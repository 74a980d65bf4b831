"""What leaves the desk: the report on the screen, in the format and at the place that the reader chose."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Protocol

from app.language import tr, tr_engine, tr_marked
from app.messages import ExportKind, Notice, notice_of
from app.ports import Lane, Now
from app.presenters.keeping import Keeper
from app.review.review import Review
from app.store.events import Event
from engine.panel import Panel
from engine.study import Study

Export = Callable[[ExportKind, Review, Study, Panel | None, datetime, Path], tuple[str, ...]]
"""Writes it and returns warnings that the reader must see; blocks, raises ConsiliumError."""


class Exportable(Protocol):
    """The report editor, so far as exports ask it."""

    @property
    def review(self) -> Review | None:
        """The review on the screen."""

    def save_now(self) -> None:
        """Save without waiting."""


class ExportPresenter:
    """`told` hears where the export lies, or why there is none. Every export is in the audit."""

    def __init__(
        self,
        report: Exportable,
        lane: Lane,
        keeper: Keeper,
        export: Export,
        now: Now,
        told: Callable[[Notice], None],
    ) -> None:
        """`export` runs on `lane`."""
        self._report = report
        self._lane = lane
        self._keeper = keeper
        self._export = export
        self._now = now
        self._told = told
        self._study: Study | None = None
        self._panel: Panel | None = None

    def show_study(self, study: Study | None) -> None:
        """The study on the screen."""
        self._study = study

    def show_panel(self, panel: Panel | None) -> None:
        """The panel on the screen."""
        self._panel = panel

    def export(self, kind: ExportKind, path: Path) -> None:
        """Write the report as it stands now."""
        review, study, panel, now = self._report.review, self._study, self._panel, self._now()
        if review is None or study is None or review.study_uid != study.study_uid:
            self._told(Notice(tr("There is no report to export."), todo=tr("Open a study first.")))
            return
        self._report.save_now()
        self._lane.run(
            lambda _cancel, _tell: self._export(kind, review, study, panel, now, path),
            done=lambda warnings: self._written(kind, study.study_uid, path, warnings),
            failed=lambda error: self._told(notice_of(error)),
        )

    def _written(self, kind: ExportKind, study_uid: str, path: Path, warnings: tuple[str, ...]) -> None:
        self._told(
            Notice(
                tr("{format} saved.", format=tr_marked(kind.words)),
                str(path),
                " ".join(map(tr_engine, warnings)),
                done=not warnings,
            )
        )
        self._keeper.ask(
            lambda store: store.note(Event.EXPORTED, study_uid, {"format": kind.name.lower()}),
            done=lambda _: None,
            failed=lambda error: self._told(
                Notice(tr("The export is not in the audit. {why}", why=notice_of(error).what), str(path))
            ),
        )

"""The composition root's part for archives: builds what asks, retrieves and sends, and plugs it together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.archives.asked import Period
from app.archives.book import Book
from app.archives.cache import DeskCache
from app.archives.shown import Connect, SecretKeeper, WriteReport
from app.callbacks import CallbackLane
from app.jobs import Lanes
from app.language import tr
from app.messages import Notice, StudyState
from app.ports import Alarm, Now
from app.presenters.archive import ArchivePorts, ArchivePresenter
from app.presenters.archive_book import BookPorts, BookPresenter
from app.presenters.auditing import Auditor
from app.presenters.desk import DeskPresenter
from app.presenters.keeping import Keeper
from app.presenters.retrieving import RetrievingPorts, RetrievingPresenter
from app.presenters.sending import SendingPorts, SendingPresenter
from app.views.bars import READ
from app.views.window import DeskWindow
from engine.panel import Panel
from engine.study import Study

if TYPE_CHECKING:
    from app.review.review import Review
    from engine.archives.archive import Archive
    from engine.archives.config import ArchiveConfig


class ArchiveOpener:
    """Speaks to archives in processes of their own; a `Connect`. What does is loaded with the first call."""

    def __init__(self, secrets: SecretKeeper) -> None:
        self._secrets = secrets

    def __call__(self, archive: ArchiveConfig, secret: str) -> Archive:
        """The archive; a given secret goes before the one that is kept."""
        from engine.archives.connection import connect

        return connect(archive, _Given(secret) if secret else self._secrets)


@dataclass(frozen=True, slots=True)
class _Given:
    """A password that was typed and is not kept yet."""

    text: str

    def secret(self, archive: str) -> str:
        return self.text

    def __repr__(self) -> str:
        return "_Given()"


@dataclass(frozen=True, slots=True)
class ArchiveParts:
    """What differs between the desk and its tests."""

    book: Book
    save: Callable[[Book], None]
    cache: DeskCache
    connect: Connect
    secrets: SecretKeeper
    write: WriteReport


class Archiving(QObject):
    """Everything of the desk that has to do with archives. `changed`: what settings keep of it is another."""

    changed = Signal()

    def __init__(
        self,
        window: DeskWindow,
        desk: DeskPresenter,
        lanes: Lanes,
        keeper: Keeper,
        alarm: Alarm,
        now: Now,
        parts: ArchiveParts,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._cache = parts.cache
        self._files = CallbackLane(lanes.files)
        asking, moving = CallbackLane(lanes.asking), CallbackLane(lanes.moving)
        self._auditor = Auditor(keeper, window.show_lasting_notice)
        self._on_settled: Callable[[], None] | None = None
        self.retrieving = RetrievingPresenter(
            RetrievingPorts(
                moving,
                parts.connect,
                parts.cache,
                self._auditor,
                desk.bring,
                self._mark_missing,
            ),
            self._moved,
            self._tell,
        )
        self.page = ArchivePresenter(
            window.archive,
            ArchivePorts(asking, parts.connect, self._auditor, alarm, now, self._is_here, self._open_study),
            parts.book,
            self.retrieving,
        )
        self.sending = SendingPresenter(
            window.sending,
            SendingPorts(moving, keeper, parts.connect, parts.cache, self._auditor, parts.write, now),
            parts.book,
            _OnScreen(desk),
            window.show_notice,
            self._moved,
        )
        self.book = BookPresenter(
            window.archives,
            BookPorts(
                asking, self._files, parts.connect, parts.secrets, parts.cache, self._auditor, parts.save
            ),
            parts.book,
            self._book_changed,
            self._cleared,
        )
        self._auditor.when_written(self._look_if_settled)
        self._connect()
        self._files.run(lambda _cancel, _tell: parts.cache.sweep(), done=_ignore, failed=_ignore)

    @property
    def limit_gib(self) -> int:
        """How much the cache may hold."""
        return max(1, self._cache.limit_bytes >> 30)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is asked or on its way, and the audit has it all."""
        busy = self.page.is_asking or self.retrieving.is_busy or self.sending.is_busy
        return not busy and not self._auditor.pending

    def end(self, then: Callable[[], None]) -> None:
        """The window is closing: stop everything; `then` is called when the audit has it all."""
        self._on_settled = then
        self.retrieving.cancel()
        self.sending.cancel()
        if self.page.is_asking:
            self.page.cancel()
        self._look_if_settled()

    # Inside

    def _looked_at(self, study_uid: str) -> None:
        """A study is on the screen: it leaves the cache last."""
        paths = next(
            (each.paths for each in self._desk.worklist.listed if each.row.study_uid == study_uid), ()
        )
        cache = self._cache
        if any(path.is_relative_to(cache.folder) for path in paths):
            self._files.run(lambda _cancel, _tell: cache.touch(paths), done=_ignore, failed=_ignore)

    def _connect(self) -> None:
        window, page = self._window, self._window.archive
        window.worklist.study_chosen.connect(self._looked_at)
        page.fields.asked.connect(self.page.ask)
        page.fields.archive_chosen.connect(self.page.choose)
        page.table.sort_asked.connect(self.page.sort)
        page.activated.connect(self.page.activate)
        page.retrieve_asked.connect(self.page.retrieve)
        page.open_asked.connect(self.page.open)
        page.cancel_asked.connect(self.page.cancel)
        page.retry_asked.connect(self.page.retry)
        page.archives_asked.connect(self.book.show)
        window.archive_command_given.connect(lambda name: self._commands()[name]())
        window.archive_shown.connect(self._shown)
        window.cancel_asked.connect(self._cancel_moving)
        window.report.send_asked.connect(self.sending.ask)
        window.sending.agreed.connect(self.sending.send)
        sheet = window.archives
        sheet.edited.connect(self.book.edit)
        sheet.saved.connect(self.book.save)
        sheet.removed.connect(self.book.remove)
        sheet.tested.connect(self.book.test)
        sheet.closed.connect(self.book.close)
        sheet.cache_limited.connect(self.book.limit_cache)
        sheet.cache_cleared.connect(self.book.clear_cache)

    def _commands(self) -> Mapping[str, Callable[[], None]]:
        page = self._window.archive
        return {
            "escape": self.page.cancel,
            "retrieve_studies": page.retrieve,
            "open_match": page.open,
            "search_today": lambda: page.ask_period(Period.TODAY),
            "search_week": lambda: page.ask_period(Period.WEEK),
            "search_again": self.page.retry,
            "sort_next": self.page.sort_by_next,
            "sort_turn": self.page.turn_order,
            "edit_archives": self.book.show,
        }

    def _shown(self, visible: bool) -> None:
        if visible:
            self._mark_missing()
            self.page.show()
            self._window.archive.focus_fields()

    def _tell(self, notice: Notice) -> None:
        """What became of a study on its way is said where the reader is."""
        if self._window.archive.isVisible():
            self._window.archive.show_archive_notice(notice)
        else:
            self._window.show_notice(notice)

    def _moved(self) -> None:
        """Something on its way is another: the page and the desk's bar say so."""
        self.page.show_soon()
        self._desk.show_background(self.retrieving.progress or self.sending.progress)
        self._look_if_settled()

    def _cancel_moving(self) -> None:
        """The bar's button stops what the bar says."""
        self.retrieving.cancel()
        self.sending.cancel()

    def _is_here(self, study_uid: str) -> bool:
        return self._desk.worklist.state_of(study_uid) not in (None, StudyState.MISSING)

    def _open_study(self, study_uid: str) -> None:
        self._window.show_mode(READ)
        self._desk.worklist.choose(study_uid)
        self._looked_at(study_uid)

    def _book_changed(self, book: Book) -> None:
        self.page.show_book(book)
        self.sending.show_book(book)
        self.changed.emit()

    def _cleared(self) -> None:
        self.retrieving.forget()
        self._mark_missing()

    def _mark_missing(self) -> None:
        """Studies of the worklist whose films were in the cache and are not there any more."""
        folder = self._cache.folder
        cached = [
            (listed.row.study_uid, listed.paths)
            for listed in self._desk.worklist.listed
            if listed.paths and all(path.is_relative_to(folder) for path in listed.paths)
        ]
        if cached:
            self._files.run(lambda _cancel, _tell: _gone(cached), done=self._gone, failed=_ignore)

    def _gone(self, uids: Sequence[str]) -> None:
        why = tr("Its films were removed from the cache. Retrieve them again from the archive.")
        for uid in uids:
            self._desk.worklist.mark(uid, StudyState.MISSING, why)
        if uids:
            self.page.show()

    def _look_if_settled(self) -> None:
        if self._on_settled is not None and self.is_settled:
            then, self._on_settled = self._on_settled, None
            then()


@dataclass(frozen=True, slots=True)
class _OnScreen:
    """See `app.presenters.sending.OnScreen`."""

    desk: DeskPresenter

    @property
    def study(self) -> Study | None:
        return self.desk.worklist.study(self.desk.worklist.chosen)

    @property
    def review(self) -> Review | None:
        return self.desk.report.review

    @property
    def panel(self) -> Panel | None:
        return self.desk.panel.panel


def write_report(review: Review, study: Study, panel: Panel | None, now: datetime, folder: Path) -> Path:
    """A `WriteReport`: the DICOM structured report, under a name that names nobody."""
    from app.messages import ExportKind
    from app.opening import export

    file = folder / "report.dcm"
    export(ExportKind.STRUCTURED_REPORT, review, study, panel, now, file)
    return file


def _gone(cached: Sequence[tuple[str, Sequence[Path]]]) -> tuple[str, ...]:
    return tuple(uid for uid, paths in cached if not any(path.exists() for path in paths))


def _ignore(_: object) -> None:
    """Nobody waits for it, and nothing hangs on it."""

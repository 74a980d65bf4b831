"""The page of archives: what was asked, what was answered so far, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from app.archives.asked import Asked, fields_of, query_of
from app.archives.book import Book
from app.archives.shown import (
    ArchivesShown,
    ArchiveView,
    AskState,
    Column,
    Connect,
    Here,
    MatchRow,
    ResultsShown,
)
from app.language import tr, tr_count, tr_engine, tr_mark, tr_marked
from app.messages import Notice, notice_of
from app.ports import Alarm, Lane, Now, Task, Tell
from app.presenters.archive_rows import match_row, ordered
from app.presenters.auditing import Auditor
from app.presenters.retrieving import RetrievingPresenter, Transfer
from app.store.events import Event
from engine.archives.archive import Found, Match, Query
from engine.archives.config import ArchiveConfig
from engine.progress import CancelToken

SHOW_EVERY_SECONDS = 0.1
"""Answers come one by one, hundreds in a second; the table is drawn so often at most."""


@dataclass(frozen=True, slots=True)
class ArchivePorts:
    """What asking works with. `is_here` says whether a study's films are on this desk."""

    lane: Lane
    connect: Connect
    auditor: Auditor
    alarm: Alarm
    now: Now
    is_here: Callable[[str], bool]
    open_study: Callable[[str], None]


@dataclass(slots=True)
class _Run:
    """One query, and what has come of it."""

    archive: ArchiveConfig
    query: Query
    matches: dict[str, Match] = field(default_factory=dict)
    state: AskState = AskState.ASKING
    more: bool = False
    warnings: tuple[str, ...] = ()
    why: str = ""
    task: Task | None = None


class ArchivePresenter:
    """One query at a time. Its matches stay on the page until the next is asked."""

    def __init__(
        self, view: ArchiveView, ports: ArchivePorts, book: Book, retrieving: RetrievingPresenter
    ) -> None:
        self._view = view
        self._ports = ports
        self._book = book
        self._chosen = ""
        self._retrieving = retrieving
        self._run: _Run | None = None
        self._column = Column.DATE
        self._descending = True
        self._shows_soon: Task | None = None
        self._rows: dict[str, tuple[tuple[Match, Transfer | None, bool], MatchRow]] = {}
        self.show_book(book)

    @property
    def is_asking(self) -> bool:
        """Whether an answer is awaited."""
        return self._run is not None and self._run.state is AskState.ASKING

    @property
    def state(self) -> AskState:
        """How the last query stands."""
        return self._run.state if self._run is not None else AskState.READY

    def show_book(self, book: Book) -> None:
        """These are the archives from now on."""
        self._book = book
        if self._chosen not in book.names:
            self._chosen = book.names[0] if book.names else ""
        self._view.show_archives(ArchivesShown(book.names, self._chosen))
        self.show()

    def choose(self, name: str) -> None:
        """The next query goes to this archive."""
        if name in self._book.names:
            self._chosen = name

    def ask(self, asked: Asked) -> None:
        """Ask an archive; a query under way gives way to this one."""
        archive = self._book.find(asked.archive)
        if archive is None:
            self._view.show_archive_notice(Notice(tr("No archive is chosen."), todo=tr("Add one first.")))
            return
        query = query_of(asked, self._ports.now().astimezone().date())
        if query.is_empty:
            what = tr("This would ask for everything that the archive holds.")
            todo = tr("Fill in a field or choose a time; * as a name asks for everything.")
            self._view.show_archive_notice(Notice(what, todo=todo))
            return
        self._begin(archive, query)

    def retry(self) -> None:
        """Ask the same again."""
        if self._run is not None and not self.is_asking:
            archive = self._book.find(self._run.archive.name)
            if archive is not None:
                self._begin(archive, self._run.query)

    def cancel(self) -> None:
        """Stop the query; when there is none, what is being retrieved."""
        if self._run is not None and self._run.task is not None and self.is_asking:
            self._run.task.cancel()
        else:
            self._retrieving.cancel()

    def sort(self, column: Column) -> None:
        """By this column; once more, the other way round. Days begin with the last."""
        if column is self._column:
            self._descending = not self._descending
        else:
            self._column, self._descending = column, column in (Column.DATE, Column.IMAGES)
        self.show()

    def sort_by_next(self) -> None:
        """By the column to the right."""
        columns = list(Column)
        self.sort(columns[(columns.index(self._column) + 1) % len(columns)])

    def turn_order(self) -> None:
        """The same column the other way round."""
        self.sort(self._column)

    def retrieve(self, study_uids: Sequence[str]) -> None:
        """Bring these studies here."""
        if self._run is None or not study_uids:
            return
        archive = self._book.find(self._run.archive.name)
        if archive is None:
            self._view.show_archive_notice(
                Notice(tr("This archive is not in the list any more."), self._run.archive.name)
            )
            return
        self._view.show_archive_notice(None)
        self._retrieving.retrieve(archive, [uid for uid in study_uids if uid in self._run.matches])

    def activate(self, study_uids: Sequence[str]) -> None:
        """What Enter does: open a study that is here; retrieve what is not."""
        away = [uid for uid in study_uids if self._here(uid) not in (Here.HERE, Here.WAITING, Here.COMING)]
        if away:
            self.retrieve(away)
        elif study_uids and self._here(study_uids[0]) is Here.HERE:
            self._ports.open_study(study_uids[0])

    def open(self, study_uids: Sequence[str]) -> None:
        """Show the first of these that is here, or is here in part."""
        found = next((uid for uid in study_uids if self._ports.is_here(uid)), "")
        if found:
            self._ports.open_study(found)
        elif study_uids:
            self._view.show_archive_notice(Notice(tr("This study is not here yet."), todo=tr("Retrieve it.")))

    def show(self) -> None:
        """Show everything as it stands."""
        if self._shows_soon is not None:
            self._shows_soon.cancel()
            self._shows_soon = None
        self._view.show_results(self._shown())

    def show_soon(self) -> None:
        """The same, but no more often than an eye follows."""
        if self._shows_soon is None:
            self._shows_soon = self._ports.alarm.after(SHOW_EVERY_SECONDS, self.show)

    # Inside

    def _begin(self, archive: ArchiveConfig, query: Query) -> None:
        if self._run is not None and self._run.task is not None and self.is_asking:
            self._run.task.cancel()
        run = self._run = _Run(archive, query)
        self._rows.clear()
        connect = self._ports.connect

        def work(cancel: CancelToken, tell: Tell) -> Found:
            return connect(archive, "").find(query, on_match=tell, cancel=cancel)

        self._view.show_archive_notice(None)
        run.task = self._ports.lane.run(
            work,
            done=lambda found: self._answered(run, found),
            failed=lambda error: self._failed(run, error),
            cancelled=lambda: self._cancelled(run),
            told=lambda match: self._matched(run, match),
        )
        self.show()

    def _matched(self, run: _Run, match: object) -> None:
        if isinstance(match, Match):
            run.matches[match.study_uid] = match
            self.show_soon()

    def _answered(self, run: _Run, found: Found) -> None:
        run.matches = {match.study_uid: match for match in found.matches}
        run.more = found.more
        run.warnings = tuple(map(tr_engine, found.warnings))
        self._over(run, AskState.PARTIAL if found.warnings else AskState.ANSWERED)

    def _failed(self, run: _Run, error: BaseException) -> None:
        notice = notice_of(error)
        run.why = str(notice)
        self._over(run, AskState.FAILED)
        if run is self._run and run.matches:
            self._view.show_archive_notice(notice)

    def _cancelled(self, run: _Run) -> None:
        self._over(run, AskState.CANCELLED)

    def _over(self, run: _Run, state: AskState) -> None:
        run.state = state
        detail: dict[str, str | int] = {
            "archive": run.archive.name,
            "fields": ",".join(fields_of(run.query)),
            "outcome": OUTCOMES[state],
            "studies": len(run.matches),
        }
        self._ports.auditor.note(Event.QUERIED, "", detail)
        if run is self._run:
            self.show()

    def _row(self, match: Match) -> MatchRow:
        """A study's row, made anew only where something about it is another."""
        transfer = self._transfers.get(match.study_uid)
        made_of = (match, transfer, self._ports.is_here(match.study_uid))
        known = self._rows.get(match.study_uid)
        if known is None or known[0] != made_of:
            known = self._rows[match.study_uid] = (made_of, match_row(*made_of))
        return known[1]

    @property
    def _transfers(self) -> Mapping[str, Transfer]:
        return self._retrieving.transfers

    def _here(self, study_uid: str) -> Here:
        transfer = self._transfers.get(study_uid)
        if transfer is not None:
            return transfer.here
        return Here.HERE if self._ports.is_here(study_uid) else Here.AWAY

    def _shown(self) -> ResultsShown:
        run = self._run
        if not self._book.archives:
            return ResultsShown(
                AskState.NO_ARCHIVE,
                heading=tr("No archive yet"),
                text=tr(
                    "Add the archive of your department or a test server. You need its address and, for "
                    "DICOM, its AE title; whoever runs it knows them."
                ),
            )
        if run is None:
            return ResultsShown(
                AskState.READY,
                heading=tr("Search an archive"),
                text=tr("Fill in what you know and press Enter. Nothing is asked before that."),
            )
        pairs = ((match, self._row(match)) for match in run.matches.values())
        rows = ordered(pairs, self._column, self._descending)
        heading, text = ("", "") if rows else _face(run)
        return ResultsShown(
            run.state,
            rows,
            self._column,
            self._descending,
            _summary(run),
            heading,
            text,
            run.state in (AskState.FAILED, AskState.CANCELLED, AskState.PARTIAL),
        )


def _summary(run: _Run) -> str:
    """How many, from where, and whether these are all."""
    count = tr_count("%n study", "%n studies", len(run.matches))
    name = run.archive.name
    if not run.matches and run.state is not AskState.ASKING:
        return name  # the page's face says the rest
    match run.state:
        case AskState.ASKING:
            return tr("{name}: asking, {count} so far", name=name, count=count)
        case AskState.CANCELLED:
            return tr("{name}: cancelled after {count}; there may be more", name=name, count=count)
        case AskState.FAILED:
            return tr("{name}: broke off after {count}; there may be more", name=name, count=count)
        case AskState.PARTIAL:
            said = tr("{name}: {count}, not all: {why}", name=name, count=count, why=" ".join(run.warnings))
        case _:
            said = tr("{name}: {count}", name=name, count=count)
    more = tr("The archive has more than it may send at once: narrow the search.") if run.more else ""
    return f"{said}. {more}" if more else said


def _face(run: _Run) -> tuple[str, str]:
    """A heading and a sentence where no study can be shown."""
    heading, text = FACES.get(run.state, ("", ""))
    if run.state is AskState.FAILED:
        return tr_marked(heading), run.why
    if run.state is AskState.PARTIAL:
        return tr_marked(heading), " ".join(run.warnings)
    return tr_marked(heading, name=run.archive.name), tr_marked(text)


OUTCOMES: Final = MappingProxyType(
    {
        AskState.ANSWERED: "complete",
        AskState.PARTIAL: "partial",
        AskState.CANCELLED: "cancelled",
        AskState.FAILED: "failed",
    }
)
"""In the audit's words, which never change."""

FACES: Final = MappingProxyType(
    {
        AskState.ASKING: (tr_mark("Asking {name}"), tr_mark("Esc stops it.")),
        AskState.ANSWERED: (
            tr_mark("No study matches"),
            tr_mark("Try less of the name, or a longer time. Names are found from their beginning."),
        ),
        AskState.PARTIAL: (tr_mark("The answer is not complete"), ""),
        AskState.CANCELLED: (tr_mark("Cancelled"), tr_mark("No study had arrived.")),
        AskState.FAILED: (tr_mark("The archive did not answer"), ""),
    }
)

"""A signed report on its way to an archive: the one that its study came from, or another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.archives.book import Book
from app.archives.cache import DeskCache
from app.archives.shown import Connect, SendAsked, SendingView, WriteReport
from app.language import tr, tr_engine
from app.messages import Notice, ProgressShown, notice_of
from app.ports import Lane, Now, Task, Tell
from app.presenters.auditing import Auditor
from app.presenters.keeping import Keeper
from app.presenters.scene import study_line
from app.review.review import Review, Status
from app.store.events import Event
from engine.archives.archive import Stored
from engine.archives.config import ArchiveConfig
from engine.panel import Panel
from engine.progress import CancelToken
from engine.study import Study

SIGNED = frozenset({Status.SIGNED, Status.ADDENDED})


class OnScreen(Protocol):
    """What the desk shows: the study, its report as it is saved, and its drafts."""

    @property
    def study(self) -> Study | None:
        """The study on the screen."""

    @property
    def review(self) -> Review | None:
        """Its review."""

    @property
    def panel(self) -> Panel | None:
        """Its panel."""


@dataclass(frozen=True, slots=True)
class SendingPorts:
    """What sending works with."""

    lane: Lane
    keeper: Keeper
    connect: Connect
    cache: DeskCache
    auditor: Auditor
    write: WriteReport
    now: Now


@dataclass(frozen=True, slots=True)
class _Letter:
    """A signed report, as it was when the reader said where it goes."""

    review: Review
    study: Study
    panel: Panel | None


class SendingPresenter:
    """`told` hears what the archive answered; `changed` that sending began or ended."""

    def __init__(
        self,
        view: SendingView,
        ports: SendingPorts,
        book: Book,
        on_screen: OnScreen,
        told: Callable[[Notice], None],
        changed: Callable[[], None],
    ) -> None:
        self._view = view
        self._ports = ports
        self._book = book
        self._on_screen = on_screen
        self._told = told
        self._changed = changed
        self._asked: _Letter | None = None
        self._task: Task | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a report is on its way."""
        return self._task is not None

    @property
    def progress(self) -> ProgressShown | None:
        """What the bar says."""
        return ProgressShown(tr("Sending the report")) if self._task is not None else None

    def show_book(self, book: Book) -> None:
        """These are the archives from now on."""
        self._book = book

    def ask(self) -> None:
        """The reader wants to send the report on the screen."""
        review, study = self._on_screen.review, self._on_screen.study
        if review is None or study is None or review.study_uid != study.study_uid:
            self._told(Notice(tr("There is no report to send."), todo=tr("Open a study first.")))
        elif review.status not in SIGNED:
            self._told(
                Notice(tr("Only a signed report is sent to an archive."), todo=tr("Sign it, then send it."))
            )
        elif not self._book.archives:
            self._told(Notice(tr("There is no archive to send to."), todo=tr("Add one on the archive page.")))
        elif self._task is not None:
            self._told(Notice(tr("A report is being sent already."), todo=tr("Wait for it, or cancel it.")))
        else:
            letter = self._asked = _Letter(review, study, self._on_screen.panel)
            self._ports.keeper.ask(
                lambda store: store.origin_of(study.study_uid),
                done=lambda origin: self._ask(letter, origin),
                failed=lambda _: self._ask(letter, ""),  # the reader chooses all the same
            )

    def send(self, archive_name: str) -> None:
        """Send the report that was asked about, if it is still as the sheet named it."""
        letter, archive = self._asked, self._book.find(archive_name)
        if letter is None or archive is None or self._task is not None:
            return
        ports, now = self._ports, self._ports.now()

        def work(cancel: CancelToken, tell: Tell) -> Stored:
            with ports.cache.outgoing() as folder:
                file = ports.write(letter.review, letter.study, letter.panel, now, folder)
                cancel.raise_if_cancelled()
                return ports.connect(archive, "").store([file], on_progress=tell, cancel=cancel)

        self._task = ports.lane.run(
            work,
            done=lambda stored: self._answered(letter, archive, stored),
            failed=lambda error: self._failed(letter, archive, error),
            cancelled=lambda: self._cancelled(letter, archive),
        )
        self._changed()

    def cancel(self) -> None:
        """Stop; what an archive took before it heard of that, it has."""
        if self._task is not None:
            self._task.cancel()

    def _ask(self, letter: _Letter, origin: str) -> None:
        if letter is self._asked:
            signature = letter.review.signature
            signed = "" if signature is None else tr("Signed by {name}.", name=signature.name)
            came_from = origin if origin in self._book.names else ""
            self._view.ask_archive(SendAsked(study_line(letter.study), signed, self._book.names, came_from))

    def _answered(self, letter: _Letter, archive: ArchiveConfig, stored: Stored) -> None:
        self._over(letter, archive, "complete" if stored.complete and stored.sent else "failed")
        warnings = " ".join(map(tr_engine, stored.warnings))
        if stored.failures or not stored.sent:
            why = tr_engine(stored.failures[0].reason) if stored.failures else ""
            what = tr("The archive did not take the report. {why}", why=why).strip()
            self._told(Notice(what, archive.name, tr("The signed report is kept here; send it again.")))
        else:
            what = tr("The archive has taken the signed report.")
            self._told(Notice(f"{what} {warnings}".strip(), archive.name, done=not warnings))

    def _failed(self, letter: _Letter, archive: ArchiveConfig, error: BaseException) -> None:
        self._over(letter, archive, "failed")
        notice = notice_of(error)
        what = tr("The report was not sent. {why}", why=notice.what)
        self._told(Notice(what, archive.name, notice.todo or tr("Send it again.")))

    def _cancelled(self, letter: _Letter, archive: ArchiveConfig) -> None:
        self._over(letter, archive, "cancelled")
        what = tr("Sending was cancelled; the archive may have taken the report all the same.")
        self._told(Notice(what, archive.name, tr("Sent again, it is the same document: nothing is doubled.")))

    def _over(self, letter: _Letter, archive: ArchiveConfig, outcome: str) -> None:
        self._task = None
        detail: dict[str, str | int] = {
            "archive": archive.name,
            "outcome": outcome,
            "version": letter.review.version,
        }
        self._ports.auditor.note(Event.SENT, letter.study.study_uid, detail)
        self._changed()

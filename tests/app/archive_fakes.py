"""An archive in memory, its secrets, and what its pages show, for tests of the desk's side."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from time import time

from app.archives.book import Book
from app.archives.cache import DeskCache
from app.archives.shown import (
    ArchivesShown,
    BookShown,
    MatchRow,
    ResultsShown,
    SendAsked,
)
from app.archiving import ArchiveParts
from app.messages import Notice
from app.review.review import Review
from engine.archives.archive import (
    Echoed,
    Found,
    Match,
    NotStored,
    OnMatch,
    Query,
    Retrieved,
    Stored,
    ignore_match,
)
from engine.archives.config import ArchiveConfig, DimseAddress
from engine.errors import ArchiveCut, SecretMissing, SecretNotKept
from engine.panel import Panel
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress
from engine.study import Patient, PersonName, Study

MAIN = ArchiveConfig("Main", DimseAddress("127.0.0.1", 104, "MAIN"))
OTHER = ArchiveConfig("Other", DimseAddress("127.0.0.1", 105, "OTHER"))


def match_of(uid: str, name: str = "Doe^Jane", day: str = "20240312", images: int | None = 2) -> Match:
    """A chest study."""
    patient = Patient(PersonName(name), patient_id=f"ID-{uid}")
    return Match(uid, patient, day, "1402", f"A-{uid}", "Chest PA and lateral", ("DX",), 1, images)


@dataclass
class FakeArchive:
    """Holds `files` by study; `error` is raised by every call, after `survives` files or matches.

    `gate` holds each file back until it is set free; `asked` has every query, `taken` every file's bytes.
    """

    matches: tuple[Match, ...] = ()
    files: dict[str, list[Path]] = field(default_factory=dict)
    more: bool = False
    warnings: tuple[str, ...] = ()
    error: Exception | None = None
    survives: int = 0
    gate: threading.Semaphore | None = None
    refuses: str = ""
    asked: list[Query] = field(default_factory=list)
    taken: list[bytes] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)

    def connect(self, archive: ArchiveConfig, secret: str) -> FakeArchive:
        """As `app.archives.shown.Connect`."""
        self.secrets.append(secret)
        return self

    def echo(self, *, cancel: CancelToken | None = None) -> Echoed:
        if self.error is not None:
            raise self.error
        return Echoed(0.25, "It calls itself MAIN.")

    def find(
        self, query: Query, *, on_match: OnMatch = ignore_match, cancel: CancelToken | None = None
    ) -> Found:
        self.asked.append(query)
        told = self.matches if self.error is None else self.matches[: self.survives]
        for match in told:
            self._wait(cancel)
            on_match(match)
        if self.error is not None:
            raise self.error
        return Found(self.matches, self.more, self.warnings)

    def retrieve(
        self,
        study_uid: str,
        folder: Path,
        *,
        on_progress: OnProgress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Retrieved:
        sources = self.files.get(study_uid, [])
        arrived: list[Path] = []
        for number, source in enumerate(sources):
            if self.error is not None and number >= self.survives:
                if not arrived:
                    raise self.error
                return Retrieved(tuple(arrived), len(sources), (str(self.error),))
            on_progress(Progress("Retrieving files", number, len(sources)))
            self._wait(cancel)
            folder.mkdir(parents=True, exist_ok=True)
            arrived.append(Path(shutil.copy(source, folder / f"{number}.dcm")))
        if self.error is not None and not arrived:
            raise self.error
        return Retrieved(tuple(arrived), len(sources))

    def store(
        self,
        paths: Sequence[Path],
        *,
        on_progress: OnProgress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Stored:
        if self.error is not None:
            raise self.error
        if self.refuses:
            return Stored((), tuple(NotStored(path, self.refuses) for path in paths))
        self.taken += [path.read_bytes() for path in paths]
        return Stored(tuple(paths))

    def _wait(self, cancel: CancelToken | None) -> None:
        token = cancel or CancelToken()
        token.raise_if_cancelled()
        while self.gate is not None and not self.gate.acquire(timeout=0.01):
            token.raise_if_cancelled()


def cut() -> ArchiveCut:
    """The connection broke."""
    return ArchiveCut("The connection broke.", where="Main", todo="Try again.")


@dataclass
class FakeSecrets:
    """A keyring in memory; `locked` keeps and forgets nothing."""

    kept: dict[str, str] = field(default_factory=dict)
    locked: bool = False

    def secret(self, archive: str) -> str:
        if archive not in self.kept:
            raise SecretMissing("The password is not known.", where=archive, todo="Enter it again.")
        return self.kept[archive]

    def keep(self, archive: str, secret: str) -> None:
        self._open(archive)
        self.kept[archive] = secret

    def forget(self, archive: str) -> None:
        self._open(archive)
        self.kept.pop(archive, None)

    def _open(self, archive: str) -> None:
        if self.locked:
            raise SecretNotKept("The keyring is locked.", where=archive, todo="Unlock it.")


class ShownArchive:
    """What the page of archives shows now (`app.archives.shown.ArchiveView`)."""

    def __init__(self) -> None:
        self.archives = ArchivesShown()
        self.results: ResultsShown | None = None
        self.notice: Notice | None = None
        self.shows = 0

    @property
    def rows(self) -> tuple[MatchRow, ...]:
        return self.results.rows if self.results is not None else ()

    def show_archives(self, shown: ArchivesShown) -> None:
        self.archives = shown

    def show_results(self, shown: ResultsShown) -> None:
        self.results = shown
        self.shows += 1

    def show_archive_notice(self, notice: Notice | None) -> None:
        self.notice = notice


class ShownBook:
    """What the sheet of archives shows now (`app.archives.shown.BookView`)."""

    def __init__(self) -> None:
        self.shown: BookShown | None = None
        self.secret = ""
        self.cache: tuple[str, bool] = ("", False)
        self.notice: Notice | None = None
        self.busy = False

    def show_book(self, shown: BookShown) -> None:
        self.shown = shown
        self.notice = None

    def show_secret(self, text: str) -> None:
        self.secret = text

    def show_cache(self, text: str, can_clear: bool) -> None:
        self.cache = (text, can_clear)

    def say(self, notice: Notice | None, busy: bool = False) -> None:
        self.notice, self.busy = notice, busy


class ShownSending:
    """What is asked before a report is sent (`app.archives.shown.SendingView`)."""

    def __init__(self) -> None:
        self.asked: SendAsked | None = None

    def ask_archive(self, asked: SendAsked) -> None:
        self.asked = asked


def write_text(review: Review, study: Study, panel: Panel | None, now: datetime, folder: Path) -> Path:
    """A `WriteReport` that writes the report's words alone."""
    file = folder / "report.dcm"
    file.write_text(review.text, encoding="utf-8")
    return file


def kept_nowhere(_: Book) -> None:
    """A `save` of archives that lasts as long as the desk."""


def archive_parts_of(archive: FakeArchive, folder: Path, *configs: ArchiveConfig) -> ArchiveParts:
    """The desk's parts with an archive in memory."""
    return ArchiveParts(
        Book(configs or (MAIN,)),
        kept_nowhere,
        DeskCache(folder / "cache", time),
        archive.connect,
        FakeSecrets(),
        write_text,
    )


def no_archives(folder: Path) -> ArchiveParts:
    """The desk's parts where no archive is known."""
    return ArchiveParts(
        Book(),
        kept_nowhere,
        DeskCache(folder / "cache", time),
        FakeArchive().connect,
        FakeSecrets(),
        write_text,
    )

"""What passes between the archives' presenters, their views, and those who work for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Protocol

from app.language import tr_mark
from app.messages import Notice
from app.review.review import Review
from engine.archives.archive import Archive
from engine.archives.config import ArchiveConfig
from engine.panel import Panel
from engine.study import Study

Connect = Callable[[ArchiveConfig, str], Archive]
"""Speaks to an archive; a password or token that is given goes before the one that is kept."""

WriteReport = Callable[[Review, Study, Panel | None, datetime, Path], Path]
"""Writes a signed report as a DICOM document into a folder; blocks, raises ConsiliumError."""


class SecretKeeper(Protocol):
    """Where passwords and tokens are kept: the system's keyring, an environment variable before it."""

    def secret(self, archive: str) -> str:
        """The secret of the archive of that name; SecretMissing where there is none."""

    def keep(self, archive: str, secret: str) -> None:
        """Keep a secret; SecretNotKept where that cannot be done."""

    def forget(self, archive: str) -> None:
        """Keep it no longer."""


class Here(Enum):
    """Whether a study of an archive is on this desk. The word is shown beside a shape of its own."""

    AWAY = ""
    WAITING = tr_mark("waiting")
    COMING = tr_mark("retrieving")
    HERE = tr_mark("here")
    PARTIAL = tr_mark("partial")
    CANCELLED = tr_mark("cancelled")
    FAILED = tr_mark("not retrieved")


class Column(Enum):
    """The columns of the results, in their order."""

    HERE = tr_mark("Here")
    PATIENT = tr_mark("Patient")
    PATIENT_ID = tr_mark("ID")
    DATE = tr_mark("Date")
    MODALITY = tr_mark("Modality")
    DESCRIPTION = tr_mark("Description")
    ACCESSION = tr_mark("Accession")
    IMAGES = tr_mark("Images")


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One study of the answer. `cells` are texts by column; `help` says what is odd or went wrong."""

    study_uid: str
    here: Here
    cells: tuple[str, ...]
    help: str = ""


class AskState(Enum):
    """What the page says where it has no rows."""

    NO_ARCHIVE = "no archive"
    READY = "ready"
    ASKING = "asking"
    ANSWERED = "answered"
    PARTIAL = "partial"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ResultsShown:
    """The answer so far. `summary` says how many and whether there are more, `face` what to do without rows.

    `can_retry` offers the same query again.
    """

    state: AskState
    rows: tuple[MatchRow, ...] = ()
    column: Column = Column.DATE
    descending: bool = True
    summary: str = ""
    heading: str = ""
    text: str = ""
    can_retry: bool = False


@dataclass(frozen=True, slots=True)
class ArchivesShown:
    """The archives that can be asked, and the one that is."""

    names: tuple[str, ...] = ()
    chosen: str = ""


class ArchiveView(Protocol):
    """The page on which archives are asked."""

    def show_archives(self, shown: ArchivesShown) -> None:
        """Offer these archives."""

    def show_results(self, shown: ResultsShown) -> None:
        """Show this answer; what is selected stays so, as far as it is still there."""

    def show_archive_notice(self, notice: Notice | None) -> None:
        """Say what happened, in a bar of the page."""


@dataclass(frozen=True, slots=True)
class SendAsked:
    """What the sheet asks before a report is sent: whose it is, and which archive gets it.

    `came_from` is the archive that the study was retrieved from, "" if from none that is known.
    """

    study: str
    signature: str
    archives: tuple[str, ...]
    came_from: str = ""


class SendingView(Protocol):
    """The sheet that asks where a signed report goes."""

    def ask_archive(self, asked: SendAsked) -> None:
        """Let the reader choose an archive, or not send."""


@dataclass(frozen=True, slots=True)
class Fields:
    """An archive as the sheet's fields have it: all texts, whether they make sense or not.

    `secret` is what was typed into the password's field; it goes no further than the keyring.
    """

    name: str = ""
    is_dicomweb: bool = False
    host: str = ""
    port: str = "104"
    called_ae: str = ""
    calling_ae: str = "CONSILIUM"
    is_moved: bool = False
    receiver_port: str = "11112"
    url: str = "https://"
    auth: str = "none"
    user: str = ""
    has_tls: bool = False
    authorities: str = ""
    certificate: str = ""
    key: str = ""
    secret: str = ""

    def __repr__(self) -> str:
        """Without the secret: representations end in logs."""
        return f"Fields(name={self.name!r}, is_dicomweb={self.is_dicomweb})"


@dataclass(frozen=True, slots=True)
class BookShown:
    """The sheet of archives. `editing` is the one whose fields are shown, "" for a new one.

    `secret_text` says whether its password is kept; `limit_gib` is what the cache of studies may hold.
    """

    names: tuple[str, ...]
    editing: str
    fields: Fields
    secret_text: str = ""
    limit_gib: int = 20


class BookView(Protocol):
    """The sheet of archives."""

    def show_book(self, shown: BookShown) -> None:
        """Show these archives and fields."""

    def show_secret(self, text: str) -> None:
        """Say whether a password is kept; the fields stay as they are."""

    def show_cache(self, text: str, can_clear: bool) -> None:
        """Say how much was retrieved and lies here; the fields stay as they are."""

    def say(self, notice: Notice | None, busy: bool = False) -> None:
        """Say in the sheet how a test or a change went; `busy` while one is under way."""

"""Backups of a database file and their way back. Nothing is ever overwritten.

A server's backups are its keeper's: only files are handled here.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from app.store.database import copy_database, explained, file_of, open_read_only, place_of
from app.store.errors import (
    FileInTheWay,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreOlder,
    StoreUnreachable,
)
from app.store.events import Event
from app.store.store import Store, utc_now
from app.store.verification import Verification, verify

SIDE_FILES = ("-wal", "-shm")
"""What SQLite keeps beside a database that is open or was not closed in good order."""


def url_of_file(file: Path) -> URL:
    """The database in a file, whatever its name."""
    return URL.create("sqlite", database=str(file.absolute()))


def back_up(store: Store, copy: Path) -> Verification:
    """A copy of an open store's file, and what verification says of it; the audit has a row of it.

    FileInTheWay if the file is there already; StoreFull and others if it cannot be written, and then there
    is none.
    """
    file = _file(store.url)
    require_free(copy)
    with explaining(str(copy)):
        copy_database(file, copy)
    found = verify(url_of_file(copy))
    store.note(Event.BACKED_UP, detail={"head": found.head})
    return found


def restore(url: URL, copy: Path, clock: Callable[[], datetime] = utc_now, user: str = "") -> Path | None:
    """Put a backup in a database's place; where the database that was there has been moved, if there was one.

    The backup is verified first: StoreDamaged if anything in it was altered. StoreLocked if a desk has the
    present database open. If the copy fails, the present database is back in its place.
    """
    file = _file(url)
    _require_whole(copy)
    with explaining(str(file)):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = _move_aside(file, clock()) if file.exists() else None
        try:
            copy_database(copy, file)
        except BaseException:
            if aside is not None:
                _move(aside, file)
            raise
    store = Store(url, clock, user)
    try:
        store.begin_audit(Event.RESTORED)
    finally:
        store.close()
    return aside


def require_free(file: Path) -> None:
    """FileInTheWay if there is something of that name."""
    if file.exists():
        raise FileInTheWay(
            "There is a file of that name, and it was left as it is.",
            where=str(file),
            todo="Choose another name, or move it away.",
        )


@contextmanager
def explaining(where: str) -> Iterator[None]:
    """Errors of database and disk in the reader's words."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise explained(error, where) from error
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            raise StoreFull(
                "The disk is full; nothing was written.", where=where, todo="Free some space."
            ) from error
        raise StoreUnreachable(
            f"The file cannot be written or read ({error.strerror}).",
            where=where,
            todo="Check the folder and its permissions.",
        ) from error


def _file(url: URL) -> Path:
    file = file_of(url)
    if file is None:
        raise StoreError(
            "Only a database in a file is copied here.",
            where=place_of(url),
            todo="Use the server's own backups, or export an archive.",
        )
    return file


def _require_whole(copy: Path) -> None:
    try:
        findings = [str(finding) for finding in verify(url_of_file(copy)).findings]
    except StoreOlder:  # it has no hashes yet; opening it makes them
        with explaining(str(copy)), closing(open_read_only(copy)) as connection:
            lines = [line for (line,) in connection.execute("PRAGMA integrity_check")]
        findings = [line for line in lines if line != "ok"]
    if findings:
        raise StoreDamaged(
            f"The backup was altered or is damaged, and was not put in place ({findings[0]}).",
            where=str(copy),
            todo="Take another backup.",
        )


def _move_aside(file: Path, now: datetime) -> Path:
    """The present database under another name, as one file if it is whole."""
    _close_up(file)
    aside = file.with_name(f"{file.name}.replaced-{now:%Y%m%dT%H%M%S%f}.bak")
    require_free(aside)
    _move(file, aside)
    return aside


def _close_up(file: Path) -> None:
    """Bring everything into the one file, which SQLite only does where nobody else has it open."""
    try:
        with closing(sqlite3.connect(file, timeout=0.5, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreLocked(
                "A desk has this database open.", where=str(file), todo="Close it, then try again."
            ) from error
        if not error.sqlite_errorname.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
            raise


def _move(file: Path, target: Path) -> None:
    for side in SIDE_FILES:
        beside = file.with_name(file.name + side)
        if beside.exists():
            beside.rename(target.with_name(target.name + side))
    file.rename(target)

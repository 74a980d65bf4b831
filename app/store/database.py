"""Opening a database: SQLite made safe for several windows, and the schema brought up to date.

All that is particular to SQLite is here. SQLAlchemy's default there lets two writers read the same row and
the second overwrite the first without an error; BEGIN IMMEDIATE on every transaction makes them wait in line.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, StaticPool

from app.store.auditing import begin_chain, note
from app.store.errors import (
    StoreDamaged,
    StoreError,
    StoreForeign,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreOlder,
    StoreReadOnly,
    StoreUnreachable,
)
from app.store.events import Event
from app.store.guards import install_guards, remove_guards

FILE_NAME = "consilium.sqlite3"
BUSY_SECONDS = 5.0
"""How long a writer waits for another one before it says that the database is locked."""

MIGRATIONS = Path(__file__).resolve().parent / "migrations"


def url_of(data: str | Path) -> URL:
    """The database for `--data`: a URL as it is, or the SQLite file inside a folder.

    StoreUnreachable where a URL cannot be read; its text, which may hold a password, is not quoted.
    """
    if "://" in str(data):
        try:
            return make_url(str(data))
        except (ArgumentError, ValueError):
            raise StoreUnreachable(
                "The database's address cannot be read.", where="--data", todo=_ADDRESS
            ) from None
    return URL.create("sqlite", database=str(Path(data).absolute() / FILE_NAME))


def place_of(url: URL) -> str:
    """The file or server, as shown to the reader; no password."""
    return url.database or "memory" if is_sqlite(url) else url.render_as_string(hide_password=True)


def is_sqlite(url: URL) -> bool:
    """Whether this is an SQLite database, in a file or in memory."""
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path | None:
    """The SQLite file, None for a server or a database in memory."""
    in_file = is_sqlite(url) and url.database not in {None, "", ":memory:"}
    return Path(str(url.database)) if in_file else None


def connect(url: URL) -> Engine:
    """An engine whose errors name no parameters: those are patients' data.

    StoreUnreachable where nothing here speaks to that kind of database.
    """
    if not is_sqlite(url):
        return _server_engine(url)
    arguments = {"timeout": BUSY_SECONDS, "check_same_thread": False}
    if file_of(url) is None:
        engine = create_engine(url, hide_parameters=True, connect_args=arguments, poolclass=StaticPool)
    else:
        engine = create_engine(url, hide_parameters=True, connect_args=arguments)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _server_engine(url: URL) -> Engine:
    try:
        return create_engine(url, hide_parameters=True, pool_pre_ping=True)
    except (ArgumentError, ImportError) as error:
        raise StoreUnreachable(
            f"There is no driver for {url.drivername} here.", where=place_of(url), todo=_ADDRESS
        ) from error


def require_present(url: URL) -> None:
    """StoreUnreachable if the database should be in a file that is not there."""
    file = file_of(url)
    if file is not None and not file.is_file():
        raise StoreUnreachable("There is no database.", where=str(file), todo="Check the folder's name.")


@contextmanager
def read_only(url: URL) -> Iterator[Connection]:
    """One connection that cannot write, and sees the database as it is at one moment.

    StoreUnreachable where there is no file; raises sqlite3.Error and SQLAlchemyError.
    """
    engine = _reader(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def open_read_only(file: Path) -> sqlite3.Connection:
    """An SQLite file; one in a folder that cannot be written has no room for a journal and needs none."""
    address = f"file:{quote(str(file))}?mode=ro"
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        connection.close()
        no_room = error.sqlite_errorname.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY"))
        if not no_room or file.with_name(f"{file.name}-wal").exists():
            raise
        connection = sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None)
    return connection


def _reader(url: URL) -> Engine:
    file = file_of(url)
    if file is None:
        return connect(url).execution_options(isolation_level="REPEATABLE READ")
    require_present(url)
    engine = create_engine(
        url, creator=lambda: open_read_only(file), poolclass=NullPool, hide_parameters=True
    )
    event.listen(engine, "begin", _begin)
    return engine


def bring_up_to_date(engine: Engine, now: datetime, user: str = "") -> None:
    """Create or upgrade the schema, with a backup beside an older file; refuse what is newer or foreign.

    The audit says that it was done, by `user`.

    Raises StoreNewer, StoreForeign, SQLAlchemyError. Two desks that start at once wait for each other.
    """
    config = _config()
    scripts = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        _foreign_keys(connection, enforced=False)  # a batch migration drops and recreates tables
        with connection.begin():
            found = _revision(connection, engine.url, scripts)
            if found != scripts.get_current_head():
                if found is not None:
                    _back_up(engine.url, found, now)
                remove_guards(connection)
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                install_guards(connection)
                _note_upgrade(connection, found, now, user)
        _foreign_keys(connection, enforced=True)
    _write_ahead(engine)


def require_present_schema(connection: Connection, url: URL) -> None:
    """StoreForeign, StoreNewer or StoreOlder if a database has not the schema of this version."""
    scripts = ScriptDirectory.from_config(_config())
    found = _revision(connection, url, scripts)
    if found != scripts.get_current_head():
        raise StoreOlder(
            "An older Consilium wrote this database.",
            where=place_of(url),
            todo="Open it with the desk once: it is brought up to date, with a backup beside it.",
        )


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _note_upgrade(connection: Connection, found: str | None, now: datetime, user: str) -> None:
    detail = {"from": found or "nothing"}
    with Session(connection) as session:
        if found in _WITHOUT_AUDIT:
            begin_chain(session, now, user, Event.UPGRADED, detail)
        else:
            note(session, now, user, Event.UPGRADED, detail=detail)
        session.commit()  # to the connection's transaction, which goes on


_WITHOUT_AUDIT = (None, "0001")


def explained(error: DBAPIError | sqlite3.Error, where: str) -> StoreError:
    """The database's error in the reader's words. Parameters, which hold patient data, are left out."""
    if isinstance(error, IntegrityError):  # two desks put the same study on the worklist in the same moment
        return StoreLocked("Another desk was writing the same.", where=where, todo=_RETRY)
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return StoreUnreachable(
            f"The database cannot be used ({type(cause).__name__}).",
            where=where,
            todo="Check that the server runs and that the address and password are right.",
        )
    name = getattr(cause, "sqlite_errorname", "")
    for prefix, (kind, what, todo) in _SQLITE.items():
        if name.startswith(prefix):
            return kind(what, where=where, todo=todo)
    return StoreError(f"The database failed ({name or type(cause).__name__}).", where=where, todo=_RETRY)


_ADDRESS = "Give a folder, or an address like postgresql+psycopg://user@host/name with its driver installed."
_RETRY = "Try again; your text stays in the window."
_BACKUP = "Move the file away and put a backup in its place; copies named .bak lie beside it."
_SQLITE: dict[str, tuple[type[StoreError], str, str]] = {
    "SQLITE_BUSY": (StoreLocked, "Another program holds the database.", f"Close it. {_RETRY}"),
    "SQLITE_LOCKED": (StoreLocked, "Another program holds the database.", f"Close it. {_RETRY}"),
    "SQLITE_FULL": (StoreFull, "The disk is full; the change was not saved.", f"Free some space. {_RETRY}"),
    "SQLITE_READONLY": (StoreReadOnly, "The database cannot be written.", "Allow writing, or use --data."),
    "SQLITE_CANTOPEN": (StoreUnreachable, "The database cannot be opened.", "Check folder and permissions."),
    "SQLITE_PERM": (StoreUnreachable, "The database cannot be opened.", "Check folder and permissions."),
    "SQLITE_IOERR": (StoreUnreachable, "The disk cannot be read or written.", f"Check it. {_RETRY}"),
    "SQLITE_NOTADB": (StoreDamaged, "This is not a database.", _BACKUP),
    "SQLITE_CORRUPT": (StoreDamaged, "The database is damaged.", _BACKUP),
}


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """No implicit transactions of the driver; references hold; what is committed survives a power cut."""
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _foreign_keys(connection: Connection, *, enforced: bool) -> None:
    """SQLite only heeds this outside a transaction, so it goes to the driver directly."""
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        driver.execute(f"PRAGMA foreign_keys = {'ON' if enforced else 'OFF'}")


def _write_ahead(engine: Engine) -> None:
    """Readers and the writer no longer wait for each other. Kept in the file; not for network drives."""
    if file_of(engine.url) is None:
        return
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        if driver.execute("PRAGMA journal_mode").fetchone() != ("wal",):
            driver.execute("PRAGMA journal_mode = WAL")


def _revision(connection: Connection, url: URL, scripts: ScriptDirectory) -> str | None:
    """The schema's revision, None for an empty database."""
    found = MigrationContext.configure(connection).get_current_revision()
    place = place_of(url)
    if found is None and inspect(connection).get_table_names():
        raise StoreForeign(
            "This database is not Consilium's and was left as it is.",
            where=place,
            todo="Choose another with --data.",
        )
    known = {script.revision for script in scripts.walk_revisions()}
    if found is not None and found not in known:
        raise StoreNewer(
            "A newer Consilium wrote this database; it was left unread.",
            where=place,
            todo="Update Consilium.",
        )
    return found


def copy_database(file: Path, copy: Path) -> None:
    """A consistent copy, made by SQLite's backup API while others may write; whole or not there at all.

    The copy is one file that needs no journal beside it. Raises sqlite3.Error and OSError.
    """
    partial = copy.with_name(f"{copy.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        partial.touch(mode=0o600)  # patients' data come into it
        with closing(open_read_only(file)) as source, closing(sqlite3.connect(partial)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        settle(partial, copy)
    finally:
        partial.unlink(missing_ok=True)


def settle(partial: Path, file: Path) -> None:
    """Give a finished file its name, such that it is there as a whole even after a power cut."""
    with partial.open("rb+") as written:
        os.fsync(written.fileno())
    partial.replace(file)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _back_up(url: URL, revision: str, now: datetime) -> None:
    """A consistent copy beside the file, whole or not there at all. A server's backups are its keeper's."""
    file = file_of(url)
    if file is None:
        return
    copy_database(file, file.with_name(f"{file.name}.{revision}-{now:%Y%m%dT%H%M%S%f}.bak"))

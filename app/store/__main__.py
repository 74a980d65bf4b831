"""`python -m app.store COMMAND`: care for the reviews' database from outside the desk."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

from app.store.audit_table import export_audit
from app.store.copies import back_up, restore, url_of_file
from app.store.database import place_of, require_present, url_of
from app.store.store import Store
from app.store.transfer import export_archive, import_archive
from app.store.verification import Verification, verify
from engine.errors import ConsiliumError

MAX_LINES = 100
"""So many findings are printed one by one; the rest are counted."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one command; the exit code is 0, or 1 if it failed or something was altered or lost."""
    options = parser().parse_args(arguments)
    try:
        return COMMANDS[options.command](options)
    except ConsiliumError as error:
        print(error, file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(
        prog="python -m app.store", description="Care for the reviews' database."
    )
    commands = command.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, text, file in (
        ("verify", "prove that nothing was altered or lost, or name the row where it was", None),
        ("backup", "copy the database into a new file", "the new file"),
        ("restore", "put a backup in the database's place; what was there is moved aside", "the backup"),
        ("export", "write everything but pixels into an archive; patients' names are in it", "the new file"),
        ("audit", "write what happened, newest first, as CSV", "the new file"),
        ("import", "take over what an archive has; nothing here is overwritten", "the archive"),
    ):
        one = commands.add_parser(name, help=text, description=text)
        one.add_argument(
            "url", metavar="URL", help="a folder as for the desk's --data, a database file or an address"
        )
        if file:
            one.add_argument("file", metavar="FILE", type=Path, help=file)
        if name == "verify":
            one.add_argument("--head", default="", help="an audit head that was printed and kept before")
    return command


def _verify(options: argparse.Namespace) -> int:
    url = _url(options.url)
    return _report(place_of(url), verify(url, options.head))


def _backup(options: argparse.Namespace) -> int:
    with _store(options.url) as store:
        found = back_up(store, options.file)
    return _report(str(options.file), found)


def _restore(options: argparse.Namespace) -> int:
    url = _url(options.url)
    aside = restore(url, options.file, user=_user())
    print(f"{place_of(url)}: the backup is in place.")
    if aside is not None:
        print(f"What was there is now {aside}")
    return 0


def _export(options: argparse.Namespace) -> int:
    with _store(options.url) as store:
        export_archive(store, options.file)
    print(f"{options.file} has everything but pixels, patients' names included.")
    print("Question sets and sittings are not in it: a backup has them, and the desk exports them as CSV.")
    return 0


def _audit(options: argparse.Namespace) -> int:
    with _store(options.url) as store:
        count = export_audit(store, options.file)
    print(f"{options.file} has {count:,} rows.")
    return 0


def _import(options: argparse.Namespace) -> int:
    """The folder may be empty: then the database is made."""
    store = Store(_url(options.url), user=_user())
    try:
        found = import_archive(store, options.file)
    finally:
        store.close()
    for conflict in found.conflicts:
        print(f"Not taken over: {conflict}")
    added = ", ".join(f"{count:,} {table}" for table, count in found.added.items())
    print(f"{store.place}: added {added}.")
    return 1 if found.conflicts else 0


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "verify": _verify,
    "backup": _backup,
    "restore": _restore,
    "export": _export,
    "import": _import,
    "audit": _audit,
}


def _report(place: str, found: Verification) -> int:
    for finding in found.findings[:MAX_LINES]:
        print(finding)
    if len(found.findings) > MAX_LINES:
        print(f"and {len(found.findings) - MAX_LINES} more")
    counts = ", ".join(f"{count:,} {table}" for table, count in found.counts.items())
    verdict = "ALTERED OR LOST, see above" if found.findings else "nothing was altered or lost"
    print(f"{place}: {counts}: {verdict}.")
    print(f"Audit head, to be kept elsewhere for verify --head: {found.head}")
    return 1 if found.findings else 0


@contextmanager
def _store(data: str) -> Iterator[Store]:
    """The database, which must be there."""
    url = _url(data)
    require_present(url)
    store = Store(url, user=_user())
    try:
        yield store
    finally:
        store.close()


def _url(data: str) -> URL:
    """A folder, an address, or a database file by its name."""
    return url_of_file(Path(data)) if Path(data).is_file() else url_of(data)


def _user() -> str:
    """Who works at this machine, for the audit."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no such user in the system's list
        return ""


if __name__ == "__main__":
    sys.exit(main())

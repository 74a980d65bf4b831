"""What `connection` and its worker process say to each other: one JSON object a line, over two pipes.

To the worker goes one request. From it come events: alive, match, expects, moved, settled, and as the last
either echoed, found, retrieved, stored or failed. Only ASCII is sent, so that odd texts survive.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import IO, Any

from engine import errors
from engine.archives.archive import Echoed, Found, Match, NotStored, Query, Retrieved, Stored
from engine.archives.config import ArchiveConfig
from engine.archives.config_json import archive_from, as_json
from engine.errors import ArchiveError, ArchiveMisconfigured, ConsiliumError, DiskFull
from engine.strict_json import JsonNode
from engine.study import Patient, PersonName

LONGEST_LINE = 1 << 22
SECONDS_BETWEEN_SIGNS = 0.1
Result = Echoed | Found | Retrieved | Stored
Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One call: `operation` is echo, find, retrieve or store, and what it needs is given."""

    operation: str
    archive: ArchiveConfig
    secret: str = ""
    query: Query = field(default_factory=Query)
    study_uid: str = ""
    folder: str = ""
    paths: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Request({self.operation} of {self.archive.name})"


def request_line(request: Request) -> bytes:
    """A request as it is sent."""
    members = {
        "operation": request.operation,
        "archive": as_json(request.archive),
        "secret": request.secret,
        "query": _query_json(request.query),
        "study_uid": request.study_uid,
        "folder": request.folder,
        "paths": request.paths,
    }
    return json.dumps(members).encode("ascii") + b"\n"


def request_from(line: bytes) -> Request:
    """The request in a line, as `request_line` wrote it."""
    members = json.loads(line)
    archive = archive_from(JsonNode(members["archive"], "", ArchiveMisconfigured))
    query = _query_from(members["query"])
    return Request(
        members["operation"],
        archive,
        members["secret"],
        query,
        members["study_uid"],
        members["folder"],
        tuple(members["paths"]),
    )


class Reporter:
    """The worker's side: a watcher, and the one who tells the end. Any thread may call."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._told = -SECONDS_BETWEEN_SIGNS

    def alive(self) -> None:
        """Something came or went over the network; told now and then."""
        now = time.monotonic()
        if now - self._told >= SECONDS_BETWEEN_SIGNS:
            self._told = now
            self._say({"event": "alive"})

    def matched(self, match: Match) -> None:
        """A study was found."""
        self._say({"event": "match", "match": asdict(match)})

    def expects(self, count: int) -> None:
        """So many instances are listed."""
        self._say({"event": "expects", "count": count})

    def moved(self, done: int, total: int) -> None:
        """So many files came."""
        self._say({"event": "moved", "done": done, "total": total})

    def settled(self, path: Path, reason: str) -> None:
        """A file was taken, or not."""
        self._say({"event": "settled", "path": str(path), "reason": reason})

    def ended(self, result: Result) -> None:
        """The result; matches of a query were told before."""
        self._say(_result_json(result))

    def failed(self, error: ConsiliumError) -> None:
        """What ended the call."""
        words = {"what": error.what, "where": error.where, "todo": error.todo}
        kind = next(each.__name__ for each in type(error).__mro__ if hasattr(errors, each.__name__))
        self._say({"event": "failed", "kind": kind, **words})

    def _say(self, event: Event) -> None:
        line = json.dumps(event).encode("ascii") + b"\n"
        with self._lock:
            self._stream.write(line)
            self._stream.flush()


def match_from(event: Event) -> Match:
    """The study in a `match` event."""
    members = dict(event["match"])
    patient = dict(members.pop("patient"))
    name = PersonName(**patient.pop("name"))
    members |= {key: tuple(members[key]) for key in ("modalities", "notes")}
    return Match(patient=Patient(name=name, **patient), **members)


def result_from(event: Event, matches: tuple[Match, ...]) -> Result:
    """The result in the last event; what ended otherwise is raised as the error that it was."""
    kind = event["event"]
    if kind == "echoed":
        return Echoed(event["seconds"], event["answered"])
    if kind == "found":
        return Found(matches, event["more"], tuple(event["warnings"]))
    if kind == "retrieved":
        return Retrieved((), event["expected"], tuple(event["failures"]))
    if kind == "stored":
        failures = tuple(NotStored(Path(path), reason) for path, reason in event["failures"])
        return Stored(tuple(map(Path, event["sent"])), failures, tuple(event["warnings"]))
    raise error_from(event)


def error_from(event: Event) -> ConsiliumError:
    """The error of a `failed` event."""
    found = getattr(errors, event["kind"], ArchiveError)
    kind = found if isinstance(found, type) and issubclass(found, ArchiveError | DiskFull) else ArchiveError
    error: ConsiliumError = kind(event["what"], where=event["where"], todo=event["todo"])
    return error


def _result_json(result: Result) -> Event:
    if isinstance(result, Echoed):
        return {"event": "echoed", **asdict(result)}
    if isinstance(result, Found):
        return {"event": "found", "more": result.more, "warnings": result.warnings}
    if isinstance(result, Retrieved):
        return {"event": "retrieved", "expected": result.expected, "failures": result.failures}
    return {
        "event": "stored",
        "sent": [str(path) for path in result.sent],
        "failures": [(str(failure.path), failure.reason) for failure in result.failures],
        "warnings": result.warnings,
    }


def _query_json(query: Query) -> dict[str, Any]:
    members = asdict(query)
    for key in ("first_date", "last_date"):
        members[key] = members[key] and members[key].isoformat()
    return members


def _query_from(members: Mapping[str, Any]) -> Query:
    days = {key: members[key] and date.fromisoformat(members[key]) for key in ("first_date", "last_date")}
    return Query(**{**members, **days})

"""`connect`: an archive as its configuration says, spoken to by a process of its own for each call.

The process can be ended in the middle of anything, so cancelling takes no longer than noticing it; it has a
limit of memory; and what libraries log of patients stays in it. Instances arrive in a folder inside their
goal and move there when the call is over: after a cancelled call nothing is there, after a broken one what
had come.
"""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from engine.archives.answers import NOT_COMPLETE, is_uid
from engine.archives.archive import (
    Archive,
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
from engine.archives.config import ArchiveConfig
from engine.archives.failures import silent
from engine.archives.incoming import ENDING, full_disk
from engine.archives.secrets import Secrets
from engine.archives.session import missing_words
from engine.archives.wire import LONGEST_LINE, Event, Request, match_from, request_line, result_from
from engine.child import start_child, stop_child
from engine.errors import (
    ArchiveError,
    ArchiveMisconfigured,
    ArchiveNotUnderstood,
    ConsiliumError,
)
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress

RETRIEVING, SENDING = "Retrieving files", "Sending files"
ARRIVING = ".arriving-"
"""How the folders begin in which files wait for their call to end."""
POLL_SECONDS = 0.05
"""How long a cancelled call may go on."""
START_SECONDS = 30.0
"""For a process to start and load its libraries on a busy machine."""
SLACK_SECONDS = 2.0
"""Beyond the worker's own time-outs, so that its sentence, which knows more, comes first."""
WORKER = "engine.archives.worker"

OnEvent = Callable[[Event], None]
Kind = TypeVar("Kind", Echoed, Found, Retrieved, Stored)


def connect(archive: ArchiveConfig, secrets: Secrets) -> Archive:
    """The archive. Nothing is sent and no secret asked for before its first call."""
    return _IsolatedArchive(archive, secrets)


class _IsolatedArchive:
    """See `Archive`."""

    def __init__(self, archive: ArchiveConfig, secrets: Secrets) -> None:
        self._archive = archive
        self._secrets = secrets

    def echo(self, *, cancel: CancelToken | None = None) -> Echoed:
        call = _Call(self._request("echo"), cancel)
        return call.result(Echoed)

    def find(
        self, query: Query, *, on_match: OnMatch = ignore_match, cancel: CancelToken | None = None
    ) -> Found:
        call = _Call(self._request("find", query=query), cancel, on_match=on_match)
        try:
            return call.result(Found)
        except ArchiveError as error:
            if not call.matches:
                raise
            return Found(tuple(call.matches), False, (NOT_COMPLETE, error.what))

    def retrieve(
        self,
        study_uid: str,
        folder: Path,
        *,
        on_progress: OnProgress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Retrieved:
        if not is_uid(study_uid):
            raise ArchiveMisconfigured(
                "This is no Study Instance UID.", where=self._archive.name, todo="It has digits and dots."
            )
        with _arrivals(folder) as arrivals:
            request = self._request("retrieve", study_uid=study_uid, folder=str(arrivals))
            call = _Call(request, cancel, stage=RETRIEVING, on_progress=on_progress)
            try:
                told = call.result(Retrieved)
            except ConsiliumError as error:
                files = _moved(arrivals, folder)
                if not files:
                    raise
                return _partial(files, call.expected, error)
            return Retrieved(_moved(arrivals, folder), told.expected, told.failures)

    def store(
        self,
        paths: Sequence[Path],
        *,
        on_progress: OnProgress = ignore_progress,
        cancel: CancelToken | None = None,
    ) -> Stored:
        given = {str(path.absolute()): path for path in paths}
        request = self._request("store", paths=tuple(given))
        call = _Call(request, cancel, stage=SENDING, on_progress=on_progress)
        try:
            told = call.result(Stored)
        except ArchiveError as error:
            if not any(reason == "" for reason in call.settled.values()):
                raise
            reasons = {path: call.settled.get(path, error.what) for path in given}
            sent = tuple(Path(path) for path, reason in reasons.items() if not reason)
            failures = tuple(NotStored(Path(path), reason) for path, reason in reasons.items() if reason)
            told = Stored(sent, failures)
        return Stored(
            tuple(given[str(path)] for path in told.sent),
            tuple(NotStored(given[str(failure.path)], failure.reason) for failure in told.failures),
            told.warnings,
        )

    def _request(
        self,
        operation: str,
        query: Query = Query(),  # noqa: B008 (frozen)
        study_uid: str = "",
        folder: str = "",
        paths: tuple[str, ...] = (),
    ) -> Request:
        secret = self._secrets.secret(self._archive.name) if self._archive.needs_secret else ""
        return Request(operation, self._archive, secret, query, study_uid, folder, paths)


class _Call:
    """One request in one process: what it has told so far, and how it ends."""

    def __init__(
        self,
        request: Request,
        cancel: CancelToken | None,
        *,
        stage: str = "",
        on_progress: OnProgress = ignore_progress,
        on_match: OnMatch = ignore_match,
    ) -> None:
        self._request = request
        self._cancel = cancel or CancelToken()
        self._stage = stage
        self._on_progress = on_progress
        self._on_match = on_match
        self.matches: list[Match] = []
        self.settled: dict[str, str] = {}
        self.expected: int | None = None

    def result(self, kind: type[Kind]) -> Kind:
        """Run it to its end. Raises Cancelled, and ArchiveError or DiskFull with the archive's name."""
        self._cancel.raise_if_cancelled()
        limits = self._request.archive.limits
        try:
            child = start_child(WORKER, str(limits.memory_bytes))
        except OSError as error:
            raise self._named(ArchiveError("No process can be started.", todo="Free some memory.")) from error
        try:
            return self._followed(child, kind)
        except ConsiliumError as error:
            raise self._named(error) from error
        finally:
            stop_child(child)

    def _followed(self, child: subprocess.Popen[bytes], kind: type[Kind]) -> Kind:
        limits = self._request.archive.limits
        patience = max(2 * limits.connect_seconds, limits.answer_seconds) + SLACK_SECONDS
        events = _events(child, self._request)
        deadline = time.monotonic() + START_SECONDS
        while True:
            self._cancel.raise_if_cancelled()
            try:
                event = events.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if time.monotonic() > deadline:
                    raise silent(limits) from None
                continue
            deadline = time.monotonic() + patience
            if event is None:
                self._cancel.raise_if_cancelled()
                raise ArchiveNotUnderstood(
                    "The archive's answer ended the process that read it; it is damaged or too large.",
                    todo="Ask for less at a time, or ask who runs the archive.",
                )
            if not self._noted(event):
                result = result_from(event, tuple(self.matches))
                assert isinstance(result, kind)
                return result

    def _noted(self, event: Event) -> bool:
        """Keep what an event tells; whether it was not yet the last."""
        match event["event"]:
            case "match":
                self.matches.append(match_from(event))
                self._on_match(self.matches[-1])
            case "expects":
                self.expected = event["count"]
                self._on_progress(Progress(self._stage, 0, event["count"]))
            case "moved":
                self._on_progress(Progress(self._stage, event["done"], max(event["done"], event["total"])))
            case "settled":
                self.settled[event["path"]] = event["reason"]
                self._on_progress(Progress(self._stage, len(self.settled), len(self._request.paths)))
            case "alive":
                pass
            case _:
                return False
        return True

    def _named(self, error: ConsiliumError) -> ConsiliumError:
        return type(error)(error.what, where=error.where or self._request.archive.name, todo=error.todo)


def _events(child: subprocess.Popen[bytes], request: Request) -> queue.SimpleQueue[Event | None]:
    """What the process tells, None at its end; reading waits in a thread, because pipes know no time-out."""
    events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
    stdin, stdout = child.stdin, child.stdout
    assert stdin is not None
    assert stdout is not None

    def read() -> None:
        try:
            stdin.write(request_line(request))
            stdin.close()
            while line := stdout.readline(LONGEST_LINE):
                events.put(json.loads(line))
        except (OSError, ValueError):  # it was killed, in the middle of a line perhaps
            pass
        events.put(None)

    threading.Thread(target=read, name="archive", daemon=True).start()
    return events


@contextmanager
def _arrivals(folder: Path) -> Iterator[Path]:
    """A folder inside `folder` for what arrives; afterwards it is gone, and `folder` too if nothing came."""
    new = not folder.exists()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        arrivals = Path(tempfile.mkdtemp(prefix=ARRIVING, dir=folder))
    except OSError as error:
        raise full_disk(error) from error
    try:
        yield arrivals
    finally:
        shutil.rmtree(arrivals, ignore_errors=True)
        if new and not any(folder.iterdir()):
            folder.rmdir()


def _moved(arrivals: Path, folder: Path) -> tuple[Path, ...]:
    """Whole files get to their place; one that was there from an earlier call is replaced."""
    try:
        return tuple(file.replace(folder / file.name) for file in sorted(arrivals.glob(f"*{ENDING}")))
    except OSError as error:
        raise full_disk(error) from error


def _partial(files: tuple[Path, ...], expected: int | None, error: ConsiliumError) -> Retrieved:
    failures = [f"{error.what} {error.todo}".strip()]
    if expected is not None and expected > len(files):
        failures.append(missing_words(expected, len(files)))
    return Retrieved(files, expected, tuple(failures))

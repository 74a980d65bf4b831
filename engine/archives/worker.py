"""The process that speaks to an archive: `python -m engine.archives.worker BYTES`, one for each call.

What an archive sends can be wrong in any way; a process with a limit of memory, which can be killed at any
moment, keeps that away from the desk. The request comes on stdin, events go to stdout (`wire`). Libraries
write what they like to stderr and to logs, patients' names included: both go nowhere.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from pathlib import Path
from typing import NoReturn

from engine.archives.config import ArchiveConfig, DicomwebAddress
from engine.archives.incoming import NO_ROOM, full_disk
from engine.archives.session import Session
from engine.archives.wire import Reporter, Request, request_from
from engine.child import limit_memory
from engine.errors import ArchiveError, ArchiveNotUnderstood, ConsiliumError

STACK_BYTES = 1 << 19
"""Of a thread: many small ones wait for peers; eight megabytes each would use the limit up."""
OUR_ERROR = 1


def session(archive: ArchiveConfig, secret: str, reporter: Reporter) -> Session:
    """The session that speaks the archive's language; only its library is loaded."""
    if isinstance(archive.address, DicomwebAddress):
        from engine.archives.dicomweb import DicomwebSession

        return DicomwebSession(archive.address, archive.limits, secret, reporter)
    from engine.archives.dimse import DimseSession

    return DimseSession(archive.address, archive.limits, reporter)


def run(request: Request, reporter: Reporter) -> None:
    """Carry out one request and tell its end."""
    asked = session(request.archive, request.secret, reporter)
    reporter.alive()
    match request.operation:
        case "echo":
            reporter.ended(asked.echo())
        case "find":
            reporter.ended(asked.find(request.query))
        case "retrieve":
            reporter.ended(asked.retrieve(request.study_uid, Path(request.folder)))
        case "store":
            reporter.ended(asked.store([Path(path) for path in request.paths]))
        case _:
            raise AssertionError(request.operation)


def in_our_words(error: BaseException) -> ConsiliumError:
    """The one boundary around libraries that meet whatever an archive sends."""
    if isinstance(error, ConsiliumError):
        return error
    if isinstance(error, ImportError):
        return ArchiveError("The library for this archive cannot be loaded.", todo="Install Consilium again.")
    if isinstance(error, MemoryError):
        return ArchiveNotUnderstood(
            "The archive's answer needs more memory than it is given.", todo="Ask for less at a time."
        )
    if isinstance(error, OSError):
        return full_disk(error)
    return ArchiveNotUnderstood(
        "The archive's answer cannot be understood.", todo="Check that its address is that of an archive."
    )


def main() -> None:
    """Serve one request with the memory limit that is given in bytes.

    Ctrl+C in a terminal reaches this process as well; whether it ends is for the one that started it to say.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable(logging.ERROR - 1)
    logging.lastResort = None
    threading.stack_size(STACK_BYTES)
    limit_memory(int(sys.argv[1]))
    events = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    reporter = Reporter(events)

    def end_with(error: BaseException) -> NoReturn:
        try:
            reporter.failed(in_our_words(error))
        finally:  # nobody may listen any more, and threads may wait for a peer: nothing is worth waiting for
            os._exit(OUR_ERROR)

    def look(happened: threading.ExceptHookArgs) -> None:
        """A full disk shows in a thread of pynetdicom's; whatever else ends one must not end the others."""
        if isinstance(happened.exc_value, OSError) and happened.exc_value.errno in NO_ROOM:
            end_with(happened.exc_value)

    threading.excepthook = look
    try:
        run(request_from(sys.stdin.buffer.readline()), reporter)
    except BaseException as error:
        end_with(error)
    os._exit(0)


if __name__ == "__main__":
    main()

"""Why a connection to an archive came to nothing, in our words, for both protocols."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable
from typing import TypeVar

from engine.archives.config import Limits
from engine.errors import (
    ArchiveCut,
    ArchiveError,
    ArchiveFailed,
    ArchiveRefused,
    ArchiveSilent,
    ArchiveUnreachable,
    ArchiveUntrusted,
)

WAIT_SECONDS = 0.5

Answer = TypeVar("Answer")


class Busy(ArchiveFailed):
    """The archive says that it may answer later."""


def persistent(limits: Limits, ask: Callable[[], Answer]) -> Answer:
    """The answer; asked for again, each time after a longer wait, where an archive is busy or broke off."""
    for attempt in range(1, limits.attempts):
        try:
            return ask()
        except ArchiveError as error:
            if not isinstance(error, ArchiveCut | Busy):
                raise
            time.sleep(WAIT_SECONDS * 2 ** (attempt - 1))
    return ask()


def unreachable(error: BaseException, host: str, limits: Limits) -> ArchiveError:
    """Why there is no connection at all, told by the socket."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return ArchiveUntrusted(
            f"The archive's certificate is not trusted: {error.verify_message}.",
            todo="Name the authority that signed it, or ask who runs the archive.",
        )
    if isinstance(error, ssl.SSLError):
        return ArchiveUntrusted(
            "No encrypted connection was agreed on.",
            todo="Check that this port speaks TLS and whether it wants a certificate of ours.",
        )
    if isinstance(error, socket.gaierror):
        return ArchiveUnreachable(f'No machine "{host}" is known.', todo="Check the host's name.")
    if isinstance(error, ConnectionRefusedError):
        return ArchiveUnreachable(
            "Nothing listens there.", todo="Check host and port, and whether the archive runs."
        )
    if isinstance(error, TimeoutError):
        return ArchiveUnreachable(
            f"The machine does not answer within {limits.connect_seconds:g} seconds.",
            todo="Check host, port and firewall.",
        )
    if isinstance(error, ConnectionError):
        return cut()
    return ArchiveUnreachable("There is no way to that machine.", todo="Check the network and the address.")


def cut() -> ArchiveCut:
    """The connection ended before the answer did."""
    return ArchiveCut("The archive closed the connection before it had answered.", todo="Try again.")


def no_such_study() -> ArchiveRefused:
    """It was there when it was found, or it never was."""
    return ArchiveRefused("The archive has no such study.", todo="Search again: it may be gone.")


def silent(limits: Limits) -> ArchiveSilent:
    """No answer in time."""
    return ArchiveSilent(
        f"The archive does not answer within {limits.answer_seconds:g} seconds.",
        todo="Try again, or ask who runs it.",
    )

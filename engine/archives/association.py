"""An association of DIMSE (PS3.8) with an archive: how it is opened, bounded, and why it came to nothing.

pynetdicom takes any length that a PDU claims, waits without limit for the rest of one, and tells in its log
alone why there is no connection. Here a PDU has a limit, sockets have time-outs, and the log is listened to.
"""

from __future__ import annotations

import logging
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

from pynetdicom import AE, _config, evt
from pynetdicom.association import Association
from pynetdicom.pdu_primitives import A_ASSOCIATE
from pynetdicom.presentation import PresentationContext
from pynetdicom.transport import AddressInformation

from engine.archives.config import DimseAddress, Limits
from engine.archives.failures import Busy, persistent, unreachable
from engine.archives.tls import client_context
from engine.errors import (
    ArchiveCut,
    ArchiveError,
    ArchiveNotUnderstood,
    ArchiveRefused,
    ArchiveSilent,
    ArchiveUntrusted,
)

OUR_PDU_BYTES = 1 << 17
LARGEST_PDU_BYTES = 1 << 20
"""What is read of one PDU: ours are limited to `OUR_PDU_BYTES`, requests of 128 contexts stay far below."""
NOT_IN_TIME = 0.9
"""Part of a time-out after which pynetdicom's silent end is taken for that time-out."""
USER, ACSE, PRESENTATION = 1, 2, 3  # who rejects (PS3.8 table 9-21)
UNKNOWN_CALLING, UNKNOWN_CALLED = 3, 7
BUSY = frozenset({(PRESENTATION, 1), (PRESENTATION, 2)})

_config.LOG_HANDLER_LEVEL = "none"
_config.LOG_RESPONSE_IDENTIFIERS = False
_config.LOG_REQUEST_IDENTIFIERS = False
_config.STORE_RECV_CHUNKED_DATASET = True
_config.STORE_SEND_CHUNKED_DATASET = True

OnBytes = Callable[[int], None]


class _TooLong(OSError):
    """A PDU announces more than is read of one. An OSError is what pynetdicom closes a connection for."""


class _Cause(logging.Handler):
    """Keeps the exception that pynetdicom only logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.error: BaseException | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Called inside pynetdicom's `except`, on its thread."""
        self.error = self.error or sys.exc_info()[1]


def limited(limits: Limits, on_received: OnBytes, on_sent: OnBytes) -> list[Any]:
    """Event handlers that bound what is read from a new connection, and tell what came and went."""

    def opened(event: evt.Event) -> None:
        connection = cast(Any, event.assoc.dul.socket)
        connection.socket.settimeout(limits.answer_seconds)
        receive = connection.recv

        def receive_within_limits(count: int) -> bytearray:
            if count > LARGEST_PDU_BYTES:
                raise _TooLong(count)
            content: bytearray = receive(count)
            if content:  # else the other side has closed
                on_received(len(content))
            return content

        connection.recv = receive_within_limits

    def sent(event: evt.Event) -> None:
        on_sent(len(event.data))

    return [(evt.EVT_CONN_OPEN, opened), (evt.EVT_DATA_SENT, sent)]


def entity(title: str, limits: Limits) -> AE:
    """We, under a title."""
    ours = AE(title)
    ours.connection_timeout = limits.connect_seconds
    ours.acse_timeout = limits.connect_seconds
    ours.dimse_timeout = limits.answer_seconds
    ours.network_timeout = limits.answer_seconds
    ours.maximum_pdu_size = OUR_PDU_BYTES
    return ours


@contextmanager
def associated(
    address: DimseAddress,
    limits: Limits,
    contexts: Sequence[PresentationContext],
    handlers: Sequence[Any],
    roles: Sequence[Any] = (),
    needed: str = "",
) -> Iterator[Association]:
    """An open association, released at the end, aborted if the body fails; ArchiveError where there is none.

    `needed` is an abstract syntax without which it is of no use.
    """
    open_one = partial(_opened, address, limits, contexts, handlers, roles)
    association = persistent(limits, open_one)
    try:
        if needed and all(context.abstract_syntax != needed for context in association.accepted_contexts):
            raise _not_offered()
        yield association
    except BaseException:
        association.abort()
        raise
    association.release()


def _opened(
    address: DimseAddress,
    limits: Limits,
    contexts: Sequence[PresentationContext],
    handlers: Sequence[Any],
    roles: Sequence[Any],
) -> Association:
    """One try."""
    cause = _Cause()
    log = logging.getLogger("pynetdicom")
    log.addHandler(cause)
    start = time.monotonic()
    tls_args = None if address.tls is None else (client_context(address.tls), address.host)
    try:
        association = entity(address.calling_ae, limits).associate(
            AddressInformation(address.host, address.port).address,
            address.port,
            contexts=list(contexts),
            ae_title=address.called_ae,
            max_pdu=OUR_PDU_BYTES,
            ext_neg=list(roles),
            tls_args=tls_args,
            evt_handlers=list(handlers),
        )
    except socket.gaierror as error:
        raise unreachable(error, address.host, limits) from error
    finally:
        log.removeHandler(cause)
    if not association.is_established:
        raise _why_not(association, cause.error, time.monotonic() - start, address, limits)
    return association


def _why_not(
    association: Association,
    cause: BaseException | None,
    seconds: float,
    address: DimseAddress,
    limits: Limits,
) -> ArchiveError:
    if association.is_rejected:
        return _rejection(association, address)
    if isinstance(cause, _TooLong):
        return ArchiveNotUnderstood(
            "What answers there announces a message without measure.",
            todo="Check that this is the archive's DICOM port.",
        )
    if isinstance(cause, OSError):
        return unreachable(cause, address.host, limits)
    if association.rejected_contexts:
        return _not_offered()
    if seconds >= NOT_IN_TIME * limits.connect_seconds:
        return ArchiveSilent(
            f"Something listens there but does not answer within {limits.connect_seconds:g} seconds.",
            todo="Check that this is the archive's DICOM port.",
        )
    if address.tls is not None:
        return ArchiveUntrusted(
            "The archive closed the encrypted connection.",
            todo="It may want a certificate of ours, or another one.",
        )
    return ArchiveCut(
        "The archive closed the connection before it had answered.",
        todo="Check that this is its DICOM port; it may want TLS.",
    )


def _not_offered() -> ArchiveRefused:
    return ArchiveRefused(
        "The archive does not offer this service.", todo="Ask whether it allows it, or retrieve another way."
    )


def _rejection(association: Association, address: DimseAddress) -> ArchiveError:
    primitive = cast(A_ASSOCIATE, association.acceptor.primitive)
    source, diagnostic = primitive.result_source, primitive.diagnostic
    if (source, diagnostic) == (USER, UNKNOWN_CALLED):
        return ArchiveRefused(
            f"The archive is not called {address.called_ae}.", todo="Correct its AE title; capitals count."
        )
    if (source, diagnostic) == (USER, UNKNOWN_CALLING):
        return ArchiveRefused(
            f"The archive does not know us as {address.calling_ae}.",
            todo="Ask its administrator to add this AE title.",
        )
    if (source, diagnostic) in BUSY:
        return Busy("The archive has too many connections.", todo="Try again later.")
    return ArchiveRefused(
        "The archive rejects the association.", todo="Ask its administrator to add this AE title."
    )

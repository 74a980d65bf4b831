"""Our own storage SCP: takes what an archive sends in a C-MOVE, and listens only while one runs.

It stands open to a network, so all it spends is bounded: who calls must name both AE titles rightly; of those
who connect and say nothing only the last few are kept, so that the archive always finds room; lengths are
checked before anything is read (`association`), and the process has a limit of memory (`worker`).
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from socketserver import TCPServer
from types import TracebackType
from typing import Any, Self, cast

from pynetdicom import ALL_TRANSFER_SYNTAXES, evt
from pynetdicom.association import Association
from pynetdicom.presentation import build_context
from pynetdicom.transport import AssociationServer, RequestHandler

from engine.archives.association import entity
from engine.archives.config import DimseAddress, Limits, Receiver
from engine.archives.tls import server_context
from engine.errors import ArchiveMisconfigured

SILENT_PEERS = 8
SECONDS_TO_INTRODUCE = 2.0
"""For which a peer that was let go still has a thread."""
MOST_PEERS = 256
WAITING_CONNECTIONS = 64
POLL_SECONDS = 0.1

OnStore = Callable[[evt.Event], int]


class StorageReceiver:
    """Listens from `__enter__` to `__exit__`, for the SOP classes that are expected.

    `on_store` gets each C-STORE and answers with a status.
    """

    def __init__(
        self,
        address: DimseAddress,
        receiver: Receiver,
        limits: Limits,
        classes: Sequence[str],
        on_store: OnStore,
        handlers: Sequence[Any],
    ) -> None:
        ours = entity(receiver.ae_title, limits)
        ours.acse_timeout = min(SECONDS_TO_INTRODUCE, limits.connect_seconds)
        ours.require_called_aet = True
        ours.require_calling_aet = [receiver.sender_ae or address.called_ae]
        ours.maximum_associations = 2 * MOST_PEERS  # it counts those that were let go, too
        contexts = [build_context(sop_class, list(ALL_TRANSFER_SYNTAXES)) for sop_class in classes]
        try:
            self._server = _BoundedServer(
                ours,
                (receiver.host, receiver.port),
                receiver.ae_title,
                contexts,
                None if address.tls is None else server_context(address.tls),
                [(evt.EVT_C_STORE, on_store), *handlers],
                _Handler,
            )
        except OSError as error:
            raise ArchiveMisconfigured(
                f"Port {receiver.port}, where the archive should send to, cannot be opened.",
                todo="Choose another one, here and in the archive, or end the program that uses it.",
            ) from error
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(POLL_SECONDS,), name="receiver", daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.stop()
        self._thread.join()


class _Handler(RequestHandler):
    """Starts an association's threads and remembers it."""

    def _create_association(self) -> Association:
        association = super()._create_association()
        cast(_BoundedServer, self.server).remember(association)
        return association


class _BoundedServer(AssociationServer):
    """Accepts at once, never waits for a peer, and lets the oldest silent one go when there are too many."""

    request_queue_size = WAITING_CONNECTIONS

    _known: tuple[Association, ...] = ()

    def get_request(self) -> tuple[socket.socket, Any]:
        """A connection; a TLS handshake is left to the association's own thread."""
        assert self.socket is not None
        connection, address = self.socket.accept()
        connection.settimeout(SECONDS_TO_INTRODUCE)
        if self.ssl_context is not None:
            connection = self.ssl_context.wrap_socket(
                connection, server_side=True, do_handshake_on_connect=False
            )
        return connection, address

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Whether there is room for another peer at all."""
        return len(self._alive()) < MOST_PEERS

    def _alive(self) -> list[Association]:
        return [known for known in self._known if known.is_alive() or known.ident is None]

    def remember(self, association: Association) -> None:
        """Keep the new peer, close the oldest ones that have not introduced themselves."""
        alive = self._alive()
        silent = [known for known in alive if not known.is_established and _is_connected(known)]
        for known in silent[: max(0, len(silent) - SILENT_PEERS + 1)]:
            _hang_up(known)
        self._known = (*alive, association)

    def stop(self) -> None:
        """No more connections, and no more of those there are."""
        TCPServer.shutdown(self)  # pynetdicom's own also strikes it off a list on which this server is not
        self.server_close()
        for known in self._known:
            _hang_up(known)


def _is_connected(association: Association) -> bool:
    connection = association.dul.socket
    return connection is not None and connection.socket is not None


def _hang_up(association: Association) -> None:
    """Close the socket under it; its threads notice and end."""
    connection = association.dul.socket
    if connection is not None:
        connection.close()

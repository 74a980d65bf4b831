"""A DIMSE archive in memory, on loopback, that can fail in every way, and listeners that are no archive."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from pydicom.dataset import Dataset, FileDataset
from pynetdicom import AE, ALL_TRANSFER_SYNTAXES, StoragePresentationContexts, build_context, evt
from pynetdicom.sop_class import (  # type: ignore[attr-defined]  # made at import
    StudyRootQueryRetrieveInformationModelFind,
    StudyRootQueryRetrieveInformationModelGet,
    StudyRootQueryRetrieveInformationModelMove,
    Verification,
)

from engine.archives.config import DimseAddress, Receiver

SUCCESS, PENDING = 0x0000, 0xFF00
MODELS = (
    Verification,
    StudyRootQueryRetrieveInformationModelFind,
    StudyRootQueryRetrieveInformationModelGet,
    StudyRootQueryRetrieveInformationModelMove,
)
KEYS: Mapping[str, str] = {
    "STUDY": "StudyInstanceUID",
    "SERIES": "SeriesInstanceUID",
    "IMAGE": "SOPInstanceUID",
}


@dataclass
class Node:
    """What the archive holds, and how it behaves."""

    held: list[FileDataset] = field(default_factory=list)
    received: list[Dataset] = field(default_factory=list)
    rejections: int = 0
    """So many associations are turned away for a moment."""
    calling: tuple[str, ...] = ()
    find_status: int = SUCCESS
    list_images: bool = True
    endless: bool = False
    silent: threading.Event = field(default_factory=threading.Event)
    break_off_after: int | None = None
    store_status: int = SUCCESS
    syntaxes: Sequence[str] = tuple(ALL_TRANSFER_SYNTAXES)
    models: Sequence[str] = MODELS
    move_lies: bool = False
    sending_context: ssl.SSLContext | None = None
    wait_before_moving: threading.Event | None = None
    destinations: dict[str, tuple[str, int]] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    port: int = 0

    def address(
        self, receiver: Receiver | None = None, calling: str = "APP", called: str = "NODE"
    ) -> DimseAddress:
        """How it is reached."""
        return DimseAddress("127.0.0.1", self.port, called, calling, receiver)

    def requested(self, event: evt.Event) -> None:
        """Turn away as long as there are rejections left."""
        if self.rejections:
            self.rejections -= 1
            event.assoc.acse.send_reject(0x02, 0x03, 0x02)  # local limit exceeded
            event.assoc.kill()

    def find(self, event: evt.Event) -> Iterator[tuple[int, Dataset | None]]:
        """Answers at the level that is asked for, one for each distinct key."""
        self._wait()
        asked = event.identifier
        level = asked.QueryRetrieveLevel
        if self.find_status != SUCCESS:
            yield self.find_status, None
            return
        if level == "IMAGE" and not self.list_images:
            yield 0xA900, None
            return
        met: set[str] = set()
        for dataset in self._matching(asked):
            key = str(dataset.get(KEYS[level]))
            if key not in met:
                met.add(key)
                yield PENDING, self._answer(asked, dataset)
        count = 0
        while self.endless:
            answer = Dataset()
            answer.QueryRetrieveLevel = level
            answer.StudyInstanceUID = f"1.2.{count}"
            count += 1
            yield PENDING, answer

    def get(self, event: evt.Event) -> Iterator[Any]:
        """The files of a study, or as many as are sent before the connection breaks."""
        found = self._matching(event.identifier)
        yield len(found)
        yield from self._each(found, event)

    def move(self, event: evt.Event) -> Iterator[Any]:
        """The same to a third party."""
        found = self._matching(event.identifier)
        if self.wait_before_moving is not None:
            self.wait_before_moving.wait()
        if self.move_lies:
            yield "127.0.0.1", 1, {"ae_title": "NOBODY"}
            yield 0
            return
        destination = self.destinations.get(event.move_destination or "")
        if destination is None:
            yield None, None
            return
        syntaxes = {(each.SOPClassUID, each.file_meta.TransferSyntaxUID) for each in found}
        how: dict[str, Any] = {"contexts": [build_context(*each) for each in syntaxes]}
        if self.sending_context is not None:
            how["tls_args"] = (self.sending_context, "127.0.0.1")
        yield (*destination, how)
        yield len(found)
        yield from self._each(found, event)

    def store(self, event: evt.Event) -> int:
        """Keep a file."""
        self._wait()
        if self.break_off_after is not None and len(self.received) >= self.break_off_after:
            event.assoc.abort()
            return 0xA700
        if self.store_status in (SUCCESS, 0xB000):
            self.received.append(event.dataset)
        return self.store_status

    def _each(self, found: Sequence[FileDataset], event: evt.Event) -> Iterator[tuple[int, Dataset]]:
        for count, dataset in enumerate(found):
            self._wait()
            if count == self.break_off_after:
                event.assoc.dul.socket.close()  # type: ignore[union-attr]
                return
            yield PENDING, dataset

    def _matching(self, asked: Dataset) -> list[FileDataset]:
        uids = [keyword for keyword in KEYS.values() if asked.get(keyword)]
        return [each for each in self.held if all(each.get(key) == asked.get(key) for key in uids)]

    def _answer(self, asked: Dataset, dataset: Dataset) -> Dataset:
        answer = Dataset()
        if "SpecificCharacterSet" in dataset:
            answer.SpecificCharacterSet = dataset.SpecificCharacterSet
        for element in asked:
            if element.keyword in dataset:
                answer[element.keyword] = dataset[element.keyword]
        for keyword, value in self.extra.items():
            setattr(answer, keyword, value)
        answer.QueryRetrieveLevel = asked.QueryRetrieveLevel
        return answer

    def _wait(self) -> None:
        while self.silent.is_set():
            time.sleep(0.01)


@contextmanager
def running(node: Node, context: ssl.SSLContext | None = None) -> Iterator[Node]:
    """The archive, listening on a port of its own choice."""
    entity = AE("NODE")
    entity.require_called_aet = True
    entity.require_calling_aet = list(node.calling)
    for model in node.models:
        entity.add_supported_context(model)
    for storage in StoragePresentationContexts:
        if storage.abstract_syntax is not None:
            entity.add_supported_context(
                storage.abstract_syntax, list(node.syntaxes), scu_role=True, scp_role=True
            )
    handlers: list[Any] = [
        (evt.EVT_REQUESTED, node.requested),
        (evt.EVT_C_FIND, node.find),
        (evt.EVT_C_GET, node.get),
        (evt.EVT_C_MOVE, node.move),
        (evt.EVT_C_STORE, node.store),
    ]
    server = entity.start_server(("127.0.0.1", 0), block=False, evt_handlers=handlers, ssl_context=context)
    assert server is not None
    node.port = server.server_address[1]
    try:
        yield node
    finally:
        node.silent.clear()
        node.endless = False
        if node.wait_before_moving is not None:
            node.wait_before_moving.set()
        server.shutdown()


@contextmanager
def listener(serve: Callable[[socket.socket], None]) -> Iterator[int]:
    """A port where each connection is given to `serve`, in a thread of its own."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def accept() -> None:
        while not over.is_set():
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=_served, args=(serve, connection), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listening.getsockname()[1]
    finally:
        over.set()
        listening.close()


def _served(serve: Callable[[socket.socket], None], connection: socket.socket) -> None:
    with connection, suppress(OSError):  # the other side had enough
        serve(connection)


def says_nothing(connection: socket.socket) -> None:
    """Reads and never answers."""
    while connection.recv(1 << 16):
        pass


def hangs_up(connection: socket.socket) -> None:
    """Closes as soon as something is said."""
    connection.recv(1 << 16)


def answers_garbage(connection: socket.socket) -> None:
    """Answers what no protocol knows."""
    connection.recv(1 << 16)
    connection.sendall(b"220 mail.example ESMTP\r\n" * 10)
    connection.recv(1 << 16)


def claims_four_gigabytes(connection: socket.socket) -> None:
    """Announces an A-ASSOCIATE-AC of nearly 4 GiB and goes on sending it."""
    connection.recv(1 << 16)
    connection.sendall(b"\x02\x00\xff\xff\xff\xf0")
    for _ in range(4096):
        connection.sendall(b"\x00" * (1 << 20))


def free_port() -> int:
    """A port on which nothing listens at this moment."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port

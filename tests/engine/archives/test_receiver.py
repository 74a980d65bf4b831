"""Our own receiver stands open to a network for a moment: what that may cost is bounded."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from pynetdicom import AE

from engine.archives.config import ArchiveConfig, Limits, Receiver
from engine.archives.connection import WORKER
from engine.archives.wire import Request, request_line
from engine.child import start_child, stop_child
from tests.engine.archives.nodes import Node, free_port, running
from tests.engine.archives.watching import study

ECHO = "1.2.840.10008.5.1.4.1.1.1.1"
MEBIBYTE = 1 << 20
LIMITS = Limits(connect_seconds=10, answer_seconds=60)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


@contextmanager
def receiving(node: Node, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A worker in the middle of a C-MOVE whose archive waits; its receiver's port."""
    port = free_port()
    node.destinations = {"APP": ("127.0.0.1", port)}
    config = ArchiveConfig("node", node.address(Receiver(port, "127.0.0.1", "APP")), LIMITS)
    uid = node.held[0].StudyInstanceUID
    child = start_child(WORKER, str(LIMITS.memory_bytes))
    try:
        assert child.stdin is not None
        child.stdin.write(request_line(Request("retrieve", config, study_uid=uid, folder=str(folder))))
        child.stdin.close()
        _wait_for(lambda: _listens(port))
        yield child, port
    finally:
        stop_child(child)


def _wait_for(happened: object) -> None:
    end = time.monotonic() + 60
    while not happened():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.02)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def resident(process: int) -> int:
    """Bytes of memory that a process has now."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def finished(child: subprocess.Popen[bytes]) -> dict[str, object]:
    """The worker's last event."""
    assert child.stdout is not None
    last: dict[str, object] = json.loads(child.stdout.readlines()[-1])
    return last


@pytest.fixture
def node() -> Iterator[Node]:
    """An archive that moves two films once it is let go."""
    waiting = Node(study(2), wait_before_moving=threading.Event())
    with running(waiting):
        yield waiting


def let_go(node: Node) -> None:
    assert node.wait_before_moving is not None
    node.wait_before_moving.set()


def test_a_pdu_of_four_gigabytes_costs_nothing_and_the_archive_is_served(node: Node, tmp_path: Path) -> None:
    with receiving(node, tmp_path) as (child, port), socket.create_connection(("127.0.0.1", port)) as peer:
        before = resident(child.pid)
        peer.sendall(b"\x01\x00\xff\xff\xff\xf0")
        sent = 0
        try:
            while sent < 400 * MEBIBYTE:
                peer.sendall(bytes(MEBIBYTE))
                sent += MEBIBYTE
        except OSError:
            pass
        assert sent < 32 * MEBIBYTE
        assert resident(child.pid) < 200 * MEBIBYTE
        assert resident(child.pid) - before < 32 * MEBIBYTE
        let_go(node)
        assert finished(child)["event"] == "retrieved"
    assert len(list(tmp_path.glob("*.dcm"))) == 2


def test_fifty_silent_peers_do_not_shut_the_archive_out(node: Node, tmp_path: Path) -> None:
    with receiving(node, tmp_path) as (child, port), ExitStack() as peers:
        for _ in range(50):
            peers.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert resident(child.pid) < 200 * MEBIBYTE
        let_go(node)
        assert finished(child)["event"] == "retrieved"
    assert len(list(tmp_path.glob("*.dcm"))) == 2


@pytest.mark.parametrize(("calling", "called"), [("STRANGER", "APP"), ("NODE", "OTHER")])
def test_who_does_not_name_both_titles_rightly_is_turned_away(
    node: Node, tmp_path: Path, calling: str, called: str
) -> None:
    stranger = AE(calling)
    stranger.add_requested_context(ECHO)
    with receiving(node, tmp_path) as (child, port):
        association = stranger.associate("127.0.0.1", port, ae_title=called)
        assert association.is_rejected
        let_go(node)
        assert finished(child)["event"] == "retrieved"


def test_a_worker_whose_desk_is_gone_ends(node: Node, tmp_path: Path) -> None:
    with receiving(node, tmp_path) as (child, port):
        assert child.stdout is not None
        child.stdout.close()
        let_go(node)
        assert child.wait(60) != 0
    assert not _listens(port)


def test_nothing_listens_before_and_after_a_move(node: Node, tmp_path: Path) -> None:
    with receiving(node, tmp_path) as (child, port):
        assert _listens(port)
        let_go(node)
        finished(child)
    assert not _listens(port)

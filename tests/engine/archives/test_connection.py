"""An archive spoken to by a process of its own: cancelled at any moment, bounded, and private."""

from __future__ import annotations

import gzip
import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.archives.archive import Match, Query
from engine.archives.config import ArchiveConfig, Auth, DicomwebAddress, DimseAddress, Limits
from engine.archives.connection import connect
from engine.archives.incoming import file_name
from engine.archives.secrets import EnvironmentSecrets, variable_of
from engine.errors import (
    ArchiveError,
    ArchiveMisconfigured,
    ArchiveNotUnderstood,
    ArchiveSilent,
    SecretMissing,
)
from engine.progress import Cancelled, CancelToken, Progress
from tests.engine.archives.nodes import (
    Node,
    claims_four_gigabytes,
    free_port,
    listener,
    running,
    says_nothing,
)
from tests.engine.archives.watching import PATIENT, QUICK, study
from tests.engine.archives.webs import Web, basic, serving
from tests.engine.dicom.making import film_dataset, saved

NO_SECRETS = EnvironmentSecrets({})


def node_config(node: Node, limits: Limits = QUICK) -> ArchiveConfig:
    return ArchiveConfig("the node", node.address(), limits)


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file()) if folder.exists() else []


def cancelled_while(wait_for: Callable[[], bool], call: Callable[[CancelToken], object]) -> float:
    """Seconds from cancelling to the end of a call that would not end of itself."""
    cancel = CancelToken()
    moment = [0.0]

    def when_under_way() -> None:
        while not wait_for():
            time.sleep(0.01)
        moment[0] = time.monotonic()
        cancel.cancel()

    threading.Thread(target=when_under_way, daemon=True).start()
    with pytest.raises(Cancelled):
        call(cancel)
    return time.monotonic() - moment[0]


def test_matches_cross_the_process_as_they_arrive_in_every_script(tmp_path: Path) -> None:
    name = "Yamada^Tarou=山田^太郎=やまだ^たろう"
    held = study(1, PatientName=name, SpecificCharacterSet="ISO_IR 192")
    seen: list[Match] = []
    with running(Node(held)) as node:
        found = connect(node_config(node), NO_SECRETS).find(Query(), on_match=seen.append)
    assert tuple(seen) == found.matches
    (match,) = seen
    assert (match.patient.name.ideographic, match.patient.name.phonetic) == ("山田^太郎", "やまだ^たろう")


def test_a_study_arrives_whole_readable_by_its_owner_only_and_nothing_else_stays(tmp_path: Path) -> None:
    steps: list[Progress] = []
    folder = tmp_path / "study"
    with running(Node(study(3))) as node:
        uid = node.held[0].StudyInstanceUID
        retrieved = connect(node_config(node), NO_SECRETS).retrieve(uid, folder, on_progress=steps.append)
    assert retrieved.complete
    assert retrieved.files == tuple(files_in(folder))
    assert {path.name for path in retrieved.files} == {file_name(each.SOPInstanceUID) for each in node.held}
    assert (steps[0].done, steps[0].total) == (0, 3)
    assert (steps[-1].done, steps[-1].total) == (3, 3)
    assert sorted(folder.iterdir()) == list(retrieved.files)
    assert folder.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in retrieved.files)


def test_what_a_broken_connection_left_is_there_and_told_as_partial(tmp_path: Path) -> None:
    with running(Node(study(3), break_off_after=1)) as node:
        archive = connect(node_config(node), NO_SECRETS)
        retrieved = archive.retrieve(node.held[0].StudyInstanceUID, tmp_path)
    assert (len(retrieved.files), retrieved.expected, retrieved.complete) == (1, 3, False)
    assert sorted(tmp_path.iterdir()) == list(retrieved.files)


def test_a_cancelled_retrieval_ends_within_a_second_and_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    node = Node(study(3))
    with running(node):
        archive = connect(node_config(node), NO_SECRETS)

        def stop_the_archive(progress: Progress) -> None:
            if progress.done == 1:
                node.silent.set()

        def retrieve(cancel: CancelToken) -> object:
            uid = node.held[0].StudyInstanceUID
            return archive.retrieve(uid, folder, on_progress=stop_the_archive, cancel=cancel)

        assert cancelled_while(node.silent.is_set, retrieve) < 1.0
    assert not folder.exists()


@pytest.mark.parametrize("web", [False, True])
def test_a_cancelled_query_of_a_silent_archive_ends_within_a_second(web: bool) -> None:
    reached = threading.Event()

    def quiet(connection: socket.socket) -> None:
        reached.set()
        says_nothing(connection)

    with listener(quiet) as port:
        address = DicomwebAddress(f"http://127.0.0.1:{port}") if web else DimseAddress("127.0.0.1", port, "X")
        archive = connect(ArchiveConfig("silent", address), NO_SECRETS)
        assert cancelled_while(reached.is_set, lambda cancel: archive.find(Query(), cancel=cancel)) < 1.0


def test_what_was_cancelled_before_starts_nothing() -> None:
    cancel = CancelToken()
    cancel.cancel()
    archive = connect(ArchiveConfig("nobody", DimseAddress("127.0.0.1", free_port(), "X")), NO_SECRETS)
    with pytest.raises(Cancelled):
        archive.echo(cancel=cancel)


def test_an_archive_that_sends_a_byte_now_and_then_is_given_up_in_time() -> None:
    def trickles(connection: socket.socket) -> None:
        connection.recv(1 << 16)
        connection.sendall(b"\x02\x00\x00\x01\x00\x00")
        while True:
            connection.sendall(b"\x00")
            time.sleep(0.1)

    limits = Limits(connect_seconds=0.5, answer_seconds=0.5)
    with listener(trickles) as port:
        archive = connect(ArchiveConfig("slow", DimseAddress("127.0.0.1", port, "X"), limits), NO_SECRETS)
        with pytest.raises(ArchiveError, match="slow") as error:
            archive.echo()
    assert isinstance(error.value, ArchiveSilent)


def test_an_answer_of_four_gigabytes_ends_in_a_sentence() -> None:
    with listener(claims_four_gigabytes) as port:
        archive = connect(ArchiveConfig("huge", DimseAddress("127.0.0.1", port, "X"), QUICK), NO_SECRETS)
        with pytest.raises(ArchiveError, match="huge: "):
            archive.echo()


@pytest.mark.slow  # packs and unpacks a quarter of a gigabyte
def test_an_answer_that_unpacks_without_end_stops_at_the_limit_of_memory() -> None:
    bomb = gzip.compress(b"[" + b" " * (1 << 28) + b"]", compresslevel=1)
    limits = replace(QUICK, memory_bytes=1 << 29)
    with serving(Web(body=bomb, encoding="gzip")) as web:
        archive = connect(ArchiveConfig("bomb", DicomwebAddress(web.url), limits), NO_SECRETS)
        with pytest.raises(ArchiveNotUnderstood, match="memory"):
            archive.find(Query())


def test_errors_name_the_archive() -> None:
    address = DimseAddress("127.0.0.1", free_port(), "X")
    with pytest.raises(ArchiveError, match="Ward 3: Nothing listens there"):
        connect(ArchiveConfig("Ward 3", address), NO_SECRETS).echo()


def test_a_secret_reaches_the_archive_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    web = Web(study(1), authorization=basic("alice", "hunter2"))
    with serving(web):
        config = ArchiveConfig("web", DicomwebAddress(web.url, Auth.BASIC, "alice"), QUICK)
        found = connect(config, EnvironmentSecrets({variable_of("web"): "hunter2"})).find(Query())
    assert str(found.matches[0].patient.name) == PATIENT
    assert "hunter2" not in caplog.text
    assert PATIENT not in caplog.text
    assert "Müller" not in caplog.text


def test_without_its_secret_an_archive_is_not_asked() -> None:
    config = ArchiveConfig("web", DicomwebAddress("https://archive.example/", Auth.BEARER))
    with pytest.raises(SecretMissing):
        connect(config, NO_SECRETS).find(Query())


@pytest.mark.parametrize("uid", ["", "*", "1.2.*", "1.2\\1.3", "../../etc", "1.2?", "1" * 65])
def test_only_a_whole_uid_is_retrieved(uid: str, tmp_path: Path) -> None:
    config = ArchiveConfig("nobody", DimseAddress("127.0.0.1", free_port(), "X"))
    with pytest.raises(ArchiveMisconfigured, match="no Study Instance UID"):
        connect(config, NO_SECRETS).retrieve(uid, tmp_path)


def test_files_are_sent_and_named_as_they_were_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(film_dataset([[1, 2]]), tmp_path, "a.dcm")
    (tmp_path / "junk.dcm").write_bytes(b"no DICOM")
    monkeypatch.chdir(tmp_path)
    with running(Node()) as node:
        stored = connect(node_config(node), NO_SECRETS).store([Path("a.dcm"), Path("junk.dcm")])
    assert stored.sent == (Path("a.dcm"),)
    assert [failure.path for failure in stored.failures] == [Path("junk.dcm")]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with running(Node(study(1))) as node, pytest.raises(Exception, match="cannot be written"):
        connect(node_config(node), NO_SECRETS).retrieve(node.held[0].StudyInstanceUID, tmp_path / "new")

"""A disk that fills up while a study arrives: said, and what had come whole is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.archives.archive import Archive
from engine.archives.config import ArchiveConfig, DicomwebAddress, Receiver
from engine.archives.connection import connect
from engine.archives.secrets import EnvironmentSecrets
from tests.engine.archives.nodes import Node, free_port, running
from tests.engine.archives.watching import QUICK, study
from tests.engine.archives.webs import Web, serving

ROOM = 1 << 20


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one MiB; only root can make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if sys.platform != "linux" or os.geteuid() != 0 or mount is None:
        pytest.skip("only root can make a small disk, on Linux")
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", f"size={ROOM}", "none", str(disk)], check=False, capture_output=True
    )
    if made.returncode != 0:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.fixture(params=["get", "move", "web"])
def archive(request: pytest.FixtureRequest) -> Iterator[tuple[Archive, str]]:
    """An archive with a study of four films of 400 KB, in each way, and the study's UID."""
    held = study(4)
    for film in held:
        film.PixelData = bytes(400_000)
    uid = held[0].StudyInstanceUID
    secrets = EnvironmentSecrets({})
    if request.param == "web":
        with serving(Web(held)) as web:
            yield connect(ArchiveConfig("web", DicomwebAddress(web.url), QUICK), secrets), uid
        return
    with running(Node(held)) as node:
        port = free_port()
        node.destinations = {"APP": ("127.0.0.1", port)}
        receiver = Receiver(port, "127.0.0.1", "APP") if request.param == "move" else None
        yield connect(ArchiveConfig("node", node.address(receiver), QUICK), secrets), uid


def test_a_full_disk_is_said_and_whole_files_stay(archive: tuple[Archive, str], small_disk: Path) -> None:
    asked, uid = archive
    retrieved = asked.retrieve(uid, small_disk / "study")
    assert 0 < len(retrieved.files) < 4
    assert any("The disk is full" in failure for failure in retrieved.failures)
    assert "The archive listed 4 files" in " ".join(retrieved.failures)
    assert sorted((small_disk / "study").iterdir()) == list(retrieved.files)
    assert all(file.stat().st_size > 400_000 for file in retrieved.files)

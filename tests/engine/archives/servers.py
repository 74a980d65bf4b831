"""Real servers on loopback: Orthanc with its DICOMweb plug-in, and dcmtk's dcmqrscp. Absent ones skip tests.

Orthanc's GDCM plug-in is never loaded: it ended the server on several files.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.archives.config import ArchiveConfig, Auth, DicomwebAddress, DimseAddress, Limits, Receiver
from engine.archives.connection import connect
from engine.archives.secrets import EnvironmentSecrets, variable_of
from engine.errors import ConsiliumError
from tests.engine.archives.nodes import free_port

PLUGIN = Path("/usr/share/orthanc/plugins/libOrthancDicomWeb.so")
PASSWORD = "alicePassword"
OURS = "APP"
SECRETS = EnvironmentSecrets({variable_of("web"): PASSWORD})
LIMITS = Limits(connect_seconds=20, answer_seconds=60)
SECONDS_TO_START = 60


@dataclass
class Server:
    """A running server, and the archives that it is, by how they are spoken to."""

    process: subprocess.Popen[bytes]
    archives: dict[str, ArchiveConfig]
    words: str

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self.process.wait()


@contextmanager
def orthanc(folder: Path) -> Iterator[Server]:
    """An empty Orthanc; its data go into `folder`."""
    program = shutil.which("Orthanc") or shutil.which("Orthanc", path="/usr/sbin")
    if program is None or not PLUGIN.is_file():
        pytest.skip("Orthanc with its DICOMweb plug-in is not installed (Debian: orthanc orthanc-dicomweb)")
    http, dicom, receiving = free_port(), free_port(), free_port()
    here = {"AET": OURS, "Host": "127.0.0.1", "Port": receiving}
    allowed = {f"Allow{each}": True for each in ("Echo", "Find", "Get", "Move", "Store")}
    settings = {
        "Name": "test",
        "StorageDirectory": str(folder / "db"),
        "IndexDirectory": str(folder / "db"),
        "Plugins": [str(PLUGIN)],
        "HttpPort": http,
        "DicomPort": dicom,
        "DicomAet": "ORTHANC",
        "DicomCheckCalledAet": True,
        "RemoteAccessAllowed": False,
        "AuthenticationEnabled": True,
        "RegisteredUsers": {"alice": PASSWORD},
        "DefaultEncoding": "Utf8",
        "DicomAlwaysAllowFind": False,
        "DicomAlwaysAllowGet": False,
        "DicomAlwaysAllowMove": False,
        "DicomModalities": {"app": here | allowed},
        "SynchronousCMove": True,
        "OverwriteInstances": True,
        "SaveJobs": False,
        "UnknownSopClassAccepted": True,
        "DicomWeb": {"Enable": True, "Root": "/dicom-web/", "Host": "127.0.0.1", "Ssl": False},
    }
    (folder / "db").mkdir()
    (folder / "orthanc.json").write_text(json.dumps(settings))
    address = DimseAddress("127.0.0.1", dicom, "ORTHANC", OURS)
    moving = DimseAddress("127.0.0.1", dicom, "ORTHANC", OURS, Receiver(receiving, "127.0.0.1", OURS))
    web = DicomwebAddress(f"http://127.0.0.1:{http}/dicom-web", Auth.BASIC, "alice")
    archives = {
        "get": ArchiveConfig("get", address, LIMITS),
        "move": ArchiveConfig("move", moving, LIMITS),
        "web": ArchiveConfig("web", web, LIMITS),
    }
    with _started([program, str(folder / "orthanc.json")], folder, archives) as server:
        yield server


@contextmanager
def dcmqrscp(folder: Path) -> Iterator[Server]:
    """An empty dcmqrscp; its data go into `folder`."""
    program = shutil.which("dcmqrscp")
    if program is None:
        pytest.skip("dcmqrscp is not installed (Debian: dcmtk)")
    port, receiving = free_port(), free_port()
    (folder / "db").mkdir()
    (folder / "dcmqrscp.cfg").write_text(
        f"NetworkTCPPort = {port}\nMaxPDUSize = 16384\nMaxAssociations = 16\n"
        f"HostTable BEGIN\napp = ({OURS}, localhost, {receiving})\nHostTable END\n"
        "VendorTable BEGIN\nVendorTable END\n"
        f"AETable BEGIN\nDCMQR {folder / 'db'} RW (200, 64mb) ANY\nAETable END\n"
    )
    address = DimseAddress("127.0.0.1", port, "DCMQR", OURS)
    moving = DimseAddress("127.0.0.1", port, "DCMQR", OURS, Receiver(receiving, "127.0.0.1", OURS))
    unknown = DimseAddress("127.0.0.1", port, "DCMQR", OURS, Receiver(free_port(), "127.0.0.1", "NOBODY"))
    archives = {
        "get": ArchiveConfig("get", address, LIMITS),
        "move": ArchiveConfig("move", moving, LIMITS),
        "unknown": ArchiveConfig("unknown", unknown, LIMITS),
    }
    with _started([program, "-c", str(folder / "dcmqrscp.cfg")], folder, archives) as server:
        yield server


@contextmanager
def _started(command: list[str], folder: Path, archives: dict[str, ArchiveConfig]) -> Iterator[Server]:
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=folder)
        try:
            words = _until_it_answers(archives, process)
            yield Server(process, archives, words)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _until_it_answers(archives: dict[str, ArchiveConfig], process: subprocess.Popen[bytes]) -> str:
    end = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            for name in sorted(set(archives) - {"move", "unknown"}):
                words = connect(archives[name], SECRETS).echo().answered
        except ConsiliumError:
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)
        else:
            return words

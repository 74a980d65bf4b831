"""`python -m engine archive`: archives without the desk."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from pydicom import dcmread

from engine.__main__ import main
from engine.archives.config import ArchiveConfig
from engine.archives.config_json import write_archives
from engine.child import PROJECT
from tests.engine.archives.nodes import Node, free_port, listener, running, says_nothing
from tests.engine.archives.watching import PATIENT, QUICK, study
from tests.engine.dicom.making import film_dataset, saved


def at(node: Node) -> list[str]:
    return [f"dicom://NODE@127.0.0.1:{node.port}", "--calling", "APP"]


def test_studies_are_listed_brought_and_sent_by_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(Node(study(2))) as node:
        uid = node.held[0].StudyInstanceUID
        assert main(["archive", "find", *at(node), "--from", "2024-01-01", "--json", "-"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert [each["study_uid"] for each in found["studies"]] == [uid]
        assert found["studies"][0]["patient_name"] == [PATIENT, "", ""]
        assert (found["more"], found["warnings"]) == (False, [])

        assert main(["archive", "get", *at(node), uid, str(tmp_path / "study"), "--json", "-"]) == 0
        got = json.loads(capsys.readouterr().out)
        assert (len(got["files"]), got["expected"], got["complete"], got["failures"]) == (2, 2, True, [])

        path = saved(film_dataset([[1, 2]]), tmp_path, "a.dcm")
        assert main(["archive", "send", *at(node), str(path)]) == 0
        assert "1 of 1 files are in the archive." in capsys.readouterr().out
        assert node.received[0].SOPInstanceUID == dcmread(path).SOPInstanceUID


def test_a_study_comes_by_c_move_to_a_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(Node(study(1))) as node:
        port = free_port()
        node.destinations = {"APP": ("127.0.0.1", port)}
        uid = node.held[0].StudyInstanceUID
        assert main(["archive", "get", *at(node), uid, str(tmp_path), "--move-to", str(port)]) == 0
    assert "1 of 1 files" in capsys.readouterr().out


def test_a_name_is_looked_up_in_the_list_of_archives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "archives.json"
    with running(Node()) as node:
        write_archives([ArchiveConfig("Ward 3", node.address(), QUICK)], file)
        assert main(["archive", "echo", "Ward 3", "--archives", str(file)]) == 0
    assert "answers after" in capsys.readouterr().out
    assert main(["archive", "echo", "Ward 4", "--archives", str(file)]) == 1
    assert "Ward 3" in capsys.readouterr().err


def test_what_is_missing_ends_with_one_and_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(Node(study(3), break_off_after=1)) as node:
        uid = node.held[0].StudyInstanceUID
        assert main(["archive", "get", *at(node), uid, str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "1 of 3 files" in said.out
    assert "The study is not complete." in said.err


def test_what_is_not_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    junk = tmp_path / "junk.dcm"
    junk.write_bytes(b"no DICOM")
    with running(Node()) as node:
        assert main(["archive", "send", *at(node), str(junk)]) == 1
    assert str(junk) in capsys.readouterr().err


def test_a_pdf_is_sent_into_its_study_with_the_archives_own_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf = tmp_path / "report.pdf"
    pdf.write_bytes(b"%PDF-1.4 odd")
    with running(Node(study(1))) as node:
        film = node.held[0]
        command = ["archive", "send", *at(node), str(pdf)]
        assert main(command) == 1
        assert "--study" in capsys.readouterr().err
        assert main([*command, "--study", "1.2.3"]) == 1
        assert "no such study" in capsys.readouterr().err
        assert main([*command, "--study", film.StudyInstanceUID, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["sent"] == [str(pdf)]
    (sent,) = node.received
    assert (sent.StudyInstanceUID, str(sent.PatientName)) == (film.StudyInstanceUID, PATIENT)
    assert sent.EncapsulatedDocument[: sent.EncapsulatedDocumentLength] == pdf.read_bytes()
    assert "Not a medical device" in sent.DocumentTitle


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl+C is sent in another way")
def test_an_interrupt_stops_the_command_and_its_process(tmp_path: Path) -> None:
    reached = threading.Event()

    def quiet(connection: socket.socket) -> None:
        reached.set()
        says_nothing(connection)

    with listener(quiet) as port:
        command = [sys.executable, "-m", "engine", "archive", "get", f"dicom://X@127.0.0.1:{port}"]
        running_command = subprocess.Popen(
            [*command, "1.2.3", str(tmp_path / "study")],
            cwd=PROJECT,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert reached.wait(60)
        os.killpg(running_command.pid, signal.SIGINT)
        said = running_command.communicate(timeout=60)[1]
    assert (running_command.returncode, said) == (130, b"Stopped.\n")
    assert not (tmp_path / "study").exists()


@pytest.mark.parametrize("address", ["dicom://127.0.0.1:104", "dicom://A@127.0.0.1", "dicom://A@h:port"])
def test_an_address_that_is_not_whole_is_told(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["archive", "echo", address]) == 1
    assert "dicom://AE@host:port" in capsys.readouterr().err

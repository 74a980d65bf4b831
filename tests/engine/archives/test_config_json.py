"""Archives in their file: what is written is read again, and what is wrong is named with its place."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.archives.config import ArchiveConfig, Auth, DicomwebAddress, DimseAddress, Limits, Receiver, Tls
from engine.archives.config_json import archive_from, as_json, read_archives, write_archives
from engine.errors import ArchiveMisconfigured
from engine.strict_json import JsonNode

EXAMPLES = (
    ArchiveConfig(
        "Department",
        DimseAddress("pacs.example", 104, "PACS", "READER", Receiver(11113, "10.0.0.1", "READER", "PACS2")),
        Limits(matches=10, connect_seconds=2.5),
    ),
    ArchiveConfig("Mutual", DimseAddress("::1", 2762, "P", tls=Tls(Path("ca"), Path("crt"), Path("key")))),
    ArchiveConfig("Web", DicomwebAddress("https://pacs.example/dicom-web", Auth.BASIC, "alice")),
)
titles = st.from_regex(r"\A[A-Z][A-Z0-9_ ]{0,14}[A-Z0-9]\Z")
addresses = st.builds(DimseAddress, st.just("h"), st.integers(1, 65535), titles, titles) | st.builds(
    DicomwebAddress, st.sampled_from(["http://h/a", "https://h"]), st.just(Auth.BEARER)
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "archives.json"
    write_archives(EXAMPLES, file)
    assert read_archives(file) == EXAMPLES
    write_archives(EXAMPLES[:1], file)
    assert read_archives(file) == EXAMPLES[:1]
    assert [path.name for path in file.parent.iterdir()] == ["archives.json"]


@given(addresses, st.integers(1, 9999))
def test_every_archive_survives_its_json(address: DimseAddress | DicomwebAddress, matches: int) -> None:
    archive = ArchiveConfig("any", address, Limits(matches=matches))
    again = archive_from(JsonNode(json.loads(json.dumps(as_json(archive))), "", ArchiveMisconfigured))
    assert again == archive


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps access in lists")
def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    write_archives(EXAMPLES, tmp_path / "archives.json")
    assert (tmp_path / "archives.json").stat().st_mode & 0o077 == 0


def test_without_a_file_there_are_no_archives(tmp_path: Path) -> None:
    assert read_archives(tmp_path / "none.json") == ()


DIMSE = {"host": "h", "port": 104, "called_ae": "A"}


@pytest.mark.parametrize(
    ("archives", "words"),
    [
        ([{"name": "a"}], "dimse or dicomweb"),
        ([{"name": "a", "dimse": DIMSE, "dicomweb": {"url": "http://h"}}], "dimse or dicomweb"),
        ([{"name": "a", "dimse": {**DIMSE, "port": "104"}}], r"archives\[0\]\.dimse\.port must be a whole"),
        ([{"name": "a", "dimse": {**DIMSE, "password": "x"}}], "password is not known"),
        ([{"name": "a", "dimse": {**DIMSE, "port": 0}}], "port"),
        ([{"name": "a", "dicomweb": {"url": "http://h", "auth": "magic"}}], "is one of none, basic, bearer"),
        ([{"name": "a", "dimse": DIMSE}] * 2, 'Two archives are called "a"'),
        ([{"name": "a", "dimse": DIMSE, "limits": {"matches": 0}}], "matches"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(archives: object, words: str, tmp_path: Path) -> None:
    file = tmp_path / "archives.json"
    file.write_text(json.dumps({"archives": archives}))
    with pytest.raises(ArchiveMisconfigured, match=words) as error:
        read_archives(file)
    assert error.value.where == str(file)
    assert error.value.todo


def test_no_json_at_all_is_told(tmp_path: Path) -> None:
    file = tmp_path / "archives.json"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ArchiveMisconfigured, match="cannot be read"):
        read_archives(file)

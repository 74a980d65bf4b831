"""How an archive is reached: what can be said about it, and what is refused when it is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.archives.archive import Query, Retrieved
from engine.archives.config import (
    ArchiveConfig,
    Auth,
    DicomwebAddress,
    DimseAddress,
    Limits,
    Receiver,
    Tls,
)
from engine.errors import ArchiveMisconfigured

ADDRESS = DimseAddress("archive.example", 104, "ARCHIVE")


@pytest.mark.parametrize(
    "wrong",
    [
        {"port": 0},
        {"port": 65536},
        {"host": ""},
        {"host": "archive example"},
        {"host": "archive;reboot"},
        {"called_ae": ""},
        {"called_ae": "   "},
        {"called_ae": "SEVENTEEN_LETTERS"},
        {"called_ae": "BACK\\SLASH"},
        {"calling_ae": "LÄNGE"},
        {"calling_ae": "LINE\nBREAK"},
    ],
)
def test_an_address_that_cannot_be_is_refused_when_it_is_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArchiveMisconfigured):
        replace(ADDRESS, **wrong)


@pytest.mark.parametrize("host", ["archive.example", "10.0.0.7", "::1", "fe80::1%eth0", "pacs_1"])
def test_names_and_addresses_of_both_kinds_are_hosts(host: str) -> None:
    assert str(replace(ADDRESS, host=host)) == f"ARCHIVE@{host}:104"


@pytest.mark.parametrize(
    "url",
    [
        "archive.example",
        "ftp://archive.example",
        "https://",
        "https://archive.example:port",
        "https://archive.example/?study=1",
        "http://[::1",
    ],
)
def test_an_url_that_is_no_service_root_is_refused(url: str) -> None:
    with pytest.raises(ArchiveMisconfigured, match="root"):
        DicomwebAddress(url)


def test_a_password_is_not_taken_in_the_address() -> None:
    with pytest.raises(ArchiveMisconfigured, match="password") as refusal:
        DicomwebAddress("https://alice:hunter2@archive.example/")
    assert "hunter2" not in str(refusal.value)


def test_basic_authentication_needs_a_user() -> None:
    with pytest.raises(ArchiveMisconfigured, match="user"):
        DicomwebAddress("https://archive.example/", Auth.BASIC)


def test_only_https_is_encrypted() -> None:
    assert DicomwebAddress("https://archive.example/").encrypted
    assert not DicomwebAddress("http://archive.example/").encrypted


def test_a_certificate_comes_with_its_key() -> None:
    with pytest.raises(ArchiveMisconfigured, match="key"):
        Tls(certificate=Path("ours.pem"))


def test_a_limit_of_nothing_is_refused_by_its_name() -> None:
    with pytest.raises(ArchiveMisconfigured, match="answer_seconds"):
        Limits(answer_seconds=0)


def test_a_receiver_is_checked_like_an_address() -> None:
    with pytest.raises(ArchiveMisconfigured):
        Receiver(0)


def test_only_what_says_who_asks_needs_a_secret() -> None:
    assert ArchiveConfig("a", DicomwebAddress("https://a.example/", Auth.BEARER)).needs_secret
    assert not ArchiveConfig("a", DicomwebAddress("https://a.example/")).needs_secret
    assert not ArchiveConfig("a", ADDRESS).needs_secret


@pytest.mark.parametrize("name", ["", "  ", "line\nbreak", "x" * 65])
def test_a_name_is_short_and_printable(name: str) -> None:
    with pytest.raises(ArchiveMisconfigured):
        ArchiveConfig(name, ADDRESS)


def test_a_query_without_words_asks_for_everything() -> None:
    assert Query().is_empty
    assert not Query(patient_id="7").is_empty


@pytest.mark.parametrize(
    ("retrieved", "complete"),
    [
        (Retrieved((Path("a"),), 1), True),
        (Retrieved((Path("a"),), 2), False),
        (Retrieved((Path("a"),), None), True),
        (Retrieved((Path("a"),), 1, ("The connection broke.",)), False),
    ],
)
def test_complete_is_what_was_counted(retrieved: Retrieved, complete: bool) -> None:
    assert retrieved.complete is complete

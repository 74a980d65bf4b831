"""TLS in both protocols: what is trusted, what is not, and what is said about it."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.archives.config import DicomwebAddress, Receiver, Tls
from engine.archives.dicomweb import DicomwebSession
from engine.archives.dimse import DimseSession
from engine.archives.tls import client_context, server_context
from engine.errors import ArchiveError, ArchiveMisconfigured, ArchiveRefused, ArchiveUntrusted
from tests.engine.archives.nodes import Node, free_port, running
from tests.engine.archives.watching import QUICK, Seen, study
from tests.engine.archives.webs import Web, serving


@dataclass(frozen=True)
class Certificates:
    """One side's certificate, signed by itself, and its key."""

    certificate: Path
    key: Path


def self_signed(folder: Path, name: str) -> Certificates:
    """A pair for 127.0.0.1, made by openssl."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed; it makes the certificates of these tests")
    made = Certificates(folder / f"{name}.crt", folder / f"{name}.key")
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(made.key), "-out", str(made.certificate)]
    subprocess.run(
        [openssl, "req", "-x509", "-nodes", *curve, *subject, *files], check=True, capture_output=True
    )
    return made


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return self_signed(tmp_path_factory.mktemp("theirs"), "archive")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return self_signed(tmp_path_factory.mktemp("ours"), "reader")


def serving_context(theirs: Certificates, known: Certificates | None = None) -> ssl.SSLContext:
    """The archive's side; with `known` it wants that certificate of its clients."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(theirs.certificate, theirs.key)
    if known is not None:
        context.load_verify_locations(known.certificate)
        context.verify_mode = ssl.CERT_REQUIRED
    return context


def echo_dimse(node: Node, tls: Tls | None) -> None:
    DimseSession(replace(node.address(), tls=tls), QUICK, Seen()).echo()


def echo_web(web: Web, tls: Tls | None) -> None:
    DicomwebSession(DicomwebAddress(web.url, tls=tls), QUICK, "", Seen()).echo()


def test_an_archive_whose_authority_is_named_is_trusted(theirs: Certificates) -> None:
    tls = Tls(authorities=theirs.certificate)
    with running(Node(), serving_context(theirs)) as node:
        echo_dimse(node, tls)
    with serving(Web(), serving_context(theirs)) as web:
        echo_web(web, tls)


def test_an_archive_of_an_unknown_authority_is_not_trusted(theirs: Certificates) -> None:
    with (
        running(Node(), serving_context(theirs)) as node,
        pytest.raises(ArchiveUntrusted, match="not trusted: self-signed certificate"),
    ):
        echo_dimse(node, Tls())
    with (
        serving(Web(), serving_context(theirs)) as web,
        pytest.raises(ArchiveUntrusted, match="not trusted: self-signed certificate"),
    ):
        echo_web(web, None)


def test_only_the_named_authority_is_trusted(theirs: Certificates, ours: Certificates) -> None:
    with serving(Web(), serving_context(theirs)) as web, pytest.raises(ArchiveUntrusted):
        echo_web(web, Tls(authorities=ours.certificate))


def test_an_archive_that_wants_our_certificate_gets_it(theirs: Certificates, ours: Certificates) -> None:
    tls = Tls(theirs.certificate, ours.certificate, ours.key)
    with running(Node(), serving_context(theirs, ours)) as node:
        echo_dimse(node, tls)
    with serving(Web(), serving_context(theirs, ours)) as web:
        echo_web(web, tls)


def test_without_our_certificate_such_an_archive_closes_and_that_is_told(
    theirs: Certificates, ours: Certificates
) -> None:
    tls = Tls(theirs.certificate)
    with running(Node(), serving_context(theirs, ours)) as node, pytest.raises(ArchiveUntrusted):
        echo_dimse(node, tls)
    with serving(Web(), serving_context(theirs, ours)) as web, pytest.raises(ArchiveUntrusted):
        echo_web(web, tls)


def test_plain_words_to_an_encrypted_port_and_the_reverse_are_told(theirs: Certificates) -> None:
    with running(Node(), serving_context(theirs)) as node, pytest.raises(ArchiveError):
        echo_dimse(node, None)
    with serving(Web()) as web:
        web.url = web.url.replace("http:", "https:")
        with pytest.raises(ArchiveUntrusted, match="No encrypted connection"):
            echo_web(web, Tls(theirs.certificate))


def test_a_study_is_moved_to_our_receiver_over_tls(
    theirs: Certificates, ours: Certificates, tmp_path: Path
) -> None:
    sending = client_context(Tls(ours.certificate, theirs.certificate, theirs.key))
    with running(Node(study(2), sending_context=sending), serving_context(theirs, ours)) as node:
        port = free_port()
        node.destinations = {"APP": ("127.0.0.1", port)}
        tls = Tls(theirs.certificate, ours.certificate, ours.key)
        address = replace(node.address(Receiver(port, "127.0.0.1", "APP")), tls=tls)
        retrieved = DimseSession(address, QUICK, Seen()).retrieve(node.held[0].StudyInstanceUID, tmp_path)
    assert (retrieved.expected, retrieved.failures) == (2, ())


def test_a_receiver_over_tls_takes_nothing_from_one_without_a_certificate(
    theirs: Certificates, ours: Certificates, tmp_path: Path
) -> None:
    sending = client_context(Tls(ours.certificate))
    with running(Node(study(2), sending_context=sending), serving_context(theirs, ours)) as node:
        port = free_port()
        node.destinations = {"APP": ("127.0.0.1", port)}
        tls = Tls(theirs.certificate, ours.certificate, ours.key)
        address = replace(node.address(Receiver(port, "127.0.0.1", "APP")), tls=tls)
        with pytest.raises(ArchiveRefused, match="sends nothing"):
            DimseSession(address, QUICK, Seen()).retrieve(node.held[0].StudyInstanceUID, tmp_path)


def test_a_certificate_that_is_missing_or_odd_is_named(tmp_path: Path, ours: Certificates) -> None:
    junk = tmp_path / "junk.pem"
    junk.write_bytes(b"no certificate")
    with pytest.raises(ArchiveMisconfigured, match=r"not there.*missing\.pem"):
        client_context(Tls(authorities=tmp_path / "missing.pem"))
    with pytest.raises(ArchiveMisconfigured, match=r"no PEM.*junk\.pem"):
        client_context(Tls(authorities=junk))
    with pytest.raises(ArchiveMisconfigured, match="no PEM"):
        client_context(Tls(certificate=ours.certificate, key=junk))


def test_a_key_with_a_password_asks_nobody(tmp_path: Path, ours: Certificates) -> None:
    locked = tmp_path / "locked.key"
    command = ["openssl", "pkey", "-in", str(ours.key), "-aes256", "-passout", "pass:x", "-out", str(locked)]
    subprocess.run(command, check=True, capture_output=True)
    with pytest.raises(ArchiveMisconfigured, match="has a password"):
        client_context(Tls(certificate=ours.certificate, key=locked))


def test_a_receiver_needs_a_certificate_of_its_own(ours: Certificates) -> None:
    with pytest.raises(ArchiveMisconfigured, match="certificate of our own"):
        server_context(Tls())
    wanted = server_context(Tls(ours.certificate, ours.certificate, ours.key))
    assert wanted.verify_mode is ssl.CERT_REQUIRED

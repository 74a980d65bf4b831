"""How an archive is reached: values that are checked when they are made. No password is ever inside one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from urllib.parse import urlsplit

from engine.errors import ArchiveMisconfigured

LONGEST_NAME = 64
OUR_AE_TITLE = "CONSILIUM"
DICOM_PORT, DICOM_TLS_PORT = 104, 2762  # registered for DICOM (PS3.8 9.1.1, PS3.15 B.1)
LAST_PORT = 65535
AE_TITLE = re.compile(r"(?! +\Z)[ -\[\]-~]{1,16}\Z")
"""PS3.5 6.2: up to 16 characters of ASCII, no backslash, no control character, not only spaces."""
HOST = re.compile(r"[A-Za-z0-9._\-:%]{1,253}\Z")


class Auth(Enum):
    """How a DICOMweb service wants to know who asks."""

    NONE = "none"
    BASIC = "basic"
    BEARER = "bearer"


@dataclass(frozen=True, slots=True)
class Tls:
    """Certificates as PEM files. Without `authorities` those that the system trusts are trusted.

    `certificate` and `key` are ours, for archives that want to know their clients (mutual TLS). There is no
    way to leave the archive's certificate unchecked.
    """

    authorities: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            raise ArchiveMisconfigured("A certificate and its key belong together; one of them is not named.")


@dataclass(frozen=True, slots=True)
class Receiver:
    """Where this machine takes what an archive sends in a C-MOVE; the archive must know it by `ae_title`.

    Nothing listens there but while a study is being moved. The archive may call itself `sender_ae` when it
    sends; "" is its usual title.
    """

    port: int
    host: str = "0.0.0.0"
    ae_title: str = OUR_AE_TITLE
    sender_ae: str = ""

    def __post_init__(self) -> None:
        _check_port(self.port)
        _check_host(self.host)
        _check_ae_title(self.ae_title)
        if self.sender_ae:
            _check_ae_title(self.sender_ae)


@dataclass(frozen=True, slots=True)
class DimseAddress:
    """A DICOM node. Studies come by C-GET, or by C-MOVE where a `receiver` is given."""

    host: str
    port: int
    called_ae: str
    calling_ae: str = OUR_AE_TITLE
    receiver: Receiver | None = None
    tls: Tls | None = None

    def __post_init__(self) -> None:
        _check_host(self.host)
        _check_port(self.port)
        _check_ae_title(self.called_ae)
        _check_ae_title(self.calling_ae)

    def __str__(self) -> str:
        return f"{self.called_ae}@{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class DicomwebAddress:
    """A DICOMweb service by its root, such as https://archive.example/dicom-web.

    `user` is for basic authentication; its password, or the bearer token, comes from `Secrets`.
    """

    url: str
    auth: Auth = Auth.NONE
    user: str = ""
    tls: Tls | None = None

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # a port that is no number, brackets without an address
            parts, known = urlsplit(""), None
        if not known or parts.query or parts.fragment:
            raise ArchiveMisconfigured(
                "The address is no DICOMweb root.", todo="It looks like https://archive.example/dicom-web."
            )
        if parts.username is not None or parts.password is not None:
            raise ArchiveMisconfigured(
                "A password does not belong in the address.",
                todo="Name the user, and keep the password apart.",
            )
        if self.auth is Auth.BASIC and (not self.user or ":" in self.user):
            raise ArchiveMisconfigured("Basic authentication needs a user name, without a colon.")

    @property
    def encrypted(self) -> bool:
        """Whether what is sent there can be read on the way by nobody."""
        return self.url.startswith("https:")

    def __str__(self) -> str:
        return self.url


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may cost. Seconds are of silence, not of the whole call: a study may take an hour."""

    connect_seconds: float = 5.0
    answer_seconds: float = 30.0
    matches: int = 500
    files: int = 20_000
    file_bytes: int = 1 << 30
    study_bytes: int = 8 << 30
    attempts: int = 3
    memory_bytes: int = 1 << 30

    def __post_init__(self) -> None:
        small = [name for name in self.__dataclass_fields__ if not getattr(self, name) > 0]
        if small:
            raise ArchiveMisconfigured(f"The limit {small[0]} must be more than 0.")


@dataclass(frozen=True, slots=True)
class ArchiveConfig:
    """An archive by the name that the reader gave it. The name also finds its secret."""

    name: str
    address: DimseAddress | DicomwebAddress
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.name.isprintable() or len(self.name) > LONGEST_NAME:
            raise ArchiveMisconfigured("An archive needs a name of 1 to 64 printable characters.")

    @property
    def needs_secret(self) -> bool:
        """Whether a password or token must be asked from `Secrets`."""
        return isinstance(self.address, DicomwebAddress) and self.address.auth is not Auth.NONE


def _check_port(port: int) -> None:
    if not 0 < port <= LAST_PORT:
        raise ArchiveMisconfigured(f"A port is a number from 1 to {LAST_PORT}; {port} is none.")


def _check_host(host: str) -> None:
    if not HOST.match(host):
        raise ArchiveMisconfigured("The host is neither a name nor an address.", todo="Correct it.")


def _check_ae_title(title: str) -> None:
    if not AE_TITLE.match(title):
        raise ArchiveMisconfigured(
            "An AE title has 1 to 16 characters of plain ASCII, without a backslash.", todo="Correct it."
        )

"""Archives as JSON: the file in which they are kept, and what the worker process is told. Never a password.

{"archives": [
  {"name": "Department", "dimse": {"host": "pacs.example", "port": 104, "called_ae": "PACS",
    "calling_ae": "CONSILIUM", "receiver": {"port": 11113, "host": "0.0.0.0", "ae_title": "CONSILIUM"},
    "tls": {"authorities": "ca.pem", "certificate": "ours.pem", "key": "ours.key"}}},
  {"name": "Web", "dicomweb": {"url": "https://pacs.example/dicom-web", "auth": "basic", "user": "alice"},
    "limits": {"matches": 200}}
]}
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import platformdirs

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
from engine.strict_json import JsonNode, parse

FILE = "archives.json"
CORRECT = "Correct the file, or move it away."


def archives_path() -> Path:
    """Where this user's archives are kept."""
    return platformdirs.user_config_path("consilium", appauthor=False) / FILE


def read_archives(path: Path) -> tuple[ArchiveConfig, ...]:
    """The archives in a file, none if there is no file; ArchiveMisconfigured names what is wrong in it."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise ArchiveMisconfigured(
            "The list of archives cannot be read.", where=str(path), todo=CORRECT
        ) from error
    try:
        top = parse(text, _refuse).members({"archives"})
        archives = tuple(archive_from(node) for node in top["archives"].items())
        names = [archive.name for archive in archives]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise _refuse(f'Two archives are called "{twice[0]}".')
    except ArchiveMisconfigured as error:
        raise ArchiveMisconfigured(error.what, where=str(path), todo=error.todo or CORRECT) from error
    return archives


def write_archives(archives: Sequence[ArchiveConfig], path: Path) -> None:
    """Replace the file, readable by its owner only; ArchiveMisconfigured if it cannot be written."""
    text = json.dumps({"archives": [as_json(archive) for archive in archives]}, indent=1)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=FILE)  # made with 0600
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        finally:
            Path(temporary).unlink(missing_ok=True)
    except OSError as error:
        raise ArchiveMisconfigured(
            "The list of archives cannot be written.", where=str(path), todo="Check folder and disk space."
        ) from error


def as_json(archive: ArchiveConfig) -> dict[str, Any]:
    """An archive's members; what is as usual is left out."""
    kind = "dimse" if isinstance(archive.address, DimseAddress) else "dicomweb"
    members: dict[str, Any] = {"name": archive.name, kind: _unusual(archive.address)}
    limits = _unusual(archive.limits)
    return members | ({"limits": limits} if limits else {})


def archive_from(node: JsonNode) -> ArchiveConfig:
    """An archive from its members."""
    members = node.members({"name"}, {"dimse", "dicomweb", "limits"})
    if ("dimse" in members) == ("dicomweb" in members):
        raise node.error("needs either dimse or dicomweb.")
    dimse = members.get("dimse")
    address = _dicomweb(members["dicomweb"]) if dimse is None else _dimse(dimse)
    limits = _limits(members["limits"]) if "limits" in members else Limits()
    return ArchiveConfig(members["name"].text(), address, limits)


def _dimse(node: JsonNode) -> DimseAddress:
    members = node.members({"host", "port", "called_ae"}, {"calling_ae", "receiver", "tls"})
    given: dict[str, Any] = {"port": members["port"].integer()}
    given |= {key: members[key].text() for key in ("host", "called_ae", "calling_ae") if key in members}
    if "receiver" in members:
        given["receiver"] = _receiver(members["receiver"])
    if "tls" in members:
        given["tls"] = _tls(members["tls"])
    return DimseAddress(**given)


def _receiver(node: JsonNode) -> Receiver:
    members = node.members({"port"}, {"host", "ae_title", "sender_ae"})
    texts = {key: value.text() for key, value in members.items() if key != "port"}
    return Receiver(members["port"].integer(), **texts)


def _dicomweb(node: JsonNode) -> DicomwebAddress:
    members = node.members({"url"}, {"auth", "user", "tls"})
    given: dict[str, Any] = {key: members[key].text() for key in ("url", "user") if key in members}
    if "auth" in members:
        word = members["auth"].text()
        if word not in {auth.value for auth in Auth}:
            raise members["auth"].error(f"is one of {', '.join(auth.value for auth in Auth)}.")
        given["auth"] = Auth(word)
    if "tls" in members:
        given["tls"] = _tls(members["tls"])
    return DicomwebAddress(**given)


def _tls(node: JsonNode) -> Tls:
    members = node.members((), {"authorities", "certificate", "key"})
    return Tls(**{key: Path(value.text()) for key, value in members.items()})


def _limits(node: JsonNode) -> Limits:
    given: dict[str, Any] = {}
    for key, value in node.members((), {field.name for field in fields(Limits)}).items():
        given[key] = value.number() if key.endswith("_seconds") else value.integer()
    return Limits(**given)


def _unusual(value: DimseAddress | DicomwebAddress | Limits | Receiver | Tls) -> dict[str, Any]:
    """Members that differ from what they are if nothing is said."""
    usual = {field.name: field.default for field in fields(value) if field.default is not MISSING}
    return {
        field.name: _plain(getattr(value, field.name))
        for field in fields(value)
        if field.name not in usual or getattr(value, field.name) != usual[field.name]
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Receiver | Tls):
        return _unusual(value)
    if isinstance(value, Auth):
        return value.value
    return str(value) if isinstance(value, Path) else value


def _refuse(problem: str) -> ArchiveMisconfigured:
    return ArchiveMisconfigured(problem)

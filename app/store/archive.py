"""The archive as a file: a ZIP of JSON lines, one file a table, with a manifest of hashes. No pixels.

Rows are written in their canonical form together with their own hashes, so that logs and chains travel as
they are. Reading is strict and bounded: exact names, keys, types, sizes and hashes; nothing is unpacked to
disk and no path in it is followed. Format: resources/docs/review-log.md.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from app.review.decisions import storable
from app.store.errors import ArchiveMalformed
from engine.canonical import canonical, moment
from engine.sealing import (
    AUDIT_FIELDS,
    OPERATION_FIELDS,
    PANEL_FIELDS,
    REVIEW_FIELDS,
    STUDY_FIELDS,
    TIMES,
    stored_time,
)

FORMAT, VERSION = "consilium-archive", 2
READ_VERSIONS = (1, 2)
"""2 has measurements and templates among its operations; files and fields are those of 1."""
MANIFEST = "manifest.json"
MAX_BYTES = 8 << 30
"""Unpacked, all files together. A panel with attention maps has some MB."""
MAX_LINE_BYTES = 256 << 20
MAX_MANIFEST_BYTES = 1 << 20
CHUNK = 1 << 20

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the archive: its columns, in any order, and the query that gives its rows."""

    name: str
    fields: tuple[str, ...]
    query: str

    @property
    def file(self) -> str:
        """Its name in the ZIP."""
        return f"{self.name}.jsonl"


PARTS = (
    Part("studies", (*STUDY_FIELDS, "seal"), "SELECT * FROM studies ORDER BY study_uid"),
    Part("panels", (*PANEL_FIELDS, "seal"), "SELECT * FROM panels ORDER BY id"),
    Part("reviews", (*REVIEW_FIELDS, "seal"), "SELECT * FROM reviews ORDER BY id"),
    Part(
        "operations",
        ("study_uid", *OPERATION_FIELDS, "hash"),
        "SELECT reviews.study_uid, operations.* FROM operations "
        "JOIN reviews ON reviews.id = operations.review_id ORDER BY reviews.id, operations.seq",
    ),
    Part(
        "audit_chains",
        ("origin", "count", "head", "active"),
        "SELECT * FROM audit_chains ORDER BY origin",
    ),
    Part("audit", ("origin", *AUDIT_FIELDS, "hash"), "SELECT * FROM audit ORDER BY origin, seq"),
)
NUMBERS = frozenset({"seq", "version", "count"})


def write_archive(connection: Connection, file: Path) -> None:
    """Everything in a database as an archive. Raises OSError and SQLAlchemyError."""
    files = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in PARTS:
            digest, size, count = hashlib.sha256(), 0, 0
            with archive.open(part.file, "w", force_zip64=True) as stream:
                for row in connection.execute(text(part.query)).mappings():
                    line = canonical({name: _written(name, row[name]) for name in part.fields}) + b"\n"
                    stream.write(line)
                    digest.update(line)
                    size, count = size + len(line), count + 1
            files[part.file] = {"sha256": digest.hexdigest(), "bytes": size, "rows": count}
        manifest = {"format": FORMAT, "version": VERSION, "files": files}
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1, sort_keys=True))


class Archive:
    """An archive whose files are those of its manifest."""

    def __init__(self, archive: zipfile.ZipFile, place: str) -> None:
        self._archive = archive
        self._place = place

    def rows(self, name: str) -> Iterator[Row]:
        """One part's rows, times as times; ArchiveMalformed if one is not as it should be."""
        part = next(part for part in PARTS if part.name == name)
        with self._archive.open(part.file) as stream:
            lines = iter(lambda: stream.readline(MAX_LINE_BYTES), b"")
            for number, line in enumerate(lines, start=1):
                try:
                    yield _row(part, line)
                except (ValueError, TypeError, RecursionError) as error:
                    raise malformed(self._place, f"{part.file}, line {number}, cannot be read") from error


@contextmanager
def open_archive(file: Path) -> Iterator[Archive]:
    """An archive, its hashes checked; ArchiveMalformed if it is none or was altered. Raises OSError."""
    try:
        archive = zipfile.ZipFile(file)
    except (*_DAMAGED, UnicodeDecodeError) as error:
        raise malformed(str(file), "it is no ZIP file") from error
    with archive:
        try:
            _check(archive, str(file))
        except _DAMAGED as error:
            raise malformed(str(file), "it is damaged") from error
        yield Archive(archive, str(file))


_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
"""What zipfile raises for wrong sums, cut streams, strange methods of compression, and passwords."""


def malformed(place: str, detail: str) -> ArchiveMalformed:
    """The error for what is not as an archive is written."""
    return ArchiveMalformed(
        f"This archive cannot be taken over: {detail}.",
        where=place,
        todo="Export it again, or copy it again.",
    )


def _check(archive: zipfile.ZipFile, place: str) -> None:
    infos = {info.filename: info for info in archive.infolist()}
    files = _manifest(archive, infos, place)
    if len(archive.infolist()) != len(infos) or infos.keys() != {*files, MANIFEST}:
        raise malformed(place, "its files are not those of its manifest")
    if sum(info.file_size for info in infos.values()) > MAX_BYTES:
        raise malformed(place, f"unpacked it has more than {MAX_BYTES >> 30} GiB")
    for name, said in files.items():
        digest, size = hashlib.sha256(), 0
        with archive.open(name) as stream:
            while size <= said["bytes"] and (chunk := stream.read(CHUNK)):
                digest.update(chunk)
                size += len(chunk)
        if (size, digest.hexdigest()) != (said["bytes"], said["sha256"]):
            raise malformed(place, f"{name} is not what its manifest says")


def _manifest(archive: zipfile.ZipFile, infos: Mapping[str, zipfile.ZipInfo], place: str) -> dict[str, Any]:
    if MANIFEST not in infos or infos[MANIFEST].file_size > MAX_MANIFEST_BYTES:
        raise malformed(place, "it has no manifest")
    try:
        manifest = json.loads(archive.read(MANIFEST))
        if manifest["format"] != FORMAT:
            raise malformed(place, "it is of another kind")
        if manifest["version"] not in READ_VERSIONS:
            raise malformed(place, "a newer Consilium wrote it")
        files = {str(name): dict(said) for name, said in manifest["files"].items()}
        readable = all(type(said["bytes"]) is int and type(said["sha256"]) is str for said in files.values())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise malformed(place, "its manifest cannot be read") from error
    if not readable or files.keys() != {part.file for part in PARTS}:
        raise malformed(place, "its manifest is not complete")
    return files


def _written(name: str, value: object) -> object:
    if name == "active":
        return bool(value)
    return moment(stored_time(value)) if name in TIMES and value is not None else value


def _row(part: Part, line: bytes) -> Row:
    row = json.loads(line)
    if type(row) is not dict or row.keys() != set(part.fields):
        raise ValueError("other columns")
    return {name: _read(name, value) for name, value in row.items()}


def _read(name: str, value: object) -> object:
    if name == "saved" and value is None:
        return None
    wanted = int if name in NUMBERS else bool if name == "active" else str
    if type(value) is not wanted:
        raise ValueError(f"{name} is of another type")
    if name in TIMES:
        time = stored_time(value)
        if moment(time) != value:
            raise ValueError(f"{name} is not in its only form")
        return time
    if isinstance(value, str) and storable(value) != value:
        raise ValueError(f"{name} holds what cannot be stored")
    return value

"""multipart/related (RFC 2046 and 2387) read as it comes: no part is ever held in memory as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.errors import ArchiveCut, ArchiveNotUnderstood

LONGEST_HEAD = 1 << 14


@dataclass(frozen=True, slots=True)
class PartBegins:
    """A new part; the one before, if there was one, is whole."""


@dataclass(frozen=True, slots=True)
class PartEnds:
    """The part is whole."""


Piece = PartBegins | bytes | PartEnds


def boundary_of(content_type: str) -> bytes:
    """What separates the parts; ArchiveNotUnderstood for anything but multipart/related."""
    kind, *parameters = (word.strip() for word in content_type.split(";"))
    boundary = next((word[9:].strip('"') for word in parameters if word.lower().startswith("boundary=")), "")
    if kind.lower() != "multipart/related" or not 0 < len(boundary) <= 256 or not boundary.isascii():
        raise ArchiveNotUnderstood(
            "The archive answers with something else than DICOM files.",
            todo="Check that its address is the root of a DICOMweb service.",
        )
    return boundary.encode("ascii")


def pieces(chunks: Iterable[bytes], boundary: bytes) -> Iterator[Piece]:
    """Parts, each as a beginning, its content in pieces, and an end.

    Raises ArchiveCut if the content ends before its last boundary.
    """
    delimiter = b"\r\n--" + boundary
    source = iter(chunks)
    held = bytearray(b"\r\n")  # the first boundary may stand at the very beginning
    for _ in _until(source, held, delimiter):
        pass  # a preamble says nothing
    while not _is_last(source, held):
        _skip_head(source, held)
        yield PartBegins()
        yield from _until(source, held, delimiter)
        yield PartEnds()


def _until(source: Iterator[bytes], held: bytearray, delimiter: bytes) -> Iterator[bytes]:
    """What comes before the delimiter; `held` then begins after it."""
    while (place := held.find(delimiter)) < 0:
        known = max(0, len(held) - len(delimiter) + 1)
        if known:
            yield bytes(held[:known])
            del held[:known]
        _more(source, held)
    if place:
        yield bytes(held[:place])
    del held[: place + len(delimiter)]


def _is_last(source: Iterator[bytes], held: bytearray) -> bool:
    while len(held) < 2:
        _more(source, held)
    return held.startswith(b"--")


def _skip_head(source: Iterator[bytes], held: bytearray) -> None:
    """A part's header fields: what is in a part, the part itself says better."""
    while (place := held.find(b"\r\n\r\n")) < 0:
        if len(held) > LONGEST_HEAD:
            raise ArchiveNotUnderstood("The archive's answer is damaged.", todo="Try again.")
        _more(source, held)
    del held[: place + 4]


def _more(source: Iterator[bytes], held: bytearray) -> None:
    chunk = next(source, b"")
    if not chunk:
        raise ArchiveCut("The archive's answer ended in the middle.", todo="Try again.")
    held += chunk

"""multipart/related however it is cut into chunks, and whatever is wrong with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.archives.multipart import PartBegins, PartEnds, boundary_of, pieces
from engine.errors import ArchiveCut, ArchiveNotUnderstood

BOUNDARY = b"xyz"


def whole(parts: list[bytes], preamble: bytes = b"", end: bytes = b"--\r\n") -> bytes:
    """A message of these parts."""
    content = preamble
    for part in parts:
        content += b"\r\n--xyz\r\nContent-Type: application/dicom\r\n\r\n" + part
    return content + b"\r\n--xyz" + end


def parts_of(chunks: list[bytes]) -> list[bytes]:
    """The parts that come out."""
    found: list[bytearray] = []
    whole_parts = 0
    for piece in pieces(chunks, BOUNDARY):
        if isinstance(piece, PartBegins):
            found.append(bytearray())
        elif isinstance(piece, PartEnds):
            whole_parts += 1
        else:
            found[-1] += piece
    assert whole_parts == len(found)
    return [bytes(part) for part in found]


tricky = st.lists(st.binary(max_size=30) | st.sampled_from([b"\r\n--xy", b"\r\n", b"--xyz", b"\r\n--", b""]))


@given(tricky, st.integers(1, 40))
def test_parts_come_out_as_they_went_in_however_they_are_cut(parts: list[bytes], size: int) -> None:
    content = whole(parts)
    chunks = [content[start : start + size] for start in range(0, len(content), size)]
    assert parts_of(chunks) == parts


def test_a_message_may_begin_with_its_boundary_or_with_words() -> None:
    assert parts_of([whole([b"a"])[2:]]) == [b"a"]
    assert parts_of([whole([b"a"], preamble=b"This is multipart.")]) == [b"a"]


@given(st.integers(0, 200))
def test_a_message_that_ends_before_its_end_is_cut(length: int) -> None:
    content = whole([b"one", b"two"], end=b"--")
    if length < len(content):
        with pytest.raises(ArchiveCut):
            parts_of([content[:length]])


def test_a_head_without_end_is_refused_before_it_is_held() -> None:
    endless = (b"x" * 1024 for _ in range(1 << 20))
    with pytest.raises(ArchiveNotUnderstood):
        parts_of([b"\r\n--xyz\r\n", *[next(endless) for _ in range(20)]])


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/html",
        "multipart/related",
        "multipart/form-data; boundary=x",
        'multipart/related; boundary=""',
    ],
)
def test_anything_else_is_not_understood(content_type: str) -> None:
    with pytest.raises(ArchiveNotUnderstood):
        boundary_of(content_type)


@pytest.mark.parametrize(
    "content_type",
    [
        "multipart/related; boundary=xyz",
        'Multipart/Related; type="application/dicom"; boundary="xyz"',
        'multipart/related;boundary=xyz;type="application/dicom"',
    ],
)
def test_a_boundary_is_found_with_and_without_quotes(content_type: str) -> None:
    assert boundary_of(content_type) == BOUNDARY

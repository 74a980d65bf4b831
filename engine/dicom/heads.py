"""How files begin: enough to tell films, pictures and archives from all else before the rest is read."""

from __future__ import annotations

HEAD_BYTES = 132
PREAMBLE_BYTES = 128
PREFIX = b"DICM"
FIRST_GROUPS = frozenset({b"\x02\x00", b"\x08\x00", b"\x00\x02", b"\x00\x08"})
"""How a data set without preamble can begin: group 0002 or 0008, in either byte order."""
PICTURES = {b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG"}
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""A ZIP archive, the second an empty one (APPNOTE 4.3.7 and 4.3.16)."""
ARCHIVES = {
    **dict.fromkeys(ZIP, "This is a ZIP archive."),
    b"\x1f\x8b": "This is a gzip archive.",
    b"7z\xbc\xaf": "This is a 7z archive.",
}
TIFF = (b"II*\x00", b"MM\x00*")
"""The one other format that a preamble is meant for (PS3.10 7.1)."""
PROGRAMS = {
    b"MZ": "The file is also a Windows program: never run it.",
    b"\x7fELF": "The file is also a Linux program: never run it.",
    b"\xcf\xfa\xed\xfe": "The file is also a macOS program: never run it.",
    b"\xca\xfe\xba\xbe": "The file is also a macOS or Java program: never run it.",
    b"#!": "The file is also a script: never run it.",
    b"PK": "The file is also a ZIP archive: do not unpack it.",
    b"%PDF": "The file is also a PDF: do not open it as one.",
    b"<": "The file is also a web page: do not open it as one.",
}
"""What a preamble can make of a film's file for other programs (CVE-2019-11687)."""


def has_prefix(head: bytes) -> bool:
    """Whether a file that begins so has a preamble and says that it is DICOM."""
    return head[PREAMBLE_BYTES : PREAMBLE_BYTES + len(PREFIX)] == PREFIX


def is_zip(head: bytes) -> bool:
    """Whether it is a ZIP archive; a film whose preamble looks like one is a film."""
    return head.startswith(ZIP) and not has_prefix(head)


def can_be_a_film(head: bytes) -> bool:
    """Whether the rest is worth reading: a preamble, a bare data set, a picture."""
    return has_prefix(head) or head[:2] in FIRST_GROUPS or head.startswith(tuple(PICTURES))


def preamble_note(head: bytes) -> str:
    """What is odd about a preamble, "" where it is empty or begins a TIFF as the standard allows."""
    preamble = head[:PREAMBLE_BYTES]
    if not preamble.strip(b"\0") or preamble.startswith(TIFF):
        return ""
    for start, warning in PROGRAMS.items():
        if preamble.lstrip().startswith(start):
            return warning
    return "The file's preamble is not empty; exports leave it out."

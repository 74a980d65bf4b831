"""What a compressed frame's own header claims, read before any decoder sees the frame.

A few hundred bytes can claim 60000 x 60000 pixels; a decoder would try to allocate them. So the claim is read
here, in plain Python, and must equal the DICOM header's.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.dicom.layout import Layout
from engine.errors import PixelsUnreadable

SOI = b"\xff\xd8"
SOC_SIZ = b"\xff\x4f\xff\x51"
JP2_CODESTREAM = b"jp2c"
JXL, JXL_BOXES = b"\xff\x0a", b"\0\0\0\x0cJXL "
JXL_CODESTREAM, JXL_PART, PART_NUMBER_BYTES = b"jxlc", b"jxlp", 4
JXL_RATIOS = {1: (1, 1), 2: (12, 10), 3: (4, 3), 4: (3, 2), 5: (16, 9), 6: (5, 4), 7: (2, 1)}
"""Columns to rows, by the number that stands for it."""
JXL_SIDE_BITS = (9, 13, 18, 30)
START_OF_SCAN, END_OF_IMAGE = 0xDA, 0xD9
START_OF_FRAME = frozenset((*range(0xC0, 0xD0), 0xF7)) - {0xC4, 0xC8, 0xCC}
"""SOF0 to SOF15 without DHT, JPG and DAC (ITU-T T.81 B.1.1.3), and SOF55 of JPEG-LS (ITU-T T.87)."""
STANDALONE = frozenset((0x01, *range(0xD0, 0xD8)))
MAX_MARKERS = 1000
END_MARKER, TAIL_BYTES = b"\xff\xd9", 64
"""EOI and EOC, the same in all JPEG families; only a little padding may follow it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Size, components, precision in bits and signedness that a codestream announces."""

    columns: int
    rows: int
    components: int
    precision: int
    signed: bool = False


def read_claim(codestream: bytes) -> Claim:
    """The frame header of a JPEG, JPEG-LS or JPEG 2000 codestream; PixelsUnreadable if there is none."""
    try:
        if codestream.startswith(SOI):
            return _jpeg_claim(codestream)
        start = 0 if codestream.startswith(SOC_SIZ) else codestream.index(JP2_CODESTREAM) + 4
        if codestream[start : start + 4] == SOC_SIZ:
            return _jpeg2000_claim(codestream[start + 4 :])
    except (IndexError, ValueError) as error:
        raise PixelsUnreadable("The compressed image data are damaged: they have no frame header.") from error
    raise PixelsUnreadable("The compressed image data are damaged: they have no frame header.")


def read_jpeg_xl_claim(codestream: bytes, layout: Layout) -> Claim:
    """The size that a JPEG XL codestream announces; the rest is as the DICOM header says.

    PixelsUnreadable where it announces none.
    """
    try:
        columns, rows = _jpeg_xl_size(codestream)
    except ValueError as error:
        raise PixelsUnreadable("The compressed image data are damaged: they have no frame header.") from error
    return Claim(columns, rows, layout.samples, layout.bits_stored)


def check_claim(claim: Claim, layout: Layout) -> None:
    """PixelsUnreadable unless the codestream announces the image that the DICOM header describes."""
    if (claim.columns, claim.rows) != (layout.columns, layout.rows):
        raise PixelsUnreadable(
            f"The compressed image claims {claim.columns} x {claim.rows} pixels, "
            f"the header {layout.columns} x {layout.rows}."
        )
    if claim.components != layout.samples:
        raise PixelsUnreadable(
            f"The compressed image has {claim.components} components, the header says {layout.samples}."
        )
    if claim.precision > layout.bits_allocated:
        raise PixelsUnreadable(
            f"The compressed image has {claim.precision} bits a pixel, "
            f"the header allows {layout.bits_allocated}."
        )


def check_end(codestream: bytes) -> None:
    """PixelsUnreadable for a stream that was cut: decoders fill the rest with grey and do not complain."""
    if END_MARKER not in codestream[-TAIL_BYTES:]:
        raise PixelsUnreadable(
            "The compressed image data are damaged: they end early.", todo="Copy the file again."
        )


def _jpeg_claim(data: bytes) -> Claim:
    position = len(SOI)
    for _ in range(MAX_MARKERS):
        position, marker = _next_marker(data, position)
        if marker in STANDALONE:
            continue
        if marker in (START_OF_SCAN, END_OF_IMAGE):
            break
        length = int.from_bytes(data[position : position + 2], "big")
        if marker in START_OF_FRAME:
            return Claim(
                precision=data[position + 2],
                rows=int.from_bytes(data[position + 3 : position + 5], "big"),
                columns=int.from_bytes(data[position + 5 : position + 7], "big"),
                components=data[position + 7],
            )
        position += max(length, 2)
    raise ValueError("no start of frame")


def _next_marker(data: bytes, position: int) -> tuple[int, int]:
    """Where the next marker's segment begins, and the marker; fill bytes before it are passed over."""
    if data[position] != 0xFF:
        raise ValueError("no marker where one must be")
    while data[position] == 0xFF:
        position += 1
    return position + 1, data[position]


def _jpeg2000_claim(segment: bytes) -> Claim:
    """SIZ (ITU-T T.800 A.5.1): the image's area on the reference grid, its components, their depth."""
    right, bottom, left, top = (int.from_bytes(segment[at : at + 4], "big") for at in (4, 8, 12, 16))
    components = int.from_bytes(segment[36:38], "big")
    depth = segment[38]
    return Claim(right - left, bottom - top, components, (depth & 0x7F) + 1, signed=bool(depth & 0x80))


def _jpeg_xl_size(data: bytes) -> tuple[int, int]:
    """Columns and rows of a SizeHeader (ISO/IEC 18181-1 D.2), whose bits begin with the lowest of a byte."""
    if data.startswith(JXL_BOXES):
        start = data.find(JXL_CODESTREAM) + len(JXL_CODESTREAM)
        if start < len(JXL_CODESTREAM):
            start = data.index(JXL_PART) + len(JXL_PART) + PART_NUMBER_BYTES
        data = data[start:]
    if not data.startswith(JXL):
        raise ValueError("no codestream in the boxes")
    bits = _Bits(int.from_bytes(data[len(JXL) : len(JXL) + 16], "little"))
    small = bits.take(1)
    rows = _jpeg_xl_side(bits, bool(small))
    ratio = bits.take(3)
    if ratio == 0:
        return _jpeg_xl_side(bits, bool(small)), rows
    over, under = JXL_RATIOS[ratio]
    return rows * over // under, rows


def _jpeg_xl_side(bits: _Bits, small: bool) -> int:
    if small:
        return (bits.take(5) + 1) * 8
    return bits.take(JXL_SIDE_BITS[bits.take(2)]) + 1


@dataclass(slots=True)
class _Bits:
    """Bits of a number, from the lowest on."""

    rest: int

    def take(self, count: int) -> int:
        """The next `count` of them as a number."""
        taken = self.rest & ((1 << count) - 1)
        self.rest >>= count
        return taken

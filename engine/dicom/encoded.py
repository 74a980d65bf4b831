"""Compressed frames, decoded in this process: only the worker imports this."""

from __future__ import annotations

import zlib

import numpy as np
from pydicom import uid
from pydicom.encaps import get_frame
from pydicom.pixels.decoders.base import get_decoder

from engine.dicom.codecs import CODESTREAMS, JPEG_XL, LOSSY, decode_codestream, unpack_run_lengths
from engine.dicom.codestream import Claim, check_claim, check_end, read_claim, read_jpeg_xl_claim
from engine.dicom.colour import Words
from engine.dicom.container import Parsed
from engine.dicom.frames import RawFrame, colour_frame, frame_of, native_words, pixel_data
from engine.dicom.header import Header
from engine.dicom.layout import Layout
from engine.errors import PixelsUnreadable

DEFLATED_FRAME = uid.UID("1.2.840.10008.1.2.8.1")
"""Deflated Image Frame Compression: every frame is a raw deflate stream; pydicom does not know it yet."""
DECODED = CODESTREAMS | {DEFLATED_FRAME, uid.RLELossless}


def syntax_name(syntax_uid: str) -> str:
    """The transfer syntax in words, with its UID where pydicom does not know it."""
    name = uid.UID(syntax_uid).name
    return name if name != syntax_uid else f"transfer syntax {syntax_uid}"


def encoded_frame(parsed: Parsed, layout: Layout, frame: int) -> RawFrame:
    """A compressed frame.

    PixelsUnreadable names the syntax for which there is no decoder, or what is wrong with the data.
    """
    syntax = uid.UID(parsed.transfer_syntax_uid)
    if syntax not in DECODED:
        raise PixelsUnreadable(f"There is no decoder for {syntax_name(syntax)}.")
    codestream = get_frame(
        pixel_data(parsed.dataset), frame, number_of_frames=layout.frames, extended_offsets=_offsets(parsed)
    )
    if syntax == DEFLATED_FRAME:
        return _of_bytes(_inflated(codestream, layout.frame_bytes), parsed, layout)
    if syntax == uid.RLELossless and layout.bits_allocated == 1:  # pydicom has no decoder for packed bits
        return _of_bytes(unpack_run_lengths(codestream), parsed, layout)
    if syntax == uid.RLELossless:
        return _of_run_lengths(parsed, layout, frame)
    claim = _checked_claim(codestream, layout, syntax)
    samples = decode_codestream(codestream, syntax, layout)
    return _raw_frame(samples.reshape(layout.rows, layout.columns, -1), claim, parsed, layout)


def _of_run_lengths(parsed: Parsed, layout: Layout, frame: int) -> RawFrame:
    """By pydicom, which decodes no more than the header's size; planes of colour lie one behind the other."""
    buffer, _ = get_decoder(uid.RLELossless).as_buffer(
        parsed.dataset,
        index=frame,
        validate=False,
        decoding_plugin="pydicom",
        # pydicom's own checks want a consistent header; ours has been made so.
        transfer_syntax_uid=uid.RLELossless,
    )
    words = np.frombuffer(buffer, f"<u{layout.bits_allocated // 8}")
    samples = words.reshape(layout.samples, layout.rows, layout.columns).transpose(1, 2, 0)
    claim = Claim(layout.columns, layout.rows, layout.samples, layout.bits_allocated)
    return _raw_frame(samples, claim, parsed, layout)


def _of_bytes(content: bytes, parsed: Parsed, layout: Layout) -> RawFrame:
    """A frame whose decoded bytes are those of an uncompressed one."""
    return frame_of(native_words(content, parsed, layout, 0), parsed, layout)


def _raw_frame(samples: Words, claim: Claim, parsed: Parsed, layout: Layout) -> RawFrame:
    """(rows, columns, samples) as a frame."""
    if layout.is_grey:
        lossy = parsed.transfer_syntax_uid in LOSSY
        words = np.ascontiguousarray(samples[..., 0])
        return RawFrame(words, claim.precision, None, lossy, _sign_notes(claim, layout))
    return colour_frame(samples, parsed.dataset, layout.photometric, claim.precision)


def _inflated(content: bytes, size: int) -> bytes:
    """A deflated frame, no more of it than the header says there is."""
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(content, size)
    except zlib.error as error:
        raise PixelsUnreadable("The compressed image data are damaged and cannot be decoded.") from error


def _checked_claim(codestream: bytes, layout: Layout, syntax: uid.UID) -> Claim:
    if syntax in JPEG_XL:  # which has no mark at its end
        claim = read_jpeg_xl_claim(codestream, layout)
        check_claim(claim, layout)
        return claim
    claim = read_claim(codestream)
    check_claim(claim, layout)
    check_end(codestream)
    return claim


def _sign_notes(claim: Claim, layout: Layout) -> tuple[str, ...]:
    if claim.signed and not layout.signed:
        return (
            "The compressed image has signed values, the header says unsigned; shown as the header says.",
        )
    return ()


def _offsets(parsed: Parsed) -> tuple[bytes, bytes] | None:
    header = Header(parsed.dataset)
    table, lengths = header.value("ExtendedOffsetTable"), header.value("ExtendedOffsetTableLengths")
    return (table, lengths) if isinstance(table, bytes) and isinstance(lengths, bytes) else None

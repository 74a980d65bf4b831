"""One frame's samples as they are stored, before any of them is interpreted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from pydicom import uid
from pydicom.dataset import Dataset
from pydicom.encaps import get_frame
from pydicom.pixels.decoders.base import get_decoder
from pydicom.pixels.processing import apply_color_lut

from engine.dicom.codestream import Claim, check_claim, check_end, read_claim
from engine.dicom.container import Parsed
from engine.dicom.header import Header
from engine.dicom.layout import Layout
from engine.errors import PixelsUnreadable

Words = npt.NDArray[np.unsignedinteger[Any]]
NATIVE = frozenset(
    {
        uid.ImplicitVRLittleEndian,
        uid.ExplicitVRLittleEndian,
        uid.ExplicitVRBigEndian,
        uid.DeflatedExplicitVRLittleEndian,
    }
)
LOSSY = frozenset(
    {uid.JPEGBaseline8Bit, uid.JPEGExtended12Bit, uid.JPEGLSNearLossless, uid.JPEG2000, uid.HTJ2K}
)
CODESTREAMS = LOSSY | {
    uid.JPEGLossless,
    uid.JPEGLosslessSV1,
    uid.JPEGLSLossless,
    uid.JPEG2000Lossless,
    uid.HTJ2KLossless,
    uid.HTJ2KLosslessRPCL,
}
LUMA = (0.299, 0.587, 0.114)
"""Red, green and blue in Y (ITU-R BT.601, as in PS3.3 C.7.6.3.1.2 for YBR_FULL)."""


@dataclass(frozen=True, slots=True, eq=False)
class RawFrame:
    """Samples as they lie in the file: (rows, columns) unsigned words.

    `precision` is how many bits of a word may carry information. `colour` frames are already reduced to their
    luminance. `lossy` words may overshoot Bits Stored and are clipped to it instead of masked.
    """

    words: Words
    precision: int
    colour: bool = False
    lossy: bool = False
    notes: tuple[str, ...] = ()


def is_native(parsed: Parsed) -> bool:
    """Whether the samples lie in the file uncompressed: no decoder is involved."""
    return parsed.transfer_syntax_uid in NATIVE


def syntax_name(syntax_uid: str) -> str:
    """The transfer syntax in words, with its UID where pydicom does not know it."""
    name = uid.UID(syntax_uid).name
    return name if name != syntax_uid else f"transfer syntax {syntax_uid}"


def native_frame(parsed: Parsed, layout: Layout, frame: int) -> RawFrame:
    """An uncompressed frame; PixelsUnreadable where the data are too short for it."""
    data = pixel_data(parsed.dataset)
    if parsed.dataset["PixelData"].is_undefined_length:
        raise PixelsUnreadable("The file says that its image is uncompressed, but it is not.")
    words = _native_words(data, parsed, layout, frame)
    if layout.is_grey:
        return RawFrame(words.reshape(layout.rows, layout.columns), layout.bits_allocated)
    samples = _interleaved(words, layout)
    return _grey_of_colour(samples, parsed.dataset, layout.photometric, layout.bits_stored)


def encoded_frame(parsed: Parsed, layout: Layout, frame: int) -> RawFrame:
    """A compressed frame, decoded in this process: only the worker calls this.

    PixelsUnreadable names the syntax for which there is no decoder, or what is wrong with the data.
    """
    syntax = uid.UID(parsed.transfer_syntax_uid)
    if syntax != uid.RLELossless and syntax not in CODESTREAMS:
        raise PixelsUnreadable(f"There is no decoder for {syntax_name(syntax)}.")
    codestream = get_frame(
        pixel_data(parsed.dataset), frame, number_of_frames=layout.frames, extended_offsets=_offsets(parsed)
    )
    claim = _checked_claim(codestream, layout, syntax)
    buffer, properties = get_decoder(syntax).as_buffer(
        parsed.dataset,
        index=frame,
        validate=False,
        decoding_plugin="pydicom" if syntax == uid.RLELossless else "imagecodecs",
        # pydicom's own checks want a consistent header; ours has been made so.
        transfer_syntax_uid=syntax,
    )
    words = np.frombuffer(buffer, f"<u{int(properties['bits_allocated']) // 8}")
    return _raw_frame(words, claim, parsed.dataset, layout, dict(properties))


def _raw_frame(
    words: Words, claim: Claim, dataset: Dataset, layout: Layout, properties: dict[str, Any]
) -> RawFrame:
    lossy = dataset.file_meta.TransferSyntaxUID in LOSSY
    if layout.is_grey:
        notes = _sign_notes(claim, layout)
        return RawFrame(words.reshape(layout.rows, layout.columns), claim.precision, False, lossy, notes)
    if layout.samples == 1:
        samples = words.reshape(layout.rows, layout.columns, 1)
    elif properties.get("planar_configuration") == 1:
        samples = words.reshape(layout.samples, layout.rows, layout.columns).transpose(1, 2, 0)
    else:
        samples = words.reshape(layout.rows, layout.columns, layout.samples)
    photometric = str(properties.get("photometric_interpretation", layout.photometric))
    return _grey_of_colour(samples, dataset, photometric, claim.precision)


def pixel_data(dataset: Dataset) -> bytes:
    """The Pixel Data element; PixelsUnreadable where there is none."""
    data = dataset.get("PixelData")
    if not isinstance(data, bytes) or not data:
        raise PixelsUnreadable("The file has no image data.")
    return data


def luminance(rgb: Words) -> Words:
    """Grey for red, green and blue of the same depth: (rows, columns, 3) -> (rows, columns)."""
    grey = sum(weight * rgb[..., channel] for channel, weight in enumerate(LUMA))
    return np.rint(grey).astype(rgb.dtype)


def _native_words(data: bytes, parsed: Parsed, layout: Layout, frame: int) -> Words:
    size = layout.frame_bytes
    if layout.bits_allocated == 1:
        return _native_bits(data, layout, frame)
    big_endian = parsed.transfer_syntax_uid == uid.ExplicitVRBigEndian
    if big_endian and layout.bits_allocated == 8 and parsed.dataset["PixelData"].VR == "OW":
        data = np.frombuffer(data[: len(data) // 2 * 2], ">u2").astype("<u2").tobytes()
    content = data[frame * size : (frame + 1) * size]
    if len(content) < size:
        raise PixelsUnreadable(
            f"The image data end early: {max(len(data) - frame * size, 0)} of {size} bytes are there."
        )
    words = np.frombuffer(content, f"{'>' if big_endian else '<'}u{layout.bits_allocated // 8}")
    return words.astype(words.dtype.newbyteorder("="), copy=False)


def _native_bits(data: bytes, layout: Layout, frame: int) -> Words:
    """Frames of single bits follow each other without padding (PS3.5 8.1.1)."""
    first = frame * layout.pixels
    last = first + layout.pixels
    content = np.frombuffer(data[first // 8 : (last + 7) // 8], np.uint8)
    bits = np.unpackbits(content, bitorder="little")[first % 8 :][: layout.pixels]
    if len(bits) < layout.pixels:
        raise PixelsUnreadable(f"The image data end early: {len(bits)} of {layout.pixels} pixels are there.")
    return bits


def _interleaved(words: Words, layout: Layout) -> Words:
    if layout.photometric == "YBR_FULL_422":
        # Two pixels share their chroma: Y Y Cb Cr. Only Y matters for grey.
        luma = words.reshape(-1, 4)[:, :2].reshape(layout.rows, layout.columns)
        return luma[:, :, np.newaxis]
    if layout.planar and layout.samples > 1:
        return words.reshape(layout.samples, layout.rows, layout.columns).transpose(1, 2, 0)
    return words.reshape(layout.rows, layout.columns, layout.samples)


def _grey_of_colour(samples: Words, dataset: Dataset, photometric: str, bits: int) -> RawFrame:
    notes = ("This is a colour image; its luminance is shown.",)
    if photometric == "PALETTE COLOR":
        grey = luminance(apply_color_lut(samples[..., 0], dataset))
        return RawFrame(grey, 8 * grey.dtype.itemsize, True, notes=notes)
    return RawFrame(_luminance(samples, photometric), bits, True, notes=notes)


def _luminance(samples: Words, photometric: str) -> Words:
    if photometric in ("RGB", "YBR_ICT", "YBR_RCT") and samples.shape[2] == 3:
        return luminance(samples)  # JPEG 2000 decoders undo ICT and RCT themselves
    if photometric.startswith("YBR_"):
        return np.ascontiguousarray(samples[..., 0])
    raise PixelsUnreadable(
        f"Images of photometric interpretation {photometric[:32]} with {samples.shape[2]} samples "
        "are not supported."
    )


def _checked_claim(codestream: bytes, layout: Layout, syntax: uid.UID) -> Claim:
    if syntax == uid.RLELossless:  # has no frame header; pydicom decodes no more than the header's size
        return Claim(layout.columns, layout.rows, layout.samples, layout.bits_allocated)
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

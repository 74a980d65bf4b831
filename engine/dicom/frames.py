"""One frame's samples as they are stored, before any of them is interpreted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from pydicom import uid
from pydicom.dataset import Dataset

from engine.dicom.colour import Colours, Words, luminance, red_green_blue, spread_chroma
from engine.dicom.container import Parsed
from engine.dicom.layout import SHARED_CHROMA, Layout
from engine.errors import PixelsUnreadable

NATIVE = frozenset(
    {
        uid.ImplicitVRLittleEndian,
        uid.ExplicitVRLittleEndian,
        uid.ExplicitVRBigEndian,
        uid.DeflatedExplicitVRLittleEndian,
    }
)


COLOUR = "This is a colour image; windows, measurements and the model see its luminance."


@dataclass(frozen=True, slots=True, eq=False)
class RawFrame:
    """Samples as they lie in the file: (rows, columns) unsigned words.

    `precision` is how many bits of a word may carry information. Words of `colour` frames are the luminance
    of `rgb` (rows, columns, 3). `lossy` words may overshoot Bits Stored and are clipped to it, not masked.
    """

    words: Words
    precision: int
    rgb: Colours | None = None
    lossy: bool = False
    notes: tuple[str, ...] = ()

    @property
    def colour(self) -> bool:
        """Whether this is a colour image."""
        return self.rgb is not None


def is_native(parsed: Parsed, layout: Layout) -> bool:
    """Whether the samples lie in the file uncompressed: no decoder is involved.

    Compressed frames lie in fragments, an element of undefined length (PS3.5 A.4). What has a length, and
    exactly that of the image, is uncompressed whatever transfer syntax the file claims.
    """
    if parsed.transfer_syntax_uid in NATIVE:
        return True
    if parsed.dataset["PixelData"].is_undefined_length:
        return False
    size = layout.frames * layout.frame_bytes
    return len(pixel_data(parsed.dataset)) in (size, size + size % 2)


def native_frame(parsed: Parsed, layout: Layout, frame: int) -> RawFrame:
    """An uncompressed frame; PixelsUnreadable where the data are too short for it."""
    data = pixel_data(parsed.dataset)
    if parsed.dataset["PixelData"].is_undefined_length:
        raise PixelsUnreadable("The file says that its image is uncompressed, but it is not.")
    return frame_of(native_words(data, parsed, layout, frame), parsed, layout)


def frame_of(words: Words, parsed: Parsed, layout: Layout) -> RawFrame:
    """A frame whose samples are as long as Bits Allocated says, in the order of an uncompressed one."""
    if layout.is_grey:
        return RawFrame(words.reshape(layout.rows, layout.columns), layout.bits_allocated)
    return colour_frame(_interleaved(words, layout), parsed.dataset, layout.photometric, layout.bits_stored)


def pixel_data(dataset: Dataset) -> bytes:
    """The Pixel Data element; PixelsUnreadable where there is none."""
    data = dataset.get("PixelData")
    if not isinstance(data, bytes) or not data:
        raise PixelsUnreadable("The file has no image data.")
    return data


def native_words(data: bytes, parsed: Parsed, layout: Layout, frame: int) -> Words:
    """One frame of uncompressed data; PixelsUnreadable where they are too short for it."""
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
    if layout.photometric in SHARED_CHROMA:
        return spread_chroma(words, layout.rows, layout.columns)
    if layout.planar and layout.samples > 1:
        return words.reshape(layout.samples, layout.rows, layout.columns).transpose(1, 2, 0)
    return words.reshape(layout.rows, layout.columns, layout.samples)


def colour_frame(samples: Words, dataset: Dataset, photometric: str, bits: int) -> RawFrame:
    """A colour image's frame: (rows, columns, samples) of `bits` bits."""
    rgb = red_green_blue(samples, photometric, bits, dataset)
    return RawFrame(luminance(rgb), 8, rgb, notes=(COLOUR,))

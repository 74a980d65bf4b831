"""Codestreams to samples, by imagecodecs: only the worker imports this.

libjpeg-turbo 3 (DCT of 8 and 12 bits, lossless up to 16), CharLS, OpenJPEG and libjxl: no GPL code, and no
fall-back to another decoder, because the others crash on damaged data. pydicom's decoders are not asked: they
look into codestreams by themselves, and a JP2 box of length 0 keeps pydicom 3.0.2 there for ever.
"""

from __future__ import annotations

from typing import Any

import imagecodecs
import numpy as np
from pydicom import uid

from engine.dicom.layout import Layout

RLE_HEAD_BYTES = 64
JPEG_DCT = (uid.JPEGBaseline8Bit, uid.JPEGExtended12Bit)
JPEG_LOSSLESS = (uid.JPEGLossless, uid.JPEGLosslessSV1)
JPEG_LS = (uid.JPEGLSLossless, uid.JPEGLSNearLossless)
JPEG_2000 = (uid.JPEG2000Lossless, uid.JPEG2000, uid.HTJ2KLossless, uid.HTJ2KLosslessRPCL, uid.HTJ2K)
JPEG_XL = tuple(map(uid.UID, (f"1.2.840.10008.1.2.4.{last}" for last in (110, 111, 112))))
"""Lossless, a recompressed JPEG, and any."""
CODESTREAMS = frozenset((*JPEG_DCT, *JPEG_LOSSLESS, *JPEG_LS, *JPEG_2000, *JPEG_XL))
LOSSY = frozenset((*JPEG_DCT, uid.JPEGLSNearLossless, uid.JPEG2000, uid.HTJ2K, *JPEG_XL[1:]))

Samples = np.ndarray[Any, np.dtype[np.unsignedinteger[Any]]]


def decode_codestream(codestream: bytes, syntax: uid.UID, layout: Layout) -> Samples:
    """(rows, columns) or (rows, columns, samples) of unsigned words; signed ones keep their bits.

    Raises nearly anything on damaged data.
    """
    samples = _decoded(codestream, syntax, layout)
    if samples.ndim == 3 and samples.shape[0] == layout.samples != samples.shape[2]:
        samples = samples.transpose(1, 2, 0)
    return np.ascontiguousarray(samples).view(f"u{samples.dtype.itemsize}")


def unpack_run_lengths(frame: bytes) -> bytes:
    """The one segment of a frame of packed bits (PS3.5 G.3): behind a head of 64 bytes that says where."""
    start = int.from_bytes(frame[4:8], "little")
    if int.from_bytes(frame[:4], "little") != 1 or start < RLE_HEAD_BYTES:
        raise ValueError("not one segment")
    return bytes(imagecodecs.packbits_decode(frame[start:]))


def _decoded(codestream: bytes, syntax: uid.UID, layout: Layout) -> np.ndarray[Any, Any]:
    if syntax in JPEG_XL:
        return np.asarray(imagecodecs.jpegxl_decode(codestream))
    if syntax in JPEG_2000:
        return np.asarray(imagecodecs.jpeg2k_decode(codestream))
    if syntax in JPEG_LS:
        return np.asarray(imagecodecs.jpegls_decode(codestream))
    if layout.samples == 1 or syntax in JPEG_LOSSLESS:
        return np.asarray(imagecodecs.jpeg8_decode(codestream))
    # The header knows the colours; libjpeg would guess them from markers that DICOM files often lack.
    space = imagecodecs.JPEG8.CS.RGB if layout.photometric == "RGB" else imagecodecs.JPEG8.CS.YCbCr
    return np.asarray(imagecodecs.jpeg8_decode(codestream, colorspace=space, outcolorspace=space))

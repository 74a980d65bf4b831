"""imagecodecs as a decoder plug-in for pydicom, and what pydicom itself has no decoder for.

libjpeg-turbo 3 (DCT of 8 and 12 bits, lossless up to 16), CharLS, OpenJPEG and libjxl: no GPL code, and no
fall-back to another decoder, because the others crash on damaged data.
"""

from __future__ import annotations

from typing import Any

import imagecodecs
import numpy as np
from pydicom import uid
from pydicom.pixels.decoders.base import get_decoder

PLUGIN = "imagecodecs"
RLE_HEAD_BYTES = 64
JPEG_DCT = (uid.JPEGBaseline8Bit, uid.JPEGExtended12Bit)
JPEG_LOSSLESS = (uid.JPEGLossless, uid.JPEGLosslessSV1)
JPEG_LS = (uid.JPEGLSLossless, uid.JPEGLSNearLossless)
JPEG_2000 = (uid.JPEG2000Lossless, uid.JPEG2000, uid.HTJ2KLossless, uid.HTJ2KLosslessRPCL, uid.HTJ2K)
JPEG_XL = tuple(map(uid.UID, (f"1.2.840.10008.1.2.4.{last}" for last in (110, 111, 112))))
"""Lossless, a recompressed JPEG, and any; pydicom does not know them yet."""
DECODER_DEPENDENCIES = dict.fromkeys((*JPEG_DCT, *JPEG_LOSSLESS, *JPEG_LS, *JPEG_2000), (PLUGIN,))
"""Read by pydicom: the syntaxes of this plug-in, and what each needs."""


def is_available(syntax: uid.UID) -> bool:
    """Called by pydicom: whether this plug-in decodes the syntax."""
    return syntax in DECODER_DEPENDENCIES


def decode_frame(codestream: bytes, runner: Any) -> bytearray:
    """Called by pydicom with one frame; tells the runner the width of the samples that come back."""
    samples = _decoded(bytes(codestream), runner)
    if samples.ndim == 3 and samples.shape[0] == runner.samples_per_pixel != samples.shape[2]:
        samples = samples.transpose(1, 2, 0)
    runner.set_option("bits_allocated", 8 * samples.dtype.itemsize)
    if samples.ndim == 3:
        runner.set_option("planar_configuration", 0)
    return bytearray(np.ascontiguousarray(samples).tobytes())


def install() -> None:
    """Offer this plug-in to pydicom's decoders in this process; again has no effect."""
    for syntax in DECODER_DEPENDENCIES:
        decoder = get_decoder(syntax)
        if PLUGIN not in decoder.available_plugins:
            decoder.add_plugin(PLUGIN, (__name__, decode_frame.__name__))


def decode_jpeg_xl(codestream: bytes) -> np.ndarray[Any, Any]:
    """All samples of a JPEG XL codestream or container, in order."""
    return np.ascontiguousarray(imagecodecs.jpegxl_decode(codestream)).reshape(-1)


def unpack_run_lengths(frame: bytes) -> bytes:
    """The one segment of a frame of packed bits (PS3.5 G.3): behind a head of 64 bytes that says where."""
    start = int.from_bytes(frame[4:8], "little")
    if int.from_bytes(frame[:4], "little") != 1 or start < RLE_HEAD_BYTES:
        raise ValueError("not one segment")
    return bytes(imagecodecs.packbits_decode(frame[start:]))


def _decoded(codestream: bytes, runner: Any) -> np.ndarray[Any, Any]:
    syntax = runner.transfer_syntax
    if syntax in JPEG_2000:
        return np.asarray(imagecodecs.jpeg2k_decode(codestream))
    if syntax in JPEG_LS:
        return np.asarray(imagecodecs.jpegls_decode(codestream))
    if runner.samples_per_pixel == 1 or syntax in JPEG_LOSSLESS:
        return np.asarray(imagecodecs.jpeg8_decode(codestream))
    # The header knows the colours; libjpeg would guess them from markers that DICOM files often lack.
    rgb = str(runner.photometric_interpretation) == "RGB"
    space = imagecodecs.JPEG8.CS.RGB if rgb else imagecodecs.JPEG8.CS.YCbCr
    return np.asarray(imagecodecs.jpeg8_decode(codestream, colorspace=space, outcolorspace=space))

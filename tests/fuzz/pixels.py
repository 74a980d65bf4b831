"""Pixels for the fuzzer: whole films with their pixel modules, and codestreams inside a sound header.

Whole films are read as the desk reads them: the header in this process, compressed pixels in the decoder's,
grey levels of the first and the last frame here. Codestreams are decoded as the decoder's process does it,
but in the process that fuzzes: a native decoder that crashes or hangs is seen to do so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import imagecodecs
import numpy as np
import numpy.typing as npt
import pydicom
from pydicom import uid
from pydicom.encaps import get_frame

from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import read_file
from engine.dicom.pixels import read_film
from engine.dicom.wire import Request
from engine.dicom.worker import answer
from engine.errors import PixelsUnreadable
from engine.study import Radiograph
from tests.engine.dicom.making import compressed, film_dataset, saved
from tests.fuzz.harness import Read

PLACE_TAKEN = b"PLACE-OF-THE-CODESTREAM."
Prepared = tuple[Sequence[bytes], Read]
Samples = npt.NDArray[Any]
ROWS, COLUMNS = 24, 32
GREY_8, GREY_12, COLOUR = 8, 12, 24


def pixels(seeds: Sequence[bytes], folder: Path) -> Prepared:
    """One DICOM file as the desk shows it, pixels and all."""
    return seeds, _shower(folder / "input")


def codestreams(files: Sequence[bytes], folder: Path) -> Prepared:
    """One compressed frame inside the header that it had before it was changed.

    An input begins with a byte that says which header: a change of it alone puts a frame into another's.
    """
    heads, seeds = [], []
    for number, (head, stream) in enumerate((*_made(folder), *_real(files))):
        heads.append(head)
        seeds.append(bytes((number % 256,)) + stream)
    path = folder / "input"

    def read(data: bytes) -> str:
        before, after = heads[data[0] % len(heads) if data else 0]
        stream = data[1:] + b"\0" * (len(data[1:]) % 2)
        path.write_bytes(before + len(stream).to_bytes(4, "little") + stream + after)
        facts, _ = answer(Request(str(path), 0))
        if facts.error:
            raise PixelsUnreadable(facts.error)
        return "decoded"

    return seeds, read


def _shower(path: Path) -> Read:
    decoder = FrameDecoder()  # ends with the process that fuzzes
    with suppress(PixelsUnreadable):
        decoder.decode(path, 0)  # there is none yet; now the decoder runs, and no input has to wait for that

    def read(data: bytes) -> str:
        path.write_bytes(data)
        film = read_file(path).part
        if not isinstance(film, Radiograph):
            return "document"
        for frame in {0, film.frames - 1}:
            read_film(film, frame, decoder).display()
        return "shown"

    return read


Head = tuple[bytes, bytes]
"""A file up to its codestream's length, and what comes behind the codestream."""


def _made(folder: Path) -> Iterator[tuple[Head, bytes]]:
    """Small frames in every codec, with the header that fits."""
    ramp = (np.arange(ROWS * COLUMNS).reshape(ROWS, COLUMNS) * 5 % 4096).astype(np.uint16)
    small, rgb = (
        (ramp % 256).astype(np.uint8),
        np.stack([ramp % 251, ramp % 13, ramp // 17], -1).astype(np.uint8),
    )
    for number, (syntax, depth, stream) in enumerate(_streams(ramp, small, rgb)):
        attributes: dict[str, Any] = {}
        if depth != GREY_12:
            attributes = {"BitsAllocated": 8, "BitsStored": 8, "HighBit": 7}
        if depth == COLOUR:
            attributes |= {"SamplesPerPixel": 3, "PhotometricInterpretation": "RGB", "PlanarConfiguration": 0}
        dataset = film_dataset(ramp, attributes)
        path = saved(compressed(dataset, PLACE_TAKEN, syntax), folder / "made-streams", str(number))
        yield _around(path.read_bytes()), stream


def _streams(ramp: Samples, small: Samples, rgb: Samples) -> Iterator[tuple[str, int, bytes]]:
    for depth, samples in ((GREY_8, small), (GREY_12, ramp), (COLOUR, rgb)):
        for syntax, encode in (CODECS if depth == COLOUR else CODECS | JPEG_8).items():
            yield syntax, depth, bytes(encode(samples, depth))
        yield uid.RLELossless, depth, _run_lengths(samples)
    yield uid.JPEGBaseline8Bit, COLOUR, bytes(imagecodecs.jpeg8_encode(rgb, level=90))
    yield "1.2.840.10008.1.2.8.1", GREY_12, bytes(imagecodecs.deflate_encode(ramp.tobytes(), raw=True))


def _bits(depth: int) -> int | None:
    return 12 if depth == GREY_12 else None


CODECS: dict[str, Callable[[Samples, int], bytes | bytearray]] = {
    uid.JPEGLSLossless: lambda samples, _: imagecodecs.jpegls_encode(samples),
    uid.JPEGLSNearLossless: lambda samples, _: imagecodecs.jpegls_encode(samples, level=2),
    uid.JPEG2000Lossless: lambda samples, _: imagecodecs.jpeg2k_encode(samples, codecformat="J2K"),
    uid.JPEG2000: lambda samples, _: imagecodecs.jpeg2k_encode(samples, codecformat="J2K", level=60),
    "1.2.840.10008.1.2.4.110": lambda samples, _: imagecodecs.jpegxl_encode(samples, lossless=True),
}
JPEG_8: dict[str, Callable[[Samples, int], bytes | bytearray]] = {
    uid.JPEGLosslessSV1: lambda grey, depth: imagecodecs.jpeg8_encode(
        grey, lossless=True, bitspersample=_bits(depth)
    ),
    uid.JPEGExtended12Bit: lambda grey, depth: imagecodecs.jpeg8_encode(
        grey, level=90, bitspersample=_bits(depth)
    ),
}
"""These are given no colours here."""


def _run_lengths(samples: Samples) -> bytes:
    """RLE as the standard has it (PS3.5 G): a segment for each byte of a pixel, highest first."""
    planes = samples.reshape(ROWS * COLUMNS, -1)
    content = planes.astype(planes.dtype.newbyteorder(">")).view(np.uint8).reshape(ROWS * COLUMNS, -1)
    segments = [imagecodecs.packbits_encode(content[:, byte].tobytes()) for byte in range(content.shape[1])]
    starts = [64 + sum(map(len, segments[:number])) for number in range(len(segments))]
    head = b"".join(number.to_bytes(4, "little") for number in (len(segments), *starts))
    return head.ljust(64, b"\0") + b"".join(segments)


def _real(files: Sequence[bytes]) -> Iterator[tuple[Head, bytes]]:
    """The first frame of real compressed files."""
    from io import BytesIO

    for content in files:
        try:
            dataset = pydicom.dcmread(BytesIO(content))
            if not dataset.file_meta.TransferSyntaxUID.is_encapsulated:
                continue
            stream = get_frame(dataset.PixelData, 0, number_of_frames=int(dataset.get("NumberOfFrames") or 1))
            dataset.NumberOfFrames = 1
            buffer = BytesIO()
            compressed(dataset, PLACE_TAKEN, dataset.file_meta.TransferSyntaxUID).save_as(buffer)
        except Exception:  # damaged before anybody changed it
            continue
        yield _around(buffer.getvalue()), stream


def _around(content: bytes) -> Head:
    at = content.index(PLACE_TAKEN)
    return content[: at - 4], content[at + len(PLACE_TAKEN) :]

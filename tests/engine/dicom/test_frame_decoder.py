"""Compressed frames: decoded apart, exactly, and without harm when decoding fails."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import imagecodecs
import numpy as np
import pytest
from pydicom import uid
from pydicom.dataset import FileDataset

from engine.child import PROJECT
from engine.dicom.codestream import Claim, read_claim
from engine.dicom.decoder import FrameDecoder
from engine.dicom.pixels import read_film
from engine.dicom.wire import Request, write_message
from engine.errors import PixelsUnreadable
from tests.engine.dicom.making import compressed, film_dataset, film_of, radiograph_of, saved

PIXELS = (np.arange(48 * 40).reshape(48, 40) * 7 % 4096).astype(np.uint16)
SMOOTH = np.add.outer(np.arange(48), np.arange(40)).astype(np.uint16) * 20
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="stops the worker by signals")


@pytest.fixture(scope="module")
def decoder() -> Iterator[FrameDecoder]:
    with FrameDecoder() as running:
        yield running


def jpeg_lossless(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint16]]) -> bytes:
    return bytes(imagecodecs.jpeg8_encode(pixels, lossless=True, bitspersample=12))


def jpeg2000(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint16]]) -> bytes:
    return bytes(imagecodecs.jpeg2k_encode(pixels, codecformat="j2k", bitspersample=12, reversible=True))


def lossless_film() -> FileDataset:
    return compressed(film_dataset(PIXELS), jpeg_lossless(PIXELS), uid.JPEGLosslessSV1)


def rle(dataset: FileDataset) -> FileDataset:
    dataset.compress(uid.RLELossless, encoding_plugin="pydicom", generate_instance_uid=False)
    return dataset


@pytest.mark.parametrize(
    ("syntax", "encode"),
    [
        (uid.JPEGLossless, jpeg_lossless),
        (uid.JPEGLosslessSV1, jpeg_lossless),
        (uid.JPEGLSLossless, imagecodecs.jpegls_encode),
        (uid.JPEG2000Lossless, jpeg2000),
    ],
    ids=["jpeg-lossless", "jpeg-lossless-sv1", "jpeg-ls", "jpeg-2000"],
)
def test_lossless_syntaxes_give_back_every_pixel(
    syntax: uid.UID,
    encode: Callable[[np.ndarray[tuple[int, ...], np.dtype[np.uint16]]], bytes],
    decoder: FrameDecoder,
    tmp_path: Path,
) -> None:
    dataset = compressed(film_dataset(PIXELS), bytes(encode(PIXELS)), syntax)
    np.testing.assert_array_equal(film_of(dataset, tmp_path, decoder).stored, PIXELS)


def test_run_length_encoding_gives_back_every_pixel(decoder: FrameDecoder, tmp_path: Path) -> None:
    np.testing.assert_array_equal(film_of(rle(film_dataset(PIXELS)), tmp_path, decoder).stored, PIXELS)


@pytest.mark.parametrize(
    ("syntax", "codestream", "tolerance"),
    [
        (uid.JPEGExtended12Bit, imagecodecs.jpeg8_encode(SMOOTH, level=95, bitspersample=12), 16),
        (uid.JPEGLSNearLossless, imagecodecs.jpegls_encode(SMOOTH, level=3), 3),
    ],
    ids=["jpeg-12-bit", "jpeg-ls-near"],
)
def test_lossy_syntaxes_come_close(
    syntax: uid.UID, codestream: bytes, tolerance: int, decoder: FrameDecoder, tmp_path: Path
) -> None:
    dataset = compressed(film_dataset(SMOOTH), bytes(codestream), syntax)
    found = film_of(dataset, tmp_path, decoder).stored.astype(int)
    assert np.abs(found - SMOOTH).max() <= tolerance


def test_an_unsigned_stream_is_read_as_signed_where_the_header_says_so(
    decoder: FrameDecoder, tmp_path: Path
) -> None:
    pixels = np.full((48, 40), 2100, np.uint16)
    dataset = film_dataset(pixels, {"PixelRepresentation": 1})
    film = film_of(compressed(dataset, jpeg2000(pixels), uid.JPEG2000Lossless), tmp_path, decoder)
    assert set(film.stored.reshape(-1).tolist()) == {-1996}


def test_a_signed_stream_under_an_unsigned_header_is_shown_as_the_header_says_and_noted(
    decoder: FrameDecoder, tmp_path: Path
) -> None:
    signed = np.full((48, 40), -68, np.int16)
    stream = bytes(imagecodecs.jpeg2k_encode(signed, codecformat="j2k", bitspersample=12, reversible=True))
    assert read_claim(stream).signed
    film = film_of(compressed(film_dataset(PIXELS), stream, uid.JPEG2000Lossless), tmp_path, decoder)
    assert set(film.stored.reshape(-1).tolist()) == {4028}
    assert any("signed values" in note for note in film.notes)


def test_colours_become_their_luminance(decoder: FrameDecoder, tmp_path: Path) -> None:
    colours = np.zeros((48, 40, 3), np.uint8)
    colours[...] = (200, 100, 50)  # 0.299 * 200 + 0.587 * 100 + 0.114 * 50 = 124.2
    attributes = {"BitsAllocated": 8, "BitsStored": 8, "HighBit": 7, "PlanarConfiguration": 0}
    dataset = film_dataset(np.zeros((48, 40)), attributes)
    dataset.SamplesPerPixel, dataset.PhotometricInterpretation = 3, "RGB"
    codestream = bytes(imagecodecs.jpegls_encode(colours))
    film = film_of(compressed(dataset, codestream, uid.JPEGLSLossless), tmp_path, decoder)
    assert set(film.display().reshape(-1).tolist()) == {124}
    assert any("luminance" in note for note in film.notes)


def test_a_syntax_without_decoder_is_named(decoder: FrameDecoder, tmp_path: Path) -> None:
    dataset = lossless_film()
    dataset.file_meta.TransferSyntaxUID = uid.UID("1.2.840.10008.1.2.4.100")
    with pytest.raises(PixelsUnreadable, match="no decoder for MPEG2"):
        film_of(dataset, tmp_path, decoder)


def test_a_frame_that_claims_another_size_reaches_no_decoder(decoder: FrameDecoder, tmp_path: Path) -> None:
    codestream = bytearray(jpeg_lossless(PIXELS))
    start = codestream.index(b"\xff\xc3")
    codestream[start + 5 : start + 9] = (60000).to_bytes(2, "big") * 2
    dataset = compressed(film_dataset(PIXELS), bytes(codestream), uid.JPEGLosslessSV1)
    started = time.perf_counter()
    with pytest.raises(PixelsUnreadable, match="claims 60000 x 60000 pixels, the header 40 x 48"):
        film_of(dataset, tmp_path, decoder)
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize("cut", [1, 20, 200, 400])
def test_a_damaged_frame_ends_in_a_sentence_and_the_next_one_decodes(
    cut: int, decoder: FrameDecoder, tmp_path: Path
) -> None:
    broken = compressed(film_dataset(PIXELS), jpeg_lossless(PIXELS)[:cut], uid.JPEGLosslessSV1)
    with pytest.raises(PixelsUnreadable, match="damaged"):
        film_of(broken, tmp_path, decoder)
    np.testing.assert_array_equal(film_of(lossless_film(), tmp_path, decoder).stored, PIXELS)


@POSIX_ONLY
def test_a_worker_that_dies_takes_one_frame_along(tmp_path: Path) -> None:
    radiograph = radiograph_of(saved(lossless_film(), tmp_path))
    with FrameDecoder() as decoder:
        read_film(radiograph, 0, decoder)
        first = decoder.process_id
        assert first is not None
        os.kill(first, signal.SIGSTOP)  # so that it dies in the middle of the frame
        killer = threading.Timer(0.2, os.kill, (first, signal.SIGKILL))
        killer.start()
        with pytest.raises(PixelsUnreadable, match="ended without an answer"):
            read_film(radiograph, 0, decoder)
        killer.join()
        np.testing.assert_array_equal(read_film(radiograph, 0, decoder).stored, PIXELS)
        assert decoder.process_id not in (None, first)


@POSIX_ONLY
def test_a_worker_that_hangs_is_stopped_in_time(tmp_path: Path) -> None:
    radiograph = radiograph_of(saved(lossless_film(), tmp_path))
    with FrameDecoder(seconds_per_frame=3) as decoder:
        read_film(radiograph, 0, decoder)
        assert decoder.process_id is not None
        os.kill(decoder.process_id, signal.SIGSTOP)
        started = time.monotonic()
        with pytest.raises(PixelsUnreadable, match="longer than 3 seconds"):
            read_film(radiograph, 0, decoder)
        assert time.monotonic() - started < 8
        np.testing.assert_array_equal(read_film(radiograph, 0, decoder).stored, PIXELS)


@POSIX_ONLY
def test_closing_frees_a_caller_who_waits(tmp_path: Path) -> None:
    path = saved(lossless_film(), tmp_path)
    decoder = FrameDecoder()
    decoder.decode(path)
    assert decoder.process_id is not None
    os.kill(decoder.process_id, signal.SIGSTOP)
    threading.Timer(0.2, decoder.close).start()
    with pytest.raises(PixelsUnreadable, match="stopped"):
        decoder.decode(path)
    assert decoder.process_id is None
    with pytest.raises(PixelsUnreadable, match="closed"):
        decoder.decode(path)


@POSIX_ONLY
def test_a_worker_without_memory_says_so_and_harms_nobody(tmp_path: Path) -> None:
    path = saved(lossless_film(), tmp_path)
    with (
        FrameDecoder(memory_bytes=1 << 20) as decoder,
        pytest.raises(PixelsUnreadable, match=r"memory|does not work"),
    ):
        decoder.decode(path)


def test_uncompressed_films_need_no_worker(tmp_path: Path) -> None:
    with FrameDecoder() as decoder:
        film_of(film_dataset(PIXELS), tmp_path, decoder)
        assert decoder.process_id is None


def test_opening_and_reading_load_neither_decoders_nor_torch_nor_qt() -> None:
    program = (
        "import sys, engine.dicom.files, engine.dicom.pixels\n"
        "print(*({'torch', 'PySide6', 'imagecodecs'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == ""


@pytest.mark.parametrize(
    ("codestream", "claim"),
    [
        (jpeg_lossless(PIXELS), Claim(40, 48, 1, 12)),
        (bytes(imagecodecs.jpegls_encode(PIXELS)), Claim(40, 48, 1, 16)),
        (jpeg2000(PIXELS), Claim(40, 48, 1, 12)),
        (bytes(imagecodecs.jpeg8_encode(np.zeros((9, 5, 3), np.uint8))), Claim(5, 9, 3, 8)),
    ],
    ids=["jpeg-lossless", "jpeg-ls", "jpeg-2000", "jpeg"],
)
def test_frame_headers_are_read_without_decoding(codestream: bytes, claim: Claim) -> None:
    assert read_claim(codestream) == claim


@pytest.mark.parametrize(
    "codestream", [b"", b"\xff\xd8", b"\xff\xd8\x00\x00", b"\xff\x4f\xff\x51\x00", b"jp2c"]
)
def test_a_stream_without_frame_header_is_refused(codestream: bytes) -> None:
    with pytest.raises(PixelsUnreadable, match="no frame header"):
        read_claim(codestream)


def test_an_empty_box_before_the_codestream_does_not_keep_the_decoder_for_ever(
    decoder: FrameDecoder, tmp_path: Path
) -> None:
    """Found by fuzzing: pydicom 3.0.2 goes from box to box, and a length of 0 leads to the same one."""
    signature, empty = b"\0\0\0\x0cjP  \r\n\x87\n", b"\0\0\0\0ftyp"
    stream = signature + empty + b"\0\0\0\0jp2c" + jpeg2000(PIXELS)
    started = time.monotonic()
    with suppress(PixelsUnreadable):
        film_of(compressed(film_dataset(PIXELS), stream, uid.JPEG2000Lossless), tmp_path, decoder)
    assert time.monotonic() - started < 10


ENDLESS = """
import sys, time
from engine.dicom import worker
worker.SECONDS_OF_GRACE = 1
worker.answer = lambda request: time.sleep(600)
worker.serve(sys.stdin.buffer, sys.stdout.buffer, 0)
"""


@POSIX_ONLY
def test_a_worker_in_an_endless_frame_ends_although_nobody_is_there_to_stop_it() -> None:
    orphan = subprocess.Popen(
        [sys.executable, "-c", ENDLESS], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert orphan.stdin is not None
    write_message(orphan.stdin, Request("nowhere", 0))
    orphan.stdin.flush()
    assert orphan.wait(60) == -signal.SIGALRM
    for pipe in (orphan.stdin, orphan.stdout):
        assert pipe is not None
        pipe.close()

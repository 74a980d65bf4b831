"""No file, however broken, does more than end in a clear sentence; the good ones beside it open."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path

import imagecodecs
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from pydicom import uid
from pydicom.dataset import Dataset, FileDataset
from pydicom.sequence import Sequence as DicomSequence

from engine.commands.open import Found, look_at
from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import open_paths, read_file
from engine.dicom.frames import RawFrame
from engine.dicom.pixels import read_film
from engine.errors import FileRefused, PixelsUnreadable
from engine.progress import ignore_progress
from engine.study import Radiograph
from tests.engine.dicom.making import compressed, film_dataset, saved

PIXELS = (np.arange(64 * 64).reshape(64, 64) % 4096).astype(np.uint16)
SECONDS = 5.0


def content_of(dataset: FileDataset) -> bytes:
    buffer = BytesIO()
    dataset.save_as(buffer, enforce_file_format=True)
    return buffer.getvalue()


def good() -> bytes:
    return content_of(film_dataset(PIXELS))


def changed(**attributes: object) -> bytes:
    dataset = film_dataset(PIXELS)
    for keyword, value in attributes.items():
        setattr(dataset, keyword, value)
    return content_of(dataset)


def without(*keywords: str) -> bytes:
    dataset = film_dataset(PIXELS)
    for keyword in keywords:
        delattr(dataset, keyword)
    return content_of(dataset)


def claimed_length(length: int) -> bytes:
    """Pixel Data that say they are longer than the file."""
    content = bytearray(good())
    start = content.rindex(b"\xe0\x7f\x10\x00OW") + 8
    content[start : start + 4] = length.to_bytes(4, "little")
    return bytes(content)


@cache
def deflate_bomb() -> bytes:
    """A little more than 256 MiB of zeros in 270 KB."""
    header = good()
    meta = header[: header.index(b"\x08\x00\x05\x00CS")]
    meta = meta.replace(b"1.2.840.10008.1.2.1\0", b"1.2.840.10008.1.2.1.99\0\0")
    syntax = meta.index(b"\x02\x00\x10\x00UI")
    meta = meta[: syntax + 6] + (22).to_bytes(2, "little") + meta[syntax + 8 :].replace(b".99\0\0", b".99", 1)
    squeeze = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    parts = [squeeze.compress(bytes(1 << 20)) for _ in range(258)]
    return meta + b"".join(parts) + squeeze.flush()


def nested(depth: int) -> bytes:
    inner = Dataset()
    for _ in range(depth):
        outer = Dataset()
        outer.RequestAttributesSequence = DicomSequence([inner])
        inner = outer
    content = good()
    at = content.index(b"\x28\x00\x02\x00US")
    level = b"\x40\x00\x75\x02SQ\0\0\xff\xff\xff\xff\xfe\xff\x00\xe0\xff\xff\xff\xff"
    return content[:at] + level * depth + content[at:]


def jpeg_of_another_size() -> bytes:
    codestream = bytes(imagecodecs.jpeg8_encode(PIXELS[:8, :8], lossless=True))
    return content_of(compressed(film_dataset(PIXELS), codestream, uid.JPEGLosslessSV1))


def cut_jpeg() -> bytes:
    codestream = bytes(imagecodecs.jpeg8_encode(PIXELS, lossless=True))[:-200]
    return content_of(compressed(film_dataset(PIXELS), codestream, uid.JPEGLosslessSV1))


def png_bomb() -> bytes:
    buffer = BytesIO()
    Image.fromarray(np.zeros((8, 8), np.uint8)).save(buffer, "PNG")
    content = bytearray(buffer.getvalue())
    content[16:24] = (60000).to_bytes(4, "big") * 2
    content[29:33] = zlib.crc32(content[12:29]).to_bytes(4, "big")
    return bytes(content)


def png_cut() -> bytes:
    buffer = BytesIO()
    noise = np.random.default_rng(5).integers(0, 256, (64, 64)).astype(np.uint8)
    Image.fromarray(noise).save(buffer, "PNG")
    return buffer.getvalue()[:-500]


def random_after_prefix() -> bytes:
    return bytes(128) + b"DICM" + np.random.default_rng(3).bytes(5000)


def unknown_syntax() -> bytes:
    codestream = bytes(imagecodecs.jpeg8_encode(PIXELS, lossless=True))
    dataset = compressed(film_dataset(PIXELS), codestream, uid.JPEGLosslessSV1)
    return content_of(dataset).replace(b"1.2.840.10008.1.2.4.70", b"1.2.840.10008.1.2.4.99")


def uncompressed_said_of_compressed() -> bytes:
    codestream = bytes(imagecodecs.jpeg8_encode(PIXELS, lossless=True))
    dataset = compressed(film_dataset(PIXELS), codestream, uid.JPEGLosslessSV1)
    return content_of(dataset).replace(b"1.2.840.10008.1.2.4.70", b"1.2.840.10008.1.2.1\0\0\0")


BAD: dict[str, tuple[str, Callable[[], bytes]]] = {
    "empty": ("empty", lambda: b""),
    "one byte": ("not-dicom", lambda: b"\x08"),
    "text": ("not-dicom", lambda: b"No acute disease. " * 50),
    "zip": ("damaged", lambda: b"PK\x03\x04" + bytes(100)),
    "only a preamble": ("damaged", lambda: bytes(128) + b"DICM"),
    "noise after the prefix": ("damaged", random_after_prefix),
    "header cut": ("no-pixels", lambda: good()[:400]),
    "pixels cut": ("pixels", lambda: good()[:-500]),
    "no pixels": ("no-pixels", lambda: without("PixelData")),
    "no size": ("pixels", lambda: without("Rows", "Columns")),
    "huge size": ("pixels", lambda: changed(Rows=65535, Columns=65535)),
    "wrong size": ("pixels", lambda: changed(Rows=640)),
    "odd depth": ("pixels", lambda: changed(BitsAllocated=24)),
    "many samples": ("pixels", lambda: changed(SamplesPerPixel=7)),
    "unknown colours": ("pixels", lambda: changed(PhotometricInterpretation="FUZZ")),
    "deep nesting": ("damaged", lambda: nested(3000)),
    "deflate bomb": ("too-large", deflate_bomb),
    "jpeg of another size": ("pixels", jpeg_of_another_size),
    "cut jpeg": ("pixels", cut_jpeg),
    "unknown syntax": ("pixels", unknown_syntax),
    "uncompressed said of compressed": ("pixels", uncompressed_said_of_compressed),
    "png bomb": ("too-large", png_bomb),
    "png cut": ("pixels", png_cut),
}


class NoDecoder:
    """Refuses compressed frames at once: mutations of an uncompressed film need no worker."""

    def decode(self, path: Path, frame: int) -> RawFrame:
        raise PixelsUnreadable(f"There is no decoder here for frame {frame} of {path.name}.")


@pytest.fixture(scope="module")
def decoder() -> Iterator[FrameDecoder]:
    with FrameDecoder() as running:
        yield running


def opened(folder: Path, decoder: FrameDecoder) -> Found:
    return look_at(open_paths([folder]), decoder, ignore_progress)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_ends_in_one_clear_sentence(name: str, decoder: FrameDecoder, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(BAD[name][1]())
    started = time.monotonic()
    found = opened(tmp_path, decoder)
    assert time.monotonic() - started < SECONDS
    assert found.studies == ()
    (skipped,) = found.skipped
    assert skipped.code == BAD[name][0]
    assert skipped.reason[0].isupper()
    assert skipped.reason.endswith(".")
    assert "Traceback" not in skipped.reason


def test_the_good_files_beside_bad_ones_open(decoder: FrameDecoder, tmp_path: Path) -> None:
    for number, (_, make) in enumerate(BAD.values()):
        (tmp_path / f"bad{number:02}").write_bytes(make())
        if number % 8 == 0:
            saved(film_dataset(PIXELS), tmp_path, f"good{number:02}")
    found = opened(tmp_path, decoder)
    assert [image.radiograph.path.name for _, images in found.studies for image in images] == [
        "good00",
        "good08",
        "good16",
    ]
    assert {skipped.path.name for skipped in found.skipped} == {f"bad{n:02}" for n in range(len(BAD))}


def test_a_claim_of_four_gigabytes_costs_no_memory_and_no_image(
    decoder: FrameDecoder, tmp_path: Path
) -> None:
    (tmp_path / "film").write_bytes(claimed_length(0xFFFFFF00))
    ((_, (image,)),) = opened(tmp_path, decoder).studies
    assert (image.low, image.high) == (0, 4095)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.lists(st.tuples(st.integers(0, 1200), st.integers(0, 255)), min_size=1, max_size=12),
    length=st.integers(0, 1300),
)
def test_changed_bytes_never_do_more_than_refuse_a_file(
    tmp_path: Path, changes: list[tuple[int, int]], length: int
) -> None:
    small = film_dataset(PIXELS[:4, :4], {"WindowCenter": 100, "WindowWidth": 50})
    content = bytearray(content_of(small))
    for place, value in changes:
        content[place % len(content)] = value
    path = tmp_path / "mutated"
    path.write_bytes(content[:length] if length > 200 and length % 3 == 0 else content)
    with suppress(FileRefused, PixelsUnreadable):
        part = read_file(path).part
        if isinstance(part, Radiograph):
            read_film(part, 0, NoDecoder()).display()


def test_every_public_radiography_file_opens_or_is_refused_in_time(
    shared_data: Path, decoder: FrameDecoder
) -> None:
    for path in sorted((shared_data / "dicom").rglob("*")):
        if path.is_file():
            _opens_or_is_refused(path, decoder)


def test_every_hostile_file_is_refused_or_opens_in_time(shared_data: Path, decoder: FrameDecoder) -> None:
    corpus = shared_data / "dicom_corpus"
    if not corpus.is_dir():
        pytest.skip("the corpus of damaged files is not beside this checkout")
    for path in sorted((corpus / "synthetic-hostile").iterdir()):
        _opens_or_is_refused(path, decoder)


def test_films_of_one_picture_in_several_syntaxes_agree(shared_data: Path, decoder: FrameDecoder) -> None:
    folder = shared_data / "dicom"
    films = {}
    for name in (
        "not_chest/RG3_JLSL_tibia.dcm",
        "not_chest/RG3_RLE_tibia.dcm",
        "not_chest/RG3_JPLY_tibia_12bit-extended.dcm",
    ):
        part = read_file(folder / name).part
        assert isinstance(part, Radiograph)
        films[name] = read_film(part, 0, decoder).stored.astype(int)
    lossless, run_length, lossy = films.values()
    np.testing.assert_array_equal(lossless, run_length)
    assert np.abs(lossless - lossy).mean() < 3


def _opens_or_is_refused(path: Path, decoder: FrameDecoder) -> None:
    started = time.monotonic()
    found = look_at(open_paths([path]), decoder, ignore_progress)
    assert time.monotonic() - started < SECONDS, path
    assert len(found.skipped) + len(found.studies) >= 1, path
    assert all(skipped.reason.endswith(".") for skipped in found.skipped)

"""PNG and JPEG films: pictures without a patient. Headers are read anywhere, pixels only by the worker."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image, UnidentifiedImageError

from engine.dicom.colour import luminance
from engine.dicom.frames import RawFrame
from engine.dicom.heads import PICTURES
from engine.dicom.layout import MAX_FRAME_SAMPLES
from engine.errors import FileRefused, PixelsUnreadable

UNIDENTIFIED = "A picture without patient data: nothing says whose it is."
ORIENTATION_TAG = 0x0112
TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What turns a picture of each EXIF orientation upright; from 5 on, rows and columns change places."""
FIRST_EXCHANGING = 5
SIXTEEN_BIT = frozenset({"I", "I;16", "I;16L", "I;16B", "I;16N"})


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture's size once turned as EXIF says, its depth, and whether it has colours."""

    rows: int
    columns: int
    bits: int
    colour: bool
    turned: bool


def is_picture(content: bytes) -> bool:
    """Whether the bytes begin like a PNG or JPEG file."""
    return content.startswith(tuple(PICTURES))


def synthetic_uid(kind: str, digest: bytes) -> str:
    """A UID that is always the same for the same content (PS3.5 B.2: 2.25 and a number of 128 bits)."""
    number = hashlib.sha256(kind.encode() + digest).digest()[:16]
    return f"2.25.{int.from_bytes(number, 'big')}"


def read_picture_header(content: bytes) -> Picture:
    """Size and depth, without decoding a pixel. FileRefused for a damaged or too large picture."""
    try:
        with Image.open(BytesIO(content), formats=tuple(PICTURES.values())) as image:
            width, height = image.size
            mode, orientation = image.mode, _orientation(image)
    except Image.DecompressionBombError as error:
        raise FileRefused(
            "The picture claims more pixels than this program opens.", code="too-large"
        ) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise FileRefused("The picture is damaged.", code="damaged", todo="Copy it again.") from error
    if width * height > MAX_FRAME_SAMPLES:
        raise FileRefused("The picture claims more pixels than this program opens.", code="too-large")
    rows, columns = (width, height) if orientation >= FIRST_EXCHANGING else (height, width)
    bits = 16 if mode in SIXTEEN_BIT else 8
    return Picture(rows, columns, bits, mode not in SIXTEEN_BIT | {"1", "L"}, orientation in TURNS)


def decode_picture(content: bytes) -> RawFrame:
    """The picture's grey values as (rows, columns), turned upright; only the worker calls this."""
    picture = read_picture_header(content)
    try:
        with Image.open(BytesIO(content), formats=tuple(PICTURES.values())) as image:
            upright = _upright(image)
    except (OSError, ValueError, SyntaxError) as error:
        raise PixelsUnreadable("The picture is damaged or incomplete.", todo="Copy it again.") from error
    if upright.mode in SIXTEEN_BIT:
        return RawFrame(np.asarray(upright).astype(np.uint16), 16)
    if not picture.colour:
        return RawFrame(np.asarray(upright.convert("L")), 8)
    rgb = np.asarray(_opaque(upright))
    return RawFrame(luminance(rgb), 8, rgb)


def _orientation(image: Image.Image) -> int:
    """The EXIF orientation, 1 (upright) where there is none. `Image.getexif` would decode a PNG to look for
    it."""
    exif = Image.Exif()
    exif.load(image.info.get("exif", b""))
    orientation = exif.get(ORIENTATION_TAG)
    return orientation if orientation in TURNS else 1


def _upright(image: Image.Image) -> Image.Image:
    turn = TURNS.get(_orientation(image))
    image.load()
    return image if turn is None else image.transpose(turn)


def _opaque(image: Image.Image) -> Image.Image:
    """Red, green and blue over black where the picture is transparent."""
    if "A" not in image.getbands() and "transparency" not in image.info:
        return image.convert("RGB")
    layered = image.convert("RGBA")
    black = Image.new("RGBA", layered.size, (0, 0, 0, 255))
    return Image.alpha_composite(black, layered).convert("RGB")

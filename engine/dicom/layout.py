"""How stored pixels lie in their containers (PS3.3 C.7.6.3, PS3.5 8.1)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dicom.header import Header
from engine.errors import PixelsUnreadable

MAX_FRAME_SAMPLES = 1 << 27
"""134 million: six times the largest mammogram; beyond it a header is wrong or hostile."""
CONTAINERS = (1, 8, 16, 32)
INVERSE = "INVERSE"
SHARED_CHROMA = frozenset({"YBR_FULL_422", "YBR_PARTIAL_422"})
"""Two pixels beside each other share their chroma: Y Y Cb Cr."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Size, depth and meaning of one frame's samples."""

    rows: int
    columns: int
    samples: int
    frames: int
    bits_allocated: int
    bits_stored: int
    high_bit: int
    signed: bool
    planar: bool
    photometric: str

    @property
    def pixels(self) -> int:
        """Pixels in a frame."""
        return self.rows * self.columns

    @property
    def is_grey(self) -> bool:
        """Whether a sample is a grey level (MONOCHROME1 or MONOCHROME2)."""
        return self.samples == 1 and self.photometric.startswith("MONOCHROME")

    @property
    def frame_bytes(self) -> int:
        """Bytes of an uncompressed frame; 4:2:2 colour shares its chroma between two pixels."""
        samples = 2 if self.photometric in SHARED_CHROMA else self.samples
        return (self.pixels * samples * self.bits_allocated + 7) // 8

    @property
    def range(self) -> tuple[int, int]:
        """Lowest and highest value that Bits Stored can hold."""
        if self.signed:
            return -(1 << (self.bits_stored - 1)), (1 << (self.bits_stored - 1)) - 1
        return 0, (1 << self.bits_stored) - 1


def read_layout(header: Header) -> Layout:
    """The header's image pixel module; PixelsUnreadable if no image can come of it."""
    rows, columns = header.integer("Rows") or 0, header.integer("Columns") or 0
    samples = header.integer("SamplesPerPixel") or 1
    if rows <= 0 or columns <= 0:
        raise PixelsUnreadable("The header gives no image size (Rows and Columns).")
    if rows * columns * samples > MAX_FRAME_SAMPLES:
        raise PixelsUnreadable(f"The header claims {columns} x {rows} pixels, more than this program opens.")
    if samples not in (1, 3):
        raise PixelsUnreadable(f"Images with {samples} samples a pixel are not supported.")
    allocated, stored, high = _bits(header)
    return Layout(
        rows=rows,
        columns=columns,
        samples=samples,
        frames=max(header.integer("NumberOfFrames") or 1, 1),
        bits_allocated=allocated,
        bits_stored=stored,
        high_bit=high,
        signed=header.integer("PixelRepresentation") == 1,
        planar=header.integer("PlanarConfiguration") == 1,
        photometric=_photometric(header, samples),
    )


def _bits(header: Header) -> tuple[int, int, int]:
    """Bits Allocated, Bits Stored and High Bit, made consistent with a note where they are not."""
    allocated = header.integer("BitsAllocated") or 0
    if allocated not in CONTAINERS:
        raise PixelsUnreadable(f"Pixels of {allocated} allocated bits are not supported.")
    stored = header.integer("BitsStored") or 0
    if not 0 < stored <= allocated:
        header.note(f"Bits Stored is missing or impossible; {allocated} is used.")
        stored = allocated
    high = header.integer("HighBit")
    if high is None or not stored - 1 <= high < allocated:
        header.note(f"High Bit is missing or impossible; {stored - 1} is used.")
        high = stored - 1
    return allocated, stored, high


def _photometric(header: Header, samples: int) -> str:
    photometric = header.text("PhotometricInterpretation").upper()
    if photometric:
        return photometric
    assumed = "MONOCHROME2" if samples == 1 else "RGB"
    header.note(f"The file does not say how grey levels are meant; {assumed} is assumed.")
    return assumed


def minimum_is_white(header: Header, photometric: str) -> bool:
    """Whether low values are shown bright. Two attributes may say so; together they say it once.

    Photometric Interpretation MONOCHROME1 and Presentation LUT Shape INVERSE state the same thing
    (PS3.3 C.7.6.3.1.2, C.8.11.3); where they contradict each other, MONOCHROME1 counts.
    """
    shape = header.text("PresentationLUTShape").upper()
    if photometric == "MONOCHROME1" and shape == "IDENTITY":
        header.note("MONOCHROME1 contradicts Presentation LUT Shape IDENTITY; shown as MONOCHROME1.")
    if photometric == "MONOCHROME2" and shape == INVERSE:
        header.note("Inverted because Presentation LUT Shape is INVERSE.")
    return photometric == "MONOCHROME1" or (photometric == "MONOCHROME2" and shape == INVERSE)

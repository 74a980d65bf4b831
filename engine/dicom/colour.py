"""Colour to red, green and blue, and those to grey (PS3.3 C.7.6.3.1.2).

Grey is what windows, measurements and the model see; the colours are for the eye.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from pydicom.dataset import Dataset

from engine.dicom.grey import Table, raw_words
from engine.dicom.header import Header
from engine.errors import PixelsUnreadable

Words = npt.NDArray[np.unsignedinteger[Any]]
Colours = npt.NDArray[np.uint8]
LUMA = (0.299, 0.587, 0.114)
"""Red, green and blue in Y (ITU-R BT.601, as in PS3.3 C.7.6.3.1.2 for YBR_FULL)."""
FROM_FULL = np.array(((1, 0, 1.402), (1, -0.344136, -0.714136), (1, 1.772, 0)))
"""Y, Cb and Cr to red, green and blue: the inverse of the matrix in PS3.3 C.7.6.3.1.2."""
FROM_PARTIAL = np.array(((1.1644, 0, 1.5960), (1.1644, -0.3917, -0.8129), (1.1644, 2.0173, 0)))
"""The same for YBR_PARTIAL (retired), where Y begins at 16 of 256 and chroma spans 224."""
DECODED = frozenset({"RGB", "YBR_ICT", "YBR_RCT"})
"""JPEG 2000 decoders undo ICT and RCT themselves."""
FULL = frozenset({"YBR_FULL", "YBR_FULL_422"})
PARTIAL = frozenset({"YBR_PARTIAL_422", "YBR_PARTIAL_420"})
PALETTES = ("Red", "Green", "Blue")
MAX_ENTRIES, BYTE = 1 << 16, 255
BLOCK_ROWS = 256  # converted at a time: matrices of floats are eight times as large as pixels
DISCRETE, LINEAR = 0, 1


def red_green_blue(samples: Words, photometric: str, bits: int, dataset: Dataset) -> Colours:
    """(rows, columns, samples) of `bits` bits -> (rows, columns, 3), 0 to 255.

    PixelsUnreadable for a photometric interpretation that is not known, or a palette that cannot be used.
    """
    if photometric == "PALETTE COLOR":
        return _by_palette(samples[..., 0], dataset)
    if samples.shape[2] == 3 and photometric in DECODED:
        return _eight_bits(samples, bits)
    if samples.shape[2] == 3 and photometric in FULL:
        return _converted(_eight_bits(samples, bits), FROM_FULL, 0)
    if samples.shape[2] == 3 and photometric in PARTIAL:
        return _converted(_eight_bits(samples, bits), FROM_PARTIAL, 16)
    raise PixelsUnreadable(
        f"Images of photometric interpretation {photometric[:32]} with {samples.shape[2]} samples "
        "are not supported."
    )


def spread_chroma(words: Words, rows: int, columns: int) -> Words:
    """Uncompressed Y Y Cb Cr ... -> (rows, columns, 3): both pixels of a pair get its chroma."""
    pairs = words.reshape(-1, 4)
    full = np.empty((len(pairs), 2, 3), words.dtype)
    full[..., 0] = pairs[:, :2]
    full[..., 1:] = pairs[:, np.newaxis, 2:]
    return full.reshape(rows, columns, 3)


def luminance(rgb: Words) -> Words:
    """Grey for red, green and blue of the same depth: (rows, columns, 3) -> (rows, columns)."""
    grey = np.empty(rgb.shape[:2], rgb.dtype)
    for top in range(0, len(rgb), BLOCK_ROWS):
        part = rgb[top : top + BLOCK_ROWS]
        grey[top : top + BLOCK_ROWS] = np.rint(part @ np.array(LUMA))
    return grey


def _eight_bits(samples: Words, bits: int) -> Colours:
    if bits <= 8:
        return np.ascontiguousarray(samples, np.uint8)
    return (samples >> samples.dtype.type(bits - 8)).astype(np.uint8)


def _converted(ybr: Colours, matrix: npt.NDArray[np.float64], black: int) -> Colours:
    rgb = np.empty(ybr.shape, np.uint8)
    for top in range(0, len(ybr), BLOCK_ROWS):
        part = ybr[top : top + BLOCK_ROWS] - np.array((black, 128.0, 128.0))
        rgb[top : top + BLOCK_ROWS] = np.clip(np.rint(part @ matrix.T), 0, 255)
    return rgb


def _by_palette(indices: Words, dataset: Dataset) -> Colours:
    """Three tables (PS3.3 C.7.9); beyond either end of one its end counts, as C.7.6.3.1.5 says."""
    palettes = [_palette(Header(dataset), name) for name in PALETTES]
    # Entries are 16-bit or 8-bit whatever the descriptor says: some write 8 bits and say 16, or the reverse.
    shift = 8 if max(int(table.max()) for _, table in palettes) > BYTE else 0
    rgb = np.empty((*indices.shape, 3), np.uint8)
    for channel, (first, table) in enumerate(palettes):
        index = np.clip(indices.astype(np.int64) - first, 0, len(table) - 1)
        rgb[..., channel] = (table >> shift)[index]
    return rgb


def _palette(header: Header, name: str) -> tuple[int, Table]:
    """The first mapped value and the entries; PixelsUnreadable where no table can be made of it."""
    keyword = f"{name}PaletteColorLookupTable"
    descriptor = [int(number) for number in raw_words(header.dataset, f"{keyword}Descriptor")]
    if len(descriptor) != 3 or descriptor[2] not in (8, 16):
        raise PixelsUnreadable("The image's palette has no usable descriptor.")
    entries, first, bits = descriptor[0] or MAX_ENTRIES, descriptor[1], descriptor[2]
    words = raw_words(header.dataset, f"{keyword}Data")
    if len(words) == 0:
        segments = raw_words(header.dataset, f"Segmented{keyword}Data")
        words = _expanded(_bytes_of(segments) if bits == 8 else segments, entries)
    elif bits == 8 and len(words) < entries <= 2 * len(words):
        words = _bytes_of(words)
    if len(words) < entries:
        raise PixelsUnreadable("The image's palette is shorter than it says.")
    return first, words[:entries]


def _bytes_of(words: Table) -> Table:
    """Two entries of 8 bits to a word."""
    return words.astype("<u2").view(np.uint8).astype(np.uint16)


def _expanded(words: Table, entries: int) -> Table:
    """Segmented palette data (PS3.3 C.7.9.2), never more than `entries` of them."""
    table: list[int] = []
    at = 0
    while at < len(words) and len(table) < entries:
        step, grown = _segment(words, at, table, entries - len(table))
        table += grown
        at += step
    return np.array(table[:entries], np.uint16)


def _segment(words: Table, at: int, table: list[int], room: int) -> tuple[int, list[int]]:
    """How many words a segment takes, and the entries that it adds; IndexError where it is cut."""
    kind, count = int(words[at]), min(int(words[at + 1]), room)
    if kind == DISCRETE:
        return 2 + int(words[at + 1]), [int(word) for word in words[at + 2 : at + 2 + count]]
    if kind == LINEAR and table:
        end = int(words[at + 2])
        line = np.linspace(table[-1], end, int(words[at + 1]) + 1)[1:]
        return 3, [round(value) for value in line[:count].tolist()]
    raise PixelsUnreadable("The image's palette has segments that are not supported.")

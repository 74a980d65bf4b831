"""Overlay planes (PS3.3 C.9.2): drawn over a film as layers of their own, never part of its pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:  # as in `engine.dicom.grey`
    from pydicom.dataset import Dataset

    from engine.dicom.frames import Words
    from engine.dicom.layout import Layout

Mask = npt.NDArray[np.bool_]
GROUPS = range(0x6000, 0x6020, 2)
ROWS, COLUMNS, KIND, ORIGIN, BIT_POSITION = 0x0010, 0x0011, 0x0040, 0x0050, 0x0102
LABEL, DATA = 0x1500, 0x3000
MAX_SIDE = 1 << 15


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """One plane on the film's grid, True where it is drawn. `kind` is "G" for graphics, "R" for a region."""

    group: int
    mask: Mask
    kind: str = "G"
    label: str = ""


def read_overlays(
    dataset: Dataset, layout: Layout, words: Words | None, note: Callable[[str], None]
) -> tuple[Overlay, ...]:
    """All planes that can be drawn; others are left out with a note.

    `words` are the stored words with all their bits, for planes that lie in unused bits; None where a codec
    has not kept those bits.
    """
    overlays = []
    for group in GROUPS:
        if (group, ROWS) not in dataset and (group, DATA) not in dataset:
            continue
        try:
            overlays.append(_read_overlay(dataset, group, layout, words))
        except Exception:  # the film matters more than a damaged layer on it
            note(f"Overlay {(group - 0x6000) // 2 + 1} cannot be read and is left out.")
    return tuple(overlays)


def _read_overlay(dataset: Dataset, group: int, layout: Layout, words: Words | None) -> Overlay:
    plane = _plane(dataset, group) if (group, DATA) in dataset else _embedded(dataset, group, layout, words)
    mask = _placed(plane, _origin(dataset, group), layout)
    mask.setflags(write=False)
    return Overlay(
        group, mask, str(_value(dataset, group, KIND, "G")), str(_value(dataset, group, LABEL, ""))
    )


def _plane(dataset: Dataset, group: int) -> Mask:
    rows, columns = int(_value(dataset, group, ROWS, 0)), int(_value(dataset, group, COLUMNS, 0))
    if not (0 < rows <= MAX_SIDE and 0 < columns <= MAX_SIDE):
        raise ValueError("impossible overlay size")
    element = dataset[group, DATA]
    packed = np.frombuffer(element.value, np.uint8)
    if dataset.original_encoding[1] is False and element.VR == "OW":
        packed = packed.view(">u2").astype("<u2").view(np.uint8)
    bits = np.unpackbits(packed[: (rows * columns + 7) // 8], bitorder="little")[: rows * columns]
    return bits.reshape(rows, columns).astype(np.bool_)


def _embedded(dataset: Dataset, group: int, layout: Layout, words: Words | None) -> Mask:
    """A plane in one bit of the words; a bit of the image itself is none (PS3.3 C.9.2, retired)."""
    bit = int(_value(dataset, group, BIT_POSITION, 0))
    lowest = layout.high_bit + 1 - layout.bits_stored
    if words is None or not 0 <= bit < layout.bits_allocated or lowest <= bit <= layout.high_bit:
        raise ValueError("no overlay in that bit")
    return (words >> bit & 1).astype(np.bool_)


def _origin(dataset: Dataset, group: int) -> tuple[int, int]:
    row, column = _value(dataset, group, ORIGIN, (1, 1))
    return int(row) - 1, int(column) - 1


def _placed(plane: Mask, origin: tuple[int, int], layout: Layout) -> Mask:
    """The plane on the film's grid; what lies outside is cut off."""
    top, left = origin
    mask = np.zeros((layout.rows, layout.columns), np.bool_)
    inside = plane[max(-top, 0) : max(layout.rows - top, 0), max(-left, 0) : max(layout.columns - left, 0)]
    first_row, first_column = max(top, 0), max(left, 0)
    mask[first_row : first_row + inside.shape[0], first_column : first_column + inside.shape[1]] = inside
    return mask


def _value(dataset: Dataset, group: int, element: int, default: Any) -> Any:
    found = dataset.get((group, element))
    return default if found is None or found.value in (None, "") else found.value

"""Overlay planes (PS3.3 C.9.2): drawn over a film as layers of their own, never part of its pixels.

A plane's bits lie in an element of their own (60xx,3000), or, in older files, in a bit of the pixels' words
that the image does not use (retired). What the model reads never holds them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:  # as in `engine.dicom.grey`
    from pydicom.dataset import Dataset

    from engine.dicom.frames import RawFrame
    from engine.dicom.layout import Layout

Mask = npt.NDArray[np.bool_]
GROUPS = range(0x6000, 0x6020, 2)
ROWS, COLUMNS, KIND, ORIGIN, BIT_POSITION = 0x0010, 0x0011, 0x0040, 0x0050, 0x0102
FRAMES, FRAME_ORIGIN = 0x0015, 0x0051
LABEL, DATA = 0x1500, 0x3000
MAX_PLANE_PIXELS = 1 << 27  # as large as a film may be
MAX_DRAWN_PIXELS = 1 << 28
"""Of all planes of a film together, on its grid: a byte each. Enough for sixteen planes on a usual film."""


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """One plane on the film's grid, True where it is drawn. `kind` is "G" for graphics, "R" for a region."""

    group: int
    mask: Mask
    kind: str = "G"
    label: str = ""


def read_overlays(
    dataset: Dataset,
    layout: Layout,
    raw: RawFrame,
    frame: int,
    note: Callable[[str], None],
    without: int | None = None,
) -> tuple[Overlay, ...]:
    """All planes of this frame, counted from 0, that can be drawn; others are left out with a note.

    `raw` is the frame's words with all their bits, for planes that lie in unused bits; a lossy codec has not
    kept those. `without` is a group that is no drawing.
    """
    overlays: list[Overlay] = []
    for group in GROUPS:
        if group == without or ((group, ROWS) not in dataset and (group, DATA) not in dataset):
            continue
        name = f"Overlay {(group - 0x6000) // 2 + 1}"
        if (len(overlays) + 1) * layout.pixels > MAX_DRAWN_PIXELS:
            note(f"{name} and those after it are left out: the film has more planes than can be kept.")
            break
        try:
            if _concerns(dataset, group, frame):
                overlays.append(_read_overlay(dataset, group, layout, raw, frame))
        except Exception:  # the film matters more than a damaged layer on it
            note(f"{name} cannot be read and is left out.")
    return tuple(overlays)


def _concerns(dataset: Dataset, group: int, frame: int) -> bool:
    """Whether a plane has a drawing for this frame; a single one that names no frame is for all of them."""
    frames = _frames(dataset, group)
    for_all = frames == 1 and _value(dataset, group, FRAME_ORIGIN, None) is None
    return for_all or 0 <= _own_frame(dataset, group, frame) < frames


def _own_frame(dataset: Dataset, group: int, frame: int) -> int:
    """Which frame of the overlay lies on this frame of the image: the first on Image Frame Origin."""
    return frame + 1 - int(_value(dataset, group, FRAME_ORIGIN, 1))


def _frames(dataset: Dataset, group: int) -> int:
    return max(int(_value(dataset, group, FRAMES, 1)), 1)


def _read_overlay(dataset: Dataset, group: int, layout: Layout, raw: RawFrame, frame: int) -> Overlay:
    if (group, DATA) in dataset:
        own = _own_frame(dataset, group, frame) if _frames(dataset, group) > 1 else 0
        mask = _placed(_plane(dataset, group, own), _origin(dataset, group), layout)
    else:
        mask = _embedded(dataset, group, layout, raw)
    mask.setflags(write=False)
    return Overlay(
        group, mask, str(_value(dataset, group, KIND, "G")), str(_value(dataset, group, LABEL, ""))
    )


def _plane(dataset: Dataset, group: int, own_frame: int) -> Mask:
    """A plane's bits, lowest first; frames follow each other without padding (PS3.5 8.1.2).

    No more is unpacked than lies in the file, whatever the header claims.
    """
    rows, columns = int(_value(dataset, group, ROWS, 0)), int(_value(dataset, group, COLUMNS, 0))
    if not (rows > 0 and columns > 0 and rows * columns <= MAX_PLANE_PIXELS):
        raise ValueError("impossible overlay size")
    element = dataset[group, DATA]
    packed = np.frombuffer(element.value, np.uint8)
    first = own_frame * rows * columns
    last = first + rows * columns
    if last > 8 * packed.size:
        raise ValueError("too few bits")
    if dataset.original_encoding[1] is False and element.VR == "OW":
        packed = packed[: packed.size // 2 * 2].view(">u2").astype("<u2").view(np.uint8)
    bits = np.unpackbits(packed[first // 8 : (last + 7) // 8], bitorder="little")[first % 8 :]
    return bits[: rows * columns].reshape(rows, columns).view(np.bool_)


def _embedded(dataset: Dataset, group: int, layout: Layout, raw: RawFrame) -> Mask:
    """A plane in one bit of the words; a bit of the image itself is none (PS3.3 C.9.2, retired).

    The bits are the pixels' own: they lie where those lie, whatever origin is written beside them.
    """
    bit = int(_value(dataset, group, BIT_POSITION, 0))
    lowest = layout.high_bit + 1 - layout.bits_stored
    kept = 0 if raw.lossy or raw.colour else min(raw.precision, layout.bits_allocated)
    if not 0 <= bit < kept or lowest <= bit <= layout.high_bit:
        raise ValueError("no overlay in that bit")
    return (raw.words >> raw.words.dtype.type(bit) & raw.words.dtype.type(1)).astype(np.bool_)


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

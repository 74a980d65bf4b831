"""Display shutters (PS3.3 C.7.6.11): what of a film its maker meant to be seen.

A shutter is for the eye. It changes no pixel: windows, the automatic window, histograms, probes, measurements
and the model see the film without it, so that a wrong shutter can hide nothing from them and switching it
changes no grey level. What is drawn is the intersection of all shapes that the file names, each of which goes
wrong alone, with a note. Rows and columns count from 1 at the upper left pixel; edges, circles and vertices
belong to what is seen.

A bitmap shutter (C.7.6.15) is an overlay plane that hides; it is said, and not applied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.dicom.overlays import Mask

if TYPE_CHECKING:  # as in `engine.dicom.grey`
    from engine.dicom.grey import Values
    from engine.dicom.header import Header
    from engine.dicom.layout import Layout

WHITE_P_VALUE = 0xFFFF
WHITE = 255
MAX_VERTICES = 1024  # of a polygon; every edge costs a step for each row of the film
BITMAP = "The file names a bitmap shutter, which is not applied; the whole film is shown."
USELESS = "The file's shutter would hide the whole film and is ignored."


@dataclass(frozen=True, slots=True, eq=False)
class Shutter:
    """`seen` (rows, columns) is True where the film is shown; the rest gets grey `level`, 0 to 255.

    `shapes` are the file's words for those that were applied.
    """

    seen: Mask
    level: int
    shapes: tuple[str, ...]


def read_shutter(header: Header, layout: Layout, aspect: float) -> Shutter | None:
    """The film's shutter, None where it has none that hides anything; oddities become notes.

    `aspect` is a pixel's height over its width.
    """
    seen: Mask | None = None
    applied = []
    for shape in dict.fromkeys(str(value).strip().upper() for value in header.values("ShutterShape")):
        if shape == "BITMAP":
            header.note(BITMAP)
            continue
        one = _shape(shape, header, layout, aspect)
        if one is None:
            header.note("A shutter of the file cannot be understood and is ignored.")
            continue
        seen = one if seen is None else seen & one
        applied.append(shape)
    if seen is None or seen.all():
        return None
    if not seen.any():
        header.note(USELESS)
        return None
    seen.setflags(write=False)
    return Shutter(seen, _level(header), tuple(applied))


def bitmap_group(header: Header) -> int | None:
    """The overlay group that is a bitmap shutter and therefore no drawing."""
    shapes = {str(value).strip().upper() for value in header.values("ShutterShape")}
    return header.integer("ShutterOverlayGroup") if "BITMAP" in shapes else None


def _shape(shape: str, header: Header, layout: Layout, aspect: float) -> Mask | None:
    match shape:
        case "RECTANGULAR":
            return _rectangle(header, layout)
        case "CIRCULAR":
            return _circle(header, layout, aspect)
        case "POLYGONAL":
            return _polygon(header, layout)
        case _:
            return None


def _rectangle(header: Header, layout: Layout) -> Mask | None:
    names = ("UpperHorizontalEdge", "LowerHorizontalEdge", "LeftVerticalEdge", "RightVerticalEdge")
    top, bottom, left, right = (header.number(f"Shutter{name}") for name in names)
    if top is None or bottom is None or left is None or right is None or top > bottom or left > right:
        return None
    rows, columns = _centres(layout)
    return ((rows >= top) & (rows <= bottom))[:, np.newaxis] & ((columns >= left) & (columns <= right))


def _circle(header: Header, layout: Layout, aspect: float) -> Mask | None:
    """A circle on the body: where pixels are not square, its radius counts pixels along a row (C.7.6.11)."""
    centre, radius = header.numbers("CenterOfCircularShutter"), header.number("RadiusOfCircularShutter")
    match centre:
        case (float() as row, float() as column) if radius is not None and radius > 0:
            rows, columns = _centres(layout)
            away = (((rows - row) * aspect) ** 2)[:, np.newaxis] + (columns - column) ** 2
            return np.asarray(away <= radius**2)
    return None


def _polygon(header: Header, layout: Layout) -> Mask | None:
    numbers = header.numbers("VerticesOfThePolygonalShutter")
    known = [number for number in numbers if number is not None]
    if len(known) != len(numbers) or len(known) % 2 or not 6 <= len(known) <= 2 * MAX_VERTICES:
        return None
    vertices = np.array(known).reshape(-1, 2)
    seen = np.zeros((layout.rows, layout.columns), np.bool_)
    for row in range(layout.rows):
        for first, last in _spans(vertices, row + 1):
            seen[row, max(int(np.ceil(first)) - 1, 0) : max(int(np.floor(last)), 0)] = True
    return seen


def _spans(vertices: Values, row: int) -> list[tuple[float, float]]:
    """Where a row lies inside: between every other crossing. Ends of edges count once as lower, once as upper
    ends, so that a lowest and a highest vertex are both seen."""
    (rows, columns), following = vertices.T, np.roll(vertices, -1, axis=0)
    low, high = np.minimum(rows, following[:, 0]), np.maximum(rows, following[:, 0])
    spans: list[tuple[float, float]] = []
    for crossed in ((low <= row) & (row < high), (low < row) & (row <= high)):
        share = (row - rows[crossed]) / (following[crossed, 0] - rows[crossed])
        at = np.sort(columns[crossed] + share * (following[crossed, 1] - columns[crossed]))
        spans += [(float(first), float(last)) for first, last in zip(at[::2], at[1::2], strict=True)]
    return spans


def _level(header: Header) -> int:
    """Shutter Presentation Value as a grey level: a P-Value, black is 0 whatever the film's polarity."""
    value = header.integer("ShutterPresentationValue") or 0
    return round(min(max(value, 0), WHITE_P_VALUE) / WHITE_P_VALUE * WHITE)


def _centres(layout: Layout) -> tuple[Values, Values]:
    """Rows and columns as the standard counts them."""
    return np.arange(1.0, layout.rows + 1), np.arange(1.0, layout.columns + 1)

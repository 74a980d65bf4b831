"""What a file lays over its film, ready for the screen: its annotations (overlay planes) and its shutter.

Both lie on the film's own pixels and are projected as it is. A film is prepared once (`Layers`), off the GUI
thread; what is on the screen is looked up for each position and size. Where the film is shown smaller than it
is, a mark is never lost between two device pixels: a pixel is marked if anything under it is. A mark on the
film's last row or column may then reach a pixel beyond the film.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.projection import ROUNDING, SMALLEST_ZOOM, Projection
from engine.dicom.film import Annotation, Film
from engine.dicom.overlays import Mask

Codes = npt.NDArray[np.uint8]
CLEAR, RIM, INK = 0, 1, 2
"""Codes of a marked layer: nothing, a dark pixel around a mark, the mark."""
COARSEST = math.ceil(math.log2(1 / SMALLEST_ZOOM))


@dataclass(frozen=True, slots=True)
class Box:
    """Rows and columns of film pixels, half open."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """Marks and shutter of one film, read-only.

    `marks[k]` says of every square of 2**k film pixels, counted from the corner of `marks_box`, whether
    anything in it is marked; () where the file has no marks. `seen` is what the shutter leaves of the film,
    None where there is no shutter; all of it lies in `seen_box`, and all of that box is seen if not `ragged`.
    What is hidden gets grey `level`. `annotations` are a presentation state's, drawn as marks are.
    """

    marks: tuple[Mask, ...] = ()
    marks_box: Box = Box(0, 0, 0, 0)
    seen: Mask | None = None
    seen_box: Box = Box(0, 0, 0, 0)
    ragged: bool = False
    level: int = 0
    annotations: tuple[Annotation, ...] = ()

    @property
    def marked(self) -> bool:
        """Whether anything is drawn on the film."""
        return bool(self.marks or self.annotations)


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Pixels of a layer (height, width) and the device pixel where their corner goes."""

    pixels: Codes
    x: int
    y: int


def prepare_layers(film: Film) -> Layers:
    """A film's marks and shutter as the screen needs them; blocks, some hundredths of a second."""
    marks, marks_box = _marks(film)
    if film.shutter is None:
        return Layers(marks, marks_box, annotations=film.annotations)
    seen = film.shutter.seen
    box = _box(seen)
    inside = seen[box.top : box.bottom, box.left : box.right]
    return Layers(marks, marks_box, seen, box, not bool(inside.all()), film.shutter.level, film.annotations)


def sampled_marks(layers: Layers, on: Projection) -> Placed | None:
    """Marks with a rim on the screen's own pixels; None where none can be seen."""
    if not layers.marks:
        return None
    level = min(max(0, math.floor(math.log2(1 / on.finer) + ROUNDING)), len(layers.marks) - 1)
    mask, box = layers.marks[level], layers.marks_box
    bottom, right = box.top + (mask.shape[0] << level), box.left + (mask.shape[1] << level)
    rows = _cells(on.edge_y(box.top), on.edge_y(bottom), on.area.height, on.top, on.down, box.top, level)
    columns = _cells(on.edge_x(box.left), on.edge_x(right), on.area.width, on.left, on.zoom, box.left, level)
    if not len(rows.cells) or not len(columns.cells):
        return None
    found = _picked(mask, rows.cells, columns.cells) if on.coarser >= 1 else _gathered(mask, rows, columns)
    if not found.any():
        return None
    return Placed(_rimmed(found), columns.first - 1, rows.first - 1)


def sampled_hidden(layers: Layers, on: Projection) -> Placed | None:
    """1 where the shutter hides something inside its box; None where it hides nothing there."""
    box = layers.seen_box
    if layers.seen is None or not layers.ragged:
        return None
    inside = layers.seen[box.top : box.bottom, box.left : box.right]
    rows = _cells(on.edge_y(box.top), on.edge_y(box.bottom), on.area.height, on.top, on.down, box.top, 0)
    columns = _cells(on.edge_x(box.left), on.edge_x(box.right), on.area.width, on.left, on.zoom, box.left, 0)
    if not len(rows.cells) or not len(columns.cells):
        return None
    seen = _picked(inside, rows.cells, columns.cells)
    return Placed((~seen).view(np.uint8), columns.first, rows.first)


@dataclass(frozen=True, slots=True, eq=False)
class _Span:
    """The first device row or column on the screen, and the first and the last cell of each from there on.

    A device pixel has the cell under its centre, and those up to the next one's.
    """

    first: int
    cells: npt.NDArray[np.intp]
    last_cells: npt.NDArray[np.intp]


def _cells(first: int, last: int, size: int, start: int, zoom: float, corner: int, level: int) -> _Span:
    shown = range(max(0, first), min(size, last))
    centres = np.arange(shown.start, shown.stop + 1) + 0.5 - start
    pixels = np.floor(centres / zoom + ROUNDING).astype(np.intp)
    cells = np.maximum(pixels - corner, 0) >> level
    begins = cells[:-1].copy()
    if len(begins) and shown.start == first:
        begins[0] = 0  # the cells before the first centre
    return _Span(shown.start, begins, np.maximum(cells[1:] - 1, cells[:-1]))


def _gathered(mask: Mask, rows: _Span, columns: _Span) -> Mask:
    """Whether anything is marked in any cell of each device pixel; no cell is left out."""
    return _any_of(_any_of(mask, rows, 0), columns, 1)


def _any_of(mask: Mask, span: _Span, axis: int) -> Mask:
    """One or two cells to a device pixel, more only down the shorter side of pixels that are not square."""
    found = mask.take(span.cells, axis=axis, mode="clip")
    for step in range(1, int((span.last_cells - span.cells).max()) + 1):
        found |= mask.take(np.minimum(span.cells + step, span.last_cells), axis=axis, mode="clip")
    return found


def _picked(mask: Mask, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp]) -> Mask:
    return mask.take(rows, axis=0, mode="clip").take(columns, axis=1, mode="clip")


def _rimmed(marks: Mask) -> Codes:
    """Marks and a rim of one pixel around them, so that they are seen on bone and on air: (h + 2, w + 2)."""
    wide = np.pad(marks, 1)
    near = wide.copy()
    near[1:] |= wide[:-1]
    near[:-1] |= wide[1:]
    wider = near.copy()
    near[:, 1:] |= wider[:, :-1]
    near[:, :-1] |= wider[:, 1:]
    return near.view(np.uint8) + wide.view(np.uint8)


def _marks(film: Film) -> tuple[tuple[Mask, ...], Box]:
    if not film.overlays:
        return (), Box(0, 0, 0, 0)
    every = np.zeros(film.values.shape, np.bool_)
    for overlay in film.overlays:
        every |= overlay.mask
    if not every.any():
        return (), Box(0, 0, 0, 0)
    box = _box(every)
    levels = [every[box.top : box.bottom, box.left : box.right].copy()]
    for _ in range(COARSEST):
        levels.append(_halved(levels[-1]))
    return tuple(levels), box


def _halved(mask: Mask) -> Mask:
    rows, columns = mask.shape
    even = np.pad(mask, ((0, rows % 2), (0, columns % 2)))
    return even[0::2, 0::2] | even[1::2, 0::2] | even[0::2, 1::2] | even[1::2, 1::2]


def _box(mask: Mask) -> Box:
    """The smallest box around everything that is True; there is something."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return Box(int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1)

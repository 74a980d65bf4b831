"""A film: one frame's values with all that is needed to show, measure and read it.

Grey is looked up: the modality step, the window and the polarity of all 65536 codes are computed exactly,
then every pixel takes its entry. No intermediate image is made, and windowing costs the same for any curve.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from engine.dicom.grey import Values, VoiLut, grey_levels, looked_up
from engine.dicom.overlays import Mask, Overlay
from engine.dicom.shutters import Shutter
from engine.dicom.turning import NO_EDGES, UPRIGHT, Edges, Turn
from engine.study import Radiograph, Window

if TYPE_CHECKING:  # as in `engine.dicom.grey`
    from engine.dicom.colour import Colours, Words

Levels = npt.NDArray[np.uint8]
UnitLevels = npt.NDArray[np.float32]
Stored = npt.NDArray[np.integer[Any]]
ModalityValues = npt.NDArray[np.integer[Any]] | npt.NDArray[np.floating[Any]]
FilmPoint = tuple[float, float]
"""(row, column): the pixel (r, c) covers r to r + 1 and c to c + 1."""
Scalar = TypeVar("Scalar", bound=np.generic)

WHITE = 255
BLOCK = 1 << 18
"""Pixels that are looked up at a time: few enough that numpy's wide indices stay in the cache."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One pixel, as stored, as modality value, and as it is displayed (0 to 255)."""

    stored: int
    modality: float
    display: int


@dataclass(frozen=True, slots=True)
class Annotation:
    """Lines, and words beside `at`, that somebody drew on a film; in film coordinates (row, column)."""

    lines: tuple[tuple[FilmPoint, ...], ...] = ()
    text: str = ""
    at: FilmPoint = (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """One frame of a radiograph, ready to be shown, measured and read by a model.

    `values` are modality values, (rows, columns), read-only, in the narrowest of int16, uint16, int32 and
    float32 that keeps them (stored integers beyond int32 become float64). `stored` are the values before the
    modality step. `modality_table[c]` is the modality value of 16-bit (or 8-bit) code c of `stored`; empty
    for wider pixels. `padding` is True where the file says there is no image; None where it names no padding.
    `inverted` says that the minimum is white. `windows` is never empty. `default` is what is shown first.
    `data_low` and `data_high` are the extremes of `values` without padding; `low` and `high`, the sliders'
    limits, also enclose all windows. `overlays` and `shutter` are for the eye alone, as is `rgb` (rows,
    columns, 3) of a colour image, whose values are its luminance. `frame` counts from 0. A presentation state
    adds `annotations`, and says by `displayed` (top, left, bottom, right) what is to be seen first, by `turn`
    how it is turned, and by `p_values` what becomes of grey levels on their way to the screen. `edges` are
    the patient's sides on the film as it is stored.
    """

    radiograph: Radiograph
    values: ModalityValues
    stored: Stored
    modality_table: Values
    padding: Mask | None
    inverted: bool
    windows: tuple[Window, ...]
    voi_luts: tuple[VoiLut, ...]
    default: Window | VoiLut
    data_low: float
    data_high: float
    low: float
    high: float
    overlays: tuple[Overlay, ...] = ()
    shutter: Shutter | None = None
    rgb: Colours | None = None
    frame: int = 0
    annotations: tuple[Annotation, ...] = ()
    displayed: tuple[float, float, float, float] | None = None
    turn: Turn = UPRIGHT
    p_values: VoiLut | None = None
    edges: Edges = NO_EDGES
    notes: tuple[str, ...] = ()

    def display(self, window: Window | VoiLut | None = None) -> Levels:
        """(rows, columns) grey for the screen, 0 black to 255 white, rounded to the nearest level."""
        if len(self.modality_table):
            return take_codes(self._screen(window, self.modality_table), self.stored)
        return _in_blocks(lambda values: self._screen(window, values), self.values, np.uint8)

    def unit(self, window: Window | VoiLut | None = None) -> UnitLevels:
        """(rows, columns) the same grey as a model's input: float32 in [0, 1], not rounded to 8 bits."""
        if len(self.modality_table):
            return take_codes(self._unit(window, self.modality_table), self.stored)
        return _in_blocks(lambda values: self._unit(window, values), self.values, np.float32)

    def probe(self, row: int, column: int, window: Window | VoiLut | None = None) -> Probe:
        """What lies at one pixel; IndexError outside the film."""
        if not (0 <= row < self.values.shape[0] and 0 <= column < self.values.shape[1]):
            raise IndexError(f"({row}, {column}) is outside a film of {self.values.shape}")
        stored = self.stored[row : row + 1, column]
        if len(self.modality_table):
            modality = self.modality_table[codes_of(stored)]
        else:
            modality = self.values[row : row + 1, column].astype(np.float64)
        return Probe(int(stored[0]), float(modality[0]), int(self._screen(window, modality)[0]))

    def _screen(self, window: Window | VoiLut | None, values: Values) -> Levels:
        # Rounded before it is inverted, so that both polarities have the same steps.
        levels = np.floor(self._grey(window, values) * WHITE + 0.5).astype(np.uint8)
        return WHITE - levels if self.inverted else levels

    def _unit(self, window: Window | VoiLut | None, values: Values) -> UnitLevels:
        grey = self._grey(window, values)
        return (1 - grey if self.inverted else grey).astype(np.float32)

    def _grey(self, window: Window | VoiLut | None, values: Values) -> Values:
        grey = grey_levels(window or self.default, values)
        if self.p_values is None:
            return grey
        last = len(self.p_values.table) - 1  # the table's input is all that a window gives (PS3.3 C.11.6.1)
        return looked_up(self.p_values, grey * last) / float((1 << self.p_values.bits) - 1)


def codes_of(stored: Stored) -> Words:
    """Stored values as indices into a table of all codes: the same bits, read without a sign."""
    return np.ascontiguousarray(stored).view(f"u{stored.dtype.itemsize}")


def take_codes(table: npt.NDArray[Scalar], stored: Stored) -> npt.NDArray[Scalar]:
    """`table[code]` for every stored value, a block at a time."""
    codes = codes_of(stored).reshape(-1)
    found = np.empty(codes.size, table.dtype)
    for start in range(0, codes.size, BLOCK):
        part = slice(start, start + BLOCK)
        np.take(table, codes[part], out=found[part], mode="clip")
    return found.reshape(stored.shape)


def _in_blocks(
    grey: Callable[[Values], npt.NDArray[Scalar]], values: ModalityValues, dtype: type[Scalar]
) -> npt.NDArray[Scalar]:
    flat = values.reshape(-1)
    found = np.empty(flat.size, dtype)
    for start in range(0, flat.size, BLOCK):
        part = slice(start, start + BLOCK)
        found[part] = grey(flat[part].astype(np.float64))
    return found.reshape(values.shape)

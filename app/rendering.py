"""From a film's values to grey levels on the screen, touching only what is on the screen.

A film is prepared once (`Tones`): every pixel is an index into the values that it can have, and area averages
by 2, 4, 8, ... are kept for smaller sizes. What is on the screen is sampled once for each position and size
(`sample`); a change of window then is one table look-up for each pixel of the screen (`grey`).

At zoom 1 and above the grey levels are those of `Film.display`, to the bit: the film itself makes the table.
Below, averages of modality values are windowed, not averages of grey levels: a window keeps its meaning.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from PIL import Image

from app.projection import ROUNDING, Area, Projection, Sight, fitted
from engine.dicom.film import Film, codes_of
from engine.dicom.grey import Values, VoiLut, auto_window
from engine.panel import FloatArray
from engine.study import Window

GreyArray = npt.NDArray[np.uint8]
IndexArray = npt.NDArray[np.unsignedinteger[Any]]
Box = tuple[float, float, float, float]
Rectangle = tuple[int, int, int, int]
"""Device pixels x0, y0, x1, y1, half open."""
Element = TypeVar("Element", bound=np.generic)

WHITE = 255
STEPS = 65536  # values that an index can tell apart
SMALLEST_LEVEL = 64  # pixels; no averages of averages below this


@dataclass(frozen=True, slots=True, eq=False)
class Tones:
    """A film, ready for the screen.

    `indices` (rows, columns) point into `domain`, modality values; where wide pixels have more than 65,536
    different ones, the nearest of as many equal steps. `averages[k - 1]` holds the mean modality values over
    squares of 2**k film pixels, `ramp` the values that stand for them. `auto` is the automatic window.
    `colours` are red, green and blue of a colour image, () for all others; one window is for all of them.
    """

    film: Film
    indices: IndexArray
    domain: Values
    ramp: Values
    averages: tuple[FloatArray, ...]
    auto: Window
    colours: tuple[Tones, ...] = ()

    @property
    def rows(self) -> int:
        """Height in film pixels."""
        return int(self.indices.shape[0])

    @property
    def columns(self) -> int:
        """Width in film pixels."""
        return int(self.indices.shape[1])

    @property
    def aspect(self) -> float:
        """How much higher than wide a pixel is drawn."""
        return self.film.radiograph.drawn_aspect

    @property
    def shape(self) -> float:
        """Width over height, as the film is drawn."""
        lying = self.columns / (self.rows * self.aspect)
        return 1 / lying if self.film.turn.sideways else lying

    def fitted(self, area: Area) -> Sight:
        """The film, or the part that is to be seen first, as large as the area allows."""
        return fitted(self.rows, self.columns, area, self.film.displayed, self.aspect, self.film.turn)

    def whole(self, area: Area) -> Sight:
        """All of the film, as large as the area allows."""
        return fitted(self.rows, self.columns, area, aspect=self.aspect, turn=self.film.turn)


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Grey levels in one window: for every value of a film's `domain`, and for every step of its `ramp`."""

    exact: GreyArray
    averaged: GreyArray


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """What of a film is on the screen, before any window: `indices`, whose table, and where it goes.

    `box` is set where grey levels still have to be magnified smoothly: the part of `indices` (x0, y0, x1, y1,
    in its pixels) that fills the `width` x `height` device pixels at `x`, `y`. `colours` are the same of red,
    green and blue of a colour image.
    """

    indices: IndexArray
    averaged: bool
    x: int
    y: int
    width: int
    height: int
    box: Box | None = None
    colours: tuple[Sampled, ...] = ()


def prepare_tones(film: Film) -> Tones:
    """Index a film's values and average them; blocks, some tenths of a second for a large film."""
    domain, indices = _indexed(film)
    low, high = (0.0, float(WHITE)) if film.rgb is not None else (film.values.min(), film.values.max())
    ramp = np.linspace(float(low), float(high), STEPS)
    auto = _auto(film, indices, domain)
    colours = () if film.rgb is None else tuple(film.rgb[..., channel] for channel in range(3))
    return Tones(
        film,
        indices,
        domain,
        ramp,
        _averages(film.values),
        auto,
        tuple(
            Tones(replace(film, values=colour), colour, domain, ramp, _averages(colour), auto)
            for colour in colours
        ),
    )


def tables(tones: Tones, window: Window | VoiLut, inverted: bool) -> Tables:
    """Grey levels in `window`; `inverted` is the reader's wish, on top of the film's own polarity."""
    return Tables(*(_table(tones.film, values, window, inverted) for values in (tones.domain, tones.ramp)))


def sample(tones: Tones, projection: Projection, smooth: bool) -> Sampled:
    """The film's indices on the screen's own grid; `smooth` says how pixels are magnified."""
    colours = tuple(_sampled(colour, projection, smooth) for colour in tones.colours)
    return replace(_sampled(tones, projection, smooth), colours=colours)


def _sampled(tones: Tones, projection: Projection, smooth: bool) -> Sampled:
    x0, y0, x1, y1 = projection.visible(tones.rows, tones.columns)
    if x1 <= x0 or y1 <= y0:
        return Sampled(np.zeros((0, 0), np.uint16), False, 0, 0, 0, 0)
    if projection.coarser < 1:
        return _averaged(tones, projection, (x0, y0, x1, y1))
    if smooth and projection.finer > 1:
        return _to_magnify(tones, projection, (x0, y0, x1, y1))
    rows = _film_pixels(y0, y1, projection.top, projection.down, tones.rows)
    columns = _film_pixels(x0, x1, projection.left, projection.zoom, tones.columns)
    part = tones.indices[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    nearest = np.take(np.take(part, rows - rows[0], axis=0), columns - columns[0], axis=1)
    return Sampled(nearest, False, x0, y0, x1 - x0, y1 - y0)


def panned_sample(before: Sampled, was: Projection, tones: Tones, now: Projection) -> Sampled:
    """`sample` after a film moved by whole device pixels: only what came into sight is computed.

    `before` was averaged for `was`; zoom and area are the same now.
    """
    x0, y0, x1, y1 = now.visible(tones.rows, tones.columns)
    left, top = before.x + now.left - was.left, before.y + now.top - was.top
    kept = (
        max(x0, left),
        max(y0, top),
        min(x1, left + before.width),
        min(y1, top + before.height),
    )
    if tones.colours or kept[2] <= kept[0] or kept[3] <= kept[1]:
        return sample(tones, now, smooth=True)
    indices = np.empty((y1 - y0, x1 - x0), np.uint16)
    inside = before.indices[kept[1] - top : kept[3] - top, kept[0] - left : kept[2] - left]
    indices[kept[1] - y0 : kept[3] - y0, kept[0] - x0 : kept[2] - x0] = inside
    for part in _around(kept, (x0, y0, x1, y1)):
        fresh = _averaged(tones, now, part)
        indices[part[1] - y0 : part[3] - y0, part[0] - x0 : part[2] - x0] = fresh.indices
    return Sampled(indices, True, x0, y0, x1 - x0, y1 - y0)


def grey(sampled: Sampled, levels: Tables) -> GreyArray:
    """(height, width) grey levels for the screen; of a colour image (height, width, 3) colours."""
    if sampled.colours:
        return np.stack([grey(colour, levels) for colour in sampled.colours], -1)
    table = levels.averaged if sampled.averaged else levels.exact
    shown = np.empty(sampled.indices.shape, np.uint8)
    np.take(table, sampled.indices, out=shown, mode="clip")
    if sampled.box is None:
        return shown
    size = (sampled.width, sampled.height)
    return np.asarray(Image.fromarray(shown).resize(size, Image.Resampling.BILINEAR, box=sampled.box))


def _film_pixels(first: int, last: int, start: int, zoom: float, count: int) -> npt.NDArray[np.intp]:
    """The film row (or column) that each of the device pixels `first:last` shows."""
    centres = np.arange(first, last) + 0.5 - start
    pixels: npt.NDArray[np.intp] = np.clip(np.floor(centres / zoom + ROUNDING), 0, count - 1).astype(np.intp)
    return pixels


def _indexed(film: Film) -> tuple[Values, IndexArray]:
    """Modality values and, for every pixel, which of them it has."""
    if len(film.modality_table):
        return film.modality_table, codes_of(film.stored)
    distinct = np.unique(film.values)
    if len(distinct) <= STEPS:
        return distinct.astype(np.float64), np.searchsorted(distinct, film.values).astype(np.uint16)
    low, high = float(distinct[0]), float(distinct[-1])
    steps = (film.values.astype(np.float64) - low) * ((STEPS - 1) / (high - low))
    return np.linspace(low, high, STEPS), np.rint(steps).astype(np.uint16)


def _auto(film: Film, indices: IndexArray, domain: Values) -> Window:
    """The automatic window, also for a film that brings its own."""
    image = indices if film.padding is None or film.padding.all() else indices[~film.padding]
    counts = np.bincount(image.reshape(-1), minlength=len(domain))
    return auto_window(domain[counts > 0], counts[counts > 0])


def _averages(values: npt.NDArray[Any]) -> tuple[FloatArray, ...]:
    """Means over squares of 2, 4, 8, ... pixels; an odd last row or column is taken twice."""
    levels: list[FloatArray] = []
    finer = np.asarray(values, np.float32)
    while min(finer.shape) >= 2 * SMALLEST_LEVEL:
        rows, columns = finer.shape
        if rows % 2 or columns % 2:
            finer = np.pad(finer, ((0, rows % 2), (0, columns % 2)), mode="edge")
        finer = (finer[0::2, 0::2] + finer[1::2, 0::2] + finer[0::2, 1::2] + finer[1::2, 1::2]) * np.float32(
            0.25
        )
        levels.append(finer)
    return tuple(levels)


def _table(film: Film, values: Values, window: Window | VoiLut, inverted: bool) -> GreyArray:
    """What the film shows for each of `values`: it is asked as if it were one row that holds them."""
    row = replace(film, values=values.reshape(1, -1), modality_table=np.zeros(0)).display(window).reshape(-1)
    return np.asarray(255 - row if inverted else row, np.uint8)


def _averaged(tones: Tones, projection: Projection, visible: Rectangle) -> Sampled:
    """Antialiased from the level of averages that is just finer than the screen."""
    x0, y0, x1, y1 = visible
    level = min(int(math.log2(1 / min(projection.finer, 1)) + ROUNDING), len(tones.averages))
    finer: npt.NDArray[Any] = tones.averages[level - 1] if level else tones.film.values
    box = _box(projection, visible, 2**level)
    part, inner = _cut(finer, box, margin=math.ceil(1 / (projection.coarser * 2**level)) + 1)
    image = Image.fromarray(np.ascontiguousarray(part, np.float32))
    means = np.asarray(image.resize((x1 - x0, y1 - y0), Image.Resampling.BILINEAR, box=inner))
    return Sampled(_on_ramp(means, tones.ramp), True, x0, y0, x1 - x0, y1 - y0)


def _around(inner: Rectangle, outer: Rectangle) -> list[Rectangle]:
    """`outer` without `inner` as up to four rectangles: above, below, left, right."""
    x0, y0, x1, y1 = outer
    left, top, right, bottom = inner
    parts = [(x0, y0, x1, top), (x0, bottom, x1, y1), (x0, top, left, bottom), (right, top, x1, bottom)]
    return [part for part in parts if part[2] > part[0] and part[3] > part[1]]


def _on_ramp(means: FloatArray, ramp: Values) -> IndexArray:
    low, high = float(ramp[0]), float(ramp[-1])
    if high <= low:
        return np.zeros(means.shape, np.uint16)
    scale = (STEPS - 1) / (high - low)
    steps = means * np.float32(scale)
    steps += np.float32(0.5 - low * scale)
    np.clip(steps, 0, STEPS - 1, out=steps)
    return steps.astype(np.uint16)


def _to_magnify(tones: Tones, projection: Projection, visible: Rectangle) -> Sampled:
    x0, y0, x1, y1 = visible
    box = _box(projection, visible, 1)
    part, inner = _cut(tones.indices, box, margin=2)
    return Sampled(part, False, x0, y0, x1 - x0, y1 - y0, inner)


def _box(projection: Projection, visible: Rectangle, side: int) -> Box:
    """`visible` in squares of `side` film pixels; it may end a little beyond the film."""
    x0, y0, x1, y1 = visible
    left, top = projection.left, projection.top
    along, down = projection.zoom * side, projection.down * side
    return (x0 - left) / along, (y0 - top) / down, (x1 - left) / along, (y1 - top) / down


def _cut(whole: npt.NDArray[Element], box: Box, margin: int) -> tuple[npt.NDArray[Element], Box]:
    """The part of `whole` that a filter over `box` reads, and the box in that part's pixels.

    Where the box ends beyond `whole`, the last row or column is repeated: cutting the box would stretch the
    picture.
    """
    x0, y0, x1, y1 = box
    left, top = max(0, math.floor(x0) - margin), max(0, math.floor(y0) - margin)
    part = whole[top : math.ceil(y1) + margin, left : math.ceil(x1) + margin]
    beyond = (max(0, math.ceil(y1) - whole.shape[0]), max(0, math.ceil(x1) - whole.shape[1]))
    if any(beyond):
        part = np.pad(part, ((0, beyond[0]), (0, beyond[1])), mode="edge")
    return part, (x0 - left, y0 - top, x1 - left, y1 - top)

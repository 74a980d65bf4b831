"""Measurements on a film, as values of the review.

Points are film coordinates (as in `app.projection` and DICOM's SCOORD): pixel (row r, column c) covers
[r, r + 1) x [c, c + 1), so (0, 0) is the upper left corner of the first pixel and its centre (0.5, 0.5).
They do not depend on how the film was shown. A measurement carries the scale by which it was taken: what was
signed does not change when a later version reads a header otherwise. Where the scale has no millimetres,
lengths count pixel widths.
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass, replace
from enum import Enum

from engine.study import Radiograph, SpacingKind


@dataclass(frozen=True, slots=True, order=True)
class FilmFrame:
    """The film that a measurement belongs to, and which of its frames."""

    sop_instance_uid: str
    frame: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """A place on a film, in film coordinates."""

    row: float
    column: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.row) and math.isfinite(self.column)):
            raise ValueError("a point needs two finite numbers")

    def moved(self, rows: float, columns: float) -> Point:
        """The point so far down and to the right."""
        return Point(self.row + rows, self.column + columns)


class ScaleKind(Enum):
    """On what a scale was measured; said beside every number that it makes. The values stay: logs have them.

    At the detector, corrected for magnification, calibrated by the file, calibrated by the reader, in
    millimetres that the file does not explain, or not known at all.
    """

    PIXELS = "pixels"
    DETECTOR = "detector"
    CORRECTED = "corrected"
    CALIBRATED = "calibrated"
    KNOWN_LENGTH = "known_length"
    UNEXPLAINED = "unexplained"


@dataclass(frozen=True, slots=True)
class Scale:
    """How high and how wide a pixel is: millimetres, or pixel widths where `kind` is PIXELS."""

    rows: float = 1.0
    columns: float = 1.0
    kind: ScaleKind = ScaleKind.PIXELS

    def __post_init__(self) -> None:
        if not all(math.isfinite(side) and side > 0 for side in (self.rows, self.columns)):
            raise ValueError("a pixel's sides are positive")

    @property
    def in_millimetres(self) -> bool:
        """Whether lengths are millimetres."""
        return self.kind is not ScaleKind.PIXELS

    @property
    def aspect(self) -> float:
        """A pixel's height over its width."""
        return self.rows / self.columns

    def distance(self, one: Point, other: Point) -> float:
        """How far two points are apart; pixels need not be square."""
        return math.hypot((other.row - one.row) * self.rows, (other.column - one.column) * self.columns)


@dataclass(frozen=True, slots=True)
class Length:
    """The distance between two points."""

    film: FilmFrame
    start: Point
    end: Point
    scale: Scale

    @property
    def value(self) -> float:
        """Millimetres, or pixel widths."""
        return self.scale.distance(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Angle:
    """The angle at `vertex` between the lines to two points; a pixel's shape counts, its size does not."""

    film: FilmFrame
    first: Point
    vertex: Point
    second: Point
    scale: Scale

    def __post_init__(self) -> None:
        if self.vertex in (self.first, self.second):
            raise ValueError("an angle needs two legs")

    @property
    def degrees(self) -> float:
        """Between 0 and 180."""
        one, other = self._leg(self.first), self._leg(self.second)
        turned = math.atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1])
        return abs(math.degrees(turned))

    def _leg(self, end: Point) -> tuple[float, float]:
        return (
            (end.row - self.vertex.row) * self.scale.rows,
            (end.column - self.vertex.column) * self.scale.columns,
        )


class RegionShape(Enum):
    """What fills the box of a region. The values stay: logs have them."""

    ELLIPSE = "ellipse"
    RECTANGLE = "rectangle"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Modality values of the pixels whose centres lie in a region, without padding.

    `deviation` is that of these pixels themselves (divided by `pixels`), not an estimate from a sample.
    """

    pixels: int
    mean: float
    deviation: float
    minimum: float
    maximum: float

    def __post_init__(self) -> None:
        numbers = (self.mean, self.deviation, self.minimum, self.maximum)
        if self.pixels < 1 or not all(map(math.isfinite, numbers)):
            raise ValueError("statistics are those of at least one pixel, and finite")


@dataclass(frozen=True, slots=True)
class Region:
    """An ellipse or rectangle whose sides lie along rows and columns, between two corners of its box.

    `statistics` is None as long as nobody has looked at the pixels, and where there are none inside.
    """

    film: FilmFrame
    shape: RegionShape
    upper_left: Point
    lower_right: Point
    scale: Scale
    statistics: Statistics | None = None

    def __post_init__(self) -> None:
        if not (
            self.upper_left.row < self.lower_right.row and self.upper_left.column < self.lower_right.column
        ):
            raise ValueError("a region has a height and a width")

    @property
    def area(self) -> float:
        """Of the drawn shape: square millimetres, or square pixel widths."""
        height = (self.lower_right.row - self.upper_left.row) * self.scale.rows
        width = (self.lower_right.column - self.upper_left.column) * self.scale.columns
        return height * width * (math.pi / 4 if self.shape is RegionShape.ELLIPSE else 1.0)


@dataclass(frozen=True, slots=True, order=True)
class Caliper:
    """A horizontal width at a row, from one column to another."""

    row: float
    left: float
    right: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.row) and math.isfinite(self.left) and math.isfinite(self.right)):
            raise ValueError("a caliper needs finite numbers")
        if not self.left < self.right:
            raise ValueError("a caliper has a width")

    @property
    def width(self) -> float:
        """In columns."""
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class CardiothoracicRatio:
    """The widest heart over the widest thorax inside the ribs, both measured horizontally.

    Two horizontal calipers, each with upright ticks at its ends: the ticks are laid on the outermost points
    of the right and left border, which may lie at different heights; the caliper's row only says where it
    is drawn. Both widths are counted in columns of one film, so the ratio needs no spacing.
    """

    film: FilmFrame
    heart: Caliper
    thorax: Caliper

    @property
    def ratio(self) -> float:
        """Heart over thorax."""
        return self.heart.width / self.thorax.width


@dataclass(frozen=True, slots=True)
class Calibration:
    """The reader says how long a line on a film is; a film has at most one.

    `aspect` is a pixel's height over its width, as the file has it.
    """

    film: FilmFrame
    start: Point
    end: Point
    known_mm: float
    aspect: float = 1.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.known_mm) and self.known_mm > 0):
            raise ValueError("a known length is positive")
        if self.start == self.end:
            raise ValueError("a known length lies between two points")

    @property
    def scale(self) -> Scale:
        """What the known length makes of a pixel."""
        widths = Scale(rows=self.aspect).distance(self.start, self.end)
        side = self.known_mm / widths
        return Scale(side * self.aspect, side, ScaleKind.KNOWN_LENGTH)


Measurement = Length | Angle | Region | CardiothoracicRatio | Calibration
Scaled = Length | Angle | Region

_KINDS: dict[SpacingKind, ScaleKind] = {
    SpacingKind.DETECTOR: ScaleKind.DETECTOR,
    SpacingKind.CORRECTED: ScaleKind.CORRECTED,
    SpacingKind.CALIBRATED: ScaleKind.CALIBRATED,
    SpacingKind.UNKNOWN: ScaleKind.UNEXPLAINED,
}


def scale_of(radiograph: Radiograph) -> Scale:
    """The scale that a film's header gives it."""
    spacing = radiograph.spacing
    if spacing is None:
        return Scale(rows=radiograph.pixel_aspect)
    return Scale(spacing.rows_mm, spacing.columns_mm, _KINDS[spacing.kind])


def region_between(film: FilmFrame, shape: RegionShape, one: Point, other: Point, scale: Scale) -> Region:
    """A region between any two opposite corners; ValueError without height or width."""
    rows, columns = sorted((one.row, other.row)), sorted((one.column, other.column))
    return Region(film, shape, Point(rows[0], columns[0]), Point(rows[1], columns[1]), scale)


def caliper_between(one: Point, other: Point) -> Caliper:
    """A caliper between two columns, at the second point's row; ValueError without a width."""
    left, right = sorted((one.column, other.column))
    return Caliper(other.row, left, right)


def handles(measurement: Measurement) -> tuple[Point, ...]:
    """The points by which a measurement is changed."""
    match measurement:
        case Length(start=start, end=end) | Calibration(start=start, end=end):
            return start, end
        case Angle(first=first, vertex=vertex, second=second):
            return first, vertex, second
        case Region(upper_left=upper_left, lower_right=lower_right):
            return (
                upper_left,
                Point(upper_left.row, lower_right.column),
                lower_right,
                Point(lower_right.row, upper_left.column),
            )
        case CardiothoracicRatio(heart=heart, thorax=thorax):
            return tuple(
                Point(caliper.row, column)
                for caliper in (heart, thorax)
                for column in (caliper.left, caliper.right)
            )


def with_handle(measurement: Measurement, handle: int, point: Point) -> Measurement:
    """The measurement with one handle put elsewhere; ValueError where it would have no extent."""
    match measurement:
        case Length() | Calibration():
            return replace(measurement, start=point) if handle == 0 else replace(measurement, end=point)
        case Angle():
            first, vertex, second = (
                point if number == handle else there for number, there in enumerate(handles(measurement))
            )
            return replace(measurement, first=first, vertex=vertex, second=second)
        case Region(film=film, shape=shape, scale=scale):
            return region_between(film, shape, handles(measurement)[(handle + 2) % 4], point, scale)
        case CardiothoracicRatio():
            other = handles(measurement)[handle ^ 1]
            caliper = caliper_between(other, point)
            return replace(measurement, heart=caliper) if handle < 2 else replace(measurement, thorax=caliper)


def shifted(measurement: Measurement, rows: float, columns: float) -> Measurement:
    """The whole measurement so far down and to the right; a region's pixels are others then."""
    match measurement:
        case Length(start=start, end=end) | Calibration(start=start, end=end):
            return replace(measurement, start=start.moved(rows, columns), end=end.moved(rows, columns))
        case Angle(first=first, vertex=vertex, second=second):
            return replace(
                measurement,
                first=first.moved(rows, columns),
                vertex=vertex.moved(rows, columns),
                second=second.moved(rows, columns),
            )
        case Region(upper_left=upper_left, lower_right=lower_right):
            return replace(
                measurement,
                upper_left=upper_left.moved(rows, columns),
                lower_right=lower_right.moved(rows, columns),
                statistics=None,
            )
        case CardiothoracicRatio(heart=heart, thorax=thorax):
            return replace(
                measurement,
                heart=_moved(heart, rows, columns),
                thorax=_moved(thorax, rows, columns),
            )


def rescaled(measurement: Measurement, scale: Scale) -> Measurement:
    """The measurement by another scale; a heart ratio and a calibration have none."""
    return replace(measurement, scale=scale) if isinstance(measurement, Scaled) else measurement


def in_film_order(measurements: set[Measurement]) -> tuple[Measurement, ...]:
    """Measurements as a review holds them: by film, then by sort, then by place."""
    return tuple(sorted(measurements, key=order))


def order(measurement: Measurement) -> tuple[object, ...]:
    """What measurements are sorted by; no two different ones have the same."""
    further: tuple[object, ...] = ()
    match measurement:
        case Length(scale=scale) | Angle(scale=scale):
            further = _scale_order(scale)
        case Region(shape=shape, scale=scale, statistics=statistics):
            counted = () if statistics is None else astuple(statistics)
            further = (shape.value, *_scale_order(scale), *counted)
        case Calibration(known_mm=known_mm, aspect=aspect):
            further = (known_mm, aspect)
        case CardiothoracicRatio():
            pass
    return (measurement.film, _SORTS.index(type(measurement)), handles(measurement), *further)


_SORTS: tuple[type[Measurement], ...] = (Calibration, Length, Angle, Region, CardiothoracicRatio)


def _scale_order(scale: Scale) -> tuple[object, ...]:
    return scale.kind.value, scale.rows, scale.columns


def _moved(caliper: Caliper, rows: float, columns: float) -> Caliper:
    return Caliper(caliper.row + rows, caliper.left + columns, caliper.right + columns)

"""How measurements are drawn on a film: finished ones, and one that is just being drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.language import decimal, tr, tr_marked
from app.measures import FilmPoint, MeasureShown
from app.review.measurement_words import Voice, lines
from app.review.measurements import (
    Angle,
    CardiothoracicRatio,
    FilmFrame,
    Length,
    Measurement,
    Point,
    Region,
    RegionShape,
    Scale,
    caliper_between,
    handles,
    region_between,
)
from app.viewing import Tool

POINTS = {
    Tool.LENGTH: 2,
    Tool.CALIBRATE: 2,
    Tool.ELLIPSE: 2,
    Tool.RECTANGLE: 2,
    Tool.ANGLE: 3,
    Tool.HEART: 4,
}
"""How many points a tool takes; the heart ratio takes two for the heart, then two for the thorax."""

ARC = 48  # strokes that draw an ellipse
READER = Voice(tr_marked, decimal)


@dataclass(frozen=True, slots=True)
class Started:
    """A measurement that is being drawn: the points that are set, and where the pointer is."""

    tool: Tool
    film: FilmFrame
    scale: Scale
    points: tuple[Point, ...]
    pointer: Point

    @property
    def finished(self) -> bool:
        """Whether all points are set."""
        return len(self.points) == POINTS[self.tool]

    @property
    def reached(self) -> tuple[Point, ...]:
        """The points as they would be if the next were set here."""
        return self.points if self.finished else (*self.points, self.pointer)


def measurement_of(started: Started) -> Measurement | None:
    """What the points make; None where it would have no extent."""
    film, scale = started.film, started.scale
    try:
        match started.tool, started.reached:
            case Tool.LENGTH, (start, end):
                return Length(film, start, end, scale)
            case Tool.ANGLE, (first, vertex, second):
                return Angle(film, first, vertex, second, scale)
            case Tool.ELLIPSE, (one, other):
                return region_between(film, RegionShape.ELLIPSE, one, other, scale)
            case Tool.RECTANGLE, (one, other):
                return region_between(film, RegionShape.RECTANGLE, one, other, scale)
            case Tool.HEART, (left, right, one, other):
                return CardiothoracicRatio(film, caliper_between(left, right), caliper_between(one, other))
    except ValueError:
        return None
    return None


def begun(started: Started) -> MeasureShown:
    """What is being drawn, with as much of its value as there is."""
    measurement = measurement_of(started)
    if measurement is not None:
        return replace(shown(measurement, True, looked_at=False), text=_so_far(started, measurement))
    points = tuple((point.row, point.column) for point in started.reached)
    if started.tool is Tool.HEART and len(points) >= 2:
        (_, left), (row, right) = points[:2]
        points = ((row, left), (row, right))
        return MeasureShown((points,), points, _so_far(started, None), points[-1], points, True)
    return MeasureShown((points,), points, _so_far(started, None), points[-1], (), True)


def _so_far(started: Started, measurement: Measurement | None) -> tuple[str, ...]:
    if measurement is not None:
        return lines(measurement, READER, looked_at=False)
    match started.tool:
        case Tool.HEART if len(started.points) < 2:
            return (tr("widest heart"),)
        case Tool.HEART:
            return (tr("now the widest thorax"),)
        case Tool.ANGLE if len(started.points) == 2:
            return (tr("now the other leg"),)
        case Tool.CALIBRATE:
            return (tr("a line of known length"),)
        case _:
            return ()


def shown(measurement: Measurement, selected: bool, looked_at: bool = True) -> MeasureShown:
    """A measurement as it is drawn; a region's pixels are left out until they were `looked_at`."""
    points = tuple((point.row, point.column) for point in handles(measurement))
    return MeasureShown(
        strokes=_strokes(measurement, points),
        handles=points,
        text=lines(measurement, READER, looked_at),
        at=max(points, key=lambda point: (point[1], point[0])),
        ticks=points if isinstance(measurement, CardiothoracicRatio) else (),
        selected=selected,
    )


def _strokes(measurement: Measurement, points: Sequence[FilmPoint]) -> tuple[tuple[FilmPoint, ...], ...]:
    match measurement:
        case Region(shape=RegionShape.ELLIPSE):
            return (_arc(points[0], points[2]),)
        case Region():
            return ((*points, points[0]),)
        case CardiothoracicRatio():
            return (tuple(points[:2]), tuple(points[2:]))
        case _:
            return (tuple(points),)


def _arc(upper_left: FilmPoint, lower_right: FilmPoint) -> tuple[FilmPoint, ...]:
    middle = (upper_left[0] + lower_right[0]) / 2, (upper_left[1] + lower_right[1]) / 2
    half = (lower_right[0] - upper_left[0]) / 2, (lower_right[1] - upper_left[1]) / 2
    turns = (2 * math.pi * step / ARC for step in range(ARC + 1))
    return tuple(
        (middle[0] + half[0] * math.sin(turn), middle[1] + half[1] * math.cos(turn)) for turn in turns
    )

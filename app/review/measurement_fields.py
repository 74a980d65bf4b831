"""Measurements as JSON, for the log and for the hash of a signature; read back strictly.

A number with a fraction is a text, its shortest decimal form ("12.5"), because the canonical form has whole
numbers alone; any other way to write it is refused. Names never change (resources/docs/review-log.md).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from app.review.errors import ReviewMalformed
from app.review.measurements import (
    Angle,
    Calibration,
    Caliper,
    CardiothoracicRatio,
    FilmFrame,
    Length,
    Measurement,
    Point,
    Region,
    RegionShape,
    Scale,
    ScaleKind,
    Statistics,
    handles,
)

Fields = dict[str, Any]
_COMMON = {"kind": str, "film": str, "frame": int, "points": list}
_FURTHER: Mapping[str, Mapping[str, type]] = {
    "length": {"scale": dict},
    "angle": {"scale": dict},
    "region": {"shape": str, "scale": dict, "statistics": list},
    "cardiothoracic_ratio": {},
    "calibration": {"known_mm": str, "aspect": str},
}


def fields_of(measurement: Measurement) -> Fields:
    """The measurement as an object of texts, whole numbers and lists."""
    fields: Fields = {
        "kind": kind_of(measurement),
        "film": measurement.film.sop_instance_uid,
        "frame": measurement.film.frame,
        "points": [[_text(point.row), _text(point.column)] for point in points_of(measurement)],
    }
    match measurement:
        case Length(scale=scale) | Angle(scale=scale):
            fields["scale"] = _scale_fields(scale)
        case Region(shape=shape, scale=scale, statistics=statistics):
            counted = [] if statistics is None else list(astuple(statistics))
            fields["shape"] = shape.value
            fields["scale"] = _scale_fields(scale)
            fields["statistics"] = counted[:1] + [_text(number) for number in counted[1:]]
        case Calibration(known_mm=known_mm, aspect=aspect):
            fields |= {"known_mm": _text(known_mm), "aspect": _text(aspect)}
        case CardiothoracicRatio():
            pass
    return fields


def kind_of(measurement: Measurement) -> str:
    """The measurement's stable name."""
    match measurement:
        case Length():
            return "length"
        case Angle():
            return "angle"
        case Region():
            return "region"
        case CardiothoracicRatio():
            return "cardiothoracic_ratio"
        case Calibration():
            return "calibration"


def measurement_of(value: object) -> Measurement:
    """The measurement as it was written; ReviewMalformed if anything is missing, added or of another type."""
    kind = value.get("kind") if type(value) is dict else None
    if type(kind) is not str or kind not in _FURTHER:
        raise _malformed("it is of no known sort")
    fields = _exactly(value, {**_COMMON, **_FURTHER[kind]})
    try:
        return _measurement(kind, FilmFrame(fields["film"], fields["frame"]), fields)
    except (ValueError, TypeError) as error:
        raise _malformed(str(error)) from error


def _measurement(kind: str, film: FilmFrame, fields: Fields) -> Measurement:
    points = [_point(item) for item in fields["points"]]
    match kind, points:
        case "length", [start, end]:
            return Length(film, start, end, _scale(fields["scale"]))
        case "angle", [first, vertex, second]:
            return Angle(film, first, vertex, second, _scale(fields["scale"]))
        case "region", [upper_left, lower_right]:
            shape, scale = RegionShape(fields["shape"]), _scale(fields["scale"])
            return Region(film, shape, upper_left, lower_right, scale, _statistics(fields["statistics"]))
        case "cardiothoracic_ratio", [one, two, three, four]:
            return CardiothoracicRatio(film, _caliper(one, two), _caliper(three, four))
        case "calibration", [start, end]:
            return Calibration(film, start, end, _number(fields["known_mm"]), _number(fields["aspect"]))
        case _:
            raise ValueError(f"a {kind} has another number of points")


def points_of(measurement: Measurement) -> tuple[Point, ...]:
    """The points that say where it lies, in the order in which they are written."""
    if isinstance(measurement, Region):
        return measurement.upper_left, measurement.lower_right
    return handles(measurement)


def _caliper(left: Point, right: Point) -> Caliper:
    if left.row != right.row:
        raise ValueError("a caliper is horizontal")
    return Caliper(left.row, left.column, right.column)


def _scale_fields(scale: Scale) -> Fields:
    return {"rows": _text(scale.rows), "columns": _text(scale.columns), "kind": scale.kind.value}


def _scale(value: object) -> Scale:
    fields = _exactly(value, {"rows": str, "columns": str, "kind": str})
    return Scale(_number(fields["rows"]), _number(fields["columns"]), ScaleKind(fields["kind"]))


def _statistics(value: list[object]) -> Statistics | None:
    match value:
        case []:
            return None
        case [int() as pixels, mean, deviation, minimum, maximum] if type(pixels) is int and pixels > 0:
            return Statistics(pixels, *(_number(one) for one in (mean, deviation, minimum, maximum)))
        case _:
            raise ValueError("statistics are a count and four numbers")


def _point(value: object) -> Point:
    match value:
        case [row, column]:
            return Point(_number(row), _number(column))
        case _:
            raise ValueError("a point is two numbers")


def _text(number: float) -> str:
    return repr(float(number))


def _number(text: object) -> float:
    """A number in its only form."""
    number = float(text) if type(text) is str else math.nan
    if not math.isfinite(number) or repr(number) != text:
        raise ValueError(f"{text!r} is no number in its shortest form")
    return number


def _exactly(value: object, types: Mapping[str, type]) -> Fields:
    if type(value) is not dict or value.keys() != types.keys():
        raise _malformed(f"it needs exactly the keys {', '.join(types)}")
    for name, wanted in types.items():
        if type(value[name]) is not wanted:
            raise _malformed(f"{name} must be {wanted.__name__}")
    return value


def _malformed(detail: str) -> ReviewMalformed:
    return ReviewMalformed(
        f"A stored measurement cannot be read: {detail}.", todo="Restore the data folder from a backup."
    )

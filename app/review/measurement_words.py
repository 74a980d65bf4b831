"""Measurements in words: the same on the film, in the report and in every export.

No number stands without its unit and what its spacing was measured on.
"""

from __future__ import annotations

from app.review.measurements import (
    Angle,
    Calibration,
    CardiothoracicRatio,
    Length,
    Measurement,
    Region,
    RegionShape,
    Scale,
    Statistics,
)

FINE_BELOW = 100.0
"""Areas and grey values below this are given with one decimal."""
NO_PIXEL = "no pixel inside"


def noun(measurement: Measurement) -> str:
    """What it is called."""
    match measurement:
        case Length():
            return "length"
        case Angle():
            return "angle"
        case Region(shape=RegionShape.ELLIPSE):
            return "ellipse"
        case Region():
            return "rectangle"
        case CardiothoracicRatio():
            return "cardiothoracic ratio"
        case Calibration():
            return "known length"


def lines(measurement: Measurement, looked_at: bool = True) -> tuple[str, ...]:
    """The label on the film; a region's pixels are left out until they were `looked_at`."""
    match measurement:
        case Length(value=value, scale=scale):
            return (_by(f"{_length(value, scale)}", scale),)
        case Angle(degrees=degrees):
            return (f"{degrees:.1f}°",)
        case Region(area=area, scale=scale, statistics=statistics):
            size = _by(_area(area, scale), scale)
            return (size, *_pixel_lines(statistics)) if looked_at else (size,)
        case CardiothoracicRatio(ratio=ratio):
            return (f"heart / thorax {ratio:.2f}", *_doubt(ratio))
        case Calibration(known_mm=known_mm):
            return (f"{known_mm:g} mm, known length",)


def sentence(measurement: Measurement) -> str:
    """The measurement as a sentence of the report."""
    match measurement:
        case Length():
            return f"Length {lines(measurement)[0]}."
        case Angle():
            return f"Angle {lines(measurement)[0]}."
        case Region():
            return f"{noun(measurement).capitalize()}: {'; '.join(lines(measurement))}."
        case CardiothoracicRatio(ratio=ratio):
            return f"Cardiothoracic ratio {ratio:.2f}."
        case Calibration(known_mm=known_mm):
            return f"The film was calibrated by a known length of {known_mm:g} mm."


def _pixel_lines(statistics: Statistics | None) -> tuple[str, ...]:
    if statistics is None:
        return (NO_PIXEL,)
    count = "1 pixel" if statistics.pixels == 1 else f"{statistics.pixels:,} pixels"
    return (
        f"mean {_value(statistics.mean)}, SD {_value(statistics.deviation)}",
        f"{_value(statistics.minimum)} to {_value(statistics.maximum)}, {count}",
    )


def _doubt(ratio: float) -> tuple[str, ...]:
    return ("the heart is wider than the thorax",) if ratio > 1 else ()


def _by(size: str, scale: Scale) -> str:
    """The size with what its spacing was measured on; a kind that begins with "at" needs no comma."""
    joint = " " if scale.kind.value.startswith("at ") else ", "
    return f"{size}{joint}{scale.kind.value}"


def _length(value: float, scale: Scale) -> str:
    return f"{value:.1f} mm" if scale.in_millimetres else f"{value:.0f} px"


def _area(value: float, scale: Scale) -> str:
    unit = "mm²" if scale.in_millimetres else "px²"
    return f"{value:,.1f} {unit}" if value < FINE_BELOW else f"{value:,.0f} {unit}"


def _value(number: float) -> str:
    return f"{number:.1f}" if abs(number) < FINE_BELOW and number != int(number) else f"{number:.0f}"

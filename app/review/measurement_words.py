"""Measurements in words: the same on the film, in the report and in every export.

No number stands without its unit and what its spacing was measured on. What is kept or sent is English; on
the film the reader's language is spoken (`Voice`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.language import tr_mark
from app.review.measurements import (
    Angle,
    Calibration,
    CardiothoracicRatio,
    Length,
    Measurement,
    Region,
    RegionShape,
    Scale,
    ScaleKind,
    Statistics,
)

FINE_BELOW = 100.0
"""Areas and grey values below this are given with one decimal."""


class Say(Protocol):
    """Fills a sentence's places, perhaps in another language."""

    def __call__(self, text: str, /, **places: object) -> str:
        """The sentence."""


@dataclass(frozen=True, slots=True)
class Voice:
    """How sentences are put, and numbers that are written with a point."""

    say: Say
    decimal: Callable[[str], str]


def _as_written(text: str, /, **places: object) -> str:
    return text.format(**places)


ENGLISH = Voice(_as_written, str)

LENGTHS = {
    ScaleKind.PIXELS: tr_mark("{size}, no spacing"),
    ScaleKind.DETECTOR: tr_mark("{size} at the detector"),
    ScaleKind.CORRECTED: tr_mark("{size}, corrected for magnification"),
    ScaleKind.CALIBRATED: tr_mark("{size}, calibrated by the file"),
    ScaleKind.KNOWN_LENGTH: tr_mark("{size}, calibrated by the reader"),
    ScaleKind.UNEXPLAINED: tr_mark("{size}, spacing unexplained"),
}
HEART = tr_mark("heart / thorax {ratio}")
HEART_WIDER = tr_mark("the heart is wider than the thorax")
KNOWN = tr_mark("{size} mm, known length")
NO_PIXEL = tr_mark("no pixel inside")
MEAN = tr_mark("mean {mean}, SD {deviation}")
RANGE = tr_mark("{minimum} to {maximum}, {count} pixels")


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


def lines(measurement: Measurement, voice: Voice = ENGLISH, looked_at: bool = True) -> tuple[str, ...]:
    """The label on the film; a region's pixels are left out until they were `looked_at`."""
    match measurement:
        case Length(value=value, scale=scale):
            size = f"{value:.1f} mm" if scale.in_millimetres else f"{value:.0f} px"
            return (_by(scale, size, voice),)
        case Angle(degrees=degrees):
            return (voice.decimal(f"{degrees:.1f}°"),)
        case Region(area=area, scale=scale, statistics=statistics):
            unit = "mm²" if scale.in_millimetres else "px²"
            number = f"{area:.1f}" if area < FINE_BELOW else f"{area:.0f}"
            size = _by(scale, f"{number} {unit}", voice)
            return (size, *_pixel_lines(statistics, voice)) if looked_at else (size,)
        case CardiothoracicRatio(ratio=ratio):
            doubt = (voice.say(HEART_WIDER),) if ratio > 1 else ()
            return (voice.say(HEART, ratio=voice.decimal(f"{ratio:.2f}")), *doubt)
        case Calibration(known_mm=known_mm):
            return (voice.say(KNOWN, size=voice.decimal(f"{known_mm:.1f}")),)


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
            return f"The film was calibrated by a known length of {known_mm:.1f} mm."


def _pixel_lines(statistics: Statistics | None, voice: Voice) -> tuple[str, ...]:
    if statistics is None:
        return (voice.say(NO_PIXEL),)
    mean, deviation = _value(statistics.mean, voice), _value(statistics.deviation, voice)
    minimum, maximum = _value(statistics.minimum, voice), _value(statistics.maximum, voice)
    return (
        voice.say(MEAN, mean=mean, deviation=deviation),
        voice.say(RANGE, minimum=minimum, maximum=maximum, count=statistics.pixels),
    )


def _by(scale: Scale, size: str, voice: Voice) -> str:
    return voice.say(LENGTHS[scale.kind], size=voice.decimal(size))


def _value(number: float, voice: Voice) -> str:
    fine = abs(number) < FINE_BELOW and number != int(number)
    return voice.decimal(f"{number:.1f}" if fine else f"{number:.0f}")

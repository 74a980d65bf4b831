"""Times as people say them."""

from __future__ import annotations

UNITS = {"days": 86_400, "h": 3_600, "min": 60}


def in_words(seconds: float) -> str:
    """A time to two figures or so.

    >>> in_words(0.25), in_words(41), in_words(150), in_words(9000), in_words(400_000)
    ('0.25 s', '41 s', '2.5 min', '2.5 h', '4.6 days')
    """
    for unit, length in UNITS.items():
        if seconds >= 2 * length:
            return _figures(seconds / length, unit)
    return _figures(seconds, "s")


def _figures(value: float, unit: str) -> str:
    return f"{value:.2g} {unit}" if value < 10 else f"{value:.0f} {unit}"

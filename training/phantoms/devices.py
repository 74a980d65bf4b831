"""Devices: tubes of metal and plastic along ways that are given in the average adult."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from training.phantoms.findings import Kind
from training.phantoms.geometry import Floats, Tube, vector

METAL = 0.16  # titanium and steel, averaged over a device's own hollows
PLASTIC = 0.05  # with its radio-opaque stripe
Place = tuple[float, float, float]


def device_tubes(kind: Kind, at: Callable[[Floats], Floats], random: np.random.Generator) -> tuple[Tube, ...]:
    """A device in a person; `at` takes (N, 3) places of the average adult to that person's."""
    jitter = random.normal(0.0, 4.0, 2)
    if kind is Kind.LINE:
        way: list[Place] = [(-62, -40, 165), (-44, -34, 118), (-30, -26, 84), (-20, -8, 50)]
        return (_tube(at, [*way, (-19, -6, -12.0 + 2.0 * jitter[0])], 1.4, METAL * 1.9),)
    if kind is Kind.TUBE:
        way = [(0, -4, 185), (1, 4, 140), (0, 9, 90)]
        return (_tube(at, [*way, (0, 10, 34.0 + 2.0 * jitter[0])], 4.4, PLASTIC * 1.1),)
    return _pacemaker(at, jitter)


def _pacemaker(at: Callable[[Floats], Floats], jitter: npt.NDArray[np.float64]) -> tuple[Tube, ...]:
    box = at(vector([(98.0 + jitter[0], -102.0, 62.0 + jitter[1])]))[0]
    case = Tube(
        vector(np.linspace(box + vector((0, 0, 20)), box - vector((0, 0, 20)), 8)),
        vector((16, 20, 22, 23, 23, 22, 20, 15)),
        METAL,
        flat=0.17,
    )
    way: list[Place] = [
        (90, -98, 82),
        (64, -72, 84),
        (30, -44, 74),
        (-6, -20, 52),
        (-20, -8, 14),
        (-26, -16, -52),
        (8, -38, -96),
        (44, -50, -106),
    ]
    return case, _tube(at, way, 1.1, METAL * 1.3)


def _tube(at: Callable[[Floats], Floats], way: list[Place], radius_mm: float, attenuation: float) -> Tube:
    line = _curved(at(vector(way)))
    return Tube(line, np.full(len(line), radius_mm, np.float32), attenuation)


def _curved(places: Floats) -> Floats:
    """A smooth line through places (Catmull-Rom)."""
    padded = np.concatenate([2 * places[:1] - places[1:2], places, 2 * places[-1:] - places[-2:-1]])
    share = np.linspace(0.0, 1.0, 12, endpoint=False)[:, None]
    pieces = []
    for before, first, second, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        pieces.append(
            0.5
            * (
                2 * first
                + (second - before) * share
                + (2 * before - 5 * first + 4 * second - after) * share**2
                + (3 * first - before - 3 * second + after) * share**3
            )
        )
    return vector(np.concatenate([*pieces, places[-1:]]))

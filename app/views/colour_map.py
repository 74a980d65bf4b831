"""A perceptually uniform colour map for overlays, computed in Ottosson's OKLab (2020).

Lightness rises evenly from a dark violet to a bright amber, so that order can be seen without telling hues
apart; entries are then spaced so that each step is as large to the eye as the next.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Colours = npt.NDArray[np.float64]

ENTRIES = 256
LIGHTNESS = (0.30, 0.86)
HUE_DEGREES = (300.0, 450.0)  # violet, red, orange, amber
CHROMA = 0.17  # in the middle; less at both ends, where the screen has no more

OKLAB_TO_LMS = np.array(
    (
        (1.0, 0.3963377774, 0.2158037573),
        (1.0, -0.1055613458, -0.0638541728),
        (1.0, -0.0894841775, -1.2914855480),
    )
)
LMS_TO_RGB = np.array(
    (
        (4.0767416621, -3.3077115913, 0.2309699292),
        (-1.2684380046, 2.6097574011, -0.3413193965),
        (-0.0041960863, -0.7034186147, 1.7076147010),
    )
)


@cache
def colour_table() -> npt.NDArray[np.uint8]:
    """(256, 3) red, green and blue, from the lowest value to the highest."""
    path = _path(np.linspace(0, 1, 4 * ENTRIES))
    travelled = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))))
    even = np.interp(np.linspace(0, travelled[-1], ENTRIES), travelled, np.linspace(0, 1, 4 * ENTRIES))
    table: npt.NDArray[np.uint8] = np.rint(255 * np.clip(_screen(_path(even)), 0, 1)).astype(np.uint8)
    table.setflags(write=False)
    return table


def overlay_table(opacity: float, threshold: float) -> npt.NDArray[np.uint32]:
    """(256,) premultiplied ARGB: as opaque as the value times `opacity`, clear below `threshold`."""
    value = np.linspace(0, 1, ENTRIES)
    alpha = np.where((value < threshold) | (value == 0), 0.0, value * opacity)
    red, green, blue = np.rint(colour_table() * alpha[:, None]).astype(np.uint32).T
    opaque = np.rint(255 * alpha).astype(np.uint32)
    return np.asarray(opaque << 24 | red << 16 | green << 8 | blue, np.uint32)


def _path(position: Colours) -> Colours:
    """(n, 3) OKLab colours along the map, position 0..1."""
    hue = np.radians(HUE_DEGREES[0] + position * (HUE_DEGREES[1] - HUE_DEGREES[0]))
    chroma = CHROMA * np.sin(np.pi * (0.18 + 0.64 * position))
    lightness = LIGHTNESS[0] + position * (LIGHTNESS[1] - LIGHTNESS[0])
    return np.stack((lightness, chroma * np.cos(hue), chroma * np.sin(hue)), axis=1)


def _screen(oklab: Colours) -> Colours:
    """OKLab -> sRGB in 0..1, values outside the screen's colours not yet clipped."""
    linear = (oklab @ OKLAB_TO_LMS.T) ** 3 @ LMS_TO_RGB.T
    curved = 1.055 * np.maximum(linear, 0) ** (1 / 2.4) - 0.055
    return np.asarray(np.where(linear <= 0.0031308, 12.92 * linear, curved), np.float64)

"""Where a person's points lie in the template: a chain of smooth, invertible warps.

Films are made by asking, for every voxel of a person, which place of the template it shows. So each warp
here runs from the person to the template, and the chain undoes what makes the person in the opposite order:
the person's own irregularities, stature, curvature of the spine, fat, shoulders, diaphragm, heart,
mediastinum, and last the lie of the scanned patient. Lengths are millimetres; places named as constants were
measured in the template. Each warp moves points by less than its own width, which keeps it invertible.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from training.phantoms.anatomy import Person
from training.phantoms.geometry import Floats, vector

# The patient lay tilted to the right and less upright than who stands before a detector.
STATURE = (1.09, 1.06, 1.18)  # x, y, z: how much larger the average adult is, who stands
BARREL, BARREL_MIDDLE_MM = 0.16, 40.0  # the patient's upper chest is narrow; the midline stays
LIE_DEGREES = 4.9  # about the back-front axis
SIDES = (1.06, 0.97)  # how much wider the right and the left half are made: the patient's differ
CURVATURE = 2.3  # kyphosis of the template, in a person's units
CURVE_HEIGHT, CURVE_LENGTH, CURVE_DEPTH = -45.0, 170.0, 22.0  # as the geometric chest's spine

CAGE_CENTRE, CAGE_RADII = (-2.0, -8.0), (134.0, 101.0)  # outside of the ribs, x and y
FAT_THICKNESS, FAT_OF_TEMPLATE = 32.0, 14.0  # over the ribs; in the units of Person.fat_mm
SHOULDER_DROP = 46.0  # raised arms lift the shoulders by this
DOME, DOME_ABOVE, DOME_BELOW = -84.0, 150.0, 118.0  # height of the diaphragm, reach of its movement
DESCENT, DESCENT_OF_BREATH = 31.0, 15.0  # lying to standing; per unit of Person.inspiration
WIDEST = 2.1  # local growth fades out at this many radii
HEART_AXES = (1.0, 0.45, 0.55)  # how much it grows in x, y and z: ribs and spine hold their places
HEART_OF_TEMPLATE = 1.06  # in the units of Person.heart


@dataclass(frozen=True, slots=True)
class Region:
    """An ellipsoid about which something grows, as (x, y, z)."""

    centre: tuple[float, float, float]
    radii: tuple[float, float, float]


HEART = Region((14.0, -38.0, -42.0), (66.0, 56.0, 56.0))
UPPER = Region((0.0, -18.0, 52.0), (40.0, 60.0, 50.0))  # mediastinum
ARCH = Region((18.0, -5.0, 35.0), (24.0, 40.0, 26.0))  # of the aorta

CONTROL_MM, EXTENT_MM = 45.0, 255.0  # distance of a spline's control points, and how far they reach
CLOSE_MM = 0.05  # where the way back from the template ends
COARSE_MM, FINE_MM = 4.2, 0.9  # spread of displacements that vary over a hand's breadth, over two fingers'


@dataclass(frozen=True, slots=True, eq=False)
class Irregularity:
    """What makes two persons of one build differ: drawn once, the same at every resolution.

    `controls` are (3, K, K, K) displacements in mm of x, y and z at the control points of a B-spline,
    `domes` lower the right and the left half of the diaphragm, `sides` widen the halves of the chest,
    `heart` scales the heart's x, y and z besides its size.
    """

    controls: Floats
    domes: tuple[float, float]
    sides: tuple[float, float]
    heart: tuple[float, float, float]


def draw_irregularity(random: np.random.Generator) -> Irregularity:
    """One person's own shape."""
    domes = np.clip(random.normal(0.0, 4.5, 2), -9.0, 9.0)
    sides = np.clip(random.normal(1.0, 0.025, 2), 0.94, 1.06)
    controls = np.stack(
        [COARSE_MM * smooth_noise(random, 1.2) + FINE_MM * smooth_noise(random, 0.0) for _ in "xyz"]
    )
    heart = np.clip(random.normal(1.0, (0.025, 0.05, 0.06)), 0.88, 1.12)
    return Irregularity(
        vector(controls),
        (float(domes[0]), float(domes[1])),
        (float(sides[0]), float(sides[1])),
        (float(heart[0]), float(heart[1]), float(heart[2])),
    )


def smooth_noise(random: np.random.Generator, sigma: float) -> Floats:
    """(K, K, K) control values [x, y, z] of a spline of spread 1, within +-2.2, smooth over `sigma`."""
    count = int(2 * EXTENT_MM / CONTROL_MM) + 4
    noise = random.normal(0.0, 1.0, (count, count, count))
    if sigma:
        noise = ndimage.gaussian_filter(noise, sigma, mode="wrap")
    seen = noise
    for axis in range(3):  # the spline smooths once more
        seen = ndimage.convolve1d(seen, (1 / 6, 4 / 6, 1 / 6), axis=axis, mode="wrap")
    return vector(
        np.clip(noise / seen.std(), -2.2 * noise.std() / seen.std(), 2.2 * noise.std() / seen.std())
    )


@dataclass(frozen=True, slots=True, eq=False)
class Deformation:
    """The way from a person to the template, point by point."""

    person: Person
    irregularity: Irregularity

    def to_template(self, points: Floats) -> Floats:
        """Places (N, 3) in the template of a person's points (x, y, z)."""
        person, own = self.person, self.irregularity
        places = points - np.stack([spline(controls, points) for controls in own.controls], axis=1)
        places = places / (vector((person.width, person.depth, person.height)) * vector(STATURE))
        places = _halved(places, own.sides)
        places = _straightened(places, person.kyphosis)
        places = _without_fat(places, person.fat_mm)
        places = _with_shoulders_up(places)
        places = _with_narrow_top(places)
        places = _with_diaphragm_up(places, person.inspiration, own.domes)
        places = _shrunk(places, HEART, _heart_growth(person.heart, own.heart))
        places = _shrunk(places, UPPER, (person.widening, 1.0, 1.0))
        places = _shrunk(places, ARCH, (person.aorta, 1.0 + 0.4 * (person.aorta - 1.0), 1.0))
        return _laid(_halved(places, SIDES))

    def from_template(self, places: Floats, rounds: int = 40) -> Floats:
        """A person's points (N, 3) of places in the template, to a tenth of a millimetre."""
        points = vector(places)
        for _ in range(rounds):
            missing = places - self.to_template(points)
            if float(np.abs(missing).max()) < CLOSE_MM:
                break
            points = points + 0.7 * missing
        return vector(points)


def spline(controls: Floats, points: Floats) -> Floats:
    """(N) values of a cubic B-spline with (K, K, K) control values [x, y, z] at (N, 3) points."""
    places = (points.T + EXTENT_MM) / CONTROL_MM + 1.0
    return vector(ndimage.map_coordinates(controls, places, order=3, prefilter=False, mode="nearest"))


def _step(values: Floats, start: float, end: float) -> Floats:
    """0 before `start`, 1 after `end`, smooth between; the two may be in either order."""
    part = np.clip((values - start) / (end - start), 0.0, 1.0)
    return vector(part * part * (3.0 - 2.0 * part))


def _moved(points: Floats, axis: int, by_mm: Floats) -> Floats:
    result = points.copy()
    result[:, axis] += by_mm
    return result


def _halved(points: Floats, sides: tuple[float, float]) -> Floats:
    """Right and left half narrowed by their factors, which meet gradually about the midline."""
    x = points[:, 0]
    right, left = 1.0 / sides[0], 1.0 / sides[1]
    # The slope goes from the right's factor to the left's; this is its integral, 0 at the midline.
    bend = 25.0
    turn = 0.5 * (np.sqrt(x * x + bend * bend) - bend)
    return _moved(points, 0, vector(0.5 * (left + right - 2.0) * x + (left - right) * turn))


def _straightened(points: Floats, kyphosis: float) -> Floats:
    """The template's strong curve instead of the person's; the front moves less than the spine."""
    height = (points[:, 2] - CURVE_HEIGHT) / CURVE_LENGTH
    back = 0.35 + 0.65 * _step(points[:, 1], -90.0, 70.0)
    return _moved(points, 1, (kyphosis - CURVATURE) * CURVE_DEPTH * height**2 * back)


def _radius(points: Floats) -> Floats:
    """1 on the outside of the ribs, in every slice."""
    across = (points[:, 0] - CAGE_CENTRE[0]) / CAGE_RADII[0]
    deep = (points[:, 1] - CAGE_CENTRE[1]) / CAGE_RADII[1]
    return vector(np.sqrt(across**2 + deep**2))


def _without_fat(points: Floats, fat_mm: float) -> Floats:
    """The wall outside the ribs as thick as the template's; the neck keeps its girth."""
    radius = _radius(points)
    more = (fat_mm - FAT_OF_TEMPLATE) * (1.0 - 0.7 * _step(points[:, 2], 50.0, 120.0))
    outside = np.maximum(radius - 1.0, 0.0) * np.mean(CAGE_RADII)
    shrink = outside * (FAT_THICKNESS / (FAT_THICKNESS + np.maximum(more, 6.0 - FAT_THICKNESS)) - 1.0)
    centre = vector((*CAGE_CENTRE, 0.0))
    outwards = (points - centre) * vector((1.0, 1.0, 0.0))
    length = np.linalg.norm(outwards, axis=1, keepdims=True)
    return vector(points + outwards / np.maximum(length, 1.0) * shrink[:, None])


def _with_shoulders_up(points: Floats) -> Floats:
    """Shoulders raised as the patient's arms raised them."""
    aside = _step(np.abs(points[:, 0]), 55.0, 165.0)
    return _moved(points, 2, SHOULDER_DROP * aside * _step(points[:, 2], -40.0, 90.0))


def _with_narrow_top(points: Floats) -> Floats:
    """The upper chest as narrow as the patient's."""
    height = _step(points[:, 2], -100.0, 50.0)
    x = points[:, 0]
    return _moved(points, 0, -BARREL * height * (x - BARREL_MIDDLE_MM * np.tanh(x / BARREL_MIDDLE_MM)))


def _with_diaphragm_up(points: Floats, inspiration: float, domes: tuple[float, float]) -> Floats:
    """The diaphragm where the patient's was: it glides along the ribs, which stay, the spine nearly too."""
    z = points[:, 2] - DOME
    reach = np.where(z > 0, DOME_ABOVE, DOME_BELOW)
    height = 0.5 + 0.5 * np.cos(np.pi * np.clip(z / reach, -1.0, 1.0))
    inside = np.clip(1.0 - _radius(points) ** 4, 0.0, 1.0)
    inside *= 1.0 - 0.85 * _step(points[:, 1], 5.0, 70.0)
    left = _step(points[:, 0], -50.0, 60.0)
    descent = DESCENT + DESCENT_OF_BREATH * inspiration + domes[0] * (1.0 - left) + domes[1] * left
    return _moved(points, 2, descent * height * inside)


def _heart_growth(size: float, own: tuple[float, float, float]) -> tuple[float, float, float]:
    """Growth in x, y and z; ribs and spine hold their places, so it grows to the sides."""
    growth = size / HEART_OF_TEMPLATE - 1.0
    along = [(1.0 + axis * growth) * factor for axis, factor in zip(HEART_AXES, own, strict=True)]
    return along[0], along[1], along[2]


def _shrunk(points: Floats, region: Region, growth: tuple[float, float, float]) -> Floats:
    """What grew along x, y and z, small again: wholly within half a region's radii, less farther out."""
    offset = points - vector(region.centre)
    radius = np.sqrt(np.square(offset / vector(region.radii)).sum(axis=1))
    weight = 1.0 - _step(radius, 0.5, WIDEST)
    return vector(points + weight[:, None] * offset * (1.0 / vector(growth) - 1.0))


def _laid(points: Floats) -> Floats:
    """As the patient lay: leaning to the right."""
    angle = np.radians(LIE_DEGREES)
    x, z = points[:, 0].copy(), points[:, 2].copy()
    result = points.copy()
    result[:, 0] = np.cos(angle) * x - np.sin(angle) * z
    result[:, 2] = np.sin(angle) * x + np.cos(angle) * z
    return result

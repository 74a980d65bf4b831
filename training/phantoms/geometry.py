"""Solids, rays and ray sums in patient millimetres.

Coordinates are DICOM's patient axes: x to the patient's left, y to the back, z to the head.

A convex solid is an intersection of bounds |A (p - c)| <= 1, where A has three rows (ellipsoid), two
(elliptic cylinder) or one (slab, or half-space if it is thick). Along a ray each bound is one interval, so
their intersection is one too, and the length of a union of solids follows from sorting their intervals.
Curved tubes (ribs, vessels, lines) are clouds of small masses that are added up on the detector.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

FAR_MM = 1e4  # beyond every solid
LEFT, BACK, HEAD = np.eye(3, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """All points p with |matrix @ (p - centre)| <= 1; `matrix` is (k, 3), k = 1, 2 or 3, in 1/mm."""

    matrix: Floats
    centre: Floats

    def inside(self, points: Floats) -> Bools:
        """Which of (N, 3) points lie within."""
        total = np.zeros(len(points), np.float32)
        for row in self.matrix:
            total += np.square(points @ row - row @ self.centre)
        return np.asarray(total <= 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """The intersection of its bounds: convex."""

    bounds: tuple[Bound, ...]

    def inside(self, points: Floats) -> Bools:
        """Which of (N, 3) points lie within."""
        result = self.bounds[0].inside(points)
        for bound in self.bounds[1:]:
            result &= bound.inside(points)
        return result

    def cut(self, *others: Solid) -> Solid:
        """The part of this solid that also lies in all others."""
        return Solid(self.bounds + tuple(bound for other in others for bound in other.bounds))


def vector(values: npt.ArrayLike) -> Floats:
    """A float32 array."""
    return np.asarray(values, dtype=np.float32)


def turned(axis: int, degrees: float) -> Floats:
    """Rotation about patient axis 0, 1 or 2, right-handed."""
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    first, second = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = cosine
    matrix[first, second], matrix[second, first] = -sine, sine
    return vector(matrix)


def ellipsoid(centre: npt.ArrayLike, radii: npt.ArrayLike, turn: Floats | None = None) -> Solid:
    """An ellipsoid with its own axes turned by `turn`, a rotation (or shear) matrix."""
    turn = np.eye(3, dtype=np.float32) if turn is None else turn
    matrix = np.diag(1.0 / np.asarray(radii, np.float64)) @ np.linalg.inv(turn)
    return Solid((Bound(vector(matrix), vector(centre)),))


def cylinder(centre: npt.ArrayLike, radii: tuple[float, float], axis: int) -> Solid:
    """An endless elliptic cylinder along a patient axis; radii along the other two, in x, y, z order."""
    others = [index for index in range(3) if index != axis]
    matrix = np.zeros((2, 3), np.float32)
    for row, (index, radius) in enumerate(zip(others, radii, strict=True)):
        matrix[row, index] = 1.0 / radius
    return Solid((Bound(matrix, vector(centre)),))


def slab(centre: npt.ArrayLike, normal: npt.ArrayLike, half_thickness: float) -> Solid:
    """All points within `half_thickness` of the plane through `centre`."""
    direction = vector(normal) / np.linalg.norm(vector(normal))
    return Solid((Bound(vector(direction[None, :] / half_thickness), vector(centre)),))


def half_space(surface: npt.ArrayLike, outwards: npt.ArrayLike) -> Solid:
    """All that lies behind the plane through `surface` whose normal points `outwards`."""
    depth = 500.0  # deeper than any chest
    direction = vector(outwards) / np.linalg.norm(vector(outwards))
    return slab(vector(surface) - depth * direction, direction, depth)


@dataclass(frozen=True, slots=True, eq=False)
class Rays:
    """One view: a point source, and pixel centres on a flat detector.

    `across_mm` (W) and `down_mm` (H) are detector coordinates of columns and rows, measured from where
    the central ray meets the detector. `axes` holds the directions of growing column, growing row and
    the beam (from the tube to the detector). Depth is measured along the beam from the plane through
    `centre`, which lies `source_to_centre_mm` from the source.
    """

    axes: Floats
    centre: Floats
    across_mm: Floats
    down_mm: Floats
    source_to_centre_mm: float
    source_to_detector_mm: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.down_mm), len(self.across_mm)

    @property
    def pitch_mm(self) -> float:
        """Distance of pixel centres at the detector."""
        return float(self.across_mm[-1] - self.across_mm[0]) / (len(self.across_mm) - 1)

    @property
    def stretch(self) -> Floats:
        """(H, W) length along each ray per millimetre of depth."""
        tangent = (self.across_mm[None, :] ** 2 + self.down_mm[:, None] ** 2) / self.source_to_detector_mm**2
        return np.asarray(np.sqrt(1.0 + tangent), np.float32)

    def crop(self, window: Window) -> Rays:
        """The rays of a rectangle of pixels."""
        return Rays(
            self.axes,
            self.centre,
            self.across_mm[window.columns],
            self.down_mm[window.rows],
            self.source_to_centre_mm,
            self.source_to_detector_mm,
        )

    def window(self, solid: Solid) -> Window:
        """A rectangle of pixels that holds the shadow of a solid whose first bound is an ellipsoid."""
        bound = solid.bounds[0]
        inverse = np.linalg.inv(bound.matrix.astype(np.float64))
        offset = self.axes @ (bound.centre - self.centre)
        reach = np.linalg.norm(self.axes @ inverse, axis=1)
        nearest = self.source_to_centre_mm + offset[2] - reach[2]
        farthest = nearest + 2 * reach[2]

        def span(coordinates_mm: Floats, axis: int) -> slice:
            corners = [
                (offset[axis] + sign * reach[axis]) * self.source_to_detector_mm / depth
                for sign in (-1, 1)
                for depth in (nearest, farthest)
            ]
            first = int(np.searchsorted(coordinates_mm, min(corners))) - 1
            last = int(np.searchsorted(coordinates_mm, max(corners))) + 1
            return slice(max(first, 0), max(last, 0))

        return Window(span(self.down_mm, 1), span(self.across_mm, 0))

    def interval(self, solid: Solid) -> tuple[Floats, Floats]:
        """(H, W) depths where each ray enters and leaves; entry > exit where it misses."""
        if len(solid.bounds[0].matrix) < 3:
            return self._whole_interval(solid)
        entry = np.full(self.shape, FAR_MM, np.float32)
        leave = np.full(self.shape, -FAR_MM, np.float32)
        window = self.window(solid)
        part = self.crop(window)
        if 0 not in part.shape:
            entry[window.rows, window.columns], leave[window.rows, window.columns] = part._whole_interval(
                solid
            )
        return entry, leave

    def _whole_interval(self, solid: Solid) -> tuple[Floats, Floats]:
        entry, leave = self._bound_interval(solid.bounds[0])
        for bound in solid.bounds[1:]:
            first, last = self._bound_interval(bound)
            np.maximum(entry, first, out=entry)
            np.minimum(leave, last, out=leave)
        return entry, leave

    def _bound_interval(self, bound: Bound) -> tuple[Floats, Floats]:
        # On a ray p = o + t d: |A d|^2 t^2 + 2 (A d).(A (o - c)) t + |A (o - c)|^2 - 1 <= 0. Both A d and
        # A (o - c) are a row term plus a column term, which saves most of the work.
        along = bound.matrix @ self.axes.T  # (k, 3): A times column, row and beam direction
        start = bound.matrix @ (self.centre - bound.centre)
        shrink = self.source_to_centre_mm / self.source_to_detector_mm
        squared = np.zeros(self.shape, np.float32)
        mixed = np.zeros(self.shape, np.float32)
        rest = np.full(self.shape, -1.0, np.float32)
        for (column, row, beam), constant in zip(along, start, strict=True):
            plane = (column * self.across_mm)[None, :] + (row * self.down_mm)[:, None]
            direction = plane * np.float32(1.0 / self.source_to_detector_mm) + beam
            origin = plane * np.float32(shrink) + constant
            squared += direction * direction
            mixed += direction * origin
            rest += origin * origin
        np.maximum(squared, 1e-12, out=squared)
        root = mixed * mixed - squared * rest
        missed = root < 0
        np.sqrt(np.maximum(root, 0.0, out=root), out=root)
        np.divide(np.float32(1.0), squared, out=squared)
        first, last = (-mixed - root) * squared, (-mixed + root) * squared
        np.copyto(first, FAR_MM, where=missed)
        np.copyto(last, -FAR_MM, where=missed)
        return first, last

    def chord(self, solid: Solid) -> Floats:
        """(H, W) millimetres of each ray within the solid."""
        result = np.zeros(self.shape, np.float32)
        window = self.window(solid)
        part = self.crop(window)
        if 0 not in part.shape:
            entry, leave = part._whole_interval(solid)
            result[window.rows, window.columns] = np.maximum(leave - entry, 0.0) * part.stretch
        return result

    def project(self, points: Floats) -> tuple[Floats, Floats, Floats]:
        """Row and column coordinates, in pixels, of (N, 3) points, and their magnification."""
        offset = (points - self.centre) @ self.axes.T
        depth = offset[:, 2] + np.float32(self.source_to_centre_mm)
        scale = vector(np.float32(self.source_to_detector_mm) / depth)
        per_mm = np.float32(1.0 / self.pitch_mm)
        rows = (offset[:, 1] * scale - self.down_mm[0]) * per_mm
        columns = (offset[:, 0] * scale - self.across_mm[0]) * per_mm
        return rows, columns, scale


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of pixels."""

    rows: slice
    columns: slice


def free_length(outer: tuple[Floats, Floats], obstacles: Sequence[tuple[Floats, Floats]]) -> Floats:
    """(H, W) depth within `outer` that no obstacle covers."""
    entry, leave = outer
    result = np.zeros(entry.shape, np.float32)
    hit = leave > entry
    first, last = entry[hit], leave[hit]
    if not len(first):
        return result
    covered = _covered(
        [np.clip(start[hit], first, last) for start, _ in obstacles],
        [np.clip(stop[hit], first, last) for _, stop in obstacles],
        first,
    )
    result[hit] = np.maximum(last - first - covered, 0.0)
    return result


def union_length(intervals: Sequence[tuple[Floats, Floats]]) -> Floats:
    """(H, W) depth that at least one interval covers."""
    starts = [np.minimum(start, FAR_MM) for start, _ in intervals]
    stops = [np.maximum(stop, start) for start, (_, stop) in zip(starts, intervals, strict=True)]
    return _covered(starts, stops, np.full(starts[0].shape, -FAR_MM, np.float32))


def _covered(starts: Sequence[Floats], stops: Sequence[Floats], floor: Floats) -> Floats:
    """Length of the union of intervals [start, max(start, stop)], all of them above `floor`."""
    if not starts:
        return np.zeros_like(floor)
    intervals: list[tuple[float, Floats, Floats]] = []
    for start, stop in zip(starts, stops, strict=True):
        hit = stop > start
        count = int(np.count_nonzero(hit))
        if count:
            mean = float(start.sum(where=hit)) / count
            intervals.append(
                (mean, np.where(hit, start, np.float32(np.nan)), np.where(hit, stop, np.float32(-FAR_MM)))
            )
    intervals.sort(key=lambda interval: interval[0])  # nearly in order, so that few exchanges remain
    begin, end = [start for _, start, _ in intervals], [stop for _, _, stop in intervals]
    _put_in_order(begin, end)
    total, reached = np.zeros_like(floor), floor.copy()
    for first, last in zip(begin, end, strict=True):
        total += np.maximum(last - np.fmax(first, reached), 0.0)
        np.maximum(reached, last, out=reached)
    return total


def _put_in_order(begin: list[Floats], end: list[Floats]) -> None:
    """Sort intervals by start on every ray, in place; a start that is not a number stays where it is."""
    for place in range(len(begin)):
        for later in range(place + 1, len(begin)):
            wrong = np.flatnonzero(begin[place] > begin[later])
            if len(wrong):
                _exchange(begin[place], begin[later], wrong)
                _exchange(end[place], end[later], wrong)


def _exchange(one: Floats, other: Floats, places: npt.NDArray[np.intp]) -> None:
    one, other = one.reshape(-1), other.reshape(-1)  # views: both are contiguous
    kept = one[places]
    one[places] = other[places]
    other[places] = kept


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Small masses: (N, 3) points, and each one's attenuation times its volume in mm^2 (1/mm x mm^3)."""

    points: Floats
    masses: Floats

    def within(self, kept: Bools) -> Cloud:
        """The masses that are kept."""
        return Cloud(self.points[kept], self.masses[kept])


def joined(clouds: Sequence[Cloud]) -> Cloud:
    """One cloud of many."""
    if not clouds:
        return Cloud(np.zeros((0, 3), np.float32), np.zeros(0, np.float32))
    return Cloud(
        np.concatenate([cloud.points for cloud in clouds]), np.concatenate([cloud.masses for cloud in clouds])
    )


def spread(count: int) -> tuple[Floats, Floats]:
    """(count) radii from 0 to 1 and angles that fill the unit disc evenly, in every stretch of the row.

    Roberts' R2 sequence: neighbours along a tube fill each other's gaps, so that no streaks appear.
    """
    index = np.arange(1, count + 1, dtype=np.float64)
    area, turn = index * 0.7548776662466927, index * 0.5698402909980532
    return np.sqrt(vector(area - np.floor(area))), np.float32(2.0 * np.pi) * vector(turn - np.floor(turn))


@dataclass(frozen=True, slots=True, eq=False)
class Tube:
    """A curved tube: a (n, 3) centre line with n radii; flattened across where `flat` < 1.

    `attenuation` in 1/mm is what it adds to its surroundings. The larger radius points upwards.
    """

    line: Floats
    radii_mm: Floats
    attenuation: float
    flat: float = 1.0
    rim: float = 0.0


def tube_cloud(tubes: Sequence[Tube], grain_mm: float) -> Cloud:
    """All tubes as masses about `grain_mm` apart; the whole mass is always kept."""
    pieces = [_resampled(tube.line, tube.radii_mm, grain_mm) for tube in tubes]
    lengths = [len(line) for line, _, _, _ in pieces]
    line = np.concatenate([piece[0] for piece in pieces])
    tangent = np.concatenate([piece[1] for piece in pieces])
    radii = np.concatenate([piece[2] for piece in pieces])
    flat = np.repeat(vector([tube.flat for tube in tubes]), lengths)
    rim = np.repeat(vector([tube.rim for tube in tubes]), lengths)
    strength = [tube.attenuation * piece[3] for tube, piece in zip(tubes, pieces, strict=True)]
    counts = np.clip(np.pi * flat * (radii / grain_mm) ** 2, 3, 400).astype(np.intp)
    masses = np.pi * flat * radii**2 * np.repeat(vector(strength), lengths) / counts
    aside, upwards = _across(tangent)
    reach, angle = spread(int(counts.sum()))
    weights = 1.0 - np.repeat(rim, counts) * (1.0 - 3.0 * reach**4)  # 1 on average over the disc
    up = upwards * radii[:, None]
    out = aside * (radii * flat)[:, None]
    points = np.repeat(line, counts, 0)
    points += (reach * np.cos(angle))[:, None] * np.repeat(up, counts, 0)
    points += (reach * np.sin(angle))[:, None] * np.repeat(out, counts, 0)
    return Cloud(vector(points), vector(np.repeat(masses, counts) * weights))


def _across(tangent: Floats) -> tuple[Floats, Floats]:
    """Two directions at right angles to (n, 3) tangents: a level one, and the one that points upwards."""
    x, y, z = tangent.T
    level = np.stack([y, -x, np.zeros_like(x)], axis=1)
    length = np.hypot(x, y)
    upright = length < 0.2  # any direction across will do
    level[upright] = np.stack([np.zeros_like(x), z, -y], axis=1)[upright]
    level /= np.linalg.norm(level, axis=1, keepdims=True)
    a, b, c = level.T
    return level, np.stack([b * z - c * y, c * x - a * z, a * y - b * x], axis=1)


def _resampled(line: Floats, radii_mm: Floats, grain_mm: float) -> tuple[Floats, Floats, Floats, float]:
    """Samples, unit tangents and radii at even steps no longer than `grain_mm`, and that step."""
    moves = np.diff(line, axis=0)
    steps = np.sqrt((moves * moves).sum(axis=1))
    travelled = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(int(np.ceil(travelled[-1] / grain_mm)), 2)
    step = float(travelled[-1] / count)
    wanted = (np.arange(count) + 0.5) * step  # in the middle of each step
    sampled = np.stack([np.interp(wanted, travelled, line[:, axis]) for axis in range(3)], axis=1)
    tangent = np.empty_like(sampled)
    tangent[1:-1] = sampled[2:] - sampled[:-2]
    tangent[0], tangent[-1] = sampled[1] - sampled[0], sampled[-1] - sampled[-2]
    tangent /= np.maximum(np.sqrt((tangent * tangent).sum(axis=1, keepdims=True)), 1e-6)
    return vector(sampled), vector(tangent), vector(np.interp(wanted, travelled, radii_mm)), step


def ray_sum(rays: Rays, cloud: Cloud) -> Floats:
    """(H, W) attenuation that a cloud adds along each ray, each mass shared by four pixels."""
    height, width = rays.shape
    rows, columns, scale = rays.project(cloud.points)
    # A pixel's shadow area at the mass: the pitch shrinks towards the source.
    density = cloud.masses * np.square(scale / np.float32(rays.pitch_mm))
    top, left = np.floor(rows).astype(np.int32), np.floor(columns).astype(np.int32)
    kept = (top >= 0) & (left >= 0) & (top < height - 1) & (left < width - 1)
    top, left = top[kept], left[kept]
    down, across = rows[kept] - top, columns[kept] - left
    mass = density[kept]
    corner = top * width + left
    lower, upper = mass * down, mass * (1.0 - down)
    total = np.bincount(corner, upper * (1.0 - across), height * width)
    total += np.bincount(corner + 1, upper * across, height * width)
    total += np.bincount(corner + width, lower * (1.0 - across), height * width)
    total += np.bincount(corner + width + 1, lower * across, height * width)
    return total.reshape(height, width).astype(np.float32)

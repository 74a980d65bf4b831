"""Where a film lies on the screen, to the pixel. Plain numbers; films and overlays share these rules.

Film coordinates: pixel (row r, column c) covers [r, r+1) x [c, c+1). Device pixels are those of the screen,
counted from the top left of the area that shows one film. A film's corner always lies on a whole device
pixel, and a device pixel shows whatever lies under its centre.

Here alone is decided how high a film's pixels are drawn and how the film is turned: whatever lies on the film
(grey levels, attention, marks, shutter, measurements) is stored in its own pixels and reaches the screen
through a `Projection`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.dicom.turning import UPRIGHT, Turn
from engine.panel import MapFrame

SMALLEST_ZOOM = 1 / 32
LARGEST_ZOOM = 32.0
ROUNDING = 1e-9  # an edge that is whole but for floating point stays on its pixel


@dataclass(frozen=True, slots=True)
class Sight:
    """The film point (row, column) in the middle of the area, and device pixels per film pixel along a row.

    Down a column there are `aspect` times as many. `turn` is how the film is turned on the screen.
    """

    zoom: float
    row: float
    column: float
    aspect: float = 1.0
    turn: Turn = UPRIGHT

    @property
    def down(self) -> float:
        """Device pixels per film row."""
        return self.zoom * self.aspect


@dataclass(frozen=True, slots=True)
class Area:
    """The size of the area that shows one film, in device pixels."""

    width: int
    height: int

    def before(self, turn: Turn) -> Area:
        """The area that this one was before it was turned."""
        return Area(self.height, self.width) if turn.sideways else self


@dataclass(frozen=True, slots=True)
class Projection:
    """A film's corner in whole device pixels, device per film pixel along a row, and the area that shows it.

    Down a column there are `aspect` times as many device pixels. All this is before the film is turned, and
    what is sampled for the screen is sampled so; then the whole area is turned, which moves device pixels to
    device pixels. Points go all the way.
    """

    left: int
    top: int
    zoom: float
    area: Area
    aspect: float = 1.0
    turn: Turn = UPRIGHT

    @property
    def down(self) -> float:
        """Device pixels per film row."""
        return self.zoom * self.aspect

    @property
    def finer(self) -> float:
        """Device pixels to the longer side of a film pixel."""
        return max(self.zoom, self.down)

    @property
    def coarser(self) -> float:
        """Device pixels to the shorter side of a film pixel."""
        return min(self.zoom, self.down)

    def edge_x(self, column: float) -> int:
        """The first device pixel whose centre lies at or right of this film column's left edge."""
        return _edge(self.left, column, self.zoom)

    def edge_y(self, row: float) -> int:
        """The first device pixel whose centre lies at or below this film row's upper edge."""
        return _edge(self.top, row, self.down)

    def film_point(self, x: float, y: float) -> tuple[float, float]:
        """(row, column) in film coordinates under a point in device pixels."""
        x, y = self.before_turning(x, y)
        return (y - self.top) / self.down, (x - self.left) / self.zoom

    def device_point(self, row: float, column: float) -> tuple[float, float]:
        """(x, y) in device pixels of a point in film coordinates."""
        return self.turned(self.left + column * self.zoom, self.top + row * self.down)

    def turned(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the area that was not turned lies on the screen."""
        return self.turn.turned(x, y, self.area.width, self.area.height)

    def before_turning(self, x: float, y: float) -> tuple[float, float]:
        """The point of the area that was not turned, under one on the screen."""
        return self.turn.back(x, y, self.area.width, self.area.height)

    def visible(self, rows: int, columns: int) -> tuple[int, int, int, int]:
        """Device pixels x0, y0, x1, y1 (half open) that show a film of this size; empty where none does."""
        return (
            max(0, self.edge_x(0)),
            max(0, self.edge_y(0)),
            min(self.area.width, self.edge_x(columns)),
            min(self.area.height, self.edge_y(rows)),
        )


def project(sight: Sight, area: Area) -> Projection:
    """The projection that puts the sight's film point into the middle of the area, to half a pixel."""
    area = area.before(sight.turn)
    left = math.floor(area.width / 2 - sight.column * sight.zoom + 0.5)
    top = math.floor(area.height / 2 - sight.row * sight.down + 0.5)
    return Projection(left, top, sight.zoom, area, sight.aspect, sight.turn)


def fitted(
    rows: int,
    columns: int,
    area: Area,
    part: tuple[float, float, float, float] | None = None,
    aspect: float = 1.0,
    turn: Turn = UPRIGHT,
) -> Sight:
    """The whole film, or a part of it (top, left, bottom, right), as large as the area allows."""
    area = area.before(turn)
    top, left, bottom, right = part or (0, 0, rows, columns)
    zoom = min(max(area.width, 1) / (right - left), max(area.height, 1) / ((bottom - top) * aspect))
    if part is not None:
        zoom = min(max(zoom, SMALLEST_ZOOM), LARGEST_ZOOM)
    return Sight(zoom, (top + bottom) / 2, (left + right) / 2, aspect, turn)


def zoomed(sight: Sight, factor: float, area: Area, x: float, y: float) -> Sight:
    """Larger by `factor`, with the film point under device pixel (x, y) staying where it is."""
    on = project(sight, area)
    row, column = on.film_point(x, y)
    x, y = on.before_turning(x, y)
    zoom = min(max(sight.zoom * factor, SMALLEST_ZOOM), LARGEST_ZOOM)
    larger = replace(sight, zoom=zoom)
    middle = (row - (y - on.area.height / 2) / larger.down, column - (x - on.area.width / 2) / zoom)
    return replace(larger, row=middle[0], column=middle[1])


def panned(sight: Sight, dx: float, dy: float, rows: int, columns: int) -> Sight:
    """Moved along by device pixels; the middle of the area never leaves the film."""
    dx, dy = sight.turn.back_by(dx, dy)
    row = min(max(sight.row - dy / sight.down, 0.0), float(rows))
    column = min(max(sight.column - dx / sight.zoom, 0.0), float(columns))
    return replace(sight, row=row, column=column)


def cell_edges(frame: MapFrame, shape: tuple[int, int], on: Projection) -> tuple[list[int], list[int]]:
    """Device rows and columns at which the cells of an (h, w) grid begin, and at which the last ones end."""
    h, w = shape
    down, along = (frame.bottom - frame.top) / h, (frame.right - frame.left) / w
    return (
        [on.edge_y(frame.top + i * down) for i in range(h + 1)],
        [on.edge_x(frame.left + j * along) for j in range(w + 1)],
    )


def _edge(start: int, position: float, zoom: float) -> int:
    return start + math.ceil(position * zoom - 0.5 - ROUNDING)

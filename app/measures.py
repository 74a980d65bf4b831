"""What passes between the films and whoever measures on them: drawings ready to be shown, and what was hit.

Points are (row, column) in film coordinates, as in `app.projection`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from app.projection import Projection
from app.viewing import Tool
from engine.dicom.film import Film
from engine.study import Radiograph

FilmPoint = tuple[float, float]
FrameKey = tuple[str, int]
"""A film's SOP Instance UID and one of its frames, counted from 0."""
LINE = -1
"""The handle of a grip that has hold of a drawing's line and moves the whole of it."""
REACH = 8.0
"""How far from a handle or line the pointer may be, in logical pixels."""


@dataclass(frozen=True, slots=True)
class MeasureShown:
    """One measurement, drawn: lines, upright ticks through some points, handles, and words beside `at`."""

    strokes: tuple[tuple[FilmPoint, ...], ...]
    handles: tuple[FilmPoint, ...]
    text: tuple[str, ...]
    at: FilmPoint
    ticks: tuple[FilmPoint, ...] = ()
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Grip:
    """What the pointer has hold of: a drawing by its number, and one of its handles or `LINE`."""

    number: int
    handle: int


@dataclass(frozen=True, slots=True, eq=False)
class FilmSeen:
    """A film at a place of the viewer and where it lies there, in device pixels."""

    film: Film
    on: Projection


@dataclass(frozen=True, slots=True)
class MeasuringShown:
    """What can be done now: measure on the study, select one of `some`, remove or report the selected one.

    `lens` is how many device pixels its magnifier gives a film pixel, 0 where it is away.
    """

    can_measure: bool = False
    some: bool = False
    selected: bool = False
    lens: int = 0


class MeasuringView(Protocol):
    """What measuring asks of the viewer, drawings apart."""

    def show_measuring(self, shown: MeasuringShown) -> None:
        """Offer what can be done now."""

    def ask_length(self) -> None:
        """Let the reader say how long the line is that was drawn."""


class MeasuringEvents(Protocol):
    """What the reader did to measure. x, y and `reach` are device pixels of a place."""

    def tool_chosen(self, tool: Tool) -> None:
        """The left button has another tool."""

    def pressed(self, place: int, x: float, y: float, reach: float) -> None:
        """The left button went down; what lies within `reach` counts as hit."""

    def pointed(self, place: int, x: float, y: float) -> None:
        """The pointer is here, with the button down or not."""

    def released(self, place: int, x: float, y: float) -> None:
        """The left button went up."""

    def length_given(self, known_mm: float) -> None:
        """The line that was asked about is so long."""

    def length_refused(self) -> None:
        """The reader said nothing about the line."""

    def select_next(self) -> None:
        """The next measurement is to be selected."""

    def select_previous(self) -> None:
        """The measurement before is to be selected."""

    def insert(self) -> None:
        """The selected measurement is to stand in the report."""

    def remove(self) -> None:
        """The selected measurement is to go."""

    def lens_turned(self) -> None:
        """The magnifier's next size, or away with it."""


class MeasuredFilms(Protocol):
    """The films, so far as measuring asks them."""

    @property
    def tool(self) -> Tool:
        """What the left button does."""

    def film_at(self, place: int) -> FilmSeen | None:
        """The film at a place; None while nothing is seen there."""

    def radiograph(self, sop_instance_uid: str) -> Radiograph | None:
        """A film of the study by its UID, seen or not."""

    def show_measures(self, drawn: Mapping[FrameKey, Sequence[MeasureShown]]) -> None:
        """Draw these, by SOP Instance UID, and no others."""


def grip_at(
    drawn: Sequence[MeasureShown], on: Projection, x: float, y: float, reach: float, *, lines: bool
) -> Grip | None:
    """What lies within `reach` device pixels: the nearest handle, else the nearest of the `lines`."""
    found = _nearest(
        (math.dist(on.device_point(*point), (x, y)), Grip(number, handle))
        for number, each in enumerate(drawn)
        for handle, point in enumerate(each.handles)
    )
    if found is None or found[0] > reach:
        found = _nearest(
            (_distance(on.device_point(*one), on.device_point(*other), (x, y)), Grip(number, LINE))
            for number, each in enumerate(drawn)
            for stroke in each.strokes
            for one, other in pairwise(stroke)
            if lines
        )
    return found[1] if found is not None and found[0] <= reach else None


def _nearest(grips: Iterable[tuple[float, Grip]]) -> tuple[float, Grip] | None:
    return min(grips, key=lambda each: each[0], default=None)


def _distance(one: FilmPoint, other: FilmPoint, point: FilmPoint) -> float:
    """From a point to a line between two, in device pixels."""
    along = (other[0] - one[0], other[1] - one[1])
    length = along[0] ** 2 + along[1] ** 2
    share = 0.0 if not length else ((point[0] - one[0]) * along[0] + (point[1] - one[1]) * along[1]) / length
    share = min(max(share, 0.0), 1.0)
    return math.dist((one[0] + share * along[0], one[1] + share * along[1]), point)

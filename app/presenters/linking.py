"""Two films that are looked at as one: the reader moves or windows one of them, and the other follows.

Where both films know their pixels' size, measured on the same kind of thing, they are shown at one scale in
millimetres, from their middles; else each place on one film is the same share of the other, and both are as
much larger than their places. A window follows as it differs from the film's own: values of two devices are
two scales.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from app.presenters.grading import Grading
from app.projection import LARGEST_ZOOM, SMALLEST_ZOOM, Area, Sight
from app.rendering import Tones
from engine.study import Radiograph, SpacingKind, Window, WindowSource


@dataclass(frozen=True, slots=True)
class Seen:
    """How one film is looked at now: where and how large in its area, in which window."""

    radiograph: Radiograph
    tones: Tones
    area: Area
    sight: Sight
    grading: Grading
    inverted: bool


class Linked(Protocol):
    """A viewer that can be looked at and told where to look."""

    @property
    def seen(self) -> Seen | None:
        """The film that the reader turned to; None while it cannot be seen."""

    def see(self, sight: Sight, grading: Grading | None, inverted: bool) -> None:
        """Look there; a window of None stays as it is."""

    def fit_asked(self) -> None:
        """The film fills its place."""

    def actual_size_asked(self) -> None:
        """One film pixel is one device pixel."""

    def reset_asked(self) -> None:
        """As the file has it."""

    def invert_toggled(self) -> None:
        """Exchange black and white."""


class Linking:
    """Lets the prior follow the current film and the current film follow the prior, while it is on."""

    def __init__(self, current: Linked, prior: Linked) -> None:
        self._current = current
        self._prior = prior
        self._on = True
        self._following = False

    @property
    def on(self) -> bool:
        """Whether the films follow each other."""
        return self._on

    @property
    def in_millimetres(self) -> bool:
        """Whether both are shown at one scale; False while one of them cannot be seen."""
        current, prior = self._current.seen, self._prior.seen
        return current is not None and prior is not None and one_scale(current, prior)

    def toggle(self) -> None:
        """From now on together, led by the current film, or each on its own."""
        self._on = not self._on
        self.current_moved()

    def current_moved(self) -> None:
        """The reader looks otherwise at the current film."""
        self._follow(self._current, self._prior)

    def prior_moved(self) -> None:
        """The reader looks otherwise at the prior."""
        self._follow(self._prior, self._current)

    def fit_asked(self) -> None:
        """The tool bar's commands reach the current film; the prior follows, or has them by itself."""
        if not self._on:
            self._prior.fit_asked()

    def actual_size_asked(self) -> None:
        """See `fit_asked`."""
        if not self._on:
            self._prior.actual_size_asked()

    def reset_asked(self) -> None:
        """See `fit_asked`."""
        if not self._on:
            self._prior.reset_asked()

    def invert_toggled(self) -> None:
        """See `fit_asked`."""
        if not self._on:
            self._prior.invert_toggled()

    def _follow(self, leader: Linked, follower: Linked) -> None:
        led, seen = leader.seen, follower.seen
        if not self._on or self._following or led is None or seen is None:
            return
        self._following = True
        try:
            follower.see(linked_sight(led, seen), linked_grading(led, seen), led.inverted)
        finally:
            self._following = False


def one_scale(one: Seen, other: Seen) -> bool:
    """Whether millimetres on these two films are the same thing."""
    first, second = one.radiograph.spacing, other.radiograph.spacing
    known = first is not None and second is not None and first.kind is second.kind
    return known and first is not None and first.kind is not SpacingKind.UNKNOWN


def linked_sight(of: Seen, to: Seen) -> Sight:
    """Where to look at `to` so that it is seen as `of` is."""
    rows, columns = of.tones.rows, of.tones.columns
    first, second = of.radiograph.spacing, to.radiograph.spacing
    if one_scale(of, to) and first is not None and second is not None:
        zoom = of.sight.zoom * (second.columns_mm / first.columns_mm)
        down, along = first.rows_mm / second.rows_mm, first.columns_mm / second.columns_mm
        row = to.tones.rows / 2 + (of.sight.row - rows / 2) * down
        column = to.tones.columns / 2 + (of.sight.column - columns / 2) * along
    else:
        zoom = of.sight.zoom * (to.tones.whole(to.area).zoom / of.tones.whole(of.area).zoom)
        row = of.sight.row / rows * to.tones.rows
        column = of.sight.column / columns * to.tones.columns
    return replace(
        to.sight,
        zoom=min(max(zoom, SMALLEST_ZOOM), LARGEST_ZOOM),
        row=min(max(row, 0.0), float(to.tones.rows)),
        column=min(max(column, 0.0), float(to.tones.columns)),
    )


def linked_grading(of: Seen, to: Seen) -> Grading | None:
    """The window of `to` that differs from its own as that of `of` does; None where tables are in the way."""
    own, other = of.tones.film.default, to.tones.film.default
    if of.grading == own:
        return other
    if not (isinstance(own, Window) and isinstance(other, Window) and isinstance(of.grading, Window)):
        return None
    scale = other.width / own.width
    center = other.center + (of.grading.center - own.center) * scale
    return Window(center, of.grading.width * scale, "", other.function, WindowSource.READER)

"""Measuring on films: from presses and moves of the pointer to operations on the review.

A measurement under way lives here; it comes into the review when its last point is set. What is dragged is
shown at once and becomes one operation when it is let go. The pixels of a region are looked at aside.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from app.language import tr
from app.measures import (
    LINE,
    FilmSeen,
    FrameKey,
    MeasuredFilms,
    MeasureShown,
    MeasuringShown,
    MeasuringView,
    grip_at,
)
from app.messages import Notice, notice_of
from app.ports import Lane
from app.presenters.measure_drawing import Started, begun, measurement_of, shown
from app.review.measurement_words import sentence
from app.review.measurements import (
    Calibration,
    FilmFrame,
    Measurement,
    Point,
    Region,
    Statistics,
    handles,
    scale_of,
    shifted,
    with_handle,
)
from app.review.measuring import measure, remeasure, scale_on, take_away
from app.review.operations import Operation
from app.review.region_statistics import statistics_in
from app.review.review import Review
from app.viewing import Tool
from engine.dicom.film import Film
from engine.errors import ConsiliumError

LENSES = (0, 2, 4)
"""Device pixels for a film pixel under the magnifier; 0 takes it away."""

STILL = 4.0
"""A press that moved less, in device pixels, was a click: it sets one point, not two."""


class Measurable(Protocol):
    """The report editor, so far as measuring asks it."""

    @property
    def review(self) -> Review | None:
        """The review on the screen."""

    def change(self, operation: Operation) -> None:
        """Do this to the review on the screen, and save it without waiting."""

    def add_sentence(self, text: str) -> None:
        """Put a sentence of the reader's at the report's end."""


@dataclass(frozen=True, slots=True)
class Dragged:
    """A measurement that is being changed, by a handle or (`LINE`) as a whole."""

    before: Measurement
    after: Measurement
    handle: int
    start: Point


@dataclass(frozen=True, slots=True)
class Counted:
    """A region whose pixels are being looked at; `before` is what it takes the place of."""

    before: Measurement | None
    after: Region


class MeasuringPresenter:
    """`told` hears why something was not measured."""

    def __init__(
        self,
        view: MeasuringView,
        films: MeasuredFilms,
        report: Measurable,
        lane: Lane,
        told: Callable[[Notice], None],
    ) -> None:
        """Pixels of regions are looked at on `lane`."""
        self._view = view
        self._films = films
        self._report = report
        self._lane = lane
        self._told = told
        self._review: Review | None = None
        self._started: Started | None = None
        self._dragged: Dragged | None = None
        self._asked: Started | None = None  # a line whose length the reader is asked for
        self._counted: Counted | None = None  # a region whose pixels are being looked at
        self._selected: Measurement | None = None
        self._lens = 0

    def show_review(self, review: Review | None) -> None:
        """The review on the screen, as it is now."""
        before, self._review = self._review, review
        if review is None or before is None or review.study_uid != before.study_uid:
            self._forget()
        elif (review.measurements, review.is_closed) == (before.measurements, before.is_closed):
            return
        if self._dragged is not None and not self._is_there(self._dragged.before):
            self._dragged = None  # undone while it was held
        if self._selected is not None and not self._is_there(self._selected):
            self._selected = None
        self._show()

    def tool_chosen(self, _: Tool) -> None:
        """What was begun with another tool is dropped."""
        self._started = None
        self._show()

    def pressed(self, place: int, x: float, y: float, reach: float) -> None:
        """The left button went down; whatever lies within `reach` device pixels is taken hold of."""
        seen = self._films.film_at(place)
        if seen is None or self._review is None:
            return
        point = _film_point(seen, x, y)
        if self._started is not None and self._started.film == _frame(seen):
            self._go_on(replace(self._started, pointer=point))
        elif not self._take_hold(seen, (x, y), reach) and self._films.tool.measures:
            self._begin(seen, point)

    def pointed(self, place: int, x: float, y: float) -> None:
        """The pointer is here, with the button down or not."""
        seen = self._films.film_at(place) if self._started or self._dragged else None
        if seen is None:
            return
        point, film = _film_point(seen, x, y), _frame(seen)
        if self._dragged is not None and self._dragged.before.film == film:
            self._dragged = _followed(self._dragged, point, seen)
        elif self._started is not None and self._started.film == film:
            self._started = replace(self._started, pointer=point)
        self._show_drawings()

    def released(self, place: int, x: float, y: float) -> None:
        """The left button went up."""
        self.pointed(place, x, y)
        dragged, self._dragged = self._dragged, None
        if dragged is not None:
            self._let_go(dragged, place)
            return
        seen, started = self._films.film_at(place), self._started
        if seen is None or started is None or started.film != _frame(seen):
            return
        if _on_screen(seen, started.points[-1], started.pointer) >= STILL:
            self._set_point(replace(started, points=(*started.points, started.pointer)), seen)

    def escape(self) -> bool:
        """Drop what was begun, else let go of what is selected; whether there was either."""
        busy = any(one is not None for one in (self._started, self._dragged, self._asked, self._selected))
        self._forget()
        self._show()
        return busy

    def select_next(self) -> None:
        """The next measurement of the study, the first after the last."""
        self._step(1)

    def select_previous(self) -> None:
        """The measurement before."""
        self._step(-1)

    def remove(self) -> None:
        """Take the selected measurement away."""
        if self._selected is None or self._review is None or not self._may_change():
            return
        radiograph = self._films.radiograph(self._selected.film.sop_instance_uid)
        if radiograph is None:
            self._refuse(tr("The film of this measurement is not here."), tr("Open its file first."))
        else:
            self._change(take_away(self._review, self._selected, scale_of(radiograph)))

    def insert(self) -> None:
        """Put the selected measurement into the report as a sentence."""
        if self._selected is not None and self._may_change():
            self._report.add_sentence(sentence(self._selected))

    def length_given(self, known_mm: float) -> None:
        """The line that was asked about is so long."""
        asked, self._asked = self._asked, None
        if asked is not None:
            start, end = asked.points
            self._add(Calibration(asked.film, start, end, known_mm, asked.scale.aspect))

    def length_refused(self) -> None:
        """The reader does not know how long the line is."""
        self._asked = None
        self._show()

    def lens_turned(self) -> None:
        """The magnifier: away, two times, four times."""
        self._lens = LENSES[(LENSES.index(self._lens) + 1) % len(LENSES)]
        self._show()

    # Drawing

    def _begin(self, seen: FilmSeen, point: Point) -> None:
        tool, film, review = self._films.tool, _frame(seen), self._review
        if review is None or not self._may_change():
            return
        if seen.film.radiograph.study_uid != review.study_uid:
            self._refuse(
                tr("This film belongs to another study."), tr("Measure on the study of this report.")
            )
        elif tool is Tool.HEART and seen.film.radiograph.is_lateral:
            self._refuse(
                tr("The heart ratio is measured on a frontal film."), tr("This one was taken from the side.")
            )
        elif tool is Tool.HEART and seen.on.turn.sideways:
            self._refuse(
                tr("The heart ratio is measured on a film that stands upright."),
                tr("This one is shown turned by a quarter."),
            )
        else:
            scale = scale_on(review, film, scale_of(seen.film.radiograph))
            self._selected = None
            self._started = Started(tool, film, scale, (point,), point)
            self._show()

    def _go_on(self, started: Started) -> None:
        """A press while something is drawn: the thorax begins anew, all else goes on to the pointer."""
        begins = started.tool is Tool.HEART and len(started.points) == 2
        self._started = replace(started, points=(*started.points, started.pointer)) if begins else started
        self._show_drawings()

    def _set_point(self, started: Started, seen: FilmSeen) -> None:
        self._started = started
        if started.finished:
            self._started = None
            self._finish(started, seen)
        self._show()

    def _finish(self, started: Started, seen: FilmSeen) -> None:
        if started.tool is Tool.CALIBRATE:
            self._asked = started
            self._view.ask_length()
            return
        measurement = measurement_of(started)
        if measurement is None:
            self._refuse(tr("That was too small to be measured."), tr("Draw it larger."))
        else:
            self._put(None, measurement, seen)

    def _add(self, measurement: Measurement) -> None:
        if self._review is not None and not self._is_there(measurement):
            self._selected = measurement
            self._change(measure(self._review, measurement))

    # Changing

    def _take_hold(self, seen: FilmSeen, at: tuple[float, float], reach: float) -> bool:
        found = self._on(_frame(seen))
        drawn = tuple(shown(each, each == self._selected) for each in found)
        grip = grip_at(drawn, seen.on, *at, reach, lines=not self._films.tool.measures)
        if grip is None:
            return False
        taken = found[grip.number]
        self._selected = taken
        if self._may_change(quietly=True):
            self._dragged = Dragged(taken, taken, grip.handle, _film_point(seen, *at))
        self._show()
        return True

    def _let_go(self, dragged: Dragged, place: int) -> None:
        seen = self._films.film_at(place)
        if seen is not None and _frame(seen) == dragged.after.film and dragged.after != dragged.before:
            self._put(dragged.before, dragged.after, seen)
        self._show()

    def _put(self, before: Measurement | None, after: Measurement, seen: FilmSeen) -> None:
        """Add `after`, or put it in the place of `before`; a region's pixels are counted first, aside."""
        if isinstance(after, Region):
            self._count(before, after, seen.film)
        elif before is None:
            self._add(after)
        else:
            self._replace(before, after)

    def _count(self, before: Measurement | None, region: Region, film: Film) -> None:
        counting = self._counted = Counted(before, region)

        def done(statistics: Statistics | None) -> None:
            if self._counted is counting:  # else the reader has gone on
                self._counted = None
                self._put_counted(before, replace(region, statistics=statistics))

        def failed(error: BaseException) -> None:
            if self._counted is counting:
                self._counted = None
                self._told(notice_of(error))
                self._show()

        self._lane.run(
            lambda _cancel, _tell: statistics_in(region, film.values, film.padding), done=done, failed=failed
        )

    def _put_counted(self, before: Measurement | None, region: Region) -> None:
        if before is None:
            self._add(region)
        else:
            self._replace(before, region)
        self._show()

    def _replace(self, before: Measurement, after: Measurement) -> None:
        if self._review is not None and self._is_there(before):
            self._selected = after
            self._change(remeasure(self._review, before, after))

    def _change(self, operation: Operation) -> None:
        if self._may_change():
            try:
                self._report.change(operation)
            except ConsiliumError as error:
                self._selected = None
                self._told(notice_of(error))
        self._show()

    def _may_change(self, quietly: bool = False) -> bool:
        closed = self._review is not None and self._review.is_closed
        if closed and not quietly:
            self._refuse(tr("This report is signed; nothing more is measured."), tr("Write an addendum."))
        return self._review is not None and not closed

    def _refuse(self, what: str, todo: str) -> None:
        self._told(Notice(what, todo=todo))

    # Choosing

    def _step(self, by: int) -> None:
        found = self._review.measurements if self._review is not None else ()
        if found:
            there = found.index(self._selected) if self._selected in found else -1 if by > 0 else 0
            self._select(found[(there + by) % len(found)])

    def _select(self, measurement: Measurement | None) -> None:
        self._selected = measurement
        self._show()

    def _forget(self) -> None:
        self._started = self._dragged = self._asked = self._counted = self._selected = None

    def _is_there(self, measurement: Measurement) -> bool:
        return self._review is not None and measurement in self._review.measurements

    def _on(self, film: FilmFrame) -> tuple[Measurement, ...]:
        found = self._review.measurements if self._review is not None else ()
        return tuple(each for each in found if each.film == film)

    # Showing

    def _show(self) -> None:
        review = self._review
        self._view.show_measuring(
            MeasuringShown(
                can_measure=review is not None and not review.is_closed,
                some=review is not None and bool(review.measurements),
                selected=self._selected is not None,
                lens=self._lens,
            )
        )
        self._show_drawings()

    def _show_drawings(self) -> None:
        drawn: dict[FrameKey, list[MeasureShown]] = {}

        def draw(film: FilmFrame, drawing: MeasureShown) -> None:
            drawn.setdefault((film.sop_instance_uid, film.frame), []).append(drawing)

        changing = self._dragged or self._counted
        for each in self._review.measurements if self._review is not None else ():
            if changing is None or each != changing.before:
                draw(each.film, shown(each, each == self._selected))
        if changing is not None:
            moved = changing.after != changing.before
            draw(changing.after.film, shown(changing.after, True, looked_at=not moved))
        for started in (self._started, self._asked):
            if started is not None:
                draw(started.film, begun(started))
        self._films.show_measures(drawn)


def _frame(seen: FilmSeen) -> FilmFrame:
    return FilmFrame(seen.film.radiograph.sop_instance_uid, seen.film.frame)


def _film_point(seen: FilmSeen, x: float, y: float) -> Point:
    """The film point under the middle of the device pixel that the pointer is on."""
    return _on_film(Point(*seen.on.film_point(x + 0.5, y + 0.5)), seen)


def _on_film(point: Point, seen: FilmSeen) -> Point:
    """The point to a hundredth of a pixel; for one beside the film, its edge."""
    rows, columns = seen.film.values.shape
    return Point(round(min(max(point.row, 0.0), rows), 2), round(min(max(point.column, 0.0), columns), 2))


def _on_screen(seen: FilmSeen, one: Point, other: Point) -> float:
    places = (seen.on.device_point(point.row, point.column) for point in (one, other))
    return math.dist(*places)


def _followed(dragged: Dragged, point: Point, seen: FilmSeen) -> Dragged:
    """The drag at another point; where the measurement would have no extent it stays as it was."""
    before = dragged.before
    try:
        if dragged.handle == LINE:
            after = shifted(before, *_within(before, dragged.start, point, seen))
        else:
            there = handles(before)[dragged.handle]
            to = _on_film(
                there.moved(point.row - dragged.start.row, point.column - dragged.start.column), seen
            )
            after = with_handle(before, dragged.handle, to)
    except ValueError:
        return dragged
    return replace(dragged, after=after)


def _within(measurement: Measurement, start: Point, point: Point, seen: FilmSeen) -> tuple[float, float]:
    """How far it goes, down and to the right, without leaving the film."""
    rows, columns = seen.film.values.shape
    points = handles(measurement)
    down = min(max(point.row - start.row, -min(p.row for p in points)), rows - max(p.row for p in points))
    along = min(
        max(point.column - start.column, -min(p.column for p in points)),
        columns - max(p.column for p in points),
    )
    return round(down, 2), round(along, 2)

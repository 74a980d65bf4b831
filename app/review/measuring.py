"""Measuring as operations. A film's calibration goes for all that was measured on it, before and after."""

from __future__ import annotations

from collections.abc import Iterable

from app.review.measurements import (
    Calibration,
    FilmFrame,
    Measurement,
    Scale,
    in_film_order,
    rescaled,
)
from app.review.review import Edit, Measure, Review


def calibration_of(review: Review, film: FilmFrame) -> Calibration | None:
    """What the reader said a line on this film is long; None where nothing was said."""
    found = (one for one in review.measurements if isinstance(one, Calibration) and one.film == film)
    return next(found, None)


def scale_on(review: Review, film: FilmFrame, own: Scale) -> Scale:
    """The scale for new measurements on a film: the reader's calibration, else `own`, its header's."""
    calibration = calibration_of(review, film)
    return own if calibration is None else calibration.scale


def measure(review: Review, measurement: Measurement) -> Measure:
    """The measurement is added; a calibration replaces the film's earlier one and rescales all on it."""
    if not isinstance(measurement, Calibration):
        return _operation(review, (), (measurement,))
    earlier = calibration_of(review, measurement.film)
    return _rescaled(review, () if earlier is None else (earlier,), (measurement,), measurement.scale)


def remeasure(review: Review, before: Measurement, after: Measurement) -> Measure:
    """`after` takes the place of `before`, on the same film and of the same sort."""
    if isinstance(after, Calibration):
        return _rescaled(review, (before,), (after,), after.scale)
    return _operation(review, (before,), (after,))


def take_away(review: Review, measurement: Measurement, own: Scale) -> Measure:
    """The measurement is removed; without its calibration a film has its `own` scale again, its header's."""
    if isinstance(measurement, Calibration):
        return _rescaled(review, (measurement,), (), own)
    return _operation(review, (measurement,), ())


def _rescaled(
    review: Review, gone: tuple[Calibration | Measurement, ...], new: tuple[Calibration, ...], scale: Scale
) -> Measure:
    films = {one.film for one in (*gone, *new)}
    others = [one for one in review.measurements if one.film in films and not isinstance(one, Calibration)]
    return _operation(review, (*gone, *others), (*new, *(rescaled(one, scale) for one in others)))


def _operation(review: Review, before: Iterable[Measurement], after: Iterable[Measurement]) -> Measure:
    """What comes to lie exactly on another is that other."""
    gone = set(before)
    new = set(after) - (set(review.measurements) - gone)
    return Measure(
        Edit(0, "", "", measured_before=in_film_order(gone - new), measured_after=in_film_order(new - gone))
    )

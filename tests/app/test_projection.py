from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.projection import (
    LARGEST_ZOOM,
    SMALLEST_ZOOM,
    Area,
    Projection,
    Sight,
    cell_edges,
    fitted,
    panned,
    project,
    zoomed,
)
from engine.dicom.turning import Turn
from engine.panel import MapFrame

zooms = st.floats(SMALLEST_ZOOM, LARGEST_ZOOM)
areas = st.builds(Area, st.integers(1, 3000), st.integers(1, 2000))
points = st.floats(0, 3000)
aspects = st.floats(0.1, 10)
turns = st.builds(Turn, st.integers(0, 3), st.booleans())


def test_a_fitted_film_touches_the_area_in_one_direction_and_is_centred_in_the_other() -> None:
    on = project(fitted(200, 100, Area(300, 400)), Area(300, 400))
    assert (on.zoom, on.left, on.top) == (2.0, 50, 0)
    assert on.visible(200, 100) == (50, 0, 250, 400)


def test_pixels_twice_as_high_as_wide_fill_twice_the_height() -> None:
    on = project(fitted(100, 100, Area(300, 400), aspect=2.0), Area(300, 400))
    assert (on.zoom, on.down) == (2.0, 4.0)
    assert on.visible(100, 100) == (50, 0, 250, 400)


sights = st.builds(Sight, zooms, points, points, aspects, turns)


@given(sight=sights, area=areas, at_row=points, at_column=points)
def test_a_film_point_goes_to_the_screen_and_back_whatever_the_shape_of_pixels_and_however_turned(
    sight: Sight, area: Area, at_row: float, at_column: float
) -> None:
    on = project(sight, area)
    assert on.film_point(*on.device_point(at_row, at_column)) == pytest.approx((at_row, at_column), abs=1e-6)


@given(before=sights, area=areas, factor=st.floats(0.2, 5), x=points, y=points)
def test_zooming_keeps_the_film_point_under_the_pointer(
    before: Sight, area: Area, factor: float, x: float, y: float
) -> None:
    after = zoomed(before, factor, area, x, y)
    was, now = project(before, area).film_point(x, y), project(after, area).film_point(x, y)
    # To the half device pixel by which the film's corner is put on a whole one.
    assert now == pytest.approx(was, abs=0.51 / min(after.zoom, after.down))


@given(turn=turns, area=areas)
def test_the_middle_of_a_fitted_film_is_in_the_middle_of_its_area_however_turned(
    turn: Turn, area: Area
) -> None:
    on = project(fitted(200, 100, area, turn=turn), area)
    assert on.device_point(100, 50) == pytest.approx((area.width / 2, area.height / 2), abs=0.51)


@given(turn=turns, dx=st.integers(-20, 20), dy=st.integers(-20, 20))
def test_a_turned_film_follows_the_mouse(turn: Turn, dx: int, dy: int) -> None:
    before, area = Sight(2.0, 50, 50, turn=turn), Area(301, 200)
    x, y = project(before, area).device_point(50, 50)
    after = project(panned(before, dx, dy, 100, 100), area).device_point(50, 50)
    assert after == pytest.approx((x + dx, y + dy), abs=1.01)  # to a half device pixel at either end


def test_a_film_turned_by_a_quarter_fits_with_its_sides_exchanged() -> None:
    on = project(fitted(200, 100, Area(400, 300), turn=Turn(1)), Area(400, 300))
    assert on.zoom == 2.0
    # Clockwise: the upper left corner comes to the upper right, the lower left one to the upper left.
    assert (on.device_point(0, 0), on.device_point(200, 0)) == ((400, 50), (0, 50))


def test_zoom_stays_within_its_limits() -> None:
    area = Area(100, 100)
    assert zoomed(Sight(1, 5, 5), 1e6, area, 0, 0).zoom == LARGEST_ZOOM
    assert zoomed(Sight(1, 5, 5), 1e-6, area, 0, 0).zoom == SMALLEST_ZOOM


def test_panning_moves_with_the_mouse_and_never_loses_the_film() -> None:
    assert panned(Sight(2.0, 50, 50), 20, -10, 100, 100) == Sight(2.0, 55, 40)
    assert panned(Sight(2.0, 50, 50, 2.0), 20, -10, 100, 100) == Sight(2.0, 52.5, 40, 2.0)
    assert panned(Sight(2.0, 50, 50), -1e6, 1e6, 100, 100) == Sight(2.0, 0, 100)


@given(
    zoom=zooms, left=st.integers(-5000, 5000), edges=st.lists(st.integers(0, 3000), min_size=2, max_size=9)
)
def test_edges_keep_their_order_so_that_neighbours_neither_overlap_nor_gape(
    zoom: float, left: int, edges: list[int]
) -> None:
    on = Projection(left, 0, zoom, Area(100, 100))
    placed = [on.edge_x(edge) for edge in sorted(edges)]
    assert placed == sorted(placed)


def test_a_padded_grid_begins_beside_its_film() -> None:
    # A film of 4 x 2 pixels in a square of 4: one column of padding on either side.
    downs, alongs = cell_edges(MapFrame("", 0, -1, 4, 3), (2, 2), Projection(10, 20, 10.0, Area(100, 100)))
    assert (downs, alongs) == ([20, 40, 60], [0, 20, 40])

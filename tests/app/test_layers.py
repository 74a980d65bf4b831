"""Marks and shutters on the screen's own pixels: films of a few pixels, worked by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.layers import INK, Placed, prepare_layers, sampled_hidden, sampled_marks
from app.projection import Area, Projection, Sight, fitted, project
from engine.dicom.film import Film
from engine.dicom.overlays import Overlay
from engine.dicom.shutters import Shutter
from tests.app.filming import film, ramp


def marked(*rows: str) -> Film:
    mask = np.array([[sign == "#" for sign in row] for row in rows])
    return replace(film(ramp(*mask.shape)), overlays=(Overlay(0x6000, mask),))


def shuttered(*rows: str) -> Film:
    seen = np.array([[sign == "#" for sign in row] for row in rows])
    return replace(film(ramp(*seen.shape)), shutter=Shutter(seen, 40, ("POLYGONAL",)))


def ink(placed: Placed | None, area: Area) -> list[str]:
    """The area with "#" where a mark is."""
    screen = np.zeros((area.height + 2, area.width + 2), np.uint8)
    if placed is not None:
        height, width = placed.pixels.shape
        screen[placed.y + 1 : placed.y + 1 + height, placed.x + 1 : placed.x + 1 + width] = placed.pixels
    return ["".join("#" if code == INK else "." for code in row[1:-1]) for row in screen[1:-1]]


def test_at_one_to_one_marks_lie_on_their_own_pixels() -> None:
    on = Projection(1, 2, 1.0, Area(6, 6))
    layers = prepare_layers(marked("#..", ".#.", "..#"))
    assert ink(sampled_marks(layers, on), on.area) == [
        "......",
        "......",
        ".#....",
        "..#...",
        "...#..",
        "......",
    ]


def test_magnified_every_marked_pixel_is_a_square() -> None:
    on = Projection(0, 0, 3.0, Area(6, 6))
    assert (
        ink(sampled_marks(prepare_layers(marked("#.", ".#")), on), on.area) == ["###..."] * 3 + ["...###"] * 3
    )


@pytest.mark.parametrize("zoom", [0.99, 0.7, 0.5, 0.41, 0.3, 0.125, 1 / 32])
@pytest.mark.parametrize("line", [0, 1, 57, 98, 99])
@pytest.mark.parametrize("aspect", [1.0, 0.4, 1.7, 9.0])
def test_a_line_of_one_pixel_is_never_lost_in_a_smaller_film(zoom: float, line: int, aspect: float) -> None:
    mask = np.zeros((100, 100), np.bool_)
    mask[line], mask[:, line] = True, True
    layers = prepare_layers(replace(film(ramp(100, 100)), overlays=(Overlay(0x6000, mask),)))
    on = project(Sight(zoom, 50, 50, aspect), Area(120, 1200))
    placed = sampled_marks(layers, on)
    assert placed is not None
    marks = placed.pixels == INK
    left, top, right, bottom = on.visible(100, 100)
    assert marks.any(axis=0).sum() >= right - left
    assert marks.any(axis=1).sum() >= bottom - top


def test_several_planes_are_drawn_as_one_layer_with_a_dark_rim() -> None:
    both = marked("#....", ".....")
    both = replace(
        both, overlays=(*both.overlays, Overlay(0x6002, np.array([[False] * 4 + [True], [False] * 5])))
    )
    placed = sampled_marks(prepare_layers(both), Projection(0, 0, 1.0, Area(5, 2)))
    assert placed is not None
    assert placed.pixels.tolist() == [[1, 1, 1, 0, 1, 1, 1], [1, 2, 1, 0, 1, 2, 1], [1, 1, 1, 0, 1, 1, 1]]
    assert (placed.x, placed.y) == (-1, -1)


def test_marks_beside_the_area_draw_nothing() -> None:
    layers = prepare_layers(marked("#...", "...."))
    assert sampled_marks(layers, Projection(-1, 0, 1.0, Area(3, 2))) is None
    assert sampled_marks(layers, Projection(50, 50, 1.0, Area(3, 2))) is None


def test_a_film_without_either_has_no_layers() -> None:
    layers = prepare_layers(film(ramp(4, 4)))
    assert (layers.marks, layers.seen) == ((), None)
    assert sampled_marks(layers, Projection(0, 0, 1.0, Area(4, 4))) is None


def test_a_rectangular_shutter_needs_no_pixels_of_its_own() -> None:
    layers = prepare_layers(shuttered("....", ".##.", ".##.", "...."))
    assert (layers.seen_box.top, layers.seen_box.left, layers.seen_box.bottom, layers.seen_box.right) == (
        1,
        1,
        3,
        3,
    )
    assert sampled_hidden(layers, Projection(0, 0, 1.0, Area(4, 4))) is None


def test_any_other_shutter_hides_pixels_inside_its_box() -> None:
    layers = prepare_layers(shuttered("....", ".#..", ".##.", "...."))
    placed = sampled_hidden(layers, Projection(0, 0, 2.0, Area(8, 8)))
    assert placed is not None
    assert (placed.x, placed.y, placed.pixels.tolist()) == (
        2, 2, [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]],
    )  # fmt: skip


def test_a_film_of_the_usual_size_is_prepared_with_all_its_levels() -> None:
    mask = np.zeros((300, 200), np.bool_)
    mask[10:20, 30:50] = True
    layers = prepare_layers(replace(film(ramp(300, 200)), overlays=(Overlay(0x6000, mask),)))
    assert [level.shape for level in layers.marks] == [(10, 20), (5, 10), (3, 5), (2, 3), (1, 2), (1, 1)]
    whole = sampled_marks(layers, project(fitted(300, 200, Area(20, 30)), Area(20, 30)))
    assert whole is not None
    assert (whole.pixels == INK).sum() in (2, 4)  # 10 x 20 film pixels, ten to a device pixel

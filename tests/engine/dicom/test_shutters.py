"""Shutters hide what the file says from the eye, and from nothing else. Tiny films, worked by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydicom.dataset import Dataset
from pydicom.sequence import Sequence

from engine.dicom.film import Film
from engine.dicom.shutters import BITMAP, USELESS
from tests.engine.dicom.making import film_dataset, film_of
from tests.engine.dicom.test_overlay_planes import CROSS, add_plane

Attributes = Mapping[str, Any]

RECTANGLE: Attributes = {
    "ShutterShape": "RECTANGULAR",
    "ShutterLeftVerticalEdge": 2,
    "ShutterRightVerticalEdge": 4,
    "ShutterUpperHorizontalEdge": 2,
    "ShutterLowerHorizontalEdge": 3,
}
CIRCLE: Attributes = {
    "ShutterShape": "CIRCULAR",
    "CenterOfCircularShutter": [3, 3],
    "RadiusOfCircularShutter": 2,
}
TRIANGLE: Attributes = {"ShutterShape": "POLYGONAL", "VerticesOfThePolygonalShutter": [1, 1, 5, 1, 5, 5]}
ALL = {"ShutterShape": ["RECTANGULAR", "CIRCULAR", "POLYGONAL"]}


def shuttered(attributes: Attributes, folder: Path) -> Film:
    return film_of(film_dataset(np.arange(25).reshape(5, 5) + 100, attributes), folder)


def drawn(film: Film) -> list[str]:
    """The film with "#" where it is shown."""
    assert film.shutter is not None
    return ["".join("#" if seen else "." for seen in row) for row in film.shutter.seen]


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        (RECTANGLE, [".....", ".###.", ".###.", ".....", "....."]),
        ({**RECTANGLE, "ShutterLeftVerticalEdge": -7}, [".....", "####.", "####.", ".....", "....."]),
        ({**RECTANGLE, "ShutterRightVerticalEdge": 999}, [".....", ".####", ".####", ".....", "....."]),
        (CIRCLE, ["..#..", ".###.", "#####", ".###.", "..#.."]),
        ({**CIRCLE, "CenterOfCircularShutter": [0, 1]}, ["##...", "#....", ".....", ".....", "....."]),
        (TRIANGLE, ["#....", "##...", "###..", "####.", "#####"]),
        (
            {**TRIANGLE, "VerticesOfThePolygonalShutter": [1, 3, 3, 1, 5, 3, 3, 5]},
            ["..#..", ".###.", "#####", ".###.", "..#.."],
        ),
        (
            {**TRIANGLE, "VerticesOfThePolygonalShutter": [2, 2, 2, 4, 4, 4, 4, 2]},
            [".....", ".###.", ".###.", ".###.", "....."],
        ),
        (
            {**TRIANGLE, "VerticesOfThePolygonalShutter": [-9, -9, -9, 2, 99, 2, 99, -9]},
            ["##...", "##...", "##...", "##...", "##..."],
        ),
        (
            {**RECTANGLE, **CIRCLE, "ShutterShape": ["RECTANGULAR", "CIRCULAR"]},
            [".....", ".###.", ".###.", ".....", "....."],
        ),
        ({**RECTANGLE, **CIRCLE, **TRIANGLE, **ALL}, [".....", ".#...", ".##..", ".....", "....."]),
    ],
)
def test_a_shutter_leaves_to_be_seen_what_lies_in_all_its_shapes(
    attributes: Attributes, expected: list[str], tmp_path: Path
) -> None:
    assert drawn(shuttered(attributes, tmp_path)) == expected


def test_a_circle_is_round_on_the_body_where_pixels_are_twice_as_high_as_wide(tmp_path: Path) -> None:
    film = shuttered({**CIRCLE, "ImagerPixelSpacing": [0.4, 0.2]}, tmp_path)
    assert drawn(film) == [".....", "..#..", "#####", "..#..", "....."]


@pytest.mark.parametrize(("p_value", "level"), [(None, 0), (0, 0), (0xFFFF, 255), (0x8000, 128)])
@pytest.mark.parametrize("photometric", ["MONOCHROME1", "MONOCHROME2"])
def test_what_is_hidden_has_the_grey_of_the_presentation_value_whatever_the_polarity(
    p_value: int | None, level: int, photometric: str, tmp_path: Path
) -> None:
    attributes = {**RECTANGLE, "PhotometricInterpretation": photometric}
    if p_value is not None:
        attributes["ShutterPresentationValue"] = p_value
    shutter = shuttered(attributes, tmp_path).shutter
    assert shutter is not None
    assert shutter.level == level


@pytest.mark.parametrize(
    "attributes",
    [
        {**RECTANGLE, "ShutterLeftVerticalEdge": 5},  # right of the right edge
        {"ShutterShape": "RECTANGULAR"},
        {"ShutterShape": "OCTAGONAL"},
        {**CIRCLE, "RadiusOfCircularShutter": -1},
        {**CIRCLE, "CenterOfCircularShutter": [3]},
        {**TRIANGLE, "VerticesOfThePolygonalShutter": [1, 1, 5, 1, 5]},
        {**TRIANGLE, "VerticesOfThePolygonalShutter": [1, 1, 5, 5]},
        {**TRIANGLE, "VerticesOfThePolygonalShutter": [1, 1] * 1025},
    ],
)
def test_a_shutter_that_makes_no_sense_is_ignored_with_a_note(attributes: Attributes, tmp_path: Path) -> None:
    film = shuttered(attributes, tmp_path)
    assert film.shutter is None
    assert "A shutter of the file cannot be understood and is ignored." in film.notes
    assert film.values[0, 0] == 100


def test_one_senseless_shape_does_not_take_the_others_along(tmp_path: Path) -> None:
    film = shuttered({**RECTANGLE, "ShutterShape": ["RECTANGULAR", "CIRCULAR"]}, tmp_path)
    assert film.shutter is not None
    assert film.shutter.shapes == ("RECTANGULAR",)
    assert "A shutter of the file cannot be understood and is ignored." in film.notes


def test_a_shutter_that_hides_the_whole_film_is_ignored_with_a_note(tmp_path: Path) -> None:
    film = shuttered({**CIRCLE, "CenterOfCircularShutter": [300, 300]}, tmp_path)
    assert film.shutter is None
    assert USELESS in film.notes


def test_a_shutter_that_hides_nothing_is_none(tmp_path: Path) -> None:
    film = shuttered({**CIRCLE, "RadiusOfCircularShutter": 100}, tmp_path)
    assert (film.shutter, film.notes) == (None, ())


def test_a_bitmap_shutter_is_said_and_not_drawn_as_a_graphic(tmp_path: Path) -> None:
    dataset = film_dataset(np.full((3, 3), 7), {"ShutterShape": "BITMAP", "ShutterOverlayGroup": 0x6000})
    add_plane(dataset, CROSS, (1, 1))
    film = film_of(dataset, tmp_path)
    assert (film.shutter, film.overlays) == (None, ())
    assert BITMAP in film.notes


def test_an_enhanced_image_has_a_shutter_for_each_frame(tmp_path: Path) -> None:
    frames = []
    for left in (1, 5):
        item, group = Dataset(), Dataset()
        for keyword, value in {
            **RECTANGLE,
            "ShutterLeftVerticalEdge": left,
            "ShutterRightVerticalEdge": 5,
        }.items():
            setattr(item, keyword, value)
        group.FrameDisplayShutterSequence = Sequence([item])
        frames.append(group)
    film = shuttered({"PerFrameFunctionalGroupsSequence": Sequence(frames)}, tmp_path)
    assert drawn(film)[1] == "#####"


def test_values_windows_limits_and_the_models_input_are_the_same_with_and_without_a_shutter(
    tmp_path: Path,
) -> None:
    with_one, without = shuttered(RECTANGLE, tmp_path), shuttered({}, tmp_path)
    np.testing.assert_array_equal(with_one.values, without.values)
    np.testing.assert_array_equal(with_one.unit(), without.unit())
    np.testing.assert_array_equal(with_one.display(), without.display())
    assert with_one.windows == without.windows
    assert (with_one.low, with_one.high) == (without.low, without.high)
    assert replace(with_one, shutter=None).notes == without.notes

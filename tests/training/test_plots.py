from __future__ import annotations

import math
from xml.etree import ElementTree

import pytest

from training.plots import LineChart, Named, NamedChart, Point, Series, line_svg, named_svg

SVG = "{http://www.w3.org/2000/svg}"


def lines(*points: Point) -> ElementTree.Element:
    chart = LineChart("CIDEr-D & M", "experts", "CIDEr-D <10>", (Series("elected", points),))
    return ElementTree.fromstring(line_svg(chart))


def texts(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def test_higher_values_stand_higher_and_later_ones_further_right() -> None:
    low, high = lines(Point(1, 0.2), Point(8, 0.9)).iter(f"{SVG}circle")

    assert float(low.attrib["cx"]) < float(high.attrib["cx"])
    assert float(low.attrib["cy"]) > float(high.attrib["cy"])


def test_words_with_signs_of_xml_are_shown_as_they_are() -> None:
    assert {"CIDEr-D & M", "CIDEr-D <10>", "elected"} <= set(texts(lines(Point(1, 2))))


@pytest.mark.parametrize(
    "points", [(), (Point(3, 5.0),), (Point(1, math.nan), Point(2, 1e-9)), (Point(0, 0.0),)]
)
def test_no_value_one_value_and_what_is_no_number_still_make_a_chart(points: tuple[Point, ...]) -> None:
    places = [float(mark.attrib["cy"]) for mark in lines(*points).iter(f"{SVG}circle")]

    assert all(0 <= place <= 440 for place in places)
    assert len(places) == sum(math.isfinite(point.y) for point in points)


def test_a_value_by_name_has_its_interval_and_an_undefined_one_says_so() -> None:
    chart = NamedChart("Voting", "CIDEr-D", (Named("elected", 1.5, 1.0, 2.5), Named("METEOR", None)))
    root = ElementTree.fromstring(named_svg(chart))
    (interval,) = [line for line in root.iter(f"{SVG}line") if line.attrib["stroke-width"] == "2"]
    (mark,) = root.iter(f"{SVG}circle")

    assert float(interval.attrib["x1"]) < float(mark.attrib["cx"]) < float(interval.attrib["x2"])
    assert "undefined" in texts(root)


def test_a_long_name_has_room_before_the_values() -> None:
    long = "voting by CIDEr-D, document frequencies of all the training reports"
    root = ElementTree.fromstring(named_svg(NamedChart("Voting", "CIDEr-D", (Named(long, 1.0),))))
    (name,) = [text for text in root.iter(f"{SVG}text") if text.text == long]

    assert float(name.attrib["x"]) > 7 * len(long)


def test_a_value_can_be_marked_through_all_rows() -> None:
    values = (Named("elected", 1.5), Named("mean", 1.0))
    root = ElementTree.fromstring(named_svg(NamedChart("Voting", "CIDEr-D", values, guide=1.5)))
    (guide,) = [line for line in root.iter(f"{SVG}line") if "stroke-dasharray" in line.attrib]

    assert guide.attrib["x1"] == guide.attrib["x2"] == next(root.iter(f"{SVG}circle")).attrib["cx"]


def test_ticks_are_round_numbers_around_all_values() -> None:
    ticks = [float(text) for text in texts(lines(Point(1, 0.31), Point(2, 0.88))) if text.startswith("0.")]

    assert ticks == [0.2, 0.4, 0.6, 0.8]
    assert "1.0" in texts(lines(Point(1, 0.31), Point(2, 0.88)))

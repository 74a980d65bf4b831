"""Turned and mirrored films: points go there and back, and the patient's sides go with them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dicom.header import Header
from engine.dicom.turning import NO_EDGES, Edges, Turn, read_edges, read_turn
from tests.engine.dicom.making import film_dataset

turns = st.builds(Turn, st.integers(0, 3), st.booleans())
lengths = st.integers(1, 50)
FRONTAL = Edges("R", "H", "L", "F")


def header_of(**attributes: Any) -> Header:
    return Header(film_dataset([[0]], attributes))


@given(turn=turns, x=lengths, y=lengths, width=lengths, height=lengths)
def test_a_point_goes_there_and_back(turn: Turn, x: int, y: int, width: int, height: int) -> None:
    assert turn.back(*turn.turned(x, y, width, height), width, height) == (x, y)


@given(turn=turns, x=lengths, y=lengths, dx=lengths, dy=lengths, size=st.tuples(lengths, lengths))
def test_a_move_is_the_difference_of_two_points(
    turn: Turn, x: int, y: int, dx: int, dy: int, size: tuple[int, int]
) -> None:
    there, then = turn.back(x, y, *size), turn.back(x + dx, y + dy, *size)
    assert turn.back_by(dx, dy) == (then[0] - there[0], then[1] - there[1])


@pytest.mark.parametrize(
    ("turn", "edges"),
    [
        (Turn(), FRONTAL),
        (Turn(1), Edges("F", "R", "H", "L")),  # clockwise: the head comes to the right
        (Turn(2), Edges("L", "F", "R", "H")),
        (Turn(3), Edges("H", "L", "F", "R")),
        (Turn(0, mirrored=True), Edges("L", "H", "R", "F")),
        (Turn(1, mirrored=True), Edges("H", "R", "F", "L")),  # turned first, then mirrored (PS3.3 C.10.6)
    ],
)
def test_the_patients_sides_are_turned_with_the_film(turn: Turn, edges: Edges) -> None:
    assert FRONTAL.turned(turn) == edges


@given(turn=turns)
def test_sides_lie_where_points_at_them_lie(turn: Turn) -> None:
    names = {(0, 1): "left", (2, 1): "right", (1, 0): "top", (1, 2): "bottom"}  # middles of a square's sides
    turned = FRONTAL.turned(turn)
    for (x, y), name in names.items():
        assert getattr(turned, names[turn.turned(x, y, 2, 2)]) == getattr(FRONTAL, name)  # type: ignore[index]


def test_a_film_names_the_directions_of_its_rows_and_columns() -> None:
    assert read_edges(header_of(PatientOrientation=["L", "F"])) == FRONTAL
    assert read_edges(header_of(PatientOrientation=["PL", "F"])) == Edges("AR", "H", "PL", "F")


@pytest.mark.parametrize(
    "senseless", [["L"], ["L", "R"], ["LR", "F"], ["X", "F"], ["L", ""], "", ["LL", "F"]]
)
def test_an_orientation_that_makes_no_sense_is_unknown(senseless: Any) -> None:
    assert read_edges(header_of(PatientOrientation=senseless)) == NO_EDGES
    assert read_edges(header_of()) == NO_EDGES


def test_a_state_turns_by_quarters_alone() -> None:
    assert read_turn(header_of(ImageRotation=270, ImageHorizontalFlip="Y")) == Turn(3, mirrored=True)
    crooked = header_of(ImageRotation=45, ImageHorizontalFlip="N")
    assert read_turn(crooked) == Turn()
    assert crooked.notes == ["The presentation state turns the film by 45°; this is not applied."]

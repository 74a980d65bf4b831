"""What a film is called, and whether it is a side view: both must say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.study import Radiograph


@pytest.mark.parametrize(
    ("view", "label", "lateral"),
    [
        ("PA", "PA", False),
        ("AP", "AP", False),
        ("LL", "LAT", True),
        ("RLO", "LAT", True),
        ("LATERAL", "LAT", True),
        ("LLD", "LLD", False),
        ("", "DX", False),
    ],
)
def test_a_film_that_is_called_lateral_is_read_as_one(view: str, label: str, lateral: bool) -> None:
    film = Radiograph(Path("film.dcm"), "1", "2", "3", "4", "DX", 1, 1, view_position=view)
    assert (film.label, film.is_lateral) == (label, lateral)

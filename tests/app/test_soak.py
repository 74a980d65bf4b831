"""The soak in small: an engine that stands in, a dozen studies; and its measure of growth by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engine.resources import STUDIES
from tests.app.desk_fakes import FakeEngine
from tests.soak.desk import Plan, soak
from tests.soak.measuring import CAN_MEASURE, Held, growth, left_behind

ONE = Held(0, 100, ("MainThread",), 10, 0, 0)


def test_growth_is_from_the_first_tenth_to_the_last() -> None:
    held = [replace(ONE, resident_bytes=size) for size in (*[100] * 3, *range(100, 200, 7), *[150] * 3)]
    assert growth(held) == pytest.approx(0.5)
    with pytest.raises(ValueError, match="two measurements"):
        growth([ONE])


def test_what_is_left_behind_is_named() -> None:
    more = replace(ONE, threads=("MainThread", "files"), files=12, children=1, temporary=3)
    assert left_behind(ONE, ONE) == ()
    assert left_behind(more, ONE) == ()
    assert left_behind(ONE, more) == (
        "thread files",
        "2 more open files",
        "1 more children",
        "3 more temporary files",
    )


@pytest.mark.slow  # two windows and ten studies
@pytest.mark.skipif(not CAN_MEASURE, reason="only Linux says what a process holds")
@pytest.mark.skipif(not STUDIES.is_dir(), reason="resources/studies is not there")
def test_a_desk_that_opened_and_closed_studies_leaves_nothing_behind(
    themed: QApplication,
    tmp_path: Path,
) -> None:
    heard: list[Held] = []
    plan = Plan(studies=6, drafted=2, every=3, side=64, warm_up=2)
    soaked = soak(plan, tmp_path, lambda *_: FakeEngine(), heard.append)
    assert soaked.left == ()
    assert [held.studies for held in soaked.held] == [0, 3, 6]
    assert tuple(heard) == soaked.held
    assert all(held.temporary == 0 for held in heard)
    assert heard[-1].objects == heard[1].objects

"""Measuring with the pointer: what is drawn, what comes into the review, what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.measures import FilmSeen
from app.messages import Notice
from app.ports import Lane
from app.presenters.measuring import MeasuringPresenter
from app.projection import Area, Projection
from app.review.history import History
from app.review.measurements import (
    Angle,
    Calibration,
    Caliper,
    CardiothoracicRatio,
    Length,
    Point,
    Region,
    ScaleKind,
    shifted,
)
from app.review.operations import Operation
from app.review.review import Review, edit_to
from app.review.signing import sign
from app.viewing import Tool
from engine.dicom.film import Film
from engine.dicom.turning import Turn
from engine.study import Spacing, SpacingKind
from tests.app.desk_fakes import ShownFilms, ShownMeasuring
from tests.app.filming import DirectLane, WaitingLane, film, ramp
from tests.app.review.reviewing import NOON

REACH = 8.0


class Editor:
    """The report editor, so far as measuring asks it, with a history to undo by."""

    def __init__(self) -> None:
        self.history = History(Review("1"))
        self.sentences: list[str] = []
        self.bench: Bench | None = None

    @property
    def review(self) -> Review:
        return self.history.present

    def change(self, operation: Operation) -> None:
        self.history = self.history.do(operation, NOON, "R")[0]
        self.tell()

    def add_sentence(self, text: str) -> None:
        self.sentences.append(text)

    def undo(self) -> None:
        self.history = self.history.undo(NOON, "R")[0]
        self.tell()

    def tell(self) -> None:
        assert self.bench is not None
        self.bench.measuring.show_review(self.review)


class Bench:
    """A film of 100 x 120 pixels at 2 device pixels each, its corner at (10, 20), and all around it."""

    def __init__(self, tool: Tool = Tool.LENGTH, lane: Lane | None = None, zoom: float = 2.0) -> None:
        self.view, self.films, self.report = ShownMeasuring(), ShownFilms(), Editor()
        self.notices: list[Notice] = []
        self.films.tool = tool
        self.put(with_spacing(film(ramp(100, 120), uid="pa"), SpacingKind.DETECTOR), zoom)
        self.measuring = MeasuringPresenter(
            self.view, self.films, self.report, lane or DirectLane(), self.notices.append
        )
        self.report.bench = self
        self.measuring.show_review(self.report.review)

    def put(self, shown: Film, zoom: float = 2.0) -> None:
        self.films.on[0] = FilmSeen(shown, Projection(10, 20, zoom, Area(400, 300)))

    def press(self, row: float, column: float) -> None:
        self.measuring.pressed(0, *self.at(row, column), REACH)

    def move(self, row: float, column: float) -> None:
        self.measuring.pointed(0, *self.at(row, column))

    def release(self, row: float, column: float) -> None:
        self.measuring.released(0, *self.at(row, column))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.press(*start)
        self.move(*end)
        self.release(*end)

    def click(self, row: float, column: float) -> None:
        self.press(row, column)
        self.release(row, column)

    def at(self, row: float, column: float) -> tuple[float, float]:
        x, y = self.films.on[0].on.device_point(row, column)
        return x - 0.5, y - 0.5  # the pointer points at the middle of its pixel

    @property
    def texts(self) -> list[tuple[str, ...]]:
        return [each.text for drawn in self.films.drawn.values() for each in drawn]


def with_spacing(shown: Film, kind: SpacingKind, mm: float = 0.1, view: str = "PA") -> Film:
    spaced = replace(shown.radiograph, spacing=Spacing(mm, mm, kind), view_position=view)
    return replace(shown, radiograph=spaced)


def test_a_length_is_drawn_by_one_drag_and_says_its_value_on_the_way() -> None:
    bench = Bench()
    bench.press(10, 20)
    bench.move(10, 60)
    assert bench.texts == [("4.0 mm at the detector",)]
    assert bench.report.review.version == 0
    bench.release(10, 70)
    (length,) = bench.report.review.measurements
    assert isinstance(length, Length)
    assert (length.start, length.end) == (Point(10, 20), Point(10, 70))
    assert bench.texts == [("5.0 mm at the detector",)]
    assert bench.view.shown.selected


def test_it_may_also_be_drawn_by_two_clicks() -> None:
    bench = Bench()
    bench.click(10, 20)
    bench.move(30, 20)
    assert bench.texts == [("2.0 mm at the detector",)]
    bench.click(40, 20)
    assert bench.texts == [("3.0 mm at the detector",)]


@pytest.mark.parametrize("zoom", [0.5, 2.0, 7.3])
def test_where_a_measurement_lies_does_not_depend_on_the_zoom(zoom: float) -> None:
    bench = Bench(zoom=zoom)
    bench.drag((10, 20), (50, 50))
    (length,) = bench.report.review.measurements
    assert isinstance(length, Length)
    assert length.value == pytest.approx(5.0, abs=0.003)


def test_an_angle_takes_a_drag_and_a_point() -> None:
    bench = Bench(Tool.ANGLE)
    bench.drag((50, 20), (50, 60))
    assert bench.texts == [("now the other leg",)]
    bench.move(20, 60)
    assert bench.texts == [("90.0°",)]
    bench.click(20, 60)
    (angle,) = bench.report.review.measurements
    assert isinstance(angle, Angle)
    assert angle.vertex == Point(50, 60)


def test_a_heart_ratio_takes_the_heart_then_the_thorax() -> None:
    bench = Bench(Tool.HEART)
    bench.drag((60, 40), (61, 68))
    assert bench.texts == [("now the widest thorax",)]
    bench.drag((70, 20), (70, 70))
    (ratio,) = bench.report.review.measurements
    assert ratio == CardiothoracicRatio(ratio.film, Caliper(61, 40, 68), Caliper(70, 20, 70))
    assert bench.texts == [("heart / thorax 0.56",)]
    bench.measuring.insert()
    assert bench.report.sentences == ["Cardiothoracic ratio 0.56."]


def test_no_heart_ratio_is_measured_from_the_side() -> None:
    bench = Bench(Tool.HEART)
    bench.put(with_spacing(film(ramp(100, 120), uid="pa"), SpacingKind.DETECTOR, view="LL"))
    bench.drag((60, 40), (60, 68))
    assert bench.texts == []
    assert "frontal" in bench.notices[0].what


def test_no_heart_ratio_is_measured_on_a_film_that_is_turned_by_a_quarter() -> None:
    bench = Bench(Tool.HEART)
    seen = bench.films.on[0]
    bench.films.on[0] = FilmSeen(seen.film, replace(seen.on, turn=Turn(1)))
    bench.drag((60, 40), (60, 68))
    assert bench.texts == []
    assert "upright" in bench.notices[0].what


def test_a_length_on_a_turned_film_lies_on_the_files_own_pixels() -> None:
    bench = Bench()
    seen = bench.films.on[0]
    bench.films.on[0] = FilmSeen(seen.film, replace(seen.on, turn=Turn(3, mirrored=True)))
    bench.drag((10, 20), (10, 70))
    (length,) = bench.report.review.measurements
    assert isinstance(length, Length)
    assert (length.start, length.end) == (Point(10, 20), Point(10, 70))


def test_the_pixels_of_a_region_are_counted_aside_and_it_stays_in_sight_meanwhile() -> None:
    lane = WaitingLane()
    bench = Bench(Tool.RECTANGLE, lane)
    bench.drag((0, 0), (2, 3))
    assert bench.report.review.version == 0
    assert bench.texts == [("0.1 mm² at the detector",)]
    lane.go()
    (region,) = bench.report.review.measurements
    assert isinstance(region, Region)
    assert region.statistics is not None
    values = ramp(100, 120)[:2, :3].astype(np.float64)
    assert (region.statistics.pixels, region.statistics.mean) == (6, values.mean())


def test_a_region_counted_for_a_study_no_longer_open_is_dropped() -> None:
    lane = WaitingLane()
    bench = Bench(Tool.ELLIPSE, lane)
    bench.drag((0, 0), (20, 30))
    bench.measuring.show_review(Review("2"))
    lane.go()
    assert bench.report.review.measurements == ()


def test_a_region_that_is_moved_has_its_pixels_counted_anew() -> None:
    bench = Bench(Tool.RECTANGLE)
    bench.drag((10, 10), (20, 30))
    (before,) = bench.report.review.measurements
    bench.films.tool = Tool.WINDOW
    bench.drag((10, 20), (15, 20))
    (after,) = bench.report.review.measurements
    assert isinstance(after, Region)
    assert (after.upper_left, after.lower_right) == (Point(15, 10), Point(25, 30))
    assert isinstance(before, Region)
    assert after.statistics != before.statistics
    assert after.statistics is not None


def test_a_handle_is_dragged_without_a_jump_and_undone_in_one_step() -> None:
    bench = Bench()
    bench.drag((10, 20), (10, 70))
    (before,) = bench.report.review.measurements
    bench.press(11, 71)  # not quite on it
    bench.move(11, 71)
    assert bench.texts == [("5.0 mm at the detector",)]
    bench.move(21, 71)
    bench.release(11, 91)
    (after,) = bench.report.review.measurements
    assert isinstance(after, Length)
    assert after.end == Point(10, 90)
    bench.report.undo()
    assert bench.report.review.measurements == (before,)


def test_a_measurement_is_never_dragged_off_the_film() -> None:
    bench = Bench()
    bench.drag((10, 20), (10, 70))
    bench.films.tool = Tool.WINDOW
    bench.drag((10, 40), (-90, 400))
    (length,) = bench.report.review.measurements
    assert isinstance(length, Length)
    assert (length.start, length.end) == (Point(0, 70), Point(0, 120))
    bench.drag((0, 120), (500, 500))
    assert bench.report.review.measurements[0].end == Point(100, 120)  # type: ignore[union-attr]


def test_a_click_on_a_measurement_selects_it_and_changes_nothing() -> None:
    bench = Bench()
    bench.drag((10, 20), (10, 70))
    assert bench.measuring.escape()
    assert not bench.view.shown.selected
    bench.films.tool = Tool.WINDOW
    bench.click(10, 45)
    assert bench.view.shown.selected
    assert bench.report.review.version == 1


def test_keys_go_through_all_measurements_and_remove_the_selected_one() -> None:
    bench = Bench()
    for row in (10, 30, 50):
        bench.drag((row, 20), (row, 70))
    bench.measuring.escape()
    selected = []
    for _ in range(4):
        bench.measuring.select_next()
        selected.append([each.selected for each in bench.films.drawn["pa", 0]].index(True))
    assert selected == [0, 1, 2, 0]
    bench.measuring.select_previous()
    bench.measuring.remove()
    assert len(bench.report.review.measurements) == 2
    assert not bench.view.shown.selected
    bench.report.undo()
    assert len(bench.report.review.measurements) == 3


def test_escape_drops_what_was_begun_then_lets_go_and_then_is_for_others() -> None:
    bench = Bench()
    bench.drag((10, 20), (10, 70))
    bench.press(50, 20)
    assert bench.measuring.escape()
    assert len(bench.texts) == 1
    bench.release(50, 90)
    assert len(bench.report.review.measurements) == 1
    assert not bench.measuring.escape()


def test_another_tool_drops_what_was_begun() -> None:
    bench = Bench()
    bench.press(10, 20)
    bench.measuring.tool_chosen(Tool.WINDOW)
    assert bench.texts == []


def test_a_known_length_calibrates_the_film_and_taking_it_away_brings_the_header_back() -> None:
    bench = Bench()
    bench.drag((10, 20), (10, 70))
    bench.films.tool = Tool.CALIBRATE
    bench.drag((60, 20), (60, 70))
    assert (bench.view.asked, bench.report.review.version) == (1, 1)
    assert len(bench.texts) == 2
    bench.measuring.length_given(25.0)
    assert ("25.0 mm, calibrated by the reader",) in bench.texts
    assert ("25.0 mm, known length",) in bench.texts
    bench.measuring.remove()
    assert bench.texts == [("5.0 mm at the detector",)]


def test_a_line_whose_length_nobody_knows_calibrates_nothing() -> None:
    bench = Bench(Tool.CALIBRATE)
    bench.drag((60, 20), (60, 70))
    bench.measuring.length_refused()
    bench.measuring.length_given(25.0)
    assert (bench.report.review.version, bench.texts) == (0, [])


def test_what_is_drawn_after_a_calibration_is_measured_by_it() -> None:
    bench = Bench(Tool.CALIBRATE)
    bench.drag((60, 20), (60, 70))
    bench.measuring.length_given(25.0)
    bench.films.tool = Tool.LENGTH
    bench.drag((10, 20), (10, 40))
    length = bench.report.review.measurements[-1]
    assert isinstance(length, Length)
    assert length.scale.kind is ScaleKind.KNOWN_LENGTH
    assert isinstance(bench.report.review.measurements[0], Calibration)


def test_a_film_of_another_study_is_not_measured_in_this_review() -> None:
    bench = Bench()
    other = film(ramp(100, 120), uid="prior")
    bench.put(replace(other, radiograph=replace(other.radiograph, study_uid="2")))
    bench.drag((10, 20), (10, 70))
    assert bench.report.review.version == 0
    assert "another study" in bench.notices[0].what


def test_a_signed_report_is_measured_no_more_but_still_shows_what_was() -> None:
    bench = Bench()
    bench.drag((10, 20), (10, 70))
    bench.report.change(edit_to(bench.report.review, "Normal."))
    bench.report.change(sign(bench.report.review, "Dr. Roe", "radiologist", "author", NOON))
    assert not bench.view.shown.can_measure
    bench.drag((50, 20), (50, 70))
    bench.drag((10, 70), (30, 70))
    bench.measuring.remove()
    bench.measuring.insert()
    assert bench.texts == [("5.0 mm at the detector",)]
    assert bench.report.sentences == []
    assert "signed" in bench.notices[-1].what


def test_what_is_undone_while_it_is_held_is_let_go() -> None:
    bench = Bench()
    bench.drag((10, 20), (10, 70))
    bench.press(10, 70)
    bench.report.undo()
    bench.move(30, 70)
    bench.release(30, 70)
    assert (bench.report.review.measurements, bench.texts) == ((), [])


def test_a_region_without_extent_is_refused_with_a_word() -> None:
    bench = Bench(Tool.ELLIPSE)
    bench.drag((10, 20), (10, 70))
    assert bench.report.review.version == 0
    assert "too small" in bench.notices[0].what


def test_two_alike_are_one() -> None:
    bench = Bench()
    bench.drag((10, 20), (10, 70))
    (length,) = bench.report.review.measurements
    bench.drag((30, 20), (30, 70))
    bench.films.tool = Tool.WINDOW
    bench.drag((30, 40), (10, 40))
    assert bench.report.review.measurements == (length,)
    assert shifted(length, 0, 0) == length


def test_the_magnifier_goes_from_two_to_four_times_and_away() -> None:
    bench = Bench()
    seen = []
    for _ in range(3):
        bench.measuring.lens_turned()
        seen.append(bench.view.shown.lens)
    assert seen == [2, 4, 0]

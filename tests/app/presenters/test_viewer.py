from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.measures import MeasureShown
from app.presenters.attention import OverlayChoice
from app.presenters.grading import presets
from app.presenters.viewer import ViewerPresenter
from app.projection import Sight
from app.viewing import Drawing, Pace, Tool
from engine.dicom.film import Film
from engine.dicom.grey import VoiLut
from engine.dicom.turning import MIRRORED, UPRIGHT, Turn
from engine.errors import PixelsUnreadable
from engine.panel import Evidence
from engine.study import Document, Patient, PersonName, Radiograph, Study, VoiFunction, Window, WindowSource
from tests.app.filming import (
    DirectLane,
    ViewerStandIn,
    WaitingLane,
    film,
    one_hot,
    radiograph,
    ramp,
    reader_of,
    study_of,
)


class Desk:
    """A presenter over a stand-in view, with films read at once into places of 100 x 80 device pixels."""

    def __init__(self, films: Sequence[Film], overlay: OverlayChoice | None = None) -> None:
        self.view = ViewerStandIn()
        self.viewer = ViewerPresenter(self.view, DirectLane(), reader_of(films), overlay)
        self.study = study_of(films)
        self.viewer.show_study(self.study)
        for place in range(self.view.places):
            self.viewer.area_resized(place, 100, 80)

    def readings(self, place: int = 0) -> tuple[str, ...]:
        return self.view.films[place].readings


def chest(count: int = 2, **more: float) -> list[Film]:
    return [film(ramp(40, 50), uid=f"film {index}", **more) for index in range(count)]  # type: ignore[arg-type]


def test_both_views_of_a_study_stand_side_by_side_and_one_alone_fills() -> None:
    assert Desk(chest(2)).view.places == 2
    assert Desk(chest(1)).view.places == 1


def test_a_fitted_film_follows_its_place_until_the_reader_zooms() -> None:
    desk = Desk(chest(1))
    assert desk.view.films[0].sight.zoom == 2.0  # type: ignore[union-attr]
    desk.viewer.area_resized(0, 200, 160)
    assert desk.view.films[0].sight.zoom == 4.0  # type: ignore[union-attr]
    desk.viewer.zoom_turned(0, 1, Pace.NORMAL, 0, 0)
    desk.viewer.area_resized(0, 100, 80)
    assert desk.view.films[0].sight.zoom == pytest.approx(4.8)  # type: ignore[union-attr]


def test_a_film_with_high_pixels_is_fitted_as_it_is_drawn_and_no_row_is_left_out_at_its_own_size() -> None:
    of = film(ramp(20, 50))
    desk = Desk([replace(of, radiograph=replace(of.radiograph, pixel_aspect=2.0))])
    assert desk.view.films[0].sight == Sight(2.0, 10, 25, 2.0)
    desk.viewer.actual_size_asked()
    assert desk.view.films[0].sight == Sight(1.0, 10, 25, 2.0)
    assert desk.readings()[-1] == "100 %"  # 1:1 would be said of square pixels alone
    wide = film(ramp(80, 50))
    desk = Desk([replace(wide, radiograph=replace(wide.radiograph, pixel_aspect=0.5))])
    desk.viewer.actual_size_asked()
    assert desk.view.films[0].sight == Sight(2.0, 40, 25, 0.5)


def test_dragging_right_widens_and_dragging_up_lowers_the_level() -> None:
    desk = Desk(chest(1))
    desk.viewer.window_dragged(0, 10, 0, Pace.NORMAL)
    assert desk.view.bar.window == "W 4176  L 2048"
    desk.viewer.reset_asked()
    desk.viewer.window_dragged(0, 0, -10, Pace.NORMAL)
    assert desk.view.bar.window == "W 4096  L 1968"


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("again", [False, True])
def test_dragging_up_makes_the_film_brighter_whatever_its_polarity(inverted: bool, again: bool) -> None:
    desk = Desk([film(ramp(40, 50), inverted=inverted)])
    if again:
        desk.viewer.invert_toggled()
    before = desk.view.films[0].levels
    desk.viewer.window_dragged(0, 0, -40, Pace.NORMAL)
    after = desk.view.films[0].levels
    assert before is not None
    assert after is not None
    assert after.averaged.mean() > before.averaged.mean()


def test_shift_is_coarse_and_ctrl_is_fine() -> None:
    windows = []
    for pace in (Pace.FINE, Pace.NORMAL, Pace.COARSE):
        desk = Desk(chest(1))
        desk.viewer.window_dragged(0, 4, 0, pace)
        windows.append(desk.view.bar.window)
    assert windows == ["W 4104  L 2048", "W 4128  L 2048", "W 4224  L 2048"]


def test_a_window_never_gets_narrower_than_its_function_allows() -> None:
    desk = Desk(chest(1))
    for _ in range(20):
        desk.viewer.window_dragged(0, -1000, 0, Pace.COARSE)
    assert desk.view.bar.window == "W 1  L 2048"
    desk.viewer.window_dragged(0, 100, 0, Pace.NORMAL)
    assert desk.view.bar.window != "W 1  L 2048"


def test_the_level_stays_where_the_film_or_its_windows_have_values() -> None:
    desk = Desk([film([[0, 100]], windows=[Window(600, 200)])])
    for _ in range(50):
        desk.viewer.window_dragged(0, 0, 1000, Pace.COARSE)
    assert desk.view.bar.window == "W 200  L 700"


def test_a_window_beside_all_values_is_said_so() -> None:
    desk = Desk([film([[0, 100]], windows=[Window(600, 200)])])
    assert "all values outside the window" in desk.readings()


def test_all_windows_of_the_file_are_offered_with_auto_and_full_range_each_with_its_source() -> None:
    windows = (Window(2048, 4096, "NORMAL"), Window(600, 1200, "BONE"))
    lut = VoiLut(0, np.arange(16, dtype=np.uint16) * 4369, 16, "HARD")
    desk = Desk([film(ramp(40, 50), windows=windows, luts=[lut])])
    offered = [(preset.text, preset.source, preset.chosen) for preset in desk.view.bar.presets]
    assert offered == [
        ("NORMAL", "in the file, W 4096  L 2048", True),
        ("BONE", "in the file, W 1200  L 600", False),
        ("HARD", "table in the file", False),
        ("auto", "0.1 % of the pixels outside at either end", False),
        ("full range", "lowest to highest pixel", False),
    ]
    desk.viewer.preset_chosen(1)
    assert (desk.view.bar.window, desk.readings()[1]) == ("W 1200  L 600", "BONE (file)")
    desk.viewer.preset_chosen(2)
    assert desk.readings()[:2] == ("HARD", "table in the file")


def test_a_film_without_a_window_is_shown_in_the_automatic_one_and_says_so() -> None:
    auto = Window(500, 1000, "auto", VoiFunction.LINEAR_EXACT, WindowSource.AUTO)
    desk = Desk([film(ramp(40, 50), windows=[auto])])
    assert desk.readings()[:2] == ("W 1000  L 500", "auto")
    assert [preset.text for preset in desk.view.bar.presets] == ["auto", "full range"]


def test_dragging_from_a_table_goes_on_from_the_values_that_it_maps() -> None:
    lut = VoiLut(100, np.arange(401, dtype=np.uint16), 16, "HARD")
    desk = Desk([film(ramp(40, 50), luts=[lut])])
    desk.viewer.preset_chosen(1)
    desk.viewer.window_dragged(0, 1, 0, Pace.NORMAL)
    assert desk.view.bar.window == "W 402  L 300"


def test_a_preset_concerns_the_film_that_the_reader_turned_to() -> None:
    desk = Desk(chest(2))
    desk.viewer.place_chosen(1)
    desk.viewer.window_dragged(1, 10, 0, Pace.NORMAL)
    assert desk.readings(0)[0] == "W 4096  L 2048"
    assert desk.readings(1)[0] == desk.view.bar.window == "W 4176  L 2048"
    assert (desk.view.films[0].active, desk.view.films[1].active) == (False, True)


def test_the_probe_reads_stored_modality_and_display_values_at_the_pixel() -> None:
    of = film([[0, 100], [200, 300]], slope=2, intercept=-50, windows=[Window(150, 700)])
    desk = Desk([of])
    desk.viewer.probe_toggled()
    sight = desk.view.films[0].sight
    assert sight is not None
    assert sight.zoom == 40.0
    desk.viewer.pointed(0, 51, 79)  # the second column begins at 50, the second row at 40
    display = int(of.display()[1, 1])
    assert desk.readings()[:3] == ("row 1  column 1", "stored 300  value 550", f"display {display}")
    desk.viewer.invert_toggled()
    desk.viewer.pointed(0, 50, 40)
    assert desk.readings()[2] == f"display {255 - display}"
    desk.viewer.pointed(0, 5, 40)  # beside the film
    assert not desk.readings()[0].startswith("row")


def test_without_the_probe_the_pointer_reads_nothing() -> None:
    desk = Desk(chest(1))
    desk.viewer.pointed(0, 50, 40)
    assert not desk.readings()[0].startswith("row")


def test_one_to_one_keeps_the_middle_and_a_double_click_fits_again() -> None:
    desk = Desk(chest(2))
    desk.viewer.actual_size_asked()
    assert desk.readings(0)[-1] == desk.readings(1)[-1] == "1:1"
    desk.viewer.place_double_clicked(0)
    assert desk.readings(0)[-1] == "200 %"
    assert desk.readings(1)[-1] == "1:1"
    desk.viewer.fit_asked()
    assert desk.readings(1)[-1] == "200 %"


def test_reset_brings_back_everything() -> None:
    desk = Desk(chest(2))
    before = dict(desk.view.films)
    desk.viewer.window_dragged(0, 30, 10, Pace.NORMAL)
    desk.viewer.zoom_turned(1, 3, Pace.NORMAL, 5, 5)
    desk.viewer.invert_toggled()
    desk.viewer.reset_asked()
    for place, shown in desk.view.films.items():
        assert replace(shown, levels=None) == replace(before[place], levels=None)
        assert np.array_equal(shown.levels.exact, before[place].levels.exact)  # type: ignore[union-attr]


def test_more_than_two_films_make_a_strip_and_the_chosen_one_goes_to_the_active_place() -> None:
    desk = Desk(chest(3))
    assert [item.place for item in desk.view.strip] == [0, 1, -1]
    desk.viewer.place_chosen(1)
    desk.viewer.strip_chosen(2)
    assert [item.place for item in desk.view.strip] == [0, -1, 1]
    desk.viewer.strip_chosen(0)
    assert desk.view.films[0].active


def test_two_films_need_no_strip() -> None:
    assert Desk(chest(2)).view.strip == ()


def test_a_map_is_scaled_by_its_peak_over_all_films_and_says_what_that_is() -> None:
    films = chest(2)
    desk = Desk(films)
    maps = np.zeros((1, 2, 2, 2), np.float32)
    maps[0, 0, 0, 0], maps[0, 1, 1, 1] = 0.75, 0.25
    desk.viewer.show_map(replace(one_hot(films, 0, (0, 0), (2, 2)), expert_maps=maps), 0)
    first, second = desk.view.films[0], desk.view.films[1]
    assert first.overlay is not None
    assert second.overlay is not None
    assert (first.overlay.grid[0, 0], second.overlay.grid[1, 1]) == (1.0, pytest.approx(1 / 3))
    assert first.legend is not None
    assert (first.legend.caption, first.legend.highest) == ("expert A", "75.0 % a cell, 6.0 × even")
    assert second.legend is None


def test_a_map_goes_to_the_film_that_its_frame_names() -> None:
    films = chest(2)
    evidence = one_hot(films, 1, (0, 0), (2, 2))
    swapped = Evidence(evidence.frames[::-1], evidence.expert_maps[:, ::-1])
    desk = Desk(films)
    desk.viewer.show_map(swapped, 0)
    assert [desk.view.films[place].overlay.grid.max() for place in (0, 1)] == [0.0, 1.0]  # type: ignore[union-attr]


def test_a_film_that_the_model_did_not_see_has_no_overlay() -> None:
    films = chest(2)
    desk = Desk(films)
    desk.viewer.show_map(one_hot(films[:1], 0, (0, 0), (2, 2)), 0)
    assert desk.view.films[1].overlay is None


def test_words_have_a_map_of_their_own_and_none_where_none_is_known() -> None:
    films = chest(1)
    words = np.zeros((3, 1, 2, 2), np.float32)
    words[1, 0, 1, 0] = 1.0
    evidence = replace(one_hot(films, 0, (0, 0), (2, 2)), word_maps=(words,))
    desk = Desk(films)
    desk.viewer.show_words_map(evidence, 0, 1, 2)
    shown = desk.view.films[0]
    assert shown.overlay is not None
    assert shown.legend is not None
    assert (shown.overlay.grid[1, 0], shown.legend.caption) == (1.0, "expert A, this word")
    desk.viewer.show_words_map(evidence, 1, 0, 2)
    assert desk.view.films[0].overlay is None


def test_the_overlay_can_be_taken_away_and_switched_off() -> None:
    films = chest(1)
    desk = Desk(films)
    desk.viewer.show_map(one_hot(films, 0, (0, 0), (2, 2)), 0)
    desk.viewer.overlay_toggled()
    assert desk.view.films[0].overlay is None
    desk.viewer.overlay_toggled()
    assert desk.view.films[0].overlay is not None
    desk.viewer.show_no_map()
    assert desk.view.films[0].overlay is None
    assert not desk.view.bar.has_map


def test_how_overlays_are_drawn_outlives_the_study() -> None:
    films = chest(1)
    desk = Desk(films, OverlayChoice(opacity=0.3, threshold=0.2))
    desk.viewer.drawing_chosen(Drawing.OUTLINE)
    desk.viewer.opacity_changed(0.8)
    desk.viewer.show_study(None)
    desk.viewer.show_study(desk.study)
    desk.viewer.show_map(one_hot(films, 0, (0, 0), (2, 2)), 0)
    overlay = desk.view.films[0].overlay
    assert overlay is not None
    assert (overlay.drawing, overlay.opacity, overlay.threshold) == (Drawing.OUTLINE, 0.8, 0.2)
    assert desk.viewer.overlay == OverlayChoice(True, Drawing.OUTLINE, 0.8, 0.2)


def test_a_new_study_starts_without_the_last_ones_overlay_and_polarity() -> None:
    films = chest(1)
    desk = Desk(films)
    desk.viewer.show_map(one_hot(films, 0, (0, 0), (2, 2)), 0)
    desk.viewer.invert_toggled()
    desk.viewer.show_study(replace(desk.study, study_uid="2"))
    assert desk.view.films[0].overlay is None
    assert not desk.view.bar.inverted


def test_no_study_and_a_study_without_films_say_so() -> None:
    desk = Desk(chest(1))
    desk.viewer.show_study(None)
    assert desk.view.films[0].message == "No study is open. Drop a file or a folder here."
    desk.viewer.show_study(Study("3"))
    assert desk.view.films[0].message == "This study has no film that can be shown."
    assert not desk.view.bar.enabled


def test_a_film_that_cannot_be_read_says_why_and_the_other_is_shown() -> None:
    films = chest(2)

    def read(of: Radiograph, *_: object) -> Film:
        if of.sop_instance_uid == "film 0":
            raise PixelsUnreadable("The image data are damaged and cannot be shown.")
        return films[1]

    view = ViewerStandIn()
    ViewerPresenter(view, DirectLane(), read).show_study(study_of(films))
    assert view.films[0].failed
    assert view.films[0].message == "The image data are damaged and cannot be shown."
    assert view.films[1].tones is not None


def test_films_that_arrive_after_the_reader_went_on_are_dropped_and_their_reading_is_cancelled() -> None:
    first, second = chest(1), [film(ramp(8, 9), uid="other")]
    view, lane = ViewerStandIn(), WaitingLane()
    viewer = ViewerPresenter(view, lane, reader_of([*first, *second]))
    viewer.show_study(study_of(first))
    assert view.films[0].message == "The film is being read …"
    viewer.show_study(replace(study_of(second), study_uid="2"))
    assert lane.tokens[0].cancelled
    lane.go()
    assert view.films[0].tones is not None
    assert view.films[0].tones.rows == 8


def test_showing_the_same_study_again_changes_nothing() -> None:
    desk = Desk(chest(1))
    desk.viewer.zoom_turned(0, 1, Pace.NORMAL, 0, 0)
    before = desk.view.films[0]
    desk.viewer.show_study(study_of(chest(1)))
    assert desk.view.films[0] == before


def test_the_corners_name_view_patient_and_day() -> None:
    of = film(ramp(40, 50))
    patient = Patient(PersonName("Doe^Jane"), "4711")
    view = ViewerStandIn()
    viewer = ViewerPresenter(view, DirectLane(), reader_of([of]))
    viewer.show_study(replace(study_of([of]), patient=patient, study_date="20260312"))
    assert (view.films[0].label, view.films[0].patient) == ("PA", ("Doe Jane", "4711", "2026-03-12"))


def test_a_picture_without_a_patient_is_called_unidentified() -> None:
    of = replace(film(ramp(40, 50)), radiograph=radiograph("film", 40, 50, identified=False))
    view = ViewerStandIn()
    ViewerPresenter(view, DirectLane(), reader_of([of])).show_study(study_of([of]))
    assert (view.films[0].patient, view.films[0].identified) == (("unidentified",), False)


def test_the_films_notes_become_badges() -> None:
    of = replace(film(ramp(40, 50)), notes=("Inverted because Presentation LUT Shape is INVERSE.",))
    view = ViewerStandIn()
    ViewerPresenter(view, DirectLane(), reader_of([of])).show_study(study_of([of]))
    assert view.films[0].badges == of.notes


def test_the_tool_is_shown_and_gestures_on_an_empty_place_do_nothing() -> None:
    view = ViewerStandIn()
    viewer = ViewerPresenter(view, DirectLane(), reader_of([]))
    viewer.tool_chosen(Tool.PAN)
    assert view.bar.tool is Tool.PAN
    viewer.probe_toggled()
    viewer.area_resized(0, 100, 80)
    gestures: tuple[Callable[[], None], ...] = (
        lambda: viewer.window_dragged(0, 1, 1, Pace.NORMAL),
        lambda: viewer.pan_dragged(0, 1, 1),
        lambda: viewer.zoom_turned(0, 1, Pace.NORMAL, 1, 1),
        lambda: viewer.pointed(0, 1, 1),
        lambda: viewer.place_double_clicked(0),
        lambda: viewer.preset_chosen(0),
        viewer.fit_asked,
        viewer.actual_size_asked,
        viewer.reset_asked,
        viewer.invert_toggled,
    )
    for gesture in gestures:
        gesture()
    assert view.films[0].tones is None


def test_presets_are_the_windows_in_their_order() -> None:
    desk = Desk([film(ramp(40, 50), windows=[Window(1, 2), Window(3, 4, "BONE")])])
    tones = desk.view.films[0].tones
    assert tones is not None
    assert [name for _, name, _ in presets(tones)] == ["window 1", "BONE", "auto", "full range"]


def of_frames(count: int) -> list[Film]:
    one = chest(1)[0]
    return [replace(one, radiograph=replace(one.radiograph, frames=count))]


def test_a_film_of_several_frames_is_paged_and_stays_as_the_reader_looks_at_it() -> None:
    desk = Desk(of_frames(3))
    assert desk.view.films[0].label.endswith("frame 1 of 3")
    desk.viewer.window_dragged(0, 10, 0, Pace.NORMAL)
    desk.viewer.zoom_turned(0, 1, Pace.NORMAL, 0, 0)
    before = desk.view.films[0].sight, desk.view.bar.window
    desk.viewer.next_frame_asked()
    assert desk.view.films[0].label.endswith("frame 2 of 3")
    assert (desk.view.films[0].sight, desk.view.bar.window) == before
    assert (desk.view.bar.frame, desk.view.bar.frames) == (1, 3)
    desk.viewer.frame_chosen(2)
    desk.viewer.next_frame_asked()
    assert desk.view.bar.frame == 2
    desk.viewer.previous_frame_asked()
    assert desk.view.bar.frame == 1


def test_the_models_map_lies_on_the_first_frame_alone() -> None:
    films = of_frames(2)
    desk = Desk(films)
    desk.viewer.show_map(one_hot(films, 0, (0, 0), (2, 2)), 0)
    assert desk.view.films[0].overlay is not None
    desk.viewer.next_frame_asked()
    assert desk.view.films[0].overlay is None


def test_a_frame_that_cannot_be_read_leaves_no_other_in_its_place_and_the_next_one_is_shown() -> None:
    films = of_frames(3)

    def read(_: Radiograph, frame: int, __: object) -> Film:
        if frame == 1:
            raise PixelsUnreadable("The image data are damaged and cannot be shown.")
        return replace(films[0], frame=frame)

    view = ViewerStandIn()
    viewer = ViewerPresenter(view, DirectLane(), read)
    viewer.show_study(study_of(films))
    viewer.next_frame_asked()
    assert view.films[0].failed
    assert view.films[0].tones is None
    viewer.next_frame_asked()
    assert not view.films[0].failed
    assert view.films[0].label.endswith("frame 3 of 3")


def test_measurements_belong_to_their_frame() -> None:
    desk = Desk(of_frames(2))
    line = MeasureShown((((0.0, 0.0), (1.0, 1.0)),), (), ("1 mm",), (0.0, 0.0))
    desk.viewer.show_measures({("film 0", 1): (line,)})
    assert not desk.view.films[0].measures
    desk.viewer.next_frame_asked()
    assert desk.view.films[0].measures == (line,)


def with_states(count: int, uid: str = "film 0") -> tuple[Study, list[Film]]:
    films = chest(1)
    states = tuple(
        Document(
            Path(f"state{number}"), f"9.{number}", "", "presentation state", f"STATE {number}", films=(uid,)
        )
        for number in range(count)
    )
    return replace(study_of(films), documents=states), films


class ReadsWithStates:
    """Turns the film bright under any state, and remembers under which."""

    def __init__(self, films: Sequence[Film]) -> None:
        self._film = films[0]
        self.asked: list[str] = []

    def __call__(self, _: Radiograph, frame: int, state: Path | None) -> Film:
        self.asked.append(state.name if state else "")
        window = Window(10, 20) if state else self._film.default
        return replace(self._film, default=window, displayed=(0, 0, 10, 10) if state else None)


def test_the_only_presentation_state_of_a_film_is_applied_and_named() -> None:
    study, films = with_states(1)
    view, read = ViewerStandIn(), ReadsWithStates(films)
    viewer = ViewerPresenter(view, DirectLane(), read)
    viewer.show_study(study)
    viewer.area_resized(0, 100, 100)
    assert read.asked == ["state0"]
    assert view.bar.window == "W 20  L 10"
    assert view.films[0].badges == ("Shown by the presentation state STATE 0.",)
    assert view.films[0].sight == Sight(10.0, 5.0, 5.0)  # what the state wants seen fills the place
    viewer.state_chosen(-1)
    assert view.bar.window == "W 4096  L 2048"
    assert [state.text for state in view.bar.states] == ["As the film's file says", "STATE 0"]


def test_a_film_that_is_moved_while_its_state_is_read_is_turned_as_the_state_says() -> None:
    study, films = with_states(2)
    view, lane, quarter = ViewerStandIn(), WaitingLane(), Turn(1)
    read = ReadsWithStates(films)
    viewer = ViewerPresenter(
        view, lane, lambda *asked: replace(read(*asked), turn=quarter if asked[2] else UPRIGHT)
    )
    viewer.show_study(study)
    viewer.area_resized(0, 100, 100)
    lane.go()
    viewer.state_chosen(0)
    viewer.pan_dragged(0, 3, 3)
    lane.go()
    sight = view.films[0].sight
    assert sight is not None
    assert sight.turn == quarter


def test_that_a_film_is_mirrored_is_said_before_all_else() -> None:
    study, films = with_states(1)
    view, read = ViewerStandIn(), ReadsWithStates(films)
    viewer = ViewerPresenter(
        view, DirectLane(), lambda *asked: replace(read(*asked), notes=("Other.", MIRRORED))
    )
    viewer.show_study(study)
    assert view.films[0].badges == (MIRRORED, "Shown by the presentation state STATE 0.", "Other.")


def test_of_several_presentation_states_none_is_applied_until_one_is_chosen() -> None:
    study, films = with_states(2)
    view, read = ViewerStandIn(), ReadsWithStates(films)
    viewer = ViewerPresenter(view, DirectLane(), read)
    viewer.show_study(study)
    assert read.asked == [""]
    assert view.films[0].badges == ("2 presentation states: choose one in the window menu.",)
    viewer.state_chosen(1)
    assert read.asked == ["", "state1"]
    assert [state.chosen for state in view.bar.states] == [False, False, True]


def test_a_presentation_state_for_films_that_are_not_here_is_said() -> None:
    study, films = with_states(1, uid="elsewhere")
    view = ViewerStandIn()
    ViewerPresenter(view, DirectLane(), reader_of(films)).show_study(study)
    assert view.films[0].badges == ("The presentation state STATE 0 is for films that are not here.",)
    assert view.bar.states == ()

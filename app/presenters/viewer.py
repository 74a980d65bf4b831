"""What the viewer shows: which films, in which window, how large, and which overlay lies on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from app.language import tr_engine, tr_mark, tr_marked
from app.layers import Layers, prepare_layers
from app.measures import FilmSeen, FrameKey, MeasureShown
from app.messages import notice_of
from app.ports import Lane, Task, Tell
from app.presenters.attention import Map, OverlayChoice, expert_map, legend, overlay_on, words_map
from app.presenters.grading import Grading, dragged, grading_text, presets
from app.presenters.linking import Seen
from app.presenters.scene import (
    Scene,
    frame_text,
    label,
    patient_lines,
    pixel_text,
    scene_of,
    state_badges,
    state_choices,
    view_name,
)
from app.projection import Area, Sight, panned, project, zoomed
from app.rendering import Tones, prepare_tones
from app.viewing import (
    BarShown,
    Drawing,
    FilmShown,
    OverlayShown,
    Pace,
    PresetShown,
    StripItem,
    Tool,
    ViewerView,
)
from engine.dicom.film import Film
from engine.dicom.turning import MIRRORED
from engine.panel import Evidence
from engine.progress import CancelToken
from engine.study import Document, Radiograph, Study


class Follower(Protocol):
    """Whoever goes along with what the viewer shows."""

    def study_shown(self, study: Study | None) -> None:
        """Another study is shown."""

    def film_turned_to(self, film: Radiograph | None) -> None:
        """The reader turned to this film."""

    def look_changed(self) -> None:
        """The reader looks otherwise at that film."""

    def film_placed(self) -> None:
        """That film came, or has another place."""


ReadFilm = Callable[[Radiograph, int, Path | None], Film]
"""Decodes one frame of a film, counted from 0, as the presentation state in a file wants it seen, if one is
given; blocks. Raises PixelsUnreadable."""

PLACES = 2  # films side by side
ZOOM_STEP = 1.2  # one notch of the wheel

NO_STUDY = tr_mark("No study is open. Drop a file or a folder here.")
NO_FILM = tr_mark("This study has no film that can be shown.")
READING = tr_mark("The film is being read …")


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """A film that was read and prepared for the screen."""

    tones: Tones
    layers: Layers


Whose = tuple[Study | None, int, int, Document | None]
"""A study, one of its films, one of that film's frames, and the presentation state that was asked for."""


class ViewerPresenter:
    """Decides what the viewer shows. Films are read on `lane` by `read`, first the frontal one."""

    def __init__(
        self, view: ViewerView, lane: Lane, read: ReadFilm, overlay: OverlayChoice | None = None
    ) -> None:
        self._view = view
        self._lane = lane
        self._read = read
        self._overlay = overlay or OverlayChoice()
        self._most_places = PLACES
        self._caption = ""
        self._follower: Follower | None = None
        self._study: Study | None = None
        self._scenes: list[Scene] = []
        self._places: list[int] = []  # which film each place shows
        self._areas: dict[int, Area] = {}
        self._tasks: dict[int, Task] = {}  # by film
        self._active = 0
        self._tool = Tool.WINDOW
        self._probing = False
        self._probe = (-1, "")  # place, and what lies under the pointer there
        self._inverted = False
        self._smooth = True
        self._shutter_on = True
        self._map: Map | None = None
        self._measures: Mapping[FrameKey, tuple[MeasureShown, ...]] = {}
        self._show_all()

    @property
    def overlay(self) -> OverlayChoice:
        """The reader's present liking, to be remembered."""
        return self._overlay

    def followed_by(self, follower: Follower) -> None:
        """Tell this one from now on what is shown."""
        self._follower = follower

    def captioned(self, caption: str) -> None:
        """Say this before the name of every film: whose viewer this is."""
        self._caption = caption
        self._show_films()

    def limit_places(self, count: int) -> None:
        """Show at most so many films side by side; the film that the reader turned to stays."""
        self._most_places = count
        active = self._places[self._active] if self._places else 0
        others = [index for index in range(len(self._scenes)) if index != active]
        self._places = sorted([active, *others][: min(count, len(self._scenes))])
        self._active = self._places.index(active) if self._places else 0
        self._show_all()

    @property
    def seen(self) -> Seen | None:
        """How the reader looks at the film that keys and menus concern; None while it cannot be seen."""
        scene, sight = self._scene(self._active), self._sight(self._active)
        if scene is None or scene.tones is None or scene.grading is None or sight is None:
            return None
        area = self._areas[self._active]
        return Seen(scene.radiograph, scene.tones, area, sight, scene.grading, self._inverted)

    def see(self, sight: Sight, grading: Grading | None, inverted: bool) -> None:
        """Look at that film so; a window of None stays as it is."""
        scene = self._scene(self._active)
        if scene is None:
            return
        if inverted != self._inverted:
            self.invert_toggled()
        if grading is not None and grading != scene.grading:
            self._grade(self._active, grading)
        self._look(self._active, sight)

    def show_study(self, study: Study | None) -> None:
        """Read and show a study's films, or that there is none; one that is shown already stays as it is."""
        if study is not None and study == self._study:
            return
        for task in self._tasks.values():
            task.cancel()
        self._study = study
        self._scenes = [scene_of(radiograph, study) for radiograph in study.radiographs] if study else []
        self._places = list(range(min(self._most_places, len(self._scenes))))
        self._active, self._inverted, self._map, self._probe = 0, False, None, (-1, "")
        self._shutter_on = True
        self._tasks = {}
        for index in range(len(self._scenes)):
            self._read_frame(index)
        self._show_all()
        if self._follower is not None:
            self._follower.study_shown(study)
        self._turned()

    def show_map(self, evidence: Evidence, expert: int) -> None:
        """Lay one expert's attention over the films."""
        self._lay(expert_map(evidence, expert))

    def show_words_map(self, evidence: Evidence, expert: int, first_word: int, last_word: int) -> None:
        """Lay over the films what an expert attended to while it wrote words `first_word:last_word`."""
        self._lay(words_map(evidence, expert, first_word, last_word))

    @property
    def tool(self) -> Tool:
        """What the left button does."""
        return self._tool

    def film_at(self, place: int) -> FilmSeen | None:
        """The film at a place and where it lies; None while nothing is seen there."""
        scene, sight = self._scene(place), self._sight(place)
        if scene is None or scene.tones is None or sight is None:
            return None
        return FilmSeen(scene.tones.film, project(sight, self._areas[place]))

    def radiograph(self, sop_instance_uid: str) -> Radiograph | None:
        """A film of the study by its UID, seen or not."""
        films = (scene.radiograph for scene in self._scenes)
        return next((film for film in films if film.sop_instance_uid == sop_instance_uid), None)

    def show_measures(self, drawn: Mapping[FrameKey, Sequence[MeasureShown]]) -> None:
        """Draw these and no others; only films that change are drawn anew."""
        before, self._measures = self._measures, {key: tuple(each) for key, each in drawn.items()}
        for place, index in enumerate(self._places):
            key = _frame_key(self._scenes[index])
            if before.get(key) != self._measures.get(key):
                self._show_film(place)

    def show_no_map(self) -> None:
        """Take the overlay away."""
        self._lay(None)

    def area_resized(self, place: int, width: int, height: int) -> None:
        """See `ViewerEvents`; a film that was fitted stays fitted."""
        self._areas[place] = Area(width, height)
        self._show_film(place)
        self._placed(place)

    def place_chosen(self, place: int) -> None:
        """See `ViewerEvents`."""
        if place != self._active and place < len(self._places):
            self._active = place
            self._show_films()
            self._show_bar()
            self._turned()

    def window_dragged(self, place: int, dx: float, dy: float, pace: Pace) -> None:
        """Right is wider, up is brighter as the film is shown, whatever its polarity."""
        scene = self._scene(place)
        if scene is None or scene.tones is None or scene.grading is None:
            return
        upwards = -dy if scene.tones.film.inverted == self._inverted else dy
        window = dragged(scene.grading, scene.tones.film, dx * pace.value, upwards * pace.value)
        self._grade(place, window)

    def pan_dragged(self, place: int, dx: float, dy: float) -> None:
        """See `ViewerEvents`."""
        sight = self._sight(place)
        scene = self._scene(place)
        if sight is not None and scene is not None and scene.tones is not None:
            self._look(place, panned(sight, dx, dy, scene.tones.rows, scene.tones.columns))

    def zoom_turned(self, place: int, steps: float, pace: Pace, x: float, y: float) -> None:
        """See `ViewerEvents`; the film point under the pointer stays there."""
        sight = self._sight(place)
        if sight is not None:
            self._look(place, zoomed(sight, ZOOM_STEP ** (steps * pace.value), self._areas[place], x, y))

    def pointed(self, place: int, x: float, y: float) -> None:
        """See `ViewerEvents`."""
        if self._probing:
            seen, scene = self.film_at(place), self._scene(place)
            grading = scene.grading if scene else None
            self._set_probe(place, pixel_text(seen, grading, self._inverted, x, y) if seen else "")

    def pointer_left(self, place: int) -> None:
        """See `ViewerEvents`."""
        self._set_probe(place, "")

    def place_double_clicked(self, place: int) -> None:
        """The film fills its place."""
        self._look(place, None)

    def tool_chosen(self, tool: Tool) -> None:
        """See `ViewerEvents`."""
        self._tool = tool
        self._show_bar()

    def preset_chosen(self, index: int) -> None:
        """The active film gets this window of `presets`."""
        scene = self._scene(self._active)
        if scene is not None and scene.tones is not None:
            self._grade(self._active, presets(scene.tones)[index][0])

    def probe_toggled(self) -> None:
        """See `ViewerEvents`."""
        self._probing = not self._probing
        self._set_probe(self._probe[0], "")
        self._show_bar()

    def invert_toggled(self) -> None:
        """Black and white are exchanged on all films, on top of their own polarity."""
        self._inverted = not self._inverted
        self._scenes = [scene.graded(scene.grading, self._inverted) for scene in self._scenes]
        self._show_all()
        self._looked(self._active)

    def smooth_toggled(self) -> None:
        """See `ViewerEvents`."""
        self._smooth = not self._smooth
        self._show_films()
        self._show_bar()

    def fit_asked(self) -> None:
        """Every film fills its place."""
        self._scenes = [replace(scene, sight=None) for scene in self._scenes]
        self._show_films()
        self._show_bar()
        self._looked(self._active)

    def actual_size_asked(self) -> None:
        """One film pixel is one device pixel, with its shorter side if it is not square; the middle stays."""
        for place in range(len(self._places)):
            sight = self._sight(place)
            if sight is not None:
                self._look(place, replace(sight, zoom=1 / min(sight.aspect, 1.0)))

    def reset_asked(self) -> None:
        """Window, polarity, size and place of all films as the file has them."""
        self._inverted = False
        self._scenes = [
            replace(scene, sight=None).graded(scene.default, self._inverted) for scene in self._scenes
        ]
        self._show_all()
        self._looked(self._active)

    def overlay_toggled(self) -> None:
        """See `ViewerEvents`."""
        self._choose(replace(self._overlay, on=not self._overlay.on))

    def marks_toggled(self) -> None:
        """See `ViewerEvents`; remembered for other studies, where a badge says so."""
        self._choose(replace(self._overlay, marks_on=not self._overlay.marks_on))

    def shutter_toggled(self) -> None:
        """See `ViewerEvents`; the next study is shown as its file says again."""
        self._shutter_on = not self._shutter_on
        self._show_films()
        self._show_bar()

    def drawing_chosen(self, drawing: Drawing) -> None:
        """See `ViewerEvents`."""
        self._choose(replace(self._overlay, drawing=drawing))

    def opacity_changed(self, opacity: float) -> None:
        """See `ViewerEvents`."""
        self._choose(replace(self._overlay, opacity=opacity))

    def threshold_changed(self, threshold: float) -> None:
        """See `ViewerEvents`."""
        self._choose(replace(self._overlay, threshold=threshold))

    def frame_chosen(self, frame: int) -> None:
        """See `ViewerEvents`; window, size and place stay as they are."""
        scene = self._scene(self._active)
        if scene is None or frame == scene.frame or not 0 <= frame < scene.radiograph.frames:
            return
        index = self._places[self._active]
        self._scenes[index] = replace(scene, frame=frame)
        self._show_bar()
        self._read_frame(index)

    def state_chosen(self, index: int) -> None:
        """See `ViewerEvents`; window, size and place are the state's then."""
        scene = self._scene(self._active)
        if scene is None or not -1 <= index < len(scene.states):
            return
        state = scene.states[index] if index >= 0 else None
        if state != scene.state:
            self._scenes[self._places[self._active]] = replace(scene, state=state, grading=None, sight=None)
            self._read_frame(self._places[self._active])

    def next_frame_asked(self) -> None:
        """See `ViewerEvents`."""
        self._step_frame(+1)

    def previous_frame_asked(self) -> None:
        """See `ViewerEvents`."""
        self._step_frame(-1)

    def strip_chosen(self, index: int) -> None:
        """The film goes to the active place; if it is shown already, that place becomes the active one."""
        if index in self._places:
            self.place_chosen(self._places.index(index))
        else:
            self._places[self._active] = index
            self._show_all()
            self._turned()

    def _step_frame(self, step: int) -> None:
        scene = self._scene(self._active)
        if scene is not None:
            self.frame_chosen(scene.frame + step)

    def _read_frame(self, index: int) -> None:
        """Read the frame that a film is to show; one that is no longer asked for is not waited for."""
        study, scene = self._study, self._scenes[index]
        if index in self._tasks:
            self._tasks[index].cancel()

        def work(cancel: CancelToken, _: Tell) -> Ready:
            cancel.raise_if_cancelled()
            film = self._read(scene.radiograph, scene.frame, scene.state.path if scene.state else None)
            cancel.raise_if_cancelled()
            return Ready(prepare_tones(film), prepare_layers(film))

        whose = (study, index, scene.frame, scene.state)
        self._tasks[index] = self._lane.run(
            work, done=partial(self._film_read, whose), failed=partial(self._film_failed, whose)
        )

    def _is_asked_for(self, whose: Whose) -> bool:
        """Whether the reader still waits for this frame, or has gone on."""
        study, index, frame, state = whose
        return study is self._study and (frame, state) == (
            self._scenes[index].frame,
            self._scenes[index].state,
        )

    def _film_read(self, whose: Whose, ready: Ready) -> None:
        if self._is_asked_for(whose):
            index = whose[1]
            scene = replace(self._scenes[index], tones=ready.tones, layers=ready.layers, failure=None)
            self._scenes[index] = scene.graded(scene.grading or scene.default, self._inverted)
            self._show_all()
            if index in self._places:
                self._placed(self._places.index(index))

    def _film_failed(self, whose: Whose, error: BaseException) -> None:
        """No other frame is left on the screen in the place of one that cannot be shown."""
        if self._is_asked_for(whose):
            scene = replace(self._scenes[whose[1]], tones=None, layers=None, levels=None)
            self._scenes[whose[1]] = replace(scene, failure=notice_of(error))
            self._show_all()

    def _scene(self, place: int) -> Scene | None:
        return self._scenes[self._places[place]] if place < len(self._places) else None

    def _sight(self, place: int) -> Sight | None:
        scene = self._scene(place)
        return scene.sight_in(self._areas.get(place)) if scene else None

    def _grade(self, place: int, grading: Grading) -> None:
        index = self._places[place]
        self._scenes[index] = self._scenes[index].graded(grading, self._inverted)
        self._show_film(place)
        self._show_bar()
        self._looked(place)

    def _look(self, place: int, sight: Sight | None) -> None:
        if place >= len(self._places):
            return
        index = self._places[place]
        self._scenes[index] = replace(self._scenes[index], sight=sight)
        self._show_film(place)
        self._show_bar()
        self._looked(place)

    def _looked(self, place: int) -> None:
        if place == self._active and self._follower is not None:
            self._follower.look_changed()

    def _placed(self, place: int) -> None:
        if place == self._active and self._follower is not None:
            self._follower.film_placed()

    def _turned(self) -> None:
        scene = self._scene(self._active)
        if self._follower is not None:
            self._follower.film_turned_to(scene.radiograph if scene else None)
            self._follower.film_placed()

    def _choose(self, choice: OverlayChoice) -> None:
        self._overlay = choice
        self._show_films()
        self._show_bar()

    def _lay(self, laid: Map | None) -> None:
        self._map = laid
        self._show_films()
        self._show_bar()

    def _set_probe(self, place: int, text: str) -> None:
        if (place, text) != self._probe:
            self._probe = (place, text)
            self._show_film(place)

    def _show_all(self) -> None:
        self._view.show_places(max(1, len(self._places)))
        self._view.show_strip(self._strip())
        self._show_films()
        self._show_bar()

    def _strip(self) -> tuple[StripItem, ...]:
        if len(self._scenes) <= self._most_places:
            return ()
        return tuple(
            StripItem(
                view_name(scene.radiograph),
                self._places.index(index) if index in self._places else -1,
                scene.tones,
                scene.levels,
            )
            for index, scene in enumerate(self._scenes)
        )

    def _show_films(self) -> None:
        for place in range(max(1, len(self._places))):
            self._show_film(place)

    def _show_film(self, place: int) -> None:
        scene = self._scene(place)
        if scene is not None:
            self._view.show_film(place, self._film_shown(place, scene))
        elif place == 0:
            self._view.show_film(0, FilmShown(message=tr_marked(NO_FILM if self._study else NO_STUDY)))

    def _film_shown(self, place: int, scene: Scene) -> FilmShown:
        sight = self._sight(place)
        overlay = self._overlay_on(scene)
        probed = self._probe[1].splitlines() if self._probe[0] == place else ()
        notes = scene.tones.film.notes if scene.tones else scene.radiograph.notes
        return FilmShown(
            tones=scene.tones,
            levels=scene.levels,
            sight=sight,
            smooth=self._smooth,
            label="  ".join(filter(None, (self._caption, label(scene.radiograph), frame_text(scene)))),
            patient=patient_lines(self._study, scene.radiograph),
            identified=scene.radiograph.identified,
            readings=(*probed, *scene.readings(sight, self._inverted)),
            source=scene.radiograph.attribution,
            badges=(
                *(tr_engine(note) for note in notes if note == MIRRORED),  # first: a low pane folds others
                *scene.hidden(self._overlay.marks_on, self._shutter_on),
                *state_badges(scene, self._study),
                *(tr_engine(note) for note in notes if note != MIRRORED),
            ),
            message=str(scene.failure) if scene.failure else "" if scene.tones else tr_marked(READING),
            failed=scene.failure is not None,
            overlay=overlay,
            legend=legend(self._map) if self._map and place == self._legend_place() else None,
            active=place == self._active and len(self._places) > 1,
            layers=scene.layers,
            marks_on=self._overlay.marks_on,
            shutter_on=self._shutter_on,
            measures=self._measures.get(_frame_key(scene), ()),
            edges=scene.edges,
        )

    def _overlay_on(self, scene: Scene) -> OverlayShown | None:
        """What the model looked at; it reads a film's first frame alone."""
        if scene.tones is None or scene.tones.film.frame != 0:
            return None
        return overlay_on(scene.radiograph, self._map, self._overlay)

    def _legend_place(self) -> int:
        """The first place with an overlay: one scale is enough, and it holds for all films of the study."""
        scenes = [self._scenes[index] for index in self._places]
        return next((place for place, scene in enumerate(scenes) if self._overlay_on(scene)), -1)

    def _show_bar(self) -> None:
        scene = self._scene(self._active)
        tones = scene.tones if scene else None
        grading = scene.grading if scene else None
        offered = presets(tones) if tones else ()
        self._view.show_bar(
            BarShown(
                enabled=tones is not None,
                window=grading_text(grading) if grading else "",
                presets=tuple(PresetShown(name, origin, given == grading) for given, name, origin in offered),
                tool=self._tool,
                probing=self._probing,
                inverted=self._inverted,
                smooth=self._smooth,
                has_map=self._map is not None,
                overlay_on=self._overlay.on,
                drawing=self._overlay.drawing,
                opacity=self._overlay.opacity,
                threshold=self._overlay.threshold,
                has_marks=any(scene.layers and scene.layers.marked for scene in self._scenes),
                marks_on=self._overlay.marks_on,
                has_shutter=any(scene.layers and scene.layers.seen is not None for scene in self._scenes),
                shutter_on=self._shutter_on,
                frame=scene.frame if scene else 0,
                frames=scene.radiograph.frames if scene else 1,
                states=state_choices(scene) if scene else (),
            )
        )


def _frame_key(scene: Scene) -> FrameKey:
    return (
        scene.radiograph.sop_instance_uid,
        scene.tones.film.frame if scene.tones is not None else scene.frame,
    )

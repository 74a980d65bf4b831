"""One film as the reader looks at it, and what is written in its corners."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime

from app.finding_names import side_name
from app.language import numeric_day, tr, tr_count, tr_marked
from app.layers import Layers
from app.measures import FilmSeen
from app.messages import Notice
from app.presenters.grading import Grading, grading_text, number, outside, source
from app.projection import Area, Sight
from app.rendering import Tables, Tones, tables
from app.viewing import StateShown
from engine.dicom.turning import NO_EDGES, Edges
from engine.study import Document, Patient, Radiograph, Study


@dataclass(frozen=True, slots=True)
class Scene:
    """One film of the study and how it is seen; `sight` None is the whole film, as large as its place.

    `frame` is the one that was asked for, counted from 0; while it is being read another one is still seen.
    `states` are the presentation states for this film, `state` is the one that was asked for.
    """

    radiograph: Radiograph
    frame: int = 0
    states: tuple[Document, ...] = ()
    state: Document | None = None
    tones: Tones | None = None
    layers: Layers | None = None
    failure: Notice | None = None
    grading: Grading | None = None
    levels: Tables | None = None
    sight: Sight | None = None

    def graded(self, grading: Grading | None, inverted: bool) -> Scene:
        """The film in this window; unchanged while it has no pixels."""
        if self.tones is None or grading is None:
            return self
        return replace(self, grading=grading, levels=tables(self.tones, grading, inverted))

    @property
    def default(self) -> Grading | None:
        """The window that the file asks for."""
        return self.tones.film.default if self.tones else None

    def sight_in(self, area: Area | None) -> Sight | None:
        """How it lies in its place, also where that follows from the place's size; None while unseen."""
        if self.tones is None or area is None:
            return None
        if self.sight is None:
            return self.tones.fitted(area)
        return replace(self.sight, turn=self.tones.film.turn)  # it may be older than the film's state

    def readings(self, sight: Sight | None, inverted: bool) -> tuple[str, ...]:
        """Window, where it comes from, polarity and size, a line each."""
        lines: list[str] = []
        if self.tones is not None and self.grading is not None:
            lines += [grading_text(self.grading), source(self.grading)]
            lines += [outside(self.grading, self.tones.film)]
        lines += [tr("inverted")] if inverted else []
        lines += [zoom_text(sight)] if sight is not None else []
        return tuple(line for line in lines if line)

    @property
    def edges(self) -> Edges:
        """The patient's sides as the film is shown; unknown while it is not."""
        return self.tones.film.edges.turned(self.tones.film.turn) if self.tones is not None else NO_EDGES

    def hidden(self, marks_on: bool, shutter_on: bool) -> tuple[str, ...]:
        """What the reader has switched off although the file has it."""
        if self.layers is None:
            return ()
        hidden = []
        if self.layers.marked and not marks_on:
            hidden.append(tr("Annotations of the file are hidden."))
        if self.layers.seen is not None and not shutter_on:
            hidden.append(tr("The shutter of the file is off."))
        return tuple(hidden)


def pixel_text(seen: FilmSeen, grading: Grading | None, inverted: bool, x: float, y: float) -> str:
    """The pixel under a place: where it is, what is stored, what is shown; "" beside the film."""
    point = seen.on.film_point(x, y)
    row, column = math.floor(point[0]), math.floor(point[1])
    rows, columns = seen.film.values.shape
    if not (0 <= row < rows and 0 <= column < columns):
        return ""
    value = seen.film.probe(row, column, grading)
    return tr(
        "row {row}  column {column}\nstored {stored}  value {value}\ndisplay {display}",
        row=row,
        column=column,
        stored=value.stored,
        value=number(value.modality),
        display=255 - value.display if inverted else value.display,
    )


def patient_lines(study: Study | None, radiograph: Radiograph) -> tuple[str, ...]:
    """Whose film it is, and of which day."""
    if not radiograph.identified:
        return (tr("unidentified"),)
    patient = study.patient if study else None
    if patient is None:
        return ()
    return tuple(part for part in (_name(patient), patient.patient_id, date(study)) if part)


def study_line(study: Study | None) -> str:
    """Whose study it is, of which day and what of: "Doe Jane · 17 · 2026-03-12 · Chest PA"."""
    if study is None:
        return ""
    parts = (_name(study.patient), study.patient.patient_id, date(study), study.description)
    return " · ".join(part for part in parts if part) or tr("unidentified")


def _name(patient: Patient) -> str:
    return str(patient.name).replace("^", " ").strip()


def label(radiograph: Radiograph) -> str:
    """What stands in a film's corner: its view, and the side that the header names."""
    sides = {"L": "left", "R": "right"}
    side = side_name(sides.get(radiograph.laterality.upper(), ""))
    return f"{view_name(radiograph)}  {side}".strip()


def scene_of(radiograph: Radiograph, study: Study) -> Scene:
    """A film with the presentation states that are for it; the only one is applied, of several none is until
    the reader has chosen.
    """
    uid = radiograph.sop_instance_uid
    states = tuple(document for document in study.documents if uid in document.films)
    return Scene(radiograph, states=states, state=states[0] if len(states) == 1 else None)


def state_choices(scene: Scene) -> tuple[StateShown, ...]:
    """The film as its file has it and every state, for the window's menu; () where there is no state."""
    if not scene.states:
        return ()
    own = StateShown(tr("As the film's file says"), scene.state is None)
    return (own, *(StateShown(_state_name(state), state == scene.state) for state in scene.states))


def state_badges(scene: Scene, study: Study | None) -> tuple[str, ...]:
    """Whose wishes are shown, which wait for a choice, and which are for films that are not here."""
    badges = []
    if scene.state is not None:
        badges.append(tr("Shown by the presentation state {name}.", name=_state_name(scene.state)))
    elif scene.states:
        badges.append(
            tr_count(
                "%n presentation state: choose it in the window menu.",
                "%n presentation states: choose one in the window menu.",
                len(scene.states),
            )
        )
    films = study.radiographs if study is not None else ()
    here = {film.sop_instance_uid for film in films}
    if films and films[0] is scene.radiograph:
        for document in study.documents if study is not None else ():
            if document.films and not here.intersection(document.films):
                name = _state_name(document)
                badges.append(tr("The presentation state {name} is for films that are not here.", name=name))
    return tuple(badges)


def _state_name(state: Document) -> str:
    return state.title or state.path.name


def frame_text(scene: Scene) -> str:
    """Which of a film's frames is seen, "" where there is but one."""
    if scene.radiograph.frames == 1:
        return ""
    seen = scene.tones.film.frame if scene.tones is not None else scene.frame
    return tr("frame {number} of {count}", number=seen + 1, count=scene.radiograph.frames)


def view_name(radiograph: Radiograph) -> str:
    """A film's view or modality; these are DICOM's words, but not the one for neither."""
    return tr_marked(radiograph.label, "film without a view")


def date(study: Study | None) -> str:
    """DICOM's YYYYMMDD as 2026-03-12, or as the language has it; whatever else it is, as it is."""
    written = study.study_date if study else ""
    try:
        return numeric_day(datetime.strptime(written, "%Y%m%d")) if len(written) == 8 else written
    except ValueError:
        return written


def zoom_text(sight: Sight) -> str:
    """ "1:1", else device pixels per film pixel, along a row, in per cent."""
    return "1:1" if sight.zoom == sight.down == 1 else f"{100 * sight.zoom:.0f} %"

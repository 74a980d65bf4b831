"""What passes between the viewer and its presenter: values that are ready to be drawn, orders, and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from app.layers import Layers
from app.projection import Sight
from app.rendering import Tables, Tones
from engine.dicom.turning import NO_EDGES, Edges
from engine.panel import FloatArray, MapFrame

if TYPE_CHECKING:
    from app.measures import MeasureShown


class Tool(Enum):
    """What dragging with the left button does."""

    WINDOW = "window"
    ZOOM = "zoom"
    PAN = "pan"
    LENGTH = "length"
    ANGLE = "angle"
    ELLIPSE = "ellipse"
    RECTANGLE = "rectangle"
    HEART = "heart"
    CALIBRATE = "calibrate"

    @property
    def measures(self) -> bool:
        """Whether it draws a measurement."""
        return self not in (Tool.WINDOW, Tool.ZOOM, Tool.PAN)


class Pace(Enum):
    """How far a drag or a wheel step goes: Ctrl is fine, Shift is coarse."""

    FINE = 0.25
    NORMAL = 1.0
    COARSE = 4.0


class Drawing(Enum):
    """How an attention map is drawn: smoothed between its cells' centres, as plain cells, or outlined."""

    SMOOTH = "smooth"
    CELLS = "cells"
    OUTLINE = "outline"


@dataclass(frozen=True, slots=True)
class OverlayShown:
    """An attention map ready to be drawn: `grid` (h, w) in 0..1 lies on the film where `frame` says.

    Cells below `threshold` are clear; above it a cell is as opaque as its value times `opacity`.
    """

    grid: FloatArray
    frame: MapFrame
    drawing: Drawing
    opacity: float
    threshold: float


@dataclass(frozen=True, slots=True)
class LegendShown:
    """The overlay's scale: whose map it is, and what its lowest and highest colours stand for.

    `expert` is the expert's index, whose colour marks the caption.
    """

    caption: str
    lowest: str
    highest: str
    expert: int


@dataclass(frozen=True, slots=True)
class FilmShown:
    """All that is drawn of one film at one moment.

    `tones` and `levels` come together; without them there are no pixels yet, and `message` says why.
    `readings` are short lines about window, zoom and the pixel under the pointer; `badges` are sentences.
    `layers` are the file's own marks and shutter, each drawn if it is on. `edges` are the patient's sides as
    they lie on the screen.
    """

    tones: Tones | None = None
    levels: Tables | None = None
    sight: Sight | None = None
    smooth: bool = True
    label: str = ""
    patient: tuple[str, ...] = ()
    identified: bool = True
    readings: tuple[str, ...] = ()
    source: str = ""
    badges: tuple[str, ...] = ()
    message: str = ""
    failed: bool = False
    overlay: OverlayShown | None = None
    legend: LegendShown | None = None
    active: bool = False
    layers: Layers | None = None
    marks_on: bool = True
    shutter_on: bool = True
    measures: tuple[MeasureShown, ...] = ()
    edges: Edges = NO_EDGES


@dataclass(frozen=True, slots=True)
class PresetShown:
    """One line of the window menu: its name, where it comes from, and whether it is the window in use."""

    text: str
    source: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class StateShown:
    """One way in which a film can be seen: as its file has it, or as a presentation state wants it."""

    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class BarShown:
    """The tool bar under the films; `frame` of `frames` concerns the film that the reader turned to."""

    enabled: bool = False
    window: str = ""
    presets: tuple[PresetShown, ...] = ()
    tool: Tool = Tool.WINDOW
    probing: bool = False
    inverted: bool = False
    smooth: bool = True
    has_map: bool = False
    overlay_on: bool = True
    drawing: Drawing = Drawing.SMOOTH
    opacity: float = 0.5
    threshold: float = 0.0
    has_marks: bool = False
    marks_on: bool = True
    has_shutter: bool = False
    shutter_on: bool = True
    frame: int = 0
    frames: int = 1
    states: tuple[StateShown, ...] = ()


@dataclass(frozen=True, slots=True)
class StripItem:
    """A film in the strip of a study with more films than places; `place` is -1 where it is not shown."""

    label: str
    place: int
    tones: Tones | None = None
    levels: Tables | None = None


@dataclass(frozen=True, slots=True)
class PriorOffered:
    """An earlier study: its day, how long before that is, and on what grounds it is the patient's."""

    day: str
    interval: str
    description: str
    grounds: str


@dataclass(frozen=True, slots=True)
class PriorShown:
    """What is known of priors. `beside` stands beside the current study, which is of the day `current`;
    `chosen` is its place among the offers. Without offers `why_none` says why. `message` is about what
    `beside` lacks.
    """

    offers: tuple[PriorOffered, ...] = ()
    why_none: str = ""
    chosen: int = -1
    beside: PriorOffered | None = None
    current: str = ""
    message: str = ""
    linked: bool = True
    in_millimetres: bool = False


class PriorView(Protocol):
    """Where priors are offered and shown."""

    def show_prior(self, shown: PriorShown) -> None:
        """Offer these, and show or hide the place beside the current study."""


class ViewerView(Protocol):
    """What the presenter asks of the widget. Places count from the left."""

    def show_places(self, count: int) -> None:
        """Show so many films side by side."""

    def show_film(self, place: int, shown: FilmShown) -> None:
        """Draw this at a place; only what changed is drawn anew."""

    def show_bar(self, shown: BarShown) -> None:
        """Bring the tool bar up to date."""

    def show_strip(self, items: Sequence[StripItem]) -> None:
        """Show the strip, or hide it where `items` is empty."""


class ViewerEvents(Protocol):
    """What the reader did to the viewer. x, y and areas are device pixels, dx and dy as the mouse went."""

    def area_resized(self, place: int, width: int, height: int) -> None:
        """A place has another size now."""

    def place_chosen(self, place: int) -> None:
        """The reader turned to this film: presets concern it from now on."""

    def window_dragged(self, place: int, dx: float, dy: float, pace: Pace) -> None:
        """The mouse moved so many pixels while it drags the window."""

    def pan_dragged(self, place: int, dx: float, dy: float) -> None:
        """The mouse moved so many device pixels while it drags the film."""

    def zoom_turned(self, place: int, steps: float, pace: Pace, x: float, y: float) -> None:
        """The wheel went so many notches, or a drag as much, at this point; positive is larger."""

    def pointed(self, place: int, x: float, y: float) -> None:
        """The pointer is here."""

    def pointer_left(self, place: int) -> None:
        """The pointer is no longer over this place."""

    def place_double_clicked(self, place: int) -> None:
        """A double click on a film."""

    def tool_chosen(self, tool: Tool) -> None:
        """The left button has another tool."""

    def preset_chosen(self, index: int) -> None:
        """A line of the window menu was chosen."""

    def probe_toggled(self) -> None:
        """Pixel values were switched on or off."""

    def invert_toggled(self) -> None:
        """Black and white were exchanged."""

    def smooth_toggled(self) -> None:
        """The way pixels are magnified was changed."""

    def fit_asked(self) -> None:
        """The films are to fill their places."""

    def actual_size_asked(self) -> None:
        """One film pixel is to be one device pixel."""

    def reset_asked(self) -> None:
        """Everything is to be as it was when the study was opened."""

    def overlay_toggled(self) -> None:
        """The overlay was switched on or off."""

    def marks_toggled(self) -> None:
        """The annotations that the files bring were switched on or off."""

    def shutter_toggled(self) -> None:
        """The shutters that the files bring were switched on or off."""

    def drawing_chosen(self, drawing: Drawing) -> None:
        """The overlay is to be drawn in this way."""

    def opacity_changed(self, opacity: float) -> None:
        """The overlay's opacity, 0..1."""

    def threshold_changed(self, threshold: float) -> None:
        """The share of the scale below which the overlay is clear, 0..1."""

    def frame_chosen(self, frame: int) -> None:
        """Show this frame, counted from 0, of the film that the reader turned to."""

    def state_chosen(self, index: int) -> None:
        """The film that the reader turned to is to be seen by this presentation state, -1 for by none."""

    def next_frame_asked(self) -> None:
        """The frame after that, if there is one."""

    def previous_frame_asked(self) -> None:
        """The frame before that, if there is one."""

    def strip_chosen(self, index: int) -> None:
        """A film of the strip is to go where the reader looks."""

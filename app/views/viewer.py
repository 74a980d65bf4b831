"""The viewer: two films side by side, a strip for more, and the tool bar. An `app.viewing.ViewerView`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from app.measures import MeasuringEvents, MeasuringShown
from app.projection import Area, project
from app.rendering import grey, sample
from app.viewing import BarShown, FilmShown, PriorShown, StripItem, ViewerEvents
from app.views.film import FilmPane
from app.views.images import grey_image, turning
from app.views.measuring import LengthSheet
from app.views.prior import CurrentCaption, PriorOffer, PriorPane
from app.views.theme import GRID, colour, set_role
from app.views.viewer_bar import ViewerBar

THUMBNAIL = 64
CAPTION_FILMS = 3  # of a study beside its prior; more get pictures


class FilmViewer(QWidget):
    """Embeds anywhere. `commands` are the actions behind the tool bar by name; the window that shows the
    viewer gives them their keys (`app.views.keys.WindowKeys`) and may put them into menus.
    """

    area_resized = Signal(int, int, int)
    place_chosen = Signal(int)
    window_dragged = Signal(int, float, float, object)
    pan_dragged = Signal(int, float, float)
    zoom_turned = Signal(int, float, object, float, float)
    pointed = Signal(int, float, float)
    pointer_left = Signal(int)
    place_double_clicked = Signal(int)
    strip_chosen = Signal(int)
    measure_pressed = Signal(int, float, float, float)
    measure_released = Signal(int, float, float)
    length_given = Signal(float)
    length_refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panes: list[FilmPane] = []
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(1)
        self._strip = FilmStrip(self)
        self.bar = ViewerBar(self)
        self.prior, self.offer, self._caption = PriorPane(self), PriorOffer(self), CurrentCaption(self)
        self.prior.reshaped.connect(self._share_room)
        for films in (self._strip.chosen, self._caption.film_chosen):
            films.connect(self.strip_chosen)
        self._prior_shown: PriorShown | None = None
        self._items: tuple[StripItem, ...] = ()
        self._shapes: dict[int, float] = {}  # of the films, width over height, by place
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        current = QVBoxLayout()
        current.setSpacing(0)
        current.addWidget(self._caption)
        current.addLayout(self._row, 1)
        self._beside = QHBoxLayout()
        self._beside.setSpacing(2 * GRID)
        self._beside.addLayout(current, 1)
        self._beside.addWidget(self.prior, 1)
        column.addWidget(self.offer)
        column.addWidget(self._strip)
        column.addLayout(self._beside, 1)
        column.addWidget(self.bar)
        for action in (*self.commands.values(), self.bar.remove):
            self.addAction(action)
        self._tool_and_probe = (BarShown().tool, False)
        self._lens = 0
        self.show_places(1)

    @property
    def commands(self) -> dict[str, QAction]:
        """The bar's own (window, zoom, pan, ..., prior, link) and those of the menu Measure."""
        return self.bar.commands

    @property
    def panes(self) -> tuple[FilmPane, ...]:
        """The places that are shown, from the left."""
        return tuple(pane for pane in self._panes if not pane.isHidden())

    def show_places(self, count: int) -> None:
        """See `ViewerView`."""
        while len(self._panes) < count:
            self._panes.append(self._new_pane(len(self._panes)))
        for place, pane in enumerate(self._panes):
            pane.setVisible(place < count)

    def show_film(self, place: int, shown: FilmShown) -> None:
        """See `ViewerView`; films get room by their shape, so that they are equally high."""
        if shown.tones is not None:
            self._shapes[place] = shown.tones.shape
            self._row.setStretch(place, round(1000 * self._shapes[place]))
            self._share_room()
        self._panes[place].show_film(shown)

    def show_bar(self, shown: BarShown) -> None:
        """See `ViewerView`."""
        self.bar.show_bar(shown)
        self._tool_and_probe = (shown.tool, shown.probing)
        for pane in self._panes:
            pane.show_tool(*self._tool_and_probe)

    def show_prior(self, shown: PriorShown) -> None:
        """See `app.viewing.PriorView`; both films get room by their shape."""
        if shown == self._prior_shown:
            return
        self._prior_shown = shown
        self.bar.show_prior(shown)
        for part in (self.offer, self._caption, self.prior):
            part.show_prior(shown)
        self._place_items()
        self._share_room()

    def _share_room(self) -> None:
        self._beside.setStretch(0, round(1000 * self._shapes.get(0, 1.0)))
        self._beside.setStretch(1, round(1000 * self.prior.shape))

    def show_measuring(self, shown: MeasuringShown) -> None:
        """See `app.measures.MeasuringView`."""
        self.bar.show_measuring(shown)
        self._lens = shown.lens
        for pane in (*self._panes, self.prior.pane):
            pane.show_lens(shown.lens)

    def ask_length(self) -> None:
        """See `app.measures.MeasuringView`."""
        sheet = LengthSheet(self)
        sheet.given.connect(self.length_given)
        sheet.rejected.connect(self.length_refused)
        sheet.open()

    def show_strip(self, items: Sequence[StripItem]) -> None:
        """See `ViewerView`."""
        self._items = tuple(items)
        self._place_items()

    def _place_items(self) -> None:
        """Beside a prior the study's few films are words in its caption; pictures would take the room."""
        beside = self._prior_shown is not None and self._prior_shown.beside is not None
        in_caption = beside and len(self._items) <= CAPTION_FILMS
        self._caption.show_films(self._items if in_caption else ())
        self._strip.show_items(() if in_caption else self._items)

    def _new_pane(self, place: int) -> FilmPane:
        pane = FilmPane(self)
        pane.show_tool(*self._tool_and_probe)
        pane.show_lens(self._lens)
        for own, told in (
            (pane.area_resized, self.area_resized),
            (pane.chosen, self.place_chosen),
            (pane.window_dragged, self.window_dragged),
            (pane.pan_dragged, self.pan_dragged),
            (pane.zoom_turned, self.zoom_turned),
            (pane.pointed, self.pointed),
            (pane.pointer_left, self.pointer_left),
            (pane.double_clicked, self.place_double_clicked),
            (pane.measure_pressed, self.measure_pressed),
            (pane.measure_released, self.measure_released),
        ):
            own.connect(partial(told.emit, place))
        self._row.addWidget(pane, 1000)
        return pane


class FilmStrip(QFrame):
    """Small pictures of all films of a study that has more than fit side by side."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "film-strip")
        self._buttons: list[QToolButton] = []
        self._items: tuple[StripItem, ...] = ()
        inner = QWidget()
        inner.setAutoFillBackground(False)
        self._row = QHBoxLayout(inner)
        self._row.setContentsMargins(GRID, GRID, GRID, GRID)
        self._row.setSpacing(GRID)
        self._row.addStretch(1)
        self._scroll = QScrollArea()  # fifty films must not make the window wider
        self._scroll.setWidgetResizable(True)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self._scroll.setWidget(inner)
        self._inner = inner
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)
        self.hide()

    def show_items(self, items: Sequence[StripItem]) -> None:
        """Show these, or nothing at all."""
        self._items = tuple(items)
        self.setVisible(bool(items))
        while len(self._buttons) > len(items):
            self._buttons.pop().deleteLater()
        while len(self._buttons) < len(items):
            self._buttons.append(self._button(len(self._buttons)))
        for button, item in zip(self._buttons, items, strict=True):
            button.setIcon(thumbnail(item))
            button.setText(item.label)
            button.setChecked(item.place >= 0)
        bar = self._scroll.horizontalScrollBar().sizeHint().height()
        self._scroll.setFixedHeight(self._inner.sizeHint().height() + bar)

    def _button(self, index: int) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIconSize(QSize(THUMBNAIL, THUMBNAIL))
        button.clicked.connect(partial(self._choose, index))
        self._row.insertWidget(index, button)
        return button

    def _choose(self, index: int) -> None:
        # The presenter says which films are shown; a click alone changes no mark.
        self._buttons[index].setChecked(self._items[index].place >= 0)
        self.chosen.emit(index)


def thumbnail(item: StripItem) -> QIcon:
    """The whole film in its window, small; black while it is being read."""
    picture = QPixmap(THUMBNAIL, THUMBNAIL)
    picture.fill(colour("film"))
    if item.tones is not None and item.levels is not None:
        area = Area(THUMBNAIL, THUMBNAIL)
        whole = project(item.tones.whole(area), area)
        pixels = grey(sample(item.tones, whole, smooth=True), item.levels)
        picture = QPixmap.fromImage(grey_image(pixels).transformed(turning(whole)))
    return QIcon(picture)


def wire(viewer: FilmViewer, events: ViewerEvents) -> None:
    """Let `events`, usually the presenter, hear all that happens in the viewer."""
    bar, commands = viewer.bar, viewer.commands
    viewer.area_resized.connect(events.area_resized)
    viewer.place_chosen.connect(events.place_chosen)
    viewer.window_dragged.connect(events.window_dragged)
    viewer.pan_dragged.connect(events.pan_dragged)
    viewer.zoom_turned.connect(events.zoom_turned)
    viewer.pointed.connect(events.pointed)
    viewer.pointer_left.connect(events.pointer_left)
    viewer.place_double_clicked.connect(events.place_double_clicked)
    viewer.strip_chosen.connect(events.strip_chosen)
    bar.tool_chosen.connect(events.tool_chosen)
    bar.preset_chosen.connect(events.preset_chosen)
    bar.smooth_toggled.connect(events.smooth_toggled)
    bar.drawing_chosen.connect(events.drawing_chosen)
    bar.opacity_changed.connect(events.opacity_changed)
    bar.threshold_changed.connect(events.threshold_changed)
    bar.frame_chosen.connect(events.frame_chosen)
    bar.state_chosen.connect(events.state_chosen)
    for name, asked in (
        ("probe", events.probe_toggled),
        ("invert", events.invert_toggled),
        ("fit", events.fit_asked),
        ("actual", events.actual_size_asked),
        ("reset", events.reset_asked),
        ("overlay", events.overlay_toggled),
        ("next_frame", events.next_frame_asked),
        ("previous_frame", events.previous_frame_asked),
        ("marks", events.marks_toggled),
        ("shutter", events.shutter_toggled),
    ):
        commands[name].triggered.connect(lambda _checked=False, asked=asked: asked())
    for pane in viewer.panes:
        pane.tell_area()


def wire_prior(viewer: FilmViewer, prior: ViewerEvents) -> None:
    """Let the prior's presenter hear what happens to its film, and what the tool bar chooses for all films.

    Fit, size, reset and polarity it is told by whoever links both films.
    """
    pane, commands = viewer.prior.pane, viewer.commands
    for own, event in (
        (pane.area_resized, prior.area_resized),
        (pane.chosen, prior.place_chosen),
        (pane.window_dragged, prior.window_dragged),
        (pane.pan_dragged, prior.pan_dragged),
        (pane.zoom_turned, prior.zoom_turned),
        (pane.pointed, prior.pointed),
        (pane.pointer_left, prior.pointer_left),
        (pane.double_clicked, prior.place_double_clicked),
    ):
        own.connect(partial(event, 0))
    viewer.bar.tool_chosen.connect(prior.tool_chosen)
    viewer.bar.smooth_toggled.connect(prior.smooth_toggled)
    for name, asked in (
        ("probe", prior.probe_toggled),
        ("marks", prior.marks_toggled),
        ("shutter", prior.shutter_toggled),
    ):
        commands[name].triggered.connect(lambda _checked=False, asked=asked: asked())
    pane.tell_area()


def wire_measuring(viewer: FilmViewer, events: MeasuringEvents) -> None:
    """Let `events`, usually the presenter, hear what is measured."""
    bar, commands = viewer.bar, viewer.commands
    bar.tool_chosen.connect(events.tool_chosen)
    viewer.measure_pressed.connect(events.pressed)
    viewer.measure_released.connect(events.released)
    viewer.pointed.connect(events.pointed)
    viewer.length_given.connect(events.length_given)
    viewer.length_refused.connect(events.length_refused)
    bar.remove.triggered.connect(lambda _checked=False: events.remove())
    for name, asked in (
        ("next_measurement", events.select_next),
        ("previous_measurement", events.select_previous),
        ("insert_measurement", events.insert),
        ("lens", events.lens_turned),
    ):
        commands[name].triggered.connect(lambda _checked=False, asked=asked: asked())

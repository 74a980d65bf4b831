"""The tool bar under the films: the window with its menu, tools, size, and the overlay's sliders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from app.language import tr, tr_mark, tr_marked
from app.measures import MeasuringShown
from app.viewing import BarShown, Drawing, PresetShown, PriorShown, StateShown, Tool
from app.views.labels import plain_label, plain_tip
from app.views.theme import GRID, icon, set_role, tabular

PER_CENT = 100
SLIDER_WIDTH = 52
TOOLS = {
    Tool.WINDOW: tr_mark("Window"),
    Tool.ZOOM: tr_mark("Zoom"),
    Tool.PAN: tr_mark("Pan"),
    Tool.LENGTH: tr_mark("Length"),
    Tool.ANGLE: tr_mark("Angle"),
    Tool.ELLIPSE: tr_mark("Ellipse"),
    Tool.RECTANGLE: tr_mark("Rectangle"),
    Tool.HEART: tr_mark("Heart ratio"),
    Tool.CALIBRATE: tr_mark("Calibrate"),
}
TIPS = {
    Tool.ANGLE: tr_mark("Angle: drag the first leg up to the vertex, then point at the end of the other leg"),
    Tool.HEART: tr_mark(
        "Heart ratio: drag over the widest heart, then over the widest thorax inside the ribs"
    ),
    Tool.CALIBRATE: tr_mark("Calibrate: drag along something whose length you know"),
}
"""What a tool does that is not told by "drag with the left button"."""

MEASURING = {
    "next_measurement": tr_mark("Next measurement"),
    "previous_measurement": tr_mark("Previous measurement"),
    "insert_measurement": tr_mark("Insert measurement into the report"),
    "remove_measurement": tr_mark("Remove measurement"),
}
COMMANDS = {
    "probe": (tr_mark("Probe pixel values"), True),
    "invert": (tr_mark("Invert"), True),
    "fit": (tr_mark("Fit"), False),
    "actual": (tr_mark("One film pixel to one screen pixel (1:1)"), False),
    "reset": (tr_mark("Reset"), False),
    "overlay": (tr_mark("Overlay"), True),
    "next_frame": (tr_mark("Next frame"), False),
    "previous_frame": (tr_mark("Previous frame"), False),
    "marks": (tr_mark("Annotations of the file"), True),
    "shutter": (tr_mark("Shutter of the file"), True),
    "prior": (tr_mark("Prior beside the film"), True),
    "link": (tr_mark("Link window, zoom and pan with the prior"), True),
    "alone": (tr_mark("Films in a window of their own"), True),
}
MENU_COMMANDS = ("next_frame", "previous_frame", "marks", "shutter", "prior", "link", "alone")
"""In a menu instead of on the bar: not every study or desk has them."""
FRAME_COMMANDS = ("next_frame", "previous_frame")
DRAWINGS = {
    Drawing.SMOOTH: tr_mark("Smooth between the cells"),
    Drawing.CELLS: tr_mark("Cells as the model has them"),
    Drawing.OUTLINE: tr_mark("Outlines only"),
}


class BarButton(QToolButton):
    """A tool button that can be pressed with Space although Space is also a command's key."""

    def event(self, event: QEvent) -> bool:
        """While the button has the focus, Space is the button's."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Space
        ):
            event.accept()
            return True
        return super().event(event)


class OverlaySliders(QWidget):
    """Opacity and threshold of the overlay, in 0..1."""

    opacity_changed = Signal(float)
    threshold_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(GRID, 0, GRID, 0)
        self._row.setSpacing(GRID)
        self._opacity = self._slider("opacity", tr("Opacity of the overlay"), self.opacity_changed)
        self._threshold = self._slider(
            "threshold", tr("Threshold: lower attention is clear"), self.threshold_changed
        )

    def show_values(self, opacity: float, threshold: float, usable: bool) -> None:
        """Move the sliders without telling anybody; one that is being dragged stays under the pointer."""
        for slider, value in ((self._opacity, opacity), (self._threshold, threshold)):
            slider.setEnabled(usable)
            if not slider.isSliderDown():
                slider.blockSignals(True)
                slider.setValue(round(value * PER_CENT))
                slider.blockSignals(False)

    def _slider(self, name: str, tip: str, changed: SignalInstance) -> QSlider:
        sign = plain_label(parent=self)
        sign.setPixmap(icon(name).pixmap(QSize(16, 16)))
        sign.setToolTip(plain_tip(tip))
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(0, PER_CENT)
        slider.setFixedWidth(SLIDER_WIDTH)
        slider.setToolTip(plain_tip(tip))
        slider.setAccessibleName(tip)
        slider.valueChanged.connect(lambda value: changed.emit(value / PER_CENT))
        self._row.addWidget(sign)
        self._row.addWidget(slider)
        return slider


class FrameSlider(QWidget):
    """Which frame of a film with several is shown; nothing where there is one."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, GRID, 0)
        row.setSpacing(GRID)
        self._number = plain_label(parent=self)
        self._number.setFont(tabular(self._number.font()))
        self._slider = QSlider(Qt.Orientation.Horizontal, self)
        self._slider.setFixedWidth(SLIDER_WIDTH)
        self._slider.setAccessibleName(tr("Frame of the film"))
        self._slider.valueChanged.connect(self.chosen)
        row.addWidget(self._number)
        row.addWidget(self._slider)
        self.hide()

    def show_frame(self, frame: int, frames: int) -> None:
        """Bring it up to date without telling anybody; frames count from 0, people from 1."""
        self.setVisible(frames > 1)
        text = tr("Frame {number} of {count}", number=frame + 1, count=frames)
        self._number.setText(f"{frame + 1}/{frames}")
        self._number.setToolTip(plain_tip(text))
        self._slider.setToolTip(plain_tip(text))
        self._slider.blockSignals(True)
        self._slider.setRange(0, frames - 1)
        self._slider.setValue(frame)
        self._slider.blockSignals(False)


class ViewerBar(QFrame):
    """Shows a `BarShown` and tells what was chosen. `commands` are its actions; a window adds their keys."""

    tool_chosen = Signal(object)
    preset_chosen = Signal(int)
    smooth_toggled = Signal()
    drawing_chosen = Signal(object)
    opacity_changed = Signal(float)
    threshold_changed = Signal(float)
    frame_chosen = Signal(int)
    state_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "film-bar")
        self._shown, self._measuring = BarShown(), MeasuringShown()
        self.commands: dict[str, QAction] = {}
        self._tools = {tool: self._tool_action(tool) for tool in TOOLS}
        for name in COMMANDS:
            self.commands[name] = self._command(name)
        self._prior = PriorShown()
        self._measure = self._measure_button()
        self._smooth, self._drawings = QAction(tr("Smooth magnification"), self), QActionGroup(self)
        self._smooth.setCheckable(True)
        self._smooth.triggered.connect(self.smooth_toggled)
        self._offered: tuple[tuple[PresetShown, ...], tuple[StateShown, ...]] | None = None
        self._window, self._window_menu = self._window_button()
        # Twice: on the bar where there is room, and always in the overlay's menu.
        self._sliders, self._menu_sliders = OverlaySliders(self), OverlaySliders(self)
        for sliders in (self._sliders, self._menu_sliders):
            sliders.opacity_changed.connect(self.opacity_changed)
            sliders.threshold_changed.connect(self.threshold_changed)
        self._drawing = self._drawing_button()
        self._frame = FrameSlider(self)
        self._frame.chosen.connect(self.frame_chosen)
        self._lay_out()

    def show_bar(self, shown: BarShown) -> None:
        """Bring every control up to date without telling anybody."""
        self._shown = shown
        self._window.setText(shown.window or tr("W –  L –"))
        self._window.setAccessibleName(tr("window: {values}", values=self._window.text()))
        self._window.setEnabled(shown.enabled)
        self._show_presets(shown.presets, shown.states)
        for tool, action in self._tools.items():
            action.setChecked(tool is shown.tool)
        checked = {
            "probe": shown.probing,
            "invert": shown.inverted,
            "overlay": shown.overlay_on and shown.has_map,
            "marks": shown.marks_on and shown.has_marks,
            "shutter": shown.shutter_on and shown.has_shutter,
        }
        there = {
            "overlay": shown.has_map,
            "marks": shown.has_marks,
            "shutter": shown.has_shutter,
            "next_frame": shown.frame + 1 < shown.frames,
            "previous_frame": shown.frame > 0,
            "link": self._prior.beside is not None,
        }
        for name, action in self.commands.items():
            action.setChecked(checked.get(name, action.isChecked()))
            enabled = shown.enabled or name in FRAME_COMMANDS  # also from a frame that cannot be read
            action.setEnabled(name == "alone" or (enabled and there.get(name, True)))
        self._frame.show_frame(shown.frame, shown.frames)
        self._show_measuring()
        self._smooth.setChecked(shown.smooth)
        self._show_overlay(shown)
        self._make_room()

    def show_measuring(self, shown: MeasuringShown) -> None:
        """Offer what can be done now."""
        self._measuring = shown
        self._show_measuring()

    def _show_measuring(self) -> None:
        enabled, shown, tool = self._shown.enabled, self._measuring, self._shown.tool
        for each, action in self._tools.items():
            action.setEnabled(enabled and (shown.can_measure or not each.measures))
        for name in ("next_measurement", "previous_measurement"):
            self.commands[name].setEnabled(enabled and shown.some)
        for action in (self.commands["insert_measurement"], self.remove):
            action.setEnabled(enabled and shown.selected and shown.can_measure)
        lens = self.commands["lens"]
        lens.setChecked(shown.lens > 0)
        lens.setText(tr("Magnifier, {zoom}:1", zoom=shown.lens) if shown.lens else tr("Magnifier"))
        self._measure.setIcon(icon(tool.value if tool.measures else Tool.LENGTH.value))
        self._measure.setChecked(tool.measures)
        self._measure.setEnabled(enabled)

    def show_prior(self, shown: PriorShown) -> None:
        """Whether a prior stands beside the film, and whether it follows; its tip says why there is none."""
        self._prior = shown
        self.commands["prior"].setChecked(shown.beside is not None)
        self.commands["prior"].setStatusTip(shown.why_none)
        self.commands["link"].setChecked(shown.linked and shown.beside is not None)
        self.commands["link"].setEnabled(shown.beside is not None)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Room for all but the sliders, which the menu has too."""
        room = self._room() - self._sliders.minimumSizeHint().width()
        return QSize(room, self._row.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Without room the sliders go, before anything is cut."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """A longer window text needs room as well as a narrower bar does."""
        self._sliders.setVisible(self.width() >= self._room())

    def _room(self) -> int:
        """The width that the bar needs with its sliders, whether they are shown or not."""
        absent = 0 if self._sliders.isVisibleTo(self) else self._sliders.minimumSizeHint().width()
        return self._row.minimumSize().width() + absent

    def _show_overlay(self, shown: BarShown) -> None:
        usable = shown.enabled and shown.has_map and shown.overlay_on
        self._drawings.setEnabled(usable)
        for action in self._drawings.actions():
            action.setChecked(action.data() is shown.drawing)
        for sliders in (self._sliders, self._menu_sliders):
            sliders.show_values(shown.opacity, shown.threshold, usable)

    def _show_presets(self, presets: tuple[PresetShown, ...], states: tuple[StateShown, ...]) -> None:
        if (presets, states) == self._offered:
            return
        self._offered = (presets, states)
        self._window_menu.clear()
        for index, preset in enumerate(presets):
            action = self._window_menu.addAction(f"{preset.text}\t{preset.source}")
            action.setCheckable(True)
            action.setChecked(preset.chosen)
            action.setData(index)
        if states:
            self._window_menu.addSection(tr("Presentation states"))
        for index, state in enumerate(states):
            action = self._window_menu.addAction(state.text)
            action.setCheckable(True)
            action.setChecked(state.chosen)
            action.triggered.connect(partial(self._choose_state, index - 1))
        self._window_menu.addSeparator()
        self._window_menu.addAction(self._smooth)

    def _choose_state(self, index: int, _checked: bool = False) -> None:
        self.state_chosen.emit(index)

    def _choose_preset(self, action: QAction) -> None:
        if isinstance(action.data(), int):
            self.preset_chosen.emit(action.data())

    def _choose_drawing(self, action: QAction) -> None:
        if isinstance(action.data(), Drawing):
            self.drawing_chosen.emit(action.data())

    def _tool_action(self, tool: Tool) -> QAction:
        name = tr_marked(TOOLS[tool])
        action = QAction(icon(tool.value), name, self)
        action.setCheckable(True)
        action.setData(tool)
        tip = tr_marked(TIPS[tool]) if tool in TIPS else tr("{tool}: drag with the left button", tool=name)
        action.setToolTip(plain_tip(tip))
        action.triggered.connect(lambda: self.tool_chosen.emit(tool))
        self.commands[tool.value] = action
        return action

    def _command(self, name: str) -> QAction:
        words, checkable = COMMANDS[name]
        text = tr_marked(words)
        action = QAction(icon(name), text, self)
        action.setCheckable(checkable)
        action.setToolTip(plain_tip(text))
        return action

    def _window_button(self) -> tuple[QToolButton, QMenu]:
        button = BarButton(self)
        button.setFont(tabular(button.font()))
        button.setAccessibleName(tr("window"))
        button.setToolTip(tr("Window width and level: drag with the right button, or choose one here"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(button)
        menu.triggered.connect(self._choose_preset)
        button.setMenu(menu)
        return button, menu

    def _measure_button(self) -> QToolButton:
        button = BarButton(self)
        button.setIconSize(QSize(20, 20))
        button.setToolTip(tr("Measure, probe and magnify"))
        button.setAccessibleName(tr("measure"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCheckable(True)
        set_role(button, "icon")
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        for tool, action in self._tools.items():
            if tool.measures:
                menu.addAction(action)
        menu.addSeparator()
        for name, text in MEASURING.items():
            self.commands[name] = menu.addAction(tr_marked(text))
        self.remove = self.commands.pop("remove_measurement")
        # no command of the table: in a text the key deletes text (`app.commands.RESERVED`)
        self.remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        menu.addSeparator()
        menu.addAction(self.commands["probe"])
        self.commands["lens"] = lens = QAction(icon("lens"), tr("Magnifier"), self)
        lens.setCheckable(True)
        menu.addAction(lens)
        button.setMenu(menu)
        return button

    def _drawing_button(self) -> QToolButton:
        button = BarButton(self)
        button.setIcon(icon("drawing"))
        button.setIconSize(QSize(20, 20))
        button.setToolTip(
            tr("More: how the overlay is drawn, annotations, shutter, prior, a window for the films")
        )
        button.setAccessibleName(tr("overlay, annotations, shutter, prior, a window for the films"))
        set_role(button, "icon")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(button)
        for drawing, text in DRAWINGS.items():
            action = menu.addAction(tr_marked(text))
            action.setCheckable(True)
            action.setData(drawing)
            self._drawings.addAction(action)
        menu.addSeparator()
        inside = QWidgetAction(menu)
        inside.setDefaultWidget(self._menu_sliders)
        menu.addAction(inside)
        menu.addSeparator()
        menu.addActions([self.commands[name] for name in MENU_COMMANDS])
        menu.triggered.connect(self._choose_drawing)
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID, 2 * GRID, GRID)
        row.setSpacing(0)
        row.addWidget(self._window)
        self._add_buttons(row, ("window", "zoom", "pan"))
        row.addWidget(self._measure)
        self._add_buttons(row, ("invert",))
        self._add_buttons(row, ("fit", "actual", "reset"))
        row.addWidget(self._frame)
        row.addStretch(1)
        self._add_buttons(row, ("overlay",))
        row.addWidget(self._drawing)
        row.addWidget(self._sliders)

    def _add_buttons(self, row: QHBoxLayout, names: Sequence[str]) -> None:
        row.addSpacing(GRID)
        for name in names:
            button = BarButton(self)
            button.setDefaultAction(self.commands[name])
            button.setIconSize(QSize(20, 20))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            set_role(button, "icon")
            row.addWidget(button)

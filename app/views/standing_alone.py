"""The viewer in a window of its own, on another monitor, and back again.

The desk stays as it is meanwhile: a line in the viewer's place says where the films are. Keys work in both
windows. Whatever happens to the other monitor, the films come back rather than stay where nobody sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QByteArray, QObject, QRect, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QScreen,
    QShortcut,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.commands import Place
from app.language import tr, tr_marked
from app.messages import RESEARCH_USE
from app.views.keys import Given, KeyMap, WindowKeys, tip_with_key
from app.views.labels import plain_label
from app.views.theme import GRID, set_role
from app.views.viewer import FilmViewer

ALONE, GEOMETRY = "viewer-alone", "viewer-window"
SHARE: Final = 0.8  # of the only monitor
REACHABLE = 64  # pixels of a window that must lie on some screen, for it to be seen and moved
FOR_THE_DESK = frozenset(
    {"edit", "search", "open", "help", "mode_read", "mode_compare", "mode_questions", "mode_archive"}
)
"""Commands after which the reader goes on in the desk's window."""


class FilmWindow(QWidget):
    """Holds the viewer. `closing` says that the reader closes it: the films must go somewhere else first."""

    closing = Signal()

    def __init__(self, desk: QWidget) -> None:
        super().__init__()
        self._desk = desk
        self.setWindowTitle(tr("Consilium: films"))
        self.setAcceptDrops(True)
        self.setMinimumSize(480, 360)
        self._room = QVBoxLayout()
        label = QLabel(tr_marked(RESEARCH_USE))
        set_role(label, "muted")
        foot = QFrame()
        set_role(foot, "bar")
        row = QHBoxLayout(foot)
        row.setContentsMargins(3 * GRID, GRID, 3 * GRID, GRID)
        row.addStretch(1)
        row.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._room, 1)
        column.addWidget(foot)

    def take(self, viewer: FilmViewer) -> None:
        """The viewer is here now."""
        self._room.addWidget(viewer)
        viewer.show()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self.closing.emit()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; what is dropped here is dropped on the desk."""
        self._desk.dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._desk.dropEvent(event)


class ViewerPlace(QObject):
    """Decides where the viewer is: in the first place of `splitter`, or in a window of its own.

    `give` takes the commands of keys, as the desk's own window does; `number_given` those of number keys.
    """

    number_given = Signal(int)

    def __init__(
        self,
        desk: QWidget,
        viewer: FilmViewer,
        splitter: QSplitter,
        keys: KeyMap,
        give: Callable[[str], None],
    ) -> None:
        super().__init__(desk)
        self._desk, self._viewer, self._splitter = desk, viewer, splitter
        self._give = give
        self._window = FilmWindow(desk)
        self._window.closing.connect(self.bring_back)
        desk.destroyed.connect(self._window.deleteLater)
        self._keys = WindowKeys(self._window, keys, {}, self._given, frozenset({Place.ALWAYS, Place.DESK}))
        self._numbers = [self._number_key(number) for number in range(1, 10)]
        self._sizes: list[int] = []
        self._center = QByteArray()  # the splitter, as it was with the viewer in it
        self._geometry = QByteArray()  # of the window, as it was closed last
        self._wanted = False
        self._ended: Mapping[str, bytes] | None = None
        self._alone = viewer.commands["alone"]
        self._alone.triggered.connect(self.toggle)
        self._placeholder = self._line()
        for action in viewer.commands.values():
            desk.addAction(action)  # their keys work in the desk's window also while the viewer is not in it
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenRemoved.connect(self.screen_removed)

    @property
    def is_alone(self) -> bool:
        """Whether the viewer stands in its own window."""
        return self._splitter.indexOf(self._viewer) < 0

    @property
    def window(self) -> FilmWindow:
        """The viewer's own window, shown or not."""
        return self._window

    def toggle(self) -> None:
        """Out into a window, or back."""
        if self.is_alone:
            self.bring_back()
        else:
            self.take_out()

    def take_out(self) -> None:
        """Where it stood last; else over all of another monitor; else beside the desk on the only one."""
        if self.is_alone:
            return
        self._sizes, self._center = self._splitter.sizes(), self._splitter.saveState()
        self._splitter.replaceWidget(0, self._placeholder)
        self._placeholder.show()
        self._window.take(self._viewer)
        known = not self._geometry.isEmpty() and self._window.restoreGeometry(self._geometry)
        if known and reachable(self._window.frameGeometry()):
            self._window.show()
        else:
            self._stand()
        self._alone.setChecked(True)
        self._window.activateWindow()

    def bring_back(self) -> None:
        """Into the desk."""
        if not self.is_alone or self._ended is not None:
            return
        self._geometry = self._window.saveGeometry()
        self._splitter.replaceWidget(0, self._viewer)
        self._placeholder.hide()
        self._viewer.show()
        self._splitter.setSizes(self._sizes)
        self._window.hide()
        self._alone.setChecked(False)
        self._desk.activateWindow()

    def screen_removed(self, _: QScreen | None = None) -> None:
        """A monitor is gone: what stood on it alone comes back, and the desk comes where it can be seen."""
        if self.is_alone and not reachable(self._window.frameGeometry()):
            self.bring_back()
            self._geometry = QByteArray()
        screen = QGuiApplication.primaryScreen()
        if screen is not None and self._desk.isVisible() and not reachable(self._desk.frameGeometry()):
            self._desk.move(screen.availableGeometry().topLeft())

    def state(self) -> Mapping[str, bytes]:
        """What is to be remembered: "center" is the splitter with the viewer in it."""
        if self._ended is not None:
            return self._ended
        geometry = self._window.saveGeometry() if self.is_alone else self._geometry
        center = self._center if self.is_alone else self._splitter.saveState()
        state = {"center": bytes(center.data()), ALONE: b"1" if self.is_alone else b"0"}
        return state | ({GEOMETRY: bytes(geometry.data())} if not geometry.isEmpty() else {})

    def restore(self, state: Mapping[str, bytes]) -> None:
        """As it was remembered; the window opens with the desk, if the monitor for it is there."""
        self._geometry = QByteArray(state.get(GEOMETRY, b""))
        self._wanted = state.get(ALONE) == b"1"

    def desk_shown(self) -> None:
        """The desk is on the screen: the viewer may leave it."""
        if self._wanted and len(QGuiApplication.screens()) > 1:
            self.take_out()
        self._wanted = False

    def desk_closed(self) -> None:
        """The desk is closed, and this window with it."""
        self._ended = self.state()
        self._window.close()

    def _stand(self) -> None:
        others = [screen for screen in QGuiApplication.screens() if screen is not self._desk.screen()]
        if others:
            self._window.setGeometry(others[0].availableGeometry())
            self._window.showFullScreen()
            return
        room = self._desk.screen().availableGeometry()
        self._window.resize(round(room.width() * SHARE), round(room.height() * SHARE))
        self._window.move(room.center() - self._window.rect().center())
        self._window.show()

    def _given(self, name: str) -> None:
        if name in FOR_THE_DESK:
            self._desk.activateWindow()
        self._give(name)

    def _number_key(self, number: int) -> QShortcut:
        shortcut = QShortcut(QKeySequence(str(number)), self._window)
        shortcut.activated.connect(Given(shortcut, self._number_pressed, str(number)).give)
        return shortcut

    def _number_pressed(self, number: str) -> None:
        self.number_given.emit(int(number) - 1)

    def _line(self) -> QFrame:
        line = QFrame()
        set_role(line, "bar")
        line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        back = QPushButton(tr("Bring them back"))
        tip_with_key(back, tr("Films into this window again"), "alone")
        back.clicked.connect(self.bring_back)
        words = plain_label("muted")
        words.setText(tr("The films are in a window of their own."))
        row = QHBoxLayout(line)
        row.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
        row.setSpacing(3 * GRID)
        row.addWidget(words)
        row.addWidget(back)
        row.addStretch(1)
        line.hide()
        return line


def reachable(window: QRect) -> bool:
    """Whether enough of a window lies on some screen to be seen and moved."""
    for screen in QGuiApplication.screens():
        part = window & screen.availableGeometry()
        if part.width() >= REACHABLE and part.height() >= REACHABLE:
            return True
    return False

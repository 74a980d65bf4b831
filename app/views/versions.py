"""The sheet of a report's versions: the list, what each one changed, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.language import tr
from app.messages import Altered, AlteredPiece, VersionShown, VersionsShown
from app.views.shapes import smooth_painter
from app.views.text import Paragraph, Run, faded
from app.views.theme import GRID, colour, set_role

SIZE = (860, 480)
LIST_WIDTH = 330


class VersionSheets(QObject):
    """See `app.ports.VersionsView`; one sheet at a time."""

    chosen = Signal(int)
    restored = Signal(int)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._sheet: VersionSheet | None = None

    def show_versions(self, shown: VersionsShown) -> None:
        """Open the sheet with these versions."""
        sheet = self._sheet = VersionSheet(shown, self._window)
        sheet.chosen.connect(self.chosen)
        sheet.restored.connect(self.restored)
        sheet.finished.connect(self._closed)
        sheet.open()

    def show_version(self, shown: VersionShown) -> None:
        """Show one of them."""
        if self._sheet is not None:
            self._sheet.show_version(shown)

    def _closed(self) -> None:
        self._sheet = None


class VersionSheet(QDialog):
    """The newest version stands at the top."""

    chosen = Signal(int)
    restored = Signal(int)

    def __init__(self, shown: VersionsShown, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Versions of this report"))
        self.resize(*SIZE)
        self._can_restore = shown.can_restore
        self._number = -1
        self._list = QListWidget()
        self._list.setFixedWidth(LIST_WIDTH)
        self._list.setAccessibleName(tr("versions"))
        self._list.ensurePolished()  # choosing a line lays out all by the style that is there by then
        for line in shown.lines:
            item = QListWidgetItem(f"{line.number}   {line.what}\n{line.when} · {line.author}")
            item.setData(Qt.ItemDataRole.UserRole, line.number)
            self._list.addItem(item)
        self._list.setCurrentRow(0)
        self._list.currentItemChanged.connect(self._changed)
        self._text = AlteredText()
        self._restore = QPushButton(tr("Restore this version"))
        set_role(self._restore, "primary")
        self._restore.setEnabled(False)
        self._restore.clicked.connect(self._restored)
        self._lay_out()

    @property
    def text(self) -> AlteredText:
        """What the chosen version changed."""
        return self._text

    def show_version(self, shown: VersionShown) -> None:
        """Show one version."""
        self._number = shown.number
        self._text.show_pieces(shown.pieces)
        self._restore.setEnabled(self._can_restore and not shown.current)

    def _changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def _restored(self) -> None:
        self.restored.emit(self._number)
        self.accept()

    def _lay_out(self) -> None:
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._text)
        scroll.setAccessibleName(tr("what this version changed"))
        both = QHBoxLayout()
        both.setSpacing(3 * GRID)
        both.addWidget(self._list)
        both.addWidget(scroll, 1)
        hint = QLabel(tr("Underlined: added. Struck out: removed. Restoring is a step that can be undone."))
        set_role(hint, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self._restore, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(3 * GRID)
        layout.addLayout(both, 1)
        layout.addWidget(hint)
        layout.addWidget(buttons)


class AlteredText(QWidget):
    """One text with what was added underlined and what was removed struck out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self._paragraph = Paragraph("", self.font())
        self._runs: list[Run] = []
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_pieces(self, pieces: Sequence[AlteredPiece]) -> None:
        """Show these."""
        self._words = "".join(piece.text for piece in pieces).replace("\n", "\u2028") or tr("(empty)")
        self._paragraph, self._runs = Paragraph(self._words, self.font()), _runs(pieces)
        self.setAccessibleName(_spoken(pieces))
        self.updateGeometry()
        self.update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; text of another size is laid out anew."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._paragraph = Paragraph(self._words, self.font())
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 (Qt's)
        """Qt's."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 (Qt's)
        """Qt's."""
        return round(self._paragraph.height(width - 6 * GRID)) + 6 * GRID

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        self._paragraph.height(self.width() - 6 * GRID)
        self._paragraph.paint(painter, _INSET, colour("report"), self._runs)


def _runs(pieces: Sequence[AlteredPiece]) -> list[Run]:
    runs, start = [], 0
    for piece in pieces:
        stop = start + len(piece.text)
        match piece.altered:
            case Altered.ADDED:
                runs.append(Run(start, stop, None, faded(colour("green"), 0.2), colour("green")))
            case Altered.REMOVED:
                runs.append(Run(start, stop, colour("muted"), faded(colour("red"), 0.15), None, struck=True))
            case Altered.KEPT:
                pass
        start = stop
    return runs


def _spoken(pieces: Sequence[AlteredPiece]) -> str:
    return " ".join(_spoken_piece(piece.altered, piece.text.strip()) for piece in pieces)


def _spoken_piece(altered: Altered, text: str) -> str:
    match altered:
        case Altered.ADDED:
            return tr("added: {text}", text=text)
        case Altered.REMOVED:
            return tr("removed: {text}", text=text)
        case Altered.KEPT:
            return text


_INSET = QPointF(3 * GRID, 3 * GRID)

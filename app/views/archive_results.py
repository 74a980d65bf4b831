"""The studies that an archive answered, as a table: sorted by its heads, walked through by keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.archives.shown import Column, Here, MatchRow
from app.language import tr, tr_marked
from app.views.labels import plain_tip
from app.views.shapes import HERE_COLOURS, paint_here
from app.views.text import elided
from app.views.theme import GRID, colour, px

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_HEIGHT, SIGN_SIDE = 32, 10
WIDTHS: Final = {
    Column.HERE: 124,
    Column.PATIENT: 150,
    Column.PATIENT_ID: 96,
    Column.DATE: 158,
    Column.MODALITY: 92,
    Column.DESCRIPTION: 150,
    Column.ACCESSION: 96,
    Column.IMAGES: 80,
}
HERE_ROLE: Final = Qt.ItemDataRole.UserRole + 1


class MatchTable(QTableView):
    """`activated_rows` has what Enter or a double click was on; `sort_asked` a column."""

    activated_rows = Signal(list)
    sort_asked = Signal(object)
    selection_told = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = MatchModel(self)
        self.setModel(self._model)
        self.setItemDelegate(MatchDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)  # Tab leads out
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(tr("studies of the archive"))
        self.verticalHeader().hide()
        self._head = self.horizontalHeader()
        self._head.setSectionsClickable(True)
        self._head.setHighlightSections(False)
        self._head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._head.setSortIndicatorShown(True)
        self._head.sectionClicked.connect(self._head_clicked)
        self._head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._head.setStretchLastSection(False)
        for place, column in enumerate(Column):
            self._head.resizeSection(place, px(WIDTHS[column]))
        self._head.setSectionResizeMode(
            list(Column).index(Column.DESCRIPTION), QHeaderView.ResizeMode.Stretch
        )
        self.selectionModel().selectionChanged.connect(self._selection_changed)
        self.doubleClicked.connect(lambda _: self.activated_rows.emit(self.chosen))
        self._size()

    @property
    def chosen(self) -> list[str]:
        """The UIDs of the selected studies, the current one first."""
        rows = [index.row() for index in self.selectionModel().selectedRows()]
        current = self.currentIndex().row()
        rows.sort(key=lambda row: (row != current, row))
        return [self._model.rows[row].study_uid for row in rows]

    @property
    def rows(self) -> Sequence[MatchRow]:
        """What is shown."""
        return self._model.rows

    def show_rows(self, rows: Sequence[MatchRow], column: Column, descending: bool) -> None:
        """Show these; what is selected stays selected, and the current study current."""
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self._head.setSortIndicator(list(Column).index(column), order)
        if self._model.update_in_place(rows):
            return
        chosen, current = set(self.chosen), self._uid(self.currentIndex())
        self._model.replace(rows)
        selection = QItemSelection()
        for place, row in enumerate(rows):
            if row.study_uid in chosen:
                selection.select(self._model.index(place, 0), self._model.index(place, len(Column) - 1))
        places = [place for place, row in enumerate(rows) if row.study_uid == current]
        if places:
            self.selectionModel().setCurrentIndex(
                self._model.index(places[0], 0), QItemSelectionModel.SelectionFlag.NoUpdate
            )
        self.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def begin(self) -> None:
        """The keys are here now, on a study if there is any."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if self._model.rows and not self.chosen:
            self.selectRow(max(self.currentIndex().row(), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; Enter opens or retrieves."""
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated_rows.emit(self.chosen)
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; rows are as high as their text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._size()

    def _size(self) -> None:
        self.verticalHeader().setDefaultSectionSize(px(ROW_HEIGHT))

    def _uid(self, index: AnyIndex) -> str:
        return self._model.rows[index.row()].study_uid if index.isValid() else ""

    def _head_clicked(self, place: int) -> None:
        self.sort_asked.emit(list(Column)[place])

    def _selection_changed(self) -> None:
        self.selection_told.emit()


class MatchModel(QAbstractTableModel):
    """Rows as a table; a change within them keeps selection and place."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[MatchRow, ...] = ()

    def update_in_place(self, rows: Sequence[MatchRow]) -> bool:
        """Hold these if they are the same studies in the same order; whether they are."""
        if [row.study_uid for row in rows] != [row.study_uid for row in self.rows]:
            return False
        before, self.rows = self.rows, tuple(rows)
        changed = [place for place, row in enumerate(rows) if row != before[place]]
        if changed:
            last = self.index(changed[-1], len(Column) - 1)
            self.dataChanged.emit(self.index(changed[0], 0), last)
        return True

    def replace(self, rows: Sequence[MatchRow]) -> None:
        """Hold these."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:  # noqa: N802 (Qt's)
        """Qt's."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex | None = None) -> int:  # noqa: N802 (Qt's)
        """Qt's."""
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(  # noqa: N802 (Qt's)
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Qt's."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return tr_marked(list(Column)[section].value)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Qt's; how a study stands under `HERE_ROLE`."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        text = row.cells[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == HERE_ROLE:
            return row.here
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(part for part in (text, row.help) if part))
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return ", ".join(part for part in (*row.cells, row.help) if part)
        return None


class MatchDelegate(QStyledItemDelegate):
    """Paints a cell: plain words, and in the first column a sign and a word of how a study stands.

    By hand, because the style sheet takes longer for a screen full of cells than a frame lasts.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Qt's."""
        area = QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(area, colour(_ground(chosen, index.row())))
        words = area.adjusted(2 * GRID, 0, -GRID, 0)
        ink = colour("report" if chosen else "text")
        here = index.data(HERE_ROLE)
        if index.column() == 0 and isinstance(here, Here) and here is not Here.AWAY:
            ink = colour(HERE_COLOURS[here])
            side = px(SIGN_SIDE)
            sign = QRectF(words.left(), words.center().y() - side / 2, side, side)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_here(painter, here, sign)
            painter.restore()
            words.setLeft(sign.right() + 2 * GRID)
        painter.setPen(ink)
        painter.drawText(words, _LEFT, elided(painter, str(index.data()), words))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colour("accent"))
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(px(WIDTHS[list(Column)[index.column()]]), px(ROW_HEIGHT))


def _ground(chosen: bool, row: int) -> str:
    return "accent_deep" if chosen else "raised" if row % 2 else "pane"


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

"""The list of studies, and under it the files that were not opened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QPushButton,
    QScrollArea,
    QSpacerItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.language import tr, tr_count, tr_marked
from app.messages import SkippedRow, WorklistRow
from app.views.keys import tip_with_key
from app.views.labels import ElidedLabel, plain_label, plain_tip
from app.views.shapes import STUDY_COLOURS, paint_study_state
from app.views.text import elided
from app.views.theme import GRID, SMALL_POINTS, colour, points, px, set_role

HEADER_HEIGHT = 44
ROW_HEIGHT = 68
SIGN_SIDE = 10
SKIPPED_HEIGHT = 168
AnyIndex = QModelIndex | QPersistentModelIndex
ROW_ROLE: Final = Qt.ItemDataRole.UserRole + 1


class WorklistPane(QFrame):
    """See `app.ports.WorklistView`. A study is chosen as soon as the selection reaches it."""

    study_chosen = Signal(str)
    files_asked = Signal()
    folder_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self._rows = StudyRows(self)
        self._list = _study_list(self._rows, self)
        self._list.selectionModel().currentChanged.connect(self._current_changed)
        self._empty = _empty_label()
        self._skipped = SkippedList(self)
        self._count = plain_label()
        set_role(self._count, "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._header())
        layout.addWidget(self._empty)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._skipped)
        self._telling = True
        self.show_rows((), "", "")

    def show_rows(self, rows: Sequence[WorklistRow], chosen: str, empty: str) -> None:
        """Show these studies, `chosen` marked; where there are none, say `empty`."""
        self._telling = False
        self._rows.show(rows)
        index = self._rows.index_of(chosen)
        if index.isValid():
            self._list.setCurrentIndex(index)
        else:
            self._list.selectionModel().clear()
        self._telling = True
        self._count.setText(str(len(rows)) if rows else "")
        self._empty.setText(empty)
        self._empty.setVisible(not rows)
        self._list.setVisible(bool(rows))

    def show_skipped(self, skipped: Sequence[SkippedRow]) -> None:
        """Say which files were not opened."""
        self._skipped.show_files(skipped)

    def _current_changed(self, current: QModelIndex) -> None:
        row = current.data(ROW_ROLE)
        if self._telling and isinstance(row, WorklistRow):
            self.study_chosen.emit(row.study_uid)

    def _header(self) -> QHBoxLayout:
        title = ElidedLabel("title")
        title.show_text(tr("WORKLIST"))
        menu = QMenu(self)
        menu.addAction(tr("Files…"), self.files_asked.emit)
        menu.addAction(tr("Folder…"), self.folder_asked.emit)
        add = QToolButton()
        add.setText(tr("Open"))
        more = tr("You can also drop them anywhere.")
        tip_with_key(add, tr("Open films, folders or a panel"), "open", f". {more}")
        add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        add.setMenu(menu)
        row = QHBoxLayout()
        row.setContentsMargins(3 * GRID, 0, 2 * GRID, 0)
        row.setSpacing(2 * GRID)
        row.addSpacerItem(QSpacerItem(0, HEADER_HEIGHT))
        row.addWidget(title)
        row.addWidget(self._count)
        row.addStretch()
        row.addWidget(add)
        return row


class StudyRows(QAbstractListModel):
    """Rows as a list model; a change of state keeps the scroll position."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: tuple[WorklistRow, ...] = ()

    def show(self, rows: Sequence[WorklistRow]) -> None:
        """Hold these rows."""
        if [row.study_uid for row in rows] == [row.study_uid for row in self._rows]:
            self._rows = tuple(rows)
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
            return
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def index_of(self, study_uid: str) -> QModelIndex:
        """Where a study stands; an invalid index if it does not."""
        places = (place for place, row in enumerate(self._rows) if row.study_uid == study_uid)
        return self.index(next(places, -1))

    def rowCount(self, parent: AnyIndex | None = None) -> int:  # noqa: N802 (Qt's)
        """Qt's."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Qt's; the row itself under `ROW_ROLE`."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        shown: dict[int, object] = {
            int(ROW_ROLE): row,
            int(Qt.ItemDataRole.DisplayRole): f"{row.patient}, {row.date}, {tr_marked(row.state.value)}",
            int(Qt.ItemDataRole.AccessibleDescriptionRole): row.help or row.description,
            int(Qt.ItemDataRole.ToolTipRole): plain_tip(
                row.help or f"{row.patient}\n{row.date}\n{row.description}"
            ),
        }
        return shown.get(int(role))


class StudyList(QListView):
    """A list whose lines are as high as their text needs."""

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; lines are laid out anew."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.scheduleDelayedItemsLayout()


class StudyDelegate(QStyledItemDelegate):
    """Paints a study: patient, date and description, state as a sign and a word."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Qt's."""
        row = index.data(ROW_ROLE)
        area = QRectF(option.rect)
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, area, chosen, bool(state & QStyle.StateFlag.State_MouseOver))
        if state & QStyle.StateFlag.State_HasFocus:
            self._paint_focus(painter, area)
        self._paint_row(painter, area.adjusted(3 * GRID, 2 * GRID, -2 * GRID, -2 * GRID), row, chosen)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(160, px(ROW_HEIGHT))

    def _paint_focus(self, painter: QPainter, area: QRectF) -> None:
        """A ring, so that the keys can be seen to be here."""
        painter.setPen(colour("accent"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0.5, 0.5, -1.5, -1.5))

    def _paint_ground(self, painter: QPainter, area: QRectF, chosen: bool, under_pointer: bool) -> None:
        if chosen:
            painter.fillRect(area, colour("hover"))
            painter.fillRect(QRectF(area.left(), area.top(), 3, area.height()), colour("accent"))
        elif under_pointer:
            painter.fillRect(area, colour("raised"))
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), colour("line"))

    def _paint_row(self, painter: QPainter, area: QRectF, row: WorklistRow, chosen: bool) -> None:
        line = area.height() / 3
        plain, small = QFont(painter.font()), QFont(painter.font())
        plain.setWeight(QFont.Weight.DemiBold)
        small.setPointSizeF(points(SMALL_POINTS))
        first = QRectF(area.left(), area.top(), area.width(), line)
        second, third = first.translated(0, line), first.translated(0, 2 * line)
        painter.setFont(plain)
        painter.setPen(colour("report" if chosen else "text"))
        painter.drawText(first, _LEFT, elided(painter, row.patient, first))
        painter.setFont(small)
        painter.setPen(colour("muted"))
        painter.drawText(second, _LEFT, elided(painter, row.description, second))
        sign = QRectF(third.left(), third.center().y() - px(SIGN_SIDE) / 2, px(SIGN_SIDE), px(SIGN_SIDE))
        paint_study_state(painter, row.state, sign)
        painter.setPen(colour(STUDY_COLOURS[row.state]))
        state = tr_marked(row.state.value)
        painter.drawText(third.adjusted(px(SIGN_SIDE) + 6, 0, 0, 0), _LEFT, state)
        painter.setPen(colour("muted"))
        said = px(SIGN_SIDE) + 6 + painter.fontMetrics().horizontalAdvance(state) + 2 * GRID
        beside = third.adjusted(said, 0, 0, 0)
        painter.drawText(beside, _RIGHT, elided(painter, row.date, beside))


class SkippedList(QFrame):
    """A line that says how many files were not opened; it unfolds into names and reasons."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._button = QPushButton()
        set_role(self._button, "quiet")
        self._button.setCheckable(True)
        self._files = plain_label("muted")
        self._files.setWordWrap(True)
        self._files.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._files.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._files.setContentsMargins(3 * GRID, 0, 3 * GRID, 2 * GRID)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self._files)
        self._scroll.setFixedHeight(SKIPPED_HEIGHT)
        self._scroll.setAccessibleName(tr("files that were not opened"))
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.hide()
        self._button.toggled.connect(self._scroll.setVisible)
        self._button.toggled.connect(self._title)
        self._count = 0
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID, GRID, GRID, GRID)
        layout.addWidget(self._button)
        layout.addWidget(self._scroll)
        self.hide()

    def show_files(self, skipped: Sequence[SkippedRow]) -> None:
        """List these files; nothing is shown where there are none."""
        self._count = len(skipped)
        self._files.setText("\n\n".join(f"{breakable(row.name)}\n{breakable(row.reason)}" for row in skipped))
        self._files.setToolTip(plain_tip("\n".join(sorted({str(row.folder) for row in skipped}))))
        self._title()
        self.setVisible(bool(skipped))

    def _title(self) -> None:
        files = tr_count("%n file was not opened", "%n files were not opened", self._count)
        self._button.setText(f"{'▾' if self._button.isChecked() else '▸'}  {files}")


def breakable(text: str) -> str:
    """`text` with places where a long file name may be broken over lines; they show nothing."""
    return re.sub(r"\S{21,}", lambda long: re.sub(r"([_./\\-])(?=\w)", "\\1\u200b", long[0]), text)


def _study_list(rows: StudyRows, parent: QWidget) -> QListView:
    view = StudyList(parent)
    view.setModel(rows)
    view.setItemDelegate(StudyDelegate(view))
    view.setMouseTracking(True)
    view.setUniformItemSizes(True)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    view.setAccessibleName(tr("worklist"))
    return view


def _empty_label() -> QLabel:
    label = plain_label("muted")
    label.setWordWrap(True)
    label.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    return label


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

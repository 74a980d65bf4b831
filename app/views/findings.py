"""Which experts say what: a small table, one line a statement, one column an expert."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QHelpEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.language import tr, tr_marked
from app.messages import FindingRow
from app.views.labels import plain_tip
from app.views.shapes import paint_letter, smooth_painter
from app.views.text import elided
from app.views.theme import GRID, SMALL_POINTS, colour, points, px, tabular
from engine.panel import EXPERT_LETTERS

LINE = 24
NAME = 168  # pixels; a statement with less room gets a line of its own above the letters
PATCH = 16
CELL = 20
COUNT = 36


class FindingsTable(QWidget):
    """Filled letters say it; a dot stands where an expert does not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[FindingRow, ...] = ()
        self._experts: tuple[int, ...] = ()
        self.setMouseTracking(True)
        self.setAccessibleName(tr("findings by expert"))

    def show_findings(self, rows: Sequence[FindingRow], experts: Sequence[int]) -> None:
        """Show these statements for these experts."""
        self._rows, self._experts = tuple(rows), tuple(experts)
        self.setAccessibleDescription("; ".join(spoken(row) for row in self._rows))
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(240, self._line * len(self._rows))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; its height grows with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._fit()

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        small = QFont(self.font())
        small.setPointSizeF(points(SMALL_POINTS))
        for index, row in enumerate(self._rows):
            self._paint_row(painter, QRectF(0, index * self._line, self.width(), self._line), row, small)

    def event(self, event: QEvent) -> bool:
        """Qt's; a tip says in words who says what."""
        if isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    @property
    def _line(self) -> int:
        """The height of a row: two lines where letters beside the statement would leave it no room."""
        columns = px(CELL) * len(self._experts)
        return px(LINE) if self.width() - px(COUNT) - columns >= px(NAME) else 2 * px(LINE) - 4

    def _fit(self) -> None:
        self.setFixedHeight(self._line * len(self._rows))

    def _paint_row(self, painter: QPainter, area: QRectF, row: FindingRow, small: QFont) -> None:
        columns = px(CELL) * len(self._experts)
        left = area.width() - px(COUNT) - columns
        stacked = self._line > px(LINE)
        below = area.adjusted(0, px(LINE) - 4, 0, -4) if stacked else area
        area = QRectF(area.left(), area.top(), area.width(), px(LINE))
        absent = row.polarity == "no"
        painter.setFont(self.font())
        painter.setPen(colour("muted" if absent else "text"))
        width = area.width() - px(COUNT) if stacked else left
        name = QRectF(area.left(), area.top(), width - 2 * GRID, area.height())
        painter.drawText(name, _LEFT, elided(painter, statement(row), name))
        for place, expert in enumerate(self._experts):
            cell = QRectF(
                (area.left() if stacked else left) + place * px(CELL), below.top(), px(CELL), below.height()
            )
            self._paint_cell(painter, cell, expert, expert in row.experts, small)
        painter.setFont(tabular(small))
        painter.setPen(colour("muted"))
        count = QRectF(area.right() - px(COUNT), area.top(), px(COUNT) - GRID, area.height())
        painter.drawText(count, _RIGHT, row.count)

    def _paint_cell(self, painter: QPainter, cell: QRectF, expert: int, says: bool, small: QFont) -> None:
        center = cell.center()
        if says:
            patch = QRectF(center.x() - px(PATCH) / 2, center.y() - px(PATCH) / 2, px(PATCH), px(PATCH))
            paint_letter(painter, expert, EXPERT_LETTERS[expert], patch, small)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("edge"))
            painter.drawEllipse(center, 1.5, 1.5)

    def _show_tip(self, at: QPoint, on_screen: QPoint) -> None:
        index = at.y() // self._line
        if 0 <= index < len(self._rows):
            QToolTip.showText(on_screen, plain_tip(spoken(self._rows[index])), self)
        else:
            QToolTip.hideText()


def spoken(row: FindingRow) -> str:
    """Which experts say it: "No pneumothorax: A, B (2/6)"."""
    who = ", ".join(EXPERT_LETTERS[expert] for expert in row.experts)
    return f"{statement(row)}: {who} ({row.count})"


def statement(row: FindingRow) -> str:
    """The finding in words: "No pneumothorax", "Possible pleural effusion, left"."""
    polarity = tr_marked(row.polarity, "before a finding")
    said = f"{polarity} {row.finding}".strip().capitalize()
    return f"{said}, {row.side}" if row.side else said


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

"""Which experts say what: a small table, one line a statement, one column an expert."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QHelpEvent, QPainter
from PySide6.QtWidgets import QToolTip, QWidget

from app.messages import FindingRow
from app.views.shapes import paint_letter, smooth_painter
from app.views.text import elided
from app.views.theme import GRID, SMALL_POINTS, colour, tabular
from engine.panel import EXPERT_LETTERS

LINE = 24
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
        self.setAccessibleName("findings by expert")

    def show_findings(self, rows: Sequence[FindingRow], experts: Sequence[int]) -> None:
        """Show these statements for these experts."""
        self._rows, self._experts = tuple(rows), tuple(experts)
        self.setMinimumHeight(LINE * len(self._rows))
        self.setMaximumHeight(LINE * len(self._rows))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(240, LINE * len(self._rows))

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        small = QFont(self.font())
        small.setPointSizeF(SMALL_POINTS)
        for index, row in enumerate(self._rows):
            self._paint_row(painter, QRectF(0, index * LINE, self.width(), LINE), row, small)

    def event(self, event: QEvent) -> bool:
        """Qt's; a tip says in words who says what."""
        if isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _paint_row(self, painter: QPainter, area: QRectF, row: FindingRow, small: QFont) -> None:
        columns = CELL * len(self._experts)
        left = area.width() - COUNT - columns
        absent = row.polarity == "no"
        painter.setFont(self.font())
        painter.setPen(colour("muted" if absent else "text"))
        name = QRectF(area.left(), area.top(), left - 2 * GRID, area.height())
        painter.drawText(name, _LEFT, elided(painter, statement(row), name))
        for place, expert in enumerate(self._experts):
            cell = QRectF(left + place * CELL, area.top(), CELL, area.height())
            self._paint_cell(painter, cell, expert, expert in row.experts, small)
        painter.setFont(tabular(small))
        painter.setPen(colour("muted"))
        painter.drawText(QRectF(left + columns, area.top(), COUNT - GRID, area.height()), _RIGHT, row.count)

    def _paint_cell(self, painter: QPainter, cell: QRectF, expert: int, says: bool, small: QFont) -> None:
        center = cell.center()
        if says:
            patch = QRectF(center.x() - PATCH / 2, center.y() - PATCH / 2, PATCH, PATCH)
            paint_letter(painter, expert, EXPERT_LETTERS[expert], patch, small)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("edge"))
            painter.drawEllipse(center, 1.5, 1.5)

    def _show_tip(self, at: QPoint, on_screen: QPoint) -> None:
        index = at.y() // LINE
        if 0 <= index < len(self._rows):
            row = self._rows[index]
            who = ", ".join(EXPERT_LETTERS[expert] for expert in row.experts)
            QToolTip.showText(on_screen, f"{statement(row)}: {who} ({row.count})", self)
        else:
            QToolTip.hideText()


def statement(row: FindingRow) -> str:
    """The finding in words: "no pneumothorax", "possible effusion, left"."""
    said = f"{row.polarity} {row.finding}".strip()
    return f"{said}, {row.side}" if row.side else said


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

"""Findings by expert: present, uncertain, absent or not mentioned, each with a shape of its own.

The columns here are those of the statements below: `cell_area` says where they lie.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QToolTip, QWidget

from app.finding_names import stand_word
from app.language import tr
from app.messages import ColumnShown, ConsensusLine, StanceCell, StanceShown
from app.views.labels import plain_tip
from app.views.shapes import paint_letter, smooth_painter
from app.views.text import elided
from app.views.theme import GRID, RADIUS, SMALL_POINTS, colour, expert_colour, points, px, tabular
from engine.panel import EXPERT_LETTERS

CELL = 26  # pixels a column: a vote of two figures fits
PATCH = 18
LINE = 24
COUNT = 34
SCROLL_BAR = 12  # pixels, as in the style sheet
HEADS = 46
STANCE = 7.0


def cell_area(line: QRectF, column: int, columns: int) -> QRectF:
    """Where a column's cell lies on a line: the columns end at the line's right edge."""
    return QRectF(line.right() - px(CELL) * (columns - column), line.top(), px(CELL), line.height())


def column_at(line: QRectF, x: float, columns: int) -> int:
    """The column under a place on the line, -1 for none."""
    column = int((x - (line.right() - px(CELL) * columns)) // px(CELL))
    return column if 0 <= column < columns else -1


class ColumnHeads(QWidget):
    """The experts' letters with their votes; the elected one stands on a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[ColumnShown, ...] = ()
        self.setFixedHeight(px(HEADS))

    def show_columns(self, columns: Sequence[ColumnShown]) -> None:
        """Show these experts."""
        self._columns = tuple(columns)
        said = (
            tr(
                "{letter} vote {vote}",
                letter=EXPERT_LETTERS[column.expert],
                vote=column.vote or tr("none", "vote"),
            )
            for column in columns
        )
        self.setAccessibleName(tr("experts: {list}", list=", ".join(said)))
        elected = [EXPERT_LETTERS[column.expert] for column in columns if column.elected]
        self.setToolTip(
            tr("Votes by expert. {letters} was elected.", letters=", ".join(elected)) if elected else ""
        )
        self.update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; its height grows with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.setFixedHeight(px(HEADS))

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        line = QRectF(0, 0, self.width() - 2 * GRID - SCROLL_BAR, self.height())
        small = QFont(self.font())
        small.setPointSizeF(points(SMALL_POINTS))
        painter.setFont(small)
        painter.setPen(colour("muted"))
        left = QRectF(3 * GRID, 0, line.width() - px(CELL) * len(self._columns) - 5 * GRID, self.height())
        painter.drawText(left.adjusted(0, 4 + px(PATCH), 0, -2), _RIGHT, tr("votes"))
        for place, column in enumerate(self._columns):
            cell = cell_area(line, place, len(self._columns))
            patch = QRectF(cell.center().x() - px(PATCH) / 2, cell.top() + 4, px(PATCH), px(PATCH))
            paint_letter(painter, column.expert, EXPERT_LETTERS[column.expert], patch, small)
            painter.setFont(tabular(small))
            painter.setPen(colour("report" if column.elected else "muted"))
            painter.drawText(cell.adjusted(0, 4 + px(PATCH), 0, -2), _CENTER, column.vote or "–")
            if column.elected:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(expert_colour(column.expert))
                painter.drawRect(QRectF(cell.left() + 4, cell.bottom() - 2, cell.width() - 8, 2))


class ConsensusGrid(QWidget):
    """One line a finding. Sentences are named by expert and number."""

    sentence_entered = Signal(int, int)
    left = Signal()

    def __init__(self, lines: Sequence[ConsensusLine], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = tuple(lines)
        self._under = (-1, -1)
        self.setFixedHeight(px(LINE) * len(self._lines))
        self.setMouseTracking(True)
        self.setAccessibleName("; ".join(spoken(line) for line in self._lines))

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(420, px(LINE) * len(self._lines))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; its height grows with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.setFixedHeight(px(LINE) * len(self._lines))

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        small = QFont(self.font())
        small.setPointSizeF(points(SMALL_POINTS))
        for index, line in enumerate(self._lines):
            self._paint_line(painter, QRectF(0, index * px(LINE), self.width(), px(LINE)), line, small)
        self._paint_under(painter)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        under = self._at(event.position())
        if under != self._under:
            self._under = under
            cell = self._cell(under)
            if cell is not None and cell.sentences:
                self.sentence_entered.emit(cell.expert, cell.sentences[0])
            else:
                self.left.emit()
            self.update()

    def leaveEvent(self, _: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._under = (-1, -1)
        self.left.emit()
        self.update()

    def event(self, event: QEvent) -> bool:
        """Qt's; a tip says the line in words."""
        if isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _paint_line(self, painter: QPainter, area: QRectF, line: ConsensusLine, small: QFont) -> None:
        columns = len(line.cells)
        room = area.width() - px(CELL) * columns - px(COUNT) - 2 * GRID
        painter.setFont(self.font())
        if line.disputed:
            painter.setPen(colour("amber"))
            painter.drawText(QRectF(0, area.top(), 5 * GRID, px(LINE)), _CENTER, "≠")
        painter.setPen(colour("text" if not line.count.startswith("0/") else "muted"))
        name = QRectF(5 * GRID, area.top(), room - 5 * GRID, px(LINE))
        painter.drawText(name, _LEFT, elided(painter, line.finding.capitalize(), name))
        painter.setFont(tabular(small))
        painter.setPen(colour("muted"))
        painter.drawText(QRectF(room, area.top(), px(COUNT), px(LINE)), _RIGHT, line.count)
        for column, cell in enumerate(line.cells):
            paint_stance(painter, cell, cell_area(area, column, columns).center())

    def _paint_under(self, painter: QPainter) -> None:
        cell = self._cell(self._under)
        if cell is not None and cell.sentences:
            line = QRectF(0, self._under[0] * px(LINE), self.width(), px(LINE))
            area = cell_area(line, self._under[1], len(self._lines[self._under[0]].cells))
            painter.setPen(colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(3, 2, -3, -2), RADIUS, RADIUS)

    def _cell(self, under: tuple[int, int]) -> StanceCell | None:
        return self._lines[under[0]].cells[under[1]] if min(under) >= 0 else None

    def _at(self, point: QPointF) -> tuple[int, int]:
        row = int(point.y() // px(LINE))
        if not 0 <= row < len(self._lines):
            return -1, -1
        return row, column_at(QRectF(0, 0, self.width(), px(LINE)), point.x(), len(self._lines[row].cells))

    def _show_tip(self, at: QPoint, on_screen: QPoint) -> None:
        row, _ = self._at(QPointF(at))
        if row >= 0:
            QToolTip.showText(on_screen, plain_tip(spoken(self._lines[row], "\n")), self)
        else:
            QToolTip.hideText()


def paint_stance(painter: QPainter, cell: StanceCell, at: QPointF) -> None:
    """A disc for present, a half for uncertain, a ring with a bar for absent, a dot for not mentioned."""
    ink = expert_colour(cell.expert)
    disc = QRectF(at.x() - px(STANCE), at.y() - px(STANCE), 2 * px(STANCE), 2 * px(STANCE))
    painter.setPen(Qt.PenStyle.NoPen)
    match cell.stance:
        case StanceShown.PRESENT:
            painter.setBrush(ink)
            painter.drawEllipse(disc)
        case StanceShown.UNCERTAIN:
            painter.setBrush(ink)
            painter.drawPie(disc, 90 * 16, 180 * 16)
            _ring(painter, cell, disc)
        case StanceShown.ABSENT:
            _ring(painter, cell, disc)
            painter.drawLine(at - QPointF(3.5, 0), at + QPointF(3.5, 0))
        case StanceShown.SILENT:
            painter.setBrush(colour("edge"))
            painter.drawEllipse(at, 1.5, 1.5)


def spoken(line: ConsensusLine, between: str = ", ") -> str:
    """The line in words: "Pleural effusion, left: present A, B, absent C"."""
    parts = []
    for stance in StanceShown:
        experts = [EXPERT_LETTERS[cell.expert] for cell in line.cells if cell.stance is stance]
        if experts:
            parts.append(f"{stand_word(stance.value)} {' '.join(experts)}")
    return f"{line.finding.capitalize()}: {between.join(parts)}"


def _ring(painter: QPainter, cell: StanceCell, disc: QRectF) -> None:
    pen = painter.pen()
    pen.setStyle(Qt.PenStyle.SolidLine)
    pen.setColor(expert_colour(cell.expert))
    pen.setWidthF(1.6)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(disc.adjusted(1, 1, -1, -1))


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_CENTER = Qt.AlignmentFlag.AlignCenter

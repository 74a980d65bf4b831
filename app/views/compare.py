"""Two drafts side by side: one row a statement, differences marked inside the line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.language import tr
from app.messages import ComparedRow, CompareShown, Piece
from app.views.keys import tip_with_key
from app.views.labels import plain_label
from app.views.panel import CardStack
from app.views.shapes import smooth_painter
from app.views.states import StateFace
from app.views.text import Paragraph, Run, faded
from app.views.theme import GRID, RADIUS, colour, expert_colour, set_role
from engine.panel import EXPERT_LETTERS

GUTTER = 28
MARK = "≠"


class ComparePane(QFrame):
    """See `app.ports.CompareView`."""

    left_chosen = Signal(int)
    right_chosen = Signal(int)
    sentence_entered = Signal(int, int)
    left = Signal()
    sentence_taken = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left_box = _chooser(tr("left draft"))
        self._right_box = _chooser(tr("right draft"))
        self._left_box.activated.connect(self._left_activated)
        self._right_box.activated.connect(self._right_activated)
        self._summary = plain_label()
        self._summary.setContentsMargins(3 * GRID, 0, 3 * GRID, GRID)
        set_role(self._summary, "muted")
        self._face = StateFace()
        self._rows = CardStack()
        self._heads = QWidget()
        self._hint = QLabel(tr("Point at a sentence to see its map. A double click takes it."))
        self._hint.setWordWrap(True)
        self._hint.setContentsMargins(3 * GRID, GRID, 3 * GRID, 2 * GRID)
        set_role(self._hint, "muted")
        self._lay_out()
        self.show_comparison(CompareShown(empty=tr("No drafts to compare yet.")))

    def show_comparison(self, shown: CompareShown) -> None:
        """Show this comparison."""
        self._summary.setText(shown.summary)
        self._face.say(tr("Nothing to compare"), shown.empty)
        self._face.setVisible(bool(shown.empty))
        self._heads.setVisible(not shown.empty)
        self._rows.setVisible(not shown.empty)
        self._hint.setVisible(not shown.empty)
        _fill(self._left_box, shown.choices, shown.left, shown.left_vote)
        _fill(self._right_box, shown.choices, shown.right, shown.right_vote)
        self._show_rows(shown)

    def _show_rows(self, shown: CompareShown) -> None:
        self._rows.clear()
        for row in shown.rows:
            view = RowView(row, shown.left, shown.right)
            view.entered.connect(self.sentence_entered)
            view.left.connect(self.left)
            view.pressed.connect(self.sentence_taken)
            self._rows.add(view)

    def _left_activated(self, index: int) -> None:
        self.left_chosen.emit(self._left_box.itemData(index))

    def _right_activated(self, index: int) -> None:
        self.right_chosen.emit(self._right_box.itemData(index))

    def _lay_out(self) -> None:
        heads = QHBoxLayout(self._heads)
        heads.setContentsMargins(3 * GRID, 0, 2 * GRID, 2 * GRID)
        heads.setSpacing(0)
        heads.addWidget(self._left_box, 1)
        heads.addSpacing(GUTTER)
        heads.addWidget(self._right_box, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._heads)
        layout.addWidget(self._summary)
        layout.addWidget(self._face)
        layout.addWidget(self._rows, 1)
        layout.addWidget(self._hint)


class RowView(QWidget):
    """One statement on both sides; the same words stand once, across both."""

    entered = Signal(int, int)
    left = Signal()
    pressed = Signal(int, int)

    def __init__(self, row: ComparedRow, left: int, right: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row
        self._experts = (left, right)
        self._texts = tuple(Paragraph(_text(pieces), self.font()) for pieces in (row.left, row.right))
        self._side = -1
        self.setMouseTracking(True)
        self.setAccessibleName(_spoken(row, left, right))
        said = tr("Contradiction. {words}", words=row.contradiction) + "\n" if row.contradiction else ""
        tip_with_key(self, said + tr("A double click takes the sentence"), "take_sentence", ".")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)  # grows when narrow
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; text of another size is laid out anew."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._texts = tuple(
                Paragraph(_text(pieces), self.font()) for pieces in (self._row.left, self._row.right)
            )
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 (Qt's)
        """Qt's."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 (Qt's)
        """Qt's."""
        sides = zip(self._texts, self._areas(width), strict=True)
        return round(max(text.height(area.width() - 4 * GRID) for text, area in sides)) + 4 * GRID

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(420, self.heightForWidth(420))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(240, self.fontMetrics().height())

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        self.heightForWidth(self.width())
        areas = self._areas(self.width())
        if self._row.same:
            self._paint_side(painter, 0, areas[0])
            self._paint_mark(painter, areas[0].right() - GUTTER)
            return
        for side in (0, 1):
            self._paint_side(painter, side, areas[side])
        self._paint_mark(painter, areas[0].right())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._point_at(self._side_at(event.position()))

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._point_at(self._side_at(event.position()))

    def leaveEvent(self, _: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._side = -1
        self.left.emit()
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; takes the sentence."""
        side = self._side_at(event.position())
        if side >= 0:
            self.pressed.emit(self._experts[side], self._indices[side])

    @property
    def _indices(self) -> tuple[int, int]:
        return self._row.left_index, self._row.right_index

    def _point_at(self, side: int) -> None:
        if side != self._side:
            self._side = side
            if side >= 0:
                self.entered.emit(self._experts[side], self._indices[side])
            else:
                self.left.emit()
            self.update()

    def _side_at(self, point: QPointF) -> int:
        for side, area in enumerate(self._areas(self.width())):
            if area.contains(point) and self._indices[side] >= 0:
                return side
        return -1

    def _areas(self, width: int) -> tuple[QRectF, QRectF]:
        """Where the two sides lie; the same words take the whole width."""
        if self._row.same:
            return QRectF(0, 0, width, self.height()), QRectF(0, 0, width, self.height())
        half = (width - GUTTER) / 2
        return QRectF(0, 0, half, self.height()), QRectF(half + GUTTER, 0, half, self.height())

    def _paint_side(self, painter: QPainter, side: int, area: QRectF) -> None:
        pieces = (self._row.left, self._row.right)[side]
        if not pieces:
            painter.setPen(colour("disabled"))
            painter.drawText(area.adjusted(2 * GRID, 0, 0, 0), _LEFT, tr("not said"))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("hover" if side == self._side else "raised"))
        painter.drawRoundedRect(area, RADIUS, RADIUS)
        self._paint_edges(painter, side, area)
        at = area.topLeft() + QPointF(2.5 * GRID, 2 * GRID + 1)
        ink = colour("text" if self._row.same else "report")
        self._texts[side].paint(painter, at, ink, _runs(pieces, expert_colour(self._experts[side])))

    def _paint_mark(self, painter: QPainter, left: float) -> None:
        if self._row.contradiction:
            painter.setPen(colour("amber"))
            painter.drawText(QRectF(left, 0, GUTTER, self.height()), Qt.AlignmentFlag.AlignCenter, MARK)

    def _paint_edges(self, painter: QPainter, side: int, area: QRectF) -> None:
        painter.setBrush(expert_colour(self._experts[side]))
        painter.drawRoundedRect(QRectF(area.left(), area.top(), 3, area.height()), 1.5, 1.5)
        if self._row.same:
            painter.setBrush(expert_colour(self._experts[1]))
            painter.drawRoundedRect(QRectF(area.right() - 3, area.top(), 3, area.height()), 1.5, 1.5)


def _chooser(name: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box


def _fill(box: QComboBox, choices: Sequence[int], chosen: int, vote: str) -> None:
    box.clear()
    for expert in choices:
        voted = "   " + tr("vote {vote}", vote=vote) if vote and expert == chosen else ""
        box.addItem(f"{EXPERT_LETTERS[expert]}{voted}", expert)
    box.setCurrentIndex(list(choices).index(chosen) if chosen in choices else -1)


def _text(pieces: Sequence[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def _runs(pieces: Sequence[Piece], tint: QColor) -> list[Run]:
    """A changed piece is tinted and underlined: neither colour nor line alone says it."""
    runs, start = [], 0
    for piece in pieces:
        stop = start + len(piece.text)
        if piece.changed and piece.text.strip():
            runs.append(Run(start, stop, background=faded(tint, 0.25), underline=tint))
        start = stop
    return runs


def _spoken(row: ComparedRow, left: int, right: int) -> str:
    names = (EXPERT_LETTERS[left], EXPERT_LETTERS[right])
    sides = (_text(row.left) or tr("not said"), _text(row.right) or tr("not said"))
    spoken = "; ".join(f"{name}: {said}" for name, said in zip(names, sides, strict=True))
    against = tr("contradiction: {words}", words=row.contradiction)
    return f"{spoken}; {against}" if row.contradiction else spoken


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

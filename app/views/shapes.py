"""Small painted signs. A state is always a word and one of these, never a colour alone."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.archives.shown import Here
from app.language import tr, tr_marked
from app.messages import EngineState, SaveState, StudyState
from app.views.theme import colour, expert_colour, expert_ink, px

STUDY_COLOURS = {
    StudyState.NEW: "accent",
    StudyState.DRAFT: "amber",
    StudyState.PRELIMINARY: "amber",
    StudyState.SIGNED: "green",
    StudyState.ADDENDED: "green",
    StudyState.MISSING: "red",
    StudyState.FAILED: "red",
}
HERE_COLOURS = {
    Here.AWAY: "muted",
    Here.WAITING: "muted",
    Here.COMING: "accent",
    Here.HERE: "green",
    Here.PARTIAL: "amber",
    Here.CANCELLED: "muted",
    Here.FAILED: "red",
}
ENGINE_COLOURS = {
    EngineState.LOADING: "amber",
    EngineState.READY: "green",
    EngineState.ABSENT: "muted",
    EngineState.FAILED: "red",
}
SAVE_COLOURS = {
    SaveState.NOTHING: "muted",
    SaveState.PENDING: "muted",
    SaveState.SAVED: "green",
    SaveState.FAILED: "red",
}


def paint_study_state(painter: QPainter, state: StudyState, area: QRectF) -> None:
    """New a ring, draft half a disc, preliminary a disc, signed a tick, addended a plus, failed a cross."""
    ink = colour(STUDY_COLOURS[state])
    match state:
        case StudyState.NEW:
            paint_ring(painter, ink, area)
        case StudyState.DRAFT:
            paint_half(painter, ink, area)
        case StudyState.PRELIMINARY:
            paint_disc(painter, ink, area)
        case StudyState.SIGNED:
            paint_tick(painter, ink, area)
        case StudyState.ADDENDED:
            paint_plus(painter, ink, area)
        case StudyState.MISSING | StudyState.FAILED:
            paint_cross(painter, ink, area)


def paint_here(painter: QPainter, here: Here, area: QRectF) -> None:
    """Waiting a ring, coming half a disc, here a tick, partial a disc, cancelled or failed a cross."""
    ink = colour(HERE_COLOURS[here])
    match here:
        case Here.WAITING:
            paint_ring(painter, ink, area)
        case Here.COMING:
            paint_half(painter, ink, area)
        case Here.HERE:
            paint_tick(painter, ink, area)
        case Here.PARTIAL:
            paint_disc(painter, ink, area)
        case Here.CANCELLED | Here.FAILED:
            paint_cross(painter, ink, area)
        case Here.AWAY:
            pass


def paint_ring(painter: QPainter, ink: QColor, area: QRectF) -> None:
    """An open circle."""
    _outline(painter, ink)
    painter.drawEllipse(area.adjusted(1, 1, -1, -1))


def paint_disc(painter: QPainter, ink: QColor, area: QRectF) -> None:
    """A full circle."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(area.adjusted(0.5, 0.5, -0.5, -0.5))


def paint_half(painter: QPainter, ink: QColor, area: QRectF) -> None:
    """A circle whose left half is full."""
    paint_ring(painter, ink, area)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPie(area.adjusted(1, 1, -1, -1), 90 * 16, 180 * 16)


def paint_tick(painter: QPainter, ink: QColor, area: QRectF) -> None:
    """A tick."""
    _outline(painter, ink, 1.8)
    x, y, w, h = area.x(), area.y(), area.width(), area.height()
    points = (
        QPointF(x + 0.1 * w, y + 0.55 * h),
        QPointF(x + 0.4 * w, y + 0.85 * h),
        QPointF(x + 0.92 * w, y + 0.18 * h),
    )
    painter.drawPolyline(QPolygonF(points))


def paint_cross(painter: QPainter, ink: QColor, area: QRectF) -> None:
    """A diagonal cross."""
    _outline(painter, ink, 1.8)
    inner = area.adjusted(1.5, 1.5, -1.5, -1.5)
    painter.drawLine(inner.topLeft(), inner.bottomRight())
    painter.drawLine(inner.topRight(), inner.bottomLeft())


def paint_plus(painter: QPainter, ink: QColor, area: QRectF) -> None:
    """An upright cross."""
    _outline(painter, ink, 1.6)
    center = area.center()
    painter.drawLine(QPointF(area.left(), center.y()), QPointF(area.right(), center.y()))
    painter.drawLine(QPointF(center.x(), area.top()), QPointF(center.x(), area.bottom()))


def paint_letter(painter: QPainter, expert: int, letter: str, area: QRectF, font: QFont) -> None:
    """An expert's letter on a patch of the expert's colour."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(expert_colour(expert))
    painter.drawRoundedRect(area, 3, 3)
    bold = QFont(font)
    bold.setBold(True)
    painter.setFont(bold)
    painter.setPen(expert_ink(expert))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, letter)


class EngineDot(QWidget):
    """The sign beside the engine's name: a disc when ready, a half while loading, else a ring or a cross."""

    SIDE = 10

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = EngineState.LOADING
        self.setFixedSize(self.SIDE, self.SIDE)

    def show_state(self, state: EngineState) -> None:
        """Show this state."""
        self._state = state
        self.update()

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        area = QRectF(0, 0, self.SIDE, self.SIDE)
        ink = colour(ENGINE_COLOURS[self._state])
        match self._state:
            case EngineState.READY:
                paint_disc(painter, ink, area)
            case EngineState.LOADING:
                paint_half(painter, ink, area)
            case EngineState.ABSENT:
                paint_ring(painter, ink, area)
            case EngineState.FAILED:
                paint_cross(painter, ink, area)


class SaveSign(QWidget):
    """The sign beside the time of saving: a tick, a ring while it is under way, a cross where it failed."""

    SIDE = 10

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = SaveState.NOTHING
        self.setFixedSize(self.SIDE, self.SIDE)

    def show_state(self, state: SaveState) -> None:
        """Show this state."""
        self._state = state
        self.setAccessibleName(tr_marked(state.value))
        self.update()

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        area = QRectF(0, 0, self.SIDE, self.SIDE)
        ink = colour(SAVE_COLOURS[self._state])
        match self._state:
            case SaveState.SAVED:
                paint_tick(painter, ink, area)
            case SaveState.PENDING:
                paint_ring(painter, ink, area)
            case SaveState.FAILED:
                paint_cross(painter, ink, area)
            case SaveState.NOTHING:
                pass


class LetterPatch(QWidget):
    """An expert's letter in the expert's colour."""

    def __init__(self, expert: int, letter: str, side: int = 20, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._expert, self._letter, self._side = expert, letter, side
        self.setFixedSize(px(side), px(side))
        self.setAccessibleName(tr("expert {letter}", letter=letter))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; it grows with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.setFixedSize(px(self._side), px(self._side))

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        paint_letter(painter, self._expert, self._letter, QRectF(self.rect()), self.font())


def smooth_painter(widget: QWidget) -> QPainter:
    """A painter on the widget that draws without steps."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def _outline(painter: QPainter, ink: QColor, width: float = 1.6) -> None:
    pen = QPen(ink, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)

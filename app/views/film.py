"""One film on black: grey levels, an overlay, words in the corners. Draws, and tells what the mouse did."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.language import tr, tr_count
from app.measures import REACH, grip_at
from app.projection import Area, Projection, project
from app.rendering import Sampled, Tables, Tones, grey, panned_sample, sample
from app.viewing import FilmShown, Pace, Tool
from app.views.images import grey_image, turning
from app.views.labels import plain_tip
from app.views.layers import LayerPicture, paint_annotations
from app.views.lens import paint_lens
from app.views.measures import paint_measures
from app.views.overlay import LEGEND_WIDTH, paint_legend, paint_overlay
from app.views.theme import ANNOTATION_POINTS, GRID, colour, points, px, tabular

MARGIN = 2 * GRID
VEIL = QColor(0, 0, 0, 176)  # behind words: they must read on white bone too
BADGES_SHOWN = 2
PIXELS_PER_ZOOM_STEP = 24  # of a drag with the zoom tool
SOURCE_WIDTH = 260  # pixels; a narrower column of words is hard to read
SOURCE_LINES = 6
WHEEL_NOTCH = 120  # Qt's eighths of a degree


@dataclass(frozen=True, slots=True)
class Drag:
    """A drag under way: what it does, and where it began and last was, in logical pixels."""

    tool: Tool
    start: QPointF
    last: QPointF


class FilmPane(QWidget):
    """Shows one film. Positions in signals are device pixels of this widget, sizes too."""

    area_resized = Signal(int, int)
    chosen = Signal()
    window_dragged = Signal(float, float, object)
    pan_dragged = Signal(float, float)
    zoom_turned = Signal(float, object, float, float)
    pointed = Signal(float, float)
    pointer_left = Signal()
    double_clicked = Signal()
    measure_pressed = Signal(float, float, float)
    measure_released = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = FilmShown()
        self._tool = Tool.WINDOW
        self._drag: Drag | None = None
        self._measuring = False  # the left button is down, and what it does is measuring
        self._probing = False
        self._lens = 0
        self._pointer: QPointF | None = None
        self._picture = _Picture()
        self._reached_by_keys = False
        self._layers = LayerPicture()
        self._badge_areas: list[tuple[QRectF, str]] = []
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("no film"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 120)

    def show_film(self, shown: FilmShown) -> None:
        """Draw this; what did not change is not computed again."""
        told = spoken(shown)
        if told != spoken(self._shown):
            self.setAccessibleDescription(told)
        self._shown = shown
        self.setAccessibleName(tr("film {view}", view=shown.label) if shown.label else tr("no film"))
        self.update()

    def show_tool(self, tool: Tool, probing: bool) -> None:
        """What the left button does, and whether the pointer should show single pixels."""
        self._tool, self._probing = tool, probing
        self._show_cursor()

    def show_lens(self, lens: int) -> None:
        """Magnify what is under the pointer: so many device pixels to a film pixel, 0 for none."""
        self._lens = lens
        self._show_cursor()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Any size is good; more is better."""
        return QSize(400, 480)

    def area(self) -> Area:
        """This widget's size in device pixels."""
        ratio = self.devicePixelRatioF()
        return Area(round(self.width() * ratio), round(self.height() * ratio))

    def tell_area(self) -> None:
        """Emit `area_resized` for whoever was not listening yet."""
        area = self.area()
        self.area_resized.emit(area.width, area.height)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Tell the new size."""
        super().resizeEvent(event)
        self.tell_area()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """The screen, and with it the device's pixels, is known only now."""
        super().showEvent(event)
        self.tell_area()

    def event(self, event: QEvent) -> bool:
        """Badges explain themselves; another screen may have other pixels."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._explain(event)
            return True
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self.tell_area()
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A drag begins: left by the chosen tool, right the window, middle pans."""
        self.chosen.emit()
        if event.button() == Qt.MouseButton.LeftButton and self._is_for_measuring(event.position()):
            self._measuring = True
            ratio = self.devicePixelRatioF()
            at = event.position() * ratio
            self.measure_pressed.emit(at.x(), at.y(), REACH * ratio)
            return
        tools = {
            Qt.MouseButton.LeftButton: self._tool,
            Qt.MouseButton.RightButton: Tool.WINDOW,
            Qt.MouseButton.MiddleButton: Tool.PAN,
        }
        if event.button() in tools:
            self._drag = Drag(tools[event.button()], event.position(), event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tell where the pointer is, and how far a drag has come."""
        ratio = self.devicePixelRatioF()
        self._pointer = event.position()
        self.pointed.emit(event.position().x() * ratio, event.position().y() * ratio)
        self._show_cursor()
        if self._lens:
            self.update()
        if self._drag is not None:
            self._drag_on(self._drag, event.position(), pace(event.modifiers()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """The drag ends with its last button, measuring with the left one."""
        if event.button() == Qt.MouseButton.LeftButton and self._measuring:
            self._measuring = False
            at = event.position() * self.devicePixelRatioF()
            self.measure_released.emit(at.x(), at.y())
        if event.buttons() == Qt.MouseButton.NoButton:
            self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Tell it; a drag may follow the second press."""
        self.mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self._measuring:
            self.double_clicked.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """A ring shows where the keys are; a click needs none, and it would cover the film's edge."""
        super().focusInEvent(event)
        self._reached_by_keys = event.reason() in _BY_KEYS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """The keys went elsewhere."""
        super().focusOutEvent(event)
        self._reached_by_keys = False
        self.update()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Tell that the pointer is gone."""
        super().leaveEvent(event)
        self._pointer = None
        self.update()
        self.pointer_left.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom at the pointer. Alt swaps the wheel's axes on some systems; both count."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        ratio = self.devicePixelRatioF()
        at = event.position() * ratio
        self.zoom_turned.emit(turned / WHEEL_NOTCH, pace(event.modifiers()), at.x(), at.y())
        event.accept()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        """Film and overlay in device pixels, words in logical ones."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour("film"))
        self._paint_film(painter)
        painter.setFont(self._annotation_font())
        self._paint_annotations(painter)
        self._paint_measures(painter)
        self._paint_words(painter)
        self._paint_lens(painter)
        if self._reached_by_keys:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _drag_on(self, drag: Drag, position: QPointF, speed: Pace) -> None:
        moved = position - drag.last
        self._drag = Drag(drag.tool, drag.start, position)
        ratio = self.devicePixelRatioF()
        if drag.tool is Tool.WINDOW:
            self.window_dragged.emit(moved.x(), moved.y(), speed)
        elif drag.tool is Tool.PAN:
            self.pan_dragged.emit(moved.x() * ratio, moved.y() * ratio)
        else:
            steps = -moved.y() / PIXELS_PER_ZOOM_STEP
            self.zoom_turned.emit(steps, speed, drag.start.x() * ratio, drag.start.y() * ratio)

    def _paint_film(self, painter: QPainter) -> None:
        shown = self._shown
        if shown.tones is None or shown.levels is None or shown.sight is None:
            return
        on = project(shown.sight, self.area())
        painter.save()
        scale = 1 / self.devicePixelRatioF()
        painter.scale(scale, scale)
        painter.setTransform(turning(on), True)
        film = self._picture.paint(painter, shown.tones, shown.levels, on, shown.smooth)
        if shown.layers is not None and shown.shutter_on:
            self._layers.paint_shutter(painter, shown.layers, on, film)
        if shown.overlay is not None and not film.isEmpty():
            paint_overlay(painter, shown.overlay, on, film)
        if shown.layers is not None and shown.marks_on:
            self._layers.paint_marks(painter, shown.layers, on)
        painter.restore()

    def _paint_annotations(self, painter: QPainter) -> None:
        shown = self._shown
        if shown.layers is not None and shown.marks_on and shown.sight is not None:
            on = project(shown.sight, self.area())
            paint_annotations(painter, shown.layers.annotations, on, self.devicePixelRatioF())

    def _paint_measures(self, painter: QPainter) -> None:
        if self._shown.measures and self._shown.sight is not None:
            on, ratio = project(self._shown.sight, self.area()), self.devicePixelRatioF()
            room = QRectF(self.rect()).adjusted(GRID, GRID, -GRID, -GRID)
            paint_measures(painter, self._shown.measures, on, ratio, room)

    def _paint_lens(self, painter: QPainter) -> None:
        shown = self._shown
        if self._lens and self._pointer is not None and shown.tones is not None and shown.sight is not None:
            on = project(shown.sight, self.area())
            paint_lens(painter, shown, on, self.devicePixelRatioF(), self._pointer, self._lens)

    def _is_for_measuring(self, position: QPointF) -> bool:
        """Whether the left button measures here: with a tool for it, or on what was measured."""
        return self._tool.measures or self._has_grip(position)

    def _has_grip(self, position: QPointF) -> bool:
        if not self._shown.measures or self._shown.sight is None:
            return False
        ratio = self.devicePixelRatioF()
        on, lines = project(self._shown.sight, self.area()), not self._tool.measures
        at = position * ratio
        return grip_at(self._shown.measures, on, at.x(), at.y(), REACH * ratio, lines=lines) is not None

    def _show_cursor(self) -> None:
        """What the left button would do under the pointer."""
        shapes = {
            Tool.WINDOW: Qt.CursorShape.ArrowCursor,
            Tool.ZOOM: Qt.CursorShape.SizeVerCursor,
            Tool.PAN: Qt.CursorShape.OpenHandCursor,
        }
        shape = shapes.get(self._tool, Qt.CursorShape.CrossCursor)
        if self._probing:
            shape = Qt.CursorShape.CrossCursor
        if self._pointer is not None and self._drag is None and self._has_grip(self._pointer):
            shape = Qt.CursorShape.SizeAllCursor
        if self._lens:
            shape = Qt.CursorShape.BlankCursor  # the lens has a cross of its own, which leaves the point free
        if shape is not self.cursor().shape():
            self.setCursor(shape)

    def _annotation_font(self) -> QFont:
        font = tabular(self.font())
        font.setPointSizeF(points(ANNOTATION_POINTS))
        return font

    def _paint_words(self, painter: QPainter) -> None:
        shown = self._shown
        inner = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = "text" if shown.identified else "amber"
        top_right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        who = _block(painter, shown.patient, inner, top_right, ink)
        top = max(self._paint_label(painter, inner), who.height())
        self._paint_badges(painter, inner.adjusted(0, top, 0, 0))
        low_left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
        readings = _block(painter, shown.readings, inner, low_left)
        source = self._paint_source(painter, inner, readings)
        if shown.legend is not None and shown.overlay is not None:
            corner = QPointF(inner.right(), legend_floor(inner, readings, source))
            paint_legend(painter, shown.legend, corner, shown.overlay.threshold)
        self._paint_edges(painter, inner)
        if shown.message:
            self._paint_message(painter, inner)

    def _paint_edges(self, painter: QPainter, inner: QRectF) -> None:
        """The patient's sides, each at the middle of its edge."""
        align = Qt.AlignmentFlag
        edges = self._shown.edges
        for letters, flags in (
            (edges.left, align.AlignLeft | align.AlignVCenter),
            (edges.right, align.AlignRight | align.AlignVCenter),
            (edges.top, align.AlignHCenter | align.AlignTop),
            (edges.bottom, align.AlignHCenter | align.AlignBottom),
        ):
            if letters:
                _block(painter, (letters,), inner, flags)

    def _paint_source(self, painter: QPainter, inner: QRectF, readings: QRectF) -> QRectF:
        """Whom the film is owed to, in full: beside the readings, or above them where that is too narrow."""
        beside = inner.adjusted(readings.width() + 2 * GRID, 0, 0, 0)
        above = inner.adjusted(0, 0, 0, -readings.height() - GRID if readings.height() else 0)
        room = beside if beside.width() >= px(SOURCE_WIDTH) else above
        low_right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        return _block(
            painter, wrapped(self._shown.source, painter.font(), room), room, low_right, "muted", 1.0
        )

    def _paint_label(self, painter: QPainter, inner: QRectF) -> float:
        if not self._shown.label:
            return 0.0
        font = painter.font()
        bold = QFont(font)
        bold.setPointSizeF(points(ANNOTATION_POINTS + 2))
        bold.setBold(True)
        painter.setFont(bold)
        ink = "accent" if self._shown.active else "report"
        corner = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        block = _block(painter, (self._shown.label,), inner, corner, ink)
        painter.setFont(font)
        if self._shown.active:  # the colour alone would not say it
            painter.setPen(QPen(colour("accent"), 2))
            painter.drawLine(block.bottomLeft() + QPointF(GRID, 0), block.bottomRight() - QPointF(GRID, 0))
        return block.height()

    def _paint_badges(self, painter: QPainter, inner: QRectF) -> None:
        metrics = QFontMetricsF(painter.font())
        self._badge_areas = []
        top = inner.top() + GRID
        for text, help_text in _badge_texts(self._shown.badges):
            words = metrics.elidedText(text, Qt.TextElideMode.ElideRight, inner.width() - 2 * MARGIN)
            width = metrics.horizontalAdvance(words) + 2 * MARGIN
            chip = QRectF(inner.left(), top, width, metrics.height() + GRID)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("amber_deep"))
            painter.drawRoundedRect(chip, GRID, GRID)
            painter.setPen(colour("amber"))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
            self._badge_areas.append((chip, help_text))
            top = chip.bottom() + GRID

    def _paint_message(self, painter: QPainter, inner: QRectF) -> None:
        painter.setPen(colour("red" if self._shown.failed else "muted"))
        room = inner.adjusted(inner.width() * 0.1, 0, -inner.width() * 0.1, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._shown.message)

    def _explain(self, event: QHelpEvent) -> None:
        for chip, help_text in self._badge_areas:
            if chip.contains(QPointF(event.pos())):
                QToolTip.showText(event.globalPos(), plain_tip(help_text), self)
                return
        QToolTip.hideText()


class _Picture:
    """The film's pixels on the screen, kept until position, size or window change."""

    def __init__(self) -> None:
        self._sampled_for: tuple[Tones, Projection, bool] | None = None
        self._sampled: Sampled | None = None
        self._levels: Tables | None = None
        self._image = QImage()

    def paint(self, painter: QPainter, tones: Tones, levels: Tables, on: Projection, smooth: bool) -> QRect:
        """Draw the film in device pixels; returns where."""
        if self._sampled is None or (tones, on, smooth) != self._sampled_for:
            self._sampled, self._levels = self._sample(tones, on, smooth), None
            self._sampled_for = (tones, on, smooth)
        if levels is not self._levels:
            self._render(self._sampled, levels)
        painter.drawImage(QPoint(self._sampled.x, self._sampled.y), self._image)
        return QRect(self._sampled.x, self._sampled.y, self._sampled.width, self._sampled.height)

    def _sample(self, tones: Tones, on: Projection, smooth: bool) -> Sampled:
        if self._sampled is not None and self._sampled_for is not None and self._sampled.averaged:
            before, was, _ = self._sampled_for
            if before is tones and replace(was, left=on.left, top=on.top) == on:
                return panned_sample(self._sampled, was, tones, on)
        return sample(tones, on, smooth)

    def _render(self, sampled: Sampled, levels: Tables) -> None:
        self._levels = levels
        self._image = grey_image(grey(sampled, levels))


def pace(modifiers: Qt.KeyboardModifier) -> Pace:
    """Ctrl is fine, Shift is coarse."""
    if modifiers & Qt.KeyboardModifier.ControlModifier:
        return Pace.FINE
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        return Pace.COARSE
    return Pace.NORMAL


def spoken(shown: FilmShown) -> str:
    """What the film shows, in words: whose it is, what to look out for, and whose map lies on it."""
    parts = [", ".join(shown.patient), *shown.badges, shown.message, shown.source]
    if shown.overlay is not None and shown.legend is not None:
        parts.append(tr("Over it lies the map: {caption}.", caption=shown.legend.caption))
    elif shown.tones is not None:
        parts.append(tr("No map lies over it."))
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts if part)


def _block(
    painter: QPainter,
    lines: tuple[str, ...],
    inner: QRectF,
    corner: Qt.AlignmentFlag,
    ink: str = "text",
    share: float = 0.6,
) -> QRectF:
    """Lines of words on a veil in one corner, at most this share of its width; returns where they stand."""
    if not lines:
        return QRectF()
    metrics = QFontMetricsF(painter.font())
    text = "\n".join(
        metrics.elidedText(line, Qt.TextElideMode.ElideRight, inner.width() * share) for line in lines
    )
    room = metrics.boundingRect(inner, int(corner), text).adjusted(-GRID, -GRID / 2, GRID, GRID / 2)
    room.translate(GRID if corner & Qt.AlignmentFlag.AlignLeft else -GRID, 0)
    room.translate(0, GRID / 2 if corner & Qt.AlignmentFlag.AlignTop else -GRID / 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(VEIL)
    painter.drawRoundedRect(room, GRID, GRID)
    painter.setPen(colour(ink))
    horizontal = corner & Qt.AlignmentFlag.AlignHorizontal_Mask
    painter.drawText(room.adjusted(GRID, 0, -GRID, 0), int(horizontal | Qt.AlignmentFlag.AlignVCenter), text)
    return room


def legend_floor(inner: QRectF, readings: QRectF, source: QRectF) -> float:
    """Where the overlay's scale ends below: over the source, and over the readings if they reach under it."""
    floor = inner.bottom() if source.isEmpty() else source.top() - GRID
    beside = readings.isEmpty() or readings.right() + GRID <= inner.right() - px(LEGEND_WIDTH)
    return floor if beside else min(floor, readings.top() - GRID)


def wrapped(text: str, font: QFont, room: QRectF) -> tuple[str, ...]:
    """`text` in as many lines as it takes to fit the room's width, but not more than `SOURCE_LINES`."""
    metrics = QFontMetricsF(font)
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (metrics.horizontalAdvance(longer) <= room.width() or len(lines) == SOURCE_LINES):
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _badge_texts(badges: tuple[str, ...]) -> list[tuple[str, str]]:
    """What stands on the badges, and what each says when asked; many notes share the last badge."""
    if len(badges) <= BADGES_SHOWN:
        return [(badge, badge) for badge in badges]
    rest = badges[BADGES_SHOWN - 1 :]
    return [
        *((badge, badge) for badge in badges[: BADGES_SHOWN - 1]),
        (tr_count("%n more note", "%n more notes", len(rest)), "\n".join(rest)),
    ]


_BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)

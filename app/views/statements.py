"""All drafts at once: statements below each other, experts beside each other; the same words stand once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFont, QHelpEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from app.language import tr
from app.messages import ColumnShown, SaidAt, StatementShown, StatementsShown, WordingShown
from app.views.consensus import CELL, PATCH, ColumnHeads, ConsensusGrid, cell_area, column_at
from app.views.keys import hint
from app.views.labels import plain_label, plain_tip
from app.views.panel import CardStack
from app.views.shapes import paint_cross, paint_letter, paint_tick, smooth_painter
from app.views.states import StateFace
from app.views.text import Paragraph, Run, faded
from app.views.theme import GRID, RADIUS, SMALL_POINTS, colour, points, px, set_role
from engine.panel import EXPERT_LETTERS

MARGIN = 5 * GRID  # left of the words: the tick of a taken wording
USUAL_WIDTH = 420  # of a row, in pixels, before it has been laid out
PADDING = 1.5 * GRID  # above and below a wording
CONTRADICTION, DOUBT = "≠", "?"


class StatementsTable(QFrame):
    """See `app.ports.StatementsView`.

    `pointed` names row, wording and expert; sentences are named by expert and number.
    """

    pointed = Signal(int, int, int)
    sentence_entered = Signal(int, int)
    left = Signal()
    sentence_taken = Signal(int, int)
    summarised = Signal(str)
    announced = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = StatementsShown()
        self._rows: list[StatementView] = []
        self._face = StateFace()
        self._heads = ColumnHeads()
        self._stack = CardStack()
        self._stack.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # columns stay in line
        self._hint = QLabel(
            tr("Point at words or a letter for that expert's map. A double click takes the sentence.")
        )
        self._hint.setWordWrap(True)
        self._hint.setContentsMargins(3 * GRID, GRID, 3 * GRID, 2 * GRID)
        set_role(self._hint, "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._heads)
        layout.addWidget(self._face)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self._hint)
        self.show_statements(StatementsShown(empty=tr("No drafts to compare yet.")))

    @property
    def rows(self) -> list[StatementView]:
        """The statements as shown, from the top."""
        return self._rows

    def show_statements(self, shown: StatementsShown) -> None:
        """Show this table; one that differs in marks alone keeps its place."""
        if _unmarked(shown) == _unmarked(self._shown) and self._rows:
            for view, statement in zip(self._rows, shown.statements, strict=True):
                view.show_marks(statement)
        else:
            self._build(shown)
        self._shown = shown

    def show_current(self, row: int, wording: int, expert: int, follow: bool) -> None:
        """Mark the wording and expert that keys act on, -1 for none; scroll there only to `follow` keys."""
        for index, view in enumerate(self._rows):
            view.show_current(wording if index == row else -1, expert)
        if follow and row >= 0:
            self._stack.bring_into_view(self._rows[row])
            if wording >= 0:
                self.announced.emit(_spoken_wording(self._rows[row].shown, wording, expert))

    def _build(self, shown: StatementsShown) -> None:
        self._face.say(tr("Nothing to compare"), shown.empty)
        self._face.setVisible(bool(shown.empty))
        for part in (self._heads, self._stack, self._hint):
            part.setVisible(not shown.empty)
        self._heads.show_columns(shown.columns)
        self.summarised.emit(shown.summary)
        self._stack.clear()
        self._rows = []
        if shown.consensus:
            self._stack.add(_title(tr("FINDINGS")))
            grid = ConsensusGrid(shown.consensus)
            grid.sentence_entered.connect(self.sentence_entered)
            grid.left.connect(self.left)
            self._stack.add(grid)
        for row, statement in enumerate(shown.statements):
            if statement.heading:
                self._stack.add(_title(statement.heading.upper()))
            self._add_row(row, statement, shown.columns)

    def _add_row(self, row: int, statement: StatementShown, columns: Sequence[ColumnShown]) -> None:
        view = StatementView(row, statement, columns)
        view.pointed.connect(self.pointed)
        view.left.connect(self.left)
        view.pressed.connect(self.sentence_taken)
        self._rows.append(view)
        self._stack.add(view)


class StatementView(QWidget):
    """One statement: a line for each wording, with the letters of those who put it so."""

    pointed = Signal(int, int, int)
    left = Signal()
    pressed = Signal(int, int)

    def __init__(
        self,
        row: int,
        shown: StatementShown,
        columns: Sequence[ColumnShown],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._row, self._shown = row, shown
        self._experts = tuple(column.expert for column in columns)
        self._speakers = frozenset(place.expert for wording in shown.wordings for place in wording.said)
        self._write()
        self._current = self._current_expert = -1
        self._under = (-1, -1)
        self.setMouseTracking(True)
        self.setAccessibleName(_spoken(shown))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def shown(self) -> StatementShown:
        """What it shows."""
        return self._shown

    def letter_place(self, wording: int, expert: int) -> QPointF:
        """The middle of an expert's cell beside a wording; for tests that point at it."""
        area = list(self._areas(self.width()))[wording]
        return cell_area(area, self._experts.index(expert), len(self._experts)).center()

    def show_marks(self, shown: StatementShown) -> None:
        """The same statement, with other wordings taken."""
        if shown != self._shown:
            self._shown = shown
            self.setAccessibleName(_spoken(shown))
            self.update()

    def show_current(self, wording: int, expert: int) -> None:
        """Mark the wording and expert that keys act on; -1 for none."""
        if (wording, expert) != (self._current, self._current_expert):
            self._current, self._current_expert = wording, expert
            self.update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; text of another size is laid out anew."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._write()
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:  # noqa: N802 (Qt's)
        """Qt's."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802 (Qt's)
        """Qt's."""
        *_, last = self._areas(width)
        return round(last.bottom() + self._warning_height(width))

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's; a wider row needs less height, and room for more would stand empty below the last row."""
        return QSize(USUAL_WIDTH, self.heightForWidth(max(USUAL_WIDTH, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(240, self.fontMetrics().height())

    def paintEvent(self, _: object) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = smooth_painter(self)
        whole = QRectF(0, 0, self.width(), self.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("raised"))
        painter.drawRoundedRect(whole, RADIUS, RADIUS)
        bottom = 0.0
        for index, area in enumerate(self._areas(self.width())):
            self._paint_wording(painter, index, area)
            bottom = area.bottom()
        self._paint_warning(painter, bottom)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._point_at(event.position())

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._point_at(event.position())

    def leaveEvent(self, _: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self._under = (-1, -1)
        self.left.emit()
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; takes the sentence."""
        wording, expert = self._at(event.position())
        if wording >= 0:
            place = _place(self._shown.wordings[wording], expert)
            self.pressed.emit(place.expert, place.sentence)

    def event(self, event: QEvent) -> bool:
        """Qt's; a tip says in words who says it, and who does not."""
        if isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _write(self) -> None:
        shown = self._shown
        self._texts = [Paragraph(_text(wording), self.font()) for wording in shown.wordings]
        self._small = QFont(self.font())
        self._small.setPointSizeF(points(SMALL_POINTS))
        self._warning = (
            Paragraph(shown.warning.replace("\n", "\u2028"), self._small) if shown.warning else None
        )

    def _areas(self, width: int) -> Iterator[QRectF]:
        """Where each wording lies."""
        room = width - MARGIN - px(CELL) * len(self._experts) - 2 * GRID
        top = 0.0
        for text in self._texts:
            height = max(text.height(room), float(px(CELL))) + 2 * PADDING
            yield QRectF(0, top, width, height)
            top += height

    def _warning_height(self, width: int) -> float:
        if self._warning is None:
            return 0.0
        return self._warning.height(width - MARGIN - 3 * GRID) + 2 * GRID

    def _paint_wording(self, painter: QPainter, index: int, area: QRectF) -> None:
        wording = self._shown.wordings[index]
        if index in (self._current, self._under[0]):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("hover"))
            painter.drawRoundedRect(area, RADIUS, RADIUS)
        if index:
            painter.setPen(colour("line"))
            painter.drawLine(area.topLeft() + QPointF(MARGIN, 0), area.topRight())
        if wording.taken:
            paint_tick(painter, colour("green"), QRectF(area.left() + 5, area.top() + PADDING + 4, 10, 10))
        elif wording.rejected:
            paint_cross(painter, colour("muted"), QRectF(area.left() + 5, area.top() + PADDING + 4, 10, 10))
        ink = colour("report" if len(wording.said) > 1 or len(self._texts) == 1 else "text")
        self._texts[index].paint(painter, area.topLeft() + QPointF(MARGIN, PADDING + 1), ink, _runs(wording))
        for column, expert in enumerate(self._experts):
            cell = cell_area(area, column, len(self._experts))
            self._paint_cell(painter, cell, expert, index)

    def _paint_cell(self, painter: QPainter, cell: QRectF, expert: int, index: int) -> None:
        """The letter of who says it so; a dot for who says it in other words, a dash for who does not."""
        center = cell.center()
        if any(place.expert == expert for place in self._shown.wordings[index].said):
            patch = QRectF(center.x() - px(PATCH) / 2, center.y() - px(PATCH) / 2, px(PATCH), px(PATCH))
            if (index, expert) == (self._current, self._current_expert):
                painter.setPen(colour("report"))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(patch.adjusted(-2, -2, 2, 2), RADIUS, RADIUS)
            paint_letter(painter, expert, EXPERT_LETTERS[expert], patch, self._small)
            painter.setFont(self.font())
        elif expert in self._speakers:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("edge"))
            painter.drawEllipse(center, 1.5, 1.5)
        elif index == 0:
            painter.setPen(colour("disabled"))
            painter.drawLine(center - QPointF(3, 0), center + QPointF(3, 0))

    def _paint_warning(self, painter: QPainter, top: float) -> None:
        if self._warning is None:
            return
        ink = colour("amber" if self._shown.contradiction else "muted")
        self._warning.height(self.width() - MARGIN - 3 * GRID)
        self._warning.paint(painter, QPointF(MARGIN, top + 0.5 * GRID), ink)
        painter.setFont(self.font())
        painter.setPen(ink)
        sign = QRectF(0, top, MARGIN, 4.5 * GRID)
        painter.drawText(
            sign, Qt.AlignmentFlag.AlignCenter, CONTRADICTION if self._shown.contradiction else DOUBT
        )
        if self._shown.contradiction:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawRoundedRect(QRectF(0, 0, 3, self.height()), 1.5, 1.5)

    def _at(self, point: QPointF) -> tuple[int, int]:
        """The wording under a point and the expert whose cell it is; -1 for none."""
        for index, area in enumerate(self._areas(self.width())):
            if area.contains(point):
                column = column_at(area, point.x(), len(self._experts))
                return index, self._experts[column] if column >= 0 else -1
        return -1, -1

    def _point_at(self, point: QPointF) -> None:
        under = self._at(point)
        if under != self._under:
            self._under = under
            if under[0] >= 0:
                self.pointed.emit(self._row, *under)
            else:
                self.left.emit()
            self.update()

    def _show_tip(self, at: QPoint, on_screen: QPoint) -> None:
        wording, _ = self._at(QPointF(at))
        if wording < 0:
            QToolTip.hideText()
            return
        said = {place.expert for place in self._shown.wordings[wording].said}
        others = [expert for expert in self._experts if expert in self._speakers - said]
        silent = [expert for expert in self._experts if expert not in self._speakers]
        lines = [tr("{letters} in these words.", letters=_letters([e for e in self._experts if e in said]))]
        lines += [tr("{letters} in other words.", letters=_letters(others))] if others else []
        lines += [tr("Not said by {letters}.", letters=_letters(silent))] if silent else []
        how = tr("A double click takes it{key}.", key=hint(self, "take_sentence"))
        QToolTip.showText(on_screen, plain_tip("\n".join([*lines, how])), self)


def _title(text: str) -> QLabel:
    title = plain_label("title")
    title.setText(text)
    title.setContentsMargins(0, GRID, 0, 0)
    return title


def _place(wording: WordingShown, expert: int) -> SaidAt:
    """That expert's sentence, or the first one's."""
    return next((place for place in wording.said if place.expert == expert), wording.said[0])


def _text(wording: WordingShown) -> str:
    return "".join(piece.text for piece in wording.pieces)


def _runs(wording: WordingShown) -> list[Run]:
    """What the first wording has not is tinted and underlined: neither colour nor line alone says it."""
    text = _text(wording)
    runs, start = [Run(0, len(text), struck=True)] if wording.rejected else [], 0
    for piece in wording.pieces:
        stop = start + len(piece.text)
        if piece.changed and piece.text.strip():
            tint = faded(colour("accent"), 0.2)
            runs.append(
                Run(start, stop, background=tint, underline=colour("accent"), struck=wording.rejected)
            )
        start = stop
    return runs


def _letters(experts: Sequence[int]) -> str:
    return ", ".join(EXPERT_LETTERS[expert] for expert in experts)


def _spoken_wording(shown: StatementShown, wording: int, expert: int) -> str:
    """One wording as keys reach it: whose, the words, what was done with it, and what speaks against it."""
    chosen = shown.wordings[wording]
    letters = _letters([expert]) if expert >= 0 else _letters([place.expert for place in chosen.said])
    one = replace(shown, wordings=(chosen,))
    return f"{letters}. {_spoken(one)}"


def _spoken(shown: StatementShown) -> str:
    lines = [
        f"{_letters([place.expert for place in wording.said])}: {_text(wording)}{_verdict(wording)}"
        for wording in shown.wordings
    ]
    kind = tr("Contradiction") if shown.contradiction else tr("Doubt")
    return "; ".join([*lines, *([f"{kind}: {shown.warning}"] if shown.warning else [])])


def _verdict(wording: WordingShown) -> str:
    verdict = tr("rejected") if wording.rejected else tr("in the report") if wording.taken else ""
    return f" ({verdict})" if verdict else ""


def _unmarked(shown: StatementsShown) -> StatementsShown:
    """Without the marks of taken wordings."""
    statements = tuple(
        replace(
            statement,
            wordings=tuple(replace(wording, taken=False, rejected=False) for wording in statement.wordings),
        )
        for statement in shown.statements
    )
    return replace(shown, statements=statements)

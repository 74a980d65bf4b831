"""What is painted for a model's answer: a bar of probability, a strip of affinities, a map of likeness."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.asking import HeatShown
from app.language import decimal, tr
from app.views.colour_map import colour_table
from app.views.labels import plain_tip
from app.views.theme import GRID, colour, expert_colour, px
from engine.panel import EXPERT_LETTERS

BAR_HEIGHT, CELL, HEAT_CELL, HEAT_HEAD = 8, 18, 44, 64  # pixels at the usual size of text


class ShareBar(QWidget):
    """A probability from 0 to 1 as a bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        self.setFixedHeight(px(BAR_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float) -> None:
        """Show this probability."""
        self._share = share
        self.setAccessibleName(tr("probability {share}", share=percent(share)))
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour("control"))
        painter.fillRect(QRectF(0, 0, self.width() * self._share, self.height()), colour("accent"))


class AffinityStrip(QWidget):
    """One cell for each expert, filled from below by its share; the expert that was taken has a frame."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares: tuple[float, ...] = ()
        self._expert = -1
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_shares(self, shares: tuple[float, ...], expert: int) -> None:
        """Show the shares of all experts, which sum to 1."""
        self._shares, self._expert = shares, expert
        said = ", ".join(f"{EXPERT_LETTERS[place]} {percent(share)}" for place, share in enumerate(shares))
        self.setAccessibleName(tr("affinities: {shares}", shares=said))
        self.setToolTip(plain_tip(said))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(px(CELL) * len(self._shares) + 1, px(CELL) + 1)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; cells grow with the text."""
        super().changeEvent(event)
        self.updateGeometry()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        painter = QPainter(self)
        side = px(CELL)
        for place, share in enumerate(self._shares):
            cell = QRectF(place * side + 0.5, 0.5, side - 3, side - 1)
            painter.fillRect(cell, colour("control"))
            filled = QColor(expert_colour(place))
            filled.setAlpha(150)
            height = cell.height() * share
            painter.fillRect(QRectF(cell.left(), cell.bottom() - height, cell.width(), height), filled)
            painter.setPen(colour("report") if place == self._expert else colour("edge"))
            painter.drawRect(cell)
            painter.setPen(colour("report") if place == self._expert else colour("muted"))
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, EXPERT_LETTERS[place])


class HeatMap(QWidget):
    """How alike experts are: a cell for each two, with its figure in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: HeatShown | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_heat(self, shown: HeatShown) -> None:
        """Show this likeness."""
        self._shown = shown
        self.setAccessibleName(tr("how alike the experts are"))
        rows = (
            f"{name}: "
            + ", ".join(f"{other} {value:.2f}" for other, value in zip(shown.names, row, strict=True))
            for name, row in zip(shown.names, shown.values, strict=True)
        )
        self.setAccessibleDescription("; ".join(rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        count = len(self._shown.names) if self._shown is not None else 0
        return QSize(px(HEAT_HEAD) + count * px(HEAT_CELL), px(CELL) + GRID + count * px(CELL + 6))

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        if self._shown is None:
            return
        painter = QPainter(self)
        head, wide, high = px(HEAT_HEAD), px(HEAT_CELL), px(CELL + 6)
        top = px(CELL) + GRID
        for place, name in enumerate(self._shown.names):
            painter.setPen(colour("text"))
            painter.drawText(
                QRectF(head + place * wide, 0, wide, px(CELL)), Qt.AlignmentFlag.AlignCenter, name
            )
            painter.drawText(
                QRectF(0, top + place * high, head - 2 * GRID, high), Qt.AlignmentFlag.AlignVCenter, name
            )
            for other, value in enumerate(self._shown.values[place]):
                cell = QRectF(head + other * wide, top + place * high, wide - 1, high - 1)
                ground = QColor(*(int(part) for part in colour_table()[round(255 * float(value))]))
                painter.fillRect(cell, ground)
                painter.setPen(colour("film") if ground.lightnessF() > 0.5 else colour("report"))
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, decimal(f"{value:.2f}"))


def percent(share: float) -> str:
    """A share as people read it: 78 %."""
    return f"{round(100 * share)} %"

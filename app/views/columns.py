"""The columns of the desk: worklist, films with report, and what stands at the right; where each stands.

Reading and comparing remember their own places, and whether the worklist is away.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from app.views.bars import COMPARE, READ
from app.views.theme import px

ROOMY = 1600  # pixels; in a narrower window the worklist makes room for a comparison
WORKLIST_SHARE, PANEL_SHARE, COMPARE_SHARE = 0.17, 0.30, 0.42
FILM_SHARE = 0.72
WORKLIST_LEAST, RIGHT_LEAST, REPORT_LEAST = 190, 300, 140


class Columns(QSplitter):
    """`right` has one widget for READ and one for COMPARE, in this order."""

    def __init__(
        self, worklist: QWidget, films: QWidget, report: QWidget, right: tuple[QWidget, ...]
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.center = QSplitter(Qt.Orientation.Vertical)
        self._worklist = worklist
        self._right = QStackedWidget()
        self._sizes: dict[int, list[int]] = {}  # of the columns, by mode
        self._mode = READ  # of READ and COMPARE, the one that the columns stand for
        self._folded: dict[int, bool] = {}  # whether the worklist is away, by mode
        self._spread = False
        for widget in right:
            self._right.addWidget(widget)
        self.center.addWidget(films)
        self.center.addWidget(report)
        self.center.setStretchFactor(0, 1)
        for pane in (worklist, self.center, self._right):
            self.addWidget(pane)
        self.setStretchFactor(1, 1)
        for splitter in (self, self.center):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        worklist.setMinimumWidth(WORKLIST_LEAST)
        self._right.setMinimumWidth(RIGHT_LEAST)
        report.setMinimumHeight(REPORT_LEAST)

    @property
    def is_spread(self) -> bool:
        """Whether the panes were placed: by `spread`, or as they stood."""
        return self._spread

    def show_mode(self, mode: int) -> None:
        """READ or COMPARE: the right column changes, films and report stay."""
        if mode != self._mode:
            self._sizes[self._mode] = self.sizes()
            self._mode = mode
            self._right.setCurrentIndex(mode)
            self._worklist.setHidden(self._is_folded(mode))
            self._place()

    def fold_worklist(self) -> None:
        """Take the worklist away, or bring it back; reading and comparing remember it apart."""
        self._folded[self._mode] = not self._is_folded(self._mode)
        self._worklist.setHidden(self._is_folded(self._mode))

    def fold_right(self) -> None:
        """Take the right column away, or bring it back."""
        self._right.setVisible(self._right.isHidden())

    def spread(self) -> None:
        """Give every column its share of the present size."""
        self._spread = True
        height = max(self.center.height(), 1)
        self.center.setSizes([round(height * FILM_SHARE), round(height * (1 - FILM_SHARE))])
        self.forget()

    def forget(self) -> None:
        """Give every column its share anew: places were chosen for other text."""
        self._sizes.clear()
        self._place()

    def state(self) -> Mapping[str, bytes]:
        """Where the columns stand, to be remembered."""
        self._sizes[self._mode] = self.sizes()
        return {f"body-{mode}": _packed(sizes) for mode, sizes in self._sizes.items()}

    def restore(self, state: Mapping[str, bytes]) -> None:
        """Put everything where it stood; what is not known keeps its place."""
        if "center" in state:
            self.center.restoreState(QByteArray(state["center"]))
        for mode in (READ, COMPARE):
            sizes = _unpacked(state.get(f"body-{mode}", b""))
            if len(sizes) == self.count():
                self._sizes[mode] = sizes
        self._spread = "center" in state
        self._place()

    def _is_folded(self, mode: int) -> bool:
        return self._folded.get(mode, mode == COMPARE and self.window().width() < ROOMY)

    def _place(self) -> None:
        width = self.width()
        left = _within(width * WORKLIST_SHARE, WORKLIST_LEAST, px(300))
        right = (
            _within(width * PANEL_SHARE, px(340), px(620))
            if self._mode == READ
            else _within(width * COMPARE_SHARE, px(460), px(1100))
        )
        self.setSizes(self._sizes.get(self._mode, [left, max(width - left - right, 1), right]))


def _within(value: float, low: int, high: int) -> int:
    return int(min(max(value, low), high))


def _packed(sizes: list[int]) -> bytes:
    return ",".join(map(str, sizes)).encode()


def _unpacked(data: bytes) -> list[int]:
    parts = data.decode("ascii", "replace").split(",")
    return [int(part) for part in parts] if all(part.isdigit() for part in parts) else []

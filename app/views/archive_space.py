"""The fourth mode of the desk: fields at the left, an archive's answer at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.archives.asked import Period
from app.archives.shown import ArchivesShown, AskState, ResultsShown
from app.language import tr, tr_count
from app.messages import Notice
from app.views.archive_fields import WIDTH, ArchiveFields
from app.views.archive_results import MatchTable
from app.views.keys import tip_with_key
from app.views.labels import ElidedLabel
from app.views.states import NoticeBar, StateFace
from app.views.theme import GRID, px, set_role

PROGRESS_WIDTH, LINE_HEIGHT = 160, 30


class ArchiveSpace(QFrame):
    """See `app.archives.shown.ArchiveView`."""

    retrieve_asked = Signal(list)
    open_asked = Signal(list)
    activated = Signal(list)
    cancel_asked = Signal()
    retry_asked = Signal()
    archives_asked = Signal()
    announced = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self.fields = ArchiveFields()
        self.table = MatchTable()
        self._face = StateFace()
        self._notice = NoticeBar()
        self._summary = ElidedLabel("muted")
        self._asking = QProgressBar()
        self._stop = QPushButton(tr("Cancel"))
        self._again = QPushButton(tr("Search again"))
        self._chosen = ElidedLabel("muted")
        self._retrieve = QPushButton(tr("Retrieve"))
        self._open = QPushButton(tr("Open"))
        self._pages = QStackedWidget()
        self._state = AskState.READY
        self._lay_out()
        self._connect()

    @property
    def summary(self) -> str:
        """What is said above the table."""
        return self._summary.whole

    @property
    def said(self) -> str:
        """What stands in the bar of the page."""
        return self._notice.said

    # app.archives.shown.ArchiveView

    def show_archives(self, shown: ArchivesShown) -> None:
        """Offer these archives."""
        self.fields.show_archives(shown)

    def show_results(self, shown: ResultsShown) -> None:
        """Show this answer; what is selected stays so, as far as it is still there."""
        asking = shown.state is AskState.ASKING
        self.table.show_rows(shown.rows, shown.column, shown.descending)
        self._pages.setCurrentWidget(self.table if shown.rows else self._face)
        if not shown.rows:
            action = tr("Add an archive…") if shown.state is AskState.NO_ARCHIVE else ""
            self._face.say(shown.heading, shown.text, tr("Search again") if shown.can_retry else action)
        self._summary.show_text(shown.summary)
        self._asking.setVisible(asking)
        self._again.setVisible(shown.can_retry and bool(shown.rows))
        self._stop.setVisible(asking)
        self._tell_chosen()
        if shown.state is not self._state:
            self._state = shown.state
            if not asking:
                self.announced.emit(shown.summary if shown.rows else f"{shown.heading}. {shown.text}")

    def show_archive_notice(self, notice: Notice | None) -> None:
        """Say what happened, in a bar of the page."""
        self._notice.show_notice(notice)
        self.announced.emit(str(notice) if notice is not None else "")

    # Orders of the window

    def focus_fields(self) -> None:
        """Let the reader type what to search for."""
        self.fields.focus_first()

    def focus_results(self) -> None:
        """Let the reader walk through the studies."""
        self.table.begin()

    def ask_period(self, period: Period) -> None:
        """Search everything of a time."""
        self.fields.ask_period(period)

    def retrieve(self) -> None:
        """Retrieve what is chosen."""
        self.retrieve_asked.emit(self.table.chosen)

    def open(self) -> None:
        """Open what is chosen."""
        self.open_asked.emit(self.table.chosen)

    # Inside

    def _tell_chosen(self) -> None:
        count = len(self.table.chosen)
        self._chosen.show_text(tr_count("%n study chosen", "%n studies chosen", count) if count else "")
        self._retrieve.setEnabled(bool(count))
        self._open.setEnabled(bool(count))

    def _face_acted(self) -> None:
        (self.archives_asked if self._state is AskState.NO_ARCHIVE else self.retry_asked).emit()

    def _connect(self) -> None:
        self.table.activated_rows.connect(self.activated)
        self.table.selection_told.connect(self._tell_chosen)
        self.fields.archives_asked.connect(self.archives_asked)
        self._face.acted.connect(self._face_acted)
        self._again.clicked.connect(self.retry_asked)
        self._stop.clicked.connect(self.cancel_asked)
        self._retrieve.clicked.connect(self.retrieve)
        self._open.clicked.connect(self.open)

    def _lay_out(self) -> None:
        set_role(self._again, "link")
        set_role(self._stop, "link")
        set_role(self._retrieve, "primary")
        tip_with_key(self._again, tr("Ask the same again"), "search_again")
        tip_with_key(self._stop, tr("Stop this"), "escape")
        tip_with_key(self._retrieve, tr("Bring the chosen studies to this disk"), "retrieve_studies")
        tip_with_key(self._open, tr("Show the chosen study, if it is here"), "open_match")
        for button in (self._again, self._stop, self._retrieve, self._open):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._asking.setTextVisible(False)
        self._asking.setFixedWidth(px(PROGRESS_WIDTH))
        self._asking.setRange(0, 0)
        self._asking.setAccessibleName(tr("the archive is asked"))
        for page in (self._face, self.table):
            self._pages.addWidget(page)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._notice)
        column.addLayout(_line(self._summary, self._asking, self._stop, self._again))
        column.addWidget(self._pages, 1)
        column.addLayout(_line(self._chosen, self._open, self._retrieve))
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.addWidget(self.fields)
        splitter.addWidget(right)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([px(WIDTH), 4 * px(WIDTH)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(splitter)


def _line(first: QWidget, *others: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 2 * GRID)
    row.setSpacing(3 * GRID)
    first.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
    row.addWidget(first)
    row.addStretch(1)
    row.addSpacerItem(QSpacerItem(0, px(LINE_HEIGHT)))  # as high with buttons as without
    for widget in others:
        row.addWidget(widget)
    return row

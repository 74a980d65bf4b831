"""The fields of a query: which archive is asked, and what is known of the study."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDateEdit,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.archives.asked import Asked, Period
from app.archives.shown import ArchivesShown
from app.language import tr, tr_marked
from app.views.keys import tip_with_key
from app.views.labels import plain_label
from app.views.theme import GRID, px, set_role

MODALITIES = ("", "CR", "DX", "CT", "MR", "US", "MG", "PT", "SR")
WIDTH = 320
DAY_FORMAT = "yyyy-MM-dd"  # the same in every language


class ArchiveFields(QFrame):
    """`asked` has the fields as they were filled in; Enter in any of them asks."""

    asked = Signal(object)
    archive_chosen = Signal(str)
    archives_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self._archive = QComboBox()
        self._name = _line(tr("Doe, Jane"))
        self._id = _line("")
        self._period = QComboBox()
        for period in Period:
            self._period.addItem(tr_marked(period.words), period)
        self._first, self._last = _day(), _day()
        self._accession = _line("")
        self._modality = QComboBox()
        self._modality.setEditable(True)
        self._modality.addItems(MODALITIES)
        self._modality.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._description = _line(tr("chest"))
        self.search = QPushButton(tr("Search"))
        self._days = QWidget()
        self._lay_out()
        self._connect()
        self._show_days()

    @property
    def fields(self) -> tuple[QWidget, ...]:
        """Every field, in the order of Tab."""
        return (
            self._archive,
            self._name,
            self._id,
            self._period,
            self._first,
            self._last,
            self._accession,
            self._modality,
            self._description,
        )

    def show_archives(self, shown: ArchivesShown) -> None:
        """Offer these archives."""
        self._archive.blockSignals(True)
        self._archive.clear()
        self._archive.addItems(shown.names)
        self._archive.setCurrentText(shown.chosen)
        self._archive.blockSignals(False)
        self._archive.setEnabled(bool(shown.names))
        self.search.setEnabled(bool(shown.names))

    def ask(self) -> None:
        """Ask as the fields are filled in now."""
        self.asked.emit(
            Asked(
                self._archive.currentText(),
                self._name.text(),
                self._id.text(),
                self._period.currentData(),
                _date(self._first),
                _date(self._last),
                self._accession.text(),
                self._modality.currentText(),
                self._description.text(),
            )
        )

    def ask_period(self, period: Period) -> None:
        """Ask for everything of a time, whatever the other fields held."""
        self.clear()
        self._period.setCurrentIndex(list(Period).index(period))
        self.ask()

    def clear(self) -> None:
        """Empty every field but the archive."""
        for line in (self._name, self._id, self._accession, self._description):
            line.clear()
        self._modality.setCurrentIndex(0)
        self._period.setCurrentIndex(0)

    def focus_first(self) -> None:
        """Let the reader type a name."""
        self._name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._name.selectAll()

    def _show_days(self) -> None:
        self._days.setVisible(self._period.currentData() is Period.BETWEEN)

    def _connect(self) -> None:
        self._archive.currentTextChanged.connect(self.archive_chosen)
        self._period.currentIndexChanged.connect(self._show_days)
        self.search.clicked.connect(self.ask)
        typed = self._modality.lineEdit()
        lines = (self._name, self._id, self._accession, self._description)
        for line in (*lines, *((typed,) if typed is not None else ())):
            line.returnPressed.connect(self.ask)

    def _lay_out(self) -> None:
        title = plain_label("title")
        title.setText(tr("SEARCH AN ARCHIVE"))
        manage = QPushButton(tr("Archives…"))
        set_role(manage, "quiet")
        manage.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tip_with_key(manage, tr("Add, change or test archives; the cache"), "edit_archives")
        manage.clicked.connect(self.archives_asked)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(manage)
        days = QFormLayout(self._days)
        days.setContentsMargins(0, 0, 0, 0)
        days.addRow(_named(tr("From"), self._first), self._first)
        days.addRow(_named(tr("To"), self._last), self._last)
        column = QVBoxLayout()
        column.setSpacing(GRID)
        for text, field in (
            (tr("Archive"), self._archive),
            (tr("Patient's name"), self._name),
            (tr("Patient ID"), self._id),
            (tr("Time of the study"), self._period),
        ):
            column.addWidget(_named(text, field))
            column.addWidget(field)
            column.addSpacing(GRID)
        column.addWidget(self._days)
        for text, field in (
            (tr("Accession number"), self._accession),
            (tr("Modality"), self._modality),
            (tr("Description"), self._description),
        ):
            column.addWidget(_named(text, field))
            column.addWidget(field)
            column.addSpacing(GRID)
        column.addStretch(1)
        ground = QWidget()
        ground.setLayout(column)
        column.setContentsMargins(0, 0, 2 * GRID, 0)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(ground)
        ground.setAutoFillBackground(False)
        scroll.viewport().setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * GRID, 2 * GRID, 2 * GRID, 3 * GRID)
        layout.setSpacing(2 * GRID)
        layout.addLayout(head)
        layout.addWidget(scroll, 1)
        layout.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        set_role(self.search, "primary")
        self.search.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        today, week, clear = QPushButton(tr("Today")), QPushButton(tr("7 days")), QPushButton(tr("Clear"))
        tip_with_key(today, tr("Everything of today"), "search_today")
        tip_with_key(week, tr("Everything of the last 7 days"), "search_week")
        clear.setToolTip(tr("Empty the fields"))
        today.clicked.connect(lambda: self.ask_period(Period.TODAY))
        week.clicked.connect(lambda: self.ask_period(Period.WEEK))
        clear.clicked.connect(self.clear)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.search)
        for button in (today, week, clear):
            set_role(button, "quiet")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's)
        """Qt's."""
        return QSize(px(WIDTH), super().sizeHint().height())


def _line(example: str) -> QLineEdit:
    line = QLineEdit()
    line.setPlaceholderText(example)
    return line


def _day() -> QDateEdit:
    edit = QDateEdit(QDate.currentDate())
    edit.setDisplayFormat(DAY_FORMAT)
    edit.setCalendarPopup(True)
    return edit


def _date(edit: QDateEdit) -> date:
    given = edit.date()
    return date(given.year(), given.month(), given.day())


def _named(text: str, field: QWidget) -> QWidget:
    label = plain_label("muted")
    label.setText(text)
    label.setBuddy(field)
    field.setAccessibleName(text.lower())
    typed = field.lineEdit() if isinstance(field, QComboBox) and field.isEditable() else None
    if typed is not None:
        typed.setAccessibleName(text.lower())
    return label

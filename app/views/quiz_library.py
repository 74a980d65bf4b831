"""The sets of questions: import, what was read and what was not, and how a sitting begins."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.asking import Begin, LibraryShown, SittingLine, TopicLine
from app.language import tr
from app.quiz.sitting import Mode
from app.views.labels import plain_label
from app.views.states import say
from app.views.theme import GRID, px, set_role

LIST_WIDTH, PROBLEMS_HEIGHT, USUAL_COUNT, MOST = 320, 120, 20, 500
KEY = Qt.ItemDataRole.UserRole


class QuizLibrary(QFrame):
    """Shows the sets and says what was asked for; `begin`, `exam`, `missed` are buttons."""

    import_asked = Signal()
    topic_chosen = Signal(int)
    set_chosen = Signal(str)
    begun = Signal(object)
    missed_asked = Signal()
    gone_on = Signal(int)
    statistics_asked = Signal()
    all_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self._sets = QListWidget()
        self._sets.setAccessibleName(tr("question sets"))
        self._sets.currentItemChanged.connect(self._chosen)
        self._empty = plain_label("muted")
        self._empty.setWordWrap(True)
        self._title = plain_label("heading")
        self._summary = plain_label("muted")
        self._problems = QPlainTextEdit()
        self._problems.setReadOnly(True)
        self._problems.setAccessibleName(tr("what was not read"))
        self._tutor = QRadioButton(tr("Tutor: the answer after each question"))
        self.exam = QRadioButton(tr("Exam: answers at the end"))
        self._count = _spin(1, USUAL_COUNT, tr("number of questions"))
        self._minutes = _spin(0, 0, tr("minutes, 0 for no limit"))
        self._shuffle = QCheckBox(tr("Shuffle questions and options"))
        self.begin = _button(tr("Begin"), "primary")
        self._ask_all = _button(tr("Ask the model all questions"), "")
        self._missed_text = plain_label("muted")
        self.missed = _button(tr("Ask the missed questions"), "")
        self._statistics = _button(tr("Statistics"), "")
        self._model = plain_label("muted")
        self._unfinished_title = _titled(tr("UNFINISHED"))
        self._unfinished = QVBoxLayout()
        self._topics = QMenu(self)
        self._details = QWidget()
        self._lay_out()
        self._connect()

    @property
    def titles(self) -> list[str]:
        """The sets that are listed."""
        return [self._sets.item(row).text().split("\n")[0] for row in range(self._sets.count())]

    @property
    def summary(self) -> str:
        """What is said of the chosen set."""
        return self._summary.text()

    @property
    def problems(self) -> str:
        """What was not read of it."""
        return self._problems.toPlainText()

    @property
    def unfinished(self) -> list[str]:
        """The sittings that can be gone on with."""
        items = (self._unfinished.itemAt(place) for place in range(self._unfinished.count()))
        buttons = (item.widget() for item in items if item is not None)
        return [button.text() for button in buttons if isinstance(button, QPushButton)]

    @property
    def empty(self) -> str:
        """What is said where there is no set."""
        return self._empty.text()

    def show_library(self, shown: LibraryShown) -> None:
        """Show the sets."""
        self._sets.blockSignals(True)
        self._sets.clear()
        for line in shown.sets:
            item = QListWidgetItem(f"{line.title}\n{line.text}")
            item.setData(KEY, line.key)
            self._sets.addItem(item)
            if line.key == shown.chosen:
                self._sets.setCurrentItem(item)
        self._sets.blockSignals(False)
        say(self._empty, shown.empty)
        self._details.setVisible(bool(shown.title))
        self._title.setText(shown.title)
        say(self._summary, shown.summary)
        self._problems.setPlainText("\n".join(shown.problems))
        self._problems.setVisible(bool(shown.problems))
        self._count.setMaximum(max(1, shown.count))
        if self._title.property("set") != shown.chosen:
            self._title.setProperty("set", shown.chosen)
            self._count.setValue(min(USUAL_COUNT, max(1, shown.count)))
        say(self._missed_text, shown.missed)
        self.missed.setEnabled(shown.missed_due > 0)
        say(self._model, shown.model)
        self._ask_all.setVisible(shown.can_ask_all)
        self._show_unfinished(shown.unfinished)

    def show_topics(self, topics: Sequence[TopicLine]) -> None:
        """Offer these topics of the primer."""
        self._topics.clear()
        for topic in topics:
            action = self._topics.addAction(topic.title)
            action.setData(topic.place)

    def start_with_defaults(self) -> None:
        """Begin as the form says now."""
        mode = Mode.EXAM if self.exam.isChecked() else Mode.TUTOR
        self.begun.emit(Begin(mode, self._count.value(), self._shuffle.isChecked(), self._minutes.value()))

    def _show_unfinished(self, lines: Sequence[SittingLine]) -> None:
        while (item := self._unfinished.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._unfinished_title.setVisible(bool(lines))
        for line in lines:
            button = _button(line.text, "link")
            button.setAccessibleName(tr("go on: {sitting}", sitting=line.text))
            button.clicked.connect(_GoOn(button, self, line.id).give)
            self._unfinished.addWidget(button)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.set_chosen.emit(str(item.data(KEY)))

    def _connect(self) -> None:
        self.begin.clicked.connect(self.start_with_defaults)
        self.missed.clicked.connect(self.missed_asked)
        self._statistics.clicked.connect(self.statistics_asked)
        self._ask_all.clicked.connect(self.all_asked)
        self._topics.triggered.connect(lambda action: self.topic_chosen.emit(int(action.data())))

    def _lay_out(self) -> None:
        self._tutor.setChecked(True)
        self._shuffle.setChecked(True)
        self._problems.setFixedHeight(px(PROBLEMS_HEIGHT))
        for label in (self._summary, self._missed_text, self._model):
            label.setWordWrap(True)
        importing = _button(tr("Import…"), "")
        importing.clicked.connect(self.import_asked)
        primer = _button(tr("Primer"), "")
        primer.setMenu(self._topics)
        head = QHBoxLayout()
        head.addWidget(_titled(tr("QUESTION SETS")))
        head.addStretch(1)
        head.addWidget(importing)
        head.addWidget(primer)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 3 * GRID)
        column.addLayout(head)
        column.addWidget(self._empty)
        column.addWidget(self._sets, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        splitter.addWidget(left)
        splitter.addWidget(self._right())
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([px(LIST_WIDTH), 4 * px(LIST_WIDTH)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(splitter)

    def _right(self) -> QWidget:
        form = QGridLayout()
        form.setHorizontalSpacing(3 * GRID)
        form.setVerticalSpacing(2 * GRID)
        form.addWidget(self._tutor, 0, 0, 1, 2)
        form.addWidget(self.exam, 1, 0, 1, 2)
        for line, (text, box) in enumerate(
            ((tr("Questions"), self._count), (tr("Minutes (0: no limit)"), self._minutes)), start=2
        ):
            label = plain_label()
            label.setText(text)
            form.addWidget(label, line, 0)
            form.addWidget(box, line, 1, Qt.AlignmentFlag.AlignLeft)
        form.addWidget(self._shuffle, 4, 0, 1, 2)
        form.setColumnStretch(1, 1)
        details = QVBoxLayout(self._details)
        details.setContentsMargins(0, 0, 0, 0)
        details.setSpacing(3 * GRID)
        details.addWidget(self._title)
        details.addWidget(self._summary)
        details.addWidget(self._problems)
        details.addLayout(form)
        details.addLayout(_row(self.begin, self._ask_all))
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(6 * GRID, 4 * GRID, 6 * GRID, 4 * GRID)
        column.setSpacing(3 * GRID)
        column.addWidget(self._details)
        column.addWidget(self._unfinished_title)
        column.addLayout(self._unfinished)
        column.addWidget(_titled(tr("MISSED QUESTIONS")))
        column.addWidget(self._missed_text)
        column.addLayout(_row(self.missed, self._statistics))
        column.addWidget(_titled(tr("MODEL")))
        column.addWidget(self._model)
        column.addStretch(1)
        return right


class _GoOn(QObject):
    """Names the sitting of a button."""

    def __init__(self, parent: QObject, library: QuizLibrary, number: int) -> None:
        super().__init__(parent)
        self._library = library
        self._number = number

    def give(self) -> None:
        """The button was pressed."""
        self._library.gone_on.emit(self._number)


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(2 * GRID)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def _spin(least: int, usual: int, name: str) -> QSpinBox:
    box = QSpinBox()
    box.setRange(least, MOST)
    box.setValue(usual)
    box.setAccessibleName(name)
    return box


def _titled(text: str) -> QWidget:
    label = plain_label("title")
    label.setText(text)
    return label


def _button(text: str, role: str) -> QPushButton:
    button = QPushButton(text)
    if role:
        set_role(button, role)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button

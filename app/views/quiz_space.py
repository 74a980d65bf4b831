"""The third mode of the desk: sets of questions, a sitting, statistics, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QStackedWidget, QVBoxLayout, QWidget

from app.asking import LibraryShown, ResultsShown, SheetShown, TopicLine
from app.language import tr
from app.messages import Notice
from app.views.quiz_library import QuizLibrary
from app.views.quiz_results import QuizResults
from app.views.quiz_sheet import QuizSheet
from app.views.states import NoticeBar
from app.views.theme import set_role

FILES = "*.csv *.json *.jsonl *.toml"


class QuizSpace(QFrame):
    """See `app.asking.QuestionsView`. Its pages are public: the composition root connects them."""

    files_chosen = Signal(list)
    export_chosen = Signal(object)
    announced = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "pane")
        self.library = QuizLibrary()
        self.sheet = QuizSheet()
        self.results = QuizResults()
        self._notice = NoticeBar()
        self._verdict = ""
        self._pages = QStackedWidget()
        for page in (self.library, self.sheet, self.results):
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._notice)
        layout.addWidget(self._pages, 1)
        self.library.import_asked.connect(self.ask_for_files)
        self.results.export_asked.connect(self.ask_for_target)

    @property
    def page(self) -> QWidget | None:
        """Which of the pages is shown."""
        return self._pages.currentWidget()

    def show_library(self, shown: LibraryShown) -> None:
        """Show the sets."""
        self.library.show_library(shown)
        self._pages.setCurrentWidget(self.library)

    def show_topics(self, topics: Sequence[TopicLine]) -> None:
        """Offer these topics of the primer."""
        self.library.show_topics(topics)

    def show_sheet(self, shown: SheetShown) -> None:
        """Show one question of a sitting."""
        self.sheet.show_sheet(shown)
        self._pages.setCurrentWidget(self.sheet)
        if shown.verdict != self._verdict:
            self._verdict = shown.verdict
            self.announced.emit(shown.verdict)

    def show_time(self, text: str) -> None:
        """Show the time of the sitting."""
        self.sheet.show_time(text)

    def show_results(self, shown: ResultsShown) -> None:
        """Show the statistics."""
        self.results.show_results(shown)
        self._pages.setCurrentWidget(self.results)
        self.announced.emit(shown.sentence or shown.empty)

    def show_questions_notice(self, notice: Notice | None) -> None:
        """Say what happened, in a bar of the questions."""
        self._notice.show_notice(notice)
        self.announced.emit(str(notice) if notice is not None else "")

    def ask_for_files(self) -> None:
        """Let the reader choose question files."""
        sets, everything = tr("Question sets"), tr("All files")
        filters = f"{sets} ({FILES});;{everything} (*)"
        names, _ = QFileDialog.getOpenFileNames(self, tr("Import question sets"), "", filters)
        if names:
            self.files_chosen.emit([Path(name) for name in names])

    def ask_for_target(self) -> None:
        """Let the reader choose where the answers go."""
        name, _ = QFileDialog.getSaveFileName(self, tr("Export answers as CSV"), "answers.csv", "*.csv")
        if name:
            path = Path(name)
            self.export_chosen.emit(path if path.suffix else path.with_suffix(".csv"))

"""The main window: bars above and below, and between them worklist, films, report and drafts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from app.commands import BY_NAME, Place
from app.language import language, tr_marked
from app.manual import load_pages
from app.messages import EngineShown, ExportKind, Notice, ProgressShown, TableKind, notice_of
from app.views.announcing import Announcer
from app.views.archive_space import ArchiveSpace
from app.views.archives_sheet import ArchivesSheets
from app.views.bars import ARCHIVE, COMPARE, QUESTIONS, READ, StatusBar, TopBar, help_actions
from app.views.choice_menu import character_set_menu, language_menu, models_menu
from app.views.choosing import ChoiceSheets
from app.views.columns import Columns
from app.views.comparing import ALL, CompareSpace
from app.views.desk_tour import tour_steps
from app.views.key_sheet import KeySheet
from app.views.keys import Given, KeyMap, WindowKeys
from app.views.manual import HelpWindow
from app.views.panel import PanelPane
from app.views.paths import ask_for_files, ask_for_folder, ask_for_table, ask_for_target, dropped
from app.views.quiz_space import QuizSpace
from app.views.report import ReportPane
from app.views.sending import SendingSheets
from app.views.signing import SigningSheets
from app.views.standing_alone import ViewerPlace
from app.views.states import NoticeBar
from app.views.theme import text_size
from app.views.tour import Tour
from app.views.versions import VersionSheets
from app.views.viewer import FilmViewer
from app.views.worklist import WorklistPane

WITH_STUDIES: Final = frozenset({Place.ALWAYS, Place.DESK, Place.FILMS})
WITH_QUESTIONS: Final = frozenset({Place.ALWAYS, Place.QUESTIONS})
WITH_ARCHIVE: Final = frozenset({Place.ALWAYS, Place.ARCHIVE})
SMALLEST: Final = (1024, 640)
TEXT_STEPS: Final = MappingProxyType({"text_larger": 1, "text_smaller": -1, "text_usual": 0})


class DeskWindow(QMainWindow):
    """See `app.ports.DeskView`. Its panes are public: the composition root connects them.

    `command_given` names a command of `app.commands`. A window that is asked to close asks first
    (`close_asked`) and closes when it is told to (`close_now`).
    """

    paths_opened = Signal(list)
    search_changed = Signal(str)
    search_entered = Signal()
    command_given = Signal(str)
    expert_chosen = Signal(int)
    questions_shown = Signal(bool)
    question_files_dropped = Signal(list)
    question_search_changed = Signal(str)
    question_search_entered = Signal()
    question_command_given = Signal(str)
    archive_shown = Signal(bool)
    archive_command_given = Signal(str)
    option_given = Signal(int)
    statements_shown = Signal(bool)
    pair_shown = Signal(bool)
    export_chosen = Signal(object, object)
    table_chosen = Signal(object, object)
    cancel_asked = Signal()
    close_asked = Signal()
    text_size_stepped = Signal(int)
    tour_asked = Signal()
    retraining_asked = Signal()

    def __init__(self, keys: KeyMap | None = None) -> None:
        super().__init__()
        self._keys = keys or KeyMap(parent=self)
        self.setWindowTitle("Consilium")
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        self.worklist = WorklistPane()
        self.viewer = FilmViewer()
        self.panel = PanelPane()
        self.compare = CompareSpace()
        self.questions = QuizSpace()
        self.archive = ArchiveSpace()
        self.archives = ArchivesSheets(self)
        self.sending = SendingSheets(self)
        self.report = ReportPane()
        self.signing = SigningSheets(self)
        self.versions = VersionSheets(self)
        self.choice = ChoiceSheets(self)
        self.language, self.character_set = language_menu(self), character_set_menu(self)
        self.models = models_menu(self)
        help_with = help_actions(self._action)
        self._top = TopBar(help_with, (self.models, self.language, self.character_set))
        self._bottom = StatusBar()
        self._notice = NoticeBar()
        self._lasting_notice = NoticeBar()
        self._columns = Columns(self.worklist, self.viewer, self.report, (self.panel, self.compare))
        self._spaces = QStackedWidget()
        self._manual: HelpWindow | None = None
        self._tour: Tour | None = None
        self._may_close = False
        self._laid_out = False
        self._text_size = text_size()
        self._lay_out()
        self._connect()
        self._size()
        actions = {**self.viewer.commands, **help_with}
        self.announcer = Announcer(self)
        for part in (self.panel, self.report, self.compare.statements, self.questions, self.archive):
            part.announced.connect(self.announcer.say)
        self.report.failed.connect(self.announcer.say_now)
        self._bound = WindowKeys(self, self._keys, actions, self._command)
        self._bound.work_in(WITH_STUDIES)
        self.viewer_place = ViewerPlace(self, self.viewer, self._columns.center, self._keys, self._command)
        self.viewer_place.number_given.connect(self.expert_chosen)
        self._keys.changed.connect(self._name_keys)
        self._name_keys()

    # app.ports.DeskView

    def show_engine(self, shown: EngineShown) -> None:
        """Say what the engine does."""
        self._top.show_engine(shown)

    def show_progress(self, shown: ProgressShown | None) -> None:
        """Show work under way, or that there is none."""
        self._bottom.show_progress(shown)

    def show_notice(self, notice: Notice | None) -> None:
        """Say what happened, in a bar that the reader can close."""
        self._notice.show_notice(notice)
        self.announcer.say(str(notice) if notice is not None else "")

    # Orders of the composition root

    def show_lasting_notice(self, notice: Notice) -> None:
        """See `DeskView`."""
        said = self._lasting_notice.said
        if str(notice) not in said:
            self._lasting_notice.show_notice(Notice(f"{said}\n{notice}") if said else notice)

    def show_mode(self, mode: int) -> None:
        """READ or COMPARE: the right column changes, films and report stay. Others have the whole room."""
        self._top.show_mode(mode)

    def fold_worklist(self) -> None:
        """Take the worklist away, or bring it back; reading and comparing remember it apart."""
        if self._mode in (READ, COMPARE):
            self._columns.fold_worklist()

    def fold_panel(self) -> None:
        """Take the right column away, or bring it back."""
        self._columns.fold_right()

    def ask_for_files(self) -> None:
        """Let the reader choose files."""
        if paths := ask_for_files(self):
            self.paths_opened.emit(paths)

    def ask_for_folder(self) -> None:
        """Let the reader choose a folder."""
        if paths := ask_for_folder(self):
            self.paths_opened.emit(paths)

    def ask_for_target(self, kind: ExportKind) -> None:
        """Let the reader choose where an export goes; the suggested name names nobody."""
        path = ask_for_target(self, kind)
        if path is not None:
            self.export_chosen.emit(kind, path)

    def ask_for_table(self, kind: TableKind) -> None:
        """Let the reader choose where a table of all reviews goes."""
        path = ask_for_table(self, kind)
        if path is not None:
            self.table_chosen.emit(kind, path)

    def show_keys(self) -> None:
        """Show the sheet of keys."""
        KeySheet(self._keys, self).open()

    def show_manual(self, page: str = "") -> None:
        """Show the help, at a page of `app.manual.PAGES` or where it was; one window of it at most."""
        if self._manual is None:
            bindings = self._keys
            try:
                self._manual = HelpWindow(
                    lambda: load_pages(language().code, bindings.bindings), self._keys, self
                )
            except OSError as error:
                self.show_notice(notice_of(error))
                return
            self._manual.destroyed.connect(self._manual_closed)
        self._manual.open_page(page)
        self._manual.show()
        self._manual.activateWindow()

    def show_tour(self) -> None:
        """Point at the parts of the window, one after the other."""
        if self._tour is None:
            self.show_mode(READ)
            steps = tour_steps(self.viewer, self.panel, self._top.tabs, self.report, self._keys.bindings)
            self._tour = Tour(steps, self)
            self._tour.ended.connect(self._tour_ended)

    def number_pressed(self, place: int) -> None:
        """A number key: an expert's map, or an option of a question."""
        (self.option_given if self._mode == QUESTIONS else self.expert_chosen).emit(place)

    def focus_search(self) -> None:
        """Let the reader type what to search for."""
        self._top.focus_search()

    def close_now(self) -> None:
        """Close without asking."""
        self._may_close = True
        self.close()

    def layout_state(self) -> Mapping[str, bytes]:
        """Where splitters and window stand, to be remembered."""
        packed = {
            "window": bytes(self.saveGeometry().data()),
            "panel": bytes(self.panel.splitter.saveState().data()),
        }
        return MappingProxyType(packed | dict(self._columns.state()) | dict(self.viewer_place.state()))

    def restore_layout(self, state: Mapping[str, bytes]) -> None:
        """Put everything where it stood; what is not known keeps its place."""
        if "window" in state:
            self.restoreGeometry(QByteArray(state["window"]))
        if "panel" in state:
            self.panel.splitter.restoreState(QByteArray(state["panel"]))
        self._columns.restore(state)
        self.viewer_place.restore(state)

    def spread(self) -> None:
        """Give every pane its share of the window's present size."""
        panel = max(self.panel.height(), 1)
        self.panel.splitter.setSizes([round(panel * 0.72), round(panel * 0.28)])
        self._columns.spread()

    # Qt's

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; bars grow with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and self._laid_out:
            self._size()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; panes that were never placed get their share."""
        super().showEvent(event)
        if not self._columns.is_spread:
            self.spread()
        self.viewer_place.desk_shown()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        if dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        event.acceptProposedAction()
        opened = self.question_files_dropped if self._mode == QUESTIONS else self.paths_opened
        if self._mode == ARCHIVE:  # what is opened is shown
            self.show_mode(READ)
        opened.emit(dropped(event))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        if self._may_close:
            self.viewer_place.desk_closed()
            event.accept()
        else:
            event.ignore()
            self.close_asked.emit()

    # Inside

    @property
    def _mode(self) -> int:
        return self._top.mode

    def _size(self) -> None:
        self._laid_out = True
        self._top.fit()
        self._bottom.fit()
        if text_size() != self._text_size:
            self._text_size = text_size()
            self._columns.forget()

    def _manual_closed(self) -> None:
        self._manual = None

    def _tour_ended(self) -> None:
        self._tour = None
        self.setFocus()

    def _mode_changed(self, mode: int) -> None:
        self._spaces.setCurrentIndex({QUESTIONS: 1, ARCHIVE: 2}.get(mode, 0))
        self._bound.work_in({QUESTIONS: WITH_QUESTIONS, ARCHIVE: WITH_ARCHIVE}.get(mode, WITH_STUDIES))
        self._top.name_search(mode)
        if mode in (READ, COMPARE):
            self._columns.show_mode(mode)
        self.questions_shown.emit(mode == QUESTIONS)
        self.archive_shown.emit(mode == ARCHIVE)
        self._tell_comparison()

    def _searched(self, text: str) -> None:
        changed = self.question_search_changed if self._mode == QUESTIONS else self.search_changed
        changed.emit(text)

    def _tell_comparison(self, _: int = ALL) -> None:
        """Which comparison can be seen, if any."""
        comparing, every = self._mode == COMPARE, self.compare.shown == ALL
        self.statements_shown.emit(comparing and every)
        self.pair_shown.emit(comparing and not every)

    def show_pair(self) -> None:
        """Turn to two drafts side by side."""
        self.show_mode(COMPARE)
        self.compare.show_pair()

    def _command(self, name: str) -> None:
        match name:
            case "mode_read":
                self.show_mode(READ)
            case "mode_compare":
                self.show_mode(COMPARE)
            case "mode_questions":
                self.show_mode(QUESTIONS)
            case "compare_other" if self._mode == COMPARE:
                self.compare.show_other()
            case "compare_other":
                self.show_mode(COMPARE)
            case "fold_worklist":
                self.fold_worklist()
            case "fold_panel":
                self.fold_panel()
            case "search" if self._mode == ARCHIVE:
                self.archive.focus_fields()
            case "search":
                self.focus_search()
            case "mode_archive":
                self.show_mode(ARCHIVE)
            case "open" if self._mode == QUESTIONS:
                self.questions.ask_for_files()
            case "open":
                self.ask_for_files()
            case "escape" if self._tour is not None:
                self._tour.leave()
            case "escape" if self._top.is_searching:
                self._top.end_search()
            case "note_question":
                self.questions.sheet.write_note()
            case "escape" if self._mode == QUESTIONS:
                self.question_command_given.emit(name)
            case "go_to_results":
                self.archive.focus_results()
            case "escape" if self._mode == ARCHIVE:
                self.archive_command_given.emit(name)
            case _ if BY_NAME[name].place is Place.ARCHIVE:
                self.archive_command_given.emit(name)
            case _ if BY_NAME[name].place is Place.QUESTIONS:
                self.question_command_given.emit(name)
            case "edit":
                self.report.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
            case "insert_template":
                self.report.choose_template()
            case "expand_macro":
                self.report.expand_macro()
            case "manual":
                self.show_manual()
            case "retrain":
                self.retraining_asked.emit()
            case "tour":
                self.tour_asked.emit()
            case "help":
                self.show_keys()
            case "text_larger" | "text_smaller" | "text_usual":
                self.text_size_stepped.emit(TEXT_STEPS[name])
            case "send_report":
                self.report.send_asked.emit()
            case _:
                self.command_given.emit(name)

    def _connect(self) -> None:
        self.worklist.files_asked.connect(self.ask_for_files)
        self.report.export_asked.connect(self.ask_for_target)
        self.report.table_asked.connect(self.ask_for_table)
        self.worklist.folder_asked.connect(self.ask_for_folder)
        self._top.mode_changed.connect(self._mode_changed)
        self.compare.shown_changed.connect(self._tell_comparison)
        self.panel.unfamiliar_told.connect(self.compare.show_unfamiliar)
        self._top.search_changed.connect(self._searched)
        self._top.search_entered.connect(self._search_entered)
        self._bottom.cancel_asked.connect(self.cancel_asked)
        for number in range(1, 10):
            shortcut = QShortcut(QKeySequence(str(number)), self)
            shortcut.activated.connect(_Numbered(self, number - 1).give)

    def _name_keys(self) -> None:
        self._top.name_keys(self._keys.bindings)

    def _search_entered(self) -> None:
        if self._mode == QUESTIONS:
            self.question_search_entered.emit()
            return
        self.search_entered.emit()
        self._top.leave_search()

    def _lay_out(self) -> None:
        self._spaces.addWidget(self._columns)
        self._spaces.addWidget(self.questions)
        self._spaces.addWidget(self.archive)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part, stretch in (
            (self._top, 0),
            (self._lasting_notice, 0),
            (self._notice, 0),
            (self._spaces, 1),
            (self._bottom, 0),
        ):
            column.addWidget(part, stretch)
        ground = QWidget()
        ground.setLayout(column)
        self.setCentralWidget(ground)

    def _action(self, name: str) -> QAction:
        """A command that a menu has too; its key works wherever the window does."""
        action = QAction(tr_marked(BY_NAME[name].short), self)
        action.triggered.connect(Given(self, self._command, name).give)
        self.addAction(action)
        return action


class _Numbered(QObject):
    """Hands a number key on."""

    def __init__(self, window: DeskWindow, expert: int) -> None:
        super().__init__(window)
        self._window = window
        self._expert = expert

    def give(self) -> None:
        """The key was pressed."""
        self._window.number_pressed(self._expert)

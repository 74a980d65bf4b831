"""The main window: bars above and below, and between them worklist, films, report and drafts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
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
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.commands import BY_NAME, Place
from app.language import language, tr, tr_mark, tr_marked
from app.manual import load_pages
from app.messages import (
    RESEARCH_USE,
    EngineShown,
    ExportKind,
    Notice,
    ProgressShown,
    TableKind,
    notice_of,
)
from app.views.announcing import Announcer
from app.views.comparing import ALL, CompareSpace
from app.views.key_sheet import KeySheet
from app.views.keys import Given, KeyMap, WindowKeys, tip_with_key
from app.views.labels import ElidedLabel, plain_tip
from app.views.language_menu import LanguageMenu
from app.views.manual import HelpWindow
from app.views.panel import PanelPane
from app.views.quiz_space import QuizSpace
from app.views.report import ReportPane
from app.views.shapes import EngineDot
from app.views.signing import SigningSheets
from app.views.standing_alone import ViewerPlace
from app.views.states import NoticeBar
from app.views.theme import GRID, px, set_role, text_size
from app.views.tour import Step, Tour
from app.views.versions import VersionSheets
from app.views.viewer import FilmViewer
from app.views.worklist import WorklistPane

READ, COMPARE, QUESTIONS = 0, 1, 2
WITH_STUDIES: Final = frozenset({Place.ALWAYS, Place.DESK, Place.FILMS})
WITH_QUESTIONS: Final = frozenset({Place.ALWAYS, Place.QUESTIONS})
ROOMY = 1600  # pixels; in a narrower window the worklist makes room for a comparison
SMALLEST: Final = (1024, 640)
SEARCH_WIDTH, SEARCH_LEAST = 280, 160
TOP_HEIGHT, BOTTOM_HEIGHT = 44, 32
PROGRESS_WIDTH = 160
WORKLIST_SHARE, PANEL_SHARE, COMPARE_SHARE = 0.17, 0.30, 0.42
FILM_SHARE = 0.72
MENU: Final = (
    "manual",
    "help",
    "tour",
    "",
    "text_larger",
    "text_smaller",
    "text_usual",
)  # "" is a line between
TEXT_STEPS: Final = MappingProxyType({"text_larger": 1, "text_smaller": -1, "text_usual": 0})
SEARCHED = tr_mark("Name, id, date, description or accession number")
SEARCHED_QUESTIONS = tr_mark("Words of a question or its options; Enter goes to the next")
FILM_FILES = "*.dcm *.dicom *.ima *.png *.jpg *.jpeg *.json *.zip"


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
    option_given = Signal(int)
    statements_shown = Signal(bool)
    pair_shown = Signal(bool)
    export_chosen = Signal(object, object)
    table_chosen = Signal(object, object)
    cancel_asked = Signal()
    close_asked = Signal()
    text_size_stepped = Signal(int)
    tour_asked = Signal()

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
        self.report = ReportPane()
        self.signing = SigningSheets(self)
        self.versions = VersionSheets(self)
        self.language = LanguageMenu(self)
        self._help = {name: self._action(name) for name in MENU if name}
        self._tabs = _tabs()
        self._search = _search_line()
        self._dot = EngineDot()
        self._engine = ElidedLabel("muted")
        self._notice = NoticeBar()
        self._lasting_notice = NoticeBar()
        self._progress_text = QLabel()
        self._progress = QProgressBar()
        self._cancel = QPushButton(tr("Cancel"))
        self._right = QStackedWidget()
        self._body = QSplitter(Qt.Orientation.Horizontal)
        self._spaces = QStackedWidget()
        self._center = QSplitter(Qt.Orientation.Vertical)
        self._sizes: dict[int, list[int]] = {}  # of the columns, by mode
        self._last = READ  # of READ and COMPARE, the one that the columns stand for
        self._folded: dict[int, bool] = {}  # whether the worklist is away, by mode
        self._manual: HelpWindow | None = None
        self._tour: Tour | None = None
        self._may_close = False
        self._laid_out = False
        self._text_size = text_size()
        self._spread = False
        self._lay_out()
        self._connect()
        self._size()
        actions = {**self.viewer.commands, **self._help}
        self.announcer = Announcer(self)
        for part in (self.panel, self.report, self.compare.statements, self.questions):
            part.announced.connect(self.announcer.say)
        self.report.failed.connect(self.announcer.say_now)
        self._bound = WindowKeys(self, self._keys, actions, self._command)
        self._bound.work_in(WITH_STUDIES)
        self.viewer_place = ViewerPlace(self, self.viewer, self._center, self._keys, self._command)
        self.viewer_place.number_given.connect(self.expert_chosen)
        self._keys.changed.connect(self._name_keys)
        self._name_keys()
        self.show_progress(None)

    # app.ports.DeskView

    def show_engine(self, shown: EngineShown) -> None:
        """Say what the engine does."""
        self._dot.show_state(shown.state)
        self._engine.show_text(shown.text, shown.help)
        self._dot.setToolTip(plain_tip(shown.help or shown.text))
        self._dot.setAccessibleName(tr("engine: {state}", state=tr_marked(shown.state.value)))

    def show_progress(self, shown: ProgressShown | None) -> None:
        """Show work under way, or that there is none."""
        for widget in (self._progress_text, self._progress, self._cancel):
            widget.setVisible(shown is not None)
        if shown is not None:
            self._progress_text.setText(shown.text)
            self._progress.setRange(0, shown.total)
            self._progress.setValue(shown.done)

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
        """READ or COMPARE: the right column changes, films and report stay. QUESTIONS has the whole room."""
        self._tabs.setCurrentIndex(mode)

    def fold_worklist(self) -> None:
        """Take the worklist away, or bring it back; reading and comparing remember it apart."""
        if self._mode == QUESTIONS:
            return
        self._folded[self._mode] = not self._is_folded(self._mode)
        self.worklist.setHidden(self._is_folded(self._mode))

    def fold_panel(self) -> None:
        """Take the right column away, or bring it back."""
        self._right.setVisible(self._right.isHidden())

    def ask_for_files(self) -> None:
        """Let the reader choose files."""
        films, everything = tr("Films and panels"), tr("All files")
        filters = f"{films} ({FILM_FILES});;{everything} (*)"
        names, _ = QFileDialog.getOpenFileNames(self, tr("Open films or a panel"), "", filters)
        if names:
            self.paths_opened.emit([Path(name) for name in names])

    def ask_for_folder(self) -> None:
        """Let the reader choose a folder."""
        name = QFileDialog.getExistingDirectory(self, tr("Open a folder with studies"))
        if name:
            self.paths_opened.emit([Path(name)])

    def ask_for_target(self, kind: ExportKind) -> None:
        """Let the reader choose where an export goes; the suggested name names nobody."""
        title = tr("Export: {format}", format=tr_marked(kind.words))
        if kind.ending:
            path = self._ask_where_to_save(title, "report", kind.ending)
        else:
            name = QFileDialog.getExistingDirectory(
                self, tr("{title}: choose where its new folder goes", title=title)
            )
            path = _new_folder(Path(name), "study-without-patient") if name else None
        if path is not None:
            self.export_chosen.emit(kind, path)

    def ask_for_table(self, kind: TableKind) -> None:
        """Let the reader choose where a table of all reviews goes."""
        title = tr("Export all reviews: {format}", format=tr_marked(kind.words))
        path = self._ask_where_to_save(title, "reviews", kind.ending)
        if path is not None:
            self.table_chosen.emit(kind, path)

    def _ask_where_to_save(self, title: str, name: str, ending: str) -> Path | None:
        given, _ = QFileDialog.getSaveFileName(self, title, f"{name}{ending}", f"*{ending}")
        if not given:
            return None
        path = Path(given)
        return path if path.suffix else path.with_suffix(ending)

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
            self._tour = Tour(self._tour_steps(), self)
            self._tour.ended.connect(self._tour_ended)

    def number_pressed(self, place: int) -> None:
        """A number key: an expert's map, or an option of a question."""
        (self.option_given if self._mode == QUESTIONS else self.expert_chosen).emit(place)

    def focus_search(self) -> None:
        """Let the reader type what to search for."""
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    def close_now(self) -> None:
        """Close without asking."""
        self._may_close = True
        self.close()

    def layout_state(self) -> Mapping[str, bytes]:
        """Where splitters and window stand, to be remembered."""
        self._sizes[self._last] = self._body.sizes()
        state = {
            "window": self.saveGeometry(),
            "panel": self.panel.splitter.saveState(),
        }
        sizes = {f"body-{mode}": _packed(sizes) for mode, sizes in self._sizes.items()}
        packed = {name: bytes(array.data()) for name, array in state.items()}
        return MappingProxyType(packed | sizes | dict(self.viewer_place.state()))

    def restore_layout(self, state: Mapping[str, bytes]) -> None:
        """Put everything where it stood; what is not known keeps its place."""
        if "window" in state:
            self.restoreGeometry(QByteArray(state["window"]))
        if "center" in state:
            self._center.restoreState(QByteArray(state["center"]))
        if "panel" in state:
            self.panel.splitter.restoreState(QByteArray(state["panel"]))
        for mode in (READ, COMPARE):
            sizes = _unpacked(state.get(f"body-{mode}", b""))
            if len(sizes) == self._body.count():
                self._sizes[mode] = sizes
        self.viewer_place.restore(state)
        self._spread = "center" in state
        self._place_columns(self._mode)

    def spread(self) -> None:
        """Give every pane its share of the window's present size."""
        self._sizes.clear()
        height = max(self._center.height(), 1)
        self._center.setSizes([round(height * FILM_SHARE), round(height * (1 - FILM_SHARE))])
        panel = max(self.panel.height(), 1)
        self.panel.splitter.setSizes([round(panel * 0.72), round(panel * 0.28)])
        self._place_columns(self._mode)

    # Qt's

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; bars grow with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange and self._laid_out:
            self._size()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's; panes that were never placed get their share."""
        super().showEvent(event)
        if not self._spread:
            self._spread = True
            self.spread()
        self.viewer_place.desk_shown()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        if _dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        event.acceptProposedAction()
        opened = self.question_files_dropped if self._mode == QUESTIONS else self.paths_opened
        opened.emit(_dropped(event))

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
        return self._tabs.currentIndex()

    def _is_folded(self, mode: int) -> bool:
        return self._folded.get(mode, mode == COMPARE and self.width() < ROOMY)

    def _size(self) -> None:
        self._laid_out = True
        self._top.setFixedHeight(px(TOP_HEIGHT))
        self._bottom.setFixedHeight(px(BOTTOM_HEIGHT))
        self._search.setMaximumWidth(px(SEARCH_WIDTH))
        if text_size() != self._text_size:  # places were chosen for other text
            self._text_size = text_size()
            self._sizes.clear()
            self._place_columns(self._mode)

    def _manual_closed(self) -> None:
        self._manual = None

    def _tour_ended(self) -> None:
        self._tour = None
        self.setFocus()

    def _tour_steps(self) -> tuple[Step, ...]:
        """Only parts that are on the screen; where there are no drafts, their column stands for them."""
        take = self._keys.bindings.hint("take_sentence")
        sign = self._keys.bindings.hint("sign")
        compare = self._keys.bindings.hint("mode_compare")
        return (
            Step(
                tr("The films"),
                tr(
                    "Look at them first. Drag with the right button for the window, turn the wheel to zoom; "
                    "a double click fits."
                ),
                lambda: self.viewer,
            ),
            Step(
                tr("Drafts and votes"),
                tr(
                    "Each card is the draft of one expert. The number is its vote: how like it is to the "
                    "other drafts. That is agreement, not truth."
                ),
                lambda: self.panel,
            ),
            Step(
                tr("Where an expert looked"),
                tr("Point at a sentence: a map on the films shows where its expert looked while writing it."),
                self._first_card,
            ),
            Step(
                tr("Compare"),
                tr("Here all drafts stand side by side, and contradictions are marked{key}.", key=compare),
                lambda: self._tabs,
            ),
            Step(
                tr("Take a sentence"),
                tr(
                    "The plus beside a sentence puts it into the report{key}. Nothing gets there by itself, "
                    "and every step can be undone.",
                    key=take,
                ),
                self._first_row,
            ),
            Step(
                tr("Sign"),
                tr(
                    "When the report says what you see, look it over and sign{key}. This tour signs nothing. "
                    "Help has more, and the tour again.",
                    key=sign,
                ),
                lambda: self.report,
            ),
        )

    def _first_card(self) -> QWidget:
        return self.panel.cards[0] if self.panel.cards else self.panel

    def _first_row(self) -> QWidget:
        rows = self.panel.cards[0].rows if self.panel.cards else []
        return rows[0] if rows else self.panel

    def _mode_changed(self, mode: int) -> None:
        asking = mode == QUESTIONS
        self._spaces.setCurrentIndex(int(asking))
        self._bound.work_in(WITH_QUESTIONS if asking else WITH_STUDIES)
        self._name_search(asking)
        if not asking and mode != self._last:
            self._sizes[self._last] = self._body.sizes()
            self._last = mode
            self._right.setCurrentIndex(mode)
            self.worklist.setHidden(self._is_folded(mode))
            self._place_columns(mode)
        self.questions_shown.emit(asking)
        self._tell_comparison()

    def _name_search(self, asking: bool) -> None:
        self._search.clear()
        self._search.setPlaceholderText(tr("Search questions") if asking else tr("Search studies"))
        self._search.setAccessibleName(tr("search questions") if asking else tr("search studies"))
        tip = (
            tr("Words of a question or its options; Enter goes to the next")
            if asking
            else tr_marked(SEARCHED)
        )
        tip_with_key(self._search, tip, "search")

    def _searched(self, text: str) -> None:
        changed = self.question_search_changed if self._mode == QUESTIONS else self.search_changed
        changed.emit(text)

    def _tell_comparison(self, _: int = ALL) -> None:
        """Which comparison can be seen, if any."""
        comparing, every = self._mode == COMPARE, self.compare.shown == ALL
        self.statements_shown.emit(comparing and every)
        self.pair_shown.emit(comparing and not every)

    def _place_columns(self, mode: int) -> None:
        width = self._body.width()
        left = _within(width * WORKLIST_SHARE, 190, px(300))
        right = (
            _within(width * PANEL_SHARE, px(340), px(620))
            if mode == READ
            else _within(width * COMPARE_SHARE, px(460), px(1100))
        )
        self._body.setSizes(self._sizes.get(mode, [left, max(width - left - right, 1), right]))

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
            case "search":
                self.focus_search()
            case "open" if self._mode == QUESTIONS:
                self.questions.ask_for_files()
            case "open":
                self.ask_for_files()
            case "escape" if self._tour is not None:
                self._tour.leave()
            case "escape" if self._search.hasFocus():
                self._leave_search()
            case "note_question":
                self.questions.sheet.write_note()
            case "escape" if self._mode == QUESTIONS:
                self.question_command_given.emit(name)
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
            case "tour":
                self.tour_asked.emit()
            case "help":
                self.show_keys()
            case "text_larger" | "text_smaller" | "text_usual":
                self.text_size_stepped.emit(TEXT_STEPS[name])
            case _:
                self.command_given.emit(name)

    def _connect(self) -> None:
        self.worklist.files_asked.connect(self.ask_for_files)
        self.report.export_asked.connect(self.ask_for_target)
        self.report.table_asked.connect(self.ask_for_table)
        self.worklist.folder_asked.connect(self.ask_for_folder)
        self._tabs.currentChanged.connect(self._mode_changed)
        self.compare.shown_changed.connect(self._tell_comparison)
        self.panel.unfamiliar_told.connect(self.compare.show_unfamiliar)
        self._search.textChanged.connect(self._searched)
        self._search.returnPressed.connect(self._search_entered)
        self._cancel.clicked.connect(self.cancel_asked)
        for number in range(1, 10):
            shortcut = QShortcut(QKeySequence(str(number)), self)
            shortcut.activated.connect(_Numbered(self, number - 1).give)

    def _name_keys(self) -> None:
        """Tips of the tabs are texts of their own; other tips ask for the key when they are shown."""
        for tab, text, command in (
            (READ, tr("All drafts by vote"), "mode_read"),
            (COMPARE, tr("All drafts by what they say"), "mode_compare"),
            (QUESTIONS, tr("Exam questions, with and without a model"), "mode_questions"),
        ):
            self._tabs.setTabToolTip(tab, f"{text}{self._keys.bindings.hint(command)}")

    def _search_entered(self) -> None:
        if self._mode == QUESTIONS:
            self.question_search_entered.emit()
            return
        self.search_entered.emit()
        self._search.clearFocus()

    def _leave_search(self) -> None:
        """Esc in the search ends the search; it stops no reading."""
        self._search.clear()
        self._search.clearFocus()

    def _lay_out(self) -> None:
        self._right.addWidget(self.panel)
        self._right.addWidget(self.compare)
        self._center.addWidget(self.viewer)
        self._center.addWidget(self.report)
        self._center.setStretchFactor(0, 1)
        for pane in (self.worklist, self._center, self._right):
            self._body.addWidget(pane)
        self._body.setStretchFactor(1, 1)
        self._spaces.addWidget(self._body)
        self._spaces.addWidget(self.questions)
        for splitter in (self._body, self._center):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        self.worklist.setMinimumWidth(190)
        self._right.setMinimumWidth(300)
        self.report.setMinimumHeight(140)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part, stretch in (
            (self._top_bar(), 0),
            (self._lasting_notice, 0),
            (self._notice, 0),
            (self._spaces, 1),
            (self._status_bar(), 0),
        ):
            column.addWidget(part, stretch)
        ground = QWidget()
        ground.setLayout(column)
        self.setCentralWidget(ground)

    def _top_bar(self) -> QFrame:
        bar, row = _bar(2 * GRID)
        row.addWidget(self._tabs)
        row.addStretch(1)
        row.addWidget(self._search, 2)
        row.addStretch(1)
        row.addWidget(self._dot)
        row.addWidget(self._engine)
        row.addSpacing(2 * GRID)
        row.addWidget(self._help_button())
        self._top = bar
        return bar

    def _help_button(self) -> QToolButton:
        button = QToolButton()
        button.setText(tr("Help"))
        button.setToolTip(tr("Help, keys, tour, size of text, language"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(button)
        for name in MENU:
            if name:
                menu.addAction(self._help[name])
            else:
                menu.addSeparator()
        menu.addSeparator()
        menu.addMenu(self.language)
        button.setMenu(menu)
        return button

    def _action(self, name: str) -> QAction:
        """A command that a menu has too; its key works wherever the window does."""
        action = QAction(tr_marked(BY_NAME[name].short), self)
        action.triggered.connect(Given(self, self._command, name).give)
        self.addAction(action)
        return action

    def _status_bar(self) -> QFrame:
        self._progress.setFixedWidth(PROGRESS_WIDTH)
        self._progress.setTextVisible(False)
        set_role(self._cancel, "link")
        tip_with_key(self._cancel, tr("Stop this"), "escape")
        set_role(self._progress_text, "muted")
        label = QLabel(tr_marked(RESEARCH_USE))
        set_role(label, "muted")
        bar, row = _bar(3 * GRID)
        row.addWidget(self._progress_text)
        row.addWidget(self._progress)
        row.addWidget(self._cancel)
        row.addStretch(1)
        row.addWidget(label)
        self._bottom = bar
        return bar


class _Numbered(QObject):
    """Hands a number key on."""

    def __init__(self, window: DeskWindow, expert: int) -> None:
        super().__init__(window)
        self._window = window
        self._expert = expert

    def give(self) -> None:
        """The key was pressed."""
        self._window.number_pressed(self._expert)


def _dropped(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def _new_folder(place: Path, name: str) -> Path:
    """A folder of this name that is not there yet; a number behind it where there is one already."""
    free = place / name
    number = 1
    while free.exists():
        number += 1
        free = place / f"{name}-{number}"
    return free


def _within(value: float, low: int, high: int) -> int:
    return int(min(max(value, low), high))


def _packed(sizes: list[int]) -> bytes:
    return ",".join(map(str, sizes)).encode()


def _unpacked(data: bytes) -> list[int]:
    parts = data.decode("ascii", "replace").split(",")
    return [int(part) for part in parts] if all(part.isdigit() for part in parts) else []


def _tabs() -> QTabBar:
    tabs = QTabBar()
    tabs.addTab(tr("Read"))
    tabs.addTab(tr("Compare"))
    tabs.addTab(tr("Questions"))
    tabs.setAccessibleName(tr("read, compare or answer questions"))
    tabs.setDrawBase(False)
    tabs.setUsesScrollButtons(False)  # all of them are always there
    tabs.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    tabs.setExpanding(False)
    tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return tabs


def _search_line() -> QLineEdit:
    line = QLineEdit()
    line.setPlaceholderText(tr("Search studies"))
    line.setAccessibleName(tr("search studies"))
    line.setClearButtonEnabled(True)
    line.setAcceptDrops(False)
    line.setMinimumWidth(SEARCH_LEAST)
    tip_with_key(line, tr_marked(SEARCHED), "search")
    return line


def _bar(margin: int) -> tuple[QFrame, QHBoxLayout]:
    bar = QFrame()
    set_role(bar, "bar")
    row = QHBoxLayout(bar)
    row.setContentsMargins(margin, 0, margin, 0)
    row.setSpacing(2 * GRID)
    return bar, row

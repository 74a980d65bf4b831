"""The desk as a whole: opens studies and the engine, and lets its parts know of each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.language import tr, tr_count, tr_engine
from app.measures import MeasuringView
from app.messages import EngineShown, EngineState, Notice, ProgressShown, StudyState, notice_of
from app.ports import (
    Alarm,
    ChoiceView,
    CompareView,
    DeskView,
    Engine,
    Files,
    Films,
    Lane,
    Now,
    OpenEngine,
    PanelView,
    ReportView,
    SigningView,
    StatementsView,
    Store,
    Task,
    Tell,
    TemplatesView,
    VersionsView,
    WorklistView,
)
from app.presenters.cards import UNJUDGED, Judged
from app.presenters.choosing import ChoosingPresenter
from app.presenters.compare import Compare, ComparePresenter
from app.presenters.exporting import Export, ExportPresenter
from app.presenters.exporting_all import AllReviewsPresenter, ExportAll
from app.presenters.keeping import Keeper
from app.presenters.measuring import MeasuringPresenter
from app.presenters.panel import PanelPresenter, no_model, progress_words
from app.presenters.report import ReportPresenter, is_refusal
from app.presenters.signing import Check, SigningPresenter
from app.presenters.statements import Align, StatementsPresenter
from app.presenters.templates import ReadLibrary, TemplatesPresenter
from app.presenters.versions import VersionsPresenter
from app.presenters.worklist import STATES, ListedStudy, WorklistPresenter, paths_of
from app.review.decisions import Verdict, panel_key
from app.review.review import Review
from engine.errors import BundleMissing
from engine.panel import Draft, Panel, Sentence
from engine.progress import Cancelled, CancelToken, Progress
from engine.study import Opened, Study

if TYPE_CHECKING:
    from app.store.rows import StudyRow


def _nobody_asked(_: BaseException) -> None:
    """Nobody but the reader waits for it."""


@dataclass(frozen=True, slots=True)
class DeskViews:
    """All that draws, the films apart."""

    desk: DeskView
    worklist: WorklistView
    panel: PanelView
    statements: StatementsView
    compare: CompareView
    report: ReportView
    signing: SigningView
    versions: VersionsView
    choice: ChoiceView
    templates: TemplatesView
    measuring: MeasuringView


@dataclass(frozen=True, slots=True)
class DeskPorts:
    """All that the desk works with. `samples` are opened where nothing was ever opened before."""

    films: Films
    files: Files
    files_lane: Lane
    engine_lane: Lane
    keeper: Keeper
    open_engine: OpenEngine
    align: Align
    check: Check
    export: Export
    export_all: ExportAll
    compare: Compare
    read_templates: ReadLibrary
    alarm: Alarm
    now: Now
    reader: str
    samples: tuple[Path, ...]


class DeskPresenter:
    """The parts are public: views send their events to the part that they concern."""

    def __init__(self, views: DeskViews, ports: DeskPorts) -> None:
        self._view = views.desk
        self._ports = ports
        self._opening = 0
        self._on_statements = False
        self._panel_key = ""
        self._opening_shown: ProgressShown | None = None
        self._reading_shown: ProgressShown | None = None
        self._exporting_shown: ProgressShown | None = None
        self._background_shown: ProgressShown | None = None
        self._tasks: list[Task] = []  # that open files
        self._brought: dict[str, Panel] = {}  # made elsewhere, for studies that are still being opened
        self.worklist = WorklistPresenter(views.worklist, self._study_chosen)
        self.panel = PanelPresenter(views.panel, ports.films, ports.engine_lane, self)
        self.statements = StatementsPresenter(views.statements, ports.files_lane, ports.align, self)
        self.compare = ComparePresenter(views.compare, ports.files_lane, ports.compare)
        self.report = ReportPresenter(
            views.report, ports.keeper, ports.alarm, ports.now, ports.reader, self._report_changed
        )
        self.measuring = MeasuringPresenter(
            views.measuring, ports.films, self.report, ports.files_lane, views.desk.show_notice
        )
        self.signing = SigningPresenter(
            views.signing,
            self.report,
            ports.files_lane,
            ports.check,
            ports.now,
            ports.reader,
            views.desk.show_notice,
        )
        self.templates = TemplatesPresenter(
            views.templates,
            self.report,
            ports.files_lane,
            ports.read_templates,
            views.desk.show_notice,
            views.desk.show_lasting_notice,
        )
        self.exporting = ExportPresenter(
            self.report, ports.files_lane, ports.keeper, ports.export, ports.now, views.desk.show_notice
        )
        self.exporting_all = AllReviewsPresenter(
            self.report,
            ports.files_lane,
            ports.keeper,
            ports.files,
            ports.export_all,
            ports.now,
            self._exporting_progressed,
            views.desk.show_notice,
        )
        self.versions = VersionsPresenter(
            views.versions, self.report, ports.keeper, ports.files_lane, views.desk.show_notice
        )
        self.choosing = ChoosingPresenter(
            views.choice, self.report, ports.keeper, ports.files_lane, views.desk.show_notice
        )

    @property
    def settled(self) -> bool:
        """Whether nothing is being opened or read."""
        return not self._opening and self.panel.settled

    def start(self, paths: Sequence[Path]) -> None:
        """Open the engine, the given paths, and what the store remembers."""
        self.panel.show_study(None)
        self.templates.start()
        self._open_engine()
        if paths:
            self.open(paths)
        self._opening += 1
        self._ports.keeper.ask(
            lambda store: store.studies(), done=self._remembered(paths), failed=self._no_store
        )

    def open(self, paths: Sequence[Path]) -> None:
        """Open files, folders and panels; the first study that is found is shown."""
        panels = [path for path in paths if path.suffix.lower() == ".json"]
        others = [path for path in paths if path not in panels]
        if others:
            self._open_studies(others, self._opened)
        for path in panels:
            self._open_panel(path)

    def bring(
        self,
        paths: Sequence[Path],
        then: Callable[[Opened], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Open files aside: their studies come onto the worklist, and what the reader looks at stays.

        Exactly one of `then` and `failed` follows; `failed` has a Cancelled if the reader stopped it.
        """
        self._open_studies(paths, lambda opened: self._brought_aside(opened, then), failed)

    def escape(self) -> None:
        """Drop a measurement that was begun, or let go of one; else stop what is under way."""
        if not self.measuring.escape():
            self.cancel()

    def cancel(self) -> None:
        """Stop what is under way: opening files, exporting all reviews, and reading."""
        for task in tuple(self._tasks):
            task.cancel()
        self.exporting_all.cancel()
        self.panel.cancel()

    def statements_shown(self, visible: bool) -> None:
        """The reader turned to the comparison of all drafts, or away from it: its keys are others."""
        self._on_statements = visible
        self.statements.set_visible(visible)

    def next_sentence(self) -> None:
        """The sentence below, or the wording below in the comparison."""
        (self.statements.next_wording if self._on_statements else self.panel.next_sentence)()

    def previous_sentence(self) -> None:
        """The sentence or wording above."""
        (self.statements.previous_wording if self._on_statements else self.panel.previous_sentence)()

    def next_draft(self) -> None:
        """The draft below, or the next expert who puts a statement so."""
        (self.statements.next_expert if self._on_statements else self.panel.next_draft)()

    def previous_draft(self) -> None:
        """The draft above, or the expert before."""
        (self.statements.previous_expert if self._on_statements else self.panel.previous_draft)()

    # What the comparison says (app.presenters.statements.StatementEvents)

    def sentence_reached(self, expert: int, sentence: int) -> None:
        """The comparison has come to a sentence: its map is shown, and the keys take it."""
        self.panel.sentence_entered(expert, sentence)

    # What the panel says (app.presenters.panel.PanelEvents)

    def panel_shown(self, panel: Panel | None) -> None:
        """A panel came on the screen."""
        self._panel_key = panel_key(panel) if panel is not None else ""
        self._show_judged(self.report.review)
        self.statements.show_panel(panel)
        self.signing.show_panel(panel)
        self.exporting.show_panel(panel)
        self.compare.show_panel(panel)

    def panel_read(self, panel: Panel) -> None:
        """The engine has read a study: keep what it said."""
        study = self.worklist.study(panel.study_uid)
        if study is not None:
            self._keep(panel, study)

    def reading_failed(self, study_uid: str, notice: Notice) -> None:
        """The engine could not read a study; the worklist says so unless a review was begun."""
        if self.worklist.state_of(study_uid) is StudyState.NEW:
            self.worklist.mark(study_uid, StudyState.FAILED, str(notice))

    def reading_progressed(self, shown: ProgressShown | None) -> None:
        """How far the reading is."""
        self._reading_shown = shown
        self._show_progress()

    def draft_taken(self, draft: Draft) -> None:
        """A whole draft goes into the report."""
        if self._refused_as_signed():
            return
        if self.report.take_draft(draft):
            self._view.show_notice(
                Notice(
                    tr("Draft {letter} replaced the report.", letter=draft.letter),
                    todo=tr("{key} brings your text back.", key="Ctrl+Z"),
                )
            )

    def sentence_taken(self, draft: Draft, sentence: Sentence) -> None:
        """A sentence goes into the report."""
        if not self._refused_as_signed():
            self.report.take_sentence(draft, sentence, self._panel_key)

    def sentence_rejected(self, draft: Draft, sentence: Sentence) -> None:
        """A sentence is not to be in the report, or may be again."""
        if not self._refused_as_signed():
            self.report.reject_sentence(draft, sentence, self._panel_key)

    def _refused_as_signed(self) -> bool:
        """Whether the report takes nothing more; the reader is told so."""
        review = self.report.review
        if review is None or not review.is_closed:
            return False
        what = tr("This report is signed; nothing more is taken into it.")
        self._view.show_notice(Notice(what, todo=tr("Write an addendum.")))
        return True

    # Studies

    def _study_chosen(self, listed: ListedStudy) -> None:
        self._view.show_notice(None)
        if listed.study is not None:
            self._show(listed.study)
            return
        self._show_nothing()
        study_uid = listed.row.study_uid
        self._open_studies(listed.paths, lambda opened: self._found_again(study_uid, opened))

    def _show(self, study: Study) -> None:
        brought = self._brought.pop(study.study_uid, None)
        self._ports.films.show_study(study)
        self.exporting.show_study(study)
        self.panel.show_study(study)
        self.report.show_study(study)
        self.templates.show_study(study)
        self.signing.show_study(study)
        self._show_judged(self.report.review)
        self.measuring.show_review(self.report.review)
        if brought is not None:
            self.panel.show_panel(brought)
            self._keep(brought, study)
        study_uid = study.study_uid
        self._ports.keeper.ask(
            lambda store: _kept_panel(store, study_uid, self._ports.files),
            done=lambda panel: self.panel.kept_panel_found(study_uid, panel),
            failed=lambda error: self._no_kept_panel(study_uid, error),
        )

    def _show_nothing(self) -> None:
        self._ports.films.show_study(None)
        self.exporting.show_study(None)
        self.panel.show_study(None)
        self.report.show_study(None)
        self.templates.show_study(None)
        self.signing.show_study(None)
        self.measuring.show_review(None)

    def _no_kept_panel(self, study_uid: str, error: BaseException) -> None:
        self._view.show_notice(notice_of(error))
        self.panel.kept_panel_found(study_uid, None)

    def _open_studies(
        self,
        paths: Sequence[Path],
        then: Callable[[Opened], None],
        failed: Callable[[BaseException], None] = _nobody_asked,
    ) -> None:
        self._opening += 1
        self._opening_shown = ProgressShown(tr("Opening files"))
        self._show_progress()

        def work(cancel: CancelToken, tell: Tell) -> Opened:
            return self._ports.files.open(paths, cancel=cancel, on_progress=tell)

        def done(opened: Opened) -> None:
            self._finish_opening()
            then(opened)

        def not_opened(error: BaseException) -> None:
            self._open_failed(error)
            failed(error)

        def stopped() -> None:
            self._finish_opening()
            failed(Cancelled())

        task = self._ports.files_lane.run(
            work, done=done, failed=not_opened, cancelled=stopped, told=self._told
        )
        self._tasks.append(task)

    def _opened(self, opened: Opened) -> None:
        studies = self.worklist.add_opened(opened)
        for study in studies:
            self._remember(study)
        if studies:
            self.worklist.choose(studies[0].study_uid)
        else:
            self._view.show_notice(_nothing_opened(opened))

    def _brought_aside(self, opened: Opened, then: Callable[[Opened], None]) -> None:
        here, chosen = self.worklist, self.worklist.chosen
        uids = [study.study_uid for study in opened.studies]
        missing = {uid for uid in uids if here.state_of(uid) is StudyState.MISSING}
        before = here.study(chosen)
        for study in here.add_opened(opened):
            self._remember(study)
            if study.study_uid == chosen and (before is None or before.radiographs != study.radiographs):
                self._show(study)
        if missing:  # its review says how it stands, now that its films are there again
            self._ports.keeper.ask(
                lambda store: [row for row in store.studies() if row.study_uid in missing],
                done=here.add_remembered,
                failed=lambda error: self._view.show_notice(notice_of(error)),
            )
        then(opened)

    def _found_again(self, study_uid: str, opened: Opened) -> None:
        found = next((study for study in opened.studies if study.study_uid == study_uid), None)
        if found is None:
            reason = (
                tr_engine(opened.skipped[0].reason)
                if opened.skipped
                else tr("its files hold another study now")
            )
            self.worklist.mark(study_uid, StudyState.MISSING, reason)
            if self.worklist.chosen == study_uid:
                self._view.show_notice(
                    Notice(
                        tr("This study cannot be opened: {reason}", reason=reason),
                        todo=tr("Open its folder again, or retrieve it again from its archive."),
                    )
                )
            return
        self.worklist.study_completed(found)
        if self.worklist.chosen == study_uid:
            self._show(found)

    def _open_panel(self, path: Path) -> None:
        self._opening += 1
        files = self._ports.files

        def done(panel: Panel) -> None:
            self._finish_opening()
            self._panel_opened(panel, path)

        self._ports.files_lane.run(lambda _, __: files.panel(path), done=done, failed=self._open_failed)

    def _panel_opened(self, panel: Panel, path: Path) -> None:
        study_uid = panel.study_uid or self.worklist.chosen
        if study_uid not in self.worklist:
            self._view.show_notice(
                Notice(
                    tr("This panel is about a study that is not on the worklist."),
                    path.name,
                    tr("Open the study first."),
                )
            )
            return
        self._brought[study_uid] = replace(panel, study_uid=study_uid)
        study = self.worklist.study(study_uid)
        if study is not None and study_uid == self.worklist.chosen:
            self._show(study)
        else:
            self.worklist.choose(study_uid)
        if not panel.study_uid:
            self._view.show_notice(
                Notice(
                    tr("This panel names no study and was put to the one on the screen."),
                    path.name,
                    tr("Check that it belongs to it."),
                )
            )

    def _open_failed(self, error: BaseException) -> None:
        self._finish_opening()
        self._view.show_notice(notice_of(error))

    def _finish_opening(self) -> None:
        self._opening -= 1
        if not self._opening:
            self._tasks.clear()
        self._opening_shown = None
        self._show_progress()

    def _show_progress(self) -> None:
        """There is one bar: opening files is soon over, then the reading has it again."""
        self._view.show_progress(
            self._opening_shown or self._exporting_shown or self._reading_shown or self._background_shown
        )

    def show_background(self, shown: ProgressShown | None) -> None:
        """What goes on beside all this, such as studies on their way from an archive."""
        if shown != self._background_shown:
            self._background_shown = shown
            self._show_progress()

    def _exporting_progressed(self, shown: ProgressShown | None) -> None:
        self._exporting_shown = shown
        self._show_progress()

    def _told(self, value: object) -> None:
        if isinstance(value, Progress):
            self._opening_shown = progress_words(value)
            self._show_progress()

    # The store

    def _remembered(self, paths: Sequence[Path]) -> Callable[[list[StudyRow]], None]:
        def done(rows: list[StudyRow]) -> None:
            self._opening -= 1
            self.worklist.add_remembered(rows)
            if not paths:
                self._begin(bool(rows))

        return done

    def _no_store(self, error: BaseException) -> None:
        self._opening -= 1
        notice = notice_of(error)
        self._view.show_notice(
            Notice(tr("Reviews cannot be kept now. {why}", why=notice.what), notice.where, notice.todo)
        )
        self._begin(False)

    def _begin(self, remembers: bool) -> None:
        if remembers:
            self.worklist.choose_first()
        elif not self.worklist.chosen and self._ports.samples:
            self.open(self._ports.samples)

    def _remember(self, study: Study) -> None:
        self._ports.keeper.ask(
            lambda store: store.remember_study(study, paths_of(study)),
            done=lambda _: None,
            failed=lambda error: self._not_remembered(study.study_uid, error),
        )

    def _not_remembered(self, study_uid: str, error: BaseException) -> None:
        if is_refusal(error):  # else the database is ill, not the study; the bar and the report say so
            self.worklist.mark(study_uid, StudyState.FAILED, str(notice_of(error)))
        self._view.show_notice(notice_of(error))

    def _keep(self, panel: Panel, study: Study) -> None:
        origin = panel.drafts[panel.elected].origin
        files = self._ports.files
        self._ports.keeper.ask(
            lambda store: store.keep_panel(
                panel.study_uid, files.panel_to_json(panel, study), origin.bundle, origin.bundle_sha256
            ),
            done=lambda _: self.panel.panel_kept(panel),
            failed=lambda error: self._view.show_notice(notice_of(error)),
        )

    # The report

    def _report_changed(self, review: Review) -> None:
        if review.version:
            self.worklist.mark(review.study_uid, STATES[review.status.value])
        if review.study_uid == self.worklist.chosen:
            self._show_judged(review)
            self.measuring.show_review(review)

    def _show_judged(self, review: Review | None) -> None:
        judged = judged_in(review, self._panel_key) if review is not None else UNJUDGED
        self.panel.show_judged(judged)
        self.statements.show_judged(judged)

    # The engine

    def change_engine(self) -> None:
        """Others are to read from now on: open them; what was read before stays."""
        self.panel.engine_leaves()
        self._open_engine()

    def _open_engine(self) -> None:
        self._view.show_engine(EngineShown(EngineState.LOADING, tr("engine loading")))
        self._ports.engine_lane.run(
            lambda cancel, tell: self._ports.open_engine(cancel, tell),
            done=self._engine_opened,
            failed=self._engine_not_opened,
        )

    def _engine_opened(self, engine: Engine) -> None:
        self._view.show_engine(EngineShown(EngineState.READY, engine.description))
        self.panel.engine_ready(engine)

    def _engine_not_opened(self, error: BaseException) -> None:
        notice = notice_of(error)
        if isinstance(error, BundleMissing):
            self._view.show_engine(EngineShown(EngineState.ABSENT, tr("no model · review only"), str(notice)))
            self.panel.engine_missing(no_model())
        else:
            self._view.show_engine(
                EngineShown(EngineState.FAILED, tr("engine failed · review only"), str(notice))
            )
            self.panel.engine_failed(notice)


def judged_in(review: Review, panel: str) -> Judged:
    """What a review says of the sentences of a panel, by its key."""
    passages = tuple((mark.expert, review.text[mark.start : mark.stop]) for mark in review.marks)
    rejected = (
        decision.passage
        for decision in review.decisions
        if decision.verdict is Verdict.REJECTED and decision.passage.panel == panel
    )
    return Judged(passages, frozenset((passage.expert, passage.start) for passage in rejected))


def _kept_panel(store: Store, study_uid: str, files: Files) -> Panel | None:
    text = store.latest_panel(study_uid)
    return None if text is None else files.panel_from_json(text)


def _nothing_opened(opened: Opened) -> Notice:
    count = len(opened.skipped)
    if not count:
        return Notice(tr("There is no study here."), todo=tr("Choose a file or folder with DICOM films."))
    first = opened.skipped[0]
    what = tr("No study was opened: {reason}", reason=tr_engine(first.reason))
    rest = tr_count(
        "%n more is listed under the worklist", "%n more are listed under the worklist", count - 1
    )
    return Notice(f"{what} ({rest})" if count > 1 else what, first.path.name)

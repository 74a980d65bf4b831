"""`python -m app [PATH ...]`: the composition root. It alone builds things and plugs them into each other."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic, time

from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.archives.book import Book, BookFile
from app.archives.cache import FOLDER as CACHE
from app.archives.cache import DeskCache
from app.archiving import ArchiveOpener, ArchiveParts, Archiving, write_report
from app.asking import OpenExaminer
from app.callbacks import CallbackLane, QtAlarm
from app.closing import Closing
from app.commands import bindings_from
from app.examiner import ExaminerOpener, export_answers, primer_topics, read_set, read_topic
from app.files import DicomLoading, DiskFiles, FilmFiles
from app.jobs import Lanes
from app.language import language, set_language, tr
from app.messages import Notice, notice_of
from app.models import ModelChoice
from app.opening import EngineOpener, Exporter, StoreOpener, align, check, compare, export_all
from app.ports import OpenEngine, OpenStore
from app.presenters.attention import OverlayChoice
from app.presenters.desk import DeskPorts, DeskPresenter, DeskViews
from app.presenters.keeping import Keeper
from app.presenters.linking import Linking
from app.presenters.priors import PriorFollower, PriorPorts, PriorsPresenter
from app.presenters.questions import QuestionsPresenter, QuizPorts
from app.presenters.retraining import RetrainingPresenter, Work
from app.presenters.viewer import ViewerPresenter
from app.reporting import watch_faults
from app.retraining import OWN, Retraining
from app.review.templates import FOLDER as TEMPLATES
from app.review.templates import MACROS_FILE, read_library
from app.screenshot import Screenshot
from app.settings import (
    SETTINGS_FILE,
    Settings,
    SettingsMalformed,
    SettingsNotSaved,
    data_folder,
    load_settings,
    reader_of,
    save_settings,
    settings_path,
    usual_paper,
)
from app.store.owner_only import Tightened, tighten_data
from app.touring import Touring
from app.translations import LanguageMissing, open_language, translate_qt
from app.views.comparing import CompareSpace
from app.views.keys import KeyMap
from app.views.retraining import RetrainingSheet
from app.views.text_size import TextSize
from app.views.theme import apply_theme
from app.views.viewer import FilmViewer, wire, wire_measuring, wire_prior
from app.views.window import DeskWindow
from engine.archives.config_json import FILE as ARCHIVES
from engine.archives.secrets import SystemSecrets
from engine.errors import ArchiveError
from engine.resources import BUNDLES, RESOURCES, STUDIES

DEFAULT_BUNDLE = "report-phantom"
SCREENSHOT = Path("consilium-screenshot.png")
TEXTS = RESOURCES / "text"
OURS = ("consilium.sqlite3", SETTINGS_FILE, ARCHIVES, CACHE, TEMPLATES, MACROS_FILE)
"""How the names begin of what the desk keeps in a data folder."""
PATIENCE_SECONDS = 600.0
"""How long a screenshot waits for the first panel before it is taken all the same."""
CLOSING_SECONDS = 5.0


def no_examiner(*_: object) -> None:
    """Where no model answers questions."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What differs between the desk and its tests. `own_texts` has the reader's templates and macros."""

    open_engine: OpenEngine
    open_store: OpenStore
    samples: tuple[Path, ...]
    settings: Settings
    reader: str
    archives: ArchiveParts
    own_texts: Path | None = None
    open_examiner: OpenExaminer = no_examiner
    retraining: Work | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk, put together; `start` its presenter when the window is shown."""

    window: DeskWindow
    presenter: DeskPresenter
    viewer: ViewerPresenter
    lanes: Lanes
    keeper: Keeper
    films: FilmFiles
    keys: KeyMap
    text: TextSize
    exporter: Exporter
    touring: Touring
    questions: QuestionsPresenter
    archiving: Archiving

    def end(self) -> bool:
        """Cancel everything, wait a bounded time, let go of everything; whether all lanes ended."""
        ended = self.lanes.shut_down(CLOSING_SECONDS)
        if ended:
            self.keeper.close()
        self.films.close()
        return ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the desk; the exit code is 0, or 1 where a screenshot shows no voted report."""
    options = parser().parse_args(arguments)
    off_screen = not has_display(sys.platform, os.environ)
    if off_screen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    screenshot = options.screenshot or (SCREENSHOT if off_screen else None)
    tightened = tighten_data(texts_place(options.data), OURS)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    settings_file = settings_place(options.data)
    settings, damage = readable_settings(settings_file)
    apply_theme(app, settings.text_size)
    complaint = speak(app, settings.language) or (notice_of(damage) if damage is not None else None)
    named = options.bundle or [settings.bundle or DEFAULT_BUNDLE, settings.second_bundle]
    reading = tuple(dict.fromkeys(filter(None, named)))
    kept = texts_place(options.data)
    engine = EngineOpener(reading, settings.device, (kept / OWN, BUNDLES))
    book_file = BookFile(settings_file.with_name(ARCHIVES))
    book, unread = readable_book(book_file)
    parts = Parts(
        open_engine=engine,
        open_store=StoreOpener(options.data or str(data_folder()), reader_of(settings)),
        samples=(STUDIES,) if STUDIES.is_dir() else (),
        settings=settings,
        reader=reader_of(settings),
        archives=archive_parts(settings, book, book_file, texts_place(options.data)),
        own_texts=texts_place(options.data),
        open_examiner=ExaminerOpener((BUNDLES,), settings.device),
        retraining=Retraining(reading[0], BUNDLES, options.data or str(data_folder()), kept),
    )
    desk = assemble(parts)
    models = ModelChoice(desk.window, desk.presenter, CallbackLane(desk.lanes.files), engine)
    if options.size:
        desk.window.resize(*options.size)
    elif not (settings.layout or screenshot):
        fill_screen(app, desk.window)
    desk.window.show()
    if complaint is not None:
        desk.window.show_lasting_notice(complaint)
    for notice in told_of_rights(tightened):
        desk.window.show_lasting_notice(notice)
    if unread is not None:
        desk.window.show_lasting_notice(notice_of(unread))
    desk.presenter.start(options.paths)
    watch(app, desk)
    if screenshot is not None:
        if off_screen:
            print("There is no display: the desk is rendered off screen.")
        code = photograph(app, desk, screenshot)
    else:
        if not options.paths:
            desk.touring.offer()

        def keep(*_: object) -> None:
            remember(with_models(settings, models), desk, settings_file)

        for changed in (desk.keys.changed, desk.text.changed, desk.touring.shown, desk.archiving.changed):
            changed.connect(keep)
        for menu in (desk.window.models, desk.window.language, desk.window.character_set):
            menu.chosen.connect(keep)
        code = app.exec()
        keep()
    desk.end()
    engine.close()
    return code


def speak(app: QApplication, wanted: str) -> Notice | None:
    """Let the desk and Qt speak a language from now on, "" the system's; what is wrong with its file."""
    try:
        spoken = open_language(wanted, QLocale.system())
    except LanguageMissing as error:
        return notice_of(error)
    set_language(spoken)
    translate_qt(app, spoken.code)
    return None


def next_start() -> Notice:
    """What is said when another language was chosen: what is on the screen was put into words already."""
    return Notice(
        tr("The desk speaks the chosen language from its next start."),
        todo=tr("Close it and start it again when it suits you."),
    )


def told_of_rights(found: Tightened) -> tuple[Notice, ...]:
    """That others could read reviews and films until now, or that they still can."""
    closed = Notice(
        tr("Others on this machine could read the desk's data; now only you can."),
        ", ".join(path.name for path in found.closed),
        done=True,
    )
    still_open = Notice(
        tr("Others on this machine may look into this folder, which is not the desk's alone."),
        ", ".join(map(str, found.open)),
        tr("The desk's own files in it are closed; choose another folder with --data to hide their names."),
    )
    return (*((closed,) if found.closed else ()), *((still_open,) if found.open else ()))


def fill_screen(app: QApplication, window: DeskWindow) -> None:
    """Let a first window have the whole screen: films need the room."""
    screen = app.primaryScreen()
    if screen is not None:
        window.resize(screen.availableGeometry().size())
    window.setWindowState(Qt.WindowState.WindowMaximized)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(prog="python -m app", description="The reading desk.")
    command.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="file, folder or panel JSON to open"
    )
    command.add_argument("--data", metavar="DIR|URL", help="where reviews are kept")
    command.add_argument(
        "--bundle",
        action="append",
        help=f"a bundle's name or folder ({DEFAULT_BUNDLE}); given again, a second reader",
    )
    command.add_argument(
        "--screenshot", type=Path, metavar="FILE", help="read the first study, save a picture, end"
    )
    command.add_argument("--size", type=window_size, metavar="WxH", help="the window's size in pixels")
    return command


def assemble(parts: Parts) -> Desk:
    """Build the desk around `parts`; a QApplication must be there."""
    bindings, ignored = bindings_from(parts.settings.keys)
    keys = KeyMap(bindings)
    window = DeskWindow(keys)
    keys.setParent(window)
    lanes = Lanes(window)
    dicom = DicomLoading()
    films = FilmFiles(dicom)
    settings = parts.settings
    choice = OverlayChoice(
        opacity=settings.overlay_opacity,
        threshold=settings.overlay_threshold,
        marks_on=settings.annotations,
    )
    viewer = ViewerPresenter(window.viewer, CallbackLane(lanes.files), films.read, choice)
    keeper = Keeper(CallbackLane(lanes.store), parts.open_store)
    exporter = Exporter(usual_paper(QLocale.territoryToCode(QLocale.system().territory())), settings.paper)
    files = DiskFiles(dicom, settings.character_set)
    ports = DeskPorts(
        films=viewer,
        files=files,
        files_lane=CallbackLane(lanes.files),
        engine_lane=CallbackLane(lanes.engine),
        keeper=keeper,
        open_engine=dicom.before(parts.open_engine),
        align=align,
        check=check,
        export=exporter,
        export_all=export_all,
        compare=compare,
        read_templates=partial(read_library, TEXTS, parts.own_texts),
        alarm=QtAlarm(window),
        now=utc_now,
        reader=parts.reader,
        samples=parts.samples,
    )
    views = DeskViews(
        window,
        window.worklist,
        window.panel,
        window.compare.statements,
        window.compare.pair,
        window.report,
        window.signing,
        window.versions,
        window.choice,
        window.report,
        window.viewer,
    )
    presenter = DeskPresenter(views, ports)
    wire(window.viewer, viewer)
    wire_measuring(window.viewer, presenter.measuring)
    prior = ViewerPresenter(window.viewer.prior, CallbackLane(lanes.files), films.read, choice)
    add_priors(
        window,
        presenter,
        viewer,
        prior,
        PriorPorts(ports.files, ports.files_lane, keeper, window.show_notice),
    )
    connect(window, presenter)
    questions = QuestionsPresenter(
        window.questions,
        QuizPorts(
            keeper=keeper,
            files_lane=ports.files_lane,
            engine_lane=ports.engine_lane,
            read=read_set,
            topics=lambda: primer_topics(language().code),
            read_topic=lambda path: read_topic(path, language().code),
            open_examiner=parts.open_examiner,
            export=export_answers,
            alarm=ports.alarm,
            now=utc_now,
            clock=monotonic,
            reader=parts.reader,
            new_seed=lambda: secrets.randbelow(1 << 32),
            show_progress=window.show_progress,
        ),
    )
    connect_questions(window, questions)
    window.report.show_paper(exporter.paper)
    window.report.paper_chosen.connect(exporter.use)
    window.restore_layout(settings.layout)
    window.language.show_choice(settings.language)
    window.character_set.show_choice(settings.character_set)
    window.character_set.chosen.connect(files.use)
    window.language.chosen.connect(lambda _: window.show_lasting_notice(next_start()))
    archiving = Archiving(window, presenter, lanes, keeper, ports.alarm, utc_now, parts.archives)
    Closing(window, presenter.report, archiving)
    if ignored:
        window.show_lasting_notice(
            Notice(tr("The settings hold keys that are not used: {why}", why=" ".join(ignored)))
        )
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    text = TextSize(app, window)
    window.text_size_stepped.connect(text.step)
    if parts.retraining is not None:
        add_retraining(window, parts.retraining, lanes)
    touring = Touring(window, presenter, parts.samples, settings.tour_seen)
    return Desk(
        window,
        presenter,
        viewer,
        lanes,
        keeper,
        films,
        keys,
        text,
        exporter,
        touring,
        questions,
        archiving,
    )


def add_retraining(window: DeskWindow, work: Work, lanes: Lanes) -> None:
    """Let the reader retrain the bundle on signed reviews, in a program of its own."""
    sheet = RetrainingSheet(window)
    presenter = RetrainingPresenter(sheet, work, CallbackLane(lanes.training))
    window.retraining_asked.connect(presenter.ask)
    window.retraining_asked.connect(sheet.show)
    sheet.started.connect(presenter.start)
    sheet.cancelled.connect(presenter.cancel)
    sheet.used.connect(presenter.use)
    sheet.restored.connect(presenter.restore)


def connect(window: DeskWindow, desk: DeskPresenter) -> None:
    """Let the presenters hear what the reader does."""
    window.paths_opened.connect(desk.open)
    window.search_changed.connect(desk.worklist.search)
    window.search_entered.connect(desk.worklist.choose_first)
    window.statements_shown.connect(desk.statements_shown)
    window.pair_shown.connect(desk.compare.set_visible)
    window.cancel_asked.connect(desk.cancel)
    window.expert_chosen.connect(desk.panel.choose)
    window.command_given.connect(lambda name: commands(desk)[name]())
    window.worklist.study_chosen.connect(desk.worklist.choose)
    window.panel.chosen.connect(desk.panel.choose)
    window.panel.draft_taken.connect(desk.panel.take_draft)
    window.panel.sentence_taken.connect(desk.panel.take_sentence)
    window.panel.sentence_entered.connect(desk.panel.sentence_entered)
    window.panel.word_entered.connect(desk.panel.word_entered)
    window.panel.left.connect(desk.panel.left)
    window.panel.read_asked.connect(desk.panel.read)
    window.panel.pair_asked.connect(desk.compare.choose_pair)
    window.panel.pair_asked.connect(lambda *_: window.show_pair())
    connect_comparisons(window.compare, desk)
    window.export_chosen.connect(desk.exporting.export)
    window.table_chosen.connect(desk.exporting_all.export)
    window.versions.chosen.connect(desk.versions.choose)
    window.versions.restored.connect(desk.versions.restore)
    window.report.versions_asked.connect(desk.versions.ask)
    window.signing.signed.connect(desk.signing.sign)
    window.signing.added.connect(desk.signing.add)
    window.report.sign_asked.connect(desk.signing.ask)
    window.report.preliminary_toggled.connect(desk.signing.toggle_preliminary)
    window.report.text_edited.connect(desk.report.text_edited)
    window.report.undo_asked.connect(desk.report.undo)
    window.report.redo_asked.connect(desk.report.redo)
    window.report.choice_asked.connect(desk.choosing.ask)
    window.choice.mine_kept.connect(desk.report.keep_mine)
    window.choice.stored_kept.connect(desk.report.keep_stored)
    window.report.template_chosen.connect(desk.templates.insert)
    window.report.macro_chosen.connect(desk.templates.insert_macro)
    window.report.macro_asked.connect(desk.templates.expand)
    window.report.field_filled.connect(desk.templates.fill)


def connect_questions(window: DeskWindow, questions: QuestionsPresenter) -> None:
    """Let the questions' presenter hear what the reader does."""
    space = window.questions
    window.questions_shown.connect(questions.set_visible)
    window.question_files_dropped.connect(questions.import_files)
    window.question_search_changed.connect(questions.search)
    window.question_search_entered.connect(questions.search_next)
    window.question_command_given.connect(lambda name: question_commands(questions)[name]())
    window.option_given.connect(questions.option_given)
    window.cancel_asked.connect(questions.cancel)
    space.files_chosen.connect(questions.import_files)
    space.export_chosen.connect(questions.export)
    space.library.topic_chosen.connect(questions.add_topic)
    space.library.set_chosen.connect(questions.choose)
    space.library.begun.connect(questions.begin)
    space.library.missed_asked.connect(questions.begin_missed)
    space.library.gone_on.connect(questions.go_on)
    space.library.statistics_asked.connect(questions.show_statistics)
    space.library.all_asked.connect(questions.ask_all)
    space.sheet.option_chosen.connect(questions.option_given)
    space.sheet.option_struck.connect(questions.strike)
    space.sheet.went_on.connect(questions.next)
    space.sheet.went_to.connect(questions.go_to)
    space.sheet.flagged.connect(questions.flag)
    space.sheet.noted.connect(questions.note)
    space.sheet.finish_asked.connect(questions.finish)
    space.sheet.leave_asked.connect(questions.leave)
    space.sheet.model_asked.connect(questions.ask_current)
    space.sheet.cancel_asked.connect(questions.cancel)
    space.results.left.connect(questions.back)


def question_commands(questions: QuestionsPresenter) -> Mapping[str, Callable[[], None]]:
    """What the commands of the questions do, so far as the window does not do it itself."""
    options = {
        f"option_{letter}": partial(questions.option_given, place) for place, letter in enumerate("abcde")
    }
    strikes = {f"strike_{letter}": partial(questions.strike, place) for place, letter in enumerate("abcde")}
    return {
        **options,
        **strikes,
        "next_question": questions.next,
        "previous_question": questions.previous,
        "flag_question": questions.flag,
        "strike_option": questions.strike_next,
        "finish_sitting": questions.finish,
        "ask_model": questions.ask_current,
        "escape": questions.escape,
    }


def add_priors(
    window: DeskWindow,
    desk: DeskPresenter,
    viewer: ViewerPresenter,
    prior: ViewerPresenter,
    ports: PriorPorts,
) -> None:
    """Let a prior stand beside the current study, in a viewer that knows of nothing but its film."""
    prior.captioned(tr("PRIOR"))
    linking = Linking(viewer, prior)
    priors = PriorsPresenter(window.viewer, viewer, prior, linking, desk.worklist, ports)
    viewer.followed_by(priors)
    prior.followed_by(PriorFollower(linking, priors.refresh))
    desk.worklist.when_listed(priors.refresh)
    wire_prior(window.viewer, prior)
    connect_prior(window.viewer, priors, linking)


def connect_prior(viewer: FilmViewer, priors: PriorsPresenter, linking: Linking) -> None:
    """Let the priors' presenter hear what the reader asks of them."""
    viewer.offer.asked.connect(priors.toggle)
    viewer.prior.closed.connect(priors.close)
    viewer.prior.chosen.connect(priors.choose_offer)
    viewer.prior.link_toggled.connect(priors.link_toggled)
    for name, asked in (
        ("prior", priors.toggle),
        ("link", priors.link_toggled),
        ("fit", linking.fit_asked),
        ("actual", linking.actual_size_asked),
        ("reset", linking.reset_asked),
        ("invert", linking.invert_toggled),
    ):
        viewer.commands[name].triggered.connect(lambda _checked=False, asked=asked: asked())


def connect_comparisons(space: CompareSpace, desk: DeskPresenter) -> None:
    """The same for both comparisons."""
    space.pair.left_chosen.connect(desk.compare.choose_left)
    space.pair.right_chosen.connect(desk.compare.choose_right)
    space.pair.sentence_entered.connect(desk.panel.sentence_entered)
    space.pair.left.connect(desk.panel.left)
    space.pair.sentence_taken.connect(desk.panel.take_sentence)
    space.statements.pointed.connect(desk.statements.pointed_at)
    space.statements.sentence_entered.connect(desk.panel.sentence_entered)
    space.statements.left.connect(desk.panel.left)
    space.statements.sentence_taken.connect(desk.panel.take_sentence)


def commands(desk: DeskPresenter) -> Mapping[str, Callable[[], None]]:
    """What the commands of `app.commands` do, so far as the window does not do it itself."""
    return {
        "next_draft": desk.next_draft,
        "previous_draft": desk.previous_draft,
        "next_sentence": desk.next_sentence,
        "previous_sentence": desk.previous_sentence,
        "take_draft": desk.panel.take,
        "take_sentence": desk.panel.take_current_sentence,
        "reject_sentence": desk.panel.reject_current_sentence,
        "read": desk.panel.read,
        "undo": desk.report.undo,
        "redo": desk.report.redo,
        "save": desk.report.save_now,
        "sign": desk.signing.ask,
        "escape": desk.escape,
        "next_study": desk.worklist.choose_next,
        "previous_study": desk.worklist.choose_previous,
    }


def photograph(app: QApplication, desk: Desk, file: Path) -> int:
    """Wait for the first panel, save the window and print the voted report; 1 if there is none."""
    shot = Screenshot(desk.window, desk.presenter, lambda: desk.lanes.busy, file, PATIENCE_SECONDS)
    shot.taken.connect(lambda has_panel: app.exit(0 if has_panel else 1))
    return app.exec()


def watch(app: QApplication, desk: Desk) -> None:
    """Say our own mistakes in the window too, and close in good order when the system asks."""
    watch_faults(lambda error: desk.window.show_notice(notice_of(error)), sys.stderr)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: desk.window.close())
    beat = QTimer(desk.window)  # Python handles signals only while Python runs
    beat.timeout.connect(int)
    beat.start(250)


def with_models(settings: Settings, models: ModelChoice) -> Settings:
    """With the models that were chosen; what the command line named is not kept."""
    if models.chosen is None:
        return settings
    first, second = (*models.chosen, "")[:2]
    return replace(settings, bundle=first, second_bundle=second)


def remember(settings: Settings, desk: Desk, file: Path) -> None:
    """Keep where the panes stand, how overlays are liked and which keys are in use, for the next start."""
    overlay = desk.viewer.overlay
    kept = replace(
        settings,
        overlay_opacity=overlay.opacity,
        overlay_threshold=overlay.threshold,
        annotations=overlay.marks_on,
        layout=desk.window.layout_state(),
        text_size=desk.text.per_cent,
        language=desk.window.language.choice,
        character_set=desk.window.character_set.choice,
        tour_seen=desk.touring.seen,
        keys=desk.keys.bindings.changed,
        paper=desk.exporter.chosen,
        cache_gib=desk.archiving.limit_gib,
    )
    try:
        save_settings(kept, file)
    except SettingsNotSaved as error:
        print(error, file=sys.stderr)


def readable_book(file: BookFile) -> tuple[Book, ArchiveError | None]:
    """The archives, or none and what is wrong with their file."""
    try:
        return file.read(), None
    except ArchiveError as error:
        return Book(), error


def archive_parts(settings: Settings, book: Book, file: BookFile, data: Path) -> ArchiveParts:
    """Archives in earnest: passwords in the system's keyring, studies in a folder beside the data."""
    secrets = SystemSecrets()
    cache = DeskCache(data / CACHE, time, settings.cache_gib << 30)
    return ArchiveParts(book, file.write, cache, ArchiveOpener(secrets), secrets, write_report)


def readable_settings(file: Path) -> tuple[Settings, SettingsMalformed | None]:
    """The settings, or the defaults and what is wrong with the file."""
    try:
        return load_settings(file), None
    except SettingsMalformed as error:
        return Settings(), error


def settings_place(data: str | None) -> Path:
    """Settings lie beside the data if those have a folder of their own."""
    return settings_path() if data is None or "://" in data else Path(data) / SETTINGS_FILE


def texts_place(data: str | None) -> Path:
    """The reader's templates lie beside the data if those have a folder of their own."""
    return data_folder() if data is None or "://" in data else Path(data)


def has_display(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether a window can be seen; only Linux has to ask, and a chosen Qt platform answers."""
    if "QT_QPA_PLATFORM" in environment:
        return environment["QT_QPA_PLATFORM"] not in {"offscreen", "minimal"}
    if not platform.startswith("linux"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def window_size(text: str) -> tuple[int, int]:
    """Width and height from "1280x800"."""
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"a size looks like 1280x800, not {text!r}")
    return int(width), int(height)


def utc_now() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC)


if __name__ == "__main__":
    sys.exit(main())

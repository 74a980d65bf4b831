"""The desk as a whole, on fakes: what opens, what is shown where, what is kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.messages import (
    DraftCard,
    EngineState,
    ExportKind,
    Notice,
    PanelState,
    ProgressShown,
    SaveState,
    StudyState,
    TableKind,
)
from app.opening import align, check, compare, export, export_all
from app.ports import Engine
from app.presenters.desk import DeskPorts, DeskPresenter, DeskViews
from app.presenters.keeping import Keeper
from app.review.templates import read_library
from app.store.errors import StoreFull
from app.store.store import Store
from engine.errors import BundleDamaged, BundleMissing
from engine.progress import CancelToken, OnProgress
from engine.resources import RESOURCES
from engine.study import Opened, Patient, Skipped
from tests.app.desk_fakes import (
    BrokenStore,
    Clock,
    FakeEngine,
    FakeFiles,
    ShownChoice,
    ShownComparison,
    ShownDesk,
    ShownFilms,
    ShownMeasuring,
    ShownPanel,
    ShownReport,
    ShownSheets,
    ShownTable,
    ShownTemplates,
    ShownVersions,
    ShownWorklist,
    StepLane,
    panel_of,
    study_of,
)

SAMPLES = Path("/opened/0")
MORE = Path("/opened/1")


class Bench:
    """A desk on fakes; two samples and one more study can be opened."""

    def __init__(self, store: Store) -> None:
        self.desk_view, self.films = ShownDesk(), ShownFilms()
        self.worklist, self.panel, self.report = ShownWorklist(), ShownPanel(), ShownReport()
        self.statements, self.compare = ShownTable(), ShownComparison()
        self.sheets, self.versions, self.templates = ShownSheets(), ShownVersions(), ShownTemplates()
        self.choice = ShownChoice()
        self.measuring = ShownMeasuring()
        self.files = FakeFiles(
            Opened((study_of("1", "Doe^Jane"), study_of("2", "Roe^Richard"))),
            Opened((study_of("3", "Poe^Ed"),)),
        )
        self.lanes = {name: StepLane() for name in ("engine", "files", "store")}
        self.clock, self.store = Clock(), BrokenStore(store)
        self.engine: FakeEngine | Exception = FakeEngine()
        ports = DeskPorts(
            films=self.films,
            files=self.files,
            files_lane=self.lanes["files"],
            engine_lane=self.lanes["engine"],
            keeper=Keeper(self.lanes["store"], lambda: self.store),
            open_engine=self._open_engine,
            align=align,
            check=check,
            export=export,
            export_all=export_all,
            compare=compare,
            read_templates=lambda: read_library(RESOURCES / "text", None),
            alarm=self.clock,
            now=self.clock.now,
            reader="Dr. Test",
            samples=(SAMPLES,),
        )
        views = DeskViews(
            self.desk_view,
            self.worklist,
            self.panel,
            self.statements,
            self.compare,
            self.report,
            self.sheets,
            self.versions,
            self.choice,
            self.templates,
            self.measuring,
        )
        self.desk = DeskPresenter(views, ports)

    def _open_engine(self, cancel: CancelToken, on_progress: OnProgress) -> Engine:
        if isinstance(self.engine, Exception):
            raise self.engine
        return self.engine

    def card(self, expert: int) -> DraftCard:
        """An expert's draft as the panel shows it."""
        assert self.panel.shown is not None
        return next(card for card in self.panel.shown.cards if card.expert == expert)

    def work(self) -> None:
        """Let all lanes work until nothing waits."""
        while any(lane.waiting for lane in self.lanes.values()):
            for lane in self.lanes.values():
                lane.work_once()

    def start(self, *paths: Path) -> None:
        """Start and let everything settle."""
        self.desk.start(paths)
        self.work()

    @property
    def state(self) -> PanelState:
        assert self.panel.shown is not None
        return self.panel.shown.state


@pytest.fixture
def store() -> Store:
    return Store("sqlite://")


@pytest.fixture
def bench(store: Store) -> Bench:
    return Bench(store)


def test_the_first_start_opens_the_samples_and_reads_the_first(bench: Bench) -> None:
    bench.start()
    assert [row.patient for row in bench.worklist.rows] == ["Doe, Jane", "Roe, Richard"]
    assert bench.films.study == study_of("1", "Doe^Jane")
    assert bench.state is PanelState.READY
    assert bench.report.shown.open
    assert bench.desk.settled


def test_given_paths_are_opened_instead_of_the_samples(bench: Bench) -> None:
    bench.start(MORE)
    assert [row.patient for row in bench.worklist.rows] == ["Poe, Ed"]


def test_the_next_start_remembers_studies_reviews_and_panels(bench: Bench, store: Store) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.clock.pass_seconds(2.0)
    bench.work()
    again = Bench(store)
    again.files.kept = bench.files.kept
    again.start()
    assert [row.state for row in again.worklist.rows if row.study_uid == "1"] == [StudyState.DRAFT]
    again.desk.worklist.choose("1")
    again.work()
    assert again.report.shown.text.startswith("The heart is mildly enlarged.")
    assert isinstance(again.engine, FakeEngine)
    assert "1" not in again.engine.studies  # the panel was kept, nothing is read twice
    assert again.state is PanelState.READY


def test_a_study_whose_files_are_gone_says_so(bench: Bench, store: Store) -> None:
    store.remember_study(study_of("gone"), [Path("/nowhere/film.dcm")])
    bench.files.under[Path("/nowhere/film.dcm")] = Opened(
        (), (Skipped(Path("/nowhere/film.dcm"), "missing", "There is no such file."),)
    )
    bench.start()
    (row,) = bench.worklist.rows
    assert (row.state, row.help) == (StudyState.MISSING, "There is no such file.")
    assert bench.desk_view.notice is not None
    assert bench.films.study is None


def test_taking_a_sentence_marks_it_in_panel_and_worklist(bench: Bench) -> None:
    bench.start()
    bench.desk.panel.take_sentence(1, 1)
    assert bench.report.shown.text == "There is a small left pleural effusion."
    assert bench.panel.shown is not None
    taken = {card.letter: [each.taken for each in card.sentences] for card in bench.panel.shown.cards}
    assert taken["B"] == [False, True, False, False]
    assert bench.worklist.rows[0].state is StudyState.DRAFT


def test_each_study_shows_its_own_films_panel_and_report(bench: Bench) -> None:
    bench.start()
    bench.desk.report.text_edited("About Jane")
    bench.desk.worklist.choose_next()
    bench.work()
    assert bench.films.study is not None
    assert bench.films.study.study_uid == "2"
    assert bench.desk.panel.panel is not None
    assert bench.desk.panel.panel.study_uid == "2"
    assert bench.report.shown.text == ""
    bench.desk.worklist.choose_previous()
    assert bench.report.shown.text == "About Jane"


def test_without_a_bundle_reviews_go_on(bench: Bench) -> None:
    bench.engine = BundleMissing("There is no bundle here.")
    bench.start()
    assert bench.desk_view.engine is not None
    assert bench.desk_view.engine.state is EngineState.ABSENT
    assert bench.state is PanelState.NO_MODEL
    bench.desk.report.text_edited("Written by hand")
    bench.clock.pass_seconds(2.0)
    bench.work()
    assert bench.store.store.open_review("1").review.text == "Written by hand"


def test_a_damaged_bundle_is_another_state_than_none(bench: Bench) -> None:
    bench.engine = BundleDamaged("weights.safetensors does not match.", todo="Copy the bundle again.")
    bench.start()
    assert bench.desk_view.engine is not None
    assert bench.desk_view.engine.state is EngineState.FAILED
    assert bench.state is PanelState.FAILED


def test_a_panel_made_elsewhere_is_shown_voted_and_kept(bench: Bench, store: Store) -> None:
    bench.engine = BundleMissing("There is no bundle here.")
    bench.start()
    path = Path("/elsewhere/panel.json")
    bench.files.panels[path] = panel_of(study_of("2"), ("Ours.", "Theirs."), (2.0, 1.0))
    bench.desk.open([path])
    bench.work()
    assert bench.worklist.chosen == "2"
    assert bench.state is PanelState.READY
    assert store.latest_panel("2") is not None


def test_a_panel_about_an_unknown_study_is_refused(bench: Bench) -> None:
    bench.start()
    path = Path("/elsewhere/panel.json")
    bench.files.panels[path] = panel_of(study_of("unknown"))
    bench.desk.open([path])
    bench.work()
    assert bench.worklist.chosen == "1"
    assert bench.desk_view.notice is not None
    assert "not on the worklist" in bench.desk_view.notice.what


def test_a_panel_without_a_study_goes_to_the_one_on_the_screen_with_a_warning(bench: Bench) -> None:
    bench.start()
    path = Path("/elsewhere/panel.json")
    bench.files.panels[path] = replace(panel_of(study_of("1"), ("Ours.",), (0.0,)), study_uid="")
    bench.desk.open([path])
    bench.work()
    assert bench.desk.panel.panel is not None
    assert bench.desk.panel.panel.drafts[0].text == "Ours."
    assert bench.desk_view.notice is not None
    assert "names no study" in bench.desk_view.notice.what


def test_files_that_hold_no_study_are_named_with_their_reason(bench: Bench) -> None:
    bench.start()
    path = Path("/in/notes.txt")
    bench.files.under[path] = Opened((), (Skipped(path, "not-dicom", "This is no DICOM file."),))
    bench.desk.open([path])
    bench.work()
    assert bench.desk_view.notice is not None
    assert bench.desk_view.notice.where == "notes.txt"
    assert [row.name for row in bench.worklist.skipped] == ["notes.txt"]


def test_a_store_that_fails_at_the_start_is_said_and_the_samples_open(bench: Bench) -> None:
    bench.store.error = StoreFull("The disk is full.")
    bench.start()
    assert bench.report.shown.open
    assert bench.report.shown.failure is not None
    assert bench.state is PanelState.READY
    assert {row.state for row in bench.worklist.rows} == {StudyState.NEW}  # no study is to blame


def test_equal_uids_of_two_patients_are_kept_apart(bench: Bench, store: Store) -> None:
    store.remember_study(study_of("3", "Other^Person"), [])
    impostor = replace(study_of("3", "Poe^Ed"), patient=Patient(patient_id="SOMEBODY-ELSE"))
    bench.files.under[MORE] = Opened((impostor,))
    bench.start(MORE)
    assert bench.worklist.rows[0].state is StudyState.FAILED
    assert not bench.report.shown.open


def test_replacing_own_words_by_a_draft_is_said(bench: Bench) -> None:
    bench.start()
    bench.desk.report.text_edited("My own words.")
    bench.desk.panel.take()
    assert bench.desk_view.notice is not None
    assert "Ctrl+Z" in bench.desk_view.notice.todo


def test_cancelling_while_files_are_opened_leaves_the_desk_usable(bench: Bench) -> None:
    bench.start()
    bench.desk.open([MORE])
    bench.desk.cancel()
    bench.work()
    assert bench.desk_view.progress is None
    assert bench.desk.settled
    assert [row.study_uid for row in bench.worklist.rows] == ["1", "2"]


def test_the_comparison_follows_the_panel(bench: Bench) -> None:
    bench.start()
    bench.desk.compare.set_visible(True)
    bench.desk.statements_shown(True)
    bench.lanes["files"].work_all()
    assert bench.compare.shown is not None
    assert bench.compare.shown.rows
    assert bench.statements.shown.statements
    bench.desk.worklist.choose_next()
    assert bench.compare.shown.empty
    assert bench.statements.shown.empty


def test_on_the_comparison_the_keys_walk_over_statements_and_the_key_takes_what_they_reach(
    bench: Bench,
) -> None:
    bench.start()
    bench.desk.statements_shown(True)
    bench.lanes["files"].work_all()
    bench.desk.next_sentence()
    row, wording, expert = bench.statements.current
    said = bench.statements.shown.statements[row].wordings[wording]
    bench.desk.panel.take_current_sentence()
    assert bench.report.shown.text == "".join(piece.text for piece in said.pieces)
    assert bench.report.shown.marks[0].expert == expert
    assert bench.statements.shown.statements[row].wordings[wording].taken


def test_the_reading_has_the_progress_bar_again_when_files_have_been_opened(bench: Bench) -> None:
    bench.start()
    bench.desk.reading_progressed(ProgressShown("Experts write 2 of 6", 2, 6))
    bench.desk.open([MORE])
    assert bench.desk_view.progress == ProgressShown("Opening files")
    bench.lanes["files"].work_all()
    assert bench.desk_view.progress == ProgressShown("Experts write 2 of 6", 2, 6)


def test_a_signed_report_is_frozen_saved_and_shown_as_signed(bench: Bench) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.desk.signing.ask()
    bench.work()
    assert bench.sheets.signature is not None
    assert bench.sheets.signature.text == bench.report.shown.text
    bench.desk.signing.sign("Dr. Test", "radiologist", "Mine.")
    bench.work()
    signed = bench.report.shown
    assert (signed.closed, signed.state, signed.save) == (True, "signed", SaveState.SAVED)
    assert signed.signature.startswith("Signed by Dr. Test, radiologist")
    assert bench.worklist.rows[0].state is StudyState.SIGNED
    bench.desk.report.text_edited("Something else.")
    bench.desk.panel.take_sentence(0, 0)
    bench.desk.report.undo()
    assert bench.report.shown.text == signed.text


def test_what_is_taken_into_a_signed_report_is_refused_in_a_sentence(bench: Bench) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.desk.signing.ask()
    bench.work()
    bench.desk.signing.sign("Dr. Test", "radiologist", "Mine.")
    bench.work()
    text = bench.report.shown.text
    bench.desk.panel.take_sentence(0, 0)
    assert bench.report.shown.text == text
    assert str(bench.desk_view.notice).startswith("This report is signed; nothing more is taken into it.")


def test_the_sheets_name_patient_and_study(bench: Bench) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.desk.signing.ask()
    bench.work()
    assert bench.sheets.signature is not None
    assert bench.sheets.signature.study.startswith("Doe Jane · ")
    bench.desk.signing.sign("Dr. Test", "radiologist", "Mine.")
    bench.desk.signing.ask()
    assert bench.sheets.addendum is not None
    assert bench.sheets.addendum.study == bench.sheets.signature.study


def test_an_addendum_stands_below_what_was_signed(bench: Bench) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.desk.signing.ask()
    bench.work()
    bench.desk.signing.sign("Dr. Test", "radiologist", "Mine.")
    bench.desk.signing.ask()
    assert bench.sheets.addendum is not None
    bench.desk.signing.add("A nodule, too.", "additional finding", "Dr. Test", "radiologist")
    bench.work()
    assert bench.report.shown.addenda[0].text == "A nodule, too."
    assert bench.report.shown.state == "addended"
    assert bench.worklist.rows[0].state is StudyState.ADDENDED


def test_nothing_is_signed_while_two_texts_of_a_report_wait_for_a_choice(bench: Bench) -> None:
    other = Bench(bench.store.store)
    for desk in (bench, other):
        desk.start()
    bench.desk.report.text_edited("Mine.")
    other.desk.report.text_edited("Theirs.")
    for desk in (other, bench):
        desk.desk.report.save_now()
        desk.work()
    assert bench.report.shown.conflict
    bench.desk.signing.ask()
    bench.work()
    assert bench.sheets.signature is None
    assert bench.desk_view.notice is not None
    assert "nothing is signed before one of the texts is kept" in bench.desk_view.notice.what
    bench.desk.choosing.ask()
    bench.work()
    assert bench.choice.shown is not None
    assert [(piece.altered.name, piece.text.strip()) for piece in bench.choice.shown.pieces] == [
        ("REMOVED", "Theirs"),
        ("ADDED", "Mine"),
        ("KEPT", "."),
    ]
    assert bench.choice.shown.stored_by.startswith("Dr. Test, ")
    assert (bench.choice.shown.mine, bench.choice.shown.signed) == ("Mine.", False)
    bench.desk.report.keep_mine()
    bench.work()
    bench.desk.signing.ask()
    bench.work()
    assert bench.sheets.signature is not None


def test_nothing_is_signed_that_was_not_looked_at(bench: Bench) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.desk.signing.ask()
    bench.work()
    bench.desk.report.text_edited("Another text.")
    bench.desk.signing.sign("Dr. Test", "radiologist", "Mine.")
    assert not bench.report.shown.closed
    assert bench.desk_view.notice is not None
    assert "has changed" in bench.desk_view.notice.what


def test_an_empty_report_is_not_signed(bench: Bench) -> None:
    bench.start()
    bench.desk.signing.ask()
    assert bench.sheets.signature is None
    assert bench.desk_view.notice is not None


def test_preliminary_goes_forth_and_back_and_is_undone(bench: Bench) -> None:
    bench.start()
    bench.desk.report.text_edited("The heart is normal.")
    bench.desk.signing.toggle_preliminary()
    assert bench.report.shown.state == "preliminary"
    assert bench.worklist.rows[0].state is StudyState.PRELIMINARY
    bench.desk.report.undo()
    assert bench.report.shown.state == "draft"


def test_a_rejected_sentence_leaves_the_report_and_is_marked_until_it_is_withdrawn(bench: Bench) -> None:
    bench.start()
    bench.desk.panel.take_sentence(1, 1)
    bench.desk.panel.reject_sentence(1, 1)
    assert bench.report.shown.text.strip() == ""
    card = bench.card(1)
    assert [sentence.rejected for sentence in card.sentences] == [False, True, False, False]
    bench.desk.panel.reject_sentence(1, 1)
    card = bench.card(1)
    assert not any(sentence.rejected for sentence in card.sentences)
    bench.desk.report.undo()
    bench.desk.report.undo()
    assert "left pleural effusion" in bench.report.shown.text


def test_verdicts_are_found_again_with_the_kept_panel(bench: Bench) -> None:
    bench.start()
    bench.desk.panel.reject_sentence(1, 1)
    bench.desk.worklist.choose_next()
    bench.work()
    bench.desk.worklist.choose_previous()
    bench.work()
    card = bench.card(1)
    assert card.sentences[1].rejected


def test_every_version_is_listed_with_what_it_changed_and_can_be_restored(bench: Bench) -> None:
    bench.start()
    bench.desk.report.text_edited("The heart is normal.")
    bench.desk.panel.reject_sentence(1, 0)
    bench.desk.report.text_edited("The heart is large.")
    bench.desk.versions.ask()
    bench.work()
    assert bench.versions.all is not None
    assert [line.what for line in bench.versions.all.lines] == ["typing", "reject a sentence of B", "typing"]
    assert bench.versions.one is not None
    marked = [(piece.altered.name, piece.text) for piece in bench.versions.one.pieces]
    assert ("REMOVED", "normal") in marked
    assert ("ADDED", "large") in marked
    bench.desk.versions.restore(1)
    assert bench.report.shown.text == "The heart is normal."
    bench.desk.report.undo()
    assert bench.report.shown.text == "The heart is large."


def test_a_signed_report_shows_its_versions_and_restores_none(bench: Bench) -> None:
    bench.start()
    bench.desk.report.text_edited("The heart is normal.")
    bench.desk.signing.ask()
    bench.work()
    bench.desk.signing.sign("Dr. Test", "radiologist", "Mine.")
    bench.desk.versions.ask()
    bench.work()
    assert bench.versions.all is not None
    assert not bench.versions.all.can_restore
    bench.desk.versions.restore(1)
    assert bench.report.shown.closed
    assert bench.report.shown.state == "signed"


@pytest.mark.parametrize("kind", [kind for kind in ExportKind if kind.ending])
@pytest.mark.usefixtures("qapp")  # fonts for the PDF
def test_every_export_is_written_said_and_audited(bench: Bench, kind: ExportKind, tmp_path: Path) -> None:
    bench.start()
    bench.desk.panel.take()
    target = tmp_path / f"report{kind.ending}"
    bench.desk.exporting.export(kind, target)
    bench.work()
    assert target.stat().st_size > 500
    assert bench.desk_view.notice == Notice(f"{kind.words} saved.", str(target), done=True)
    assert bench.store.store.audit(limit=1)[0].event == "exported"


@pytest.mark.parametrize("kind", list(TableKind))
def test_all_reviews_leave_as_one_table_with_progress_and_an_audit(
    bench: Bench, kind: TableKind, tmp_path: Path
) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.desk.worklist.choose("2")
    bench.work()
    bench.desk.panel.take_sentence(0, 0)
    target = tmp_path / f"reviews{kind.ending}"
    bench.desk.exporting_all.export(kind, target)
    bench.lanes["store"].work_all()
    assert bench.desk_view.progress is not None
    assert bench.desk_view.progress.text == "Reading reviews 2 of 2"
    bench.work()
    assert bench.desk_view.progress is None
    assert bench.desk_view.notice == Notice("2 reviews saved.", str(target), done=True)
    written = target.read_text(encoding="utf-8-sig")
    assert written.count("The heart is mildly enlarged.") >= 2
    if kind is TableKind.JSONL:
        lines = [json.loads(line) for line in written.splitlines()]
        assert {line["study"]["study_uid"] for line in lines} == {"1", "2"}
        assert all(line["study"]["films"] for line in lines)
        assert {len(line["verdicts"]) for line in lines} == {1, 3}
    audit = bench.store.store.audit(limit=1)[0]
    assert (audit.event, audit.study_uid, audit.detail["reviews"]) == ("exported", "", 2)


def test_a_review_that_cannot_be_read_is_left_out_and_said(bench: Bench, tmp_path: Path) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.desk.exporting_all.export(TableKind.CSV, tmp_path / "a.csv")
    bench.lanes["store"].work_once()  # saved
    bench.lanes["store"].work_once()  # listed
    bench.store.error = StoreFull("The disk is ill.")
    bench.lanes["store"].work_once()
    bench.store.error = None
    bench.work()
    assert bench.desk_view.notice is not None
    assert bench.desk_view.notice.what == "The disk is ill."
    assert not (tmp_path / "a.csv").exists()


def test_a_cancelled_export_writes_nothing(bench: Bench, tmp_path: Path) -> None:
    bench.start()
    bench.desk.panel.take()
    bench.desk.exporting_all.export(TableKind.CSV, tmp_path / "a.csv")
    bench.desk.cancel()
    bench.work()
    assert not (tmp_path / "a.csv").exists()
    assert bench.desk_view.progress is None
    assert bench.desk_view.notice == Notice("The export was cancelled; nothing was written.")


def test_without_a_review_there_is_nothing_to_export(bench: Bench, tmp_path: Path) -> None:
    bench.start()
    bench.desk.exporting_all.export(TableKind.CSV, tmp_path / "a.csv")
    bench.work()
    assert bench.desk_view.notice == Notice("There is no review yet to export.")


def test_an_export_that_cannot_be_written_says_why(bench: Bench, tmp_path: Path) -> None:
    bench.start()
    bench.desk.exporting.export(ExportKind.MARKDOWN, tmp_path / "absent" / "report.md")
    bench.work()
    assert bench.desk_view.notice is not None
    assert "saved" not in bench.desk_view.notice.what

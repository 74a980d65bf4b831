"""Templates on the desk: what is offered, what goes where, and what signing makes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.messages import Notice
from app.opening import check
from app.presenters.keeping import Keeper
from app.presenters.report import ReportPresenter
from app.presenters.signing import SigningPresenter
from app.presenters.templates import TemplatesPresenter
from app.review.policy import ConcernKind, Weight
from app.review.review import Review
from app.review.templates import FOLDER, Library, read_library
from app.store.store import Store
from engine.resources import RESOURCES
from engine.study import Study
from tests.app.desk_fakes import (
    Clock,
    ShownReport,
    ShownSheets,
    ShownTemplates,
    StepLane,
    film_of,
    study_of,
)

TEMPLATE = """
name = "Nodule"
text = "[prior]\\nA nodule of [size]."
fields = [
    { label = "prior", kind = "date", required = false, wording = "Compared with {value}." },
    { label = "size", kind = "number", unit = "mm", low = 1, high = 60 },
]
"""
OTHER = 'name = "Normal"\ntext = "Normal chest."\n'
MACROS = """
[[macros]]
word = "nl"
text = "The heart is normal."
[[macros]]
word = "eff"
text = "Effusion, [side]."
fields = [{ label = "side", kind = "choice", choices = ["left", "right"] }]
"""


class Bench:
    """A report on a real store, its templates from a folder, and the sheet before a signature."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self.store = folder, store
        self.view, self.shown, self.sheets = ShownTemplates(), ShownReport(), ShownSheets()
        self.lane, self.clock = StepLane(), Clock()
        self.told: list[Notice] = []
        self.report = ReportPresenter(
            self.shown,
            Keeper(self.lane, lambda: store),
            self.clock,
            self.clock.now,
            "Dr. Test",
            lambda _: None,
        )
        self.templates = TemplatesPresenter(
            self.view, self.report, self.lane, self.read, self.told.append, self.told.append
        )
        self.signing = SigningPresenter(
            self.sheets, self.report, self.lane, check, self.clock.now, "Dr. Test", self.told.append
        )
        self.templates.start()
        self.show(study_of("1"))

    def read(self) -> Library:
        return read_library(self.folder, None)

    def show(self, study: Study) -> None:
        self.report.show_study(study)
        self.templates.show_study(study)
        self.lane.work_all()

    def work(self) -> None:
        self.clock.pass_seconds(2.0)
        self.lane.work_all()

    @property
    def review(self) -> Review:
        assert self.report.review is not None
        return self.report.review

    @property
    def text(self) -> str:
        return self.shown.shown.text


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "nodule.toml").write_text(TEMPLATE)
    (tmp_path / FOLDER / "normal.toml").write_text(OTHER)
    (tmp_path / "macros.toml").write_text(MACROS)
    return Bench(tmp_path, Store("sqlite://"))


def test_the_template_for_the_study_stands_first_in_the_menu() -> None:
    bench = Bench(RESOURCES / "text", Store("sqlite://"))
    films = (replace(film_of("2", "AP"), body_part="CHEST"),)
    bench.show(study_of("2", films=films))
    first = bench.view.shown.templates[0]
    assert (first.name, first.offered) == ("Portable chest with devices (ICU)", True)
    assert not any(line.offered for line in bench.view.shown.templates[1:])


def test_a_template_goes_into_an_empty_report_and_to_its_first_field(bench: Bench) -> None:
    bench.templates.insert("Nodule")
    assert bench.text == "[prior]\nA nodule of [size]."
    assert bench.view.went == (0, len(bench.text))
    assert [(field.label, field.required, field.kind) for field in bench.shown.shown.fields] == [
        ("prior", False, "date"),
        ("size", True, "number"),
    ]
    assert bench.shown.shown.fields_text == "1 to fill in"
    assert bench.shown.shown.undo_text == "Undo: insert “Nodule”"


def test_own_words_stay_and_it_is_said_where_the_template_went(bench: Bench) -> None:
    bench.report.text_edited("Rotated film.")
    bench.templates.insert("Normal")
    assert bench.text == "Rotated film.\n\nNormal chest."
    assert bench.told == [Notice("“Normal” stands below your text.", "", "Ctrl+Z takes it out again.")]
    bench.report.undo()
    assert bench.text == "Rotated film."


def test_a_template_that_nobody_touched_gives_way_to_another(bench: Bench) -> None:
    bench.templates.insert("Nodule")
    bench.templates.insert("Normal")
    assert bench.text == "Normal chest."
    assert [form.name for form in bench.review.forms] == ["Normal"]
    assert not bench.told


def test_a_value_is_filled_in_and_the_next_field_reached(bench: Bench) -> None:
    bench.templates.insert("Nodule")
    bench.templates.fill(0, "2026-03-12")
    assert bench.text == "Compared with 2026-03-12.\nA nodule of [size]."
    assert bench.view.went == (25, 25)
    bench.report.undo()
    assert bench.text.startswith("[prior]")


def test_a_value_that_does_not_fit_is_refused_in_a_sentence_and_changes_nothing(bench: Bench) -> None:
    bench.templates.insert("Nodule")
    before = bench.text
    bench.templates.fill(before.index("[size]"), "99")
    assert bench.view.refused == "The field “size” does not take 99. Write a whole number from 1 to 60 mm."
    assert bench.text == before


def test_a_macro_takes_the_place_of_its_word(bench: Bench) -> None:
    bench.report.text_edited("Lungs clear. nl")
    bench.templates.expand(15)
    assert bench.text == "Lungs clear. The heart is normal."
    assert bench.view.went == (33, 33)


def test_where_no_word_stands_the_macros_are_listed(bench: Bench) -> None:
    bench.report.text_edited("Lungs clear.")
    bench.templates.expand(12)
    assert bench.view.macro_asked
    bench.templates.insert_macro("eff", 12)
    assert bench.text == "Lungs clear. Effusion, [side]."
    assert bench.view.went is not None
    assert bench.view.went[0] == 12


def test_the_sheet_shows_what_will_be_signed_and_names_what_is_left_out(bench: Bench) -> None:
    bench.templates.insert("Nodule")
    bench.templates.fill(bench.text.index("[size]"), "8")
    bench.signing.ask()
    bench.work()
    asked = bench.sheets.signature
    assert asked is not None
    assert asked.text == "A nodule of 8 mm."
    assert not asked.forbidden
    assert [concern.text for concern in asked.concerns] == [
        "The optional field “prior” is empty and is left out."
    ]
    bench.signing.sign("Dr. Roe", "radiologist", "mine")
    bench.work()
    stored = bench.store.open_review("1").review
    assert stored.is_closed
    assert stored.text == "A nodule of 8 mm."


def test_a_required_field_forbids_signing_by_its_name(bench: Bench) -> None:
    bench.templates.insert("Nodule")
    bench.signing.ask()
    bench.work()
    asked = bench.sheets.signature
    assert asked is not None
    assert asked.forbidden
    assert asked.concerns[0].text == "The field “size” is not filled in."
    assert asked.concerns[0].todo == "Fill it in or remove it."
    bench.signing.sign("Dr. Roe", "radiologist", "mine")
    assert not bench.review.is_closed
    assert "[prior]" in bench.text, "nothing is left out of a report that is not signed"


def test_the_policy_holds_after_a_restart_and_without_its_file(bench: Bench, tmp_path: Path) -> None:
    file = tmp_path / FOLDER / "normal.toml"
    file.write_text(OTHER + '[policy]\ncontradiction = "prohibit"\n')
    bench.templates.start()
    bench.work()
    bench.templates.insert("Normal")
    bench.work()
    bench.report.text_edited("Small left pleural effusion. The heart is normal. No pleural effusion.")
    bench.work()
    file.unlink()
    again = Bench(tmp_path, bench.store)
    assert dict(again.review.forms[0].policy)[ConcernKind.CONTRADICTION] is Weight.PROHIBIT
    again.signing.ask()
    again.work()
    assert again.sheets.signature is not None
    assert [concern.forbids for concern in again.sheets.signature.concerns] == [True]
    assert again.sheets.signature.concerns[0].todo == "The template in use forbids to sign this."


def test_a_bad_file_is_said_and_the_others_are_offered(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / FOLDER / "bad.toml").write_text("name = 1")
    (tmp_path / FOLDER / "worse.toml").write_text("name")
    bench.templates.start()
    bench.work()
    assert len(bench.view.shown.templates) == 2
    (told,) = bench.told
    assert told.what == "A file of templates was left out. text is missing. 1 more file was left out."
    assert told.where.endswith("bad.toml")


def test_a_signed_report_takes_no_template(bench: Bench) -> None:
    bench.templates.insert("Normal")
    bench.signing.ask()
    bench.work()
    bench.signing.sign("Dr. Roe", "radiologist", "mine")
    bench.templates.insert("Nodule")
    bench.templates.expand(0)
    assert bench.text == "Normal chest."
    assert bench.shown.shown.fields == ()

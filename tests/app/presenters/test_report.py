"""The report editor: operations, undo, saving within two seconds, and no text that is ever lost."""

from __future__ import annotations

import pytest

from app.messages import SaveState
from app.presenters.keeping import Keeper
from app.presenters.report import ReportPresenter, has_own_words
from app.review.history import History
from app.review.measuring import measure
from app.review.review import Review, edit_to, take_draft
from app.review.signing import sign
from app.store.errors import StoreFull
from app.store.store import Store
from engine.study import Study
from tests.app.desk_fakes import BrokenStore, Clock, ShownReport, StepLane, draft_of, study_of
from tests.app.review.reviewing import MEASUREMENTS


class Bench:
    """An editor on a real store in memory, which can be made to fail."""

    def __init__(self, store: Store) -> None:
        self.view, self.lane, self.clock = ShownReport(), StepLane(), Clock()
        self.store = BrokenStore(store)
        self.opening_error: Exception | None = None
        self.changed: list[Review] = []
        self.report = ReportPresenter(
            self.view,
            Keeper(self.lane, self._open),
            self.clock,
            self.clock.now,
            "Dr. Test",
            self.changed.append,
        )

    def _open(self) -> BrokenStore:
        if self.opening_error is not None:
            raise self.opening_error
        return self.store

    def show(self, study: Study) -> None:
        """Turn to a study and let the store answer."""
        self.report.show_study(study)
        self.lane.work_all()

    def pass_seconds(self, seconds: float) -> None:
        """Let time go by and the store work."""
        self.clock.pass_seconds(seconds)
        self.lane.work_all()

    def save_state(self) -> SaveState:
        """What the editor says about saving."""
        return self.view.shown.save

    def stored(self, uid: str = "1") -> Review:
        """The review in the database."""
        return self.store.store.open_review(uid).review


FULL = StoreFull("The disk is full; the change was not saved.", todo="Free some space.")


@pytest.fixture
def store() -> Store:
    return Store("sqlite://")


@pytest.fixture
def bench(store: Store) -> Bench:
    bench = Bench(store)
    bench.show(study_of("1"))
    return bench


def test_a_sentence_that_is_put_at_the_end_is_undone_without_the_typing_before_it(bench: Bench) -> None:
    bench.report.text_edited("Normal.")
    bench.report.add_sentence("Cardiothoracic ratio 0.48.")
    assert bench.view.shown.text == "Normal. Cardiothoracic ratio 0.48."
    assert bench.view.shown.marks == ()
    bench.report.undo()
    assert bench.view.shown.text == "Normal."


def test_measuring_alone_begins_a_draft_that_cannot_be_signed_and_is_kept(bench: Bench) -> None:
    review = bench.report.review
    assert review is not None
    bench.report.change(measure(review, MEASUREMENTS[0]))
    bench.pass_seconds(2.0)
    assert bench.stored().measurements == MEASUREMENTS[:1]
    assert (bench.view.shown.state, bench.view.shown.text) == ("draft", "")
    bench.report.undo()
    bench.pass_seconds(2.0)
    assert bench.stored().measurements == ()


def test_typing_is_saved_within_two_seconds(bench: Bench) -> None:
    bench.report.text_edited("Clear")
    assert bench.save_state() is SaveState.PENDING
    bench.pass_seconds(2.0)
    assert bench.stored().text == "Clear"
    assert bench.save_state() is SaveState.SAVED
    assert bench.view.shown.save_text.startswith("saved ")


def test_steady_typing_is_saved_all_the_same(bench: Bench) -> None:
    text = ""
    for letter in "No effusion.":
        text += letter
        bench.report.text_edited(text)
        bench.pass_seconds(0.5)
    assert len(bench.stored().text) >= len(text) - 4


def test_undo_takes_typing_back_in_one_step_and_redo_does_it_again(bench: Bench) -> None:
    for text in ("C", "Cl", "Clear"):
        bench.report.text_edited(text)
    bench.report.undo()
    assert bench.view.shown.text == ""
    bench.report.redo()
    assert bench.view.shown.text == "Clear"
    bench.pass_seconds(2.0)
    assert bench.stored().text == "Clear"


def test_undo_survives_switching_studies_and_a_restart(bench: Bench, store: Store) -> None:
    bench.report.text_edited("First")
    bench.show(study_of("2"))
    bench.report.text_edited("Second")
    bench.show(study_of("1"))
    bench.pass_seconds(2.0)
    assert bench.view.shown.text == "First"
    again = Bench(store)
    again.show(study_of("1"))
    assert (again.view.shown.text, again.view.shown.can_undo) == ("First", True)
    again.report.undo()
    assert again.view.shown.text == ""


def test_text_typed_just_before_a_switch_is_saved_for_its_own_study(bench: Bench) -> None:
    bench.report.text_edited("First")
    bench.show(study_of("2"))
    bench.pass_seconds(2.0)
    assert bench.stored("1").text == "First"
    assert bench.stored("2").text == ""


def test_a_taken_draft_keeps_its_mark_until_it_is_edited(bench: Bench) -> None:
    bench.report.take_draft(draft_of(0, "The heart is enlarged."))
    (mark,) = bench.view.shown.marks
    assert (mark.letter, mark.start, mark.stop) == ("A", 0, 22)
    assert bench.view.shown.ai_text.startswith("AI text")
    bench.report.text_edited("")
    bench.report.text_edited("My own words.")
    assert bench.view.shown.ai_text == "From AI drafts, edited"


def test_taking_a_draft_tells_whether_own_words_gave_way(bench: Bench) -> None:
    assert not bench.report.take_draft(draft_of(0, "The heart is enlarged."))
    assert not bench.report.take_draft(draft_of(1, "The heart is normal."))
    bench.report.text_edited("The heart is normal. No rib fracture.")
    assert bench.report.take_draft(draft_of(0, "The heart is enlarged."))
    bench.report.undo()
    assert bench.view.shown.text == "The heart is normal. No rib fracture."


def test_sentences_are_added_at_the_end_with_a_space_between(bench: Bench) -> None:
    draft = draft_of(1, "No effusion. No pneumothorax.")
    bench.report.take_sentence(draft, draft.sentences[1])
    bench.report.take_sentence(draft, draft.sentences[0])
    assert bench.view.shown.text == "No pneumothorax. No effusion."
    assert [mark.letter for mark in bench.view.shown.marks] == ["B", "B"]


def test_a_failed_save_keeps_the_text_says_so_and_tries_again(bench: Bench) -> None:
    bench.store.error = FULL
    bench.report.text_edited("Clear")
    bench.pass_seconds(2.0)
    assert bench.save_state() is SaveState.FAILED
    assert bench.view.shown.failure is not None
    assert bench.view.shown.failure.todo == "Free some space."
    bench.report.text_edited("Clear lungs")
    bench.store.error = None
    bench.pass_seconds(40.0)
    assert bench.stored().text == "Clear lungs"
    assert bench.save_state() is SaveState.SAVED


def test_a_store_that_cannot_be_opened_lets_the_reader_write_and_is_opened_later(store: Store) -> None:
    bench = Bench(store)
    bench.opening_error = FULL
    bench.show(study_of("1"))
    bench.report.text_edited("Written meanwhile")
    assert bench.view.shown.open
    bench.pass_seconds(2.0)
    bench.opening_error = None
    bench.pass_seconds(60.0)
    bench.pass_seconds(2.0)
    assert bench.stored().text == "Written meanwhile"


def test_two_windows_never_overwrite_each_other_unasked(bench: Bench, store: Store) -> None:
    other = Bench(store)
    other.show(study_of("1"))
    bench.report.text_edited("Mine")
    other.report.text_edited("Theirs")
    other.pass_seconds(2.0)
    bench.pass_seconds(2.0)
    assert bench.view.shown.conflict
    assert (bench.view.shown.text, bench.stored().text) == ("Mine", "Theirs")


def test_after_a_conflict_mine_goes_on_top_and_undo_brings_theirs_back(bench: Bench, store: Store) -> None:
    other = Bench(store)
    other.show(study_of("1"))
    other.report.text_edited("Theirs")
    other.pass_seconds(2.0)
    bench.report.take_draft(draft_of(0, "Mine."))
    bench.pass_seconds(2.0)
    bench.report.keep_mine()
    bench.lane.work_all()
    bench.pass_seconds(2.0)
    assert bench.stored().text == "Mine."
    assert [mark.letter for mark in bench.stored().marks] == ["A"]
    bench.report.undo()
    assert bench.view.shown.text == "Theirs"


def test_after_a_conflict_the_stored_text_can_be_kept_and_redo_brings_mine_back(
    bench: Bench, store: Store
) -> None:
    other = Bench(store)
    other.show(study_of("1"))
    other.report.text_edited("Theirs")
    other.pass_seconds(2.0)
    bench.report.text_edited("Mine")
    bench.pass_seconds(2.0)
    bench.report.keep_stored()
    bench.lane.work_all()
    bench.pass_seconds(2.0)
    assert (bench.view.shown.text, bench.stored().text) == ("Theirs", "Theirs")
    assert not bench.view.shown.conflict
    assert not bench.report.unsaved
    bench.report.redo()
    assert bench.view.shown.text == "Mine"


def test_a_text_is_never_put_over_a_report_that_was_signed_in_another_window(
    bench: Bench, store: Store
) -> None:
    other = Bench(store)
    other.show(study_of("1"))
    other.report.text_edited("Theirs.")
    other.pass_seconds(2.0)
    stored = store.open_review("1")
    signature = sign(stored.review, "Dr. Roe", "radiologist", "author", bench.clock.now())
    _, entry = stored.history.do(signature, bench.clock.now(), "Dr. Roe")
    store.append(stored.review_id, [entry], stored.review.version)
    bench.report.text_edited("Mine.")
    bench.pass_seconds(2.0)
    bench.report.keep_mine()
    bench.lane.work_all()
    assert bench.view.shown.text == "Mine."
    assert bench.view.shown.failure is not None
    assert "signed" in bench.view.shown.failure.what
    bench.report.keep_stored()
    bench.lane.work_all()
    assert (bench.view.shown.text, bench.stored().text) == ("Theirs.", "Theirs.")


def test_a_study_uid_of_another_patient_gets_no_editor(bench: Bench) -> None:
    impostor = study_of("1", "Roe^Richard")
    other = Bench(bench.store.store)
    impostor = Study("1", patient=type(impostor.patient)(impostor.patient.name, patient_id="SOMEBODY-ELSE"))
    other.show(impostor)
    assert not other.view.shown.open
    assert other.view.shown.failure is not None


def test_closing_waits_until_everything_is_saved(bench: Bench) -> None:
    told: list[bool] = []
    bench.report.text_edited("Clear")
    bench.report.flush(lambda: told.append(True))
    assert not told
    bench.lane.work_all()
    assert told
    assert bench.stored().text == "Clear"


def test_closing_is_told_at_once_when_nothing_is_unsaved(bench: Bench) -> None:
    told: list[bool] = []
    bench.report.flush(lambda: told.append(True))
    assert told


def test_closing_is_not_told_while_the_store_fails(bench: Bench) -> None:
    told: list[bool] = []
    bench.store.error = FULL
    bench.report.text_edited("Clear")
    bench.report.flush(lambda: told.append(True))
    bench.pass_seconds(10.0)
    assert not told
    assert [review.text for review in bench.report.unsaved] == ["Clear"]


def test_every_change_is_told_with_its_study(bench: Bench) -> None:
    bench.report.text_edited("Clear")
    assert (bench.changed[-1].study_uid, bench.changed[-1].text) == ("1", "Clear")


def test_own_words_are_what_no_mark_covers() -> None:
    empty = Review("1")
    taken = take_draft(empty, draft_of(0, "Clear.")).apply(empty)
    assert not has_own_words(taken)
    assert has_own_words(History(taken).present) is False
    assert has_own_words(edit_to(taken, "Clear. Mine.").apply(taken))

"""The panel's states, and which map lies on the films."""

from __future__ import annotations

from typing import Any

import pytest

from app.messages import Notice, PanelShown, PanelState, ProgressShown
from app.presenters.panel import MOST_KEPT, PanelPresenter, no_model, progress_words
from engine.errors import NothingToRead
from engine.panel import Draft, Panel, Sentence
from engine.progress import CancelToken, Progress
from engine.study import Study
from tests.app.desk_fakes import FakeEngine, ShownFilms, ShownPanel, StepLane, panel_of, study_of


class Heard:
    """What the panel told the rest of the desk (`PanelEvents`)."""

    def __init__(self) -> None:
        self.shown: Panel | None = None
        self.read: list[str] = []
        self.failed: list[str] = []
        self.progress: ProgressShown | None = None
        self.taken: list[str] = []

    def panel_shown(self, panel: Panel | None) -> None:
        self.shown = panel

    def panel_read(self, panel: Panel) -> None:
        self.read.append(panel.study_uid)

    def reading_failed(self, study_uid: str, notice: Notice) -> None:
        self.failed.append(str(notice))

    def reading_progressed(self, shown: ProgressShown | None) -> None:
        self.progress = shown

    def draft_taken(self, draft: Draft) -> None:
        self.taken.append(draft.letter)

    def sentence_rejected(self, draft: Draft, sentence: Sentence) -> None:
        self.taken.append(f"not {draft.letter}")

    def sentence_taken(self, draft: Draft, sentence: Sentence) -> None:
        self.taken.append(f"{draft.letter}: {sentence.text}")


class Bench:
    """A panel with everything around it."""

    def __init__(self) -> None:
        self.view, self.films, self.lane, self.heard = ShownPanel(), ShownFilms(), StepLane(), Heard()
        self.panel = PanelPresenter(self.view, self.films, self.lane, self.heard)

    @property
    def shown(self) -> PanelShown:
        assert self.view.shown is not None
        return self.view.shown

    def state(self) -> PanelState:
        """The state that is shown now."""
        return self.shown.state

    def show(self, uid: str) -> None:
        """Choose a study for which the store knows no panel."""
        self.panel.show_study(study_of(uid))
        self.panel.kept_panel_found(uid, None)

    def read(self, uid: str = "1") -> None:
        """An engine is there and has read the study."""
        self.panel.engine_ready(FakeEngine())
        self.show(uid)
        self.lane.work_all()


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_study_waits_for_the_engine_and_is_then_read(bench: Bench) -> None:
    bench.show("1")
    assert bench.state() is PanelState.ENGINE_LOADING
    bench.panel.engine_ready(FakeEngine())
    assert bench.state() is PanelState.READING
    bench.lane.work_all()
    assert bench.state() is PanelState.READY
    assert bench.heard.read == ["1"]
    assert bench.heard.progress is None


def test_a_study_is_not_read_before_the_store_was_asked_for_an_earlier_panel(bench: Bench) -> None:
    bench.panel.engine_ready(FakeEngine())
    bench.panel.show_study(study_of("1"))
    assert not bench.lane.waiting


def test_a_kept_panel_is_shown_without_reading(bench: Bench) -> None:
    engine = FakeEngine()
    bench.panel.engine_ready(engine)
    bench.panel.show_study(study_of("1"))
    bench.panel.kept_panel_found("1", panel_of(study_of("1")))
    assert bench.state() is PanelState.READY
    assert not bench.lane.waiting


def test_of_panels_that_the_store_has_only_the_last_few_stay_in_memory(bench: Bench) -> None:
    panels = [panel_of(study_of(str(number))) for number in range(MOST_KEPT + 2)]
    for panel in panels:
        bench.panel.show_study(study_of(panel.study_uid))
        bench.panel.kept_panel_found(panel.study_uid, panel)
    bench.panel.show_study(study_of("2"))
    assert bench.state() is PanelState.READY  # at hand
    bench.panel.show_study(study_of("0"))
    assert bench.panel.panel is None
    bench.panel.kept_panel_found("0", panels[0])
    assert bench.panel.panel is panels[0]


def test_a_panel_that_the_store_has_not_got_stays_in_memory(bench: Bench) -> None:
    bench.read("0")
    for number in range(1, MOST_KEPT + 5):
        bench.panel.show_study(study_of(str(number)))
        bench.panel.kept_panel_found(str(number), panel_of(study_of(str(number))))
    bench.panel.show_study(study_of("0"))
    assert bench.state() is PanelState.READY


def test_without_a_model_the_panel_says_so_and_what_still_works(bench: Bench) -> None:
    bench.panel.engine_missing(no_model())
    bench.show("1")
    assert bench.state() is PanelState.NO_MODEL
    assert bench.shown.notice == no_model()
    bench.panel.show_panel(panel_of(study_of("1")))
    assert bench.state() is PanelState.READY


def test_drafts_appear_as_each_expert_ends(bench: Bench) -> None:
    bench.panel.engine_ready(FakeEngine())
    bench.show("1")
    (call,) = bench.lane.waiting
    call.told(panel_of(study_of("1")).drafts[2])
    assert [card.letter for card in bench.shown.cards] == ["C"]
    assert bench.shown.cards[0].vote == ""
    call.told(Progress("Experts write", 2, 6))
    assert bench.heard.progress == ProgressShown("Experts write 2 of 6", 2, 6)


def test_a_cancelled_reading_says_so_and_starts_only_when_asked(bench: Bench) -> None:
    bench.panel.engine_ready(FakeEngine())
    bench.show("1")
    bench.panel.cancel()
    bench.lane.work_all()
    assert bench.state() is PanelState.CANCELLED
    bench.show("2")
    bench.lane.work_all()
    bench.show("1")
    assert bench.state() is PanelState.CANCELLED
    bench.panel.read()
    bench.lane.work_all()
    assert bench.state() is PanelState.READY


def test_turning_to_another_study_drops_the_reading_and_takes_it_up_again_later(bench: Bench) -> None:
    bench.panel.engine_ready(FakeEngine())
    bench.show("1")
    bench.show("2")
    bench.lane.work_all()
    assert bench.heard.read == ["2"]
    bench.show("1")
    bench.lane.work_all()
    assert bench.heard.read == ["2", "1"]


def test_a_failed_reading_says_what_and_what_next(bench: Bench) -> None:
    bench.panel.engine_ready(FakeEngine(NothingToRead("No frontal film.", todo="Open one.")))
    bench.show("1")
    bench.lane.work_all()
    assert bench.state() is PanelState.FAILED
    assert bench.shown.notice == Notice("No frontal film.", "", "Open one.")
    assert bench.heard.failed == ["No frontal film. Open one."]


def test_our_own_mistake_in_the_engine_is_said_too(bench: Bench) -> None:
    bench.panel.engine_ready(FakeEngine(KeyError("x")))
    bench.show("1")
    bench.lane.work_all()
    assert bench.shown.notice is not None
    assert "KeyError" in bench.shown.notice.what


def test_an_unfamiliar_film_is_said_over_the_drafts(bench: Bench) -> None:
    bench.panel.engine_ready(FakeEngine(unfamiliar="Never seen such a film."))
    bench.show("1")
    bench.lane.work_all()
    assert bench.shown.unfamiliar == "Never seen such a film."


def test_no_map_lies_on_the_films_until_asked(bench: Bench) -> None:
    bench.read()
    assert bench.films.map is None
    assert bench.view.current == (0, -1)  # the elected draft is current all the same


def test_a_chosen_experts_map_stays_and_goes_when_chosen_again(bench: Bench) -> None:
    bench.read()
    bench.panel.choose(3)
    assert bench.films.map == (3, -1, -1)
    bench.panel.choose(3)
    assert bench.films.map is None


def test_a_word_shows_its_own_map_and_leaving_restores_the_experts(bench: Bench) -> None:
    bench.read()
    bench.panel.choose(1)
    bench.panel.word_entered(0, 1, 7)
    assert bench.films.map == (0, 7, 8)
    bench.panel.left()
    assert bench.films.map == (1, -1, -1)


def test_a_sentence_shows_the_map_of_its_words(bench: Bench) -> None:
    bench.read()
    panel = bench.panel.panel
    assert panel is not None
    sentence = panel.drafts[0].sentences[1]
    bench.panel.sentence_entered(0, 1)
    assert bench.films.map == (0, sentence.first_word, sentence.last_word)
    bench.panel.left()
    assert bench.films.map is None


def test_keys_move_through_drafts_by_vote_and_stop_at_the_ends(bench: Bench) -> None:
    bench.read()
    seen = []
    for _ in range(7):
        seen.append(bench.view.current[0])
        bench.panel.next_draft()
    assert seen == [0, 4, 1, 3, 2, 5, 5]
    bench.panel.previous_draft()
    assert bench.view.current[0] == 2


def test_only_keys_scroll_and_the_pointer_never_does(bench: Bench) -> None:
    bench.read()
    bench.panel.sentence_entered(5, 0)
    bench.panel.word_entered(2, 1, 6)
    assert bench.view.in_view == []
    bench.panel.next_draft()
    bench.panel.next_sentence()
    assert bench.view.in_view == [(5, -1), (5, 0)]


def test_the_map_follows_the_keys_once_one_is_shown(bench: Bench) -> None:
    bench.read()
    bench.panel.choose(0)
    bench.panel.next_draft()
    assert bench.films.map == (4, -1, -1)


def test_the_current_draft_and_sentence_are_taken(bench: Bench) -> None:
    bench.read()
    bench.panel.take()
    bench.panel.next_sentence()
    bench.panel.next_sentence()
    bench.panel.take_current_sentence()
    assert bench.heard.taken == ["A", "A: There is a small left pleural effusion."]


def test_keys_do_nothing_while_there_is_no_draft(bench: Bench) -> None:
    bench.show("1")
    for key in (bench.panel.next_draft, bench.panel.next_sentence, bench.panel.take):
        key()
    bench.panel.take_current_sentence()
    bench.panel.choose(2)
    assert bench.heard.taken == []


def test_the_panel_tells_when_it_will_stay_as_it_is(bench: Bench) -> None:
    bench.show("1")
    assert not bench.panel.settled
    bench.panel.engine_ready(FakeEngine())
    assert not bench.panel.settled
    bench.lane.work_all()
    assert bench.panel.settled


def test_progress_of_one_step_counts_nothing() -> None:
    assert progress_words(Progress("Experts look", 0, 1)).text == "Experts look"


def test_an_expert_chosen_while_it_was_writing_has_its_map_when_the_panel_comes(bench: Bench) -> None:
    engine = FakeEngine()
    bench.panel.engine_ready(engine)
    bench.show("1")
    bench.panel.kept_panel_found("1", None)
    call = bench.lane.waiting[0]
    call.told(panel_of(study_of("1")).drafts[0])
    bench.panel.choose(0)
    assert bench.films.map is None
    bench.lane.work_all()
    assert bench.films.map is not None
    assert bench.films.map[0] == 0


def test_while_other_models_are_opened_nothing_is_read_and_drafts_stay(bench: Bench) -> None:
    bench.read("1")
    bench.panel.engine_leaves()
    assert bench.state() is PanelState.READY
    bench.show("2")
    assert (bench.state(), bench.lane.waiting) == (PanelState.ENGINE_LOADING, [])
    bench.panel.engine_ready(FakeEngine())
    bench.lane.work_all()
    assert bench.state() is PanelState.READY


def test_a_reading_that_other_models_overtake_begins_again_with_them(bench: Bench) -> None:
    first, second = FakeEngine(), FakeEngine()
    bench.panel.engine_ready(first)
    bench.show("1")
    bench.panel.engine_leaves()
    bench.panel.engine_ready(second)
    bench.lane.work_all()
    assert second.studies == ["1"]
    assert bench.state() is PanelState.READY


def test_a_reading_stopped_after_the_first_of_two_models_shows_its_panel(bench: Bench) -> None:
    class Partial(FakeEngine):
        def read(self, study: Study, *, cancel: CancelToken, **rest: Any) -> Panel:
            panel = super().read(study, cancel=cancel, **rest)
            bench.panel.cancel()
            assert cancel.cancelled, "the second model is told"
            return panel

    bench.panel.engine_ready(Partial())
    bench.show("1")
    bench.lane.work_all()
    assert bench.state() is PanelState.READY


def test_a_token_is_set_with_those_that_it_was_made_with() -> None:
    one, other = CancelToken(), CancelToken()
    both = CancelToken(one, other)
    assert not both.cancelled
    other.cancel()
    assert both.cancelled
    assert not one.cancelled

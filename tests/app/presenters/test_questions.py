"""The questions' presenter without a window: the clock, what cannot be kept, and an exam that runs out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from app.asking import Begin, LibraryShown, ResultsShown, SheetShown, TopicLine
from app.messages import Notice
from app.presenters.keeping import Keeper
from app.presenters.questions import QuestionsPresenter, QuizPorts
from app.quiz.sets import QuestionSet
from app.quiz.sitting import Mode
from app.store.errors import StoreFull
from app.store.store import Store
from tests.app.desk_fakes import BrokenStore, Clock, StepLane
from tests.app.quiz.asking import questions


@dataclass
class Shown:
    """What the view was told last (`app.asking.QuestionsView`)."""

    library: LibraryShown = field(default_factory=LibraryShown)
    sheet: SheetShown | None = None
    results: ResultsShown | None = None
    time: str = ""
    notices: list[str] = field(default_factory=list)

    def show_library(self, shown: LibraryShown) -> None:
        self.library = shown

    def show_topics(self, topics: Sequence[TopicLine]) -> None:
        pass

    def show_sheet(self, shown: SheetShown) -> None:
        self.sheet = shown

    def show_time(self, text: str) -> None:
        self.time = text

    def show_results(self, shown: ResultsShown) -> None:
        self.results = shown

    def show_questions_notice(self, notice: Notice | None) -> None:
        self.notices += [str(notice)] if notice is not None else []


@dataclass
class Stage:
    """A presenter whose lanes work when they are told to."""

    view: Shown
    clock: Clock
    lane: StepLane
    store: BrokenStore
    presenter: QuestionsPresenter

    def begin(self, mode: Mode, minutes: int = 0) -> None:
        self.presenter.begin(Begin(mode, 3, False, minutes))
        self.lane.work_all()

    def marks(self) -> list[tuple[int | None, float]]:
        """What the database has of the first sitting: choices and seconds."""
        (kept,) = self.store.store.quizzes.sittings("Dr. Test")
        return [(mark.chosen, mark.seconds) for mark in kept.sitting.marks]


@pytest.fixture
def stage() -> Iterator[Stage]:
    clock, lane, view = Clock(), StepLane(), Shown()
    store = BrokenStore(Store("sqlite://", clock.now))
    ports = QuizPorts(
        keeper=Keeper(lane, lambda: store),
        files_lane=lane,
        engine_lane=lane,
        read=lambda _: QuestionSet("Test", questions(3)),
        topics=lambda: (),
        read_topic=lambda _: QuestionSet("Test", questions(3)),
        open_examiner=lambda *_: None,
        export=lambda *_: None,
        alarm=clock,
        now=clock.now,
        clock=lambda: clock.time.timestamp(),
        reader="Dr. Test",
        new_seed=lambda: 7,
        show_progress=lambda _: None,
    )
    made = Stage(view, clock, lane, store, QuestionsPresenter(view, ports))
    store.store.quizzes.keep_set(QuestionSet("Test", questions(3)))
    made.presenter.set_visible(True)
    lane.work_all()
    yield made
    store.store.close()


def test_an_exam_ends_by_itself_when_its_time_is_over(stage: Stage) -> None:
    stage.begin(Mode.EXAM, minutes=1)
    stage.presenter.option_given(0)
    stage.clock.pass_seconds(59)
    assert stage.view.time == "0:01 left"
    assert stage.view.results is None
    stage.clock.pass_seconds(1)
    stage.lane.work_all()
    assert stage.view.results is not None
    assert stage.view.results.sentence == (
        "1 of 2 right. 1 of these was not answered. 1 more has no key and is not counted."
    )
    assert stage.view.notices == ["The time is over. The exam was finished."]


def test_the_clock_stands_still_while_the_desk_shows_studies(stage: Stage) -> None:
    stage.begin(Mode.TUTOR)
    stage.clock.pass_seconds(10)
    stage.presenter.set_visible(False)
    stage.clock.pass_seconds(1000)
    stage.presenter.set_visible(True)
    stage.clock.pass_seconds(5)
    stage.presenter.next()
    stage.lane.work_all()
    assert stage.marks()[0] == (None, 15)


def test_time_is_kept_while_a_question_is_looked_at(stage: Stage) -> None:
    stage.begin(Mode.TUTOR)
    stage.clock.pass_seconds(31)
    stage.lane.work_all()
    assert stage.marks()[0] == (None, 30)


def test_what_could_not_be_kept_is_said_and_kept_with_the_next_answer(stage: Stage) -> None:
    stage.begin(Mode.EXAM)
    stage.store.error = StoreFull("The disk is full; the change was not saved.")
    stage.presenter.option_given(1)
    stage.lane.work_all()
    assert stage.view.notices == ["The disk is full; the change was not saved."]
    assert stage.marks()[0][0] is None
    stage.store.error = None
    stage.presenter.next()
    stage.lane.work_all()
    assert stage.marks()[0][0] == 1


def test_answers_on_their_way_are_kept_though_the_sitting_was_left(stage: Stage) -> None:
    stage.begin(Mode.EXAM)
    stage.presenter.option_given(1)
    stage.presenter.next()
    stage.presenter.option_given(2)
    stage.presenter.leave()
    stage.lane.work_all()
    assert [chosen for chosen, _ in stage.marks()] == [1, 2, None]
    (line,) = stage.view.library.unfinished
    assert line.text.startswith("Test · exam · 2 of 3 · ")


def test_missed_questions_come_again_the_next_day(stage: Stage) -> None:
    stage.begin(Mode.TUTOR)
    stage.presenter.option_given(1)
    stage.presenter.next()
    stage.presenter.leave()
    stage.lane.work_all()
    assert stage.view.library.missed == "0 of 1 missed questions are due."
    stage.clock.pass_seconds(24 * 3600)
    stage.presenter.leave()
    stage.lane.work_all()
    assert stage.view.library.missed_due == 1
    stage.presenter.begin_missed()
    stage.lane.work_all()
    assert stage.view.sheet is not None
    assert (stage.view.sheet.title, stage.view.sheet.stem) == ("Missed questions", "Question 1?")

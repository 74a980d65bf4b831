"""The questions: which sets there are, a sitting with its events, and what a model says to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.asking import (
    Begin,
    Clock,
    ExportAnswers,
    LibraryShown,
    Now,
    OpenExaminer,
    PrimerTopic,
    QuestionsView,
    ReadSet,
    ReadTopics,
    TopicLine,
)
from app.language import tr
from app.messages import Notice, ProgressShown, notice_of
from app.ports import Alarm, Lane, Store, Task
from app.presenters.keeping import Keeper
from app.presenters.quiz_library import Kept, Waiting, library_shown
from app.presenters.quiz_log import SittingLog
from app.presenters.quiz_model import AskedEvents, AskedModel
from app.presenters.quiz_results import results_shown
from app.presenters.quiz_sheet import Known, sheet_shown, time_words, waits_for_check
from app.quiz.repetition import Card, cards, due
from app.quiz.scoring import results_of
from app.quiz.sets import QuestionSet, found, question_key
from app.quiz.sitting import Event, Kind, Mode, Sitting, planned
from engine.question import Question

if TYPE_CHECKING:
    from app.store.rows import KeptSet, KeptSitting

TICK_SECONDS = 1.0
LOOK_SECONDS = 15.0
"""How much time of a question may be lost where the desk ends without notice."""


@dataclass(frozen=True, slots=True)
class QuizPorts:
    """All that the questions work with. `new_seed` is a new one each time."""

    keeper: Keeper
    files_lane: Lane
    engine_lane: Lane
    read: ReadSet
    topics: ReadTopics
    read_topic: ReadSet
    open_examiner: OpenExaminer
    export: ExportAnswers
    alarm: Alarm
    now: Now
    clock: Clock
    reader: str
    new_seed: Callable[[], int]
    show_progress: Callable[[ProgressShown | None], None]


class QuestionsPresenter:
    """Decides what the questions show; nothing is read before they are first turned to."""

    def __init__(self, view: QuestionsView, ports: QuizPorts) -> None:
        self._view = view
        self._ports = ports
        self._kept = Kept()
        self._folders: Mapping[str, str] = {}
        self._chosen = ""
        self._entered = False
        self._visible = False
        self._primer: Sequence[PrimerTopic] = ()
        self._open: KeptSitting | None = None
        self._log: SittingLog | None = None
        self._seen = 0.0  # the clock when the time of the current question was last counted
        self._ticking: Task | None = None
        self._model = AskedModel(
            ports.keeper,
            ports.engine_lane,
            ports.open_examiner,
            AskedEvents(self._refresh, self._model_opened, self._failed, ports.show_progress),
        )
        self._striking = False
        self._words = ""
        self._model_failed = ""
        self._on_results = False

    @property
    def sitting(self) -> Sitting | None:
        """The sitting that is on the screen."""
        return self._open.sitting if self._open is not None else None

    def set_visible(self, visible: bool) -> None:
        """The reader turned to the questions, or away from them: the clock stands still meanwhile."""
        if visible and not self._entered:
            self._entered = True
            self._view.show_library(LibraryShown(empty=tr("The sets are being read.")))
            self._load()
            self._model.open()
            self._read_primer()
        if visible == self._visible:
            return
        if not visible:
            self._look()
        self._visible = visible
        self._seen = self._ports.clock()
        if visible:
            self._tick()

    # Sets

    def import_files(self, paths: Sequence[Path]) -> None:
        """Read question files; each is a set, and what could not be read is said."""
        for path in paths:
            self._import(self._ports.read, path)

    def add_topic(self, place: int) -> None:
        """Take a topic of the primer among the sets."""
        if 0 <= place < len(self._primer):
            self._import(self._ports.read_topic, self._primer[place].path)

    def choose(self, key: str) -> None:
        """Show what is known of a set."""
        self._chosen = key
        self._show_library()

    def _import(self, read: ReadSet, path: Path) -> None:
        self._ports.files_lane.run(lambda *_: read(path), done=self._keep, failed=self._failed)

    def _keep(self, made: QuestionSet) -> None:
        self._chosen = made.key
        self._ports.keeper.ask(
            lambda store: store.quizzes.keep_set(made),
            done=lambda new: self._set_kept(new),
            failed=self._failed,
        )

    def _set_kept(self, new: bool) -> None:
        notice = None if new else Notice(tr("This set is there already."), todo=tr("It was not added again."))
        self._view.show_questions_notice(notice)
        self._load()

    def _read_primer(self) -> None:
        def done(topics: Sequence[PrimerTopic]) -> None:
            self._primer = topics
            self._view.show_topics([TopicLine(place, each.title) for place, each in enumerate(topics)])

        self._ports.files_lane.run(lambda *_: self._ports.topics(), done=done, failed=self._failed)

    def _load(self) -> None:
        reader = self._ports.reader

        def ask(store: Store) -> Kept:
            quizzes = store.quizzes
            return Kept(tuple(quizzes.sets()), tuple(quizzes.sittings(reader)), quizzes.questions())

        def done(kept: Kept) -> None:
            self._kept, self._folders = kept, kept.folders
            self._refresh()

        self._ports.keeper.ask(ask, done=done, failed=self._failed)

    def _load_when_kept(self) -> None:
        """Read everything anew once the last event is kept."""
        if self._log is None:
            self._load()
        else:
            self._log.when_kept(self._load)

    def _failed(self, error: BaseException) -> None:
        self._view.show_questions_notice(notice_of(error))

    # Sittings

    def begin(self, wanted: Begin) -> None:
        """Begin a sitting with the chosen set."""
        kept = self._chosen_set()
        if kept is not None:
            self._begin(kept.questions.title, kept.questions.questions, wanted)

    def begin_missed(self) -> None:
        """Ask the missed questions that are due, with the answer after each."""
        missed = [self._questions[card.key] for card in due(self._cards(), self._ports.now())]
        if missed:
            self._begin(tr("Missed questions"), missed, Begin(Mode.TUTOR, 0, True, 0))

    def go_on(self, number: int) -> None:
        """Go on with a sitting, or look at a finished one again."""
        kept = next((each for each in self._kept.sittings if each.id == number), None)
        if kept is not None:
            self._show_sitting(kept)

    def leave(self) -> None:
        """Back to the sets; an unfinished sitting can be gone on with."""
        self._on_results = False
        if self._open is not None:
            self._look()
            self._open = None
            self._words = ""
        self._load_when_kept()

    def option_given(self, place: int) -> None:
        """The option at a place from the top was named by its key: choose it, or strike it out."""
        sitting = self.sitting
        if sitting is None:
            return
        order = sitting.plan.asked[sitting.current].order
        if place < len(order):
            if self._striking:
                self.strike(place)
            else:
                self._give(Kind.CHOSEN, order[place])

    def strike(self, place: int) -> None:
        """Strike an option out, or bring it back."""
        sitting = self.sitting
        if sitting is None:
            return
        self._striking = False
        order = sitting.plan.asked[sitting.current].order
        if place < len(order):
            struck = order[place] in sitting.marks[sitting.current].struck
            self._give(Kind.UNSTRUCK if struck else Kind.STRUCK, order[place])

    def strike_next(self) -> None:
        """The next option that is named is struck out; again takes that back."""
        if self.sitting is not None:
            self._striking = not self._striking
            self._show_sheet()

    def flag(self) -> None:
        """Flag the question, or take the flag away."""
        sitting = self.sitting
        if sitting is not None:
            flagged = sitting.marks[sitting.current].flagged
            self._give(Kind.UNFLAGGED if flagged else Kind.FLAGGED)

    def note(self, text: str) -> None:
        """Keep the reader's note to the question."""
        sitting = self.sitting
        if sitting is not None and text != sitting.marks[sitting.current].note:
            self._happen(Kind.NOTED, text=text)

    def next(self) -> None:
        """Show the answer where that is next, else the next question; after the last one, finish."""
        sitting = self.sitting
        if sitting is None or self._on_results:
            return
        if waits_for_check(sitting):
            self._give(Kind.CHECKED)
            self.ask_current()
        elif sitting.current + 1 < len(sitting.marks):
            self.go_to(sitting.current + 1)
        else:
            self.finish()

    def previous(self) -> None:
        """The question before."""
        if self.sitting is not None:
            self.go_to(self.sitting.current - 1)

    def go_to(self, place: int) -> None:
        """A question by its place in the sitting."""
        sitting = self.sitting
        if sitting is not None and 0 <= place < len(sitting.marks):
            self._look()
            self._striking = False
            self._give(Kind.SHOWN, item=place)
            self.ask_current()

    def finish(self) -> None:
        """End the sitting and show how it went."""
        sitting = self.sitting
        if sitting is not None and not sitting.finished:
            self._give(Kind.FINISHED)
            self._load_when_kept()
        self.show_statistics()

    def back(self) -> None:
        """From the statistics to where they were asked for."""
        self._on_results = False
        self._refresh()

    def search(self, words: str) -> None:
        """Mark the questions of the sitting in which these words stand; sets by their titles."""
        self._words = words
        if self._open is None:
            self._show_library()
        else:
            self._show_sheet()

    def search_next(self) -> None:
        """Go to the next question that the search has found."""
        sitting = self.sitting
        places = sorted(self._found())
        if sitting is not None and places:
            after = [place for place in places if place > sitting.current]
            self.go_to((after or places)[0])

    def escape(self) -> None:
        """Stop striking or asking; else leave the sitting."""
        if self._striking:
            self.strike_next()
        elif self._model.is_asked:
            self.cancel()
        elif self._on_results:
            self.back()
        else:
            self.leave()

    def _begin(self, title: str, questions: Sequence[Question], wanted: Begin) -> None:
        plan = planned(
            title,
            questions,
            wanted.mode,
            self._ports.new_seed(),
            count=wanted.count,
            shuffle=wanted.shuffle,
            limit_seconds=wanted.minutes * 60,
        )
        self._ports.keeper.ask(
            lambda store: store.quizzes.begin(plan, self._ports.reader),
            done=self._show_sitting,
            failed=self._failed,
        )

    def _show_sitting(self, kept: KeptSitting) -> None:
        self._open = kept
        self._on_results = False
        self._log = SittingLog(self._ports.keeper, kept, self._failed)
        self._seen = self._ports.clock()
        self._striking = False
        self._words = ""
        self._view.show_questions_notice(None)
        self._show_sheet()
        self.ask_current()
        self._tick()

    def _give(self, kind: Kind, option: int = -1, text: str = "", item: int | None = None) -> None:
        """Let something happen, if it can, and show what came of it."""
        if not self._on_results and self._happen(kind, option, text, item):
            self._show_sheet()

    def _look(self) -> None:
        """Count the time of the question that is on the screen."""
        sitting = self.sitting
        if sitting is not None and not sitting.finished and self._looked(self._ports.clock()) > 0:
            self._happen(Kind.LOOKED)

    def _happen(self, kind: Kind, option: int = -1, text: str = "", item: int | None = None) -> bool:
        """Apply an event and keep it; whether it could happen."""
        if self._open is None or self._log is None:
            return False
        sitting, now = self._open.sitting, self._ports.clock()
        looked = round(self._looked(now), 3) if item is None else 0.0
        place = sitting.current if item is None else item
        event = Event(kind, place, self._ports.now(), option, looked, text)
        if not sitting.allows(event):
            return False
        self._seen = now
        self._open = replace(self._open, sitting=sitting.after(event))
        self._log.add(event)
        return True

    def _looked(self, now: float) -> float:
        return max(0.0, now - self._seen) if self._visible else 0.0

    def _tick(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        sitting = self.sitting
        if sitting is None or sitting.finished or not self._visible:
            return
        since = self._looked(self._ports.clock())
        left = sitting.seconds_left
        if left is not None and since >= left:
            self._view.show_questions_notice(Notice(tr("The time is over. The exam was finished.")))
            self.finish()
            return
        self._view.show_time(time_words(sitting, since))
        if since >= LOOK_SECONDS:
            self._look()
        self._ticking = self._ports.alarm.after(TICK_SECONDS, self._tick)

    def _show_sheet(self) -> None:
        if self._open is not None and not self._on_results:
            self._view.show_sheet(sheet_shown(self._open.sitting, self._known()))

    def _known(self) -> Known:
        examiner = self._model.examiner
        return Known(
            self._questions,
            self._folders,
            self._model.answers,
            examiner.name if examiner is not None else "",
            examiner.measured if examiner is not None else None,
            examiner.experts if examiner is not None else None,
            self._model.is_asked,
            self._striking,
            self._found(),
        )

    def _found(self) -> frozenset[int]:
        sitting = self.sitting
        if sitting is None or not self._words.strip():
            return frozenset()
        return frozenset(
            found((self._questions[asked.question] for asked in sitting.plan.asked), self._words)
        )

    # A model

    def ask_current(self) -> None:
        """Ask the model the question on the screen, once its answer is shown."""
        sitting = self.sitting
        if sitting is not None and sitting.revealed(sitting.current):
            self._model.ask([self._questions[sitting.plan.asked[sitting.current].question]])

    def ask_all(self) -> None:
        """Ask the model every question of the chosen set."""
        kept = self._chosen_set()
        if kept is not None:
            self._model.ask(kept.questions.questions)

    def cancel(self) -> None:
        """Stop asking the model; a run that was stopped leaves no answers."""
        self._model.cancel()

    def _model_opened(self) -> None:
        self._refresh()
        self.ask_current()

    # Statistics

    def show_statistics(self) -> None:
        """All answers that count; where a sitting is open, its own."""
        self._on_results = True
        opened = self._open
        sittings = [opened] if opened is not None else list(self._kept.sittings)
        results = [result for each in sittings for result in results_of(each.sitting, self._questions)]
        kept = self._chosen_set()
        asked = {result.key: result.question for result in results}
        if opened is None and kept is not None:
            asked |= {question_key(each): each for each in kept.questions.questions}
        examiner = self._model.examiner
        title = opened.sitting.plan.title if opened is not None else tr("All sittings")
        self._view.show_results(
            results_shown(
                title,
                results,
                self._model.answers,
                asked,
                examiner.experts if examiner is not None else None,
            )
        )

    def export(self, path: Path) -> None:
        """All answers of the reader as CSV."""
        sittings, questions, answers = self._kept.sittings, self._questions, dict(self._model.answers)
        self._ports.files_lane.run(
            lambda *_: self._ports.export(sittings, questions, answers, path),
            done=lambda _: self._view.show_questions_notice(
                Notice(tr("The answers were exported."), path.name)
            ),
            failed=self._failed,
        )

    # Inside

    @property
    def _questions(self) -> Mapping[str, Question]:
        return self._kept.questions

    def _refresh(self) -> None:
        if self._on_results:
            self.show_statistics()
        elif self._open is not None:
            self._show_sheet()
        elif self._entered:
            self._show_library()

    def _chosen_set(self) -> KeptSet | None:
        return self._kept.set_of(self._chosen)

    def _cards(self) -> tuple[Card, ...]:
        return cards(self._kept.results)

    def _show_library(self) -> None:
        listed = self._kept.titled(self._words)
        if listed and all(kept.key != self._chosen for kept in listed):
            self._chosen = listed[0].key
        chosen = self._chosen_set()
        missed = self._cards()
        waiting = Waiting(len(missed), len(due(missed, self._ports.now())))
        can_ask = chosen is not None and self._model.can_ask(chosen.questions.questions)
        self._view.show_library(
            library_shown(self._kept, listed, chosen, waiting, self._model.words, can_ask)
        )

"""The questions: which sets there are, a sitting with its events, and what a model says to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.asking import (
    Begin,
    Clock,
    Examiner,
    ExportAnswers,
    LibraryShown,
    Now,
    OpenExaminer,
    PrimerTopic,
    QuestionsView,
    ReadSet,
    ReadTopics,
    SetLine,
    SittingLine,
    TopicLine,
)
from app.language import moment, tr, tr_count, tr_engine, tr_mark, tr_marked
from app.messages import Notice, ProgressShown, notice_of
from app.ports import Alarm, Lane, Store, Task, Tell
from app.presenters.keeping import Keeper
from app.presenters.panel import progress_words
from app.presenters.quiz_log import SittingLog
from app.presenters.quiz_results import results_shown
from app.presenters.quiz_sheet import Known, counted, sheet_shown, time_words, waits_for_check
from app.quiz.answers import ModelAnswer
from app.quiz.repetition import Card, cards, due
from app.quiz.scoring import Result, results_of
from app.quiz.sets import QuestionSet, found, question_key
from app.quiz.sitting import Event, Kind, Mode, Plan, Sitting, planned
from engine.progress import CancelToken, Progress
from engine.question import Question

if TYPE_CHECKING:
    from app.store.rows import KeptSet, KeptSitting

TICK_SECONDS = 1.0
LOOK_SECONDS = 15.0
"""How much time of a question may be lost where the desk ends without notice."""
MODES = {Mode.TUTOR: tr_mark("tutor", "sitting"), Mode.EXAM: tr_mark("exam", "sitting")}


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


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that the store has for the questions."""

    sets: tuple[KeptSet, ...] = ()
    sittings: tuple[KeptSitting, ...] = ()
    questions: Mapping[str, Question] = field(default_factory=dict)

    @property
    def folders(self) -> Mapping[str, str]:
        """Where the images of questions are looked for."""
        return {
            question_key(question): kept.questions.folder
            for kept in self.sets
            for question in kept.questions.questions
            if question.image
        }


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
        self._examiner: Examiner | None = None
        self._answers: dict[str, ModelAnswer] = {}
        self._asking: Task | None = None
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
            self._open_model()
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
            self._ask_current()
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
            self._ask_current()

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
        elif self._asking is not None:
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
        self._ask_current()
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
        examiner = self._examiner
        return Known(
            self._questions,
            self._folders,
            self._answers,
            examiner.name if examiner is not None else "",
            examiner.measured if examiner is not None else None,
            examiner.experts if examiner is not None else None,
            self._asking is not None,
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
        self._ask_current()

    def ask_all(self) -> None:
        """Ask the model every question of the chosen set."""
        kept = self._chosen_set()
        if kept is not None:
            self._ask(kept.questions.questions)

    def cancel(self) -> None:
        """Stop asking the model; a run that was stopped leaves no answers."""
        if self._asking is not None:
            self._asking.cancel()

    def _open_model(self) -> None:
        def done(examiner: Examiner | None) -> None:
            self._examiner = examiner
            if examiner is None:
                self._refresh()
                return
            self._ports.keeper.ask(
                lambda store: store.quizzes.answers(examiner.sha256),
                done=self._answers_found,
                failed=self._failed,
            )

        def failed(error: BaseException) -> None:
            self._model_failed = str(notice_of(error))
            self._refresh()

        self._ports.engine_lane.run(
            lambda cancel, tell: self._ports.open_examiner(cancel, tell), done=done, failed=failed
        )

    def _answers_found(self, answers: Mapping[str, ModelAnswer]) -> None:
        self._answers.update(answers)
        self._refresh()
        self._ask_current()

    def _ask_current(self) -> None:
        sitting = self.sitting
        if sitting is not None and sitting.revealed(sitting.current):
            self._ask([self._questions[sitting.plan.asked[sitting.current].question]])

    def _ask(self, questions: Sequence[Question]) -> None:
        examiner = self._examiner
        unasked = [each for each in questions if question_key(each) not in self._answers]
        if examiner is None or not unasked or self._asking is not None:
            return

        def work(cancel: CancelToken, tell: Tell) -> Mapping[str, ModelAnswer]:
            return examiner.answer(unasked, cancel=cancel, on_progress=tell)

        def told(said: object) -> None:
            if isinstance(said, Progress):
                self._ports.show_progress(progress_words(said))

        self._asking = self._ports.engine_lane.run(
            work, done=self._answered, failed=self._not_answered, cancelled=self._asked, told=told
        )
        self._refresh()

    def _answered(self, answers: Mapping[str, ModelAnswer]) -> None:
        self._answers.update(answers)
        self._ports.keeper.ask(
            lambda store: store.quizzes.keep_answers(answers), done=lambda _: None, failed=self._failed
        )
        self._asked()

    def _not_answered(self, error: BaseException) -> None:
        self._failed(error)
        self._asked()

    def _asked(self) -> None:
        self._asking = None
        self._ports.show_progress(None)
        self._refresh()

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
        examiner = self._examiner
        title = opened.sitting.plan.title if opened is not None else tr("All sittings")
        self._view.show_results(
            results_shown(
                title,
                results,
                self._answers,
                asked,
                examiner.experts if examiner is not None else None,
            )
        )

    def export(self, path: Path) -> None:
        """All answers of the reader as CSV."""
        sittings, questions, answers = self._kept.sittings, self._questions, dict(self._answers)
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
        return next((kept for kept in self._kept.sets if kept.key == self._chosen), None)

    def _results(self) -> list[Result]:
        return [
            result for kept in self._kept.sittings for result in results_of(kept.sitting, self._questions)
        ]

    def _cards(self) -> tuple[Card, ...]:
        return cards(self._results())

    def _show_library(self) -> None:
        wanted = self._words.casefold()
        listed = [kept for kept in self._kept.sets if wanted in kept.questions.title.casefold()]
        if listed and all(kept.key != self._chosen for kept in listed):
            self._chosen = listed[0].key
        kept = self._chosen_set()
        waiting = self._cards()
        now_due = len(due(waiting, self._ports.now()))
        self._view.show_library(
            LibraryShown(
                sets=tuple(
                    SetLine(each.key, each.questions.title, counted(len(each.questions.questions)))
                    for each in listed
                ),
                chosen=self._chosen,
                title=kept.questions.title if kept is not None else "",
                count=len(kept.questions.questions) if kept is not None else 0,
                summary=summary(kept) if kept is not None else "",
                problems=problems(kept.questions) if kept is not None else (),
                unfinished=tuple(
                    SittingLine(each.id, sitting_words(each))
                    for each in reversed(self._kept.sittings)
                    if not each.sitting.finished
                ),
                missed=missed_words(len(waiting), now_due),
                missed_due=now_due,
                model=self._model_words(),
                can_ask_all=self._can_ask_all(kept),
                empty="" if self._kept.sets else tr("No sets yet. Import a file, or start with the primer."),
            )
        )

    def _can_ask_all(self, kept: KeptSet | None) -> bool:
        return (
            kept is not None
            and self._examiner is not None
            and self._asking is None
            and any(question_key(each) not in self._answers for each in kept.questions.questions)
        )

    def _model_words(self) -> str:
        if self._model_failed:
            return tr("The model could not be opened: {why}", why=self._model_failed)
        if self._examiner is None:
            return tr("No model that answers questions is installed; the questions do not need one.")
        measured = self._examiner.measured
        if measured is None:
            return tr("{model}: nobody has measured how often it is right.", model=self._examiner.name)
        return tr(
            "{model}: right in {count} of 100 such questions ({signature}).",
            model=self._examiner.name,
            count=measured.of_hundred,
            signature=measured.signature,
        )


def summary(kept: KeptSet) -> str:
    """What was read of a set."""
    made = kept.questions
    parts = [
        tr("{questions}, added {time}.", questions=counted(len(made.questions)), time=moment(kept.added))
    ]
    if made.unkeyed:
        parts.append(
            tr_count("%n has no key and is not scored.", "%n have no key and are not scored.", made.unkeyed)
        )
    images = sum(bool(question.image) for question in made.questions)
    if images:
        parts.append(tr_count("%n has an image.", "%n have an image.", images))
    if made.faults:
        parts.append(tr_count("%n row was not read.", "%n rows were not read.", len(made.faults)))
    return " ".join(parts)


def problems(made: QuestionSet) -> tuple[str, ...]:
    """What was not read, and doubts about what was."""
    faults = (f"{fault.place}: {tr_engine(fault.problem)}" for fault in made.faults)
    return (*faults, *(tr_engine(note) for note in made.notes))


def sitting_words(kept: KeptSitting) -> str:
    """A sitting in a line."""
    plan: Plan = kept.sitting.plan
    return tr(
        "{title} · {mode} · {done} of {count} · {time}",
        title=plan.title,
        mode=tr_marked(MODES[plan.mode], "sitting"),
        done=sum(mark.chosen is not None for mark in kept.sitting.marks),
        count=len(plan.asked),
        time=moment(kept.begun),
    )


def missed_words(waiting: int, now_due: int) -> str:
    """How many missed questions come again."""
    if not waiting:
        return tr("No missed questions.")
    return tr("{due} of {all} missed questions are due.", due=now_due, all=waiting)

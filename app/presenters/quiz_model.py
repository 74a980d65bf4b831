"""The model that answers questions: opened once, asked what is not answered yet, its answers kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.asking import Examiner, OpenExaminer
from app.messages import ProgressShown, notice_of
from app.ports import Lane, Task, Tell
from app.presenters.keeping import Keeper
from app.presenters.panel import progress_words
from app.presenters.quiz_library import model_words
from app.quiz.answers import ModelAnswer
from app.quiz.sets import question_key
from engine.progress import CancelToken, Progress
from engine.question import Question


@dataclass(frozen=True, slots=True)
class AskedEvents:
    """Who is told what. `opened`: the model is there, with the answers that it gave before."""

    changed: Callable[[], None]
    opened: Callable[[], None]
    failed: Callable[[BaseException], None]
    show_progress: Callable[[ProgressShown | None], None]


class AskedModel:
    """One question run at a time; a run that was stopped leaves no answers."""

    def __init__(self, keeper: Keeper, lane: Lane, open_examiner: OpenExaminer, events: AskedEvents) -> None:
        self._keeper = keeper
        self._lane = lane
        self._open_examiner = open_examiner
        self._events = events
        self._examiner: Examiner | None = None
        self._answers: dict[str, ModelAnswer] = {}
        self._asking: Task | None = None
        self._failed = ""

    @property
    def examiner(self) -> Examiner | None:
        """The model, None before it is opened and where none is installed."""
        return self._examiner

    @property
    def answers(self) -> Mapping[str, ModelAnswer]:
        """What it has answered, by the question's key."""
        return self._answers

    @property
    def is_asked(self) -> bool:
        """Whether it is at work."""
        return self._asking is not None

    @property
    def words(self) -> str:
        """Which model it is, or why there is none."""
        return model_words(self._examiner, self._failed)

    def can_ask(self, questions: Sequence[Question]) -> bool:
        """Whether any of these waits for an answer that could be had now."""
        return self._examiner is not None and not self.is_asked and bool(self._unanswered(questions))

    def open(self) -> None:
        """Open the model that is installed, if one is."""

        def failed(error: BaseException) -> None:
            self._failed = str(notice_of(error))
            self._events.changed()

        self._lane.run(
            lambda cancel, tell: self._open_examiner(cancel, tell), done=self._opened, failed=failed
        )

    def ask(self, questions: Sequence[Question]) -> None:
        """Ask those of them that it has not answered."""
        examiner, unanswered = self._examiner, self._unanswered(questions)
        if examiner is None or not unanswered or self.is_asked:
            return

        def work(cancel: CancelToken, tell: Tell) -> Mapping[str, ModelAnswer]:
            return examiner.answer(unanswered, cancel=cancel, on_progress=tell)

        def told(said: object) -> None:
            if isinstance(said, Progress):
                self._events.show_progress(progress_words(said))

        self._asking = self._lane.run(
            work, done=self._answered, failed=self._not_answered, cancelled=self._ended, told=told
        )
        self._events.changed()

    def cancel(self) -> None:
        """Stop."""
        if self._asking is not None:
            self._asking.cancel()

    def _unanswered(self, questions: Sequence[Question]) -> list[Question]:
        return [each for each in questions if question_key(each) not in self._answers]

    def _opened(self, examiner: Examiner | None) -> None:
        self._examiner = examiner
        if examiner is None:
            self._events.changed()
            return
        self._keeper.ask(
            lambda store: store.quizzes.answers(examiner.sha256),
            done=self._found,
            failed=self._events.failed,
        )

    def _found(self, answers: Mapping[str, ModelAnswer]) -> None:
        self._answers.update(answers)
        self._events.opened()

    def _answered(self, answers: Mapping[str, ModelAnswer]) -> None:
        self._answers.update(answers)
        self._keeper.ask(
            lambda store: store.quizzes.keep_answers(answers),
            done=lambda _: None,
            failed=self._events.failed,
        )
        self._ended()

    def _not_answered(self, error: BaseException) -> None:
        self._events.failed(error)
        self._ended()

    def _ended(self) -> None:
        self._asking = None
        self._events.show_progress(None)
        self._events.changed()

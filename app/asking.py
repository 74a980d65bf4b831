"""What passes between the questions' presenter, its views, and those who work for it: values and seams."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.messages import Notice
from app.quiz.answers import ModelAnswer
from app.quiz.sets import QuestionSet
from app.quiz.sitting import Event, Mode, Plan
from engine.experts import Experts
from engine.panel import FloatArray
from engine.progress import CancelToken, OnProgress
from engine.question import Question

if TYPE_CHECKING:
    from app.store.rows import KeptSet, KeptSitting


class QuizStore(Protocol):
    """What the store keeps for the questions; every call blocks and is one transaction."""

    def keep_set(self, kept: QuestionSet) -> bool:
        """Keep a set; whether it was new."""

    def sets(self) -> Sequence[KeptSet]:
        """Every set, the one that was added last first."""

    def begin(self, plan: Plan, reader: str) -> KeptSitting:
        """Keep the plan of a sitting that begins."""

    def add(self, sitting_id: int, before: int, events: Sequence[Event]) -> None:
        """Add what happened after the first `before` events."""

    def sittings(self, reader: str) -> Sequence[KeptSitting]:
        """A reader's sittings, the first first."""

    def questions(self) -> Mapping[str, Question]:
        """Every question that was ever imported, by its key."""

    def keep_answers(self, answers: Mapping[str, ModelAnswer]) -> None:
        """Keep what a model answered, by question."""

    def answers(self, bundle_sha256: str) -> Mapping[str, ModelAnswer]:
        """What one bundle answered, by question."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How often a bundle's card says that it is right, of a hundred, and on what (the score's signature)."""

    of_hundred: int
    signature: str


class Examiner(Protocol):
    """A model that is open and ready to answer questions."""

    @property
    def name(self) -> str:
        """The bundle and where it runs, in a few words."""

    @property
    def sha256(self) -> str:
        """The bundle, so that its answers can be told from another's."""

    @property
    def measured(self) -> Measured | None:
        """How often it is right, None where nobody measured."""

    @property
    def experts(self) -> Experts | None:
        """What the bundle knows of its experts."""

    def answer(
        self, questions: Sequence[Question], *, cancel: CancelToken, on_progress: OnProgress
    ) -> Mapping[str, ModelAnswer]:
        """Answers by question; what it cannot read is left out. Blocks. Raises ConsiliumError, Cancelled."""


OpenExaminer = Callable[[CancelToken, OnProgress], Examiner | None]
"""None where no bundle that answers questions is installed."""
ReadSet = Callable[[Path], QuestionSet]
ReadTopics = Callable[[], Sequence["PrimerTopic"]]
ExportAnswers = Callable[
    [Sequence["KeptSitting"], Mapping[str, Question], Mapping[str, ModelAnswer], Path], None
]
Clock = Callable[[], float]
Now = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class PrimerTopic:
    """A topic of the shipped primer and its file."""

    title: str
    path: Path


@dataclass(frozen=True, slots=True)
class SetLine:
    """One set in the list."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class SittingLine:
    """A sitting that can be gone on with."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class TopicLine:
    """A topic of the shipped primer, by its place."""

    place: int
    title: str


@dataclass(frozen=True, slots=True)
class LibraryShown:
    """The sets, and what can be done with the chosen one. `empty` says what to do where there are none.

    `summary` says what was read of the chosen set, `problems` what was not.
    """

    sets: tuple[SetLine, ...] = ()
    chosen: str = ""
    title: str = ""
    count: int = 0
    summary: str = ""
    problems: tuple[str, ...] = ()
    unfinished: tuple[SittingLine, ...] = ()
    missed: str = ""
    missed_due: int = 0
    model: str = ""
    can_ask_all: bool = False
    empty: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceShown:
    """A paragraph that was looked up; characters start:stop of `words` are marked."""

    head: str
    text: str
    words: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class RouteShown:
    """Where an option went: the expert, its gate in words, and the shares of all experts, which sum to 1."""

    expert: int
    text: str
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class OptionShown:
    """One option. `option` counts as the source does; `verdict` is a word, "" until the answer is shown.

    `share` is the model's probability, None where there is none (to be shown).
    """

    option: int
    letter: str
    text: str
    chosen: bool = False
    struck: bool = False
    right: bool = False
    verdict: str = ""
    share: float | None = None
    route: RouteShown | None = None
    evidence: tuple[EvidenceShown, ...] = ()


@dataclass(frozen=True, slots=True)
class CellShown:
    """One question of the sitting in the strip of all: its state in a word, and whether a search found it."""

    number: str
    state: str
    mark: str
    found: bool = False


@dataclass(frozen=True, slots=True)
class SheetShown:
    """One question of a sitting, and all that is known of it at this moment.

    `image` is a file that is there; `image_text` says what else is to be said of it. `time` is put up anew by
    `show_time`. `model` is what is said beside a model's answer: how often it is right.
    """

    title: str
    place: int
    cells: tuple[CellShown, ...]
    progress: str
    stem: str
    options: tuple[OptionShown, ...]
    action: str
    image: Path | None = None
    image_text: str = ""
    verdict: str = ""
    explanation: str = ""
    paragraph: str = ""
    model: str = ""
    topics: tuple[str, ...] = ()
    can_ask: bool = False
    asking: bool = False
    flagged: bool = False
    note: str = ""
    striking: bool = False
    revealed: bool = False
    finished: bool = False
    time: str = ""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table: its name, heads and rows. The first column is words, the others are figures."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class HeatShown:
    """How alike experts are: names, values in [0, 1], and what is seen, in words."""

    names: tuple[str, ...]
    values: FloatArray
    text: str


@dataclass(frozen=True, slots=True)
class ResultsShown:
    """The statistics: a sentence, tables, and the experts' likeness where a model knows it."""

    title: str
    sentence: str
    tables: tuple[TableShown, ...] = ()
    heat: HeatShown | None = None
    empty: str = ""


class QuestionsView(Protocol):
    """The third mode of the desk."""

    def show_library(self, shown: LibraryShown) -> None:
        """Show the sets."""

    def show_topics(self, topics: Sequence[TopicLine]) -> None:
        """Offer these topics of the primer."""

    def show_sheet(self, shown: SheetShown) -> None:
        """Show one question of a sitting."""

    def show_time(self, text: str) -> None:
        """Show the time of the sitting."""

    def show_results(self, shown: ResultsShown) -> None:
        """Show the statistics."""

    def show_questions_notice(self, notice: Notice | None) -> None:
        """Say what happened, in a bar of the questions."""


@dataclass(frozen=True, slots=True)
class Begin:
    """How a sitting begins."""

    mode: Mode
    count: int
    shuffle: bool
    minutes: int

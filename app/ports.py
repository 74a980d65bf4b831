"""What presenters need from the world, and what they ask of views: protocols only.

The composition root plugs the real things in, tests plug in fakes. Every callback that is given to a lane
comes back on the thread that gave it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from app.asking import QuizStore
from app.measures import MeasuredFilms
from app.messages import (
    AddendumAsked,
    ChoiceShown,
    CompareShown,
    EngineShown,
    Notice,
    PanelShown,
    ProgressShown,
    ReportShown,
    SigningShown,
    SkippedRow,
    StatementsShown,
    TemplatesShown,
    VersionShown,
    VersionsShown,
    WorklistRow,
)
from engine.panel import Draft, Evidence, Panel
from engine.progress import CancelToken, OnProgress
from engine.study import Opened, Study

if TYPE_CHECKING:  # at run time the database layer is loaded behind the window
    from app.review.history import Entry
    from app.store.events import Event
    from app.store.rows import StoredReview, StudyRow

Result = TypeVar("Result")
Tell = Callable[[object], None]
"""Hands a value of a running call to the thread that asked for it: progress, or a part that is done."""

Work = Callable[[CancelToken, Tell], Result]


def ignore(_: object) -> None:
    """A callback for what nobody asked about."""


def ignore_cancelled() -> None:
    """A callback for a call that nobody waits for."""


class Task(Protocol):
    """Work that was handed to a lane."""

    def cancel(self) -> None:
        """Ask it to stop; exactly one of its callbacks follows."""


class Lane(Protocol):
    """One worker that takes calls in order."""

    def run(
        self,
        work: Work[Result],
        *,
        done: Callable[[Result], None],
        failed: Callable[[BaseException], None],
        cancelled: Callable[[], None] = ignore_cancelled,
        told: Tell = ignore,
    ) -> Task:
        """Run `work` aside; exactly one of `done`, `failed` and `cancelled` is called, never inside `run`."""


class Engine(Protocol):
    """A model that is open and ready to read."""

    @property
    def description(self) -> str:
        """Bundle, device and runtime in a few words."""

    def read(
        self,
        study: Study,
        *,
        cancel: CancelToken,
        on_progress: OnProgress,
        on_draft: Callable[[Draft], None],
    ) -> Panel:
        """All drafts of a study, with votes and evidence; blocks. Raises ConsiliumError and Cancelled."""


class Store(Protocol):
    """Where studies, panels and reviews are kept; every call blocks and is one transaction."""

    @property
    def place(self) -> str:
        """The file or server, as shown to the reader."""

    @property
    def quizzes(self) -> QuizStore:
        """Question sets, sittings and what models answered."""

    def remember_study(self, study: Study, paths: Sequence[Path]) -> None:
        """Put a study on the worklist."""

    def studies(self) -> list[StudyRow]:
        """The worklist as kept, last opened first."""

    def keep_panel(self, study_uid: str, panel_json: str, bundle: str = "", bundle_sha256: str = "") -> None:
        """Keep a panel as it is."""

    def latest_panel(self, study_uid: str) -> str | None:
        """The JSON of the panel that was kept last, None if there is none."""

    def open_review(self, study_uid: str) -> StoredReview:
        """The study's review with its history."""

    def log(self, study_uid: str) -> tuple[Entry, ...]:
        """Every entry of the study's review, oldest first."""

    def append(self, review_id: int, entries: Sequence[Entry], expected_version: int) -> StoredReview:
        """Keep entries and the review that they make."""

    def note(self, event: Event, study_uid: str, detail: Mapping[str, str | int]) -> None:
        """Add a line to the audit; no patient's name in `detail`."""

    def origin_of(self, study_uid: str) -> str:
        """The archive that a study was last retrieved from, by its name; "" if from none."""

    def close(self) -> None:
        """Let go of the database."""


class Files(Protocol):
    """Studies and panels on disk."""

    def open(self, paths: Sequence[Path], *, cancel: CancelToken, on_progress: OnProgress) -> Opened:
        """Whatever lies under the paths: studies, and what was skipped and why."""

    def panel(self, path: Path) -> Panel:
        """A panel that was made elsewhere; PanelMalformed if it does not follow the format."""

    def panel_to_json(self, panel: Panel, study: Study) -> str:
        """The panel as it is kept."""

    def panel_from_json(self, text: str) -> Panel:
        """The panel as it was kept."""


OpenEngine = Callable[[CancelToken, OnProgress], Engine]
OpenStore = Callable[[], Store]
Now = Callable[[], datetime]


class Alarm(Protocol):
    """Calls back once, later, on the GUI thread."""

    def after(self, seconds: float, call: Callable[[], None]) -> Task:
        """Call `call` in so many seconds unless the task is cancelled before."""


class Films(MeasuredFilms, Protocol):
    """The viewer, so far as the rest of the desk gives orders to it."""

    def show_study(self, study: Study | None) -> None:
        """Show a study's films, or none."""

    def show_map(self, evidence: Evidence, expert: int) -> None:
        """Lay one expert's attention over the films."""

    def show_words_map(self, evidence: Evidence, expert: int, first_word: int, last_word: int) -> None:
        """Lay the attention behind words `first_word:last_word` of an expert's draft over the films."""

    def show_no_map(self) -> None:
        """Take the overlay away."""


class WorklistView(Protocol):
    """The list of studies."""

    def show_rows(self, rows: Sequence[WorklistRow], chosen: str, empty: str) -> None:
        """Show these studies, `chosen` marked; where there are none, say `empty`."""

    def show_skipped(self, skipped: Sequence[SkippedRow]) -> None:
        """Say which files were not opened."""


class PanelView(Protocol):
    """The column of drafts."""

    def show_panel(self, shown: PanelShown) -> None:
        """Show this, whatever was there before."""

    def show_current(self, expert: int, sentence: int) -> None:
        """Mark the draft and sentence that keys act on; -1 for none."""

    def bring_into_view(self, expert: int, sentence: int) -> None:
        """Scroll to a draft, or to one of its sentences; only keys do, never the pointer."""


class CompareView(Protocol):
    """Two drafts side by side."""

    def show_comparison(self, shown: CompareShown) -> None:
        """Show this comparison."""


class StatementsView(Protocol):
    """All drafts, statement by statement."""

    def show_statements(self, shown: StatementsShown) -> None:
        """Show this table; one that differs in marks alone keeps its place."""

    def show_current(self, row: int, wording: int, expert: int, follow: bool) -> None:
        """Mark the wording and expert that keys act on, -1 for none; scroll there only to `follow` keys."""


class ReportView(Protocol):
    """The editor."""

    def show_report(self, shown: ReportShown) -> None:
        """Show this text; the cursor stays where it was as far as it can."""


class TemplatesView(Protocol):
    """The editor, so far as templates, macros and fields go."""

    def show_templates(self, shown: TemplatesShown) -> None:
        """Offer these."""

    def ask_macro(self) -> None:
        """Let the reader choose a macro."""

    def go_on(self, at: int, otherwise: int) -> None:
        """Go to the first empty field from character `at` on; the cursor goes to `otherwise` if none is."""

    def refuse_value(self, why: str) -> None:
        """Say why the open field does not take the value."""


class SigningView(Protocol):
    """The sheets that ask before a report is signed, and before something is added to a signed one."""

    def ask_signature(self, asked: SigningShown) -> None:
        """Let the reader look at the concerns, then sign or not."""

    def ask_addendum(self, asked: AddendumAsked) -> None:
        """Let the reader write an addendum or not."""


class VersionsView(Protocol):
    """The sheet of a report's versions."""

    def show_versions(self, shown: VersionsShown) -> None:
        """Open it with these versions."""

    def show_version(self, shown: VersionShown) -> None:
        """Show one of them."""


class ChoiceView(Protocol):
    """The sheet that shows both texts of a report after two windows wrote it."""

    def ask_choice(self, shown: ChoiceShown) -> None:
        """Let the reader keep one of them, or neither yet."""


class DeskView(Protocol):
    """The window around everything."""

    def show_engine(self, shown: EngineShown) -> None:
        """Say what the engine does."""

    def show_progress(self, shown: ProgressShown | None) -> None:
        """Show work under way, or that there is none."""

    def show_notice(self, notice: Notice | None) -> None:
        """Say what happened, in a bar that the reader can close."""

    def show_lasting_notice(self, notice: Notice) -> None:
        """Say it beside what was said so before, until the reader closes it; choosing a study does not."""

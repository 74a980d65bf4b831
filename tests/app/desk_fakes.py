"""Stand-ins for what the desk works with: lanes without threads, a clock to set, an engine of one answer."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from app.asking import QuizStore
from app.measures import FilmSeen, FrameKey, MeasureShown, MeasuringShown
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
from app.ports import Result, Store, Task, Tell, Work, ignore, ignore_cancelled
from app.review.history import Entry
from app.store.events import Event
from app.store.rows import StoredReview, StudyRow
from app.store.store import Store as RealStore
from app.viewing import Tool
from engine.panel import Draft, Evidence, FloatArray, MapFrame, Origin, Panel, Word, read_only
from engine.progress import Cancelled, CancelToken, OnProgress, Progress
from engine.study import Opened, Patient, PersonName, Radiograph, Skipped, Study
from engine.text.annotate import annotated

TEXTS = (
    "The heart is mildly enlarged. There is a small left pleural effusion. No pneumothorax.",
    "The heart is enlarged. There is a small left pleural effusion. No focal consolidation. No pneumothorax.",
    "The heart size is normal. There is a nodule in the right upper lobe. No pleural effusion.",
    "The heart is mildly enlarged. Small left pleural effusion. The lungs are otherwise clear.",
    "The heart is mildly enlarged. There is a small left pleural effusion. No pneumothorax.",
    "Low lung volumes with mild bibasilar atelectasis, possibly obscuring a small left pleural effusion. "
    "The cardiac silhouette is at the upper limit of normal. No pneumothorax.",
)
VOTES = (4.21, 3.87, 1.02, 3.15, 4.21, 0.64)
GRID = 7


def study_of(
    uid: str = "1.2.3", name: str = "Doe^Jane", films: tuple[Radiograph, ...] | None = None
) -> Study:
    """A study of one frontal and one lateral film; there are no files behind it."""
    return Study(
        uid,
        Patient(PersonName(name), patient_id=f"ID-{uid}"),
        study_date="20240312",
        description="Chest PA and lateral",
        radiographs=(film_of(uid, "PA"), film_of(uid, "LL")) if films is None else films,
    )


def film_of(uid: str, view: str) -> Radiograph:
    """A film's header."""
    return Radiograph(
        path=Path(f"/films/{uid}/{view}.dcm"),
        sop_instance_uid=f"{uid}.{view}",
        sop_class_uid="1.2.840.10008.5.1.4.1.1.1.1",
        series_uid=f"{uid}.1",
        study_uid=uid,
        modality="DX",
        rows=40,
        columns=40,
        view_position=view,
    )


def draft_of(expert: int, text: str, vote: float | None = None, rank: int = 1) -> Draft:
    """A draft with words, sentences and findings worked out of its text."""
    words = tuple(Word(found.start(), found.end(), -0.1) for found in re.finditer(r"\w+", text))
    origin = Origin("fake-bundle", "ab" * 32, "PyTorch", "cpu", "float32", "greedy", "2026-01-01T00:00:00Z")
    return Draft(expert, text, words, annotated(text, words), vote, rank, -12.5, origin)


def panel_of(
    study: Study, texts: Sequence[str] = TEXTS, votes: Sequence[float] = VOTES, unfamiliar: str = ""
) -> Panel:
    """A panel on `study`; the highest vote is elected, ties go to the first."""
    order = sorted(range(len(texts)), key=lambda expert: (-votes[expert], expert))
    drafts = tuple(
        draft_of(expert, text, votes[expert], order.index(expert) + 1) for expert, text in enumerate(texts)
    )
    voting = "mean CIDEr-D to the other drafts; document frequencies: 5,000 training reports"
    return Panel(study.study_uid, drafts, order[0], evidence_of(study, drafts), voting, unfamiliar)


def evidence_of(study: Study, drafts: Sequence[Draft]) -> Evidence:
    """One smooth hill a map, somewhere else for every expert and word."""
    frames = tuple(
        MapFrame(film.sop_instance_uid, 0.0, 0.0, float(film.rows), float(film.columns))
        for film in study.radiographs
    )
    films = len(frames)
    return Evidence(
        frames,
        read_only(np.stack([hill(films, draft.expert, 0) for draft in drafts])),
        tuple(
            read_only(np.stack([hill(films, draft.expert, word + 1) for word in range(len(draft.words))]))
            for draft in drafts
        ),
    )


def hill(films: int, expert: int, word: int) -> FloatArray:
    """(F, h, w) attention that sums to 1, its top at a place that expert and word decide."""
    rows, columns = np.mgrid[0:GRID, 0:GRID]
    top, left = (2 * expert + word) % GRID, (3 * expert + 2 * word) % GRID
    one = np.exp(-((rows - top) ** 2 + (columns - left) ** 2) / 3.0)
    maps = np.stack([one] * films)
    return np.asarray(maps / maps.sum(), np.float32)


@dataclass
class Call:
    """Work that was handed to a `StepLane`."""

    lane: StepLane
    work: Work[Any]
    done: Callable[[Any], None]
    failed: Callable[[BaseException], None]
    on_cancelled: Callable[[], None]
    told: Tell
    token: CancelToken = field(default_factory=CancelToken)

    def cancel(self) -> None:
        """As `app.ports.Task`."""
        self.token.cancel()


class StepLane:
    """An `app.ports.Lane` that works when the test says so, on the test's own thread."""

    def __init__(self) -> None:
        self.waiting: list[Call] = []

    def run(
        self,
        work: Work[Result],
        *,
        done: Callable[[Result], None],
        failed: Callable[[BaseException], None],
        cancelled: Callable[[], None] = ignore_cancelled,
        told: Tell = ignore,
    ) -> Task:
        """As `app.ports.Lane`."""
        call = Call(self, work, done, failed, cancelled, told)
        self.waiting.append(call)
        return call

    def work_once(self) -> None:
        """Do the call that waits longest, if any."""
        if not self.waiting:
            return
        call = self.waiting.pop(0)
        try:
            call.token.raise_if_cancelled()
            result = call.work(call.token, call.told)
            call.token.raise_if_cancelled()
        except Cancelled:
            call.on_cancelled()
        except Exception as error:
            call.failed(error)
        else:
            call.done(result)

    def work_all(self) -> None:
        """Work until nothing waits."""
        while self.waiting:
            self.work_once()


@dataclass
class Ring:
    """A call that waits for its time."""

    at: datetime
    call: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        """As `app.ports.Task`."""
        self.cancelled = True


class Clock:
    """A clock and an alarm (`app.ports.Alarm`) that move when the test says so."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 12, 14, 2, tzinfo=UTC)
        self._rings: list[Ring] = []

    def now(self) -> datetime:
        """The time that was set."""
        return self.time

    def after(self, seconds: float, call: Callable[[], None]) -> Task:
        """As `app.ports.Alarm`."""
        ring = Ring(self.time + timedelta(seconds=seconds), call)
        self._rings.append(ring)
        return ring

    def pass_seconds(self, seconds: float) -> None:
        """Let time go by; whatever is due rings in order."""
        end = self.time + timedelta(seconds=seconds)
        while due := [ring for ring in self._rings if ring.at <= end]:
            ring = min(due, key=lambda each: each.at)
            self._rings.remove(ring)
            self.time = max(self.time, ring.at)
            if not ring.cancelled:
                ring.call()
        self.time = end


class FakeEngine:
    """Reads every study to the same drafts. `gate` holds it after each draft until it is set."""

    description = "fake-bundle · CPU · PyTorch"

    def __init__(self, error: Exception | None = None, unfamiliar: str = "", gated: bool = False) -> None:
        self.error = error
        self.unfamiliar = unfamiliar
        self.studies: list[str] = []
        self.gate = threading.Semaphore(0) if gated else None

    def read(
        self,
        study: Study,
        *,
        cancel: CancelToken,
        on_progress: OnProgress,
        on_draft: Callable[[Draft], None],
    ) -> Panel:
        """As `app.ports.Engine`."""
        self.studies.append(study.study_uid)
        if self.error is not None:
            raise self.error
        panel = panel_of(study, unfamiliar=self.unfamiliar)
        for done, draft in enumerate(panel.drafts):
            on_progress(Progress("Experts write", done, len(panel.drafts)))
            self._wait(cancel)
            cancel.raise_if_cancelled()
            on_draft(replace(draft, vote=None))
        return panel

    def _wait(self, cancel: CancelToken) -> None:
        while self.gate is not None and not self.gate.acquire(timeout=0.01):
            cancel.raise_if_cancelled()


class FakeFiles:
    """Knows what lies under which path (`app.ports.Files`)."""

    def __init__(self, *opened: Opened) -> None:
        self.under: dict[Path, Opened] = {}
        self.panels: dict[Path, Panel] = {}
        self.kept: dict[str, Panel] = {}
        for number, each in enumerate(opened):
            self.under[Path(f"/opened/{number}")] = each

    def open(self, paths: Sequence[Path], *, cancel: CancelToken, on_progress: OnProgress) -> Opened:
        """As `app.ports.Files`; a film's own path opens its study."""
        studies: list[Study] = []
        skipped: list[Skipped] = []
        for path in paths:
            found = self.under.get(path) or self._by_film(path)
            studies += [study for study in found.studies if study not in studies]
            skipped += found.skipped
        return Opened(tuple(studies), tuple(skipped))

    def panel(self, path: Path) -> Panel:
        """As `app.ports.Files`."""
        return self.panels[path]

    def panel_to_json(self, panel: Panel, study: Study) -> str:
        """A key to the panel instead of its JSON."""
        key = f"panel-{len(self.kept)}"
        self.kept[key] = panel
        return key

    def panel_from_json(self, text: str) -> Panel:
        """As `app.ports.Files`."""
        return self.kept[text]

    def _by_film(self, path: Path) -> Opened:
        for opened in self.under.values():
            for study in opened.studies:
                if any(film.path == path for film in study.radiographs):
                    return Opened((study,))
        return Opened()


class BrokenStore:
    """The real store, which fails with `error` while that is set (`app.ports.Store`)."""

    def __init__(self, store: RealStore) -> None:
        self.store = store
        self.error: Exception | None = None

    @property
    def place(self) -> str:
        return self.store.place

    @property
    def quizzes(self) -> QuizStore:
        return self._working().quizzes

    def remember_study(self, study: Study, paths: Sequence[Path]) -> None:
        self._working().remember_study(study, paths)

    def studies(self) -> list[StudyRow]:
        return self._working().studies()

    def keep_panel(self, study_uid: str, panel_json: str, bundle: str = "", bundle_sha256: str = "") -> None:
        self._working().keep_panel(study_uid, panel_json, bundle, bundle_sha256)

    def latest_panel(self, study_uid: str) -> str | None:
        return self._working().latest_panel(study_uid)

    def open_review(self, study_uid: str) -> StoredReview:
        return self._working().open_review(study_uid)

    def log(self, study_uid: str) -> tuple[Entry, ...]:
        return self._working().log(study_uid)

    def note(self, event: Event, study_uid: str, detail: Mapping[str, str | int]) -> None:
        self._working().note(event, study_uid, detail)

    def append(self, review_id: int, entries: Sequence[Entry], expected_version: int) -> StoredReview:
        return self._working().append(review_id, entries, expected_version)

    def origin_of(self, study_uid: str) -> str:
        return self._working().origin_of(study_uid)

    def close(self) -> None:
        self.store.close()

    def _working(self) -> Store:
        if self.error is not None:
            raise self.error
        return self.store


class ShownWorklist:
    """What the worklist shows now (`app.ports.WorklistView`)."""

    def __init__(self) -> None:
        self.rows: list[WorklistRow] = []
        self.chosen = ""
        self.empty = ""
        self.skipped: list[SkippedRow] = []

    def show_rows(self, rows: Sequence[WorklistRow], chosen: str, empty: str) -> None:
        self.rows, self.chosen, self.empty = list(rows), chosen, empty

    def show_skipped(self, skipped: Sequence[SkippedRow]) -> None:
        self.skipped = list(skipped)


class ShownPanel:
    """What the panel shows now (`app.ports.PanelView`)."""

    def __init__(self) -> None:
        self.shown: PanelShown | None = None
        self.current = (-1, -1)
        self.in_view: list[tuple[int, int]] = []

    def show_panel(self, shown: PanelShown) -> None:
        self.shown = shown

    def show_current(self, expert: int, sentence: int) -> None:
        self.current = (expert, sentence)

    def bring_into_view(self, expert: int, sentence: int) -> None:
        self.in_view.append((expert, sentence))


class ShownComparison:
    """What the comparison shows now (`app.ports.CompareView`)."""

    def __init__(self) -> None:
        self.shown: CompareShown | None = None

    def show_comparison(self, shown: CompareShown) -> None:
        self.shown = shown


class ShownTable:
    """What the table of statements shows now (`app.ports.StatementsView`)."""

    def __init__(self) -> None:
        self.shown = StatementsShown()
        self.current = (-1, -1, -1)
        self.followed = False

    def show_statements(self, shown: StatementsShown) -> None:
        self.shown = shown

    def show_current(self, row: int, wording: int, expert: int, follow: bool) -> None:
        self.current, self.followed = (row, wording, expert), follow


class ShownSheets:
    """What is asked before signing, and before an addendum (`app.ports.SigningView`)."""

    def __init__(self) -> None:
        self.signature: SigningShown | None = None
        self.addendum: AddendumAsked | None = None

    def ask_signature(self, asked: SigningShown) -> None:
        self.signature = asked

    def ask_addendum(self, asked: AddendumAsked) -> None:
        self.addendum = asked


class ShownVersions:
    """What the sheet of versions shows (`app.ports.VersionsView`)."""

    def __init__(self) -> None:
        self.all: VersionsShown | None = None
        self.one: VersionShown | None = None

    def show_versions(self, shown: VersionsShown) -> None:
        self.all = shown

    def show_version(self, shown: VersionShown) -> None:
        self.one = shown


class ShownChoice:
    """What the sheet of two texts shows (`app.ports.ChoiceView`)."""

    def __init__(self) -> None:
        self.shown: ChoiceShown | None = None

    def ask_choice(self, shown: ChoiceShown) -> None:
        self.shown = shown


class ShownReport:
    """What the editor shows now (`app.ports.ReportView`)."""

    def __init__(self) -> None:
        self.shown = ReportShown()

    def show_report(self, shown: ReportShown) -> None:
        self.shown = shown


class ShownTemplates:
    """What is offered, and where the editor was told to go (`app.ports.TemplatesView`)."""

    def __init__(self) -> None:
        self.shown = TemplatesShown()
        self.macro_asked = False
        self.went: tuple[int, int] | None = None
        self.refused = ""

    def show_templates(self, shown: TemplatesShown) -> None:
        self.shown = shown

    def ask_macro(self) -> None:
        self.macro_asked = True

    def go_on(self, at: int, otherwise: int) -> None:
        self.went = (at, otherwise)

    def refuse_value(self, why: str) -> None:
        self.refused = why


class ShownDesk:
    """What the window around everything shows now (`app.ports.DeskView`)."""

    def __init__(self) -> None:
        self.engine: EngineShown | None = None
        self.progress: ProgressShown | None = None
        self.notice: Notice | None = None
        self.lasting: list[Notice] = []

    def show_engine(self, shown: EngineShown) -> None:
        self.engine = shown

    def show_progress(self, shown: ProgressShown | None) -> None:
        self.progress = shown

    def show_notice(self, notice: Notice | None) -> None:
        self.notice = notice

    def show_lasting_notice(self, notice: Notice) -> None:
        self.lasting.append(notice)


class ShownMeasuring:
    """What can be measured now, and how often a length was asked for (`app.measures.MeasuringView`)."""

    def __init__(self) -> None:
        self.shown = MeasuringShown()
        self.asked = 0

    def show_measuring(self, shown: MeasuringShown) -> None:
        self.shown = shown

    def ask_length(self) -> None:
        self.asked += 1


class ShownFilms:
    """Which study and which map the viewer shows now (`app.ports.Films`). A map is (expert, first, last)."""

    def __init__(self) -> None:
        self.study: Study | None = None
        self.map: tuple[int, int, int] | None = None
        self.tool = Tool.WINDOW
        self.on: dict[int, FilmSeen] = {}
        self.drawn: dict[FrameKey, tuple[MeasureShown, ...]] = {}

    def film_at(self, place: int) -> FilmSeen | None:
        return self.on.get(place)

    def radiograph(self, sop_instance_uid: str) -> Radiograph | None:
        films = (seen.film.radiograph for seen in self.on.values())
        return next((film for film in films if film.sop_instance_uid == sop_instance_uid), None)

    def show_measures(self, drawn: Mapping[FrameKey, Sequence[MeasureShown]]) -> None:
        self.drawn = {uid: tuple(each) for uid, each in drawn.items()}

    def show_study(self, study: Study | None) -> None:
        self.study = study

    def show_map(self, evidence: Evidence, expert: int) -> None:
        self.map = (expert, -1, -1)

    def show_words_map(self, evidence: Evidence, expert: int, first_word: int, last_word: int) -> None:
        self.map = (expert, first_word, last_word)

    def show_no_map(self) -> None:
        self.map = None

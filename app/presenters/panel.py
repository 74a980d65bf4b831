"""The panel of drafts: reads the chosen study, shows who wrote what, and says which map lies on the films."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from app.language import tr, tr_count, tr_engine, tr_mark, tr_marked
from app.messages import Notice, PanelShown, PanelState, ProgressShown, notice_of
from app.ports import Engine, Films, Lane, PanelView, Task, Tell
from app.presenters.cards import (
    UNJUDGED,
    Judged,
    cards,
    dispute,
    finding_rows,
    origin_line,
    remarks,
    summary,
)
from engine.panel import Draft, Panel, Sentence
from engine.progress import CancelToken, Progress
from engine.study import Study

NO_MODEL = tr_mark(
    "No model here. You can still write and keep reviews; a panel made elsewhere can be opened."
)
NO_MODEL_TODO = tr_mark("Put a bundle into resources/bundles, or start with --bundle.")


class PanelEvents(Protocol):
    """What the rest of the desk hears from the panel."""

    def panel_shown(self, panel: Panel | None) -> None:
        """This panel is on the screen now."""

    def panel_read(self, panel: Panel) -> None:
        """The engine has read a study."""

    def reading_failed(self, study_uid: str, notice: Notice) -> None:
        """The engine could not read a study."""

    def reading_progressed(self, shown: ProgressShown | None) -> None:
        """How far the reading is; None when nothing is being read."""

    def draft_taken(self, draft: Draft) -> None:
        """The reader wants the whole draft in the report."""

    def sentence_taken(self, draft: Draft, sentence: Sentence) -> None:
        """The reader wants this sentence in the report."""

    def sentence_rejected(self, draft: Draft, sentence: Sentence) -> None:
        """The reader does not want this sentence, or takes that back."""


@dataclass(frozen=True, slots=True)
class StudyPanel:
    """What the panel has for one study: finished drafts while it is being read, then the panel."""

    state: PanelState = PanelState.WAITING
    drafts: tuple[Draft, ...] = ()
    panel: Panel | None = None
    notice: Notice | None = None
    looked_up: bool = False
    kept: bool = False  # the store has this panel

    @property
    def shown_drafts(self) -> tuple[Draft, ...]:
        """In the order of the screen: by vote, or as they are finished."""
        return self.panel.by_vote if self.panel else self.drafts


NOTHING = StudyPanel(PanelState.NO_STUDY)
MOST_KEPT = 8
"""So many panels that the store has stay at hand: going back to a study just seen waits for nothing."""


class PanelPresenter:
    """One study's panel at a time; a reading that nobody watches is cancelled.

    Panels shown before stay: the last few, and all that the store does not have. Others come from the store.
    """

    def __init__(self, view: PanelView, films: Films, lane: Lane, events: PanelEvents) -> None:
        self._view = view
        self._films = films
        self._lane = lane
        self._events = events
        self._engine: Engine | None = None
        self._without_engine = PanelState.ENGINE_LOADING
        self._engine_notice: Notice | None = None
        self._panels: dict[str, StudyPanel] = {}
        self._study: Study | None = None
        self._task: Task | None = None
        self._reading = ""
        self._turn = 0
        self._wish = CancelToken()
        self._current = -1
        self._sentence = -1
        self._mapped = -1
        self._judged = UNJUDGED

    @property
    def settled(self) -> bool:
        """Whether the panel will stay as it is until somebody does something."""
        state = self._with_engine_state(_shown_panel(self._shown, UNJUDGED)).state
        return state not in {PanelState.WAITING, PanelState.READING, PanelState.ENGINE_LOADING}

    @property
    def why_no_panel(self) -> str:
        """What the panel says instead of drafts."""
        shown = self._with_engine_state(_shown_panel(self._shown, UNJUDGED))
        return str(shown.notice) if shown.notice else f"No drafts: {shown.state.value}."

    @property
    def panel(self) -> Panel | None:
        """The panel on the screen, None while there is none."""
        return self._shown.panel

    def engine_ready(self, engine: Engine) -> None:
        """The engine can read from now on."""
        self._engine = engine
        self._read_if_wanted()
        self._show()

    def engine_leaves(self) -> None:
        """Another engine is being opened: nothing is read until it is there."""
        self._stop_reading()
        self._engine, self._engine_notice = None, None
        self._without_engine = PanelState.ENGINE_LOADING
        self._show()

    def engine_missing(self, notice: Notice) -> None:
        """There is no model on this machine; reviews go on."""
        self._without_engine, self._engine_notice = PanelState.NO_MODEL, notice
        self._show()

    def engine_failed(self, notice: Notice) -> None:
        """There is a model, but it cannot be opened; reviews go on."""
        self._without_engine, self._engine_notice = PanelState.FAILED, notice
        self._show()

    def show_study(self, study: Study | None) -> None:
        """Turn to another study; what is being read for the one before stops."""
        self._stop_reading()
        self._study = study
        self._current = self._sentence = self._mapped = -1
        if study is not None:
            self._panels[study.study_uid] = self._panels.pop(
                study.study_uid, StudyPanel()
            )  # the last one now
            self._forget_oldest()
        self._films.show_no_map()
        self._choose_elected()
        self._show()
        self._events.panel_shown(self.panel)
        self._read_if_wanted()

    def kept_panel_found(self, study_uid: str, panel: Panel | None) -> None:
        """The store was asked for an earlier panel of this study."""
        here = self._panels.get(study_uid, StudyPanel())
        self._panels[study_uid] = replace(here, looked_up=True)
        if panel is not None and here.panel is None:
            self.show_panel(panel)
            self.panel_kept(panel)
        elif self._uid == study_uid:
            self._read_if_wanted()
            self._show()

    def panel_kept(self, panel: Panel) -> None:
        """The store has this panel: it need not stay here once other studies are shown."""
        here = self._panels.get(panel.study_uid)
        if here is not None and here.panel is panel:
            self._panels[panel.study_uid] = replace(here, kept=True)

    def show_panel(self, panel: Panel) -> None:
        """A panel is there: read now, kept before, or made elsewhere."""
        if self._reading == panel.study_uid:
            self._stop_reading()
        self._panels[panel.study_uid] = StudyPanel(PanelState.READY, panel.drafts, panel, looked_up=True)
        if self._uid == panel.study_uid:
            self._choose_elected()
            if self._mapped not in self._order():
                self._mapped = -1
            self._show()
            self.left()  # an expert that was chosen while it was writing has its map now
            self._events.panel_shown(panel)

    def show_judged(self, judged: Judged) -> None:
        """This is what became of the drafts' sentences."""
        if judged != self._judged:
            self._judged = judged
            self._show()

    def read(self) -> None:
        """Read the study on the screen, again if need be."""
        if self._engine is not None and self._study is not None:
            self._stop_reading()
            self._start_reading(self._engine, self._study)

    def cancel(self) -> None:
        """Stop reading, on the reader's wish; what one of several models has finished is shown."""
        self._wish.cancel()

    def choose(self, expert: int) -> None:
        """Make this draft current and lay its expert's map over the films; once more takes the map away."""
        if expert not in self._order():
            return
        again = expert == self._current == self._mapped
        self._current, self._sentence = expert, -1
        self._mapped = -1 if again else expert
        self._view.show_current(self._current, self._sentence)
        self._view.bring_into_view(expert, -1)
        self.left()

    def next_draft(self) -> None:
        """The draft below."""
        self._step(+1)

    def previous_draft(self) -> None:
        """The draft above."""
        self._step(-1)

    def next_sentence(self) -> None:
        """The sentence below, in the current draft."""
        self._step_sentence(+1)

    def previous_sentence(self) -> None:
        """The sentence above, in the current draft."""
        self._step_sentence(-1)

    def sentence_entered(self, expert: int, index: int) -> None:
        """The pointer is on a sentence: show where the expert looked while writing it."""
        self._current, self._sentence = expert, index
        self._view.show_current(expert, index)
        sentence = self._sentences(expert)[index]
        self._show_words(expert, sentence.first_word, sentence.last_word)

    def word_entered(self, expert: int, index: int, word: int) -> None:
        """The pointer is on a word: show where the expert looked while writing it."""
        if (expert, index) != (self._current, self._sentence):
            self._current, self._sentence = expert, index
            self._view.show_current(expert, index)
        self._show_words(expert, word, word + 1)

    def left(self) -> None:
        """The pointer has left the text: the chosen expert's own map comes back, or none."""
        panel = self.panel
        if panel is not None and self._mapped >= 0:
            self._films.show_map(panel.evidence, self._mapped)
        else:
            self._films.show_no_map()

    def take(self) -> None:
        """Take the current draft into the report."""
        self.take_draft(self._current)

    def take_draft(self, expert: int) -> None:
        """Take this draft into the report."""
        for draft in self._shown.drafts:
            if draft.expert == expert:
                self._events.draft_taken(draft)

    def take_current_sentence(self) -> None:
        """Take the current sentence into the report."""
        if self._sentence >= 0:
            self.take_sentence(self._current, self._sentence)

    def take_sentence(self, expert: int, index: int) -> None:
        """Take this sentence into the report."""
        for draft in self._shown.drafts:
            if draft.expert == expert:
                self._events.sentence_taken(draft, draft.all_sentences[index])

    def reject_current_sentence(self) -> None:
        """Reject the current sentence; once more takes that back."""
        if self._sentence >= 0:
            self.reject_sentence(self._current, self._sentence)

    def reject_sentence(self, expert: int, index: int) -> None:
        """Reject this sentence; once more takes that back."""
        for draft in self._shown.drafts:
            if draft.expert == expert:
                self._events.sentence_rejected(draft, draft.all_sentences[index])

    @property
    def _uid(self) -> str:
        return self._study.study_uid if self._study else ""

    @property
    def _shown(self) -> StudyPanel:
        return self._panels.get(self._uid, NOTHING)

    def _forget_oldest(self) -> None:
        """Let go of kept panels but the last: a panel's maps take megabytes, and a day has many studies."""
        kept = [uid for uid, here in self._panels.items() if here.kept]
        for uid in kept[:-MOST_KEPT]:
            del self._panels[uid]

    def _order(self) -> list[int]:
        return [draft.expert for draft in self._shown.shown_drafts]

    def _sentences(self, expert: int) -> tuple[Sentence, ...]:
        return next((draft.all_sentences for draft in self._shown.drafts if draft.expert == expert), ())

    def _choose_elected(self) -> None:
        panel = self.panel
        if panel is not None:
            self._current, self._sentence = panel.drafts[panel.elected].expert, -1

    def _step(self, by: int) -> None:
        order = self._order()
        if not order:
            return
        here = order.index(self._current) if self._current in order else -1
        self._current, self._sentence = order[min(max(here + by, 0), len(order) - 1)], -1
        self._mapped = self._current if self._mapped >= 0 else -1
        self._view.show_current(self._current, self._sentence)
        self._view.bring_into_view(self._current, -1)
        self.left()

    def _step_sentence(self, by: int) -> None:
        count = len(self._sentences(self._current))
        if count:
            index = min(max(self._sentence + by, 0), count - 1)
            self.sentence_entered(self._current, index)
            self._view.bring_into_view(self._current, index)

    def _show_words(self, expert: int, first_word: int, last_word: int) -> None:
        panel = self.panel
        if panel is not None and last_word > first_word:
            self._films.show_words_map(panel.evidence, expert, first_word, last_word)

    def _read_if_wanted(self) -> None:
        here = self._shown
        wanted = here.looked_up and here.state is PanelState.WAITING
        if wanted and self._engine is not None and self._study is not None:
            self._start_reading(self._engine, self._study)

    def _start_reading(self, engine: Engine, study: Study) -> None:
        uid = study.study_uid
        self._panels[uid] = StudyPanel(PanelState.READING, looked_up=True)
        self._reading = uid
        self._turn = turn = self._turn + 1
        self._wish = wish = CancelToken()
        self._current = self._sentence = self._mapped = -1
        self._films.show_no_map()
        self._show()
        self._events.panel_shown(None)
        self._events.reading_progressed(ProgressShown(tr("Reading")))

        def work(cancel: CancelToken, tell: Tell) -> Panel:
            return engine.read(study, cancel=CancelToken(cancel, wish), on_progress=tell, on_draft=tell)

        self._task = self._lane.run(
            work,
            done=lambda panel: self._read_done(turn, panel),
            failed=lambda error: self._read_failed(turn, uid, error),
            cancelled=lambda: self._read_cancelled(turn, uid),
            told=lambda value: self._told(turn, uid, value),
        )

    def _awaited(self, turn: int) -> bool:
        """Whether this reading is still waited for: its study may be under way again, with another engine."""
        return bool(self._reading) and turn == self._turn

    def _read_done(self, turn: int, panel: Panel) -> None:
        if self._awaited(turn):
            self._settle()
            self.show_panel(panel)
            self._events.panel_read(panel)

    def _read_failed(self, turn: int, uid: str, error: BaseException) -> None:
        if self._awaited(turn):
            self._settle()
            notice = notice_of(error)
            self._panels[uid] = replace(self._panels[uid], state=PanelState.FAILED, notice=notice)
            self._show()
            self._events.reading_failed(uid, notice)

    def _read_cancelled(self, turn: int, uid: str) -> None:
        if self._awaited(turn):
            self._settle()
            self._panels[uid] = replace(self._panels[uid], state=PanelState.CANCELLED)
            self._show()

    def _told(self, turn: int, uid: str, value: object) -> None:
        if not self._awaited(turn):
            return
        if isinstance(value, Draft):
            here = self._panels[uid]
            # a model that failed may have told drafts under letters that the next one has now
            others = (draft for draft in here.drafts if draft.expert != value.expert)
            self._panels[uid] = replace(here, drafts=(*others, value))
            self._show()
        elif isinstance(value, Progress):
            self._events.reading_progressed(progress_words(value))

    def _stop_reading(self) -> None:
        """Nobody waits for this reading any more: it starts anew when its study is shown again."""
        if self._task is not None:
            self._task.cancel()
            self._panels[self._reading] = StudyPanel(looked_up=True)
            self._settle()

    def _settle(self) -> None:
        self._task, self._reading = None, ""
        self._events.reading_progressed(None)

    def _show(self) -> None:
        here = self._shown
        self._view.show_panel(self._with_engine_state(_shown_panel(here, self._judged)))
        self._view.show_current(self._current, self._sentence)

    def _with_engine_state(self, shown: PanelShown) -> PanelShown:
        """What the panel says while there is nothing to show because of the engine."""
        if self._engine is not None:
            return replace(shown, can_read=shown.state is not PanelState.NO_STUDY)
        if shown.state is PanelState.WAITING:
            return replace(shown, state=self._without_engine, notice=self._engine_notice)
        return shown


def no_model() -> Notice:
    """What is said where there is no bundle."""
    return Notice(tr_marked(NO_MODEL), todo=tr_marked(NO_MODEL_TODO))


def progress_words(progress: Progress) -> ProgressShown:
    """The engine's progress as a line: "reading 2 of 6"."""
    stage = tr_engine(progress.stage)
    if progress.total > 1:
        stage = tr("{stage} {done} of {total}", stage=stage, done=progress.done, total=progress.total)
    return ProgressShown(stage, progress.done, progress.total)


def _shown_panel(here: StudyPanel, judged: Judged) -> PanelShown:
    panel = here.panel
    drafts = here.shown_drafts
    if panel is None:
        written = (
            tr_count("%n written, not voted yet", "%n written, not voted yet", len(drafts)) if drafts else ""
        )
        return PanelShown(here.state, written, cards(drafts, None, judged), notice=here.notice)
    return PanelShown(
        state=here.state,
        summary=summary(panel),
        cards=cards(drafts, panel, judged),
        findings=finding_rows(panel.drafts),
        experts=tuple(draft.expert for draft in panel.drafts),
        unfamiliar=tr_engine(panel.unfamiliar),
        remarks=remarks(panel),
        dispute=dispute(panel),
        source=_source(panel),
    )


def _source(panel: Panel) -> str:
    """Where the panel comes from: one line if all drafts share it."""
    lines = [{origin_line(draft.origin) for draft in drafts} for drafts in panel.by_reader]
    if any(len(each) > 1 for each in lines):
        return tr("drafts of several origins")
    return " + ".join(line for each in lines for line in each)

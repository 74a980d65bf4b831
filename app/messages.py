"""What presenters tell views: frozen values that are ready to be drawn, in the reader's words."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from app.language import tr, tr_engine, tr_mark
from engine.errors import ConsiliumError
from engine.progress import Progress

RESEARCH_USE = tr_mark("Research use. Not a medical device.")


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened, where, and what the reader can do now: a failure or an oddity, unless all is `done`."""

    what: str
    where: str = ""
    todo: str = ""
    done: bool = False

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" {self.todo}" if self.todo else ""
        return f"{place}{self.what}{advice}"


def notice_of(error: BaseException) -> Notice:
    """The words for an error: its own if it is ours, else its kind, and that it is our mistake."""
    if isinstance(error, ConsiliumError):
        return Notice(tr_engine(error.what), error.where, tr_engine(error.todo))
    if isinstance(error, OSError) and error.strerror:
        todo = tr("Look at the disk and the folder's rights.")
        return Notice(error.strerror, str(error.filename or ""), todo)
    text = str(error) or type(error).__name__
    what = tr("Something in Consilium went wrong ({error}).", error=f"{type(error).__name__}: {text}")
    return Notice(what, "", tr("Try again."))


class StudyState(Enum):
    """How far the review of a study is. The word is shown beside a shape of its own."""

    NEW = tr_mark("new")
    DRAFT = tr_mark("draft")
    PRELIMINARY = tr_mark("preliminary")
    SIGNED = tr_mark("signed")
    ADDENDED = tr_mark("addended")
    MISSING = tr_mark("files missing")
    FAILED = tr_mark("not read")


@dataclass(frozen=True, slots=True)
class WorklistRow:
    """One line of the worklist."""

    study_uid: str
    patient: str
    date: str
    description: str
    state: StudyState = StudyState.NEW
    help: str = ""


@dataclass(frozen=True, slots=True)
class SkippedRow:
    """One file that was not opened and why."""

    name: str
    folder: Path
    reason: str


@dataclass(frozen=True, slots=True)
class WordShown:
    """A word that can be pointed at: characters `start:stop` of its sentence, word `index` of its draft."""

    index: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class SentenceShown:
    """One sentence of a draft as the panel shows it; `taken` once it stands in the report."""

    index: int
    text: str
    words: tuple[WordShown, ...] = ()
    taken: bool = False
    rejected: bool = False


@dataclass(frozen=True, slots=True)
class DraftCard:
    """One expert's draft. `vote` is "" where nothing was voted; `share` is its part of the best vote.

    `model` names who wrote it where several models read the study, "" where one did.
    """

    expert: int
    letter: str
    sentences: tuple[SentenceShown, ...]
    vote: str = ""
    share: float = 0.0
    vote_help: str = ""
    elected: bool = False
    same_as: str = ""
    origin: str = ""
    origin_help: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True)
class DisputeShown:
    """Where two models' elected drafts say different things, and whose drafts those are."""

    text: str
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One line of the findings table: which experts say it, and how many of all."""

    finding: str
    side: str
    polarity: str
    experts: tuple[int, ...]
    count: str


class PanelState(Enum):
    """What the panel is doing; each state has its own face."""

    NO_STUDY = "no study"
    ENGINE_LOADING = "engine loading"
    NO_MODEL = "no model"
    WAITING = "waiting"
    READING = "reading"
    CANCELLED = "cancelled"
    FAILED = "failed"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class PanelShown:
    """All that the panel shows at one moment."""

    state: PanelState
    summary: str = ""
    cards: tuple[DraftCard, ...] = ()
    findings: tuple[FindingRow, ...] = ()
    experts: tuple[int, ...] = ()
    unfamiliar: str = ""
    remarks: tuple[str, ...] = ()
    dispute: DisputeShown | None = None
    notice: Notice | None = None
    source: str = ""
    can_read: bool = False


@dataclass(frozen=True, slots=True)
class ProgressShown:
    """Work under way: what is being done and how far it is; `total` 0 means that nobody knows."""

    text: str
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class RetrainingShown:
    """The sheet of retraining: what is known in lines, work under way, and which buttons can be used."""

    lines: tuple[str, ...] = ()
    progress: Progress | None = None
    busy: bool = False
    start: str = ""
    can_start: bool = False
    can_use: bool = False
    can_restore: bool = False


class EngineState(Enum):
    """What the dot beside the engine's name says."""

    LOADING = tr_mark("loading")
    READY = tr_mark("ready")
    ABSENT = tr_mark("no model")
    FAILED = tr_mark("failed")


@dataclass(frozen=True, slots=True)
class EngineShown:
    """The engine's line in the top bar."""

    state: EngineState
    text: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class MarkShown:
    """Characters `start:stop` of the report that still stand as an expert wrote them."""

    start: int
    stop: int
    expert: int
    letter: str


class SaveState(Enum):
    """Whether the report on the screen is also in the database."""

    NOTHING = tr_mark("nothing to save")
    PENDING = tr_mark("not saved yet")
    SAVED = tr_mark("saved")
    FAILED = tr_mark("not saved")


@dataclass(frozen=True, slots=True)
class AddendumShown:
    """What was added to a signed report; `head` says by whom, when and why."""

    head: str
    text: str


@dataclass(frozen=True, slots=True)
class FieldShown:
    """Characters `start:stop` of the report wait for a value.

    `kind` is text, choice, number or date, or "" where nobody knows what the field takes. `hint` says in a
    sentence what a value looks like.
    """

    start: int
    stop: int
    label: str
    kind: str = ""
    required: bool = True
    choices: tuple[str, ...] = ()
    default: str = ""
    unit: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class TemplateLine:
    """One template in the menu; `offered` if it is the one for this study, `own` if it is the reader's."""

    name: str
    help: str = ""
    offered: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class MacroLine:
    """One macro in the menu."""

    word: str
    text: str


@dataclass(frozen=True, slots=True)
class TemplatesShown:
    """All templates, those for this study first, and all macros."""

    templates: tuple[TemplateLine, ...] = ()
    macros: tuple[MacroLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportShown:
    """The report editor's content and what may be done with it.

    `closed`: signed, it takes no more edits. `signature` says who signed, when, and in what sense.
    """

    open: bool = False
    study_uid: str = ""
    text: str = ""
    marks: tuple[MarkShown, ...] = ()
    state: str = ""
    save: SaveState = SaveState.NOTHING
    save_text: str = ""
    failure: Notice | None = None
    conflict: bool = False
    can_undo: bool = False
    can_redo: bool = False
    undo_text: str = ""
    redo_text: str = ""
    ai_text: str = ""
    closed: bool = False
    preliminary: bool = False
    signature: str = ""
    addenda: tuple[AddendumShown, ...] = ()
    fields: tuple[FieldShown, ...] = ()
    fields_text: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words in a compared line; `changed` where the other draft has something else."""

    text: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One statement in both drafts; an empty side has no such statement.

    `left_index` and `right_index` are sentence numbers in the two drafts, -1 where a side is empty.
    `contradiction` says what its sentences contradict, "" where nothing.
    """

    left: tuple[Piece, ...] = ()
    right: tuple[Piece, ...] = ()
    left_index: int = -1
    right_index: int = -1
    same: bool = False
    contradiction: str = ""


@dataclass(frozen=True, slots=True)
class CompareShown:
    """Two drafts side by side; `choices` are the experts that can be put on either side."""

    choices: tuple[int, ...] = ()
    left: int = -1
    right: int = -1
    left_vote: str = ""
    right_vote: str = ""
    rows: tuple[ComparedRow, ...] = field(default=())
    summary: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True)
class ColumnShown:
    """An expert's column: the draft's vote ("" where nothing was voted), and whether it was elected."""

    expert: int
    vote: str = ""
    elected: bool = False


class StanceShown(Enum):
    """What an expert says of a finding; each has a shape of its own."""

    PRESENT = "present"
    UNCERTAIN = "uncertain"
    ABSENT = "absent"
    SILENT = "not mentioned"


@dataclass(frozen=True, slots=True)
class StanceCell:
    """One expert's stance, and the sentences of the expert's draft that it comes from."""

    expert: int
    stance: StanceShown = StanceShown.SILENT
    sentences: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ConsensusLine:
    """One finding, "pleural effusion, left"; `disputed` where some say present and some absent."""

    finding: str
    cells: tuple[StanceCell, ...]
    count: str
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class SaidAt:
    """A sentence of an expert's draft, by its number."""

    expert: int
    sentence: int


@dataclass(frozen=True, slots=True)
class WordingShown:
    """One way to put a statement, and who puts it so; `taken` once it stands in the report."""

    pieces: tuple[Piece, ...]
    said: tuple[SaidAt, ...]
    taken: bool = False
    rejected: bool = False


@dataclass(frozen=True, slots=True)
class StatementShown:
    """One statement in all its wordings.

    `heading` names the region where it is the first of it. `warning` says which experts disagree and about
    what; `contradiction` where both cannot be true.
    """

    wordings: tuple[WordingShown, ...]
    heading: str = ""
    warning: str = ""
    contradiction: bool = False


@dataclass(frozen=True, slots=True)
class StatementsShown:
    """All drafts by what they say: columns are experts, rows statements. `empty` says why there are none."""

    columns: tuple[ColumnShown, ...] = ()
    consensus: tuple[ConsensusLine, ...] = ()
    statements: tuple[StatementShown, ...] = ()
    summary: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True)
class ConcernShown:
    """One thing to look at before signing; `forbids` where nothing is signed as long as it stands.

    `todo` says how to mend what forbids.
    """

    text: str
    forbids: bool = False
    todo: str = ""


@dataclass(frozen=True, slots=True)
class SigningShown:
    """What is asked before a report is signed; `text` is what will be signed, with so many `measurements`.

    `study` says whose report it is, and of which day.
    """

    text: str
    concerns: tuple[ConcernShown, ...]
    name: str
    roles: tuple[str, ...]
    meanings: tuple[str, ...]
    measurements: int = 0
    study: str = ""

    @property
    def forbidden(self) -> bool:
        """Whether one of the concerns forbids signing."""
        return any(concern.forbids for concern in self.concerns)


@dataclass(frozen=True, slots=True)
class AddendumAsked:
    """What is asked before something is added to a signed report; `study` says whose it is."""

    name: str
    roles: tuple[str, ...]
    reasons: tuple[str, ...]
    study: str = ""


class Altered(Enum):
    """What a version did to a piece of text."""

    KEPT = "kept"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class AlteredPiece:
    """A run of words of a version, or of the one before it."""

    text: str
    altered: Altered = Altered.KEPT


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version in the list: its number, when and by whom it was made, and what was done."""

    number: int
    when: str
    author: str
    what: str


@dataclass(frozen=True, slots=True)
class VersionsShown:
    """All versions of a report, the newest first; `can_restore` until it is signed."""

    lines: tuple[VersionLine, ...]
    can_restore: bool


@dataclass(frozen=True, slots=True)
class VersionShown:
    """One version: its text against the one before. `current` if it is the report as it stands."""

    number: int
    pieces: tuple[AlteredPiece, ...]
    current: bool


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """Two texts of one report as one: "added" is only in this window, "removed" only in the store.

    `stored_by` says who wrote the stored text and when. `signed`: it takes no other text any more.
    """

    pieces: tuple[AlteredPiece, ...]
    mine: str
    stored_by: str
    signed: bool


class ExportKind(Enum):
    """A format: what it is called, and the file's ending ("" for a folder). Names of files name nobody."""

    PDF = ("PDF", ".pdf")
    STRUCTURED_REPORT = (tr_mark("DICOM structured report"), ".dcm")
    FHIR = (tr_mark("FHIR DiagnosticReport"), ".json")
    MARKDOWN = ("Markdown", ".md")
    WITHOUT_PATIENT = (tr_mark("Films and report without the patient"), "")

    def __init__(self, words: str, ending: str) -> None:
        self.words = words
        self.ending = ending


class TableKind(Enum):
    """A table of all reviews: what it is called, and the file's ending."""

    CSV = (tr_mark("table (CSV)"), ".csv")
    JSONL = (tr_mark("JSON lines, with every verdict"), ".jsonl")

    def __init__(self, words: str, ending: str) -> None:
        self.words = words
        self.ending = ending

"""All drafts side by side: what is said, in which words, by whom, and who contradicts whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from app.finding_names import label_name, region_name, side_name
from app.language import decimal, tr, tr_count
from app.messages import (
    ColumnShown,
    ConsensusLine,
    Piece,
    SaidAt,
    StanceCell,
    StanceShown,
    StatementShown,
    StatementsShown,
    WordingShown,
    notice_of,
)
from app.ports import Lane, StatementsView, Task
from app.presenters.cards import UNJUDGED, Judged
from app.presenters.compare import conflict_words, contradictions_counted, why_empty
from engine.panel import Draft, Panel

if TYPE_CHECKING:  # SciPy comes with them; at run time the composition root hands the function in
    from app.review.alignment import AlignedRow, Alignment, Wording
    from app.review.consensus import Consensus, FindingRow

Align = Callable[[Sequence[Draft]], "tuple[Alignment, Consensus]"]


class StatementEvents(Protocol):
    """What the rest of the desk hears from the table."""

    def sentence_reached(self, expert: int, sentence: int) -> None:
        """The keys have come to this sentence of this expert's draft."""


class StatementsPresenter:
    """One panel at a time. Keys walk over wordings, and among those who put it so."""

    def __init__(self, view: StatementsView, lane: Lane, align: Align, events: StatementEvents) -> None:
        """`align` runs on `lane`: the first call loads SciPy, and long drafts take seconds."""
        self._view = view
        self._lane = lane
        self._align = align
        self._events = events
        self._aligning: Task | None = None
        self._panel: Panel | None = None
        self._judged = UNJUDGED
        self._bare = StatementsShown()
        self._visible = self._stale = False
        self._row = self._wording = self._place = -1

    def show_panel(self, panel: Panel | None) -> None:
        """Lay out the drafts of this panel from now on."""
        self._panel, self._stale = panel, True
        self._align_if_seen()

    def set_visible(self, visible: bool) -> None:
        """Align only while somebody looks, and each panel once."""
        self._visible = visible
        self._align_if_seen()

    def show_judged(self, judged: Judged) -> None:
        """This is what became of the drafts' sentences."""
        if judged != self._judged:
            self._judged = judged
            self._show()

    def next_wording(self) -> None:
        """The wording below."""
        self._step(+1)

    def previous_wording(self) -> None:
        """The wording above."""
        self._step(-1)

    def next_expert(self) -> None:
        """The next one of those who put it so."""
        self._step_expert(+1)

    def previous_expert(self) -> None:
        """The one before among those who put it so."""
        self._step_expert(-1)

    def pointed_at(self, row: int, wording: int, expert: int) -> None:
        """The pointer is on a wording, or on an expert's cell of it."""
        said = self._bare.statements[row].wordings[wording].said
        experts = [place.expert for place in said]
        self._row, self._wording = row, wording
        self._place = experts.index(expert) if expert in experts else 0
        self._tell(follow=False)

    def _align_if_seen(self) -> None:
        if not (self._visible and self._stale):
            return
        self._stale = False
        if self._aligning is not None:
            self._aligning.cancel()
            self._aligning = None
        panel = self._panel
        if panel is None or len(panel.drafts) < 2:
            self._place_nowhere(StatementsShown(empty=why_empty(panel)))
            return
        drafts = panel.by_vote
        self._aligning = self._lane.run(
            lambda _cancel, _tell: shown_statements(panel, *self._align(drafts)),
            done=self._place_nowhere,
            failed=self._failed,
        )

    def _failed(self, error: BaseException) -> None:
        self._place_nowhere(
            StatementsShown(
                empty=tr("These drafts could not be laid side by side. {why}", why=notice_of(error))
            )
        )

    def _place_nowhere(self, shown: StatementsShown) -> None:
        self._bare = shown
        self._row = self._wording = self._place = -1
        self._show()

    def _show(self) -> None:
        self._view.show_statements(with_marks(self._bare, self._panel, self._judged))
        self._view.show_current(self._row, self._wording, self._expert, False)

    @property
    def _expert(self) -> int:
        return self._said.expert if self._row >= 0 else -1

    @property
    def _said(self) -> SaidAt:
        return self._bare.statements[self._row].wordings[self._wording].said[self._place]

    def _step(self, by: int) -> None:
        lines = [
            (row, wording)
            for row, statement in enumerate(self._bare.statements)
            for wording in range(len(statement.wordings))
        ]
        if not lines:
            return
        here = lines.index((self._row, self._wording)) if self._row >= 0 else -1
        self._row, self._wording = lines[min(max(here + by, 0), len(lines) - 1)]
        self._place = 0
        self._tell(follow=True)

    def _step_expert(self, by: int) -> None:
        if self._row >= 0:
            said = self._bare.statements[self._row].wordings[self._wording].said
            self._place = min(max(self._place + by, 0), len(said) - 1)
            self._tell(follow=True)

    def _tell(self, follow: bool) -> None:
        self._view.show_current(self._row, self._wording, self._expert, follow)
        self._events.sentence_reached(self._said.expert, self._said.sentence)


def shown_statements(panel: Panel, alignment: Alignment, consensus: Consensus) -> StatementsShown:
    """The table as it is drawn."""
    elected = panel.drafts[panel.elected].expert
    columns = tuple(
        ColumnShown(
            voter.expert, "" if voter.vote is None else decimal(f"{voter.vote:.1f}"), voter.expert == elected
        )
        for voter in consensus.voters
    )
    statements = [_statement(row, alignment) for row in alignment.rows]
    regions = [region_name(row.region) for row in alignment.rows]
    headed = tuple(
        replace(statement, heading=region if region != before else "")
        for statement, region, before in zip(statements, regions, ["", *regions], strict=False)
    )
    return StatementsShown(columns, consensus_lines(consensus), headed, _summary(alignment))


def with_marks(shown: StatementsShown, panel: Panel | None, judged: Judged) -> StatementsShown:
    """The same with those wordings marked that stand in the report, and those that were rejected."""
    if panel is None or judged == UNJUDGED:
        return shown
    sentences = {draft.expert: draft.all_sentences for draft in panel.drafts}

    def marked(wording: WordingShown) -> WordingShown:
        said = [(place.expert, sentences[place.expert][place.sentence]) for place in wording.said]
        return replace(
            wording,
            taken=any(judged.stands(expert, sentence) for expert, sentence in said),
            rejected=any(judged.refused(expert, sentence) for expert, sentence in said),
        )

    statements = tuple(
        replace(statement, wordings=tuple(marked(wording) for wording in statement.wordings))
        for statement in shown.statements
    )
    return replace(shown, statements=statements)


def _statement(row: AlignedRow, alignment: Alignment) -> StatementShown:
    conflicts = alignment.conflicts_of(row)
    against = [conflict for conflict in conflicts if conflict.contradiction]
    return StatementShown(
        wordings=tuple(_wording(wording) for wording in row.wordings),
        warning="\n".join(dict.fromkeys(conflict_words(conflict) for conflict in against or conflicts)),
        contradiction=bool(against),
    )


def _wording(wording: Wording) -> WordingShown:
    pieces = tuple(Piece(span.text, span.change.value != "same") for span in wording.spans)
    return WordingShown(
        pieces or (Piece(wording.text),),
        tuple(SaidAt(place.expert, place.sentence) for place in wording.said),
    )


def consensus_lines(consensus: Consensus) -> tuple[ConsensusLine, ...]:
    """A line for each finding; rows of its sides in which every expert has the same stance share one."""
    shared: dict[tuple[object, ...], list[FindingRow]] = {}
    for row in consensus.rows:
        shared.setdefault((row.label, *(cell.stance for cell in row.cells)), []).append(row)
    return tuple(_consensus_line(rows) for rows in shared.values())


def _consensus_line(rows: Sequence[FindingRow]) -> ConsensusLine:
    row = rows[0]
    cells = tuple(
        StanceCell(cell.expert, StanceShown(cell.stance.value), cell.sentences) for cell in row.cells
    )
    sides = [side_name(row.side) for row in rows if row.side]
    where = tr("{one} and {other}", one=sides[0], other=sides[1]) if len(sides) == 2 else "".join(sides)
    present = sum(cell.stance is StanceShown.PRESENT for cell in cells)
    name = label_name(row.label).lower() + (f", {where}" if where else "")
    return ConsensusLine(name, cells, f"{present}/{len(cells)}", row.disputed)


def _summary(alignment: Alignment) -> str:
    experts = len(alignment.experts)
    if alignment.identical:
        return tr("All {count} drafts are identical, word for word.", count=experts)
    by_all = sum(len(row.cells) == experts for row in alignment.rows)
    against = sum(conflict.contradiction for conflict in alignment.conflicts)
    statements = tr_count("%n statement", "%n statements", len(alignment.rows))
    shared = tr("{count} made by all", count=by_all)
    return f"{contradictions_counted(against)}{statements} · {shared}"

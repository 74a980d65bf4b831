"""Two drafts side by side: which two, and where they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app.finding_names import stand_word, subject_name
from app.language import decimal, tr, tr_count
from app.messages import ComparedRow, CompareShown, Piece, notice_of
from app.ports import CompareView, Lane, Task
from engine.panel import EXPERT_LETTERS, Draft, Panel

if TYPE_CHECKING:  # SciPy comes with it; at run time the composition root hands the function in
    from app.review.comparison import Comparison, Row, Span
    from app.review.conflicts import Conflict, Stand

Compare = Callable[[Draft, Draft], "tuple[Comparison, tuple[Conflict, ...]]"]
"""The rows of two drafts, and what contradicts what in them."""


class ComparePresenter:
    """Begins with the elected draft beside the best that says something else."""

    def __init__(self, view: CompareView, lane: Lane, compare: Compare) -> None:
        """`compare` runs on `lane`: the first call loads SciPy, and long drafts take a second."""
        self._view = view
        self._lane = lane
        self._compare = compare
        self._comparing: Task | None = None
        self._panel: Panel | None = None
        self._left = self._right = -1
        self._visible = False

    def show_panel(self, panel: Panel | None) -> None:
        """Compare drafts of this panel from now on."""
        self._panel = panel
        self._left, self._right = first_pair(panel)
        self._show()

    def set_visible(self, visible: bool) -> None:
        """Compare only while somebody looks."""
        self._visible = visible
        self._show()

    def choose_left(self, expert: int) -> None:
        """Put this expert's draft on the left; the two swap sides if it was on the right."""
        if expert == self._right:
            self._right = self._left
        self._left = expert
        self._show()

    def choose_pair(self, left: int, right: int) -> None:
        """Put these two side by side."""
        self._left, self._right = left, right
        self._show()

    def choose_right(self, expert: int) -> None:
        """Put this expert's draft on the right; the two swap sides if it was on the left."""
        if expert == self._left:
            self._left = self._right
        self._right = expert
        self._show()

    def _show(self) -> None:
        if self._comparing is not None:
            self._comparing.cancel()
        if not self._visible:
            return
        if self._panel is None or self._left < 0:
            self._view.show_comparison(CompareShown(empty=why_empty(self._panel)))
            return
        by_expert = {draft.expert: draft for draft in self._panel.drafts}
        left, right = by_expert[self._left], by_expert[self._right]
        choices = tuple(draft.expert for draft in self._panel.by_vote)
        self._comparing = self._lane.run(
            lambda _cancel, _tell: shown_comparison(left, right, choices, *self._compare(left, right)),
            done=self._view.show_comparison,
            failed=self._failed,
        )

    def _failed(self, error: BaseException) -> None:
        self._view.show_comparison(
            CompareShown(empty=tr("These drafts could not be compared. {why}", why=notice_of(error)))
        )


def first_pair(panel: Panel | None) -> tuple[int, int]:
    """The elected expert and the best one with another text, (-1, -1) where there are no two."""
    if panel is None or len(panel.drafts) < 2:
        return -1, -1
    elected = panel.drafts[panel.elected]
    others = [draft for draft in panel.by_vote if draft.expert != elected.expert]
    different = [draft for draft in others if draft.text != elected.text]
    return elected.expert, (different or others)[0].expert


def shown_comparison(
    left: Draft,
    right: Draft,
    choices: tuple[int, ...],
    comparison: Comparison,
    conflicts: Sequence[Conflict],
) -> CompareShown:
    """The comparison as it is drawn; both views of drafts side by side have their conflicts from one rule."""
    against = [conflict for conflict in conflicts if conflict.contradiction]
    rows = tuple(_row(row, left, right, against) for row in comparison.rows)
    return CompareShown(
        choices,
        left.expert,
        right.expert,
        _vote(left),
        _vote(right),
        rows,
        _summary(rows, comparison, len(against)),
    )


def conflict_words(conflict: Conflict) -> str:
    """Who says what: "Pleural effusion: A, B present · C absent"."""
    return f"{subject_name(conflict.subject)}: {_stand_words(conflict.one)} · {_stand_words(conflict.other)}"


def _stand_words(stand: Stand) -> str:
    return f"{', '.join(EXPERT_LETTERS[expert] for expert in stand.experts)} {stand_word(stand.word)}"


def _row(row: Row, left: Draft, right: Draft, against: Sequence[Conflict]) -> ComparedRow:
    said = {(left.expert, row.left), (right.expert, row.right)}
    taking_part = [
        conflict
        for conflict in against
        if any(
            (place.expert, place.sentence) in said for place in conflict.one.places | conflict.other.places
        )
    ]
    return ComparedRow(
        left=_pieces(row.left_spans),
        right=_pieces(row.right_spans),
        left_index=-1 if row.left is None else row.left,
        right_index=-1 if row.right is None else row.right,
        same=row.same,
        contradiction="\n".join(dict.fromkeys(conflict_words(conflict) for conflict in taking_part)),
    )


def _pieces(spans: Sequence[Span]) -> tuple[Piece, ...]:
    return tuple(Piece(span.text, span.change.value != "same") for span in spans)


def _vote(draft: Draft) -> str:
    return "" if draft.vote is None else decimal(f"{draft.vote:.1f}")


def _summary(rows: Sequence[ComparedRow], comparison: Comparison, against: int) -> str:
    if comparison.identical:
        return tr("Both drafts are identical, word for word.")
    same = sum(row.same for row in rows)
    counted = tr("{same} of {total} statements in the same words", same=same, total=len(rows))
    return f"{contradictions_counted(against)}{counted}"


def contradictions_counted(count: int) -> str:
    """How a comparison's summary begins; "" where nothing contradicts."""
    counted = tr_count("%n contradiction", "%n contradictions", count)
    return f"{counted} · " if count else ""


def why_empty(panel: Panel | None) -> str:
    """What a comparison says where there are no two drafts."""
    if panel is None:
        return tr("No drafts to compare yet.")
    return tr("Only one draft here; a comparison needs two.")

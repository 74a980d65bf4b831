"""The consensus matrix: findings x experts, each cell present, absent, uncertain or not mentioned.

A finding has a row for all that is said of it, and one for each side that anybody names. A row of one side
counts what is said of that side or of both, and denials that name no side; a finding without a side is told
in the first row only. A draft that says several things of a finding is counted by the strongest: present
before uncertain before absent, as the labeller merges a report. Agreement is not truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from app.review.statements import sentences_of
from engine.panel import Draft, Finding, Polarity
from engine.text.findings import LABELS, NO_FINDING


class Stance(Enum):
    """What a draft says of a finding."""

    PRESENT = "present"
    UNCERTAIN = "uncertain"
    ABSENT = "absent"
    NOT_MENTIONED = "not mentioned"


_STRONGEST = (Polarity.PRESENT, Polarity.UNCERTAIN, Polarity.ABSENT)
SIDES = ("right", "left")  # as on the film, seen from the front


@dataclass(frozen=True, slots=True)
class Voter:
    """One column: an expert, and the draft's vote and rank as the panel has them."""

    expert: int
    vote: float | None
    rank: int


@dataclass(frozen=True, slots=True)
class FindingCell:
    """What one expert says of a finding, and in which sentences; `stances` are all that those say."""

    expert: int
    stance: Stance
    sentences: tuple[int, ...] = ()
    stances: frozenset[Stance] = frozenset()


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding; `side` is "" for all that is said of it."""

    label: str
    side: str
    cells: tuple[FindingCell, ...]

    def count(self, stance: Stance) -> int:
        """How many experts take it."""
        return sum(cell.stance is stance for cell in self.cells)

    @property
    def agreed(self) -> bool:
        """Whether all experts say the same."""
        return len({cell.stance for cell in self.cells}) == 1

    @property
    def disputed(self) -> bool:
        """Whether some say that it is there and some that it is not."""
        return self.count(Stance.PRESENT) > 0 and self.count(Stance.ABSENT) > 0


@dataclass(frozen=True, slots=True)
class Consensus:
    """All findings that anybody mentions, in the labels' order; cells stand in the order of `voters`."""

    voters: tuple[Voter, ...]
    rows: tuple[FindingRow, ...]

    def row(self, label: str, side: str = "") -> FindingRow:
        """The row of a finding; KeyError if nobody mentions it."""
        for row in self.rows:
            if (row.label, row.side) == (label, side):
                return row
        raise KeyError((label, side))


def consensus(drafts: Sequence[Draft]) -> Consensus:
    """Who says what of each finding; columns in the order of `drafts`."""
    said = [_said(draft) for draft in drafts]
    every = [finding for of_draft in said for _, finding in of_draft]
    rows = [
        FindingRow(
            label, side, tuple(_cell(d.expert, s, label, side) for d, s in zip(drafts, said, strict=True))
        )
        for label in _labels(every)
        for side in ("", *_sides(every, label))
    ]
    return Consensus(tuple(Voter(draft.expert, draft.vote, draft.rank) for draft in drafts), tuple(rows))


def _said(draft: Draft) -> list[tuple[int, Finding]]:
    return [
        (index, finding)
        for index, sentence in enumerate(sentences_of(draft))
        for finding in sentence.findings
        if finding.label != NO_FINDING
    ]


def _labels(findings: Iterable[Finding]) -> list[str]:
    mentioned = {finding.label for finding in findings}
    return [label for label in LABELS if label in mentioned]


def _sides(findings: Iterable[Finding], label: str) -> list[str]:
    """The sides that anybody names for it."""
    named = {finding.side for finding in findings if finding.label == label}
    return [side for side in SIDES if side in named or "bilateral" in named]


def _cell(expert: int, said: Iterable[tuple[int, Finding]], label: str, side: str) -> FindingCell:
    own = [(index, finding) for index, finding in said if finding.label == label and _tells(finding, side)]
    polarities = {finding.polarity for _, finding in own}
    strongest = next((polarity for polarity in _STRONGEST if polarity in polarities), None)
    if strongest is None:
        return FindingCell(expert, Stance.NOT_MENTIONED)
    return FindingCell(
        expert,
        Stance(strongest.value),
        tuple(dict.fromkeys(index for index, _ in own)),
        frozenset(Stance(polarity.value) for polarity in polarities),
    )


def _tells(finding: Finding, side: str) -> bool:
    """Whether it counts in the row of that side."""
    everywhere = finding.side == "" and finding.polarity is Polarity.ABSENT
    return side == "" or finding.side in (side, "bilateral") or everywhere

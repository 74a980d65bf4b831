"""The drafts of several experts side by side: rows are statements, columns experts.

A row holds what the experts say about one thing: one finding at one place, or one part of the film. Sentences
about different findings never share a row, however alike their words; a finding and its negation do, because
that is what a reader must see. A sentence that names several findings stands in every row that it speaks to:
"No effusion or pneumothorax." beside "No effusion." in one row and beside "No pneumothorax." in the next,
marked `again` the second time, so that an empty cell always means that this expert does not say it. Where all
sentences of one row stand in another (everybody names both in one sentence), there is one row.

    alignment = align(panel.drafts)
    for row in alignment.rows: row.wordings, alignment.conflicts_of(row)

Rows are ordered as films are searched: devices, airways, heart, mediastinum, lungs, vessels, pleura, bones
and so on (`resources/text/statements.toml`), and within a region as the drafts order them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.review.comparison import Change, Span, differences
from app.review.conflicts import Conflict, Place, conflicts_among
from app.review.pairing import Unit, paired
from app.review.statement_rules import StatementRules, shipped_rules
from app.review.statements import Claim, Statement, sentences_of, statements_of
from engine.panel import Draft

NOTHING_PLACES = Claim("")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one expert says in a row: indices of sentences; `again` those that stand in an earlier row too."""

    expert: int
    sentences: tuple[int, ...]
    again: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to put a row's statement, and who puts it so. `spans` mark what the row's first one has not."""

    text: str
    spans: tuple[Span, ...]
    said: tuple[Place, ...]

    @property
    def experts(self) -> tuple[int, ...]:
        """Who says it in these words."""
        return tuple(dict.fromkeys(place.expert for place in self.said))


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """One statement. `cells` are those of the experts who make it; the most frequent wording comes first."""

    subjects: tuple[str, ...]
    region: str
    cells: tuple[Cell, ...]
    wordings: tuple[Wording, ...]

    @property
    def places(self) -> frozenset[Place]:
        """Every sentence that stands here."""
        return frozenset(Place(cell.expert, index) for cell in self.cells for index in cell.sentences)

    def cell(self, expert: int) -> Cell:
        """What this expert says here, an empty cell if nothing."""
        return next((cell for cell in self.cells if cell.expert == expert), Cell(expert, ()))


@dataclass(frozen=True, slots=True)
class Alignment:
    """All rows in reading order, and what contradicts what. `identical`: several drafts, one text."""

    experts: tuple[int, ...]
    rows: tuple[AlignedRow, ...]
    conflicts: tuple[Conflict, ...]
    identical: bool

    def conflicts_of(self, row: AlignedRow) -> tuple[Conflict, ...]:
        """Conflicts that a sentence of this row takes part in, about what this row is about."""
        return tuple(conflict for conflict in self.conflicts if conflict.touches(row.subjects, row.places))


def align(drafts: Sequence[Draft], rules: StatementRules | None = None) -> Alignment:
    """The drafts sentence by sentence, by what they say; `rules` are the shipped ones unless given.

    Every sentence that holds a word stands in at least one row; the order of `drafts` decides nothing but the
    order of the columns. ValueError if two drafts have one expert.
    """
    experts = tuple(draft.expert for draft in drafts)
    if len(set(experts)) < len(experts):
        raise ValueError("two drafts of one expert")
    rules = rules or shipped_rules()
    statements = [statement for draft in drafts for statement in statements_of(draft, rules)]
    single = _rows_of_subjects(statements)
    lengths = {draft.expert: max(len(sentences_of(draft)), 1) for draft in drafts}
    ordered = sorted(_merged(single), key=lambda row: row.order(rules, lengths))
    return Alignment(
        experts,
        _numbered([row.shown(rules, experts) for row in ordered]),
        conflicts_among(statements, single, rules),
        len(drafts) > 1 and len({draft.text for draft in drafts}) == 1,
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """A row in the making: the statements in it and the subjects that it is about.

    All its statements speak of the `leading` subjects, some of them of the others too.
    """

    subjects: tuple[str, ...]
    statements: frozenset[Statement]
    leading: tuple[str, ...]

    def order(self, rules: StatementRules, lengths: dict[int, int]) -> tuple[int, float, list[str]]:
        """By region, then by how far down the drafts it stands."""
        depths = sorted(s.sentence / lengths[s.expert] for s in self.statements)
        return rules.regions.index(self.region(rules)), sum(depths) / len(depths), sorted(self.texts)

    def joined(self, row: _Row) -> _Row:
        """With a row whose statements all stand here."""
        subjects = tuple(dict.fromkeys((*self.subjects, *row.subjects)))
        as_many = row.leading if row.statements == self.statements else ()
        return replace(self, subjects=subjects, leading=tuple(dict.fromkeys((*self.leading, *as_many))))

    @property
    def texts(self) -> set[str]:
        return {statement.plain for statement in self.statements}

    def region(self, rules: StatementRules) -> str:
        """The first one in reading order of what all of it is about."""
        subjects = [rules.subject(name) for name in self.leading]
        named = [subject.region for subject in subjects if subject is not None]
        return min(named, key=rules.regions.index) if named else rules.regions[-1]

    def shown(self, rules: StatementRules, experts: Sequence[int]) -> AlignedRow:
        """The row with its columns in order."""
        said = sorted(self.statements, key=lambda s: (experts.index(s.expert), s.sentence))
        cells = tuple(
            Cell(expert, tuple(statement.sentence for statement in own))
            for expert, own in groupby(said, key=lambda statement: statement.expert)
        )
        return AlignedRow(self.subjects, self.region(rules), cells, _wordings(said))


def _rows_of_subjects(statements: Sequence[Statement]) -> list[tuple[Unit, ...]]:
    """Rows of single subjects, each subject for itself."""
    said: dict[str, list[tuple[Statement, Claim]]] = {}
    for statement in statements:
        for claim in statement.claims or (NOTHING_PLACES,):
            said.setdefault(claim.subject, []).append((statement, claim))
    return [row for subject in sorted(said) for row in paired(said[subject])]


def _merged(rows: Iterable[Sequence[Unit]]) -> list[_Row]:
    """Rows whose sentences all stand in another row become part of it."""
    plain = [
        _Row(subject, frozenset(s for unit in row for s in unit.statements), subject)
        for row in rows
        for subject in [(row[0].claim.subject,)]
    ]
    merged: list[_Row] = []
    for row in sorted(plain, key=lambda row: (-len(row.statements), row.subjects, sorted(row.texts))):
        for index, larger in enumerate(merged):
            if row.statements <= larger.statements:
                merged[index] = larger.joined(row)
                break
        else:
            merged.append(row)
    return merged


def _numbered(rows: Iterable[AlignedRow]) -> tuple[AlignedRow, ...]:
    """Each cell told which of its sentences the reader has met above."""
    met: set[Place] = set()
    numbered = []
    for row in rows:
        cells = tuple(
            replace(cell, again=tuple(i for i in cell.sentences if Place(cell.expert, i) in met))
            for cell in row.cells
        )
        numbered.append(replace(row, cells=cells))
        met |= row.places
    return tuple(numbered)


def _wordings(said: Sequence[Statement]) -> tuple[Wording, ...]:
    """Each wording once, the most frequent first; blanks and case do not make another wording."""
    groups: dict[str, list[Statement]] = {}
    for statement in said:
        groups.setdefault(" ".join(statement.text.casefold().split()), []).append(statement)
    ordered = [group for _, group in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))]
    first = ordered[0][0].text
    return tuple(
        Wording(
            group[0].text,
            (Span(first, Change.SAME),) if group is ordered[0] else differences(first, group[0].text)[1],
            tuple(Place(statement.expert, statement.sentence) for statement in group),
        )
        for group in ordered
    )

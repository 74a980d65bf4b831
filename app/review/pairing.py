"""Which statements of several drafts about one subject are the same statement: rows of at most one a draft.

Every two statements have a likeness from sense, side, height and words. Drafts are assigned to rows one after
another, each as well as possible in all (optimal assignment), then each once more against the rows of all
others until nothing changes. Drafts are taken in an order that only their content gives, the fullest first,
so that the rows do not depend on the order of the columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from app.review.statements import Claim, Statement
from engine.panel import Polarity

Matrix = npt.NDArray[np.float64]
Rows = list[list[int]]

OPPOSITE, DOUBTED, HEDGED, UNTOLD = 0.5, 0.6, 0.9, 0.6
"""Likeness in sense: present and absent, absent and uncertain, present and uncertain, one untold."""
UNSAID, OVERLAPPING = 0.9, 0.8
"""Likeness in place where one side says none, and where they share a part."""
OTHER_SIDE, OTHER_LEVEL = 0.3, 0.4
"""The same said of another side or height is taken for the same finding only if nothing is liker."""
WORDS_OF_CLAIM, WORDS_OF_TOPIC = 0.4, 0.6
"""How much the words count where a finding is named, and where only a part of the film is."""
SAME_WORDS = 0.5
"""Two sentences that nothing places are one statement if they share this much of their words."""
FINDING_TWICE, TOPIC_TWICE = 0.5, 0.8
"""Two sentences of one draft that claim the same of a finding, or name the same part of the film without one,
say it twice if they share this much of their words. A denial in general needs no shared words; sentences that
nothing places need all of them."""
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Unit:
    """What one draft states once about a subject, in one sentence or in several that say the same."""

    claim: Claim
    statements: tuple[Statement, ...]

    @property
    def expert(self) -> int:
        """Whose draft it is."""
        return self.statements[0].expert

    @property
    def words(self) -> str:
        """All its sentences."""
        return " ".join(statement.plain for statement in self.statements)


def paired(said: Sequence[tuple[Statement, Claim]]) -> tuple[tuple[Unit, ...], ...]:
    """Rows of all that several drafts say about one subject."""
    units = _units(said)
    likeness = _likeness([unit.claim for unit in units], [unit.words for unit in units])
    drafts = _by_content(units)
    rows: Rows = []
    for draft in drafts:
        rows = _assigned(draft, rows, likeness)
    for _ in range(ROUNDS if len(drafts) > 2 else 0):
        before = _partition(rows)
        for draft in drafts:
            own = frozenset(draft)
            kept = [[unit for unit in row if unit not in own] for row in rows]
            rows = _assigned(draft, [row for row in kept if row], likeness)
        if _partition(rows) == before:
            break
    return tuple(tuple(units[index] for index in _covered(row, units, rows)) for row in rows)


def likeness_of(one: Claim, other: Claim) -> float:
    """How alike two claims about a subject are, words aside, from 0 (never the same statement) to 1."""
    if _overlap(one.sites, other.sites, 0.0) == 0:
        return 0.0
    sides = _overlap(one.sides, other.sides, OTHER_SIDE)
    levels = _overlap(one.levels, other.levels, OTHER_LEVEL)
    if sides == OTHER_SIDE and (levels == OTHER_LEVEL or one.polarity is other.polarity is Polarity.ABSENT):
        return 0.0
    if opposed(one, other) and (at_peace(one, other) or not overlapping(one, other)):
        return 0.0
    return _sense(one.polarity, other.polarity) * sides * levels


def opposed(one: Claim, other: Claim) -> bool:
    """Whether one says that a finding is there, or may be, and the other that it is not."""
    senses = {one.polarity, other.polarity}
    return len(senses) == 2 and Polarity.ABSENT in senses and None not in senses


def at_peace(one: Claim, other: Claim) -> bool:
    """Whether a denial leaves the finding alone: "no acute fracture" and "old fracture"."""
    return one.remainder or other.remainder or bool(one.exemptions & other.exemptions)


def overlapping(one: Claim, other: Claim) -> bool:
    """Whether both may speak of one place; what is not said may be anywhere."""
    facets = (one.sides, other.sides), (one.levels, other.levels), (one.sites, other.sites)
    return all(_overlap(*facet, 0.0) > 0 for facet in facets)


def _overlap(one: frozenset[str], other: frozenset[str], apart: float) -> float:
    if one == other:
        return 1.0
    if not one or not other:
        return UNSAID
    return OVERLAPPING if one & other else apart


def _sense(one: Polarity | None, other: Polarity | None) -> float:
    if one is other:
        return 1.0
    if one is None or other is None:
        return UNTOLD
    if Polarity.ABSENT not in (one, other):
        return HEDGED
    return OPPOSITE if Polarity.PRESENT in (one, other) else DOUBTED


def _units(said: Sequence[tuple[Statement, Claim]]) -> tuple[Unit, ...]:
    """A draft's sentences that say the same twice become one; in the drafts' order of sentences."""
    units: list[Unit] = []
    alike: dict[tuple[int, Claim], list[tuple[int, frozenset[str]]]] = {}
    for statement, claim in sorted(said, key=lambda item: (item[0].expert, item[0].sentence)):
        earlier = alike.setdefault((statement.expert, claim), [])
        words = _words(statement.plain)
        again = (index for index, before in earlier if _share(before, words) >= _enough(claim))
        index = next(again, len(units))
        if index == len(units):
            units.append(Unit(claim, (statement,)))
            earlier.append((index, words))
        elif statement not in units[index].statements:
            units[index] = Unit(claim, (*units[index].statements, statement))
    return tuple(units)


def _enough(claim: Claim) -> float:
    if claim.general:
        return 0.0
    if not claim.subject:
        return 1.0
    return FINDING_TWICE if claim.label else TOPIC_TWICE


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of common words (Dice), blind to their order."""
    return 2 * len(one & other) / max(len(one) + len(other), 1)


def _by_content(units: Sequence[Unit]) -> list[list[int]]:
    """The units of each draft; drafts that say most come first, then by their words."""
    drafts: dict[int, list[int]] = {}
    for index, unit in enumerate(units):
        drafts.setdefault(unit.expert, []).append(index)
    return sorted(drafts.values(), key=lambda draft: (-len(draft), [units[index].words for index in draft]))


def _likeness(claims: Sequence[Claim], words: Sequence[str]) -> Matrix:
    """(N, N) likeness of all units; claims repeat, so each two kinds are compared once."""
    kinds = list(dict.fromkeys(claims))
    of = np.array([kinds.index(claim) for claim in claims])
    of_kinds = np.array([[likeness_of(one, other) for other in kinds] for one in kinds])
    share = _shared_words(words)
    if not claims[0].subject:
        return np.where(share >= SAME_WORDS, share, 0.0)
    named = np.array([bool(claim.label) for claim in claims])
    weight = np.where(named[:, None] & named, WORDS_OF_CLAIM, WORDS_OF_TOPIC)
    result: Matrix = of_kinds[np.ix_(of, of)] * (1.0 - weight + weight * share)
    return result


def _shared_words(texts: Sequence[str]) -> Matrix:
    """(N, N) `_share` of all texts."""
    bags = [_words(text) for text in texts]
    column = {word: index for index, word in enumerate(sorted(frozenset().union(*bags)))}
    table = np.zeros((len(bags), max(len(column), 1)), np.float32)
    for row, bag in enumerate(bags):
        table[row, [column[word] for word in bag]] = 1.0
    sizes = table.sum(axis=1)
    both = np.maximum(sizes[:, None] + sizes, 1.0)
    result: Matrix = (2.0 * (table @ table.T) / both).astype(np.float64)
    return result


def _assigned(draft: Sequence[int], rows: Rows, likeness: Matrix) -> Rows:
    """The rows with a draft's units, each in its best row as far as its others allow, or in its own."""
    if not rows:
        return [[unit] for unit in draft]
    sizes = np.array([len(row) for row in rows])
    members = likeness[draft][:, [unit for row in rows for unit in row]]
    scores = np.add.reduceat(members, np.cumsum(sizes) - sizes, axis=1) / sizes  # mean over each row
    chosen = {
        draft[unit]: int(row)
        for unit, row in zip(*linear_sum_assignment(scores, maximize=True), strict=True)
        if scores[unit, row] > 0
    }
    grown = [row + [unit for unit in draft if chosen.get(unit) == index] for index, row in enumerate(rows)]
    return grown + [[unit] for unit in draft if unit not in chosen]


def _partition(rows: Rows) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(row) for row in rows)


def _covered(row: Sequence[int], units: Sequence[Unit], rows: Rows) -> list[int]:
    """The row, and with it the general denials of drafts that say nothing else here: they deny it too."""
    here = {units[index].expert for index in row}
    denials = [
        index
        for other in rows
        if other is not row
        for index in other
        if units[index].claim.general
        and units[index].expert not in here
        and any(
            opposed(units[index].claim, units[told].claim)
            and likeness_of(units[index].claim, units[told].claim) > 0
            for told in row
        )
    ]
    return [*row, *denials]

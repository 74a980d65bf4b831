"""What contradicts what: between experts, between rows, and inside one draft.

A contradiction: a finding is there and is not there, at places that overlap; it lies on opposite sides, where
two experts name it once each; one expert calls clear or normal what another names. A doubt: one is sure, the
other is not. A sentence never contradicts itself ("congestion without edema"), and from what a draft calls
clear it may name exceptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import permutations

from app.review.pairing import Unit, at_peace, overlapping
from app.review.statement_rules import StatementRules
from app.review.statements import Claim, Statement
from engine.panel import Polarity
from engine.text.findings import SUPPORT_DEVICES


class ConflictKind(Enum):
    """How two statements disagree; the value says it in words."""

    PRESENCE = "present and absent"
    SIDE = "opposite sides"
    CLEARED = "called clear"
    CERTAINTY = "sure and unsure"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A sentence of an expert's draft, by its index."""

    expert: int
    sentence: int


@dataclass(frozen=True, slots=True)
class Stand:
    """One side of a conflict: how it puts the finding ("present", "left"), of which subject, and where."""

    word: str
    subject: str
    places: frozenset[Place]

    @property
    def experts(self) -> tuple[int, ...]:
        """Who takes it."""
        return tuple(sorted({place.expert for place in self.places}))


@dataclass(frozen=True, slots=True)
class Conflict:
    """`one` and `other` disagree about a finding, `subject`.

    Every sentence of `one` is in conflict with some of `other`, and the other way round.
    """

    kind: ConflictKind
    subject: str
    one: Stand
    other: Stand

    @property
    def contradiction(self) -> bool:
        """Whether both cannot be true; a difference in certainty is only a doubt."""
        return self.kind is not ConflictKind.CERTAINTY

    @property
    def inside(self) -> tuple[int, ...]:
        """Experts whose own drafts hold both."""
        return tuple(sorted({*self.one.experts} & {*self.other.experts}))

    def touches(self, subjects: Iterable[str], places: frozenset[Place]) -> bool:
        """Whether a row about these subjects with these sentences takes part."""
        about = set(subjects)
        return any(stand.subject in about and stand.places & places for stand in (self.one, self.other))


def conflicts_among(
    statements: Sequence[Statement], rows: Iterable[Sequence[Unit]], rules: StatementRules
) -> tuple[Conflict, ...]:
    """All conflicts of a panel, contradictions first; `rows` are those of single subjects."""
    joined: dict[tuple[object, ...], Conflict] = {}
    for found in (*_presence(statements), *_in_rows(rows), *_cleared(statements, rules)):
        key = (found.kind, found.subject, found.one.word, found.other.word, found.other.subject)
        joined[key] = _both(joined[key], found) if key in joined else found
    return tuple(sorted(joined.values(), key=lambda conflict: (not conflict.contradiction, _first(conflict))))


def _presence(statements: Sequence[Statement]) -> Iterator[Conflict]:
    """Findings that are there in one sentence and not in another, of any draft."""
    where: dict[Claim, set[Place]] = {}
    for statement in statements:
        for claim in statement.claims:
            where.setdefault(claim, set()).add(_place(statement))
    absent = [claim for claim in where if claim.polarity is Polarity.ABSENT]
    present = [claim for claim in where if claim.polarity is Polarity.PRESENT]
    for there in present:
        for gone in absent:
            if gone.subject == there.subject and overlapping(there, gone) and not at_peace(there, gone):
                yield from _unless_itself(there.subject, where[there], where[gone])


def _unless_itself(subject: str, present: set[Place], absent: set[Place]) -> Iterator[Conflict]:
    """Without sentences that stand against nothing but themselves."""
    ones = frozenset(place for place in present if absent - {place})
    others = frozenset(place for place in absent if present - {place})
    if ones:
        stands = Stand("present", subject, ones), Stand("absent", subject, others)
        yield Conflict(ConflictKind.PRESENCE, subject, *stands)


def _in_rows(rows: Iterable[Sequence[Unit]]) -> Iterator[Conflict]:
    """What experts say of one finding on opposite sides, or sure and unsure."""
    for row in rows:
        for one, other in permutations(row, 2):
            if one.expert == other.expert or not (one.claim.label and other.claim.label):
                continue
            if _mirrored(one.claim, other.claim):
                yield _between(ConflictKind.SIDE, "left", one, "right", other)
            elif _unsure(one.claim, other.claim):
                sure = "" if one.claim.polarity is None else one.claim.polarity.value
                yield _between(ConflictKind.CERTAINTY, sure, one, Polarity.UNCERTAIN.value, other)


def _between(kind: ConflictKind, one_word: str, one: Unit, other_word: str, other: Unit) -> Conflict:
    subject = one.claim.subject
    stands = Stand(one_word, subject, _places(one)), Stand(other_word, subject, _places(other))
    return Conflict(kind, subject, *stands)


def _cleared(statements: Sequence[Statement], rules: StatementRules) -> Iterator[Conflict]:
    """Findings of one expert where another, who names none of that label, calls all clear or normal."""
    told: dict[int, set[str]] = {}
    for statement in statements:
        there = {claim.label for claim in statement.claims if claim.polarity is not Polarity.ABSENT}
        told.setdefault(statement.expert, set()).update(there)
    findings = [
        (claim, _place(statement))
        for statement in statements
        if not rules.not_cleared.search(statement.plain)
        for claim in statement.claims
        if claim.polarity is Polarity.PRESENT and claim.label != SUPPORT_DEVICES
    ]
    for clear in statements:
        labels = _called_clear(clear, rules) - told[clear.expert]
        for claim, place in findings:
            if claim.label in labels:
                present = Stand("present", claim.subject, frozenset({place}))
                about = clear.claims[0].subject if clear.claims else ""
                yield Conflict(
                    ConflictKind.CLEARED,
                    claim.subject,
                    present,
                    Stand("clear", about, frozenset({_place(clear)})),
                )


def _called_clear(statement: Statement, rules: StatementRules) -> frozenset[str]:
    """Labels that it denies in general; those that it denies by name are told elsewhere."""
    if rules.remainder.search(statement.plain):
        return frozenset()
    labels = [rule.labels for rule in rules.clearings if rule.phrases.search(statement.plain)]
    return frozenset().union(*labels) - {claim.label for claim in statement.claims}


def _mirrored(left: Claim, right: Claim) -> bool:
    there = Polarity.ABSENT not in (left.polarity, right.polarity)
    return there and left.sides == {"left"} and right.sides == {"right"}


def _unsure(sure: Claim, unsure: Claim) -> bool:
    differ = unsure.polarity is Polarity.UNCERTAIN and sure.polarity is not Polarity.UNCERTAIN
    return differ and overlapping(sure, unsure)


def _both(conflict: Conflict, more: Conflict) -> Conflict:
    return replace(conflict, one=_joined(conflict.one, more.one), other=_joined(conflict.other, more.other))


def _joined(stand: Stand, more: Stand) -> Stand:
    return replace(stand, places=stand.places | more.places)


def _first(conflict: Conflict) -> list[Place]:
    return sorted(conflict.one.places)


def _place(statement: Statement) -> Place:
    return Place(statement.expert, statement.sentence)


def _places(unit: Unit) -> frozenset[Place]:
    return frozenset(_place(statement) for statement in unit.statements)

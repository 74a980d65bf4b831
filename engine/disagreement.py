"""Where two readers disagree about a finding: what the elected drafts of two panels say of one study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from engine.panel import Draft, Finding, Panel, Polarity
from engine.text.findings import LABELS, NO_FINDING, merged


class Dispute(Enum):
    """How two statements about one label differ, the gravest first."""

    DENIED = "denied"  # one states it, present or possible, and the other denies it
    UNMENTIONED = "unmentioned"  # one states it and the other says nothing of it
    SIDE = "side"  # both state it, on different sides
    CERTAINTY = "certainty"  # both state it, one as possible only


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One label of which two readers say different things; None: that reader says nothing of it."""

    label: str
    dispute: Dispute
    first: Finding | None
    second: Finding | None


def disagreements(first: Panel, second: Panel) -> tuple[Disagreement, ...]:
    """Of two panels on the same study, by their elected drafts, in CheXpert's order of labels.

    That one denies what the other does not mention is no disagreement, and "No Finding" none of its own: it
    follows from the other labels.
    """
    return differing(first.drafts[first.elected], second.drafts[second.elected])


def differing(first: Draft, second: Draft) -> tuple[Disagreement, ...]:
    """As `disagreements`, of two drafts."""
    ours, theirs = (stated(draft) for draft in (first, second))
    found = []
    for label in LABELS:
        one, other = ours.get(label), theirs.get(label)
        dispute = _dispute(one, other)
        if dispute is not None and label != NO_FINDING:
            found.append(Disagreement(label, dispute, one, other))
    return tuple(found)


def stated(draft: Draft) -> dict[str, Finding]:
    """What a draft says of each label."""
    return {finding.label: finding for finding in merged(draft.findings)}


def all_disagreements(panels: Sequence[Panel]) -> Mapping[tuple[int, int], tuple[Disagreement, ...]]:
    """Of every pair of panels on the same study, by their places."""
    pairs = combinations(range(len(panels)), 2)
    return {(one, other): disagreements(panels[one], panels[other]) for one, other in pairs}


def _dispute(one: Finding | None, other: Finding | None) -> Dispute | None:
    stated = [finding for finding in (one, other) if finding and finding.polarity is not Polarity.ABSENT]
    if not stated:
        return None
    if one is None or other is None:
        return Dispute.UNMENTIONED
    if len(stated) == 1:
        return Dispute.DENIED
    if one.side and other.side and one.side != other.side:
        return Dispute.SIDE
    return Dispute.CERTAINTY if one.polarity is not other.polarity else None

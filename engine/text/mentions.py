"""Where a sentence names a label: finds the phrases, and settles which of two that overlap counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a phrase is, the ones that take precedence first.

    NEVER looks like a mention and is none. ABSENT says itself that there is nothing ("heart size is normal").
    UNCERTAIN says no more than "possible", unless it is negated ("blunted angle"). OPEN takes its polarity
    from the words around it.
    """

    NEVER = "never"
    ABSENT = "absent"
    UNCERTAIN = "uncertain"
    OPEN = "mentions"


@dataclass(frozen=True, slots=True)
class LabelPhrases:
    """How one label is named: the patterns of each kind, in the order of `Kind`."""

    label: str
    patterns: tuple[tuple[Kind, re.Pattern[str]], ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A label named at characters start:stop by a phrase of one kind."""

    label: str
    start: int
    stop: int
    kind: Kind = Kind.OPEN


def mentions_in(text: str, phrases: Sequence[LabelPhrases]) -> tuple[Mention, ...]:
    """All mentions by position; of one label's that overlap, the first kind counts."""
    found = [mention for each in phrases for mention in _of_label(text, each)]
    return tuple(sorted(found, key=lambda mention: (mention.start, mention.stop)))


def _of_label(text: str, phrases: LabelPhrases) -> list[Mention]:
    taken: list[Mention] = []
    for kind, pattern in phrases.patterns:
        earlier = tuple(taken)
        for match in pattern.finditer(text):
            start, stop = match.span()
            if not any(start < other.stop and other.start < stop for other in earlier):
                taken.append(Mention(phrases.label, start, stop, kind))
    return [mention for mention in taken if mention.kind is not Kind.NEVER]

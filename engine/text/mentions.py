"""Where a sentence names a label: finds the phrases, and settles which of two that overlap counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.panel import Polarity


@dataclass(frozen=True, slots=True)
class LabelPhrases:
    """How one label is named; a pattern is None where it has no such phrases.

    `never` look like mentions and are none. `absent` say themselves that there is nothing ("heart size is
    normal"). `uncertain` say no more than "possible" unless they are negated ("blunted angle"). `mentions`
    take their polarity from the words around them.
    """

    label: str
    never: re.Pattern[str] | None
    absent: re.Pattern[str] | None
    uncertain: re.Pattern[str] | None
    mentions: re.Pattern[str] | None


@dataclass(frozen=True, slots=True)
class Mention:
    """A label named at characters start:stop. `fixed`: what it says whatever stands around it, else None.

    `strongest` is the most that it can say where nothing is fixed.
    """

    label: str
    start: int
    stop: int
    fixed: Polarity | None = None
    strongest: Polarity = Polarity.PRESENT

    def overlaps(self, other: Mention) -> bool:
        """Whether both share characters."""
        return self.start < other.stop and other.start < self.stop


def mentions_in(text: str, phrases: tuple[LabelPhrases, ...]) -> tuple[Mention, ...]:
    """All mentions by position; of one label's that overlap, the first kind in `LabelPhrases` counts."""
    found = [mention for each in phrases for mention in _of_label(text, each)]
    return tuple(sorted(found, key=lambda mention: (mention.start, mention.stop)))


def _of_label(text: str, phrases: LabelPhrases) -> list[Mention]:
    taken = list(_matches(text, phrases.never, Mention(phrases.label, 0, 0)))
    decoys = len(taken)
    kinds = (
        (phrases.absent, Mention(phrases.label, 0, 0, fixed=Polarity.ABSENT)),
        (phrases.uncertain, Mention(phrases.label, 0, 0, strongest=Polarity.UNCERTAIN)),
        (phrases.mentions, Mention(phrases.label, 0, 0)),
    )
    for pattern, kind in kinds:
        new = [
            mention
            for mention in _matches(text, pattern, kind)
            if not any(mention.overlaps(other) for other in taken)
        ]
        taken += new
    return taken[decoys:]


def _matches(text: str, pattern: re.Pattern[str] | None, kind: Mention) -> Iterator[Mention]:
    if pattern is not None:
        for match in pattern.finditer(text):
            yield Mention(kind.label, *match.span(), kind.fixed, kind.strongest)

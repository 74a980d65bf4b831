"""What the words around a mention make of it: present, absent, uncertain, or not said of this film at all.

A cue before a mention reaches forward to it, a cue behind it reaches back, and none reaches over a break
("but", a semicolon, a new statement). After NegEx (Chapman et al., J Biomed Inform 2001) and the negation and
uncertainty step of CheXpert.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.panel import Polarity
from engine.text.mentions import Kind, Mention

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Cues:
    """Words that change what a mention means. `no_cues` look like cues and are none.

    Nothing reaches over `breaks`, a cue before a mention not over `breaks_before` either, a cue behind it not
    over a finished statement, `breaks_backwards`.
    """

    no_cues: Pattern
    unsaid_before: Pattern
    unsaid_after: Pattern
    absent_before: Pattern
    absent_after: Pattern
    uncertain_before: Pattern
    uncertain_after: Pattern
    breaks: Pattern
    breaks_before: Pattern
    breaks_backwards: Pattern


@dataclass(frozen=True, slots=True)
class _Reach:
    """Where cues around a mention may stand: from `start` to `near`, or `far` if subjects share a verb."""

    start: int
    near: int
    far: int


class Context:
    """One sentence's cues and breaks."""

    def __init__(self, cues: Cues, text: str) -> None:
        self._cues = cues
        # Blanked with a sign of the same length, so that positions stay.
        self._text = cues.no_cues.sub(lambda match: "~" * len(match.group()), text)
        self._breaks = [match.start() for match in cues.breaks.finditer(self._text)]
        self._breaks_before = [match.start() for match in cues.breaks_before.finditer(self._text)]

    def polarity(self, mention: Mention) -> Polarity | None:
        """None where the sentence only asks for it, or tells of another time."""
        reach = self._reach(mention)
        if self._unsaid(mention, reach):
            return None
        if mention.kind is Kind.ABSENT:
            return Polarity.ABSENT
        said = self._said(mention, reach)
        doubtful = mention.kind is Kind.UNCERTAIN and said is Polarity.PRESENT
        return Polarity.UNCERTAIN if doubtful else said

    def _reach(self, mention: Mention) -> _Reach:
        breaks = self._breaks + self._breaks_before
        return _Reach(
            start=max((at for at in breaks if at <= mention.start), default=0),
            near=min((at for at in breaks if at >= mention.stop), default=len(self._text)),
            far=min((at for at in self._breaks if at >= mention.stop), default=len(self._text)),
        )

    def _unsaid(self, mention: Mention, reach: _Reach) -> bool:
        before = self._cues.unsaid_before.search(self._text, reach.start, mention.start)
        return bool(before) or self._behind(self._cues.unsaid_after, mention.stop, reach.near)

    def _said(self, mention: Mention, reach: _Reach) -> Polarity:
        """Doubt close behind, then the cue before, then what is farther behind; without any it is present."""
        if self._behind(self._cues.uncertain_after, mention.stop, reach.near):
            return Polarity.UNCERTAIN
        before = self._before(reach.start, mention.start)
        if before is not None:
            return before
        if self._behind(self._cues.uncertain_after, mention.stop, reach.far):
            return Polarity.UNCERTAIN
        gone = self._behind(self._cues.absent_after, mention.stop, reach.far)
        return Polarity.ABSENT if gone else Polarity.PRESENT

    def _before(self, start: int, stop: int) -> Polarity | None:
        """The cue nearest before a mention; in "no sign suggesting X" the negation governs the doubt."""
        absent = _last_match(self._cues.absent_before, self._text, start, stop)
        uncertain = _last_match(self._cues.uncertain_before, self._text, start, stop)
        if absent is None and uncertain is None:
            return None
        if uncertain is None or (absent is not None and absent.end() > uncertain.end()):
            return Polarity.ABSENT
        overlapping = absent is not None and absent.end() > uncertain.start()
        governed = absent is not None and "," not in self._text[absent.end() : uncertain.start()]
        return Polarity.ABSENT if governed and not overlapping else Polarity.UNCERTAIN

    def _behind(self, cue: Pattern, start: int, stop: int) -> bool:
        """Whether such a cue follows with no other statement in between."""
        match = cue.search(self._text, start, stop)
        return match is not None and not self._cues.breaks_backwards.search(self._text, start, match.start())


def _last_match(pattern: Pattern, text: str, start: int, stop: int) -> re.Match[str] | None:
    """The last match within start:stop."""
    last = None
    for last in pattern.finditer(text, start, stop):  # noqa: B007 (its last value is the answer)
        pass
    return last

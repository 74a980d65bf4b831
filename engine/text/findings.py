"""What a report says about the 14 labels of CheXpert (Irvin et al., AAAI 2019): a rule-based reader of text.

In CheXpert's three steps: find mentions, classify each as present, absent or uncertain from the words around
it, and merge over the report (present before uncertain before absent). The phrases are data,
`resources/text/findings.toml`. Ours beyond CheXpert: side and place of each mention.

Departures. CheXpert calls an empty report "No Finding"; here an empty text says nothing, because silence of
a model must not read as health. This is a first form for display and comparison, not CheXpert's own labeller:
scores made with it carry its name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.panel import Finding, Polarity
from engine.resources import RESOURCES
from engine.text.sentences import sentence_spans

RULES = RESOURCES / "text" / "findings.toml"

NO_FINDING = "No Finding"
SUPPORT_DEVICES = "Support Devices"
LABELS = (
    NO_FINDING,
    "Enlarged Cardiomediastinum",
    "Cardiomegaly",
    "Lung Lesion",
    "Lung Opacity",
    "Edema",
    "Consolidation",
    "Pneumonia",
    "Atelectasis",
    "Pneumothorax",
    "Pleural Effusion",
    "Pleural Other",
    "Fracture",
    SUPPORT_DEVICES,
)

_STRENGTH = {Polarity.PRESENT: 0, Polarity.UNCERTAIN: 1, Polarity.ABSENT: 2}

# "opacity in the right base": a site behind a preposition belongs to what was named before it.
_BEHIND_PREPOSITION = re.compile(
    r"\b(in|on|at|within|of|over|overlying|to|involving|along|near|throughout) ((the|both|a|an) )?\Z"
)
# Words that may stand inside one site: "right mid and lower lung", "left lung base".
_SAME_SITE = re.compile(r"[\s,-]*((and|lung|greater than|to|of the) ?)*")
_SIDE_OF_PLACE = {"lingula": "left", "middle lobe": "right"}


def findings_of(sentence: str) -> tuple[Finding, ...]:
    """What one sentence says, in the order of its words; each statement once."""
    return _rules(RULES).findings(sentence)


def report_findings(text: str) -> tuple[Finding, ...]:
    """What a whole report says: at most one finding per label, in CheXpert's order.

    "No Finding" is present where the report says something and no label but support devices is present or
    uncertain.
    """
    sentences = [text[start:stop] for start, stop in sentence_spans(text)]
    return merged(finding for sentence in sentences for finding in findings_of(sentence))


def merged(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding per label, present before uncertain before absent, and "No Finding" where it holds."""
    by_label: dict[str, list[Finding]] = {}
    for finding in findings:
        by_label.setdefault(finding.label, []).append(finding)
    by_label.pop(NO_FINDING, None)
    result = [_strongest(by_label[label]) for label in LABELS if label in by_label]
    ill = [f for f in result if f.label != SUPPORT_DEVICES and f.polarity is not Polarity.ABSENT]
    healthy = [Finding(NO_FINDING, Polarity.PRESENT)] if result and not ill else []
    return (*healthy, *result)


def _strongest(findings: Sequence[Finding]) -> Finding:
    """One statement for all about a label: the strongest polarity, with the sides and place said with it."""
    polarity = min((finding.polarity for finding in findings), key=_STRENGTH.__getitem__)
    chosen = [finding for finding in findings if finding.polarity is polarity]
    places = {finding.place for finding in chosen} - {""}
    place = places.pop() if len(places) == 1 else ""
    return Finding(chosen[0].label, polarity, _one_side({finding.side for finding in chosen}), place)


def _one_side(sides: set[str]) -> str:
    """Left and right together are bilateral; "" says nothing."""
    named = sides - {""}
    return named.pop() if len(named) == 1 else "bilateral" if named else ""


@dataclass(frozen=True, slots=True)
class _Mention:
    """A label named at characters start:stop; `polarity` is None where the context decides."""

    label: str
    start: int
    stop: int
    polarity: Polarity | None


@dataclass(frozen=True, slots=True)
class _Site:
    """Neighbouring words of side and place."""

    start: int
    stop: int
    sides: frozenset[str]
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Rules:
    """Compiled phrases."""

    labels: Mapping[str, Mapping[str, re.Pattern[str]]]
    context: Mapping[str, re.Pattern[str]]
    sides: Mapping[str, re.Pattern[str]]
    places: Mapping[str, re.Pattern[str]]

    def findings(self, sentence: str) -> tuple[Finding, ...]:
        """Mentions, each with its polarity and site."""
        text = " ".join(sentence.lower().split())
        mentions = self._mentions(text)
        if not mentions:
            return ()
        context = _Context(self.context, text)
        sites = self._assigned(text, mentions)
        found = [
            Finding(mention.label, mention.polarity or context.polarity(mention), side, place)
            for mention in mentions
            for side, place in sites[mention]
        ]
        return tuple(dict.fromkeys(found))

    def _mentions(self, text: str) -> list[_Mention]:
        """All mentions by position; phrases that carry their polarity take precedence where they overlap."""
        mentions: list[_Mention] = []
        for label, phrases in self.labels.items():
            taken: list[_Mention] = []
            for kind, polarity in _KINDS.items():
                if kind in phrases:
                    matches = [
                        _Mention(label, *match.span(), polarity) for match in phrases[kind].finditer(text)
                    ]
                    taken += [
                        match for match in matches if not any(_overlap(match, other) for other in taken)
                    ]
            mentions += taken
        return sorted(mentions, key=lambda mention: (mention.start, mention.stop))

    def _sites(self, text: str) -> list[_Site]:
        """Side and place words, neighbours together."""
        words = [
            _Site(*match.span(), frozenset({side}), ())
            for side, pattern in self.sides.items()
            for match in pattern.finditer(text)
        ]
        words += [
            _Site(*match.span(), frozenset({_SIDE_OF_PLACE.get(place, "")}), (place,))
            for place, pattern in self.places.items()
            for match in pattern.finditer(text)
        ]
        sites: list[_Site] = []
        for word in sorted(words, key=lambda site: site.start):
            last = sites[-1] if sites else None
            if last and (word.start < last.stop or _SAME_SITE.fullmatch(text, last.stop, word.start)):
                sites[-1] = _Site(
                    last.start, max(last.stop, word.stop), last.sides | word.sides, last.places + word.places
                )
            else:
                sites.append(word)
        return sites

    def _assigned(
        self, text: str, mentions: Sequence[_Mention]
    ) -> dict[_Mention, tuple[tuple[str, str], ...]]:
        """(side, place) of each mention, once per place."""
        sites: dict[_Mention, list[_Site]] = {mention: [] for mention in mentions}
        for site in self._sites(text):
            for mention in _owners(text, site, mentions):
                sites[mention].append(site)
        return {mention: _side_and_places(found) for mention, found in sites.items()}


_KINDS = {"absent": Polarity.ABSENT, "uncertain": Polarity.UNCERTAIN, "mentions": None}


def _overlap(a: _Mention, b: _Mention) -> bool:
    """Whether two mentions share characters."""
    return a.start < b.stop and b.start < a.stop


def _owners(text: str, site: _Site, mentions: Sequence[_Mention]) -> list[_Mention]:
    """The mentions that a site belongs to: around it, else before a preposition, else the next one."""
    around = [mention for mention in mentions if mention.start < site.stop and site.start < mention.stop]
    if around:
        return around
    before = [mention for mention in mentions if mention.stop <= site.start]
    after = [mention for mention in mentions if mention.start >= site.stop]
    trailing = _BEHIND_PREPOSITION.search(text, 0, site.start) or text.startswith("bilaterally", site.start)
    if before and (trailing or not after):
        return [mention for mention in before if mention.start == before[-1].start]
    return [mention for mention in after if mention.start == after[0].start]


def _side_and_places(sites: Sequence[_Site]) -> tuple[tuple[str, str], ...]:
    """One side, and every place named."""
    side = _one_side({side for site in sites for side in site.sides})
    places = tuple(dict.fromkeys(place for site in sites for place in site.places))
    return tuple((side, place) for place in places or ("",))


class _Context:
    """The words of one sentence that change what its mentions mean."""

    def __init__(self, patterns: Mapping[str, re.Pattern[str]], text: str) -> None:
        self._patterns = patterns
        # Blanked with a sign of the same length, so that positions stay.
        self._text = patterns["not_negations"].sub(lambda match: "~" * len(match.group()), text)
        self._breaks = [match.start() for match in patterns["breaks"].finditer(self._text)]

    def polarity(self, mention: _Mention) -> Polarity:
        """Doubt behind, then the cue before, then a negation behind; without any, the finding is present."""
        start = max((at for at in self._breaks if at <= mention.start), default=0)
        stop = min((at for at in self._breaks if at >= mention.stop), default=len(self._text))
        if self._behind("uncertain_after", mention.stop, stop):
            return Polarity.UNCERTAIN
        before = self._before(start, mention.start)
        if before is not None:
            return before
        return Polarity.ABSENT if self._behind("absent_after", mention.stop, stop) else Polarity.PRESENT

    def _before(self, start: int, stop: int) -> Polarity | None:
        """The cue nearest before a mention; in "no sign suggesting X" the negation governs the doubt."""
        absent = _last_match(self._patterns["absent_before"], self._text, start, stop)
        uncertain = _last_match(self._patterns["uncertain_before"], self._text, start, stop)
        if absent is None and uncertain is None:
            return None
        if uncertain is None or (absent is not None and absent.end() > uncertain.end()):
            return Polarity.ABSENT
        overlapping = absent is not None and absent.end() > uncertain.start()
        governed = absent is not None and "," not in self._text[absent.end() : uncertain.start()]
        return Polarity.ABSENT if governed and not overlapping else Polarity.UNCERTAIN

    def _behind(self, cues: str, start: int, stop: int) -> bool:
        """Whether such a cue follows with no other statement in between."""
        match = self._patterns[cues].search(self._text, start, stop)
        return bool(match) and not self._patterns["breaks_backwards"].search(
            self._text, start, match.start() if match else stop
        )


def _last_match(pattern: re.Pattern[str], text: str, start: int, stop: int) -> re.Match[str] | None:
    """The last match within start:stop."""
    last = None
    for last in pattern.finditer(text, start, stop):  # noqa: B007 (its last value is the answer)
        pass
    return last


@cache
def _rules(path: Path) -> _Rules:
    """The compiled rules; reading and compiling takes a moment, so once per process."""
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    labels = {
        rule["name"]: {kind: _any_of(rule[kind]) for kind in _KINDS if kind in rule}
        for rule in data["labels"]
    }
    return _Rules(
        labels,
        {name: _any_of(phrases) for name, phrases in data["context"].items()},
        {side: _any_of(phrases) for side, phrases in data["site"].items()},
        {place: _any_of(phrases) for place, phrases in data["places"].items()},
    )


def _any_of(phrases: Sequence[str]) -> re.Pattern[str]:
    """One pattern for all phrases, which start and end where a word does (or at a sign)."""
    return re.compile(rf"(?:(?<!\w)|(?=\W))(?:{'|'.join(phrases)})(?:(?!\w)|(?<=\W))")

"""What a report says about the 14 labels of CheXpert (Irvin et al., AAAI 2019): a rule-based reader of text.

In CheXpert's three steps: find mentions (`mentions`), classify each as present, absent or uncertain from the
words around it (`polarity`), and merge over the report (present before uncertain before absent). Ours beyond
CheXpert: side and place of each mention (`places`). The phrases are data, `resources/text/findings.toml`.

    labeller = Labeller.load()
    labeller.report("No effusion. Possible left base opacity.")

Departures. CheXpert calls an empty report "No Finding"; here a text must say so ("normal chest") or speak of
a label, because silence of a model must not read as health. A granuloma is a "Lung Lesion", a deformed rib or
vertebra a "Fracture": CheXpert's phrases name neither. How often the labeller errs is in
`resources/docs/labeller.md`; a score that depends on it carries its `signature`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.panel import Finding, Polarity
from engine.resources import RESOURCES
from engine.text.label_rules import Rules, read_rules
from engine.text.mentions import mentions_in
from engine.text.places import one_side, places_of
from engine.text.polarity import Context
from engine.text.sentences import sentence_spans

RULES = RESOURCES / "text" / "findings.toml"
VERSION = 2  # of the code; goes up when the same rules would be read differently

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


@dataclass(frozen=True, slots=True)
class Labeller:
    """Reads findings out of text by one set of rules; loading takes a moment, reading does not."""

    rules: Rules

    @classmethod
    def load(cls, path: Path = RULES) -> Labeller:
        """The labeller by the rules at `path`; `RulesMalformed` where they do not follow the format."""
        return cls(read_rules(path, LABELS))

    @property
    def signature(self) -> str:
        """What its answers depend on, for scores made with it."""
        return f"labeller {VERSION}, rules {self.rules.digest}"

    def sentence(self, sentence: str) -> tuple[Finding, ...]:
        """What one sentence says, in the order of its words; each statement once."""
        text = self.rules.wording.plain(sentence)
        mentions = mentions_in(text, self.rules.labels)
        if not mentions:
            return ()
        context = Context(self.rules.cues, text)
        polarities = [(mention, context.polarity(mention)) for mention in mentions]
        said = {mention: polarity for mention, polarity in polarities if polarity is not None}
        places = places_of(text, said, self.rules.places)
        found = [
            Finding(mention.label, polarity, side, place)
            for mention, polarity in said.items()
            for side, place in places[mention]
        ]
        return tuple(dict.fromkeys(found))

    def report(self, text: str) -> tuple[Finding, ...]:
        """What a whole report says: at most one finding per label, in CheXpert's order (`merged`)."""
        sentences = [text[start:stop] for start, stop in sentence_spans(text)]
        found = merged(finding for sentence in sentences for finding in self.sentence(sentence))
        healthy = not found and any(self._calls_normal(sentence) for sentence in sentences)
        return (Finding(NO_FINDING, Polarity.PRESENT),) if healthy else found

    def _calls_normal(self, sentence: str) -> bool:
        """Whether it calls the whole film normal, as "no acute disease" does, and no label by name."""
        return self.rules.normal.search(self.rules.wording.plain(sentence)) is not None


@cache
def shipped_labeller() -> Labeller:
    """The labeller by the shipped rules, read once per process."""
    return Labeller.load()


def findings_of(sentence: str) -> tuple[Finding, ...]:
    """What one sentence says by the shipped rules."""
    return shipped_labeller().sentence(sentence)


def report_findings(text: str) -> tuple[Finding, ...]:
    """What a whole report says by the shipped rules."""
    return shipped_labeller().report(text)


def merged(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding per label, present before uncertain before absent, and "No Finding" where it holds.

    It holds where something is said and no label but support devices is present or uncertain.
    """
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
    return Finding(chosen[0].label, polarity, one_side(finding.side for finding in chosen), place)

"""What each sentence of a draft states: about which subjects, in which sense, on which side.

A sentence makes one claim for every finding that the labeller read in it, and one for every part of the film
that it speaks of without a finding ("The heart is stable."). A sentence that nothing places (another
language, free remarks) makes none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.review.statement_rules import StatementRules, Subject
from engine.panel import Draft, Finding, Polarity, Sentence
from engine.text.findings import NO_FINDING, SUPPORT_DEVICES, findings_of, shipped_labeller

_BOTH = frozenset({"left", "right"})


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a sentence says.

    `label` is "" and `polarity` None where no finding is named. `sides` holds "left" and "right", `levels`
    heights of the lung, `sites` parts of the body; empty where nothing is said of them. A `remainder`
    ("otherwise clear") leaves out what its draft names beside it. `exemptions` number the rules by which a
    denial and a finding are at peace.
    """

    subject: str
    label: str = ""
    polarity: Polarity | None = None
    sides: frozenset[str] = frozenset()
    levels: frozenset[str] = frozenset()
    sites: frozenset[str] = frozenset()
    remainder: bool = False
    exemptions: frozenset[int] = frozenset()

    @property
    def general(self) -> bool:
        """Whether it denies a finding wherever it might be."""
        nowhere = not (self.sides or self.levels or self.sites)
        return self.polarity is Polarity.ABSENT and nowhere and not self.remainder


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of one expert's draft; `plain` is its text as rules see it, `sentence` its index."""

    expert: int
    sentence: int
    text: str
    plain: str
    claims: tuple[Claim, ...]


def sentences_of(draft: Draft) -> tuple[Sentence, ...]:
    """The draft's sentences; findings are read in the one of a draft whose source marked none."""
    if draft.sentences or not draft.text.strip():
        return draft.sentences
    return tuple(replace(one, findings=findings_of(one.text)) for one in draft.all_sentences)


def statements_of(draft: Draft, rules: StatementRules) -> tuple[Statement, ...]:
    """All sentences that hold a word, with what they state."""
    plain = shipped_labeller().rules.wording.plain
    return tuple(
        _statement(draft.expert, index, sentence, plain(sentence.text), rules)
        for index, sentence in enumerate(sentences_of(draft))
        if any(sign.isalnum() for sign in sentence.text)
    )


def _statement(expert: int, index: int, sentence: Sentence, plain: str, rules: StatementRules) -> Statement:
    return Statement(expert, index, sentence.text, plain, claims_of(plain, sentence.findings, rules))


def claims_of(plain: str, findings: Iterable[Finding], rules: StatementRules) -> tuple[Claim, ...]:
    """What a sentence claims, given the findings that were read in it."""
    grouped: dict[tuple[Subject, str, Polarity], list[Finding]] = {}
    for finding in findings:
        for subject in _subjects_of(finding, plain, rules):
            grouped.setdefault((subject, finding.label, finding.polarity), []).append(finding)
    found = _qualified([_claim(key, said, plain, rules) for key, said in grouped.items()])
    if any(claim.label == SUPPORT_DEVICES for claim in found):
        return tuple(found)  # "a tube in the trachea" does not speak of the trachea
    named = frozenset(claim.subject for claim in found)
    return (*found, *_topics(rules.whereabouts.sub("", plain), named, rules))


def _subjects_of(finding: Finding, plain: str, rules: StatementRules) -> list[Subject]:
    """Those of its label that the sentence names, else the label's last."""
    of_label = [subject for subject in rules.subjects if subject.label == finding.label]
    if finding.label == NO_FINDING or len(of_label) < 2:
        return of_label
    return [subject for subject in of_label if subject.phrases.search(plain)] or of_label[-1:]


def _claim(
    key: tuple[Subject, str, Polarity], findings: list[Finding], plain: str, rules: StatementRules
) -> Claim:
    """One claim for all findings of a sentence about one subject in one sense."""
    subject, label, polarity = key
    everywhere = polarity is Polarity.ABSENT and any(not (f.side or f.place) for f in findings)
    sides = () if everywhere else (side for f in findings for side in _sides(f.side))
    placed = subject.placed and not everywhere
    levels = (level for f in findings for level in rules.levels.get(f.place, ())) if placed else ()
    sites = (site for site, words in subject.sites if words.search(plain))
    denied = polarity is Polarity.ABSENT
    return Claim(
        subject.name,
        label,
        polarity,
        frozenset(sides),
        frozenset(levels),
        frozenset(sites),
        denied and rules.remainder.search(plain) is not None,
        rules.exemptions(plain, label, polarity),
    )


def _qualified(claims: Sequence[Claim]) -> list[Claim]:
    """What a sentence denies beside naming it ("opacity without airspace opacity") it denies of the rest."""
    named = {claim.subject for claim in claims if claim.polarity is not Polarity.ABSENT}
    return [
        replace(claim, remainder=True)
        if claim.polarity is Polarity.ABSENT and not claim.sides and claim.subject in named
        else claim
        for claim in claims
    ]


def _sides(side: str) -> frozenset[str]:
    return _BOTH if side == "bilateral" else frozenset({side} if side else ())


def _topics(plain: str, named: frozenset[str], rules: StatementRules) -> Iterator[Claim]:
    """What it speaks of besides findings; of the weaker phrases only where nothing stronger says it."""
    free = [subject for subject in rules.subjects if subject.name not in named]
    spoken = [s for s in free if s.label != SUPPORT_DEVICES and s.phrases.search(plain)]
    if not named and not spoken:  # devices tell the labeller that they are there, or are only spoken of
        spoken = [s for s in free if s.alone.search(plain) or s.phrases.search(plain)]
    if not named and not spoken:
        spoken = [s for s in free if s.last.search(plain)]
    return (Claim(subject.name) for subject in spoken)

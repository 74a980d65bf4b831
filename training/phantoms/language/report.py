"""The report of one study: what is there, what is not, and now and then a remark, as an observer writes it.

A report never denies what the film shows, and hedges only what is faint. A faint finding is hedged or named,
never left out: real observers would miss some of them, but here the text must tell what the film holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np

from engine.resources import RESOURCES
from training.phantoms.anatomy import Person
from training.phantoms.findings import DEVICES, Plan
from training.phantoms.language.blanks import blank_words, statement_text, tidy
from training.phantoms.language.observers import (
    HURRIED,
    Habit,
    Observer,
    Order,
    draw_observer,
    worded,
    zipf,
)
from training.phantoms.language.phrasebook import Denial, PhraseBook, read_phrase_book

PHRASES = RESOURCES / "phantoms" / "language.toml"
HEDGED_SHARE = 0.85  # of faint findings; of the others none
LOW_VOLUME, WIDE_AORTA = -0.15, 1.14  # inspiration and aortic size at which readers remark on them
TURNED_DEGREES = 4.5
CONDITION_TOLD = 0.85  # how often a remark is made on what the person has
DENIED_SHARE = 0.95  # of the denials that are the rule
LEAST_SENTENCES, MOST_SENTENCES = 4, 8
MOST_TOKENS = 70  # words and signs; the readers that learn from these reports write up to 72
LUNGS_BEFORE = ("volumes", "lungs", "vessels", "pleura")  # the heart, where lungs come first


class ShownFinding(Protocol):
    """What the writer needs to know of a finding."""

    @property
    def plan(self) -> Plan:
        """What it is and where."""

    @property
    def faint(self) -> bool:
        """Whether it hardly shows."""


@dataclass(frozen=True, slots=True)
class Report:
    """The text; `hedged` says of each finding whether it is put as unsure, `denied` lists labels denied."""

    text: str
    hedged: tuple[bool, ...]
    denied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, the region that it tells of, and the labels it denies; `positive` tells of a finding."""

    region: str
    text: str
    positive: bool = False
    denies: frozenset[str] = frozenset()


@cache
def phrase_book() -> PhraseBook:
    """The shipped phrases; the file is read once per process."""
    return read_phrase_book(PHRASES)


def vocabulary() -> list[str]:
    """Every word that a report can hold, lower-cased, sorted."""
    book = phrase_book()
    sizes = [word for wordings in book.sizes.values() for word in wordings.all]
    return sorted(book.words() | blank_words() | {f"{word}ly" for word in sizes})


def write_report(findings: Sequence[ShownFinding], person: Person, random: np.random.Generator) -> Report:
    """A report of four to eight sentences, told briefly where there is much to tell."""
    book = phrase_book()
    hedged = tuple(_faint_phrases(book, shown) and bool(random.random() < HEDGED_SHARE) for shown in findings)
    told = [(shown.plan, unsure) for shown, unsure in zip(findings, hedged, strict=True)]
    observer = draw_observer(random)
    sentences = _sentences(book, told, person, observer.habit, random)
    if _tokens(sentences) > MOST_TOKENS or len(sentences) > MOST_SENTENCES:
        sentences = _sentences(book, told, person, HURRIED, random)
    text = " ".join(sentence.text for sentence in _ordered(book, sentences, observer))
    present = {shown.plan.label for shown in findings}
    denied = {label for sentence in sentences for label in sentence.denies}
    return Report(text, hedged, tuple(sorted(denied - present)))


def _faint_phrases(book: PhraseBook, shown: ShownFinding) -> bool:
    """Whether a finding may be hedged."""
    return shown.faint and book.statement(shown.plan.kind.value, False).faint is not None


def _sentences(
    book: PhraseBook,
    told: Sequence[tuple[Plan, bool]],
    person: Person,
    habit: Habit,
    random: np.random.Generator,
) -> list[Sentence]:
    """What an observer of this habit says, in no order yet."""
    positive = [_statement(book, plan, unsure, habit, random) for plan, unsure in told]
    present = frozenset(plan.label for plan, _ in told)
    healthy = not {plan.kind for plan, _ in told} - DEVICES
    lungs = any(sentence.region in ("lungs", "vessels") for sentence in positive)
    said = positive + _denials(book, present, lungs, len(positive), habit, random)
    room = MOST_SENTENCES - len(said)
    return said + _remarks(book, present, _conditions(person, healthy), habit, random)[:room]


def _statement(
    book: PhraseBook, plan: Plan, unsure: bool, habit: Habit, random: np.random.Generator
) -> Sentence:
    statement = book.statement(plan.kind.value, plan.side_name == "bilateral")
    wordings = statement.faint if unsure and statement.faint else statement.certain
    return Sentence(statement.region, statement_text(book, wordings, plan, habit, random), positive=True)


def _denials(
    book: PhraseBook,
    present: frozenset[str],
    lungs: bool,
    positive: int,
    habit: Habit,
    random: np.random.Generator,
) -> list[Sentence]:
    """The rule of each region, seldom left out, and now and then one more."""
    rules = list(_rules(book, present, lungs))
    spare = max(len(rules) + positive - LEAST_SENTENCES, 0)
    left_out = {int(n) for n in random.permutation(len(rules))[:spare] if random.random() > DENIED_SHARE}
    chosen = [denial for number, denial in enumerate(rules) if number not in left_out]
    denied = frozenset(label for denial in chosen for label in denial.denies | denial.absent)
    for denial in book.denials:
        more = denial.rare and not denial.absent & (present | denied)
        if more and random.random() < habit.rare:
            chosen.append(denial)
    return [
        Sentence(denial.region, tidy(worded(denial.wordings, habit, random)), denies=denial.denies)
        for denial in chosen
    ]


def _rules(book: PhraseBook, present: frozenset[str], lungs: bool) -> Iterator[Denial]:
    """Of each region the fullest denial that is true."""
    for region in book.regions:
        fitting = [
            denial
            for denial in book.denials
            if denial.region == region
            and not denial.rare
            and not denial.absent & present
            and (lungs or not denial.remainder)
        ]
        if fitting:
            yield max(fitting, key=lambda denial: len(denial.absent))


def _conditions(person: Person, healthy: bool) -> frozenset[str]:
    """What of this person calls for a remark."""
    found = {
        "shallow breath": person.inspiration < LOW_VOLUME,
        "turned": abs(person.turn_degrees) > TURNED_DEGREES,
        "wide aorta": person.aorta > WIDE_AORTA,
        "healthy": healthy,
    }
    return frozenset(name for name, holds in found.items() if holds)


def _remarks(
    book: PhraseBook,
    present: frozenset[str],
    conditions: frozenset[str],
    habit: Habit,
    random: np.random.Generator,
) -> list[Sentence]:
    """On what the person has, mostly; on what anybody has, at most one."""
    fitting = [remark for remark in book.remarks if not remark.absent & present]
    chosen = [
        remark
        for remark in fitting
        if remark.when in conditions and habit is not HURRIED and random.random() < CONDITION_TOLD
    ]
    general = [remark for remark in fitting if not remark.when]
    if random.random() < habit.remarks:
        chosen.append(zipf(general, random))
    return [Sentence(remark.region, tidy(worded(remark.wordings, habit, random))) for remark in chosen]


def _ordered(book: PhraseBook, sentences: Sequence[Sentence], observer: Observer) -> list[Sentence]:
    """By region, what is there before what is not; or as the observer prefers."""
    regions = book.regions
    if observer.order is Order.LUNGS_FIRST:
        regions = (*LUNGS_BEFORE, *(region for region in regions if region not in LUNGS_BEFORE))

    def rank(sentence: Sentence) -> tuple[bool, int, bool]:
        first = observer.order is Order.FINDINGS_FIRST and sentence.positive
        return not first, regions.index(sentence.region), not sentence.positive

    return sorted(sentences, key=rank)


def _tokens(sentences: Sequence[Sentence]) -> int:
    """Words and signs."""
    return sum(len(re.findall(r"[\w-]+|[.,]", sentence.text)) for sentence in sentences)

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
from training.phantoms.language.phrasebook import Denial, PhraseBook, Wordings, read_phrase_book

PHRASES = RESOURCES / "phantoms" / "language.toml"
HEDGED_SHARE = 0.85  # of faint findings; of the others none
LOW_VOLUME, WIDE_AORTA = -0.15, 1.14  # inspiration and aortic size at which readers remark on them
TURNED_DEGREES = 4.5
CONDITION_TOLD = 0.85  # how often a remark is made on what the person has
DENIED_SHARE = 0.95  # of the denials that are the rule
LEAST_SENTENCES, MOST_SENTENCES = 4, 8
MOST_TOKENS = 70  # words and signs; the readers that learn from these reports write up to 72
LUNG_REGIONS = frozenset({"lungs", "vessels"})
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
    return sorted(phrase_book().words() | blank_words())


def write_report(findings: Sequence[ShownFinding], person: Person, random: np.random.Generator) -> Report:
    """A report of four to eight sentences, told briefly where there is much to tell."""
    book = phrase_book()
    hedged = tuple(_faint_phrases(book, shown) and bool(random.random() < HEDGED_SHARE) for shown in findings)
    told = [(shown.plan, unsure) for shown, unsure in zip(findings, hedged, strict=True)]
    observer = draw_observer(random)
    sentences = Writer(book, observer.habit, random).sentences(told, person)
    if _tokens(sentences) > MOST_TOKENS:
        sentences = Writer(book, HURRIED, random).sentences(told, person)
    text = " ".join(sentence.text for sentence in _ordered(book, sentences, observer))
    present = {shown.plan.label for shown in findings}
    denied = {label for sentence in sentences for label in sentence.denies}
    return Report(text, hedged, tuple(sorted(denied - present)))


def _faint_phrases(book: PhraseBook, shown: ShownFinding) -> bool:
    """Whether a finding may be hedged."""
    return shown.faint and book.statement(shown.plan.kind.value, both_sides=False).faint is not None


@dataclass(frozen=True, slots=True)
class Writer:
    """One who writes in words of `book` by a habit; every choice is drawn from `random`."""

    book: PhraseBook
    habit: Habit
    random: np.random.Generator

    def sentences(self, told: Sequence[tuple[Plan, bool]], person: Person) -> list[Sentence]:
        """Each plan, unsure or not, what is absent, and additions while there is room; in no order yet."""
        positive = [self._statement(plan, unsure) for plan, unsure in told]
        present = frozenset(plan.label for plan, _ in told)
        said = positive + self._denials(positive, present)
        healthy = not {plan.kind for plan, _ in told} - DEVICES
        additions = self._remarks(_conditions(person, healthy), present) + self._rare_denials(said, present)
        return said + additions[: max(MOST_SENTENCES - len(said), 0)]

    def _statement(self, plan: Plan, unsure: bool) -> Sentence:
        statement = self.book.statement(plan.kind.value, both_sides=plan.side_name == "bilateral")
        wordings = statement.faint if unsure and statement.faint else statement.certain
        text = statement_text(self.book, wordings, plan, self.habit, self.random)
        return Sentence(statement.region, text, positive=True)

    def _denials(self, positive: Sequence[Sentence], present: frozenset[str]) -> list[Sentence]:
        """The rule of each region, seldom left out."""
        lungs = any(sentence.region in LUNG_REGIONS for sentence in positive)
        rules = list(_rules(self.book, present, lungs))
        spare = max(len(rules) + len(positive) - LEAST_SENTENCES, 0)
        order = self.random.permutation(len(rules))
        left_out = {int(place) for place in order[:spare] if self.random.random() > DENIED_SHARE}
        return [self._denial(denial) for place, denial in enumerate(rules) if place not in left_out]

    def _rare_denials(self, said: Sequence[Sentence], present: frozenset[str]) -> list[Sentence]:
        """What the rules do not name."""
        covered = present.union(*(sentence.denies for sentence in said))
        return [
            self._denial(denial)
            for denial in self.book.denials
            if denial.rare and not denial.absent & covered and self.random.random() < self.habit.rare
        ]

    def _denial(self, denial: Denial) -> Sentence:
        return Sentence(denial.region, self._worded(denial.wordings), denies=denial.denies)

    def _remarks(self, conditions: frozenset[str], present: frozenset[str]) -> list[Sentence]:
        """On what the person has, mostly; on what anybody has, at most one."""
        fitting = [remark for remark in self.book.remarks if not remark.absent & present]
        told = CONDITION_TOLD if self.habit.remarks else 0.0
        chosen = [remark for remark in fitting if remark.when in conditions and self.random.random() < told]
        if self.random.random() < self.habit.remarks:
            chosen.append(zipf([remark for remark in fitting if not remark.when], self.random))
        return [Sentence(remark.region, self._worded(remark.wordings)) for remark in chosen]

    def _worded(self, wordings: Wordings) -> str:
        return tidy(worded(wordings, self.habit, self.random))


def _rules(book: PhraseBook, present: frozenset[str], lungs: bool) -> Iterator[Denial]:
    """Of each region the fullest denial that is true; `lungs` says whether something is told of them."""
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

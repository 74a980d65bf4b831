"""Panels of which it is known what every sentence says, and how well an alignment of them does.

Two sentences of two drafts belong together if they share a `Meaning`. A planted contradiction is known by the
sentence that was turned.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations

from app.review.alignment import Alignment, align
from app.review.conflicts import Place
from engine.panel import Draft
from engine.text.annotate import annotated

Meaning = Hashable


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, and what it means."""

    text: str
    meanings: frozenset[Meaning]
    turned: bool = False


@dataclass(frozen=True, slots=True)
class KnownPanel:
    """Drafts, what each sentence means, and the sentence that contradicts the others (None: nobody does)."""

    drafts: tuple[Draft, ...]
    meanings: Mapping[Place, frozenset[Meaning]]
    turned: Place | None


def read_draft(expert: int, *sentences: str) -> Draft:
    """A draft of these sentences with what the labeller reads in them."""
    text = " ".join(sentences)
    read = annotated(text)
    assert [sentence.text for sentence in read] == list(sentences)
    return Draft(expert, text, sentences=read)


def known_panel(reports: Sequence[Sequence[Said]]) -> KnownPanel:
    """A panel of these reports, one an expert."""
    drafts = []
    meanings: dict[Place, frozenset[Meaning]] = {}
    turned = None
    for expert, report in enumerate(reports):
        drafts.append(read_draft(expert, *(said.text for said in report)))
        for index, said in enumerate(report):
            meanings[Place(expert, index)] = said.meanings
            turned = Place(expert, index) if said.turned else turned
    return KnownPanel(tuple(drafts), meanings, turned)


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over panels.

    Pairs are sentences of two drafts: those that belong `together`, those `found` in one row, the `right`
    ones among these; `reworded` ones belong together in different words. `alarms` are clean panels with a
    contradiction.
    """

    panels: int = 0
    together: int = 0
    found: int = 0
    right: int = 0
    reworded: int = 0
    reworded_right: int = 0
    planted: int = 0
    caught: int = 0
    clean: int = 0
    alarms: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(Score)))

    @property
    def precision(self) -> float:
        """Of the pairs that share a row, those that belong together."""
        return self.right / self.found

    @property
    def recall(self) -> float:
        """Of the pairs that belong together, those that share a row."""
        return self.right / self.together

    @property
    def reworded_recall(self) -> float:
        """The same of pairs in different words."""
        return self.reworded_right / self.reworded

    @property
    def planted_found(self) -> float:
        """Of the planted contradictions, those that are reported as such."""
        return self.caught / self.planted

    @property
    def false_alarms(self) -> float:
        """Of the panels without a contradiction, those where one is reported."""
        return self.alarms / self.clean


def score(panels: Iterable[KnownPanel]) -> Score:
    """All counts over these panels."""
    return sum((score_of(panel, align(panel.drafts)) for panel in panels), Score())


def score_of(panel: KnownPanel, alignment: Alignment) -> Score:
    """The counts of one."""
    together, found = pairs_together(panel), pairs_found(alignment)
    clean = panel.turned is None
    against = contradictions(alignment)
    return Score(
        panels=1,
        together=len(together),
        found=len(found),
        right=len(together & found),
        reworded=sum(_reworded(panel, pair) for pair in together),
        reworded_right=sum(_reworded(panel, pair) for pair in together & found),
        planted=not clean,
        caught=not clean and any(panel.turned in pair for pair in against),
        clean=clean,
        alarms=clean and bool(against),
    )


def pairs_together(panel: KnownPanel) -> set[frozenset[Place]]:
    """Sentences of two drafts that share a meaning."""
    return {
        frozenset({one, other})
        for one, other in combinations(panel.meanings, 2)
        if one.expert != other.expert and panel.meanings[one] & panel.meanings[other]
    }


def pairs_found(alignment: Alignment) -> set[frozenset[Place]]:
    """Sentences of two drafts that share a row."""
    return {
        frozenset({one, other})
        for row in alignment.rows
        for one, other in combinations(sorted(row.places), 2)
        if one.expert != other.expert
    }


def _reworded(panel: KnownPanel, pair: frozenset[Place]) -> bool:
    return len({panel.drafts[p.expert].sentences[p.sentence].text.casefold() for p in pair}) == 2


def contradictions(alignment: Alignment) -> list[frozenset[Place]]:
    """The sentences of each contradiction."""
    return [c.one.places | c.other.places for c in alignment.conflicts if c.contradiction]

"""Two drafts side by side: sentences that belong together in one row, differences marked word by word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

import numpy as np
from scipy.optimize import linear_sum_assignment

from engine.panel import Draft

MIN_SIMILARITY = 0.4
"""Sentences that share fewer of their words than this stand in rows of their own.
"No pleural effusion." and "Small left pleural effusion." (0.57) share a row, so that the "No" is seen."""


class Change(Enum):
    """Whether a piece of text stands on both sides or on one alone."""

    SAME = "same"
    ONLY_LEFT = "only left"
    ONLY_RIGHT = "only right"


@dataclass(frozen=True, slots=True)
class Span:
    """A run of words of one sentence; a sentence's spans, joined, are its exact text."""

    text: str
    change: Change


@dataclass(frozen=True, slots=True)
class Row:
    """Two sentences that belong together, or one that has no counterpart.

    `left` and `right` are indices into the drafts' sentences, None (and no spans) where there is none.
    """

    left: int | None
    right: int | None
    left_spans: tuple[Span, ...]
    right_spans: tuple[Span, ...]

    @property
    def same(self) -> bool:
        """Whether both sides say this in the same words."""
        return self.left is not None and self.left_spans == self.right_spans


@dataclass(frozen=True, slots=True)
class Comparison:
    """All rows, each draft's sentences in their own order as far as both allow. `identical`: same text."""

    rows: tuple[Row, ...]
    identical: bool


def compare(left: Draft, right: Draft) -> Comparison:
    """Two drafts, sentence by sentence; a draft without marked sentences counts as one sentence."""
    lefts, rights = _sentences(left), _sentences(right)
    partners = _partners(lefts, rights)
    rows = [_row(lefts, rights, index, partners.get(index)) for index in range(len(lefts))]
    for index in sorted(set(range(len(rights))) - set(partners.values())):
        rows.insert(_place(rows, index), _row(lefts, rights, None, index))
    return Comparison(tuple(rows), left.text == right.text)


def differences(left: str, right: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The spans of both texts; words, spaces and punctuation marks are compared exactly, case included."""
    lefts, rights = _tokens(left), _tokens(right)
    left_spans, right_spans = [], []
    for tag, i, j, k, m in SequenceMatcher(None, lefts, rights, autojunk=False).get_opcodes():
        if i < j:
            left_spans.append(Span("".join(lefts[i:j]), Change.SAME if tag == "equal" else Change.ONLY_LEFT))
        if k < m:
            right_spans.append(
                Span("".join(rights[k:m]), Change.SAME if tag == "equal" else Change.ONLY_RIGHT)
            )
    return tuple(left_spans), tuple(right_spans)


def similarity(left: str, right: str) -> float:
    """How many of their words two sentences share, in order, from 0 to 1; case is ignored."""
    return SequenceMatcher(None, _words(left), _words(right), autojunk=False).ratio()


def _sentences(draft: Draft) -> tuple[str, ...]:
    return tuple(sentence.text for sentence in draft.sentences) or ((draft.text,) if draft.text else ())


def _partners(lefts: Sequence[str], rights: Sequence[str]) -> dict[int, int]:
    """Which right sentence belongs to which left one: the pairing with the highest similarity in all."""
    scores = np.array([[similarity(a, b) for b in rights] for a in lefts]).reshape(len(lefts), len(rights))
    pairs = zip(*linear_sum_assignment(scores, maximize=True), strict=True)
    return {int(a): int(b) for a, b in pairs if scores[a, b] >= MIN_SIMILARITY}


def _row(lefts: Sequence[str], rights: Sequence[str], left: int | None, right: int | None) -> Row:
    spans = differences(
        "" if left is None else lefts[left],
        "" if right is None else rights[right],
    )
    return Row(left, right, *spans)


def _place(rows: Sequence[Row], right: int) -> int:
    """After the row that holds the right sentence before this one."""
    return next((place + 1 for place, row in enumerate(rows) if row.right == right - 1), 0)


def _tokens(text: str) -> list[str]:
    return re.findall(r"\s+|\w+|[^\w\s]", text)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())

"""CIDEr-D of many short texts against references that stay the same, as rewards in training need it.

The formula and its words are those of `engine.text.cider`. What belongs to the references alone is computed
once. An n-gram's count in a text is the number of places at which the same words stand; with it,

    |w(c)|^2                      = sum over places i of c   h_i(c) idf_i^2
    sum_g min(w_g(c), w_g(r)) w_g(r) = sum over places i of c   idf_i^2 min(h_i(c), h_i(r)) h_i(r) / h_i(c)

so that nothing is sorted and no n-gram is named; comparing places costs T^2 a pair, little for captions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.text.cider import MAX_ORDER, SCALE, SIGMA, DocumentFrequencies, Float64Array, IntArray

BoolArray = npt.NDArray[np.bool_]

NO_WORD_OURS, NO_WORD_THEIRS = -2, -1  # past the end of hypotheses and of references: never the same
REFERENCES_AT_ONCE = 1024


@dataclass(frozen=True, slots=True)
class _Places:
    """For each place of texts (R, T) where an n-gram of one order begins: its count in the text, and idf^2.

    Where none begins, the count is 1 and idf^2 is 0.
    """

    counts: Float64Array
    squares: Float64Array

    @property
    def norms(self) -> Float64Array:
        """|w| of every text (R,)."""
        norms: Float64Array = np.sqrt(np.einsum("rt,rt->r", self.counts, self.squares))
        return norms


class PreparedReferences:
    """References (one or more tokenised texts for each item) with the idf of `frequencies`."""

    def __init__(self, references: Sequence[Sequence[str]], frequencies: DocumentFrequencies) -> None:
        if not all(references):
            raise ValueError("every item needs a reference")
        self._frequencies = frequencies
        self._numbers: dict[str, int] = {}
        split = [text.split() for item in references for text in item]
        for words in split:
            for word in words:
                self._numbers.setdefault(word, len(self._numbers))
        self._rows = frequencies.word_rows(list(self._numbers))  # of our numbers in the frequencies
        self._lengths = np.array([len(words) for words in split], np.int64)
        self._tokens = _padded([[self._numbers[w] for w in words] for words in split], NO_WORD_THEIRS)
        self._counts = np.array([len(item) for item in references], np.int64)
        self._first = np.cumsum(self._counts) - self._counts
        self._norms = self._all_norms()  # (order, reference)

    def scores(self, hypotheses: Sequence[str], items: Sequence[int]) -> Float64Array:
        """CIDEr-D of each hypothesis against the references of its item, in 0..10 (R,)."""
        if len(hypotheses) != len(items):
            raise ValueError(f"{len(hypotheses)} hypotheses of {len(items)} items")
        tokens, rows, lengths = self._read(hypotheses)
        counts = self._counts[list(items)]
        pair = np.repeat(np.arange(len(counts)), counts)  # the hypothesis of each pair (P,)
        within = np.arange(len(pair)) - np.repeat(np.cumsum(counts) - counts, counts)
        target = self._first[list(items)][pair] + within  # its reference
        theirs = self._tokens[target, : self._lengths[target].max(initial=0)]
        total = np.zeros(len(pair))
        found = _same(tokens[pair], theirs)
        for order, (places, same) in enumerate(zip(self._places(tokens, rows, lengths), found, strict=True)):
            ours = places.counts[pair]
            in_both = np.minimum(ours, same) * same / ours
            sums = np.einsum("pt,pt->p", in_both, places.squares[pair])
            scale = places.norms[pair] * self._norms[order, target]
            total += np.divide(sums, scale, out=np.zeros(len(pair)), where=scale != 0)
        delta = np.maximum(lengths - 1, 0)[pair] - np.maximum(self._lengths[target] - 1, 0)  # in bigrams
        total *= SCALE / MAX_ORDER * np.exp(-(delta**2) / (2 * SIGMA**2))
        return np.bincount(pair, total, minlength=len(counts)) / counts

    def _read(self, texts: Sequence[str]) -> tuple[IntArray, IntArray, IntArray]:
        """Numbers of words (R, T), their rows in the frequencies (R, T), and lengths (R,)."""
        split = [text.split() for text in texts]
        new: dict[str, int] = {}
        known, first_new = self._numbers, len(self._numbers)
        numbers = [
            [known[w] if w in known else new.setdefault(w, first_new + len(new)) for w in words]
            for words in split
        ]
        tokens = _padded(numbers, NO_WORD_OURS)
        rows = np.concatenate([self._rows, self._frequencies.word_rows(list(new)), [-1]])
        return tokens, rows[np.maximum(tokens, -1)], np.array([len(words) for words in split], np.int64)

    def _places(self, tokens: IntArray, rows: IntArray, lengths: IntArray) -> Iterator[_Places]:
        """The places of texts, order by order."""
        after = np.arange(tokens.shape[1])
        counts = _same(tokens, tokens)
        for order, (same, idf) in enumerate(zip(counts, self._frequencies.idf_at(rows), strict=True)):
            there = after[: idf.shape[1]] + order < lengths[:, None]
            yield _Places(np.where(there, same, 1.0), np.where(there, idf**2, 0.0))

    def _all_norms(self) -> Float64Array:
        norms = np.zeros((MAX_ORDER, len(self._tokens)))
        for start in range(0, len(self._tokens), REFERENCES_AT_ONCE):
            some = slice(start, start + REFERENCES_AT_ONCE)
            tokens = self._tokens[some, : self._lengths[some].max(initial=0)]
            rows = np.append(self._rows, -1)[tokens]
            for order, places in enumerate(self._places(tokens, rows, self._lengths[some])):
                norms[order, some] = places.norms
        return norms


def _padded(numbers: Sequence[Sequence[int]], end: int) -> IntArray:
    """Texts side by side (R, T), the shorter ones filled up with `end`."""
    lengths = np.array([len(text) for text in numbers], np.int64)
    padded = np.full((len(numbers), lengths.max(initial=0)), end, np.int64)
    there = np.arange(padded.shape[1]) < lengths[:, None]
    padded[there] = np.fromiter((number for text in numbers for number in text), np.int64, lengths.sum())
    return padded


def _same(ours: IntArray, theirs: IntArray) -> Iterator[Float64Array]:
    """At how many places of `theirs` (R, U) stands what begins at each of `ours` (R, T); order by order.

    Texts are the last axis, so that whole arrays are compared and added: as bytes where these hold the sum.
    """
    count = np.uint8 if theirs.shape[1] <= np.iinfo(np.uint8).max else np.int64
    by_place = [np.ascontiguousarray(part.T, np.int32) for part in (ours, theirs)]
    words: BoolArray = by_place[1][:, None] == by_place[0]  # (U, T, R)
    same = words
    for order in range(MAX_ORDER):
        if order:
            same = same[:-1, :-1] & words[order:, order:]
        yield same.view(np.uint8).sum(0, dtype=count).T.astype(np.float64)

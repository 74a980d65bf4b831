"""BLEU (Papineni et al., ACL 2002) from counts: statistics of every text first, then the score of their sum.

    p_n   = sum over texts of clipped n-gram matches / sum of n-grams written
    BLEU_N = (p_1 ... p_N)^(1/N) * exp(min(0, 1 - r / c))

c words written, r words of the reference whose length is closest, the shorter of two. Equal to
pycocoevalcap to rounding, its two small constants included. Texts are tokenised already: tokens between
blanks.

An n-gram is numbered within its item alone, so that its number and the item's fit into one integer and a sort
counts all of them; where they would not, items are counted in several portions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

MAX_ORDER = 4
SMALL, TINY = 1e-9, 1e-15  # with which pycocoevalcap keeps BLEU from dividing by 0
LARGEST = 2**62

IntArray = npt.NDArray[np.int64]
Float64Array = npt.NDArray[np.float64]


def bleu_counts(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64Array:
    """(S, 10): matched and written n-grams for n = 1 to 4, words written, words of the closest reference."""
    if len(hypotheses) != len(references) or not all(references):
        raise ValueError("every hypothesis needs its own non-empty list of references")
    written = [text.split() for text in hypotheses]
    wanted = [[text.split() for text in item] for item in references]
    lengths = np.array([len(words) for words in written], np.int64)
    closest = [
        min((abs(len(reference) - len(words)), len(reference)) for reference in item)[1]
        for words, item in zip(written, wanted, strict=True)
    ]
    counts = np.zeros((len(written), 2 * MAX_ORDER + 2))
    counts[:, :MAX_ORDER] = _matches(written, wanted)
    counts[:, MAX_ORDER:-2] = np.maximum(lengths[:, None] - np.arange(MAX_ORDER), 0)
    counts[:, -2], counts[:, -1] = lengths, closest
    return counts


def bleu(sums: Float64Array) -> Float64Array:
    """BLEU-1 to BLEU-4 (..., 4) of summed `bleu_counts` (..., 10)."""
    matched, written = sums[..., :MAX_ORDER], sums[..., MAX_ORDER : 2 * MAX_ORDER]
    product = np.cumprod((matched + TINY) / (written + SMALL), axis=-1)
    shortness = (sums[..., -2] + TINY) / (sums[..., -1] + SMALL)
    brevity = np.exp(np.minimum(1 - 1 / shortness, 0.0))
    return np.asarray(product ** (1 / np.arange(1, MAX_ORDER + 1)) * brevity[..., None])


class _Texts(NamedTuple):
    """Words of all texts one behind the other: their numbers within their item, and their text."""

    numbers: IntArray
    texts: IntArray
    size: int


def _matches(written: Sequence[list[str]], wanted: Sequence[Sequence[list[str]]]) -> Float64Array:
    """(S, 4): how many of the n-grams written stand in a reference, each as often as in one at most."""
    numbered = [_numbers(words, item) for words, item in zip(written, wanted, strict=True)]
    base = max(map(len, numbered), default=0) + 1
    most = max(map(len, wanted), default=1)
    portion = LARGEST // (MAX_ORDER * base**MAX_ORDER * most)
    if portion < 1:
        raise ValueError(f"a text of {base - 1} different words cannot be counted")
    parts = [np.zeros((0, MAX_ORDER))]
    for start in range(0, len(written), portion):
        some = slice(start, start + portion)
        parts.append(_matches_of(written[some], wanted[some], numbered[some], base))
    return np.concatenate(parts)


def _numbers(words: list[str], item: Sequence[list[str]]) -> dict[str, int]:
    """The different words of an item, from 1."""
    distinct = set(words)
    distinct.update(*item)
    return dict(zip(distinct, range(1, len(distinct) + 1), strict=True))


def _matches_of(
    written: Sequence[list[str]],
    wanted: Sequence[Sequence[list[str]]],
    numbered: Sequence[dict[str, int]],
    base: int,
) -> Float64Array:
    items = len(written)
    owner = np.repeat(np.arange(items), [len(item) for item in wanted])
    own = [numbered[item] for item in owner.tolist()]
    said, said_counts = _counted(_texts(written, numbered), base)
    known, known_counts = _counted(_texts(list(chain.from_iterable(wanted)), own), base)
    if len(owner) != items:
        known, known_counts = _most(known, known_counts, owner, items, base)
    place = np.minimum(np.searchsorted(known, said), max(len(known) - 1, 0))
    found = known[place] == said if len(known) else np.zeros(len(said), np.bool_)
    clipped = np.minimum(said_counts[found], known_counts[place[found]])
    sums = np.bincount(said[found] // base**MAX_ORDER, clipped, minlength=MAX_ORDER * items)
    return sums.astype(np.float64).reshape(MAX_ORDER, items).T


def _texts(texts: Sequence[list[str]], numbered: Sequence[dict[str, int]]) -> _Texts:
    lengths = [len(words) for words in texts]
    numbers = chain.from_iterable(
        map(own.__getitem__, words) for words, own in zip(texts, numbered, strict=True)
    )
    flat = np.fromiter(numbers, np.int64, sum(lengths))
    return _Texts(flat, np.repeat(np.arange(len(texts)), lengths), len(texts))


def _counted(texts: _Texts, base: int) -> tuple[IntArray, IntArray]:
    """The different n-grams, sorted, each (order, text) times base^4 plus its words; and their counts."""
    parts = []
    grams = np.zeros_like(texts.numbers)  # what begins at each place, over the ends of texts as well
    for order in range(MAX_ORDER):
        begins = max(len(texts.numbers) - order, 0)
        grams = grams[:begins] * base + texts.numbers[order:]
        of = texts.texts[:begins]
        inside = of == texts.texts[order:]
        parts.append((grams + (order * texts.size + of) * base**MAX_ORDER)[inside])
    distinct, counts = np.unique(np.concatenate(parts), return_counts=True)
    return distinct, counts


def _most(
    grams: IntArray, counts: IntArray, owner: IntArray, items: int, base: int
) -> tuple[IntArray, IntArray]:
    """The n-grams by item instead of by text, each with its highest count in one of the item's texts."""
    place, words = np.divmod(grams, base**MAX_ORDER)
    order, text = np.divmod(place, len(owner))
    by_item = (order * items + owner[text]) * base**MAX_ORDER + words
    sorting = np.argsort(by_item, kind="stable")
    distinct, first = np.unique(by_item[sorting], return_index=True)
    return distinct, np.maximum.reduceat(counts[sorting], first) if len(first) else counts

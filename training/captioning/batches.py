"""Batches of pictures and captions, in an order that only the seed and the epoch decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from engine.text.tokenizer import ReportTokenizer
from training.captioning.features import Features
from training.data.batches import (
    dealt_starts,
    nothing_readable,
    padded,
    report_ids,
    shuffled_batches,
)
from training.data.captions import CaptionCorpus
from training.data.parts import WHOLE, Part
from training.tasks.self_critical import CaptionBatch

Pair = tuple[int, int]  # an item's place in its set, and which of its captions


@dataclass(frozen=True, slots=True)
class CaptionSet:
    """One split: places in the corpus, token ids of each caption with begin and end, what is seen."""

    features: Features
    rows: tuple[int, ...]
    captions: tuple[tuple[tuple[int, ...], ...], ...]
    pad: int

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def pairs(self) -> list[Pair]:
        """Every item with each of its captions."""
        return [(item, turn) for item, texts in enumerate(self.captions) for turn in range(len(texts))]

    @property
    def firsts(self) -> list[Pair]:
        """Every item once, with its first caption."""
        return [(item, 0) for item in range(len(self))]

    def batch(self, chosen: Sequence[Pair]) -> CaptionBatch:
        """These pairs; `items` are places in this set.

        A study of which no film can be read is left out; a batch may be empty.
        """
        seen = self.features.of([self.rows[item] for item, _ in chosen])
        there = seen.present.any(1)
        kept = [pair for pair, can in zip(chosen, there.tolist(), strict=True) if can]
        tokens = padded([self.captions[item][turn] for item, turn in kept], self.pad)
        items = torch.tensor([item for item, _ in kept], dtype=torch.long)
        return CaptionBatch(seen.features[there], seen.present[there], items, tokens)


def caption_set(
    corpus: CaptionCorpus, split: str, features: Features, tokenizer: ReportTokenizer, max_tokens: int
) -> CaptionSet:
    """The captions of a split as token ids."""
    rows = corpus.rows(split)
    captions = tuple(
        tuple(report_ids(tokenizer, caption, max_tokens) for caption in corpus.items[row].captions)
        for row in rows
    )
    return CaptionSet(features, tuple(rows), captions, tokenizer.pad)


@dataclass(frozen=True, slots=True)
class CaptionEpoch:
    """One pass over pairs of a set, from batch number `start` on. Iterating twice gives the same batches.

    Of each batch only `part` is made.
    """

    data: CaptionSet
    pairs: Sequence[Pair]
    batch: int
    seed: int
    epoch: int
    start: int = 0
    part: Part = WHOLE

    def __len__(self) -> int:
        return len(self.pairs) // self.batch or 1

    def __iter__(self) -> Iterator[CaptionBatch]:
        lengths = [len(self.data.captions[item][turn]) for item, turn in self.pairs]
        order = shuffled_batches(lengths, self.batch, np.random.default_rng([self.seed, self.epoch]))
        for chosen in order[self.start :]:
            yield self.data.batch([self.pairs[place] for place in self.part.of(chosen)])


@dataclass(frozen=True, slots=True)
class CaptionsInOrder:
    """A set from front to back, each item once: for validation. `RecipeError` where a batch is empty.

    Whole batches are dealt out: of them `part` has every `part.parts`-th one.
    """

    data: CaptionSet
    batch: int
    part: Part = WHOLE

    def __len__(self) -> int:
        return len(self._starts)

    def __iter__(self) -> Iterator[CaptionBatch]:
        firsts = self.data.firsts
        for start in self._starts:
            batch = self.data.batch(firsts[start : start + self.batch])
            if not len(batch.items):
                raise nothing_readable()
            yield batch

    @property
    def _starts(self) -> range:
        return dealt_starts(len(self.data), self.batch, self.part)


@dataclass(frozen=True, slots=True)
class CaptionBatches:
    """A run's captions as a stage's data.

    `by_caption`: an epoch is every caption once, as cross-entropy learns; else every picture once, as
    self-critical training does (released code).
    """

    train: CaptionSet
    val: CaptionSet
    size: int
    seed: int
    by_caption: bool

    def epoch(self, epoch: int, start: int, part: Part = WHOLE) -> CaptionEpoch:
        """The part of each training batch of an epoch from number `start` on."""
        pairs = self.train.pairs if self.by_caption else self.train.firsts
        return CaptionEpoch(self.train, pairs, self.size, self.seed, epoch, start, part)

    def validation(self, part: Part = WHOLE) -> CaptionsInOrder:
        """Validation pictures, every `part.parts`-th batch."""
        return CaptionsInOrder(self.val, self.size, part)

"""What a self-critical step's rewards cost: pycocoevalcap, and references that were prepared once.

Both are given the document frequencies of the same 500 training items, counted before; captions are training
references with a third of their words changed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from pycocoevalcap.cider.cider_scorer import CiderScorer

from engine.bench import SEED, Job, Reports, Variant, Workload
from engine.text.cider import DocumentFrequencies
from engine.text.prepared_cider import PreparedReferences

REWARD_TARGET = 25.0  # times pycocoevalcap
ITEMS, REFERENCES, WORDS = 500, 5, 2000
CAPTIONS, SAMPLES, TIMES = 50, 5, 10
CHANGED = 1 / 3
DIGITS = 9


class Captions(NamedTuple):
    """Every item's references; hypotheses, and the item of each."""

    references: list[list[str]]
    hypotheses: list[str]
    items: list[int]


def random_captions() -> Captions:
    """The same in every process: 8 to 14 words, some common and most rare, and an end."""
    random = np.random.default_rng(SEED)

    def words(count: int) -> list[str]:
        return [f"w{min(int(rank), WORDS)}" for rank in random.pareto(0.6, count)]

    references = [
        [" ".join([*words(int(random.integers(8, 15))), "<end>"]) for _ in range(REFERENCES)]
        for _ in range(ITEMS)
    ]
    items = [index // SAMPLES for index in range(CAPTIONS)]
    hypotheses = []
    for item in items:
        said = references[item][int(random.integers(REFERENCES))].split()
        changed = zip(said[:-1], words(len(said) - 1), random.random(len(said) - 1) < CHANGED, strict=True)
        hypotheses.append(" ".join([*(new if other else old for old, new, other in changed), said[-1]]))
    return Captions(references, hypotheses, items)


class _AsMany(list):  # type: ignore[type-arg]  # of an untyped library's own values
    """References that count as all training items: the public scorer takes log D from their number."""

    def __len__(self) -> int:
        return ITEMS


def prepare_public(_: Workload) -> Job:
    """The public scorer, cooking captions and references each time as it does, frequencies given."""
    captions = random_captions()
    corpus = CiderScorer()
    for item in captions.references:
        corpus.cook_append(None, item)
    corpus.compute_doc_freq()

    def score() -> list[float]:
        scorer = CiderScorer()
        for hypothesis, item in zip(captions.hypotheses, captions.items, strict=True):
            scorer.cook_append(hypothesis, captions.references[item])
        scorer.document_frequency = corpus.document_frequency
        scorer.crefs = _AsMany(scorer.crefs)
        return [float(one) for one in scorer.compute_cider()]

    return lambda: tuple(rounded(score()) for _ in range(TIMES))


def prepare_prepared(_: Workload) -> Job:
    """Ours, references prepared."""
    captions = random_captions()
    prepared = PreparedReferences(captions.references, DocumentFrequencies.of(captions.references))

    def score() -> Reports:
        rewards = (prepared.scores(captions.hypotheses, captions.items) for _ in range(TIMES))
        return tuple(rounded(one.tolist()) for one in rewards)

    return score


def rounded(rewards: list[float]) -> tuple[int, ...]:
    """Rewards as whole numbers of 1e-9, so that equal ones compare equal."""
    return tuple(round(reward * 10**DIGITS) for reward in rewards)


PUBLIC = Variant("pycocoevalcap", "captions and references counted each time", prepare_public)
PREPARED = Variant("prepared references", "captions counted, references once before", prepare_prepared)

"""Which draft the experts elect (METransformer, CVPR 2023, section 3.4).

    S_i = mean over j != i of CIDEr-D(candidate r_i, reference r_j);    elected = argmax_i S_i

Departures. Paper: the sum; here: the mean, which elects the same draft and does not grow with M. Paper: the
document frequencies are not named. Here they come from training reports kept in the bundle (`vote`), which
works for one study at a time and uses no ground truth; `vote_corpus` is the paper-like reading, where
expert j's drafts of a whole set are the references. Scoring one pair alone with the public scorer gives 0
always, because log(1 document) = 0: that reading cannot be meant.

Fixed rules: one draft has no vote and is elected; an empty draft has vote 0 and is elected only where all
are empty; votes are rounded to 9 decimals, so that rounding errors never decide; ties go to the lowest index.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.text.cider import (
    DocumentFrequencies,
    corpus_pairwise_cider_d,
    pairwise_cider_d,
    signature,
)
from engine.text.tokenizer import metric_text

VOTE_DECIMALS = 9
ALL_ALIKE = "no document frequencies, so common phrases count as much as rare ones"

Float64Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ballot:
    """Votes on the drafts of one study.

    `votes[i]` is in 0..10, None where nothing could be voted on; `ranks` count from 1; `matrix[i, j]` is
    CIDEr-D of draft i against draft j (M, M), NaN where undefined; `voting` says what the votes depend on.
    """

    votes: tuple[float | None, ...]
    ranks: tuple[int, ...]
    elected: int
    matrix: Float64Array
    voting: str


def voting_frequencies(reports: Sequence[str]) -> DocumentFrequencies:
    """Document frequencies for `vote` from reference reports as written; ValueError unless two differ."""
    return DocumentFrequencies.of([[metric_text(report)] for report in reports])


def vote(drafts: Sequence[str], frequencies: DocumentFrequencies) -> Ballot:
    """Let each draft be judged by the others; `drafts` are texts as the reader sees them, one or more."""
    texts = [metric_text(draft) for draft in drafts]
    return _ballot(texts, pairwise_cider_d(texts, frequencies), _description(len(drafts), frequencies))


def vote_corpus(panels: Sequence[Sequence[str]]) -> tuple[Ballot, ...]:
    """The paper-like vote on a whole set at once: panels[s][i] is expert i's draft of study s.

    df is counted over expert j's drafts of all studies. An expert whose drafts never differ judges nobody
    (its scores would all be 0); where that holds for all judges there are no votes. ValueError where panels
    are of unequal size.
    """
    if len({len(panel) for panel in panels}) > 1:
        raise ValueError("every study needs the same number of drafts")
    if not panels:
        return ()
    texts = [[metric_text(draft) for draft in panel] for panel in panels]
    voting = f"{_judges(len(panels[0]))}; document frequencies: each expert's drafts of {len(panels)} studies"
    matrices = corpus_pairwise_cider_d(texts)
    return tuple(_ballot(panel, matrix, voting) for panel, matrix in zip(texts, matrices, strict=True))


def _judges(drafts: int) -> str:
    """What a vote is, in the desk's words."""
    return f"mean CIDEr-D to the other {drafts - 1} draft{'s' if drafts != 2 else ''}"


def _description(drafts: int, frequencies: DocumentFrequencies) -> str:
    """What the votes depend on: a sentence for the reader and the signature for a program."""
    if drafts == 1:
        return "one draft: nothing to vote on"
    source = f"document frequencies: {frequencies.documents:,} reports" if frequencies.words else ALL_ALIKE
    return f"{_judges(drafts)}; {source} ({signature(frequencies)})"


def ranking(texts: Sequence[str], votes: Sequence[float | None]) -> tuple[int, ...]:
    """Rank of each draft, from 1: by vote, then by index; empty texts stand behind the others."""
    standing = [(not text.strip(), -(vote or 0.0)) for text, vote in zip(texts, votes, strict=True)]
    order = sorted(range(len(texts)), key=lambda index: (standing[index], index))
    return tuple(order.index(index) + 1 for index in range(len(texts)))


def _ballot(texts: Sequence[str], matrix: Float64Array, voting: str) -> Ballot:
    """Votes, ranks and the elected draft from a matrix of scores."""
    votes = tuple(_vote_of(index, matrix) for index in range(len(texts)))
    ranks = ranking(texts, votes)
    matrix.setflags(write=False)
    return Ballot(votes, ranks, ranks.index(1), matrix, voting)


def _vote_of(index: int, matrix: Float64Array) -> float | None:
    """Mean over the judges that have a score, summed exactly: equal drafts get equal votes."""
    scores = [score for judge, score in enumerate(matrix[index].tolist()) if judge != index]
    defined = [score for score in scores if not math.isnan(score)]
    return round(math.fsum(defined) / len(defined), VOTE_DECIMALS) if defined else None

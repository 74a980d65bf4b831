"""METEOR 1.5 (Denkowski and Lavie, WMT 2014): the jar aligns texts, what it counts is scored here.

For a hypothesis of h_c content and h_f function words, with m_c,i and m_f,i of them matched by matcher i
(exact, stem, synonym, paraphrase; the same of the reference with r):

    P = sum_i w_i (d m_c,i + (1 - d) m_f,i) / (d h_c + (1 - d) h_f),    R likewise
    F = P R / (a P + (1 - a) R)
    METEOR = F (1 - c (chunks / matches)^b),    matches: the mean of both texts' matched words

A text that is its reference in one chunk has no penalty: its chunk is not counted, in a corpus neither. A
corpus' score is that of the summed counts, so that resampling studies needs no Java.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from training.metrics.java import JARS, Java, JavaFailed, one_line
from training.metrics.scores import Rows

VERSION = "METEOR 1.5, en, -norm"
FOLDER, JAR = JARS / "meteor", "meteor-1.5.jar"
ALPHA, BETA, GAMMA, DELTA = 0.85, 0.2, 0.6, 0.75  # the jar's own for English
WEIGHTS = np.array([1.0, 0.6, 0.8, 0.6])
COUNTS = 23
CHUNKS, TEST_MATCHED, REFERENCE_MATCHED = 20, 21, 22
_BARS = re.compile(r"\|{3,}")  # what separates texts on the jar's lines


def meteor_counts(hypotheses: Sequence[str], references: Sequence[Sequence[str]], java: Java) -> Rows:
    """(S, 23): what the jar counts in each hypothesis and the reference that suits it best.

    Lengths of both, function words of both; for each matcher content words of both, function words of both;
    chunks; matched words of both. `JavaFailed` where the jar does not answer.
    """
    if len(hypotheses) != len(references) or not all(references):
        raise ValueError("every hypothesis needs its own non-empty list of references")
    if not hypotheses:
        return np.zeros((0, COUNTS))
    asked = [
        " ||| ".join(["SCORE", *map(_clean, item), _clean(hypothesis)])
        for hypothesis, item in zip(hypotheses, references, strict=True)
    ]
    answers = java.lines(["-Xmx2G", "-jar", JAR, "-", "-", "-stdio", "-l", "en", "-norm"], asked, FOLDER)
    try:
        counts = np.array([[float(count) for count in line.split()] for line in answers])
        return without_whole_chunks(counts.reshape(len(hypotheses), COUNTS))
    except ValueError:
        raise JavaFailed(f"METEOR answered {len(answers)} lines to {len(asked)} texts") from None


class Aligner:
    """The jar's counts, asked for each pair of texts once: it takes seconds to start."""

    def __init__(self, java: Java) -> None:
        self._java = java
        self._known: dict[tuple[str, ...], Rows] = {}

    def counts(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Rows:
        """As `meteor_counts`."""
        pairs = [(text, *item) for text, item in zip(hypotheses, references, strict=True)]
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        rows = meteor_counts([pair[0] for pair in new], [pair[1:] for pair in new], self._java)
        self._known |= dict(zip(new, rows, strict=True))
        return np.array([self._known[pair] for pair in pairs]).reshape(len(pairs), COUNTS)


def without_whole_chunks(counts: Rows) -> Rows:
    """The jar's counts (S, 23) with 0 chunks where both texts are one and the same chunk."""
    one = (counts[:, TEST_MATCHED] == counts[:, 0]) & (counts[:, REFERENCE_MATCHED] == counts[:, 1])
    counts = counts.copy()
    counts[one & (counts[:, CHUNKS] == 1), CHUNKS] = 0
    return counts


def meteor(sums: Rows) -> Rows:
    """METEOR of counts or summed counts (..., 23), in 0..1."""
    precision, recall = _share(sums, 0), _share(sums, 1)
    matched = (sums[..., TEST_MATCHED] + sums[..., REFERENCE_MATCHED]) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
        penalty = GAMMA * (sums[..., CHUNKS] / matched) ** BETA
    return np.asarray(np.where(matched > 0, np.nan_to_num(mean * (1 - penalty)), 0.0))


def _share(sums: Rows, side: int) -> Rows:
    """Precision (side 0) or recall (side 1)."""
    words, function = sums[..., side], sums[..., 2 + side]
    content, functional = (sums[..., start + side : CHUNKS : 4] for start in (4, 6))
    weight = DELTA * (words - function) + (1 - DELTA) * function
    gained = (DELTA * content + (1 - DELTA) * functional) @ WEIGHTS
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(weight > 0, gained / weight, 0.0))


def _clean(text: str) -> str:
    return one_line(_BARS.sub(" ", text))

"""ROUGE-L (Lin and Och, ACL 2004): how long a common subsequence two texts have.

    P = lcs / words written, R = lcs / words of the reference, each the best over the references
    ROUGE-L = (1 + beta^2) P R / (R + beta^2 P),    beta = 1.2

Equal to pycocoevalcap. Texts are tokenised already; as there, tokens lie between single blanks, so that an
empty text is one empty token.

The length of the longest common subsequence comes from one pass over a text with a bit for every token of
the other (Crochemore, Iliopoulos, Pinzon, Reid 2001): a bit of `open_places` that has fallen to 0 is one
more match.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

BETA = 1.2

Float64Array = npt.NDArray[np.float64]


def rouge_l(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64Array:
    """ROUGE-L of each hypothesis against its own references, 0 to 1 (S,)."""
    if len(hypotheses) != len(references) or not all(references):
        raise ValueError("every hypothesis needs its own non-empty list of references")
    scores = np.zeros(len(hypotheses))
    for index, (hypothesis, item) in enumerate(zip(hypotheses, references, strict=True)):
        written = hypothesis.split(" ")
        precision = recall = 0.0
        for reference in item:
            wanted = reference.split(" ")
            common = common_length(written, wanted)
            precision, recall = max(precision, common / len(written)), max(recall, common / len(wanted))
        if precision:
            scores[index] = (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision)
    return scores


def common_length(first: Sequence[str], second: Sequence[str]) -> int:
    """Length of the longest common subsequence."""
    places: dict[str, int] = {}
    bit = 1
    for token in first:
        places[token] = places.get(token, 0) | bit
        bit <<= 1
    everywhere = open_places = bit - 1
    for token in second:
        if token in places:
            met = open_places & places[token]
            open_places = ((open_places + met) | (open_places - met)) & everywhere
    return len(first) - open_places.bit_count()

"""The reward of self-critical training (ExpansionNet, released code): CIDEr-D with the end token.

The end token is a word of samples and references alike, so that a caption that stops in the wrong place loses
by it; a sample that was cut has none. Document frequencies are those of the training references.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from engine.text.cider import DocumentFrequencies, Float64Array
from engine.text.prepared_cider import PreparedReferences


def with_end(references: Sequence[Sequence[str]], end: str) -> list[list[str]]:
    """The references as rewards see them: the word `end` behind each tokenised text."""
    return [[f"{text} {end}" for text in item] for item in references]


class CiderReward:
    """CIDEr-D of captions, as token ids, against their items' references, in 0..10.

    `words` is the vocabulary by id; `references`, with their end, may be those of a validation set, while
    `frequencies` come from the training references.
    """

    def __init__(
        self, references: Sequence[Sequence[str]], frequencies: DocumentFrequencies, words: Sequence[str]
    ) -> None:
        self._references = PreparedReferences(references, frequencies)
        self._words = tuple(words)

    def __call__(self, captions: Sequence[Sequence[int]], items: Sequence[int]) -> Float64Array:
        """Rewards (R,) of captions without their begin token and with their end token, if they ended."""
        texts = [" ".join(self._words[token] for token in caption) for caption in captions]
        return self._references.scores(texts, items)


def advantages(rewards: torch.Tensor) -> torch.Tensor:
    """Rewards (B, K) of an item's samples less the mean of its other samples' (K > 1)."""
    K = rewards.shape[1]  # noqa: N806
    return rewards - (rewards.sum(dim=1, keepdim=True) - rewards) / (K - 1)

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycocoevalcap.rouge.rouge import Rouge

from engine.text.rouge import common_length, rouge_l

WORDS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=9)
TEXT = WORDS.map(" ".join)
ITEMS = st.lists(st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), min_size=1, max_size=5)


@settings(max_examples=40)
@given(ITEMS)
def test_scores_equal_the_public_scorer_empty_tokens_included(items: list[tuple[str, list[str]]]) -> None:
    hypotheses, references = [text for text, _ in items], [texts for _, texts in items]
    _, expected = Rouge().compute_score(
        dict(enumerate(references)), {i: [text] for i, text in enumerate(hypotheses)}
    )

    np.testing.assert_allclose(rouge_l(hypotheses, references), expected, atol=1e-12)


@settings(max_examples=40)
@given(st.lists(st.sampled_from("ab"), max_size=6), st.lists(st.sampled_from("ab"), max_size=6))
def test_the_common_subsequence_is_the_longest_of_all(first: list[str], second: list[str]) -> None:
    subsequences = [
        {chosen for length in range(len(text) + 1) for chosen in combinations(text, length)}
        for text in (first, second)
    ]

    assert common_length(first, second) == max(map(len, subsequences[0] & subsequences[1]))


def test_a_text_longer_than_a_machine_word_is_compared_whole() -> None:
    words = [f"w{number}" for number in range(300)]

    assert common_length(words, words[::2]) == 150


def test_a_hypothesis_without_references_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="references"):
        rouge_l(["a"], [[]])

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycocoevalcap.bleu.bleu import Bleu

from engine.text.bleu import bleu, bleu_counts

TEXT = st.lists(st.sampled_from(["a", "b", "c", "."]), max_size=9).map(" ".join)
ITEMS = st.lists(st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), min_size=1, max_size=5)


@settings(max_examples=40)
@given(ITEMS)
def test_corpus_and_single_scores_equal_the_public_scorer(items: list[tuple[str, list[str]]]) -> None:
    hypotheses, references = [text for text, _ in items], [texts for _, texts in items]
    written, wanted = {i: [text] for i, text in enumerate(hypotheses)}, dict(enumerate(references))
    corpus, singles = Bleu(4).compute_score(wanted, written, verbose=0)
    counts = bleu_counts(hypotheses, references)

    np.testing.assert_allclose(bleu(counts.sum(axis=0)), corpus, atol=1e-12)
    np.testing.assert_allclose(bleu(counts), np.transpose(singles), atol=1e-12)


def test_an_ngram_counts_as_often_as_in_one_reference_at_most() -> None:
    counts = bleu_counts(["the the the the"], [["the cat", "the dog and the bird"]])

    assert counts[0].tolist() == [2, 0, 0, 0, 4, 3, 2, 1, 4, 5]


def test_many_different_words_are_counted_in_portions() -> None:
    long = " ".join(f"w{number}" for number in range(20_000))
    counts = bleu_counts([long, "a b", "b a"], [[long], ["a b"], ["a b"]])

    assert counts[:, :2].tolist() == [[20_000, 19_999], [2, 1], [2, 0]]


def test_nothing_to_count_gives_no_rows() -> None:
    assert bleu_counts([], []).shape == (0, 10)


def test_a_hypothesis_without_references_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="references"):
        bleu_counts(["a"], [[]])

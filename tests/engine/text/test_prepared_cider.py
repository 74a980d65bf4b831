from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pycocoevalcap.cider.cider_scorer import CiderScorer

from engine.text.cider import DocumentFrequencies, cider_d, undefined_reason
from engine.text.prepared_cider import PreparedReferences

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=12).map(" ".join)
ITEMS = st.lists(st.lists(TEXT, min_size=1, max_size=3), min_size=2, max_size=6)
SAID = [
    ["the heart is enlarged .", "an enlarged heart ."],
    ["the heart is normal ."],
    ["no effusion .", "no no no effusion .", ""],
]


@settings(deadline=None)
@given(ITEMS, st.data())
def test_scores_are_those_of_cider_d_with_the_corpus_frequencies(
    references: list[list[str]], data: st.DataObject
) -> None:
    assume(not undefined_reason(references))
    frequencies = DocumentFrequencies.of(references)
    items = data.draw(st.lists(st.integers(0, len(references) - 1), min_size=1, max_size=8))
    hypotheses = [data.draw(TEXT | st.just("f f a f f a")) for _ in items]
    expected = cider_d(hypotheses, [references[item] for item in items], frequencies)
    ours = PreparedReferences(references, frequencies).scores(hypotheses, items)
    np.testing.assert_allclose(ours, expected, atol=1e-9)


def test_one_caption_an_item_scores_as_the_public_scorer_says() -> None:
    hypotheses = ["the heart is normal .", "the heart is enlarged", "no no effusion"]
    public = CiderScorer()
    for hypothesis, item in zip(hypotheses, SAID, strict=True):
        public += (hypothesis, item)
    ours = PreparedReferences(SAID, DocumentFrequencies.of(SAID)).scores(hypotheses, range(3))
    np.testing.assert_allclose(ours, public.compute_score()[1], atol=1e-9)


def test_samples_of_an_item_and_items_in_any_order_are_scored_each_by_itself() -> None:
    prepared = PreparedReferences(SAID, DocumentFrequencies.of(SAID))
    hypotheses, items = ["no effusion .", "the heart", "no effusion .", "", "unheard of"], [2, 0, 1, 1, 2]
    together = prepared.scores(hypotheses, items)
    alone = [prepared.scores([text], [item])[0] for text, item in zip(hypotheses, items, strict=True)]
    np.testing.assert_allclose(together, alone, atol=1e-12)
    assert together[0] > 0 == together[3]


def test_references_of_other_items_than_those_the_frequencies_come_from_may_be_scored() -> None:
    frequencies = DocumentFrequencies.of(SAID)
    others: Sequence[Sequence[str]] = [["the heart is small ."], ["effusion on both sides"]]
    hypotheses = ["the heart is small .", "effusion on one side"]
    ours = PreparedReferences(others, frequencies).scores(hypotheses, [0, 1])
    np.testing.assert_allclose(ours, cider_d(hypotheses, others, frequencies), atol=1e-9)


def test_a_word_repeated_more_often_than_a_byte_counts_is_counted_right() -> None:
    long = [[" ".join(["a"] * 300 + ["b"])], ["b c"]]
    frequencies = DocumentFrequencies.of(long)
    ours = PreparedReferences(long, frequencies).scores([long[0][0]], [0])
    np.testing.assert_allclose(ours, cider_d(long[0], [long[0]], frequencies), atol=1e-9)


def test_an_item_without_references_and_captions_without_items_are_refused() -> None:
    frequencies = DocumentFrequencies.of(SAID)
    with pytest.raises(ValueError, match="needs a reference"):
        PreparedReferences([["a"], []], frequencies)
    with pytest.raises(ValueError, match="2 hypotheses of 1 items"):
        PreparedReferences(SAID, frequencies).scores(["a", "b"], [0])

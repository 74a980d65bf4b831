from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.text.cider import DocumentFrequencies, cider_d
from training.rewards import CiderReward, advantages, with_end

WORDS = ("<begin>", "<end>", "a", "b", "c")
REFERENCES = with_end([["a b", "a c"], ["c c b"]], "<end>")


def test_the_end_is_a_word_of_samples_and_references() -> None:
    frequencies = DocumentFrequencies.of([*REFERENCES, ["b"]])
    rewards = CiderReward(REFERENCES, frequencies, WORDS)([[2, 3, 1], [2, 3], [4, 4, 3, 1]], [0, 0, 1])
    texts = ["a b <end>", "a b", "c c b <end>"]
    expected = cider_d(texts, [REFERENCES[0], REFERENCES[0], REFERENCES[1]], frequencies)
    np.testing.assert_allclose(rewards, expected, atol=1e-9)
    assert rewards[0] > rewards[1], "a caption that was cut is worth less"


def test_a_sample_is_measured_against_the_mean_of_the_others() -> None:
    assert advantages(torch.tensor([[1.0, 2.0, 6.0]])).tolist() == [[-3.0, -1.5, 4.5]]
    assert advantages(torch.rand(4, 5)).sum(1) == pytest.approx(torch.zeros(4), abs=1e-6)

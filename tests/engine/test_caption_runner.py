from __future__ import annotations

import dataclasses
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from engine.decoding import DecodingConfig, Watch, decode
from engine.errors import BundleDamaged
from engine.models.expansionnet import ExpansionNet, ExpansionNetConfig
from engine.progress import CancelToken, ignore_progress
from engine.runtime.caption_runner import CaptionRunner, load_captioner

BEGIN, END = 0, 1
WORDS = 3
SMALL = ExpansionNetConfig(
    feature_width=4,
    width=8,
    heads=2,
    hidden_width=8,
    encoder_layers=1,
    decoder_layers=1,
    encoder_vectors=3,
    decoder_vectors=2,
    vocab_size=2 + WORDS,
    max_tokens=4,
)
QUIET = Watch(CancelToken(), ignore_progress)


def member(seed: int) -> ExpansionNet:
    torch.manual_seed(seed)
    model = ExpansionNet(SMALL).eval()
    model.output.weight.data *= 4  # so that the members disagree
    return model


def images(count: int) -> tuple[np.ndarray, np.ndarray]:
    features = np.random.default_rng(5).normal(size=(count, 3, 4)).astype(np.float32)
    present = np.ones((count, 3), np.bool_)
    present[1:, 2] = False
    return features, present


def probabilities(models: list[ExpansionNet], image: int, prefix: tuple[int, ...]) -> torch.Tensor:
    """The mean of the members' probabilities of every next token, by whole passes."""
    features, present = (torch.from_numpy(array[image : image + 1]) for array in images(2))
    with torch.inference_mode():
        logits = [model(features, present, torch.tensor([[BEGIN, *prefix]]))[0, -1] for model in models]
    return torch.stack([one.softmax(-1) for one in logits]).mean(0)


@pytest.mark.parametrize("seeds", [[1], [1, 2, 3]])
def test_a_wide_beam_finds_the_caption_that_the_released_length_rule_likes_best(seeds: list[int]) -> None:
    models = [member(seed) for seed in seeds]
    runner = CaptionRunner([member(seed) for seed in seeds], "cpu")
    config = DecodingConfig(beam=60, max_tokens=3, length_normalisation="mean_at_end")
    written = decode(runner.step, runner.encode(*images(2)), config, begin=BEGIN, end=END, watch=QUIET)

    for image in range(2):
        after = {
            prefix: probabilities(models, image, prefix).log().tolist()
            for length in range(3)
            for prefix in product(range(2 + WORDS), repeat=length)
            if END not in prefix
        }
        scores = {}
        for caption in product(range(2 + WORDS), repeat=3):
            ended = caption[: caption.index(END) + 1] if END in caption else caption
            total = sum(after[ended[:place]][token] for place, token in enumerate(ended))
            scores[ended] = total / (len(ended) + 1)  # the begin token counts
        best = max(scores, key=lambda caption: scores[caption])
        assert written[image].tokens == tuple(token for token in best if token != END)
        assert written[image].log_likelihood / (len(best) + 1) == pytest.approx(scores[best], abs=1e-5)


def test_a_batch_of_images_equals_its_singles_in_an_ensemble() -> None:
    runner = CaptionRunner([member(1), member(2)], "cpu")
    features, present = images(3)
    config = DecodingConfig(beam=2, max_tokens=4, length_normalisation="mean_at_end")
    together = decode(
        runner.step, runner.encode(features, present), config, begin=BEGIN, end=END, watch=QUIET
    )
    for image, caption in enumerate(together):
        one = slice(image, image + 1)
        state = runner.encode(features[one], present[one])
        (alone,) = decode(runner.step, state, config, begin=BEGIN, end=END, watch=QUIET)
        assert caption.tokens == alone.tokens
        np.testing.assert_allclose(caption.attention, alone.attention, atol=1e-6)


def test_a_caption_tells_which_region_each_word_looked_at() -> None:
    runner = CaptionRunner([member(1), member(2)], "cpu")
    state = runner.encode(*images(2))
    with pytest.raises(ValueError, match="no step"):
        _ = state.attention
    runner.step(np.array([BEGIN, BEGIN]), state, 1)
    assert state.attention.shape == (2, 1, 1, 3)
    assert state.attention.sum((1, 2, 3)) == pytest.approx([1, 1])
    assert state.attention[1, 0, 0, 2] == 0  # an absent region


def test_members_of_other_words_and_images_without_a_region_are_refused() -> None:
    other = ExpansionNet(dataclasses.replace(SMALL, vocab_size=9))
    with pytest.raises(ValueError, match="2 kinds"):
        CaptionRunner([member(1), other], "cpu")
    with pytest.raises(ValueError, match="without a region"):
        CaptionRunner([member(1)], "cpu").encode(np.zeros((1, 2, 4), np.float32), np.zeros((1, 2), np.bool_))


def test_a_checkpoint_of_safetensors_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    weights = member(1).state_dict()
    save_file(weights, tmp_path / "whole.safetensors")
    loaded = load_captioner(SMALL, tmp_path / "whole.safetensors").state_dict()
    assert all(torch.equal(loaded[name], tensor) for name, tensor in weights.items())
    del weights["positions"]
    save_file(weights, tmp_path / "part.safetensors")
    with pytest.raises(BundleDamaged):
        load_captioner(SMALL, tmp_path / "part.safetensors")

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.models.expansionnet import ExpansionNet, ExpansionNetConfig
from engine.text.cider import DocumentFrequencies, Float64Array
from training.captioning.recipe import StageRecipe
from training.checkpoints import Saving
from training.data.parts import WHOLE, Part
from training.rewards import CiderReward, with_end
from training.stages import Stage, StageFiles, train_stage
from training.tasks.self_critical import (
    CaptionBatch,
    Sampling,
    SelfCritical,
    likeliest,
    sampled,
    written_mask,
    written_tokens,
)
from training.tasks.steps import whole_step

BEGIN, END, GOOD, BAD = 0, 1, 2, 3
TINY = ExpansionNetConfig(
    feature_width=3,
    width=8,
    heads=2,
    hidden_width=8,
    encoder_layers=1,
    decoder_layers=1,
    encoder_vectors=2,
    decoder_vectors=2,
    vocab_size=4,
    max_tokens=5,
    dropout=0.1,
)
SAMPLING = Sampling(BEGIN, END, samples=4, max_tokens=3)


def share_of_good(captions: Sequence[Sequence[int]], _: Sequence[int]) -> Float64Array:
    """A reward that can be read off: how many of the tokens are GOOD."""
    return np.array([sum(token == GOOD for token in caption) / len(caption) for caption in captions])


def batch(images: int = 4) -> CaptionBatch:
    generator = torch.Generator().manual_seed(7)
    features = torch.randn(images, 3, 3, generator=generator)
    present = torch.ones(images, 3, dtype=torch.bool)
    present[0, 2] = False
    tokens = torch.tensor([[BEGIN, GOOD, END]]).expand(images, -1)
    return CaptionBatch(features, present, torch.arange(images), tokens)


def task(reward: object = share_of_good) -> SelfCritical:
    torch.manual_seed(0)
    stage = StageRecipe(epochs=2, lr=3e-2, decay_epochs=0)
    return SelfCritical(ExpansionNet(TINY), reward, reward, SAMPLING, stage)  # type: ignore[arg-type]


def first_word_probabilities(learner: SelfCritical) -> torch.Tensor:
    model = learner.model
    assert isinstance(model, ExpansionNet)
    model.eval()
    features, present, *_ = batch()
    with torch.no_grad():
        logits: torch.Tensor = model(features, present, torch.full((4, 1), BEGIN))
    return logits[:, 0].softmax(-1).mean(0)


def test_the_rewarded_word_becomes_likelier() -> None:
    learner = task()
    before = first_word_probabilities(learner)
    optimiser = torch.optim.RAdam(learner.parameters(), lr=3e-2, betas=(0.9, 0.9))
    for _ in range(30):
        learner.train()
        optimiser.zero_grad()
        whole_step(learner, batch())["loss"].backward()
        optimiser.step()
    after = first_word_probabilities(learner)
    assert before[GOOD].item() < 0.6
    assert after[GOOD].item() > 0.8
    assert after[BAD].item() < before[BAD].item()


def test_the_loss_is_the_sum_over_samples_written_as_loops() -> None:
    learner = task().eval()  # no dropout: the pass that scores is the one that sampled
    model = learner.model
    assert isinstance(model, ExpansionNet)
    torch.manual_seed(5)
    done = whole_step(learner, batch())
    torch.manual_seed(5)
    features, present, *_ = batch()
    memory = model.encode(features, present)
    drawn = written_tokens(model, memory, SAMPLING, 4, 4, sampled).view(4, 4, -1).tolist()

    total, rewards = 0.0, []
    for image, samples in enumerate(drawn):
        captions = [row[: row.index(END) + 1] if END in row else row for row in samples]
        worth = share_of_good(captions, []).tolist()
        rewards += worth
        for index, caption in enumerate(captions):
            read = torch.tensor([[BEGIN, *caption[:-1]]])
            one = slice(image, image + 1)
            logs = model(features[one], present[one], read)[0].log_softmax(-1)
            likelihood = sum(logs[t, token].item() for t, token in enumerate(caption))
            others = (sum(worth) - worth[index]) / 3
            total -= (worth[index] - others) * likelihood
    assert done["loss"].item() == pytest.approx(total / 16, abs=1e-5)
    assert done["terms"]["reward"].item() == pytest.approx(sum(rewards) / 16, abs=1e-6)


def test_samples_are_drawn_by_the_models_own_probabilities() -> None:
    model = ExpansionNet(TINY).eval()
    features, present, *_ = batch(1)
    memory = model.encode(features, present)
    torch.manual_seed(1)
    first = written_tokens(model, memory, Sampling(BEGIN, END, max_tokens=1), 1, 4000, sampled)[:, 0]
    expected = model(features, present, torch.tensor([[BEGIN]]))[0, 0].softmax(-1)
    assert first.bincount(minlength=4) / 4000 == pytest.approx(expected.detach(), abs=0.04)


def test_a_caption_ends_once_and_its_end_counts() -> None:
    tokens = torch.tensor([[GOOD, END, END], [END, END, END], [GOOD, BAD, GOOD]])
    assert written_mask(tokens, END).tolist() == [[1, 1, 0], [1, 0, 0], [1, 1, 1]]
    model = ExpansionNet(TINY).eval()
    with torch.no_grad():
        model.output.bias[END] = 100.0
        features, present, *_ = batch()
        written = written_tokens(model, model.encode(features, present), SAMPLING, 4, 2, likeliest)
    assert written.tolist() == [[END]] * 8, "nothing is written when all have ended"


def test_sampling_leaves_the_model_in_training() -> None:
    learner = task().train()
    whole_step(learner, batch())
    assert all(module.training for module in learner.modules())


def test_a_single_sample_has_nothing_to_be_compared_with() -> None:
    with pytest.raises(ValueError, match="cannot be compared"):
        Sampling(BEGIN, END, samples=1)


class Stopped(Exception):
    """What a power cut looks like from inside."""


class Batches:
    """Three batches an epoch, from one of them on; fails before batch `stop` of all."""

    def __init__(self, start: int, stop: int) -> None:
        self.start, self.stop = start, stop

    def __len__(self) -> int:
        return 3

    def __iter__(self) -> Iterator[CaptionBatch]:
        for number in range(self.start, 3):
            if number == self.stop:
                raise Stopped
            yield batch()


class Data:
    """The same batches every epoch; a power cut before batch `stop` of epoch 1."""

    def __init__(self, stop: int = -1) -> None:
        self.stop = stop

    def epoch(self, epoch: int, start: int, part: Part = WHOLE) -> Batches:
        return Batches(start, self.stop if epoch == 1 else -1)

    def validation(self, part: Part = WHOLE) -> Batches:
        return Batches(0, -1)


def train(folder: Path, data: Data) -> StageFiles:
    references = with_end([["good", "good good"], ["bad"], ["good bad"], ["bad bad"]], "<end>")
    words = ("<begin>", "<end>", "good", "bad")
    learner = task(CiderReward(references, DocumentFrequencies.of(references), words))
    files = StageFiles(folder / "last.ckpt", folder / "best.safetensors", folder / "log.csv")
    folder.mkdir(exist_ok=True)
    stage = Stage("self-critical", 2, "val_loss", 1.0)
    train_stage(stage, learner, data, files, 3, "float32", Saving(minutes=0))
    return files


@pytest.mark.parametrize("stop", [1, 2])
def test_a_run_stopped_and_resumed_equals_one_that_was_not(stop: int, tmp_path: Path) -> None:
    whole = train(tmp_path / "whole", Data())
    with pytest.raises(Stopped):
        train(tmp_path / "stopped", Data(stop))
    resumed = train(tmp_path / "stopped", Data())

    assert whole.best.read_bytes() == resumed.best.read_bytes()
    assert whole.log.read_text() == resumed.log.read_text()
    assert "train_reward" in whole.log.read_text()
    ours, theirs = (torch.load(files.last, weights_only=True) for files in (whole, resumed))
    assert ours["global_step"] == theirs["global_step"] == 6
    for name, tensor in ours["state_dict"].items():
        assert torch.equal(tensor, theirs["state_dict"][name]), name

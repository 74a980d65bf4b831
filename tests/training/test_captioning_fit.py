from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import torch

from engine.errors import RecipeError
from engine.progress import ignore_progress
from tests.training.captioned import captioning_recipe, captioning_table, write_coco
from tests.training.test_fit import same
from training.captioning.batches import CaptionEpoch, CaptionSet, CaptionsInOrder, Pair
from training.captioning.features import Seen
from training.captioning.fit import (
    CROSS_ENTROPY,
    FINE_TUNING,
    SELF_CRITICAL,
    CaptioningRun,
    CaptionMaterial,
    begin_captioning,
    first_captioner,
    open_captioning_run,
    prepare_captioning,
    results_text,
    set_dropout,
    stage_results,
    tokenizer_words,
    train_captioning,
    trained_captioner,
)
from training.captioning.recipe import CaptioningRecipe, parse_captioning
from training.checkpoints import Saving, best_figure, model_weights
from training.run_log import read_rows
from training.runs import Start
from training.tasks.captioning import Captioning
from training.tasks.self_critical import CaptionBatch, Sampling
from training.tasks.steps import whole_step

EVERY_STEP = Saving(minutes=0)
EVERY_EPOCH = Saving(minutes=float("inf"))
NOW = Start("2026-01-02T03:04:05+00:00", "")
STAGES = (CROSS_ENTROPY, FINE_TUNING, SELF_CRITICAL)


class Stopped(Exception):
    """What a power cut looks like from inside."""


class StoppingSet(CaptionSet):
    """A set that gives so many batches and then fails."""

    batches_left: int

    def batch(self, chosen: Sequence[Pair]) -> CaptionBatch:
        if self.batches_left == 0:
            raise Stopped
        object.__setattr__(self, "batches_left", self.batches_left - 1)
        return super().batch(chosen)


def stopping_after(batches: int, data: CaptionSet) -> CaptionSet:
    stopping = StoppingSet(**{field.name: getattr(data, field.name) for field in fields(data)})
    object.__setattr__(stopping, "batches_left", batches)
    return stopping


def begun(folder: Path, recipe: CaptioningRecipe) -> tuple[CaptioningRun, CaptionMaterial]:
    run = begin_captioning(recipe, folder, NOW)
    return run, prepare_captioning(run, ignore_progress)


def assert_same_results(run: CaptioningRun, other: CaptioningRun, stages: Sequence[str] = STAGES) -> None:
    for stage in stages:
        assert run.best(stage).read_bytes() == other.best(stage).read_bytes(), stage
        assert run.log(stage).read_bytes() == other.log(stage).read_bytes(), stage
        expected, resumed = (torch.load(each.last(stage), weights_only=True) for each in (run, other))
        for part in ("global_step", "state_dict", "optimizer_states", "lr_schedulers", "callbacks"):
            assert same(expected[part], resumed[part]), f"{part} of {stage}"


@pytest.fixture(scope="module")
def coco(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_coco(tmp_path_factory.mktemp("coco"))


@pytest.fixture(scope="module")
def whole(coco: Path, tmp_path_factory: pytest.TempPathFactory) -> CaptioningRun:
    """Trained without a stop; nobody writes to it."""
    torch.set_num_threads(1)
    run, material = begun(tmp_path_factory.mktemp("whole") / "run", captioning_recipe(coco))
    train_captioning(run, material, EVERY_EPOCH)
    return run


# 16 pictures with 32 captions: 2 x 4 steps of cross-entropy, 4 of fine-tuning, 2 self-critical
@pytest.mark.parametrize("batches", [3, 9, 13])
def test_a_run_stopped_in_any_stage_and_resumed_equals_one_that_was_not(
    whole: CaptioningRun, coco: Path, batches: int, tmp_path: Path
) -> None:
    run, material = begun(tmp_path / "stopped", captioning_recipe(coco))
    with pytest.raises(Stopped):
        train_captioning(run, replace(material, train=stopping_after(batches, material.train)), EVERY_STEP)
    train_captioning(open_captioning_run(run.folder), material, EVERY_STEP)

    assert_same_results(whole, run)


def test_every_stage_says_what_it_added_and_is_kept_only_if_better(whole: CaptioningRun) -> None:
    results = stage_results(whole)
    assert [result.name for result in results] == list(STAGES)
    best = -1.0
    for result in results:
        rows = read_rows(whole.log(result.name))
        assert result.reward == pytest.approx(max(float(row["val_reward"]) for row in rows), abs=1e-5)
        assert result.kept == (result.reward > best)
        best = max(best, result.reward)
    text = results_text(results)
    assert text.count("CIDEr-D") == 3
    assert "self-critical" in text


def test_the_weights_that_are_shipped_are_those_of_the_best_stage(whole: CaptioningRun) -> None:
    material = prepare_captioning(whole, ignore_progress)
    best = min(STAGES, key=lambda stage: best_figure(whole.best(stage)).value)
    shipped = trained_captioner(whole, material)
    assert all(torch.equal(shipped[name], part) for name, part in model_weights(whole.best(best)).items())


def test_a_later_stage_starts_from_the_best_weights_so_far(coco: Path, tmp_path: Path) -> None:
    table = captioning_table(coco)
    table["fine_tuning"]["lr"] = 3.0  # spoils whatever it touches
    table["self_critical"] |= {"lr": 1e-12, "dropout": 0.0}
    run, material = begun(tmp_path / "run", parse_captioning(table, "t"))
    results = train_captioning(run, material, EVERY_EPOCH)

    assert not results[1].kept
    assert results[2].reward == pytest.approx(results[0].reward, abs=1e-6)


def test_a_stage_ends_when_validation_no_longer_improves_and_stays_ended(coco: Path, tmp_path: Path) -> None:
    table = captioning_table(coco)
    table["cross_entropy"] |= {"epochs": 9, "lr": 1e-12, "warm_up": 0, "patience": 2}
    table["fine_tuning"]["epochs"] = table["self_critical"]["epochs"] = 0
    run, material = begun(tmp_path / "run", parse_captioning(table, "t"))
    train_captioning(run, material, EVERY_STEP)
    assert len(read_rows(run.log(CROSS_ENTROPY))) == 3, "the first epoch is the best, two more are waited for"
    before = run.last(CROSS_ENTROPY).read_bytes(), run.log(CROSS_ENTROPY).read_bytes()
    train_captioning(open_captioning_run(run.folder), material, EVERY_STEP)
    assert (run.last(CROSS_ENTROPY).read_bytes(), run.log(CROSS_ENTROPY).read_bytes()) == before

    stopped, material = begun(tmp_path / "stopped", parse_captioning(table, "t"))
    broken = replace(material, train=stopping_after(6, material.train))
    with pytest.raises(Stopped):
        train_captioning(stopped, broken, EVERY_STEP)
    train_captioning(open_captioning_run(stopped.folder), material, EVERY_STEP)
    assert_same_results(run, stopped, [CROSS_ENTROPY])


def test_it_learns_what_the_regions_show(coco: Path, tmp_path: Path) -> None:
    run, material = begun(tmp_path / "run", captioning_recipe(coco))
    model = first_captioner(run, material)
    set_dropout(model, 0.0)
    sampling = Sampling(run.tokenizer.bos, run.tokenizer.eos, max_tokens=10)
    stage = run.recipe.cross_entropy
    task = Captioning(model, material.val_rewards, sampling, stage, 0.0, run.tokenizer.pad)
    optimiser = torch.optim.RAdam(model.parameters(), lr=1e-2)
    batch = material.train.batch([(item, 0) for item in range(len(material.train))])
    for _ in range(80):
        optimiser.zero_grad()
        whole_step(task, batch)["loss"].backward()
        optimiser.step()
    blind = (np.log(3) + np.log(2)) / 4  # nats a token of one who must guess colour and shape
    assert whole_step(task, batch)["loss"] < 0.6 * blind


def test_cross_entropy_passes_over_captions_and_self_critical_training_over_pictures(
    coco: Path, tmp_path: Path
) -> None:
    _, material = begun(tmp_path / "run", captioning_recipe(coco))
    data = material.train
    by_caption = list(CaptionEpoch(data, data.pairs, 8, 3, 0))
    by_picture = list(CaptionEpoch(data, data.firsts, 8, 3, 0))
    assert sorted(item for batch in by_caption for item in batch.items.tolist()) == sorted([*range(16)] * 2)
    assert sorted(item for batch in by_picture for item in batch.items.tolist()) == [*range(16)]
    resumed = [batch.items.tolist() for batch in CaptionEpoch(data, data.pairs, 8, 3, 0, start=2)]
    assert resumed == [batch.items.tolist() for batch in by_caption[2:]]
    assert [batch.items.tolist() for batch in CaptionEpoch(data, data.pairs, 8, 3, 1)][2:] != resumed
    assert sum(len(batch.items) for batch in CaptionsInOrder(material.val, 3)) == len(material.val)


def test_a_word_that_the_vocabulary_lacks_is_matched_by_no_sample(coco: Path, tmp_path: Path) -> None:
    table = captioning_table(coco)
    table["data"]["min_count"] = 13  # of the colours none is left
    run, material = begun(tmp_path / "run", parse_captioning(table, "t"))
    tokenizer = run.tokenizer
    assert "red" not in tokenizer_words(tokenizer)
    a, colour, shape = tokenizer.encode("a red ball")
    assert colour == tokenizer.unk
    unknown, never_there = (
        material.rewards([[a, word, shape, tokenizer.eos]], [0])[0] for word in (colour, tokenizer.pad)
    )
    assert unknown == never_there > 0


def test_an_h5_file_of_the_released_code_gives_what_files_give(coco: Path, tmp_path: Path) -> None:
    with h5py.File(tmp_path / "regions.hdf5", "w") as table:
        for file in sorted((coco.parent / "regions").glob("*.npy")):
            table[f"{file.stem}_features"] = np.load(file)
    _, by_files = begun(tmp_path / "files", captioning_recipe(coco))
    data = captioning_table(coco)["data"] | {"regions": str(tmp_path / "regions.hdf5")}
    _, by_table = begun(tmp_path / "table", captioning_recipe(coco, data=data))
    one, other = (each.train.batch([(5, 0), (2, 1)]) for each in (by_files, by_table))
    assert all(torch.equal(*parts) for parts in zip(one, other, strict=True))


def test_regions_that_are_not_there_and_data_that_have_changed_are_named(coco: Path, tmp_path: Path) -> None:
    file = write_coco(tmp_path)
    run = begin_captioning(captioning_recipe(file), tmp_path / "run", NOW)
    (tmp_path / "regions" / "103.npy").unlink()
    with pytest.raises(RecipeError, match="no regions of 103"):
        prepare_captioning(run, ignore_progress)
    file.write_text(json.dumps(json.loads(file.read_text()) | {"dataset": "other"}))
    with pytest.raises(RecipeError, match="have changed"):
        prepare_captioning(open_captioning_run(run.folder), ignore_progress)
    data: dict[str, Any] = captioning_table(coco)["data"] | {"regions": str(tmp_path / "absent")}
    with pytest.raises(RecipeError, match="no regions here"):
        begun(tmp_path / "other", captioning_recipe(coco, data=data))


class Half:
    """Regions of even places alone."""

    def of(self, rows: Sequence[int]) -> Seen:
        present = torch.tensor([[row % 2 == 0] * 2 for row in rows])
        return Seen(torch.ones(len(rows), 2, 6), present)


def test_a_study_of_which_no_film_can_be_read_is_left_out_of_its_batch() -> None:
    data = CaptionSet(Half(), (4, 5, 6), (((1, 2),), ((1, 3),), ((1, 4),)), 0)
    batch = data.batch(data.firsts)
    assert batch.items.tolist() == [0, 2]
    assert batch.tokens.tolist() == [[1, 2], [1, 4]]
    assert len(data.batch([(1, 0)]).items) == 0
    with pytest.raises(RecipeError, match="no film of a whole batch can be read"):
        list(CaptionsInOrder(data, 1))

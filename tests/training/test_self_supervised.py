from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import torch

from engine.models.metransformer import MeTransformer
from tests.training.conftest import make_material, make_run
from training.checkpoints import Saving, best_weights
from training.data.hidden import HiddenFilms, hidden_patches
from training.data.unlabelled import UnlabelledFilms
from training.fit import FILMS, WARM_UP, input_convention, train
from training.recipes import AugmentRecipe, Recipe, SelfSupervisedRecipe
from training.run_log import read_rows
from training.tasks.self_supervised import HiddenPatches, hidden_from, normal_patches

STAGE = SelfSupervisedRecipe(epochs=2, source="films:nowhere", lr=3e-3, batch=4)


def edge_films(count: int) -> UnlabelledFilms:
    """16 x 16 films of one edge between dark and bright, each in a column of its own."""
    films = np.full((count, 16, 16), 60, np.uint8)
    for row in range(count):
        films[row, :, 2 + row % 12 :] = 200
    rows = np.arange(count)
    return UnlabelledFilms(films, rows[: count // 2], rows[count // 2 :])


def hidden_films(recipe: Recipe, count: int = 24) -> HiddenFilms:
    changes = AugmentRecipe(brightness=0.1, contrast=0.1, shift=0.1)
    return HiddenFilms(edge_films(count), input_convention(recipe), 16, 0.5, 4, 3, changes)


def test_as_many_patches_of_every_film_are_hidden_and_never_the_same_ones() -> None:
    hidden = hidden_patches(50, 16, 0.6, np.random.default_rng(0))

    assert hidden.sum(axis=1).tolist() == [10] * 50
    assert len({row.tobytes() for row in hidden}) > 40


def test_hidden_patches_are_blank_and_the_others_untouched() -> None:
    images = torch.ones(1, 1, 4, 4)
    hidden = torch.tensor([[False, True, False, False]])

    assert hidden_from(images, hidden, 2)[0, 0].tolist() == [
        [1, 1, 0, 0],
        [1, 1, 0, 0],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
    ]


def test_patches_are_normalised_in_the_order_of_the_models_tokens() -> None:
    images = torch.zeros(1, 1, 4, 4)
    images[0, 0, 0, 3] = 4.0  # in the second patch of the first row
    patches = normal_patches(images, 2)[0]

    assert patches[1].mean().item() == pytest.approx(0.0, abs=1e-6)
    assert patches[1].std(correction=0).item() == pytest.approx(1.0, abs=1e-3)
    assert patches[[0, 2, 3]].abs().max() == 0


@pytest.mark.parametrize("stem", ["linear", "convolutional"])
def test_what_is_hidden_has_no_influence_on_any_guess(
    tiny_recipe: Recipe, stem: Literal["linear", "convolutional"]
) -> None:
    torch.manual_seed(0)
    model = MeTransformer(replace(tiny_recipe.model, patch_stem=stem)).eval()
    task = HiddenPatches(model, STAGE, 0.98)
    batch = next(iter(hidden_films(tiny_recipe).validation()))
    other = torch.where(hidden_from(batch.images[:, 0], batch.hidden, 4) == 0, 1.5, batch.images[:, 0])
    present = torch.ones(len(other), 1, dtype=torch.bool)
    with torch.no_grad():
        seen = [
            task.model.vit(hidden_from(images, batch.hidden, 4).unsqueeze(1), present)[0]
            for images in (batch.images[:, 0], other)
        ]

    assert not torch.equal(batch.images[:, 0], other)
    assert torch.equal(*seen)


def test_an_epoch_resumed_after_a_batch_goes_on_with_the_next(tiny_recipe: Recipe) -> None:
    data = hidden_films(tiny_recipe)
    whole, rest = list(data.epoch(1, 0)), list(data.epoch(1, 2))

    assert (len(whole), len(rest), len(data.epoch(1, 2))) == (3, 1, 3)
    assert torch.equal(whole[2].images, rest[0].images)
    assert torch.equal(whole[2].hidden, rest[0].hidden)


def test_validation_films_are_hidden_alike_every_time(tiny_recipe: Recipe) -> None:
    data = hidden_films(tiny_recipe)
    pairs = zip(data.validation(), data.validation(), strict=True)

    assert all(torch.equal(one.hidden, other.hidden) for one, other in pairs)


@pytest.mark.parametrize("stem", ["linear", "convolutional"])
def test_the_encoder_learns_to_guess_hidden_patches(
    tiny_recipe: Recipe, tmp_path: Path, stem: Literal["linear", "convolutional"]
) -> None:
    model = replace(tiny_recipe.model, patch_stem=stem)
    recipe = replace(tiny_recipe, model=model, self_supervised=replace(STAGE, epochs=12))
    run = make_run(recipe, tmp_path / "run")
    material = replace(make_material(run, 8, 4), films=edge_films(48))
    train(run, material, Saving())

    errors = [float(row["val_pixels"]) for row in read_rows(run.log(FILMS))]
    assert min(errors) < 0.7 * errors[0]


def test_the_next_stage_starts_from_what_the_films_taught(tiny_recipe: Recipe, tmp_path: Path) -> None:
    still = replace(tiny_recipe.warm_up, lr=1e-12)
    run = make_run(replace(tiny_recipe, self_supervised=STAGE, warm_up=still), tmp_path / "run")
    train(run, replace(make_material(run, 8, 4), films=edge_films(24)), Saving())

    taught, next_stage = best_weights(run.best(FILMS)), best_weights(run.best(WARM_UP))
    name = "model.vit.blocks.0.attn.qkv.weight"
    assert torch.allclose(taught[name], next_stage[name], atol=1e-6)


class Stopped(Exception):
    """What a power cut looks like from inside."""


def test_a_run_stopped_among_the_films_equals_one_that_was_not(tiny_recipe: Recipe, tmp_path: Path) -> None:
    recipe = replace(tiny_recipe, self_supervised=STAGE)
    whole, stopped = make_run(recipe, tmp_path / "whole"), make_run(recipe, tmp_path / "stopped")
    material = replace(make_material(whole, 8, 4), films=edge_films(24))
    train(whole, material, Saving())
    readings = iter([0.0] * 9)  # one at the start, two after each saved step of 6: stops after step 5

    def clock() -> float:
        for reading in readings:
            return reading
        raise Stopped

    with pytest.raises(Stopped):
        train(stopped, material, Saving(minutes=0, clock=clock))
    assert not stopped.best(WARM_UP).exists()
    train(stopped, material, Saving(minutes=0))

    for stage in (FILMS, WARM_UP):
        assert whole.best(stage).read_bytes() == stopped.best(stage).read_bytes()
        assert whole.log(stage).read_bytes() == stopped.log(stage).read_bytes()

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.errors import RecipeError
from engine.resources import RECIPES
from tests.training.captioned import captioning_recipe, captioning_table
from training.captioning.recipe import StageRecipe, load_captioning, parse_captioning
from training.recipes import is_captioning, recipe_toml
from training.tasks.optimisers import annealed_share


def test_the_shipped_recipes_can_be_read() -> None:
    names = sorted(path.stem for path in RECIPES.glob("*.toml") if is_captioning(path.stem))
    assert names == ["caption-iu", "caption-phantom", "expansionnet-coco"]
    assert [load_captioning(name).name for name in names] == names


def test_the_papers_settings_stand_in_the_papers_recipe() -> None:
    recipe = load_captioning("expansionnet-coco")
    first, second, third = recipe.cross_entropy, recipe.fine_tuning, recipe.self_critical
    assert (first.batch, first.lr, first.warm_up, first.decay, first.decay_epochs) == (
        48,
        2e-4,
        10000,
        0.8,
        2,
    )
    assert first.patience == 1
    assert (second.epochs, second.batch, second.lr) == (1, 10, 5e-6)
    assert (third.epochs, third.batch, third.lr, third.decay, third.decay_epochs) == (35, 32, 1e-4, 0.8, 2)
    assert (recipe.sampling.samples, recipe.sampling.max_tokens, recipe.decoding.beam) == (5, 20, 5)
    model = recipe.model
    assert (model.encoder_vectors, model.decoder_vectors, model.encoder_layers, model.heads) == (64, 16, 3, 8)


def test_what_is_written_is_read_back_equal(tmp_path: Path) -> None:
    grid = {"image_size": 32, "patch_size": 8, "width": 16}
    data = {"source": "phantom:nowhere"}
    for recipe in (
        captioning_recipe(tmp_path / "a.json"),
        captioning_recipe(tmp_path / "a.json", data=data, grid=grid, pretrained="vit:report-phantom"),
    ):
        assert parse_captioning(tomllib.loads(recipe_toml(recipe)), "again") == recipe


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"task": "answering"}, 'task = "captioning" is missing'),
        ({"grid": {"width": 16}}, "either data.regions or an image backbone"),
        ({"data": {"source": "phantom:x"}}, "either data.regions or an image backbone"),
        ({"data": {"source": "phantom:x"}, "pretrained": "resnet.safetensors"}, r"need \[grid\]"),
        ({"data": {"source": "phantom:x"}, "grid": {"width": 15}}, "grid does not fit"),
        ({"cross_entropy": {"epochs": 0}}, "nothing would be learned"),
        ({"cross_entropy": {"epochs": 1, "batch": 0}}, "batch must be above 0"),
        ({"self_critical": {"epochs": 1, "patience": -1}}, "patience must not be below 0"),
        ({"sampling": {"samples": 1}}, "cannot be compared"),
        ({"sampling": {"max_tokens": 13}}, "more than the model's 12"),
        ({"decoding": {"beam": 2, "drafts": 3}}, "cannot be had"),
        ({"label_smoothing": 1.0}, r"not in \[0, 1\)"),
        ({"train_grid": 1}, "must be true or false"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=complaint):
        parse_captioning(captioning_table(tmp_path / "a.json", **changes), "tiny.toml")


def test_the_rate_rises_in_a_line_and_then_falls_every_second_epoch() -> None:
    stage = StageRecipe(epochs=6, lr=2e-4, warm_up=4, decay=0.5, decay_epochs=2)
    shares = [annealed_share(step, stage, 10) for step in (0, 1, 3, 4, 19, 20, 40)]
    assert shares == pytest.approx([0.25, 0.5, 1, 1, 1, 0.5, 0.25])
    assert annealed_share(500, StageRecipe(epochs=6, decay_epochs=0), 10) == 1


def test_the_released_codes_warm_up_is_hyperbolic_with_a_floor() -> None:
    stage = StageRecipe(epochs=6, lr=1e-4, warm_up=4, warm_up_shape="hyperbolic", decay=0.5, decay_epochs=1)
    rates = [stage.lr * annealed_share(step, stage, 10) for step in (0, 2, 3, 4, 10, 200)]
    assert rates == pytest.approx([2.5e-5, 5e-5, 1e-4, 1e-4, 5e-5, 5e-7])


def test_label_smoothing_leaves_nine_tenths_to_the_word_and_the_rest_to_the_others() -> None:
    logits, words = torch.tensor([[2.0, 0.0, 1.0, -1.0]]), 4
    logs = logits.log_softmax(-1)[0]
    by_hand = -(0.9 * logs[2] + 0.1 / 3 * (logs[0] + logs[1] + logs[3]))
    torched = torch.nn.functional.cross_entropy(
        logits, torch.tensor([2]), label_smoothing=0.1 * words / (words - 1)
    )
    assert torched.item() == pytest.approx(by_hand.item(), abs=1e-6)

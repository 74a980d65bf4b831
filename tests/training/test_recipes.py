from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import RecipeError
from engine.resources import RECIPES
from training.recipes import LossRecipe, Recipe, load_recipe, parse_recipe, recipe_toml, task_of


def test_the_shipped_recipes_can_be_read() -> None:
    shipped = sorted(path.stem for path in RECIPES.glob("*.toml"))
    names = [name for name in shipped if not task_of(name)]

    assert names == ["by-heart", "iu-xray", "mimic-cxr", "paper", "phantom"]
    assert [load_recipe(name).name for name in names] == names


def test_the_papers_sizes_stand_in_the_papers_recipes() -> None:
    iu, mimic = load_recipe("iu-xray"), load_recipe("mimic-cxr")

    assert (iu.model.width, iu.model.d_mid, iu.model.patch_size) == (768, 384, 32)
    assert (iu.model.encoder_layers, iu.model.decoder_layers) == (2, 2)
    assert (mimic.model.encoder_layers, mimic.model.decoder_layers) == (2, 4)
    for recipe in (iu, mimic):
        assert (recipe.optimiser.lr, recipe.batch, recipe.epochs) == (1e-4, 16, 20)
        assert recipe.loss.orthogonal_weight == 2.0
        assert_every_expert_learns_every_report(recipe)
        assert recipe.data.tokenizer == "bert-base-uncased"
    assert (iu.model.max_tokens, mimic.model.max_tokens) == (60, 100)


def assert_every_expert_learns_every_report(recipe: Recipe) -> None:
    """And the encoder has no lessons of its own."""
    assert recipe.loss == LossRecipe(orthogonal_weight=2.0)
    assert recipe.warm_up.epochs == 0
    assert recipe.model.patch_stem == "linear"


def test_the_paper_on_phantoms_has_the_phantom_models_sizes_and_the_papers_training() -> None:
    paper, phantom, iu = load_recipe("paper"), load_recipe("phantom"), load_recipe("iu-xray")

    assert replace(paper.model, patch_stem=phantom.model.patch_stem) == phantom.model
    assert (paper.data, paper.input) == (phantom.data, phantom.input)
    assert (paper.epochs, paper.batch, paper.optimiser) == (iu.epochs, iu.batch, iu.optimiser)
    assert_every_expert_learns_every_report(paper)


def test_what_is_written_is_read_back_equal(tiny_recipe: Recipe) -> None:
    assert parse_recipe(tomllib.loads(recipe_toml(tiny_recipe)), "again") == tiny_recipe


def test_a_path_with_quotes_and_backslashes_survives(tiny_recipe: Recipe) -> None:
    odd = replace(tiny_recipe, data=replace(tiny_recipe.data, source='phantom:C:\\films "old"'))

    assert parse_recipe(tomllib.loads(recipe_toml(odd)), "again") == odd


def test_a_setting_changes_one_key() -> None:
    recipe = load_recipe("phantom", ["optimiser.lr=5e-4", "data.source=phantom:other place"])

    assert recipe.optimiser.lr == 5e-4
    assert recipe.data.source == "phantom:other place"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("optimiser.lr=fast", r'optimiser\.lr must be a number, got "fast" \(.*phantom\.toml\)'),
        ("optimiser.rate=1", r"optimiser\.rate is no key of a recipe"),
        ("epochs=2.5", r"epochs must be a whole number, got 2\.5"),
        ("epochs=true", r"epochs must be a whole number, got true"),
        ("epochs=0", r"epochs must be above 0, got 0"),
        ("model=3", r"model must be a table, got 3"),
        ("model.width=130", r"model does not fit: width 130 is not a multiple of heads 4"),
        ("optimiser.schedule=steps", r'optimiser\.schedule must be one of "constant", "cosine", got "steps"'),
        ("input.mean=[0.5, a]", r"input\.mean must be an array, got"),
        ('input.mean=[0.5, "a"]', r'input\.mean\[1\] must be a number, got "a"'),
        ("seed.of=1", r"seed\.of: seed is a value, not a table"),
        ("nonsense", r'"nonsense" is no setting'),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(setting: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        load_recipe("phantom", [setting])


def test_a_missing_key_is_named() -> None:
    with pytest.raises(RecipeError, match=r"name is missing \(empty\)"):
        parse_recipe({}, "empty")


def test_an_unknown_recipe_lists_the_known_ones() -> None:
    with pytest.raises(RecipeError, match="one of: by-heart, caption-iu, caption-phantom"):
        load_recipe("imagenet")


def test_broken_toml_is_said_with_its_fault(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("name = ")

    with pytest.raises(RecipeError, match="cannot be read: Invalid value"):
        load_recipe(str(broken))


def test_a_recipe_extends_another_by_name_or_beside_it_and_changes_single_keys(tmp_path: Path) -> None:
    (tmp_path / "wide.toml").write_text('extends = "paper"\n[model]\nwidth = 64\nheads = 2\n')
    (tmp_path / "wider.toml").write_text('extends = "wide.toml"\nname = "wider"\n[model]\nwidth = 128\n')

    recipe, paper = load_recipe(str(tmp_path / "wider.toml"), ["model.heads=4"]), load_recipe("paper")
    assert (recipe.name, recipe.model.width, recipe.model.heads) == ("wider", 128, 4)
    assert recipe.model.experts == paper.model.experts
    assert recipe.optimiser == paper.optimiser


def test_a_recipe_that_extends_itself_or_nothing_that_is_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('extends = "two.toml"\n')
    (tmp_path / "two.toml").write_text('extends = "one.toml"\n')
    (tmp_path / "three.toml").write_text("extends = 3\n")
    (tmp_path / "four.toml").write_text('extends = "papr"\n')

    for name, message in {
        "one": "extends itself",
        "three": "must be a recipe's name or path",
        "four": "Did you mean paper",
    }.items():
        with pytest.raises(RecipeError, match=message):
            load_recipe(str(tmp_path / f"{name}.toml"))


def test_an_unknown_key_proposes_the_nearest_that_there_is() -> None:
    with pytest.raises(RecipeError) as raised:
        load_recipe("paper", ["optimiser.clip_nrom=1"])

    assert raised.value.todo.startswith("Did you mean clip_norm? Known here: lr,")

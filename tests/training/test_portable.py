from __future__ import annotations

from dataclasses import replace

import pytest

from training.export import last_name, portable
from training.recipes import Recipe, SelfSupervisedRecipe, recipe_toml


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("phantom:/home/me/phantoms", "phantom:phantoms"),
        ("stem:runs/first", "stem:first"),
        ("/home/me/vit.safetensors", "vit.safetensors"),
        ("bert-base-uncased", "bert-base-uncased"),
        ("", ""),
    ],
)
def test_only_the_last_part_of_a_place_is_kept(place: str, name: str) -> None:
    assert last_name(place) == name


def test_a_portable_recipe_names_no_folder_of_the_machine(tiny_recipe: Recipe) -> None:
    here = replace(
        tiny_recipe,
        data=replace(tiny_recipe.data, source="phantom:/home/me/p", tokenizer="/home/me/t.json"),
        self_supervised=SelfSupervisedRecipe(epochs=1, source="films:/home/me/films"),
        pretrained="stem:/home/me/run",
    )

    assert "/home/me" in recipe_toml(here)
    assert "/home" not in recipe_toml(portable(here))

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import RecipeError
from engine.resources import PLANS
from training.plan import load_plan, recipes_of

PLAN = """
name = "tiny"
title = "Experts"
recipe = "{recipe}"
paper = "nothing"
axis = "experts"
budget = ["warm_up.epochs=0"]
split = "train"
studies = 4
seeds = [1, 2]

[[variant]]
name = "m1"
title = "M = 1"
x = 1
set = ["model.experts=1"]

[[variant]]
name = "m2"
title = "M = 2"
x = 2
set = ["model.experts=2"]
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(PLAN.format(recipe="phantom"))
    return path


@pytest.mark.parametrize("name", sorted(path.stem for path in PLANS.glob("*.toml")))
def test_shipped_plans_fit_their_recipe_and_the_papers(name: str) -> None:
    plan = load_plan(name)

    for recipe in (plan.recipe, "iu-xray"):
        recipes = recipes_of(plan, recipe, [])
        assert len({str(own) for own in recipes.values()}) == len(plan.variant)


def test_the_experts_plan_goes_from_one_to_eight() -> None:
    recipes = recipes_of(load_plan("experts"), "phantom", [])

    assert [own[0].model.experts for own in recipes.values()] == [1, 2, 4, 6, 8]


def test_another_recipe_is_trained_without_the_plans_budget() -> None:
    plan = load_plan("experts")

    assert recipes_of(plan, "phantom", [])["m1"][0].epochs == 3
    assert recipes_of(plan, "iu-xray", [])["m1"][0].epochs == 20
    assert recipes_of(plan, "iu-xray", ["epochs=5"])["m1"][0].epochs == 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "m2"', 'name = "m1"', "different names"),
        ("studies = 4", "studies = -4", "-4 studies"),
        ('split = "train"', 'split = "exam"', "exam"),
        ("seeds = [1, 2]", "seeds = []", "a seed"),
        ("x = 2", "y = 2", "y is no key"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused(
    plan: Path, tmp_path: Path, old: str, new: str, message: str
) -> None:
    wrong = tmp_path / "plan.toml"
    wrong.write_text(plan.read_text().replace(old, new))

    with pytest.raises(RecipeError, match=message):
        load_plan(str(wrong))


def test_a_plan_of_no_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(RecipeError, match="experts, lambda, layers, orthogonal"):
        load_plan("depth")

"""Plans: variants of one recipe that are trained alike and compared (`training.sweep`).

A plan is a strict TOML file, `resources/plans/NAME.toml` or another.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RecipeError
from engine.resources import PLANS
from training.data.corpus import SPLITS
from training.metrics.protocols import protocol_of
from training.recipes import Recipe, load_recipe, parse_table


@dataclass(frozen=True, slots=True)
class Variant:
    """What one variant changes; `x` is its place on the chart's axis."""

    name: str
    title: str
    set: tuple[str, ...] = ()
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class Plan:
    """Which recipe, how much of it, which variants, and what a paper says of them.

    `budget` are settings of all variants, left out where another recipe is asked for. `axis` names what the
    variants' x is, "" where they are only named. `split` and `studies` say what is compared (0: all of them).
    """

    name: str
    title: str
    recipe: str
    paper: str
    variant: tuple[Variant, ...]
    budget: tuple[str, ...] = ()
    axis: str = ""
    seeds: tuple[int, ...] = (1,)
    split: str = "test"
    studies: int = 0
    protocol: str = "r2gen-iu"

    def __post_init__(self) -> None:
        names = [variant.name for variant in self.variant]
        if not names or len(set(names)) < len(names) or not self.seeds:
            raise ValueError("a plan needs variants of different names, and a seed")
        if self.split not in SPLITS or self.studies < 0:
            raise ValueError(f'split "{self.split}", {self.studies} studies')
        protocol_of(self.protocol)


def load_plan(name: str) -> Plan:
    """The plan at a path, or of that name among the shipped ones; `RecipeError` where it cannot be used."""
    candidates = [Path(name), PLANS / f"{name}.toml"]
    path = next((path for path in candidates if path.is_file()), None)
    if path is None:
        known = ", ".join(sorted(path.stem for path in PLANS.glob("*.toml")))
        raise RecipeError(f'there is no plan "{name}".', todo=f"Give a path, or one of: {known}.")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise RecipeError(f"the plan cannot be read: {problem}.", where=str(path)) from problem
    plan: Plan = parse_table(Plan, table, "", str(path))
    return plan


def recipes_of(plan: Plan, recipe: str, settings: Sequence[str]) -> dict[str, tuple[Recipe, ...]]:
    """Every variant's recipes, one a seed; `RecipeError` for the first that does not fit."""
    budget = plan.budget if recipe == plan.recipe else ()
    return {
        variant.name: tuple(
            load_recipe(
                recipe,
                [*budget, *settings, *variant.set, f'name="{variant.name}-{seed}"', f"seed={seed}"],
            )
            for seed in plan.seeds
        )
        for variant in plan.variant
    }

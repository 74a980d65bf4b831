"""Variants of one recipe, trained alike and compared on the same studies: number of experts, losses, layers.

Every variant and seed of a plan (`training.plan`) is a run, a bundle and what that bundle wrote, each in a
folder of its own, so that an interruption costs little: what is complete is not made again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from math import prod
from pathlib import Path

from safetensors import safe_open

from engine.bundle import Bundle
from engine.errors import RecipeError
from engine.progress import OnProgress
from engine.reader import WEIGHTS
from training.checkpoints import Saving
from training.data.opening import open_corpus
from training.export import export
from training.fit import prepare_material, train
from training.plan import Plan
from training.readings import Examinee
from training.recipes import Recipe
from training.runs import RECIPE, Run, Start, begin, resume
from training.tables.drafting import Desk
from training.tables.voting import Panel


@dataclass(frozen=True, slots=True)
class Trained:
    """One variant with one seed: its recipe, the size of its weights, and what it wrote."""

    recipe: Recipe
    parameters: int
    panel: Panel


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where a plan's runs, bundles and drafts lie, and how they are made."""

    plan: Plan
    folder: Path
    start: Start
    now: datetime
    saving: Saving
    on_progress: OnProgress

    def trained(self, recipe: Recipe) -> Trained:
        """Train, export and let write what is left of one recipe."""
        run = self._run(recipe)
        bundle = self._bundle(run)
        corpus = open_corpus(recipe.data)
        studies = corpus.split(self.plan.split)[: self.plan.studies or None]
        examinee = Examinee.open(bundle, "auto", "auto")
        try:
            folder = self.folder / "drafts" / recipe.name
            desk = Desk(examinee, corpus, folder, self.on_progress)
            panel = desk.panel(studies, self.plan.split, (), together=False)
        finally:
            examinee.close()
        return Trained(run.recipe, parameters_of(bundle), panel)

    def _run(self, recipe: Recipe) -> Run:
        """The recipe's run, begun or found; `RecipeError` where that is of another recipe."""
        folder = self.folder / "runs" / recipe.name
        if not (folder / RECIPE).is_file():
            return begin(recipe, folder, self.start)
        run = resume(folder, self.start)
        if run.recipe != replace(recipe, model=replace(recipe.model, vocab_size=run.tokenizer.size)):
            raise RecipeError(
                "a run of another recipe lies here.", where=str(folder), todo="Give another --out."
            )
        return run

    def _bundle(self, run: Run) -> Bundle:
        folder = self.folder / "bundles" / run.recipe.name
        if (folder / "bundle.json").is_file():
            return Bundle.open(folder)
        material = prepare_material(run, self.on_progress)
        train(run, material, self.saving)
        return export(run, material, folder, None, self.now)


def parameters_of(bundle: Bundle) -> int:
    """How many numbers the weights are."""
    with safe_open(bundle.path(WEIGHTS), framework="numpy") as file:
        return sum(prod(file.get_slice(name).get_shape()) for name in file.keys())  # noqa: SIM118 (no mapping)

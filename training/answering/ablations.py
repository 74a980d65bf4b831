"""The paper's ablations on one recipe: the same questions, the same backbone, other experts; several seeds.

Every arm and seed is a run of its own under one folder, so that an interruption costs little: what is
complete is not trained again. With a frozen bottom all of them share its states.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import RecipeError
from engine.models.moebqa_config import MoebqaConfig
from engine.progress import OnProgress
from training.answering.fit import begin_answering, prepare_answering, resume_answering, train_answering
from training.answering.recipe import AnsweringRecipe
from training.checkpoints import Saving
from training.runs import RECIPE, Start


@dataclass(frozen=True, slots=True)
class Arm:
    """A variant of the model; `paper` are the points of test accuracy that it lost on MedQA (table 5)."""

    name: str
    title: str
    paper: float
    changed: Callable[[MoebqaConfig], MoebqaConfig]


ARMS = (
    Arm("moe", "mixture of experts", 0.0, lambda model: model),
    Arm("no-balance", "no balance loss", -1.5, lambda model: replace(model, balance="none")),
    Arm("constant-gate", "gate always 0.5", -1.9, lambda model: replace(model, gate="constant")),
    Arm("no-shared", "no shared expert", -1.9, lambda model: replace(model, shared_expert=False)),
    Arm("dense", "no experts: dense BERT", -2.9, lambda model: replace(model, unshared_experts=0)),
    Arm("cls", "routed by [CLS]", -3.4, lambda model: replace(model, routing="cls")),
)


@dataclass(frozen=True, slots=True)
class ArmResult:
    """The best validation accuracy of each seed, in percent, in the order of the seeds."""

    arm: Arm
    accuracies: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Over seeds."""
        return statistics.fmean(self.accuracies)


def chosen_arms(names: Sequence[str]) -> tuple[Arm, ...]:
    """The arms of these names, the mixture of experts first; `RecipeError` for one that is not known."""
    known = {arm.name: arm for arm in ARMS}
    for name in names:
        if name not in known:
            raise RecipeError(f'there is no arm "{name}".', todo=f"Known: {', '.join(known)}.")
    return tuple(arm for arm in ARMS if arm.name in {*names, "moe"})


def run_ablations(
    recipe: AnsweringRecipe,
    arms: Sequence[Arm],
    seeds: int,
    folder: Path,
    start: Start,
    saving: Saving,
    on_progress: OnProgress,
) -> list[ArmResult]:
    """Train what is left of every arm and seed. `RecipeError` where `folder` holds runs of another recipe."""
    results = []
    for arm in arms:
        accuracies = []
        for seed in range(recipe.seed, recipe.seed + seeds):
            name = f"{recipe.name}-{arm.name}-{seed}"
            own = replace(recipe, name=name, seed=seed, model=arm.changed(recipe.model))
            accuracies.append(
                100 * (1 - train_arm(own, folder / f"{arm.name}-{seed}", start, saving, on_progress))
            )
        results.append(ArmResult(arm, tuple(accuracies)))
    return results


def train_arm(
    recipe: AnsweringRecipe, folder: Path, start: Start, saving: Saving, on_progress: OnProgress
) -> float:
    """The arm's lowest validation error; begun, gone on with, or only looked up."""
    if not (folder / RECIPE).is_file():
        run = begin_answering(recipe, folder, start)
    else:
        run = resume_answering(folder, start)
        sized = replace(recipe, model=replace(recipe.model, vocab_size=run.tokenizer.size))
        if run.recipe != sized:
            raise RecipeError(
                "a run of another recipe lies here.", where=str(folder), todo="Give another --out."
            )
    return train_answering(run, prepare_answering(run, on_progress), saving).value


def ablation_table(results: Sequence[ArmResult], questions: str) -> str:
    """Accuracies and what each arm loses, beside what it lost in the paper."""
    whole = results[0]
    rows = [("", "accuracy", "lowest to highest", "minus mixture", "in the paper")]
    for result in results:
        spread = f"{min(result.accuracies):.1f} to {max(result.accuracies):.1f}"
        losses = (f"{result.mean - whole.mean:+.1f}", f"{result.arm.paper:+.1f}")
        rows.append(
            (result.arm.title, f"{result.mean:.1f}", spread, *(losses if result is not whole else ("", "")))
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for title, *cells in rows:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([title.ljust(widths[0]), *padded]).rstrip())
    note = (
        f"Percent of {questions} at the epoch that is best on the same questions, mean of seeds "
        f"({len(whole.accuracies)}); the paper's are points of test accuracy on MedQA (arXiv 2204.07469)."
    )
    return "\n".join([*lines, note])

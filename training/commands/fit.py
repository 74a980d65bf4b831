"""`python -m training fit RECIPE [--set a.b=c ...] [--resume RUN] [--out RUN]`."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.commands.output import progress_bar
from engine.errors import RecipeError
from training.data.sources import corpus_folder
from training.recipes import load_recipe

if TYPE_CHECKING:
    from training.runs import Run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `fit`."""
    parser.add_argument("recipe", nargs="?", metavar="RECIPE", help="a shipped recipe's name, or a file")
    parser.add_argument(
        "--set", action="append", default=[], metavar="a.b=c", help="change one key of the recipe"
    )
    parser.add_argument("--resume", type=Path, metavar="RUN", help="go on with this run and its own recipe")
    parser.add_argument("--out", type=Path, metavar="RUN", help="the new run's folder (runs/<name>-<time>)")
    parser.add_argument(
        "--checkpoint-minutes",
        type=float,
        default=5.0,
        metavar="M",
        help="how much work an interruption may cost (5); every epoch is saved anyway",
    )


def run(arguments: argparse.Namespace) -> int:
    """Begin or resume a run and train it to its end; prints its folder and its best validation figure.

    Progress is in the run's log, a row per epoch.
    """
    if not arguments.checkpoint_minutes >= 0:
        raise RecipeError(
            f"{arguments.checkpoint_minutes} minutes cannot be waited.",
            todo="Give --checkpoint-minutes 0 or more.",
        )
    now = datetime.now().astimezone()
    current = _resumed(arguments, now) if arguments.resume is not None else _begun(arguments, now)
    _train(current, arguments.checkpoint_minutes)
    return 0


def _resumed(arguments: argparse.Namespace, now: datetime) -> Run:
    if arguments.recipe or arguments.set or arguments.out:
        raise RecipeError("a resumed run keeps its recipe and folder.", todo="Give --resume RUN alone.")
    from training.runs import resume, start_now

    return resume(arguments.resume, start_now(now))


def _begun(arguments: argparse.Namespace, now: datetime) -> Run:
    if not arguments.recipe:
        raise RecipeError("nothing says what to train.", todo="Give a RECIPE, or --resume RUN.")
    recipe = load_recipe(arguments.recipe, arguments.set)
    corpus_folder(recipe.data.source)
    from training.runs import begin, run_name, start_now  # what reads corpora loads far slower than a recipe

    return begin(recipe, arguments.out or Path("runs") / run_name(recipe, now), start_now(now))


def _train(current: Run, minutes: float) -> None:
    # torch takes seconds to load: what is wrong with a recipe or its corpus was said before
    from training.checkpoints import Saving
    from training.fit import prepare_material, train

    with progress_bar() as on_progress:
        material = prepare_material(current, on_progress)
    try:
        best = train(current, material, Saving(minutes))
    except KeyboardInterrupt:
        print(f"Go on with: python -m training fit --resume {current.folder}", file=sys.stderr)
        raise
    epoch = f"epoch {best.epoch + 1} of {current.recipe.epochs}"
    print(f"{current.folder}  {best.loss} {best.value:.4f} in {epoch}")

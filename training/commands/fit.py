"""`python -m training fit RECIPE [--set a.b=c ...] [--resume RUN] [--out RUN]`."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from engine.commands.output import progress_bar
from engine.errors import RecipeError
from training.fit import begin, prepare_material, train
from training.recipes import load_recipe
from training.runs import Run, open_run, run_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `fit`."""
    parser.add_argument("recipe", nargs="?", metavar="RECIPE", help="a shipped recipe's name, or a file")
    parser.add_argument(
        "--set", action="append", default=[], metavar="a.b=c", help="change one key of the recipe"
    )
    parser.add_argument("--resume", type=Path, metavar="RUN", help="go on with this run and its own recipe")
    parser.add_argument("--out", type=Path, metavar="RUN", help="the new run's folder (runs/<name>-<time>)")


def run(arguments: argparse.Namespace) -> int:
    """Begin or resume a run and train it to its end; prints its folder."""
    current = _resumed(arguments) if arguments.resume is not None else _begun(arguments)
    with progress_bar() as on_progress:
        material = prepare_material(current, on_progress)
    train(current, material)
    print(current.folder)
    return 0


def _resumed(arguments: argparse.Namespace) -> Run:
    if arguments.recipe or arguments.set or arguments.out:
        raise RecipeError("a resumed run keeps its recipe and folder.", todo="Give --resume RUN alone.")
    return open_run(arguments.resume)


def _begun(arguments: argparse.Namespace) -> Run:
    if not arguments.recipe:
        raise RecipeError("nothing says what to train.", todo="Give a RECIPE, or --resume RUN.")
    recipe = load_recipe(arguments.recipe, arguments.set)
    started = datetime.now().astimezone()
    return begin(recipe, arguments.out or Path("runs") / run_name(recipe, started), started)

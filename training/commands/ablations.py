"""`python -m training ablations RECIPE [--seeds N] [--arms NAME ...] [--set a.b=c ...] [--out FOLDER]`."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from pathlib import Path

from engine.commands.output import progress_bar
from engine.errors import RecipeError
from training.answering.backbone import check_backbone
from training.answering.recipe import load_answering

DEFAULT_ARMS = ("dense", "moe", "constant-gate", "cls")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `ablations`."""
    parser.add_argument("recipe", metavar="RECIPE", help="a recipe that teaches to answer questions")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="runs of each arm (3)")
    parser.add_argument(
        "--arms",
        nargs="+",
        default=list(DEFAULT_ARMS),
        metavar="NAME",
        help=f"what to compare ({' '.join(DEFAULT_ARMS)}; also no-balance no-shared)",
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="a.b=c", help="change one key of the recipe"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where the runs lie (runs/<name>-ablations); gone on with"
    )


def run(arguments: argparse.Namespace) -> int:
    """Train every arm with every seed, print the table."""
    if arguments.seeds < 1:
        raise RecipeError(f"--seeds {arguments.seeds} leaves nothing to train.", todo="Give 1 or more.")
    recipe = load_answering(arguments.recipe, arguments.set)
    check_backbone(recipe)
    # torch takes seconds to load: what is wrong with the recipe is said before
    from training.answering.ablations import ablation_table, chosen_arms, run_ablations
    from training.answering.questions import open_questions
    from training.checkpoints import Saving
    from training.runs import start_now

    arms = chosen_arms(arguments.arms)
    folder = arguments.out or Path("runs") / f"{recipe.name}-ablations"
    start = start_now(datetime.now().astimezone())
    try:
        with progress_bar() as on_progress:
            results = run_ablations(recipe, arms, arguments.seeds, folder, start, Saving(), on_progress)
    except KeyboardInterrupt:
        print("Go on with the same command.", file=sys.stderr)
        raise
    print(ablation_table(results, f"{len(open_questions(recipe).val)} validation questions"))
    return 0

"""`python -m training variants RECIPE [--seeds N] [--variants NAME ...] [--split test] [--out FOLDER]`."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from training.captioning.recipe import load_captioning

if TYPE_CHECKING:
    from training.captioning.variants import VariantResult

NAMES = ("base", "base-aoa", "static", "dynamic", "16-4", "64-16")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `variants`."""
    parser.add_argument("recipe", metavar="RECIPE", help="a recipe that teaches to caption")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="runs of each variant (1)")
    parser.add_argument(
        "--variants", nargs="+", default=list(NAMES), metavar="NAME", help=f"which ({' '.join(NAMES)})"
    )
    parser.add_argument(
        "--split", choices=("val", "test"), default="test", help="what they are tried on (test)"
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="timed steps of each (5)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="a.b=c", help="change one key of the recipe"
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures there too; - is standard output")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where the runs lie (runs/<name>-variants); gone on with"
    )


def run(arguments: argparse.Namespace) -> int:
    """Train every variant, try it, print the table."""
    for name in ("seeds", "rounds"):
        if getattr(arguments, name) < 1:
            raise RecipeError(
                f"--{name} {getattr(arguments, name)} leaves nothing to do.", todo="Give 1 or more."
            )
    recipe = load_captioning(arguments.recipe, arguments.set)
    # torch takes seconds to load: what is wrong with the recipe is said before
    from training.captioning.variants import chosen_variants, run_variants, variants_table
    from training.checkpoints import Saving
    from training.data.captions import open_captions
    from training.runs import start_now

    variants = chosen_variants(arguments.variants)
    items = len(open_captions(recipe.data.source, recipe.data.pictures).rows(arguments.split))
    folder = arguments.out or Path("runs") / f"{recipe.name}-variants"
    start = start_now(datetime.now().astimezone())
    try:
        with progress_bar() as on_progress:
            results = run_variants(
                recipe,
                variants,
                arguments.seeds,
                arguments.split,
                folder,
                start,
                Saving(),
                arguments.rounds,
                on_progress,
            )
    except KeyboardInterrupt:
        print("Go on with the same command.", file=sys.stderr)
        raise
    if arguments.json is not None:
        write_json(
            {"split": arguments.split, "items": items, "variants": [_json(each) for each in results]},
            arguments.json,
        )
    if arguments.json != "-":
        print(variants_table(results, f"{items} {arguments.split} items of {recipe.data.source}"))
    return 0


def _json(result: VariantResult) -> dict[str, object]:
    return {
        "name": result.variant.name,
        "parameters": result.parameters,
        "seconds": {"cross_entropy": result.seconds[0], "self_critical": result.seconds[1]},
        "scores": {name: score.to_json() for name, score in result.scores().items()},
    }

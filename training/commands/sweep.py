"""`python -m training sweep PLAN [--recipe R] [--set a.b=c ...] [--out FOLDER]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from engine.commands.output import progress_bar, write_json
from engine.text.findings import shipped_labeller
from training.metrics.scores import Measured
from training.plots import chart_svg
from training.table import table_markdown, table_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `sweep`."""
    parser.add_argument("plan", metavar="PLAN", help="a shipped plan's name, or a file")
    parser.add_argument(
        "--recipe", metavar="RECIPE", help="another recipe than the plan's; without its budget"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="a.b=c", help="change one key of every variant"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where all of it lies (runs/sweep-<plan>); gone on with"
    )
    parser.add_argument(
        "--checkpoint-minutes",
        type=float,
        default=5.0,
        metavar="M",
        help="how much work an interruption may cost (5)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Make what is not made yet, then print and write the table and its charts."""
    # torch takes seconds to load: what is wrong with the plan is said before
    from training.plan import load_plan, recipes_of

    plan = load_plan(arguments.plan)
    recipes = recipes_of(plan, arguments.recipe or plan.recipe, arguments.set)
    from training.checkpoints import Saving
    from training.runs import start_now
    from training.sweep import Workshop
    from training.sweep_results import Results, asked_of, charts_of, groups_of

    folder = arguments.out or Path("runs") / f"sweep-{plan.name}"
    start, now = start_now(datetime.now().astimezone()), datetime.now(UTC)
    try:
        with progress_bar() as on_progress:
            shop = Workshop(plan, folder, start, now, Saving(arguments.checkpoint_minutes), on_progress)
            trained = {name: tuple(map(shop.trained, own)) for name, own in recipes.items()}
    except KeyboardInterrupt:
        print("Go on with the same command.", file=sys.stderr)
        raise
    results = Results(plan, trained)
    scores = results.scores(asked_of(results, shipped_labeller()))
    write_json(document(arguments, results.budget, scores), str(folder / "sweep.json"))
    groups = groups_of(results, scores)
    charts = charts_of(results, scores)
    pictures = "\n".join(f"![{name}]({name}.svg)" for name in charts)
    text = f"# {plan.title}\n\n{table_markdown(groups, results.budget)}\n{pictures}\n"
    (folder / "sweep.md").write_text(text, encoding="utf-8")
    for name, chart in charts.items():
        (folder / f"{name}.svg").write_text(chart_svg(chart), encoding="utf-8")
    print(table_text(groups, results.budget))
    return 0


def document(arguments: argparse.Namespace, budget: str, scores: Mapping[str, Measured]) -> dict[str, object]:
    """What sweep.json holds."""
    return {
        "plan": arguments.plan,
        "recipe": arguments.recipe,
        "set": arguments.set,
        "budget": budget,
        "scores": {name: score.to_json() for name, score in scores.items()},
    }

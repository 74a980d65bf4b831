"""`python -m training fit RECIPE [--set a.b=c ...] [--limit N] [--resume RUN] [--out RUN]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.commands.output import progress_bar
from engine.errors import RecipeError
from training.answering.backbone import check_backbone
from training.answering.recipe import load_answering
from training.captioning.recipe import load_captioning
from training.data.sources import existing_source
from training.recipes import ANSWERING, CAPTIONING, load_recipe, task_of

if TYPE_CHECKING:
    from training.answering.fit import AnsweringRun
    from training.captioning.fit import CaptioningRun
    from training.checkpoints import Best
    from training.runs import Run

# torch takes seconds to load: what is wrong with a recipe or its data is said before, hence the late imports


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `fit`."""
    parser.add_argument("recipe", nargs="?", metavar="RECIPE", help="a shipped recipe's name, or a file")
    parser.add_argument(
        "--set", action="append", default=[], metavar="a.b=c", help="change one key of the recipe"
    )
    parser.add_argument(
        "--limit", type=int, metavar="N", help="only the first N studies of each split: a quick pass"
    )
    parser.add_argument(
        "--cache-gb",
        type=float,
        default=20.0,
        metavar="GB",
        help="how much disk decoded films may take beside the runs (20); those beyond it are decoded anew",
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
    if not arguments.cache_gb >= 0:
        raise RecipeError(f"{arguments.cache_gb} GB is no size.", todo="Give --cache-gb 0 or more.")
    if arguments.limit is not None and arguments.limit < 1:
        raise RecipeError(f"--limit {arguments.limit} leaves no study.", todo="Give 1 or more.")
    named = _named_recipe(arguments)
    now = datetime.now().astimezone()
    task = task_of(named) if named else ""
    if task and arguments.limit is not None:
        raise RecipeError("--limit is for recipes of panels that write reports.", todo="Leave it out.")
    if task == CAPTIONING:
        _train_captioning(_captioning_run(arguments, now), arguments.checkpoint_minutes)
    elif task == ANSWERING:
        _train_answering(_answering_run(arguments, now), arguments.checkpoint_minutes)
    else:
        _train(_resumed(arguments, now) if arguments.resume else _begun(arguments, now), arguments)
    return 0


def _named_recipe(arguments: argparse.Namespace) -> str:
    """The recipe's name or path, which says what kind of run this is; "" for a folder that is no run."""
    if arguments.resume is None:
        if not arguments.recipe:
            raise RecipeError("nothing says what to train.", todo="Give a RECIPE, or --resume RUN.")
        return str(arguments.recipe)
    if arguments.recipe or arguments.set or arguments.out or arguments.limit is not None:
        raise RecipeError("a resumed run keeps its recipe and folder.", todo="Give --resume RUN alone.")
    recipe = arguments.resume / "recipe.toml"
    return str(recipe) if recipe.is_file() else ""


def _resumed(arguments: argparse.Namespace, now: datetime) -> Run:
    from training.runs import resume, start_now

    return resume(arguments.resume, start_now(now))


def _begun(arguments: argparse.Namespace, now: datetime) -> Run:
    recipe = load_recipe(arguments.recipe, _settings(arguments))
    existing_source(recipe.data.source)
    from training.runs import begin, run_name, start_now

    return begin(recipe, arguments.out or Path("runs") / run_name(recipe, now), start_now(now))


def _settings(arguments: argparse.Namespace) -> list[str]:
    limit = [] if arguments.limit is None else [f"data.limit={arguments.limit}"]
    return [*arguments.set, *limit]


def _train(current: Run, arguments: argparse.Namespace) -> None:
    from training.checkpoints import Saving
    from training.estimate import estimate
    from training.fit import prepare_material, train

    with progress_bar() as on_progress:
        material = prepare_material(current, on_progress, int(1e9 * arguments.cache_gb))
    with _said_how_to_go_on(current.folder):
        if arguments.resume is None:
            print(estimate(current, material).text(), file=sys.stderr)
        best = train(current, material, Saving(arguments.checkpoint_minutes))
    _report(current.folder, best, current.recipe.epochs)


def _answering_run(arguments: argparse.Namespace, now: datetime) -> AnsweringRun:
    if arguments.resume is not None:
        from training.answering.fit import resume_answering
        from training.runs import start_now

        return resume_answering(arguments.resume, start_now(now))
    recipe = load_answering(arguments.recipe, arguments.set)
    check_backbone(recipe)
    from training.answering.fit import begin_answering
    from training.runs import run_name, start_now

    return begin_answering(recipe, arguments.out or Path("runs") / run_name(recipe, now), start_now(now))


def _train_answering(current: AnsweringRun, minutes: float) -> None:
    from training.answering.fit import prepare_answering, train_answering
    from training.checkpoints import Saving

    with _said_how_to_go_on(current.folder):
        with progress_bar() as on_progress:
            material = prepare_answering(current, on_progress)
        best = train_answering(current, material, Saving(minutes))
    _report(current.folder, best, current.recipe.epochs)


def _captioning_run(arguments: argparse.Namespace, now: datetime) -> CaptioningRun:
    if arguments.resume is not None:
        from training.captioning.fit import resume_captioning
        from training.runs import start_now

        return resume_captioning(arguments.resume, start_now(now))
    recipe = load_captioning(arguments.recipe, arguments.set)
    from training.data.captions import open_captions

    open_captions(recipe.data.source, recipe.data.pictures)
    from training.captioning.fit import begin_captioning
    from training.runs import run_name, start_now

    return begin_captioning(recipe, arguments.out or Path("runs") / run_name(recipe, now), start_now(now))


def _train_captioning(current: CaptioningRun, minutes: float) -> None:
    from training.captioning.fit import prepare_captioning, results_text, train_captioning
    from training.checkpoints import Saving

    with _said_how_to_go_on(current.folder):
        with progress_bar() as on_progress:
            material = prepare_captioning(current, on_progress)
        results = train_captioning(current, material, Saving(minutes))
    print(f"{current.folder}\n{results_text(results)}")


@contextmanager
def _said_how_to_go_on(folder: Path) -> Iterator[None]:
    """Within the block an interruption says how to resume."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"Go on with: python -m training fit --resume {folder}", file=sys.stderr)
        raise


def _report(folder: Path, best: Best, epochs: int) -> None:
    print(f"{folder}  {best.loss} {best.value:.4f} in epoch {best.epoch + 1} of {epochs}")

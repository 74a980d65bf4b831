"""`python -m training fit RECIPE [--set a.b=c ...] [--limit N] [--devices N] [--resume RUN] [--out RUN]`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.commands.output import progress_bar
from engine.errors import DiskFull, ProcessLost, RecipeError
from engine.progress import OnProgress, ignore_progress
from training.answering.backbone import check_backbone
from training.answering.recipe import load_answering
from training.captioning.recipe import load_captioning
from training.data.sources import existing_source
from training.launch import run_together
from training.recipes import ANSWERING, CAPTIONING, load_recipe, task_of

if TYPE_CHECKING:
    from training.checkpoints import Best
    from training.processes import Processes
    from training.runs import NamedRecipe

# torch takes seconds to load: what is wrong with a recipe or its data is said before, hence the late imports

SHARED = ("devices", "accumulate")  # how a batch is shared out


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

    parser.add_argument(
        "--devices",
        type=int,
        default=1,
        metavar="N",
        help="how many GPUs of this machine, or processes on its CPU, share each batch (1); for several "
        "machines see resources/docs/many-machines.md",
    )
    parser.add_argument(
        "--accumulate",
        type=int,
        default=1,
        metavar="N",
        help="in how many passes, one after another, each device takes its share of a batch (1)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Begin or resume a run and train it to its end; prints its folder and its best validation figure.

    Progress is in the run's log, a row per epoch. Of several processes the first one writes and speaks.
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
    for option in SHARED:
        if getattr(arguments, option) < 1:
            raise RecipeError(f"--{option} is less than 1.", todo="Give 1 or more.")
    named = _named_recipe(arguments)
    task = task_of(named) if named else ""
    if task and arguments.limit is not None:
        raise RecipeError("--limit is for recipes of panels that write reports.", todo="Leave it out.")
    _check(task, arguments)
    if arguments.devices > 1 and "WORLD_SIZE" not in os.environ:
        return run_together(arguments.devices, [sys.executable, "-m", "training", *_words(arguments)])
    from training.processes import joined

    fit = {CAPTIONING: _fit_captioner, ANSWERING: _fit_examinee}.get(task, _fit_panel)
    with joined(os.environ, arguments.devices, arguments.accumulate) as processes:
        said = fit(arguments, datetime.now().astimezone(), processes)
        if processes.first:
            print(said)
    return 0


def _check(task: str, arguments: argparse.Namespace) -> None:
    """Say once what is wrong with a recipe, before torch is loaded and before several processes start."""
    if arguments.resume is not None:
        return
    if task == CAPTIONING:
        load_captioning(arguments.recipe, arguments.set)
    elif task == ANSWERING:
        check_backbone(load_answering(arguments.recipe, arguments.set))
    else:
        existing_source(load_recipe(arguments.recipe, _settings(arguments)).data.source)


def _words(arguments: argparse.Namespace) -> list[str]:
    """The command's words again, for each of its processes."""
    words = ["fit", *([arguments.recipe] if arguments.recipe else [])]
    for setting in arguments.set:
        words += ["--set", setting]
    for option in ("limit", "cache_gb", "resume", "out", "checkpoint_minutes", "devices", "accumulate"):
        if (value := getattr(arguments, option)) is not None:
            words += [f"--{option.replace('_', '-')}", str(value)]
    return words


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


def _settings(arguments: argparse.Namespace) -> list[str]:
    limit = [] if arguments.limit is None else [f"data.limit={arguments.limit}"]
    return [*arguments.set, *limit]


def _new_folder(arguments: argparse.Namespace, recipe: NamedRecipe, now: datetime) -> Path:
    from training.runs import run_name

    return arguments.out or Path("runs") / run_name(recipe, now)


def _fit_panel(arguments: argparse.Namespace, now: datetime, processes: Processes) -> str:
    from training.checkpoints import Saving
    from training.estimate import estimate
    from training.fit import prepare_material, train
    from training.runs import begin, open_run, resume, start_now

    def taken_up() -> Path:
        if arguments.resume is not None:
            return resume(arguments.resume, start_now(now)).folder
        recipe = load_recipe(arguments.recipe, _settings(arguments))
        return begin(recipe, _new_folder(arguments, recipe, now), start_now(now)).folder

    current = open_run(processes.first_says(taken_up))
    cache_bytes = int(1e9 * arguments.cache_gb)
    with _said_how_to_go_on(current.folder, arguments):
        with _progress(processes) as on_progress:
            material = processes.first_alone(lambda: prepare_material(current, on_progress, cache_bytes))
        if arguments.resume is None:
            cost = processes.first_says(lambda: estimate(current, material, processes=processes).text())
            if processes.first:
                print(cost, file=sys.stderr)
        best = train(current, material, Saving(arguments.checkpoint_minutes), processes=processes)
    return _told(current.folder, best, current.recipe.epochs)


def _fit_examinee(arguments: argparse.Namespace, now: datetime, processes: Processes) -> str:
    from training.answering.fit import (
        begin_answering,
        open_answering_run,
        prepare_answering,
        resume_answering,
        train_answering,
    )
    from training.checkpoints import Saving
    from training.runs import start_now

    def taken_up() -> Path:
        if arguments.resume is not None:
            return resume_answering(arguments.resume, start_now(now)).folder
        recipe = load_answering(arguments.recipe, arguments.set)
        return begin_answering(recipe, _new_folder(arguments, recipe, now), start_now(now)).folder

    current = open_answering_run(processes.first_says(taken_up))
    with _said_how_to_go_on(current.folder, arguments):
        with _progress(processes) as on_progress:
            material = processes.first_alone(lambda: prepare_answering(current, on_progress))
        best = train_answering(current, material, Saving(arguments.checkpoint_minutes), processes)
    return _told(current.folder, best, current.recipe.epochs)


def _fit_captioner(arguments: argparse.Namespace, now: datetime, processes: Processes) -> str:
    from training.captioning.fit import (
        begin_captioning,
        open_captioning_run,
        prepare_captioning,
        results_text,
        resume_captioning,
        train_captioning,
    )
    from training.checkpoints import Saving
    from training.runs import start_now

    def taken_up() -> Path:
        if arguments.resume is not None:
            return resume_captioning(arguments.resume, start_now(now)).folder
        recipe = load_captioning(arguments.recipe, arguments.set)
        return begin_captioning(recipe, _new_folder(arguments, recipe, now), start_now(now)).folder

    current = open_captioning_run(processes.first_says(taken_up))
    with _said_how_to_go_on(current.folder, arguments):
        with _progress(processes) as on_progress:
            material = processes.first_alone(lambda: prepare_captioning(current, on_progress))
        results = train_captioning(current, material, Saving(arguments.checkpoint_minutes), processes)
    return f"{current.folder}\n{results_text(results)}"


@contextmanager
def _progress(processes: Processes) -> Iterator[OnProgress]:
    """A progress bar of the first process."""
    if not processes.first:
        yield ignore_progress
        return
    with progress_bar() as on_progress:
        yield on_progress


@contextmanager
def _said_how_to_go_on(folder: Path, arguments: argparse.Namespace) -> Iterator[None]:
    """Within the block what ends a run that can go on says how."""
    from training.processes import losses_said

    try:
        with losses_said():
            yield
    except (KeyboardInterrupt, DiskFull, ProcessLost):
        options = [f"--{name} {value}" for name in SHARED if (value := getattr(arguments, name)) > 1]
        words = " ".join([f"python -m training fit --resume {folder}", *options])
        print(f"Go on with: {words}", file=sys.stderr)
        raise


def _told(folder: Path, best: Best, epochs: int) -> str:
    return f"{folder}  {best.loss} {best.value:.4f} in epoch {best.epoch + 1} of {epochs}"

"""`python -m training retrain BUNDLE REVIEWS --out FOLDER`: learn from signed reviews, then compare."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from engine.progress import OnProgress, Progress
from training.checkpoints import Saving
from training.commands.compare import add_rule_arguments, finish
from training.retraining import Asked, begin_retraining, go_on, look, open_retraining
from training.runs import Run

LOWEST = 19  # of nice(2)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `retrain`."""
    parser.add_argument("bundle", nargs="?", metavar="BUNDLE", help="the present bundle's name or folder")
    parser.add_argument(
        "reviews", nargs="?", metavar="REVIEWS", help="what the desk has as --data: a folder or an address"
    )
    parser.add_argument("--look", action="store_true", help="only say what would be used")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="the retraining's new folder")
    parser.add_argument("--resume", type=Path, metavar="FOLDER", help="go on with this retraining")
    parser.add_argument("--set", action="append", default=[], metavar="a.b=c", help="change its recipe")
    add_rule_arguments(parser)
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument("--checkpoint-minutes", type=float, default=2.0, metavar="M")
    parser.add_argument(
        "--replace", action="store_true", help="if the new bundle is better, put it in BUNDLE's place"
    )
    parser.add_argument("--nice", action="store_true", help="give way to every other program")
    parser.add_argument("--json", metavar="FILE", help="write what was found there; - for standard output")
    parser.add_argument("--told", action="store_true", help="progress as JSON lines on standard output")


def run(arguments: argparse.Namespace) -> int:
    """Look, or train and compare; the exit code is that of `compare`."""
    if arguments.nice:
        _give_way()
    with _told() if arguments.told else progress_bar() as on_progress:
        if arguments.look:
            return _look(arguments, on_progress)
        folder, asked, current = _current(arguments)
        result = go_on(
            folder, asked, current, Saving(arguments.checkpoint_minutes), arguments.device, on_progress
        )
    old = Bundle.open(asked.bundle)
    return finish(result, old, Bundle.read(folder / old.manifest.name), arguments.replace, arguments.json)


def _current(arguments: argparse.Namespace) -> tuple[Path, Asked, Run]:
    if arguments.resume is not None:
        if arguments.bundle or arguments.out or arguments.set:
            raise RecipeError("a retraining keeps what it was begun with.", todo="Give --resume alone.")
        return (arguments.resume, *open_retraining(arguments.resume))
    if arguments.out is None:
        raise RecipeError("nothing says where.", todo="Give --out FOLDER, or --resume FOLDER.")
    bundle = _bundle(arguments)
    until = datetime.now(UTC).isoformat()
    asked = Asked(
        str(bundle.folder.absolute()),
        arguments.reviews,
        until,
        tuple(arguments.set),
        arguments.by,
        arguments.least,
    )
    return arguments.out, asked, begin_retraining(arguments.out, asked, bundle)


def _bundle(arguments: argparse.Namespace) -> Bundle:
    if not arguments.bundle or not arguments.reviews:
        raise RecipeError("nothing says what to retrain, and on what.", todo="Give BUNDLE and REVIEWS.")
    return Bundle.open(arguments.bundle)


def _look(arguments: argparse.Namespace, on_progress: OnProgress) -> int:
    found = look(_bundle(arguments), arguments.reviews, on_progress)
    if arguments.json is not None:
        write_json(found.to_json(), arguments.json)
    if arguments.json != "-":
        print("\n".join(found.lines()))
    return 0


def _give_way() -> None:
    """The lowest priority, so that whoever reads films waits for nothing."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)


@contextmanager
def _told() -> Iterator[OnProgress]:
    """A JSON line for each step, for a program that waits."""

    def tell(progress: Progress) -> None:
        said = {"stage": progress.stage, "done": progress.done, "total": progress.total}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()

    yield tell

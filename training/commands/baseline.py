"""`python -m training baseline PANEL OUT [--epochs N] [--data DATA --readings FILE]`."""

from __future__ import annotations

import argparse
import hashlib
from datetime import datetime
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from training.data.corpus import SPLITS
from training.data.opening import corpus_at
from training.runs import Run, open_run, start_now


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `baseline`."""
    parser.add_argument("panel", metavar="PANEL", help="the panel's run of `fit`, or its bundle")
    parser.add_argument("out", type=Path, metavar="OUT", help="the baseline's run, new or to go on with")
    parser.add_argument("--epochs", type=int, metavar="N", help="passes over the corpus (those of PANEL)")
    parser.add_argument("--data", metavar="DATA", help="a corpus to write drafts of")
    parser.add_argument("--split", choices=SPLITS, default="test")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N studies of it")
    parser.add_argument("--readings", metavar="FILE", help="where the drafts go, for `evaluate --beside`")


def run(arguments: argparse.Namespace) -> int:
    """Train the baseline to its end, then let it write; prints its folder and best validation figure."""
    if (arguments.data is None) != (arguments.readings is None):
        raise RecipeError("--data and --readings belong together.", todo="Give both, or neither.")
    for name, number in {"--epochs": arguments.epochs, "--limit": arguments.limit}.items():
        if number is not None and number < 1:
            raise RecipeError(f"{name} {number} leaves nothing to do.", todo="Give 1 or more.")
    current = _trained(arguments.panel, arguments.out, arguments.epochs)
    if arguments.data is not None:
        _write(current, arguments)
    return 0


def _trained(name: str, out: Path, epochs: int | None) -> Run:
    # torch takes seconds to load: what is wrong with the folders was said before
    from training.baselines.plain_run import begin_plain, panel_of_bundle, panel_of_run, train_plain
    from training.checkpoints import Saving
    from training.fit import prepare_material

    is_run = (Path(name) / "run.json").is_file()
    panel = panel_of_run(open_run(Path(name))) if is_run else panel_of_bundle(Bundle.open(name))
    epochs = epochs or panel.recipe.epochs
    current = begin_plain(panel, out, epochs, start_now(datetime.now().astimezone()))
    with progress_bar() as on_progress:
        material = prepare_material(current, on_progress)
    best = train_plain(panel, current, material, Saving())
    print(f"{current.folder}  {best.loss} {best.value:.4f} in epoch {best.epoch + 1} of {epochs}")
    return current


def _write(current: Run, arguments: argparse.Namespace) -> None:
    from training.baselines.plain_run import write_plain
    from training.fit import REPORTS
    from training.readings_json import Readings

    corpus = corpus_at(arguments.data, current.recipe.data)
    studies = corpus.split(arguments.split)[: arguments.limit]
    with progress_bar() as on_progress:
        written = write_plain(current, studies, on_progress)
    weights = hashlib.sha256(current.best(REPORTS).read_bytes()).hexdigest()
    readings = Readings(current.recipe.name, weights, corpus.fingerprint, arguments.split, tuple(written))
    write_json(readings.to_json(), arguments.readings)

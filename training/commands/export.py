"""`python -m training export RUN BUNDLE [--scores FILE]`."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from engine.commands.output import progress_bar
from training.export import Evaluation, export
from training.fit import prepare_material
from training.runs import open_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `export`."""
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="a run of `python -m training fit`")
    parser.add_argument(
        "bundle", type=Path, metavar="BUNDLE", help="the bundle's folder; its name is the bundle's"
    )
    parser.add_argument(
        "--scores", type=Path, metavar="FILE", help="what `evaluate --json` wrote for this run"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the bundle; prints its folder, size and hash."""
    evaluation = Evaluation.read(arguments.scores) if arguments.scores is not None else None
    current = open_run(arguments.run_folder)
    with progress_bar() as on_progress:
        material = prepare_material(current, on_progress)
    bundle = export(current, material, arguments.bundle, evaluation, datetime.now(UTC))
    print(f"{bundle.folder}  {bundle.size / 1e6:.1f} MB  {bundle.sha256}")
    return 0

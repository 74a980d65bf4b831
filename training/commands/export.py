"""`python -m training export RUN BUNDLE [--scores FILE] [--onnx]`."""

from __future__ import annotations

import argparse
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar
from engine.errors import RecipeError
from training.answering.export import export_answers
from training.answering.fit import open_answering_run, prepare_answering
from training.captioning.export import export_captioner
from training.captioning.fit import open_captioning_run, prepare_captioning
from training.commands.onnx import add_gate_argument, report, with_onnx
from training.export import Evaluation, export
from training.fit import prepare_material
from training.recipes import ANSWERING, CAPTIONING, task_of
from training.runs import RECIPE, open_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `export`."""
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="a run of `python -m training fit`")
    parser.add_argument(
        "bundle", type=Path, metavar="BUNDLE", help="the bundle's folder; its name is the bundle's"
    )
    parser.add_argument(
        "--scores", type=Path, metavar="FILE", help="what `evaluate --json` wrote for this run"
    )
    parser.add_argument(
        "--onnx", action="store_true", help="with ONNX files, if they write exactly what the weights write"
    )
    add_gate_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the bundle; prints its folder, size and hash."""
    task = run_task(arguments.run_folder)
    if task and arguments.onnx:
        raise RecipeError("only panels that write reports have ONNX files.", todo="Leave --onnx out.")
    if task == ANSWERING:
        report(exported_answers(arguments))
        return 0
    if task == CAPTIONING:
        report(exported_captioner(arguments))
        return 0
    if not arguments.onnx:
        report(exported(arguments, arguments.bundle))
        return 0
    with tempfile.TemporaryDirectory() as scratch:  # only what passed the gate gets to its place
        plain = exported(arguments, Path(scratch, arguments.bundle.name))
        report(with_onnx(plain, arguments.bundle, arguments.phantoms))
    return 0


def exported(arguments: argparse.Namespace, folder: Path) -> Bundle:
    """The run's bundle without ONNX."""
    evaluation = Evaluation.read(arguments.scores) if arguments.scores is not None else None
    current = open_run(arguments.run_folder)
    with progress_bar() as on_progress:
        material = prepare_material(current, on_progress)
    return export(current, material, folder, evaluation, datetime.now(UTC))


def run_task(folder: Path) -> str:
    """What the run's recipe teaches; "" where it is no run, which is said when it is opened."""
    return task_of(str(folder / RECIPE)) if (folder / RECIPE).is_file() else ""


def exported_answers(arguments: argparse.Namespace) -> Bundle:
    """The bundle of an examinee's run."""
    evaluation = Evaluation.read(arguments.scores) if arguments.scores is not None else None
    current = open_answering_run(arguments.run_folder)
    with progress_bar() as on_progress:
        material = prepare_answering(current, on_progress)
    return export_answers(current, material, arguments.bundle, evaluation, datetime.now(UTC))


def exported_captioner(arguments: argparse.Namespace) -> Bundle:
    """The bundle of a captioner's run."""
    evaluation = Evaluation.read(arguments.scores) if arguments.scores is not None else None
    current = open_captioning_run(arguments.run_folder)
    with progress_bar() as on_progress:
        material = prepare_captioning(current, on_progress)
    return export_captioner(current, material, arguments.bundle, evaluation, datetime.now(UTC))

"""`python -m training phantoms`: write a corpus of computer-made studies, an examination, or the samples."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tqdm import tqdm

from engine.commands.output import progress_bar
from engine.errors import RecipeError
from training.phantoms.corpus import CORPUS_SEEDS, SPLITS, Corpus, Part, read_index, write_corpus
from training.phantoms.exam import read_exam
from training.phantoms.samples import write_samples

SMALLEST_PX, LARGEST_PX = 64, 4096
DEFAULT_PX = 256
LAYOUTS = ("dicom", "iu", "openi", "mimic", "coco")
PHANTOMS = "phantoms"  # where the studies lie that a layout is made from, below its folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the subcommand understands."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the studies go")
    parser.add_argument("--count", type=int, metavar="N", help="how many studies")
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same studies (0)")
    parser.add_argument("--size", type=int, metavar="PX", help="rows and columns of each film (256)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="W", help="processes")
    parser.add_argument(
        "--layout",
        choices=LAYOUTS,
        default="dicom",
        help="how the corpus lies on disk: our own with masks (dicom), or as IU X-Ray by R2Gen (iu) or "
        "Open-i, MIMIC-CXR by PhysioNet, or COCO by Karpathy are distributed",
    )
    parser.add_argument(
        "--of",
        type=Path,
        metavar="PHANTOMS",
        help="make another layout of these phantoms (without it they are made first, in DIR/phantoms)",
    )
    parser.add_argument(
        "--images", choices=("jpg", "dicom"), default="jpg", help="what the films of --layout mimic are (jpg)"
    )
    parser.add_argument(
        "--samples", action="store_true", help="write the sample studies that ship with the desk, bit for bit"
    )
    parser.add_argument(
        "--exam", metavar="NAME", help="the studies of a frozen examination, resources/exams/NAME.toml"
    )
    parser.add_argument(
        "--split", choices=SPLITS, action="append", help="only this part of the examination; may be repeated"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write them; the exit code is 0 when all are there."""
    if arguments.samples:
        for folder in write_samples(arguments.folder):
            print(folder)
        return 0
    made = arguments.folder if arguments.layout == "dicom" else arguments.folder / PHANTOMS
    if arguments.of is None:
        _make(arguments, made)
    elif arguments.layout == "dicom":
        raise RecipeError("phantoms have this layout already.", todo="Give --layout iu, mimic or another.")
    if arguments.layout != "dicom":
        _lay_out(arguments, arguments.of or made)
    return 0


def _make(arguments: argparse.Namespace, folder: Path) -> None:
    corpus = _examination(arguments, folder) if arguments.exam else _corpus(arguments, folder)
    with tqdm(total=corpus.count, unit="study", disable=not sys.stderr.isatty()) as bar:
        write_corpus(corpus, max(arguments.workers, 1), lambda done: bar.update(done - bar.n) and None)


def _lay_out(arguments: argparse.Namespace, made: Path) -> None:
    from training.phantoms.layouts.coco import write_coco
    from training.phantoms.layouts.iu import write_iu
    from training.phantoms.layouts.mimic import write_mimic
    from training.phantoms.layouts.openi import write_openi

    records, folder = read_index(made)[: arguments.count], arguments.folder
    try:
        with progress_bar() as on_progress:
            if arguments.layout == "mimic":
                write_mimic(records, folder, arguments.images, on_progress)
            else:
                writer = {"iu": write_iu, "openi": write_openi, "coco": write_coco}[arguments.layout]
                writer(records, folder, on_progress)
    except OSError as problem:
        raise RecipeError(
            f"the corpus cannot be written: {(problem.strerror or 'unknown reason').lower()}.",
            where=str(folder),
            todo="Run the same command again when there is room; what is whole is kept.",
        ) from problem


def _examination(arguments: argparse.Namespace, folder: Path) -> Corpus:
    given = [name for name in ("count", "seed", "size") if getattr(arguments, name) is not None]
    if given:
        raise RecipeError(
            f"an examination has its own {given[0]}.", todo=f"Leave --{given[0]} out, or leave --exam out."
        )
    return read_exam(arguments.exam).corpus(folder, tuple(arguments.split or SPLITS))


def _corpus(arguments: argparse.Namespace, folder: Path) -> Corpus:
    if arguments.split:
        raise RecipeError("only an examination is asked for by split.", todo="Give --exam NAME too.")
    if arguments.count is None or arguments.count < 1:
        raise RecipeError("a corpus needs at least one study.", todo="Give --count N.")
    size_px = DEFAULT_PX if arguments.size is None else arguments.size
    if not SMALLEST_PX <= size_px <= LARGEST_PX:
        raise RecipeError(f"a film of {size_px} pixels cannot be made.", todo="Give --size from 64 to 4096.")
    seed = arguments.seed or 0
    if not 0 <= seed < CORPUS_SEEDS:
        raise RecipeError(f"{seed} is no seed for a corpus.", todo="Give --seed from 0 to 999999999.")
    return Corpus(folder, (Part(seed, arguments.count),), size_px)

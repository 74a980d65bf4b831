"""`python -m training phantoms`: write a corpus of computer-made studies, an examination, or the samples."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tqdm import tqdm

from engine.errors import RecipeError
from training.phantoms.corpus import CORPUS_SEEDS, SPLITS, Corpus, Part, write_corpus
from training.phantoms.exam import read_exam
from training.phantoms.samples import write_samples

SMALLEST_PX, LARGEST_PX = 64, 4096
DEFAULT_PX = 256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the subcommand understands."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the studies go")
    parser.add_argument("--count", type=int, metavar="N", help="how many studies")
    parser.add_argument("--seed", type=int, metavar="S", help="the same seed gives the same studies (0)")
    parser.add_argument("--size", type=int, metavar="PX", help="rows and columns of each film (256)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="W", help="processes")
    parser.add_argument("--layout", choices=("dicom",), default="dicom", help="how the corpus lies on disk")
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
    corpus = _examination(arguments) if arguments.exam else _corpus(arguments)
    with tqdm(total=corpus.count, unit="study", disable=not sys.stderr.isatty()) as bar:
        write_corpus(corpus, max(arguments.workers, 1), lambda done: bar.update(done - bar.n) and None)
    return 0


def _examination(arguments: argparse.Namespace) -> Corpus:
    given = [name for name in ("count", "seed", "size") if getattr(arguments, name) is not None]
    if given:
        raise RecipeError(
            f"an examination has its own {given[0]}.", todo=f"Leave --{given[0]} out, or leave --exam out."
        )
    return read_exam(arguments.exam).corpus(arguments.folder, tuple(arguments.split or SPLITS))


def _corpus(arguments: argparse.Namespace) -> Corpus:
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
    return Corpus(arguments.folder, (Part(seed, arguments.count),), size_px)

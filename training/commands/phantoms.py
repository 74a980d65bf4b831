"""`python -m training phantoms`: write a corpus of computer-made studies, or the shipped samples."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tqdm import tqdm

from engine.errors import RecipeError
from training.phantoms.corpus import CORPUS_SEEDS, Corpus, write_corpus
from training.phantoms.samples import write_samples

SMALLEST_PX, LARGEST_PX = 64, 4096


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the subcommand understands."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the studies go")
    parser.add_argument("--count", type=int, metavar="N", help="how many studies")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the same seed gives the same studies"
    )
    parser.add_argument(
        "--size", type=int, default=256, metavar="PX", help="rows and columns of each film (256)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="W", help="processes")
    parser.add_argument("--layout", choices=("dicom",), default="dicom", help="how the corpus lies on disk")
    parser.add_argument(
        "--samples", action="store_true", help="write the sample studies that ship with the desk, bit for bit"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write them; the exit code is 0 when all are there."""
    if arguments.samples:
        for folder in write_samples(arguments.folder):
            print(folder)
        return 0
    corpus = _corpus(arguments)
    with tqdm(total=corpus.count, unit="study", disable=not sys.stderr.isatty()) as bar:
        write_corpus(corpus, max(arguments.workers, 1), lambda done: bar.update(done - bar.n) and None)
    return 0


def _corpus(arguments: argparse.Namespace) -> Corpus:
    if arguments.count is None or arguments.count < 1:
        raise RecipeError("a corpus needs at least one study.", todo="Give --count N.")
    if not SMALLEST_PX <= arguments.size <= LARGEST_PX:
        raise RecipeError(
            f"a film of {arguments.size} pixels cannot be made.", todo="Give --size from 64 to 4096."
        )
    if not 0 <= arguments.seed < CORPUS_SEEDS:
        raise RecipeError(
            f"{arguments.seed} is no seed for a corpus.", todo="Give --seed from 0 to 999999999."
        )
    return Corpus(arguments.folder, arguments.count, arguments.seed, arguments.size)

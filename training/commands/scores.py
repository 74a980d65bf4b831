"""`python -m training scores BUNDLE FILE`."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.bundle import Bundle
from engine.examinee_manifest import ARCHITECTURE
from engine.reader import CAPTIONER


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `scores`."""
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle's name or folder; it is changed in place")
    parser.add_argument("file", type=Path, metavar="FILE", help="what `evaluate --json` wrote for it")


def run(arguments: argparse.Namespace) -> int:
    """Put the scores into manifest and card; prints the bundle's folder and its new hash."""
    # torch takes seconds to load: what is wrong with the bundle is said before
    bundle = Bundle.open(arguments.bundle)
    from training.answering.export import with_answer_scores
    from training.captioning.export import with_caption_scores
    from training.export import Evaluation, with_scores

    put = {ARCHITECTURE: with_answer_scores, CAPTIONER: with_caption_scores}
    scored = put.get(bundle.manifest.architecture, with_scores)(bundle, Evaluation.read(arguments.file))
    print(f"{scored.folder}  {len(scored.manifest.scores)} scores  {scored.sha256}")
    return 0

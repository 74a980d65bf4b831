"""`python -m training evaluate BUNDLE DATA [--split test] [--limit N] [--json FILE|-]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from engine.reader import Reader
from training.data.corpus import SPLITS, phantom_corpus
from training.evaluate import read_all, scores
from training.metrics.scores import Measured


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `evaluate`."""
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle's name or folder")
    parser.add_argument(
        "data", type=Path, metavar="DATA", help="a corpus made by `python -m training phantoms`"
    )
    parser.add_argument("--split", choices=SPLITS, default="test")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N studies")
    parser.add_argument("--json", metavar="FILE", help="write JSON there, - for standard output")


def run(arguments: argparse.Namespace) -> int:
    """Read the studies, print the scores."""
    bundle = Bundle.open(arguments.bundle)
    corpus = phantom_corpus(arguments.data)
    if arguments.limit is not None and arguments.limit < 1:
        raise RecipeError(f"--limit {arguments.limit} leaves no study.", todo="Give 1 or more.")
    studies = corpus.split(arguments.split)[: arguments.limit]
    reader = Reader.open(bundle)
    try:
        with progress_bar() as on_progress:
            readings = read_all(reader, studies, on_progress)
    finally:
        reader.close()
    train = [study for study in corpus.studies if study.split == "train"]
    results = scores(readings, train, bundle.frequencies())
    manifest = bundle.manifest
    report = {
        "bundle": {
            "name": manifest.name,
            "version": manifest.version,
            "sha256": bundle.sha256,
            "weights_sha256": manifest.files["weights.safetensors"].sha256,
        },
        "data": {
            "path": str(arguments.data),
            "fingerprint": corpus.fingerprint,
            "split": arguments.split,
            "count": len(studies),
        },
        "scores": {name: result.to_json() for name, result in results.items()},
    }
    if arguments.json is None:
        print(table(results))
    else:
        write_json(report, arguments.json)
    return 0


def table(results: dict[str, Measured]) -> str:
    """Scores for a person: name, value, interval, signature."""
    lines = []
    for name, result in results.items():
        value = "undefined" if result.value is None else f"{result.value:.3f}"
        interval = "" if result.low is None else f"[{result.low:.3f}, {result.high:.3f}]"
        what = result.signature if result.value is not None else f"{result.undefined}; {result.signature}"
        lines.append(f"{name:32} {value:>9} {interval:16} {what}")
    return "\n".join(lines)

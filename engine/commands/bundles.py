"""`python -m engine bundles`: which trained models are here, what they are, and which of them are damaged."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.bundle import Bundle, Score, bundle_folders
from engine.commands.output import write_json
from engine.errors import BundleError
from engine.resources import BUNDLES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--folder` for bundles of one's own and `--json`."""
    parser.add_argument(
        "--folder", type=Path, action="append", default=[], help="look for bundles in this folder as well"
    )
    parser.add_argument("--json", metavar="FILE", help="write the list as JSON to FILE, or to stdout with -")


def run(arguments: argparse.Namespace) -> int:
    """Print every bundle; a damaged one is named with its reason and does not stop the list."""
    sound, damaged = [], []
    for folder in bundle_folders((BUNDLES, *arguments.folder)):
        try:
            sound.append(Bundle.read(folder))
        except BundleError as error:
            damaged.append((folder, error))
    listing = {"bundles": [_described(bundle) for bundle in sound], "damaged": _reasons(damaged)}
    if arguments.json:
        write_json(listing, arguments.json)
    else:
        for line in _lines(sound, damaged):
            print(line)
    return 0


def _described(bundle: Bundle) -> dict[str, Any]:
    """What a program wants to know of a bundle."""
    manifest = bundle.manifest
    return {
        "name": manifest.name,
        "version": manifest.version,
        "architecture": manifest.architecture,
        "folder": str(bundle.folder),
        "sha256": bundle.sha256,
        "bytes": bundle.size,
        "scores": {name: asdict(score) for name, score in manifest.scores.items()},
    }


def _reasons(damaged: Iterable[tuple[Path, BundleError]]) -> list[dict[str, str]]:
    """The bundles that cannot be used, and why."""
    return [{"folder": str(folder), "reason": str(error)} for folder, error in damaged]


def _lines(sound: list[Bundle], damaged: list[tuple[Path, BundleError]]) -> Iterable[str]:
    """The list for people."""
    if not sound and not damaged:
        yield "No bundle is installed; train or copy one."
    for bundle in sound:
        manifest = bundle.manifest
        yield f"{manifest.name} {manifest.version}  {manifest.architecture}  {bundle.size / 1e6:.1f} MB"
        yield from (f"    {_score_line(name, score)}" for name, score in manifest.scores.items())
    yield from (f"{folder.name}  cannot be used: {error}" for folder, error in damaged)


def _score_line(name: str, score: Score) -> str:
    """A score with what it depends on; one that could not be computed says so."""
    value = "undefined" if score.value is None else f"{score.value:.3f}"
    interval = "" if score.low is None or score.high is None else f" ({score.low:.3f} to {score.high:.3f})"
    return f"{name} {value}{interval}  [{score.signature}]"

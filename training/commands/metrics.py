"""`python -m training metrics CSV_FOLDER [--split train|val] [--count N] [--json FILE|-]`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from engine.commands.output import write_json
from engine.errors import RecipeError
from training.data.indexed_reports import read_indexed_reports
from training.metrics.comparison import ROUNDS, Compared, compare
from training.metrics.java import find_java

SPLITS = ("train", "val")
COUNT = 500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `metrics`."""
    parser.add_argument(
        "folder", type=Path, metavar="CSV_FOLDER", help="indiana_reports.csv and annotation.json"
    )
    parser.add_argument("--split", choices=SPLITS, default="train")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help=f"so many reports ({COUNT})")
    parser.add_argument("--json", metavar="FILE", help="write JSON there, - for standard output alone")


def run(arguments: argparse.Namespace) -> int:
    """Perturb the reports, score them by our metrics and by pycocoevalcap's, print both."""
    if arguments.count < 2:
        raise RecipeError(f"--count {arguments.count} leaves nothing to compare.", todo="Give 2 or more.")
    data = read_indexed_reports(arguments.folder, arguments.split)
    reports = [report.text for report in data.reports][: arguments.count]
    java = find_java()
    compared = compare(reports, java)
    if arguments.json is not None:
        document = {
            "data": {"split": arguments.split, "count": len(reports), "fingerprint": data.fingerprint},
            "java": java is not None,
            "scores": [asdict(each) | {"times": each.times} for each in compared],
        }
        write_json(document, arguments.json)
    if arguments.json != "-":
        print(table(compared, len(reports), java is not None))
    return 0


def table(compared: Sequence[Compared], count: int, java: bool) -> str:
    """The comparison for a person, as a table that a document can hold."""
    lines = ["| | ours | pycocoevalcap | largest difference | CPU ms, ours | theirs | times |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    for each in compared:
        cost = "| | | "
        if each.seconds is not None:
            ours, theirs = each.seconds
            cost = f"| {1e3 * ours:.1f} | {1e3 * theirs:.1f} | {theirs / ours:.1f} "
        lines.append(f"| {each.name} | {each.ours:.6f} | {each.theirs:.6f} | {each.difference:.1e} {cost}|")
    lines += ["", f"{count} reports, perturbed; medians of {ROUNDS} rounds that take turns, one process."]
    if not java:
        lines.append("METEOR and Penn Treebank tokens were not compared: no Java.")
    return "\n".join(lines)

"""`python -m training labeller CSV_FOLDER [--split train|val] [--json FILE|-] [--errors N]`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.commands.output import write_json
from engine.text.findings import LABELS, Labeller
from training.data.indexed_reports import IndexedReports, read_indexed_reports
from training.metrics.labeller import (
    Labelled,
    LabelScores,
    label_scores,
    labelled,
    overall_scores,
    signature,
)
from training.metrics.mesh import read_mesh_codes
from training.metrics.scores import Measured

SPLITS = ("train", "val")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `labeller`."""
    parser.add_argument(
        "folder", type=Path, metavar="CSV_FOLDER", help="indiana_reports.csv and annotation.json"
    )
    parser.add_argument("--split", choices=SPLITS, default="train", help="rules are tuned on train alone")
    parser.add_argument("--json", metavar="FILE", help="write JSON there, - for standard output")
    parser.add_argument(
        "--errors", type=int, default=0, metavar="N", help="name up to N reports of each kind of error"
    )


def run(arguments: argparse.Namespace) -> int:
    """Label the reports, compare with their codes, print the scores."""
    labeller, codes = Labeller.load(), read_mesh_codes()
    data = read_indexed_reports(arguments.folder, arguments.split)
    read = labelled(data.reports, labeller, codes)
    named = signature(labeller, codes)
    labels, overall = label_scores(read, named), overall_scores(read, codes, named)
    if arguments.json is None:
        print(table(labels, overall, named))
    else:
        write_json(_report(labeller, data, arguments.split, labels, overall), arguments.json)
    if arguments.errors > 0:
        print(errors(read, arguments.errors))
    return 0


def _report(
    labeller: Labeller,
    data: IndexedReports,
    split: str,
    labels: Sequence[LabelScores],
    overall: dict[str, Measured],
) -> dict[str, Any]:
    return {
        "labeller": {"signature": labeller.signature},
        "data": {
            "name": f"IU X-Ray {split}, against MeSH",
            "split": split,
            "count": len(data.reports),
            "unindexed": data.unindexed,
            "fingerprint": data.fingerprint,
        },
        "scores": {name: score.to_json() for name, score in overall.items()},
        "labels": {
            scores.label: {
                "coded": scores.coded,
                "said": scores.said,
                "precision": scores.precision.to_json(),
                "recall": scores.recall.to_json(),
                "f1": scores.f1.to_json(),
            }
            for scores in labels
        },
    }


def table(labels: Sequence[LabelScores], overall: dict[str, Measured], named: str) -> str:
    """Scores for a person, as a table that a document can hold."""
    lines = ["| label | coded | said | precision | recall | F1 | 95 % |", "|---|---|---|---|---|---|---|"]
    for scores in labels:
        values = " | ".join(_value(score) for score in (scores.precision, scores.recall, scores.f1))
        lines.append(
            f"| {scores.label} | {scores.coded} | {scores.said} | {values} | {_interval(scores.f1)} |"
        )
    lines += ["", "| over labels | value | 95 % |", "|---|---|---|"]
    lines += [f"| {name} | {_value(score)} | {_interval(score)} |" for name, score in overall.items()]
    return "\n".join([*lines, "", named])


def _value(score: Measured) -> str:
    return "undefined" if score.value is None else f"{score.value:.3f}"


def _interval(score: Measured) -> str:
    return "" if score.low is None or score.high is None else f"{score.low:.3f} to {score.high:.3f}"


def errors(read: Sequence[Labelled], count: int) -> str:
    """Up to `count` reports that each label was missed in or falsely read in, with their codes and text."""
    lines: list[str] = []
    for label in LABELS:
        for kind, wrong in (
            ("missed", [each for each in read if label in each.missed]),
            ("not coded", [each for each in read if label in each.false]),
        ):
            lines += [f"\n{label}, {kind}: {len(wrong)}"] if wrong else []
            for each in wrong[:count]:
                text = " ".join(each.report.text.split())
                lines.append(f"  {each.report.uid}  {'; '.join(each.report.codes)}\n    {text}")
    return "\n".join(lines)

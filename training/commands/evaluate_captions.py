"""`evaluate BUNDLE DATA` where a captioner is measured on pictures with several captions (COCO)."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from engine.models.grid_config import CaptionerConfig
from engine.reader import CAPTIONER, WEIGHTS
from training.captioning.scores import caption_scores, write_captions
from training.data.captions import COCO_FILE, read_karpathy
from training.metrics.java import find_java
from training.metrics.scores import Measured
from training.table import score_groups, table_text

NOTE = (
    "Intervals are 95 % bootstrap intervals over pictures. The papers write all these figures x 100: their "
    "CIDEr-D of 131.4 is 1.314 here."
)


def is_captions(bundle: Bundle, data: Path) -> bool:
    """Whether a captioner is to be measured on a file of Karpathy's splits, or the folder with one."""
    named = data.suffix == ".json" or (data / COCO_FILE).is_file()
    return bundle.manifest.architecture == CAPTIONER and named


def run(arguments: argparse.Namespace, bundle: Bundle) -> int:
    """Write a caption of every picture, print the table."""
    for name in ("readings", "beside", "learned_from", "train_limit", "val_limit"):
        if getattr(arguments, name):
            option = f"--{name.replace('_', '-')}"
            raise RecipeError(f"{option} is for corpora of reports.", where=str(arguments.data))
    if arguments.runtime == "onnx":
        raise RecipeError("a captioner has no ONNX files.", where=bundle.manifest.name)
    if arguments.limit is not None and arguments.limit < 1:
        raise RecipeError(f"--limit {arguments.limit} leaves no picture.", todo="Give 1 or more.")
    if CaptionerConfig.from_dict(bundle.manifest.config).grid is None and arguments.regions is None:
        raise RecipeError(
            "this captioner reads a detector's regions.",
            where=bundle.manifest.name,
            todo="Say with --regions where they lie.",
        )
    corpus = read_karpathy(Path(arguments.data), arguments.pictures)
    rows = corpus.rows(arguments.split)[: arguments.limit]
    with progress_bar() as on_progress:
        regions = str(arguments.regions or "")
        written = write_captions(bundle, corpus, rows, regions, arguments.device, on_progress)
    references = [corpus.items[row].written for row in rows]
    scores = caption_scores(written, references, find_java(), bundle.manifest.name)
    if arguments.json is not None:
        write_json(report_of(arguments, bundle, corpus.fingerprint, len(rows), scores), arguments.json)
    if arguments.json != "-":
        print(table_text(score_groups(scores), NOTE))
    return 0


def report_of(
    arguments: argparse.Namespace, bundle: Bundle, fingerprint: str, count: int, scores: dict[str, Measured]
) -> dict[str, object]:
    """What `--json` writes and `export --scores` reads."""
    return {
        "bundle": {
            "name": bundle.manifest.name,
            "version": bundle.manifest.version,
            "sha256": bundle.sha256,
            "weights_sha256": bundle.manifest.files[WEIGHTS].sha256,
        },
        "data": {
            "path": str(arguments.data),
            "fingerprint": fingerprint,
            "exam": "",
            "split": arguments.split,
            "count": count,
            "unit": "pictures of Karpathy's split",
        },
        "scores": {name: score.to_json() for name, score in scores.items()},
    }

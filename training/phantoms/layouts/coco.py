"""COCO as Karpathy's split distributes it: pictures and several captions for each.

    DIR/dataset_coco.json        {"dataset": "coco", "images": [...]}; of each picture "filepath", "filename",
                                 "split" (train, restval, val, test), "cocoid", "imgid", "sentids", and
                                 "sentences" with "raw", "tokens", "imgid", "sentid"
    DIR/train2014, DIR/val2014   pictures; all that are not "train" lie in val2014, as in COCO

A study's captions are the sentences of its report, five at most; its picture is the frontal film. Every
fourth training study is "restval": COCO's own validation pictures that Karpathy's split trains on too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.progress import OnProgress, Progress
from training.files import written_aside
from training.phantoms.corpus import PhantomRecord
from training.phantoms.layouts.pictures import write_picture

STAGE = "Phantoms are written as COCO"
CAPTIONS = 5
RESTVAL_EVERY = 4
_WORD = re.compile(r"\w+(?:[-']\w+)*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def write_coco(records: Sequence[PhantomRecord], folder: Path, on_progress: OnProgress) -> None:
    """Write pictures, then the captions."""
    images: list[dict[str, Any]] = []
    sentences = 0
    for number, record in enumerate(records):
        split = "restval" if record.split == "train" and number % RESTVAL_EVERY == 3 else record.split
        place = "train2014" if split == "train" else "val2014"
        name = f"COCO_{place}_{number + 1:012d}.jpg"
        write_picture(record.images[0].path, folder / place / name)
        captions = [_caption(raw, number, sentences + turn) for turn, raw in enumerate(_captions(record))]
        sentences += len(captions)
        images.append(
            {
                "filepath": place,
                "sentids": [caption["sentid"] for caption in captions],
                "filename": name,
                "imgid": number,
                "split": split,
                "sentences": captions,
                "cocoid": number + 1,
            }
        )
        on_progress(Progress(STAGE, number + 1, len(records)))
    with written_aside(folder / "dataset_coco.json") as aside:
        aside.write_text(json.dumps({"images": images, "dataset": "coco"}), encoding="utf-8")


def _captions(record: PhantomRecord) -> list[str]:
    return _SENTENCE.split(record.report.strip())[:CAPTIONS]


def _caption(raw: str, image: int, number: int) -> dict[str, Any]:
    return {"tokens": _WORD.findall(raw.lower()), "raw": raw, "imgid": image, "sentid": number}

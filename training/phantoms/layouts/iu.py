"""IU X-Ray as R2Gen distributes it (Chen et al., EMNLP 2020).

DIR/annotation.json          {"train": [...], "val": [...], "test": [...]}; of each study "id", "report",
                             "image_path" (two, below images/) and "split"
DIR/images/CXR1_IM-0001/     0.png frontal, 1.png lateral
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.progress import OnProgress, Progress
from training.files import written_aside
from training.phantoms.corpus import SPLITS, PhantomRecord
from training.phantoms.layouts.pictures import write_picture

STAGE = "Phantoms are written as IU X-Ray"


def write_iu(records: Sequence[PhantomRecord], folder: Path, on_progress: OnProgress) -> None:
    """Write pictures, then the annotation."""
    annotation: dict[str, list[dict[str, Any]]] = {split: [] for split in SPLITS}
    for number, record in enumerate(records, start=1):
        name = f"CXR{number}_IM-{number:04d}"
        paths = [f"{name}/{place}.png" for place in range(len(record.images))]
        for image, path in zip(record.images, paths, strict=True):
            write_picture(image.path, folder / "images" / path)
        entry = {"id": name, "report": record.report, "image_path": paths, "split": record.split}
        annotation[record.split].append(entry)
        on_progress(Progress(STAGE, number, len(records)))
    with written_aside(folder / "annotation.json") as aside:
        aside.write_text(json.dumps(annotation), encoding="utf-8")

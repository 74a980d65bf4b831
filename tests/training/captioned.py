"""A dozen pictures whose regions tell what their captions say, and a recipe that learns them in seconds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from training.captioning.recipe import CaptioningRecipe, parse_captioning

COLOURS, SHAPES = ("red", "green", "blue"), ("ball", "box")
SPLITS = ("train", "restval", "train", "train", "val", "test")


def write_coco(folder: Path, count: int = 24) -> Path:
    """Karpathy's file with two captions a picture, beside it its regions, and the picture in its colour."""
    images: list[dict[str, Any]] = []
    regions = folder / "regions"
    regions.mkdir(parents=True, exist_ok=True)
    (folder / "val2014").mkdir(exist_ok=True)
    random = np.random.default_rng(4)
    for number in range(count):
        colour, shape = COLOURS[number % 3], SHAPES[number % 2]
        raws = (f"A {colour} {shape}.", f"There is a {colour} {shape}, on a table!")
        images.append(
            {
                "filepath": "val2014",
                "filename": f"{number}.jpg",
                "imgid": number,
                "cocoid": 100 + number,
                "split": SPLITS[number // 2 % len(SPLITS)],
                "sentences": [{"raw": raw, "tokens": raw.split()} for raw in raws],
            }
        )
        features = random.normal(scale=0.1, size=(2 + number % 3, 6)).astype(np.float32)
        features[0, number % 3] += 2
        features[1, 3 + number % 2] += 2
        np.save(regions / f"{100 + number}.npy", features)
        Image.new("RGB", (40, 30 + number), colour).save(folder / "val2014" / f"{number}.jpg")
    path = folder / "dataset_coco.json"
    path.write_text(json.dumps({"images": images, "dataset": "coco"}))
    return path


def captioning_table(file: Path, **changes: Any) -> dict[str, Any]:
    """The recipe as TOML would give it; `changes` replace keys at its top."""
    table: dict[str, Any] = {
        "task": "captioning",
        "name": "tiny-captions",
        "seed": 6,
        "data": {"source": f"coco:{file}", "regions": str(file.parent / "regions"), "min_count": 1},
        "model": {
            "feature_width": 6,
            "width": 16,
            "heads": 2,
            "hidden_width": 16,
            "encoder_layers": 1,
            "decoder_layers": 1,
            "encoder_vectors": 3,
            "decoder_vectors": 2,
            "max_tokens": 12,
        },
        "cross_entropy": {"epochs": 2, "batch": 8, "lr": 1e-2, "warm_up": 2, "dropout": 0.1},
        "fine_tuning": {"epochs": 1, "batch": 8, "lr": 1e-4, "decay_epochs": 0, "dropout": 0.1},
        "self_critical": {"epochs": 1, "batch": 8, "lr": 1e-3, "dropout": 0.1},
        "sampling": {"samples": 3, "max_tokens": 10},
        "decoding": {"beam": 3, "drafts": 3},
    }
    return table | changes


def captioning_recipe(file: Path, **changes: Any) -> CaptioningRecipe:
    return parse_captioning(captioning_table(file, **changes), "tiny.toml")

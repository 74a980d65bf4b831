from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.panel import Polarity
from engine.text.tokenizer import train_word_level
from training.data.batches import report_set
from training.data.corpus import CorpusStudy, TrueFinding
from training.data.films import FilmCache
from training.data.targets import Slots
from training.fit import Material, input_convention
from training.phantoms.corpus import Corpus as PhantomCorpus
from training.phantoms.corpus import Part, write_corpus
from training.recipes import Recipe, parse_recipe
from training.runs import Run, RunRecord, Start, create_run

STARTED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SIDE_REPORTS = {
    "left": "there is a left pleural effusion .",
    "right": "there is a right pleural effusion .",
    "": "the lungs are clear .",
}


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def made_phantoms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine phantoms, which take about a second each: 5 to train on, 2 each to validate and test."""
    folder = tmp_path_factory.mktemp("phantoms")
    parts = (Part(3, 5, "train"), Part(4, 2, "val"), Part(5, 2, "test"))
    write_corpus(PhantomCorpus(folder, parts, 64), 1, lambda _: None)
    return folder


@pytest.fixture
def tiny_recipe() -> Recipe:
    return make_recipe()


def make_recipe() -> Recipe:
    return parse_recipe(
        {
            "name": "tiny",
            "seed": 3,
            "epochs": 2,
            "batch": 4,
            "data": {"source": "phantom:nowhere", "min_count": 1},
            "model": {
                "image_size": 16,
                "patch_size": 4,
                "channels": 1,
                "width": 32,
                "depth": 1,
                "heads": 2,
                "experts": 2,
                "d_mid": 16,
                "encoder_layers": 1,
                "decoder_layers": 1,
                "max_tokens": 12,
                "dropout": 0.1,
            },
            "warm_up": {"epochs": 1, "batch": 4, "lr": 3e-3},
            "optimiser": {"lr": 3e-3, "beta2": 0.98, "clip_norm": 1.0, "schedule": "cosine"},
            "loss": {"experts_per_step": 1},
        },
        "tiny.toml",
    )


def side_study(index: int, side: str, split: str) -> CorpusStudy:
    findings = (TrueFinding("Pleural Effusion", Polarity.PRESENT, side),) if side else ()
    return CorpusStudy(f"{split}-{index}", split, SIDE_REPORTS[side], findings)


def side_studies(split: str, count: int) -> list[CorpusStudy]:
    """Studies in turn with a left effusion, with a right one, and clear."""
    return [side_study(index, list(SIDE_REPORTS)[index % 3], split) for index in range(count)]


def side_cache(studies: list[CorpusStudy]) -> FilmCache:
    """16 x 16 films with a bright square where the effusion is: the viewer's right is the patient's left."""
    films = np.full((len(studies), 2, 16, 16), 100, np.uint8)
    masks = np.zeros((len(studies), 1, 2, 4, 4), np.uint8)
    for row, study in enumerate(studies):
        for finding in study.findings:
            column = {"left": 3, "right": 0}[finding.side]
            films[row, 0, 12:16, 4 * column : 4 * column + 4] = 250
            masks[row, 0, 0, 3, column] = 255
    present = np.tile([True, False], (len(studies), 1))
    return FilmCache(films, present, masks, ("Pleural Effusion",))


@pytest.fixture
def tiny_run(tiny_recipe: Recipe, tmp_path: Path) -> Run:
    return make_run(tiny_recipe, tmp_path / "run")


def make_run(recipe: Recipe, folder: Path) -> Run:
    from dataclasses import replace

    tokenizer = train_word_level(SIDE_REPORTS.values(), 1)
    sized = replace(recipe, model=replace(recipe.model, vocab_size=tokenizer.size))
    return create_run(folder, sized, RunRecord("none", (Start(STARTED.isoformat(), ""),)), tokenizer)


def make_material(run: Run, train: int, val: int) -> Material:
    studies = side_studies("train", train) + side_studies("val", val)
    cache, convention, slots = side_cache(studies), input_convention(run.recipe), Slots.of(studies)
    sets = [
        report_set(cache, convention, studies[rows.start : rows.stop], rows, run.tokenizer, slots, 12)
        for rows in (range(train), range(train, train + val))
    ]
    return Material(sets[0], sets[1], slots, cache.labels)

"""From a recipe to a trained run: the encoder's warm-up, then the reports.

Every stage saves a checkpoint after each epoch and goes on from its last one, with the optimiser's state,
the schedule and the random generators; the order of films depends on seed and epoch alone. A run that was
stopped and resumed ends at the same weights as one that was not.
"""

from __future__ import annotations

import logging
import random
import sys
import warnings
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import lightning
import numpy as np
import torch
from lightning.pytorch.callbacks import Callback, ModelCheckpoint
from lightning.pytorch.loggers import CSVLogger
from safetensors import SafetensorError
from safetensors.torch import load_file

from engine.errors import RecipeError
from engine.models.bilinear import ExpertBilinearAttention
from engine.models.metransformer import MeTransformer, load_vit
from engine.preprocess import Fit, InputConvention
from engine.progress import OnProgress
from engine.text.tokenizer import ReportTokenizer, train_word_level
from training.data.batches import Epoch, InOrder, ReportSet, report_set
from training.data.corpus import Corpus, CorpusStudy, open_corpus
from training.data.films import FilmCache, open_cache
from training.data.targets import Slots
from training.recipes import Recipe
from training.runs import Run, RunRecord, code_commit, create_run
from training.tasks.initial import initialise
from training.tasks.lessons import Lessons
from training.tasks.reporting import Reporting
from training.tasks.warm_up import WarmUp

WARM_UP, REPORTS = "warm-up", "reports"
WARM_UP_CLIP_NORM = 1.0
LIGHTNING_PRECISION = {"float32": "32-true", "bfloat16": "bf16-mixed"}
PAIRS_AT_ONCE = (
    1 << 20
)  # numbers, 4 MB: a training step of the phantom recipe takes 0.7 of its time with 16 MB
FIRST_STUDIES = 300  # whose patches the patch embedding is fitted to


def begin(recipe: Recipe, folder: Path, started: datetime) -> Run:
    """A new run in `folder`: the corpus is found, the vocabulary made, the resolved recipe written."""
    corpus = open_corpus(recipe.data.source)
    tokenizer = recipe_tokenizer(recipe, corpus.split("train"))
    model = replace(recipe.model, vocab_size=tokenizer.size)
    record = RunRecord(
        started=started.isoformat(timespec="seconds"),
        commit=code_commit(Path(__file__).parent),
        data_fingerprint=corpus.fingerprint,
    )
    return create_run(folder, replace(recipe, model=model), record, tokenizer)


def recipe_tokenizer(recipe: Recipe, studies: tuple[CorpusStudy, ...]) -> ReportTokenizer:
    """The tokenizer that the recipe names, or one made of the training reports."""
    if recipe.data.tokenizer:
        return ReportTokenizer.load(Path(recipe.data.tokenizer))
    return train_word_level([study.report for study in studies], recipe.data.min_count)


def input_convention(recipe: Recipe) -> InputConvention:
    """How the recipe's films become the model's input."""
    return InputConvention(
        height=recipe.model.image_size,
        width=recipe.model.image_size,
        channels=recipe.model.channels,
        views=recipe.model.views,
        fit=Fit(recipe.input.fit),
        mean=recipe.input.mean,
        std=recipe.input.std,
    )


@dataclass(frozen=True, slots=True)
class Material:
    """A run's data, ready for batches."""

    train: ReportSet
    val: ReportSet
    slots: Slots
    labels: tuple[str, ...]


def prepare_material(run: Run, on_progress: OnProgress) -> Material:
    """The run's corpus in its cache; `RecipeError` if the corpus is not the one that the run began with."""
    corpus = open_corpus(run.recipe.data.source)
    if corpus.fingerprint != run.record.data_fingerprint:
        raise RecipeError(
            "the corpus has changed since this run began.", where=str(corpus.root), todo="Begin a new run."
        )
    convention = input_convention(run.recipe)
    cache = open_cache(run.folder.parent, corpus, convention, run.recipe.model.grid, on_progress)
    slots = Slots.of(corpus.split("train"))
    train, val = (_report_set(run, corpus, cache, slots, name) for name in ("train", "val"))
    return Material(train, val, slots, cache.labels)


def _report_set(run: Run, corpus: Corpus, cache: FilmCache, slots: Slots, split: str) -> ReportSet:
    rows = [row for row, study in enumerate(corpus.studies) if study.split == split]
    length = run.recipe.model.max_tokens
    convention = input_convention(run.recipe)
    return report_set(cache, convention, corpus.split(split), rows, run.tokenizer, slots, length)


def train(run: Run, material: Material) -> None:
    """Train what is left of the run; does nothing if it is complete."""
    recipe = run.recipe
    lightning.seed_everything(recipe.seed, verbose=False)
    model = MeTransformer(recipe.model)
    initialise(model, first_films(material.train))
    if recipe.pretrained:
        load_vit(model, pretrained_weights(Path(recipe.pretrained)))
    hold_few_pairs(model)
    lessons = Lessons(recipe.model.width, len(material.slots.pairs), len(material.labels))
    if recipe.warm_up.epochs:
        task = WarmUp(model, lessons, recipe.warm_up, recipe.loss, recipe.optimiser.beta2)
        stage = Stage(WARM_UP, recipe.warm_up.epochs, recipe.warm_up.batch, "val_total", WARM_UP_CLIP_NORM)
        _train_stage(run, stage, task, material)
        task.load_state_dict(_state(run.best(WARM_UP)))
    reporting = Reporting(model, lessons, recipe.optimiser, recipe.loss, run.tokenizer)
    _train_stage(
        run,
        Stage(REPORTS, recipe.epochs, recipe.batch, "val_ce", recipe.optimiser.clip_norm),
        reporting,
        material,
    )


def pretrained_weights(path: Path) -> dict[str, torch.Tensor]:
    """The tensors of a safetensors file; `RecipeError` if it is none."""
    try:
        return load_file(path)
    except (OSError, SafetensorError) as problem:
        raise RecipeError(f"pretrained weights cannot be read: {problem}.", where=str(path)) from problem


def hold_few_pairs(model: MeTransformer) -> None:
    """Let EBA work on blocks that stay in a core's own cache."""
    for module in model.modules():
        if isinstance(module, ExpertBilinearAttention):
            module.block_numbers = PAIRS_AT_ONCE


def first_films(data: ReportSet) -> torch.Tensor:
    """(n, C, H, W): the films of the first training studies, absent ones left out."""
    batch = data.batch(range(min(FIRST_STUDIES, len(data))), None)
    return batch.images[batch.present]


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a run; `best_by` is the validation loss whose lowest value chooses the checkpoint."""

    name: str
    epochs: int
    batch: int
    best_by: str
    clip_norm: float


def _train_stage(run: Run, stage: Stage, task: lightning.LightningModule, material: Material) -> None:
    folder = run.folder / stage.name
    checkpoints = ModelCheckpoint(
        dirpath=folder, filename="best", monitor=stage.best_by, save_last=True, enable_version_counter=False
    )
    on_terminal = sys.stderr.isatty()
    _quieten()
    trainer = lightning.Trainer(
        accelerator="auto",
        devices=1,
        precision=LIGHTNING_PRECISION[run.recipe.precision],
        max_epochs=stage.epochs,
        gradient_clip_val=stage.clip_norm or None,
        logger=CSVLogger(
            run.folder, name="log", version=fresh_log(run, stage.name), flush_logs_every_n_steps=1
        ),
        callbacks=[checkpoints, Generators()],
        num_sanity_val_steps=0,
        log_every_n_steps=20,
        reload_dataloaders_every_n_epochs=1,
        enable_progress_bar=on_terminal,
        enable_model_summary=False,
    )
    films = Films(run.recipe, stage.batch, material)
    last = run.last(stage.name)
    trainer.fit(task, datamodule=films, ckpt_path=last if last.is_file() else None, weights_only=True)
    if trainer.interrupted:
        raise KeyboardInterrupt


def fresh_log(run: Run, stage: str) -> str:
    """The stage's name, numbered from its second part on: Lightning deletes a log that is there already."""
    parts = len(list((run.folder / "log").glob(f"{stage}*")))
    return stage if parts == 0 else f"{stage}-{parts + 1}"


class Films(lightning.LightningDataModule):
    """A stage's batches, made anew for every epoch."""

    def __init__(self, recipe: Recipe, batch: int, material: Material) -> None:
        super().__init__()
        self.recipe, self.batch, self.material = recipe, batch, material

    def train_dataloader(self) -> Epoch:
        """The current epoch's batches."""
        epoch = self.trainer.current_epoch if self.trainer is not None else 0
        return Epoch(self.material.train, self.batch, self.recipe.seed, epoch, self.recipe.augment)

    def val_dataloader(self) -> InOrder:
        """Validation films, always alike."""
        return InOrder(self.material.val, self.batch)


class Generators(Callback):
    """Keeps the random generators in every checkpoint and puts them back on resume."""

    def state_dict(self) -> dict[str, Any]:
        """Python's, NumPy's and torch's generators as plain values."""
        numpy_state = np.random.get_state(legacy=False)
        return {
            "python": random.getstate(),
            "numpy": torch.from_numpy(numpy_state["state"]["key"].astype(np.int64)),
            "numpy_rest": [numpy_state["state"]["pos"], numpy_state["has_gauss"], numpy_state["gauss"]],
            "torch": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state_all(),
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on where the checkpoint stopped."""
        version, numbers, following = state_dict["python"]
        random.setstate((version, tuple(numbers), following))
        position, has_gauss, gauss = state_dict["numpy_rest"]
        key = state_dict["numpy"].numpy().astype(np.uint32)
        np.random.set_state(("MT19937", key, position, has_gauss, gauss))
        torch.set_rng_state(state_dict["torch"])
        torch.cuda.set_rng_state_all(state_dict["cuda"])


def model_weights(checkpoint: Path) -> dict[str, torch.Tensor]:
    """The model's own tensors in a stage's checkpoint, without any head; `RecipeError` if it is not there."""
    state = _state(checkpoint)
    return {name.removeprefix("model."): value for name, value in state.items() if name.startswith("model.")}


def _state(checkpoint: Path) -> dict[str, torch.Tensor]:
    try:
        state: dict[str, torch.Tensor] = torch.load(checkpoint, map_location="cpu", weights_only=True)[
            "state_dict"
        ]
    except FileNotFoundError as problem:
        raise RecipeError(
            "this run has no such checkpoint yet.", where=str(checkpoint), todo="Train on with --resume."
        ) from problem
    return state


def _quieten() -> None:
    """Lightning's hints about devices, tips and loaders are for its own users, not for ours."""
    for name in ("lightning.pytorch", "lightning.fabric"):
        logging.getLogger(name).setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="lightning.*")

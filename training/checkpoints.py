"""What a stage leaves on disk while it trains: where to go on from, and the best weights so far.

last.ckpt          all that resuming needs: weights, optimiser, schedule, position, random generators, sums
best.safetensors   weights with the lowest validation loss; its metadata say which, how low, after which epoch

Both are written aside and renamed, so that a process killed at any moment leaves whole files. `last.ckpt` is
read by `torch.load(weights_only=True)`: no code in it is run.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import lightning
import numpy as np
import torch
from lightning.pytorch.callbacks import Callback
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file

from engine.errors import RecipeError
from training.files import written_aside
from training.processes import ALONE, Processes
from training.tasks.steps import Task

BEST = "best"  # of the metadata's entries


@dataclass(frozen=True, slots=True)
class Saving:
    """How often a stage is saved within an epoch: every so many minutes by `clock` (seconds); 0 each step."""

    minutes: float = 5.0
    clock: Callable[[], float] = time.monotonic


@dataclass(frozen=True, slots=True)
class Best:
    """The lowest `value` of a validation loss, and the epoch after which it was measured, counted from 0."""

    loss: str
    value: float
    epoch: int


class BestWeights(Callback):
    """Keeps the weights with the lowest validation `loss` in `path`; of equals, the first."""

    def __init__(self, path: Path, loss: str, task: Task, processes: Processes = ALONE) -> None:
        self.path, self.loss, self.task, self.processes = path, loss, task, processes
        self.lowest = math.inf

    def state_dict(self) -> dict[str, Any]:
        """The lowest loss so far."""
        return {"lowest": self.lowest}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from it."""
        self.lowest = state_dict["lowest"]

    def on_train_epoch_end(self, trainer: lightning.Trainer, pl_module: lightning.LightningModule) -> None:
        """Write the weights if they are the best; `RecipeError` if the loss is no number any more."""
        value = float(trainer.callback_metrics[self.loss])
        if not math.isfinite(value):
            raise RecipeError(
                f"training has diverged: {self.loss} is {value} after epoch {trainer.current_epoch}.",
                where=str(self.path.parent),
                todo="Begin a new run with a lower rate (optimiser.lr, warm_up.lr) or optimiser.clip_norm=1.",
            )
        if value < self.lowest:
            self.lowest = value
            if self.processes.first:
                write_best(self.path, self.task, Best(self.loss, value, trainer.current_epoch))


class EarlyEnd(Callback):
    """Ends a stage after `patience` epochs in a row whose validation `loss` was not the lowest; 0: never.

    A stage that ended so is complete: resumed, it takes no further step.
    """

    def __init__(self, loss: str, patience: int) -> None:
        self.loss, self.patience = loss, patience
        self.lowest, self.waited = math.inf, 0

    def state_dict(self) -> dict[str, Any]:
        """The lowest loss, and for how many epochs it has stood."""
        return {"lowest": self.lowest, "waited": self.waited}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from them."""
        self.lowest, self.waited = state_dict["lowest"], state_dict["waited"]

    def on_fit_start(self, trainer: lightning.Trainer, pl_module: lightning.LightningModule) -> None:
        """Nothing is left of a stage that has ended."""
        self._end_if_due(trainer)

    def on_train_epoch_end(self, trainer: lightning.Trainer, pl_module: lightning.LightningModule) -> None:
        """Count the epoch."""
        value = float(trainer.callback_metrics[self.loss])
        self.waited = 0 if value < self.lowest else self.waited + 1
        self.lowest = min(value, self.lowest)
        self._end_if_due(trainer)

    def _end_if_due(self, trainer: lightning.Trainer) -> None:
        if self.patience and self.waited >= self.patience:
            trainer.should_stop = True


def write_best(path: Path, task: Task, best: Best) -> None:
    """Replace the best weights."""
    weights = {name: value.detach().clone().contiguous() for name, value in task.state_dict().items()}
    with written_aside(path) as aside:  # one entry: safetensors writes several in a random order
        save_file(weights, aside, metadata={BEST: json.dumps(asdict(best))})


class LastState(Callback):
    """Keeps `path` to resume from: after every epoch, and within one as often as `saving` says.

    It comes last among callbacks, so that an epoch's row and best weights are there before it is passed.
    All processes save together, when the first one says so; the first one writes.
    """

    def __init__(self, path: Path, saving: Saving, processes: Processes = ALONE) -> None:
        self.path, self.saving, self.processes = path, saving, processes
        self.saved = saving.clock()

    def on_train_batch_end(
        self, trainer: lightning.Trainer, pl_module: lightning.LightningModule, *_: Any
    ) -> None:
        """Save if it is time; after an epoch's last batch its end comes first, as Lightning would skip it."""
        due = self.saving.clock() - self.saved >= 60 * self.saving.minutes
        if self.processes.told(due) and not trainer.is_last_batch:
            self._save(trainer)

    def on_train_epoch_end(self, trainer: lightning.Trainer, pl_module: lightning.LightningModule) -> None:
        """Save after validation."""
        self._save(trainer)

    def _save(self, trainer: lightning.Trainer) -> None:
        if self.processes.first:
            with written_aside(self.path) as aside:
                trainer.save_checkpoint(aside)
        else:
            trainer.save_checkpoint(self.path)  # gives its part; Lightning writes in the first process only
        self.saved = self.saving.clock()


class Generators(Callback):
    """Keeps the random generators of every process in every checkpoint and puts them back on resume.

    A run that goes on in more processes than before leaves those of the new ones as they were seeded.
    """

    def __init__(self, processes: Processes = ALONE) -> None:
        self.processes = processes

    def state_dict(self) -> dict[str, Any]:
        """The generators of all processes in their order."""
        return {"processes": self.processes.gathered(self._own())}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on where the checkpoint stopped."""
        kept = state_dict["processes"]
        if self.processes.number < len(kept):
            self._set(kept[self.processes.number])

    def _own(self) -> dict[str, Any]:
        """Python's, NumPy's and torch's generators as plain values; of the GPUs this process's own."""
        numpy_state = np.random.get_state(legacy=False)
        return {
            "python": random.getstate(),
            "numpy": torch.from_numpy(numpy_state["state"]["key"].astype(np.int64)),
            "numpy_rest": [numpy_state["state"]["pos"], numpy_state["has_gauss"], numpy_state["gauss"]],
            "torch": torch.get_rng_state(),
            "cuda": [torch.cuda.get_rng_state()] if torch.cuda.is_available() else [],
        }

    def _set(self, state_dict: dict[str, Any]) -> None:
        version, numbers, following = state_dict["python"]
        random.setstate((version, tuple(numbers), following))
        position, has_gauss, gauss = state_dict["numpy_rest"]
        key = state_dict["numpy"].numpy().astype(np.uint32)
        np.random.set_state(("MT19937", key, position, has_gauss, gauss))
        torch.set_rng_state(state_dict["torch"])
        for state in state_dict["cuda"]:
            torch.cuda.set_rng_state(state)


def seed_generators(seed: int, stage: str, process: int = 0) -> None:
    """Start all generators of a stage from the seed and the stage's name, whatever came before.

    Every process has its own draws, so that dropout does not fall alike on all parts of a batch.
    """
    own = [process] if process else []
    numbers = np.random.SeedSequence([seed, *stage.encode(), *own]).generate_state(3)
    random.seed(int(numbers[0]))
    np.random.seed(int(numbers[1]))
    torch.manual_seed(int(numbers[2]))


def best_weights(path: Path) -> dict[str, torch.Tensor]:
    """All tensors of a stage's best weights; `RecipeError` if they are not there."""
    try:
        return load_file(path)
    except (OSError, SafetensorError) as problem:
        raise _none_yet(path) from problem


def best_figure(path: Path) -> Best:
    """What the best weights say of themselves; `RecipeError` if they are not there."""
    try:
        with safe_open(path, "pt") as file:
            return Best(**json.loads(file.metadata()[BEST]))
    except (OSError, SafetensorError) as problem:
        raise _none_yet(path) from problem


def model_weights(path: Path) -> dict[str, torch.Tensor]:
    """The model's own tensors among a stage's best weights, without any head."""
    return part_of(best_weights(path), "model.")


def part_of(weights: Mapping[str, torch.Tensor], prefix: str) -> dict[str, torch.Tensor]:
    """The tensors under a prefix, by the rest of their names."""
    return {name.removeprefix(prefix): part for name, part in weights.items() if name.startswith(prefix)}


def _none_yet(path: Path) -> RecipeError:
    return RecipeError("this run has no such weights yet.", where=str(path), todo="Train on with --resume.")

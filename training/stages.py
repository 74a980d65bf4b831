"""One stage of a run under Lightning, saved and resumed so that an interruption changes nothing.

Lightning's own resume loses the place within an epoch (`StageBatches` keeps it), the sums of logged terms
(`EpochLog`) and the random generators (`Generators`), and from a checkpoint after an epoch's last batch it
leaves the validation out (`LastState` makes none there).
"""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import lightning

from training.checkpoints import BestWeights, Generators, LastState, Saving, seed_generators
from training.run_log import EpochLog, Watch, no_watch

LIGHTNING_PRECISION: dict[str, Literal["32-true", "bf16-mixed"]] = {
    "float32": "32-true",
    "bfloat16": "bf16-mixed",
}


class Batches(Protocol):
    """Batches in an order of their own; the length counts those that a resumed epoch leaves out as well."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...


class StageData(Protocol):
    """Where a stage's batches come from."""

    def epoch(self, epoch: int, start: int) -> Batches:
        """Training batches of an epoch from number `start` on: the same ones whenever it is asked."""
        ...

    def validation(self) -> Batches:
        """Validation batches, always alike."""
        ...


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a run; the lowest validation value of `best_by` chooses its weights."""

    name: str
    epochs: int
    best_by: str
    clip_norm: float
    watch: Watch = no_watch


@dataclass(frozen=True, slots=True)
class StageFiles:
    """Where a stage keeps what."""

    last: Path
    best: Path
    log: Path


class StageBatches(lightning.LightningDataModule):
    """A stage's batches for Lightning, made anew for every epoch, from where a checkpoint stopped."""

    def __init__(self, data: StageData) -> None:
        super().__init__()
        self.data = data
        self.resumed = {"epoch": 0, "batches": 0}

    def state_dict(self) -> dict[str, int]:
        """The epoch, and how many of its batches were trained on."""
        loop = self._trainer().fit_loop
        return {"epoch": self._trainer().current_epoch, "batches": loop.batch_idx + 1}

    def load_state_dict(self, state_dict: dict[str, int]) -> None:
        """Leave these out of that epoch."""
        self.resumed = state_dict

    def train_dataloader(self) -> Batches:
        """What is left of the current epoch."""
        epoch = self._trainer().current_epoch
        return self.data.epoch(epoch, self.resumed["batches"] if epoch == self.resumed["epoch"] else 0)

    def val_dataloader(self) -> Batches:
        """Validation batches."""
        return self.data.validation()

    def _trainer(self) -> lightning.Trainer:
        assert self.trainer is not None, "Lightning asks for batches only when it trains"
        return self.trainer


def train_stage(
    stage: Stage,
    task: lightning.LightningModule,
    data: StageData,
    files: StageFiles,
    seed: int,
    precision: Literal["float32", "bfloat16"],
    saving: Saving,
) -> None:
    """Train what is left of a stage; does nothing if it is complete. KeyboardInterrupt also on SIGTERM."""
    _quieten()
    seed_generators(seed, stage.name)
    trainer = lightning.Trainer(
        accelerator="auto",
        devices=1,
        precision=LIGHTNING_PRECISION[precision],
        max_epochs=stage.epochs,
        gradient_clip_val=stage.clip_norm or None,
        logger=False,
        enable_checkpointing=False,
        callbacks=[
            EpochLog(files.log, stage.watch),
            BestWeights(files.best, stage.best_by),
            Generators(),
            LastState(files.last, saving),
        ],
        num_sanity_val_steps=0,
        reload_dataloaders_every_n_epochs=1,
        enable_progress_bar=sys.stderr.isatty(),
        enable_model_summary=False,
    )
    resumed = files.last if files.last.is_file() else None
    try:
        trainer.fit(task, datamodule=StageBatches(data), ckpt_path=resumed, weights_only=True)
    except SystemExit as ended:  # Lightning's answer to Ctrl-C, and to SIGTERM even with exit code 0
        raise KeyboardInterrupt from ended


def _quieten() -> None:
    """Lightning's hints about devices, tips and loaders are for its own users, not for ours."""
    for name in ("lightning.pytorch", "lightning.fabric"):
        logging.getLogger(name).setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="lightning.*")

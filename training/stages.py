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
import torch

from engine.progress import OnProgress, ignore_progress
from training.checkpoints import (
    BestWeights,
    EarlyEnd,
    Generators,
    LastState,
    Saving,
    seed_generators,
)
from training.run_log import EpochLog, Told, Watch, no_watch

Precision = Literal["float32", "bfloat16"]
LIGHTNING_PRECISION: dict[Precision, Literal["32-true", "bf16-mixed"]] = {
    "float32": "32-true",
    "bfloat16": "bf16-mixed",
}
BFLOAT16_CPUS = {"AVX512", "AMX"}
"""Kinds of CPU, in torch's words, that multiply in bfloat16. With AVX2 alone a linear layer took 16 times as
long as in float32, a convolution 20 times (torch 2.14.1)."""


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
    """One part of a run; the lowest validation value of `best_by` chooses its weights.

    After `patience` epochs in a row that were not better it ends; 0: only after `epochs`.
    """

    name: str
    epochs: int
    best_by: str
    clip_norm: float
    watch: Watch = no_watch
    patience: int = 0


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


def native_precision(wanted: Precision, cpu: str, on_gpu: bool) -> Precision:
    """What a run that wants this precision computes in: bfloat16 only where the device has it.

    `cpu` is torch's word for the processor (`torch.backends.cpu.get_cpu_capability()`).
    """
    return wanted if on_gpu or cpu in BFLOAT16_CPUS else "float32"


def precision_here(wanted: Precision, stage: str) -> Precision:
    """`native_precision` on the device that Lightning will choose; said where it is not the one wanted."""
    cpu = torch.backends.cpu.get_cpu_capability()
    native = native_precision(wanted, cpu, on_gpu=torch.accelerator.is_available())
    if native != wanted:
        print(f"This processor only emulates {wanted}: {stage} is computed in {native}.", file=sys.stderr)
    return native


def train_stage(
    stage: Stage,
    task: lightning.LightningModule,
    data: StageData,
    files: StageFiles,
    seed: int,
    precision: Precision,
    saving: Saving,
    on_progress: OnProgress = ignore_progress,
) -> None:
    """Train what is left of a stage; does nothing if it is complete. KeyboardInterrupt also on SIGTERM.

    A run is resumed to the same weights on the same kind of machine: others may compute otherwise.
    """
    _quieten()
    seed_generators(seed, stage.name)
    trainer = lightning.Trainer(
        accelerator="auto",
        devices=1,
        precision=LIGHTNING_PRECISION[precision_here(precision, stage.name)],
        max_epochs=stage.epochs,
        gradient_clip_val=stage.clip_norm or None,
        logger=False,
        enable_checkpointing=False,
        callbacks=[
            EpochLog(files.log, stage.watch),
            BestWeights(files.best, stage.best_by),
            EarlyEnd(stage.best_by, stage.patience),
            Told(f"Training: {stage.name}", on_progress),
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

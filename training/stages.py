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
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict

import lightning
import torch
from lightning.fabric.plugins import TorchCheckpointIO
from lightning.fabric.plugins.environments.lightning import LightningEnvironment
from lightning.fabric.plugins.environments.torchelastic import TorchElasticEnvironment
from lightning.pytorch.strategies import DDPStrategy

from engine.progress import OnProgress, ignore_progress
from training.checkpoints import (
    BestWeights,
    EarlyEnd,
    Generators,
    LastState,
    Saving,
    seed_generators,
)
from training.data.parts import WHOLE, Part
from training.learner import Learner
from training.processes import ALONE, Processes
from training.run_log import EpochLog, Told, Watch, no_watch
from training.tasks.steps import Task

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
    """Where a stage's batches come from: tuples of tensors, the first of length 0 where a batch is empty."""

    def epoch(self, epoch: int, start: int, part: Part = WHOLE) -> Batches:
        """The part of each training batch of an epoch from number `start` on: the same whenever asked."""
        ...

    def validation(self, part: Part = WHOLE) -> Batches:
        """Whole validation batches, of which `part` has every `part.parts`-th; always alike."""
        ...


@dataclass(frozen=True, slots=True)
class Passes:
    """For each batch what one process takes of it, pass by pass."""

    parts: tuple[Batches, ...]

    def __len__(self) -> int:
        return len(self.parts[0])

    def __iter__(self) -> Iterator[list[Any]]:
        yield from map(list, zip(*self.parts, strict=True))


class Nothing:
    """What a process validates that has no batch: without any, Lightning leaves the validation out."""

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[None]:
        yield None


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

    def __init__(self, data: StageData, processes: Processes = ALONE) -> None:
        super().__init__()
        self.data, self.processes = data, processes
        self.resumed = {"epoch": 0, "batches": 0}

    def state_dict(self) -> dict[str, int]:
        """The epoch, and how many of its batches were trained on."""
        loop = self._trainer().fit_loop
        return {"epoch": self._trainer().current_epoch, "batches": loop.batch_idx + 1}

    def load_state_dict(self, state_dict: dict[str, int]) -> None:
        """Leave these out of that epoch."""
        self.resumed = state_dict

    def train_dataloader(self) -> Passes:
        """What is left of the current epoch."""
        epoch = self._trainer().current_epoch
        start = self.resumed["batches"] if epoch == self.resumed["epoch"] else 0
        return Passes(tuple(self.data.epoch(epoch, start, part) for part in self.processes.parts()))

    def val_dataloader(self) -> Batches:
        """Validation batches."""
        batches = self.data.validation(self.processes.turn())
        return batches if len(batches) else Nothing()

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
    task: Task,
    data: StageData,
    files: StageFiles,
    seed: int,
    precision: Precision,
    saving: Saving,
    on_progress: OnProgress = ignore_progress,
    processes: Processes = ALONE,
) -> None:
    """Train what is left of a stage; does nothing if it is complete. KeyboardInterrupt also on SIGTERM.

    A run is resumed to the same weights on the same kind of machine: others may compute otherwise.
    """
    _quieten()
    seed_generators(seed, stage.name, processes.number)
    trainer = lightning.Trainer(
        **_placed(processes),
        precision=LIGHTNING_PRECISION[precision_here(precision, stage.name)],
        max_epochs=stage.epochs,
        logger=False,
        enable_checkpointing=False,
        use_distributed_sampler=False,
        callbacks=[
            EpochLog(files.log, stage.watch, processes),
            BestWeights(files.best, stage.best_by, task, processes),
            EarlyEnd(stage.best_by, stage.patience),
            Told(f"Training: {stage.name}", on_progress if processes.first else ignore_progress),
            Generators(processes),
            LastState(files.last, saving, processes),
        ],
        num_sanity_val_steps=0,
        reload_dataloaders_every_n_epochs=1,
        enable_progress_bar=sys.stderr.isatty(),
        enable_model_summary=False,
    )
    resumed = files.last if files.last.is_file() else None
    learner = Learner(task, stage.name, stage.clip_norm, processes)
    try:
        trainer.fit(learner, datamodule=StageBatches(data, processes), ckpt_path=resumed, weights_only=True)
    except SystemExit as ended:  # Lightning's answer to Ctrl-C, and to SIGTERM even with exit code 0
        raise KeyboardInterrupt from ended


class WholeFiles(TorchCheckpointIO):
    """Checkpoints written where they are to lie: Lightning's way is through the system's temporary folder."""

    def save_checkpoint(
        self, checkpoint: dict[str, Any], path: str | Path, storage_options: Any = None
    ) -> None:
        """Write it; OSError where there is no room."""
        made = BytesIO()
        torch.save(checkpoint, made)
        Path(path).write_bytes(made.getbuffer())


class _Placement(TypedDict):
    """Where Lightning trains."""

    accelerator: str
    devices: int
    num_nodes: int
    strategy: str | DDPStrategy
    plugins: Any  # a list, whose kinds Lightning does not all export
    sync_batchnorm: bool


def _placed(processes: Processes) -> _Placement:
    """One device for each process; not every parameter learns in every step, which DDP must be told.

    The environment is given, as Lightning would take that of a batch system for its own.
    """
    if processes.count == 1:
        return _Placement(
            accelerator="auto",
            devices=1,
            num_nodes=1,
            strategy="auto",
            plugins=[LightningEnvironment(), WholeFiles()],
            sync_batchnorm=False,
        )
    gpus = torch.cuda.is_available()
    return _Placement(
        accelerator="cuda" if gpus else "cpu",
        devices=processes.here,
        num_nodes=processes.machines,
        strategy=DDPStrategy(find_unused_parameters=True, broadcast_buffers=False),
        plugins=[TorchElasticEnvironment(), WholeFiles()],
        sync_batchnorm=gpus,
    )


def _quieten() -> None:
    """Lightning's hints about devices, tips and loaders are for its own users, not for ours."""
    for name in ("lightning.pytorch", "lightning.fabric"):
        logging.getLogger(name).setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="lightning.*")

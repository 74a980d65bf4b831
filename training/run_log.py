"""A stage's log: one CSV row per epoch, the same whether or not the run was interrupted, and its charts.

Training terms are means over the epoch's batches. Their sums so far are a part of every checkpoint, and the
row of an epoch that is trained again replaces the old one.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import lightning
from lightning.pytorch.callbacks import Callback

from engine.progress import OnProgress, Progress
from training.files import written_aside
from training.log_plots import RATE, write_plots
from training.processes import ALONE, Processes
from training.tasks.steps import Step

Row = dict[str, str]
Watch = Callable[[Sequence[Row]], str]

FILM_GAIN = "val_film_gain"
FILM_GAIN_FLOOR = 0.005
"""Nats per word. A run of the phantom recipe gained 0.018 in its first epoch and 0.050 in its fourth; a run
too small to learn from its films 0.0007 and 0.0003."""
VALIDATIONS = 2  # in a row below the floor


def no_watch(_: Sequence[Row]) -> str:
    """Finds nothing to warn of."""
    return ""


def ignored_films(rows: Sequence[Row]) -> str:
    """A warning where drafts do not depend on the film, not yet or not any more; "" where they do."""
    gains = [float(row[FILM_GAIN]) for row in rows[-VALIDATIONS:]]
    if len(gains) < VALIDATIONS or max(gains) >= FILM_GAIN_FLOOR:
        return ""
    return (
        f"drafts do not depend on the film: the right one saves {gains[-1]:.4f} nats per word, and in the "
        f"last {VALIDATIONS} validations never {FILM_GAIN_FLOOR}. Train the encoder longer (warm_up.epochs) "
        "or go on with its lessons (loss.lessons_weight)."
    )


class EpochLog(Callback):
    """Writes a row after each epoch, before the checkpoint of that epoch; `watch` may add a warning to it."""

    def __init__(self, path: Path, watch: Watch = no_watch, processes: Processes = ALONE) -> None:
        self.path, self.watch, self.processes = path, watch, processes
        self.sums: dict[str, float] = {}
        self.batches = 0

    def state_dict(self) -> dict[str, Any]:
        """The sums of the epoch so far, over all processes."""
        return {"sums": self._of_all(), "batches": self.batches}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on with these sums, which the first process keeps; an epoch that begins forgets them."""
        self.sums = dict(state_dict["sums"]) if self.processes.first else {}
        self.batches = state_dict["batches"]

    def _of_all(self) -> dict[str, float]:
        sums: dict[str, float] = {}
        for own in self.processes.gathered(self.sums):
            for name, total in own.items():
                sums[name] = sums.get(name, 0.0) + total
        return sums

    def on_train_epoch_start(self, trainer: lightning.Trainer, pl_module: lightning.LightningModule) -> None:
        """Nothing yet. Lightning leaves this out when it resumes within an epoch."""
        self.sums, self.batches = {}, 0

    def on_train_batch_end(
        self, trainer: lightning.Trainer, pl_module: lightning.LightningModule, outputs: Any, *_: Any
    ) -> None:
        """Add the step's terms."""
        done: Step = outputs
        for name, value in done["terms"].items():
            self.sums[name] = self.sums.get(name, 0.0) + float(value)
        self.batches += 1

    def on_train_epoch_end(self, trainer: lightning.Trainer, pl_module: lightning.LightningModule) -> None:
        """Write the epoch's row; a warning also goes to standard error."""
        sums = self._of_all()
        if not self.processes.first:
            return
        means = {f"train_{name}": total / self.batches for name, total in sums.items()}
        measured = {name: float(value) for name, value in sorted(trainer.callback_metrics.items())}
        measured[RATE] = float(trainer.optimizers[0].param_groups[0]["lr"])
        numbers = {name: f"{value:.7g}" for name, value in (means | measured).items()}
        row = {"epoch": str(trainer.current_epoch), "step": str(trainer.global_step), **numbers}
        rows = [*rows_before(read_rows(self.path), trainer.current_epoch), row]
        row["warning"] = self.watch(rows)
        if row["warning"]:
            print(f"Epoch {trainer.current_epoch}: {row['warning']}", file=sys.stderr)
        write_rows(self.path, rows)
        write_plots(rows, self.path)


class Told(Callback):
    """Tells after every batch how far a stage has come, in batches of all its epochs."""

    def __init__(self, stage: str, on_progress: OnProgress) -> None:
        self.stage, self.on_progress = stage, on_progress

    def on_train_batch_end(
        self, trainer: lightning.Trainer, pl_module: lightning.LightningModule, outputs: Any, *_: Any
    ) -> None:
        """One more."""
        each = int(trainer.num_training_batches)
        done = trainer.global_step * trainer.accumulate_grad_batches
        self.on_progress(Progress(self.stage, done, each * (trainer.max_epochs or 1)))


def read_rows(path: Path) -> list[Row]:
    """The log's rows; none where there is no log yet."""
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rows_before(rows: Iterable[Row], epoch: int) -> list[Row]:
    """The rows of earlier epochs."""
    return [row for row in rows if int(row["epoch"]) < epoch]


def write_rows(path: Path, rows: Sequence[Mapping[str, str]]) -> None:
    """Replace the log."""
    text = io.StringIO()
    columns = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with written_aside(path) as aside:
        aside.write_text(text.getvalue(), encoding="utf-8")

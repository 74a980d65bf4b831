"""A task under Lightning: one step is one batch, however many processes and passes it takes.

Lightning's own accumulation divides the sum of the passes' means by their number, and DDP averages those of
the processes: that is another loss than the batch's own wherever parts have not equally many words. Here a
step first asks all parts what their means run over (`training.tasks.steps`). Because a step is a whole batch,
a run's place, log and checkpoints are the same for any number of processes and passes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, cast

import lightning
import torch
from lightning.pytorch.core.optimizer import LightningOptimizer
from lightning.pytorch.strategies import DDPStrategy
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch.nn.utils import clip_grad_norm_

from engine.errors import RecipeError
from training.data.batches import nothing_readable
from training.processes import Processes
from training.tasks.steps import Counts, Step, Task, Whole, finished

SEEDS = 1 << 62


class Learner(lightning.LightningModule):
    """Trains a task on batches that come as this process's parts, and measures it on whole ones."""

    def __init__(self, task: Task, stage: str, clip_norm: float, processes: Processes) -> None:
        super().__init__()
        self.automatic_optimization = False
        self.task, self.stage, self.clip_norm, self.processes = task, stage, clip_norm, processes
        self.measured: dict[str, tuple[float, int]] = {}

    def training_step(self, parts: Sequence[Any], _: int) -> Step:
        """One step; what this process adds to the loss and the terms of the whole batch.

        `RecipeError` where loss or gradient is no number any more: no weight is changed by such a step.
        """
        optimiser = cast(LightningOptimizer, self.optimizers())
        optimiser.zero_grad()
        some = [part for part in parts if len(part[0])] or parts[:1]
        nothing = torch.zeros((), device=self.device)
        loss, terms = nothing, Counts()
        steps = self._at_once(some[0]) if len(some) == 1 else self._in_passes(some)
        for number, made in enumerate(steps, start=1):
            with self._apart(number < len(some)):
                self._learn_from(made["loss"])
            loss = loss + made["loss"].detach()
            for name, term in made["terms"].items():
                terms[name] = terms.get(name, nothing) + term
        self._move(optimiser, loss)
        return Step(loss=loss, terms=terms)

    def _at_once(self, part: Any) -> Iterator[Step]:
        """The step of a process that takes its part in one pass."""
        learning = self.task.learn(part)
        whole = Whole(self._of_all(next(learning), len(part[0])), first=True)
        yield finished(learning, whole) if len(part[0]) else self._nothing()

    def _in_passes(self, parts: Sequence[Any]) -> Iterator[Step]:
        """The step of each pass; all have said their counts before the first one, with the same draws."""
        seeds = [int(torch.randint(SEEDS, ())) for _ in parts]
        own: Counts = {}
        for part, seed in zip(parts, seeds, strict=True):
            with torch.no_grad(), drawn_from(seed, self.device):
                counts = next(self.task.learn(part))
            own = {name: own[name] + count if own else count for name, count in counts.items()}
        whole = self._of_all(own, sum(len(part[0]) for part in parts))
        for number, (part, seed) in enumerate(zip(parts, seeds, strict=True)):
            with drawn_from(seed, self.device):
                learning = self.task.learn(part)
                next(learning)
                yield finished(learning, Whole(whole, first=number == 0))

    def _of_all(self, own: Counts, items: int) -> Counts:
        """The counts of all processes; `RecipeError` where none of them has a film."""
        there = torch.tensor(items, device=self.device)
        counts = self.processes.summed({**own, "items": there})
        if not items and not int(counts["items"]):
            raise nothing_readable()
        return counts

    def _nothing(self) -> Step:
        """What a part without a readable film adds; DDP waits for a gradient from every process."""
        zeros = [parameter.sum() * 0 for parameter in self.parameters() if parameter.requires_grad]
        return Step(loss=torch.stack(zeros).sum(), terms={})

    @contextmanager
    def _apart(self, apart: bool) -> Iterator[None]:
        """Keep gradients to this process until its last pass."""
        strategy = self.trainer.strategy
        with strategy.block_backward_sync() if apart and isinstance(strategy, DDPStrategy) else nullcontext():
            yield

    def _learn_from(self, loss: torch.Tensor) -> None:
        """Gradients as outside of autocast; DDP takes the mean over processes, and a batch's is their sum."""
        with torch.autocast(self.device.type, enabled=False):
            self.manual_backward(loss * self.processes.count)

    def _move(self, optimiser: LightningOptimizer, loss: torch.Tensor) -> None:
        gradient = clip_grad_norm_(list(self.task.parameters()), self.clip_norm or math.inf)
        total = self.processes.summed({"loss": loss})["loss"]
        if not bool(torch.isfinite(gradient + total)):
            raise self._diverged(float(total), float(gradient))
        optimiser.step()
        schedule: Any = self.lr_schedulers()
        if schedule is not None:
            schedule.step()

    def _diverged(self, loss: float, gradient: float) -> RecipeError:
        return RecipeError(
            f"training has diverged: in {self.stage}, epoch {self.trainer.current_epoch + 1}, step "
            f"{self.trainer.global_step + 1}, the loss is {loss} and its gradient {gradient} long.",
            todo=(
                "What was saved before is whole. Begin a new run with a lower rate (optimiser.lr, "
                'warm_up.lr), optimiser.clip_norm=1 or precision="float32".'
            ),
        )

    def on_load_checkpoint(self, checkpoint: dict[str, Any]) -> None:
        """`RecipeError` where a stage was begun before there were learners, who count steps otherwise."""
        if not all(name.startswith("task.") for name in checkpoint["state_dict"]):
            raise RecipeError(
                f"{self.stage} was begun by an earlier version of this program and cannot go on.",
                todo="Begin a new run. The best weights so far can be exported as before.",
            )

    def on_validation_epoch_start(self) -> None:
        """Nothing is measured yet."""
        self.measured = {}

    def validation_step(self, batch: Any, number: int) -> None:
        """Measure a whole batch; batches are dealt out to the processes, None where there is none for one."""
        if batch is None:
            return
        found = self.task.measure(batch, number * self.processes.count + self.processes.number)
        for name, value in found.values.items():
            total, items = self.measured.get(name, (0.0, 0))
            self.measured[name] = total + found.items * float(value), items + found.items

    def on_validation_epoch_end(self) -> None:
        """Means over the items of all batches that all processes measured."""
        sums: dict[str, tuple[float, int]] = {}
        for own in self.processes.gathered(self.measured):
            for name, (total, items) in own.items():
                before, counted = sums.get(name, (0.0, 0))
                sums[name] = before + total, counted + items
        self.log_dict({name: total / items for name, (total, items) in sums.items()})

    def configure_optimizers(self) -> OptimizerLRScheduler:
        """The task's own, for as many steps as there will be."""
        return self.task.optimisers(int(self.trainer.estimated_stepping_batches))


@contextmanager
def drawn_from(seed: int, device: torch.device) -> Iterator[None]:
    """Within the block torch draws from this seed; afterwards it goes on as if nothing had been drawn."""
    devices = [device] if device.type == "cuda" else []
    with torch.random.fork_rng(devices):
        torch.manual_seed(seed)
        yield

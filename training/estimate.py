"""How long a run will take and what memory it needs, measured on a few steps of each stage before it starts.

The steps are taken by a model of their own, with the run's first batches, and leave no trace in the run: its
random generators are put back. Validation is counted as a step without its gradients.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import torch

from training.durations import in_words
from training.fit import Material, StageTask, stage_tasks
from training.processes import ALONE, Processes
from training.recipes import Recipe
from training.runs import Run
from training.stages import native_precision
from training.tasks.steps import whole_step

STEPS = 3  # that are timed, after one that is not
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class StageEstimate:
    """A stage: epochs of so many steps and validation batches, and the seconds of one of each."""

    name: str
    epochs: int
    steps: int
    step_seconds: float
    validations: int
    validation_seconds: float

    @property
    def seconds(self) -> float:
        """All of it."""
        once = self.steps * self.step_seconds + self.validations * self.validation_seconds
        return self.epochs * once


@dataclass(frozen=True, slots=True)
class Estimate:
    """All stages, on which device, the most memory that was in use; None where the system does not tell."""

    stages: tuple[StageEstimate, ...]
    device: str
    memory_bytes: int | None

    def text(self) -> str:
        """In a few lines, for people."""
        lines = [
            f"  {stage.name}: {stage.epochs} epochs of {stage.steps} steps at {stage.step_seconds:.2g} s, "
            f"{in_words(stage.seconds)}"
            for stage in self.stages
        ]
        memory = f"{self.memory_bytes / 1e9:.1f} GB" if self.memory_bytes is not None else "not known here"
        total = in_words(sum(stage.seconds for stage in self.stages))
        head = f"Estimate from {STEPS} steps of each stage on {self.device}: {total}, memory {memory}."
        return "\n".join([head, *lines])


def estimate(
    run: Run, material: Material, clock: Clock = time.perf_counter, processes: Processes = ALONE
) -> Estimate:
    """Measure every stage of a run that has not begun, of several processes what one does for itself."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    with generators_kept():
        stages = [
            _measured(each, run.recipe, device, clock, processes) for each in stage_tasks(run, material)
        ]
    return Estimate(tuple(stages), device.type, _memory(device))


@contextmanager
def generators_kept() -> Iterator[None]:
    """Within the block torch's random generators may be used; afterwards they are as before."""
    with torch.random.fork_rng():
        yield


def _measured(
    each: StageTask, recipe: Recipe, device: torch.device, clock: Clock, processes: Processes
) -> StageEstimate:
    task = each.task.to(device)
    optimiser = torch.optim.RAdam(task.parameters(), lr=1e-9)  # as large as the run's own; nothing moves
    batches = each.data.epoch(0, 0, processes.parts()[0])
    taken = []
    for batch in islice(_again(batches), STEPS + 1):
        began = clock()
        with _precision(recipe, device):
            done = whole_step(task, _on(batch, device))
        done["loss"].backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        _finish(device)
        taken.append(clock() - began)
    held_out = each.data.validation(processes.turn())
    first = next(iter(held_out))
    began = clock()
    with torch.no_grad(), _precision(recipe, device):
        whole_step(task, _on(first, device))
    _finish(device)
    return StageEstimate(
        each.stage.name,
        each.stage.epochs,
        len(batches),
        processes.passes * statistics.median(taken[1:]),
        len(held_out),
        clock() - began,
    )


def _again(batches: Any) -> Iterator[Any]:
    while True:
        yield from batches


def _on(batch: Any, device: torch.device) -> Any:
    return type(batch)(*(part.to(device) for part in batch))


def _precision(recipe: Recipe, device: torch.device) -> torch.autocast:
    cpu = torch.backends.cpu.get_cpu_capability()
    native = native_precision(recipe.precision, cpu, on_gpu=device.type == "cuda")
    return torch.autocast(device.type, torch.bfloat16, enabled=native == "bfloat16")


def _finish(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def _memory(device: torch.device) -> int | None:
    """The most that was in use so far: of the GPU, else of this process."""
    if device.type == "cuda":
        return int(torch.cuda.max_memory_reserved(device))
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak) if sys.platform == "darwin" else 1024 * int(peak)

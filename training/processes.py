"""The processes that train one run together, each on a part of every batch, on one machine or on many.

They are started by `--devices`, or by torchrun, whose environment variables tell each which one it is. They
meet in a process group of torch (NCCL on GPUs, gloo on CPUs) and in a second one (gloo) for what is no tensor
and for long waits: the first process alone prepares data and writes files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from typing import Any, TypeVar, cast

import torch
from torch import distributed

from engine.errors import DeviceUnavailable, ProcessLost, RecipeError
from training.data.parts import Part

STEP_LIMIT = timedelta(minutes=30)
"""How long a process waits for the others within a step before it gives up."""
WAIT_LIMIT = timedelta(days=7)  # for the first one to decode a corpus; its end is noticed at once
LOST = ("connection closed by peer", "connection reset", "connection refused", "broken pipe", "timed out")
"""What gloo says, in plain RuntimeErrors, where another process is no longer there."""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Processes:
    """Which of how many processes this is, and in how many passes each takes its part of a batch.

    `here` of them run on each machine; this one is number `place` among those.
    """

    number: int = 0
    count: int = 1
    place: int = 0
    here: int = 1
    passes: int = 1
    talk: distributed.ProcessGroup | None = None

    @property
    def first(self) -> bool:
        """Whether this is the one that writes and speaks."""
        return self.number == 0

    @property
    def machines(self) -> int:
        """How many machines there are."""
        return self.count // self.here

    def parts(self) -> list[Part]:
        """Of every batch to learn from, what this process takes, pass by pass."""
        first, parts = self.number * self.passes, self.count * self.passes
        return [Part(first + turn, parts) for turn in range(self.passes)]

    def turn(self) -> Part:
        """Of all whole batches, those that are dealt to this process."""
        return Part(self.number, self.count)

    def summed(self, values: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        """The sums over all processes, which name the same values in the same order."""
        if self.count == 1:
            return dict(values)
        flat = torch.cat([value.detach().double().flatten() for value in values.values()])
        distributed.all_reduce(flat)
        sizes = [value.numel() for value in values.values()]
        parts = zip(values.items(), flat.split(sizes), strict=True)
        return {name: part.view_as(value).to(value.dtype) for (name, value), part in parts}

    def gathered(self, value: Value) -> list[Value]:
        """What every process gives, in their order."""
        if self.count == 1:
            return [value]
        found: list[Any] = [None] * self.count
        distributed.all_gather_object(found, value, group=self.talk)
        return found

    def told(self, value: Value) -> Value:
        """What the first process says."""
        if self.count == 1:
            return value
        box: list[Any] = [value]
        distributed.broadcast_object_list(box, 0, group=self.talk)
        said: Value = box[0]
        return said

    def first_says(self, make: Callable[[], Value]) -> Value:
        """What the first process makes, told to all; where it fails, it says why and the others end."""
        said: tuple[bool, Value | None] = (False, None)
        try:
            if self.first:
                said = (True, make())
        finally:
            said = self.told(said)
        if not said[0]:
            sys.exit(1)
        return cast(Value, said[1])

    def first_alone(self, prepare: Callable[[], Value]) -> Value:
        """Let the first process prepare, and the others once it is done: they find what it wrote.

        What it says to standard error they do not repeat.
        """
        prepared: list[Value] = []
        self.first_says(lambda: prepared.append(prepare()))
        if self.first:
            return prepared[0]
        with redirect_stderr(StringIO()):
            return prepare()


ALONE = Processes()


@contextmanager
def joined(environment: Mapping[str, str], devices: int, passes: int) -> Iterator[Processes]:
    """This process among those that were started with it; alone where the environment names no others.

    Within the block a process that others have left raises `ProcessLost`.
    """
    number, count, place, here = _places(environment)
    check_devices(here, devices, count)
    if count == 1:
        yield Processes(passes=passes)
        return
    backend = "gloo"
    if torch.cuda.is_available():
        torch.cuda.set_device(place)
        backend = "nccl"
    try:
        with losses_said():
            distributed.init_process_group(backend, timeout=STEP_LIMIT)
            talk = cast(distributed.ProcessGroup, distributed.new_group(backend="gloo", timeout=WAIT_LIMIT))
            yield Processes(number, count, place, here, passes, talk)
    finally:
        if distributed.is_initialized():
            distributed.destroy_process_group()


def _places(environment: Mapping[str, str]) -> tuple[int, int, int, int]:
    """RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE; RecipeError where a launcher left some of them out."""
    if "WORLD_SIZE" not in environment:
        return 0, 1, 0, 1
    try:
        number, count, place = (int(environment[each]) for each in ("RANK", "WORLD_SIZE", "LOCAL_RANK"))
        return number, count, place, int(environment.get("LOCAL_WORLD_SIZE", count))
    except (KeyError, ValueError) as problem:
        raise RecipeError(
            "WORLD_SIZE is set, but RANK and LOCAL_RANK do not say as whole numbers which process this is.",
            todo="Start the processes with torchrun, or give --devices and unset WORLD_SIZE.",
        ) from problem


@contextmanager
def losses_said() -> Iterator[None]:
    """Within the block `ProcessLost` is raised where torch says that another process is gone."""
    try:
        yield
    except RuntimeError as problem:
        if not is_loss(problem):
            raise
        raise ProcessLost(
            "another process of this run has ended, and without it none can go on.",
            todo="Look at what it said last.",
        ) from problem


def check_devices(here: int, devices: int, count: int) -> None:
    """An error of ours where the processes of this machine cannot have a device each."""
    if devices not in (1, here):
        raise RecipeError(
            f"--devices {devices} is given, and {here} processes were started here.",
            todo="Leave --devices out under torchrun.",
        )
    if count % here:
        raise RecipeError(
            f"{count} processes cannot be {here} on each machine.",
            todo="Start equally many on every machine.",
        )
    if torch.cuda.is_available() and torch.cuda.device_count() < here:
        raise DeviceUnavailable(
            f"{here} GPUs were asked for, and this machine has {torch.cuda.device_count()}.",
            todo="Give fewer --devices.",
        )


def is_loss(problem: BaseException) -> bool:
    """Whether torch says that another process is no longer there."""
    said = str(problem).lower()
    return isinstance(problem, distributed.DistError) or any(each in said for each in LOST)

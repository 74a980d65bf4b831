"""What a training step is: means over a batch that may lie in parts, on several devices or one after another.

A task says first what its means run over in its part (`Counts`: words, studies, cells). It is then told what
they run over in all parts together (`Whole`), and hands back its own sums divided by those: the losses of all
parts add up to the loss of the whole batch, and so do their gradients. A mean of the parts' own means would
be another loss, wherever parts have not equally many words.

Terms are returned rather than logged, because Lightning's own sums are lost when a run is resumed within an
epoch; `training.run_log` keeps ours in the checkpoint.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, TypedDict

import torch
from lightning.pytorch.utilities.types import OptimizerLRScheduler
from torch import nn

Counts = dict[str, torch.Tensor]


class Whole(NamedTuple):
    """What the means of a step run over in all parts; `first` for the first part that a process learns from.

    A task that keeps counts of its own adds them once, in the first part.
    """

    counts: Counts
    first: bool


class Step(TypedDict):
    """`loss` with its graph, `terms` without; of a part, what it adds to those of the whole batch."""

    loss: torch.Tensor
    terms: dict[str, torch.Tensor]


Learning = Generator[Counts, Whole, Step]


class Measured(NamedTuple):
    """Means over the `items` of a validation batch."""

    items: int
    values: dict[str, torch.Tensor]


class Task(Protocol):
    """A torch module that is trained in a stage, and how; `training.learner` brings it to Lightning."""

    def learn(self, batch: Any) -> Learning:
        """The step of a batch or of a part of one. Up to the yield it works for an empty part too."""

    def measure(self, batch: Any, number: int) -> Measured:
        """What validation says of a whole batch, which is number `number` from 0 on."""

    def optimisers(self, steps: int) -> OptimizerLRScheduler:
        """Optimiser and schedule for so many steps, as Lightning wants them described."""

    def parameters(self) -> Iterator[nn.Parameter]:
        """As every module has them."""

    def state_dict(self) -> dict[str, Any]:
        """The tensors by their names."""

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> Any:
        """Take these tensors."""

    def to(self, device: torch.device) -> Any:
        """Move it there."""


def step(loss: torch.Tensor, terms: Mapping[str, torch.Tensor]) -> Step:
    """The step of this loss; `terms` are scalars, logged as `train_<name>`."""
    return Step(loss=loss, terms={name: value.detach() for name, value in terms.items()})


def finished(learning: Learning, whole: Whole) -> Step:
    """The step of a part that has said its counts."""
    try:
        learning.send(whole)
    except StopIteration as done:
        made: Step = done.value
        return made
    raise AssertionError("a task says its counts once")


def whole_step(task: Task, batch: Any) -> Step:
    """The step of a batch that is there whole."""
    learning = task.learn(batch)
    return finished(learning, Whole(next(learning), first=True))

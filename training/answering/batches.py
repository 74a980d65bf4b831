"""Questions as rows of tokens, and batches of them in an order that only the seed and the epoch decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from engine.errors import QuestionsMalformed
from engine.models.moebqa import Rows
from engine.runtime.rows import row_batch
from engine.text.question_rows import QuestionRow, RowBuilder
from training.answering.questions import Asked
from training.data.batches import dealt_starts, shuffled_batches
from training.data.parts import WHOLE, Part


class AnswerBatch(NamedTuple):
    """B questions with R rows in all: `rows` (R, T); `states` (R, T, D) of the bottom, or (0,) if not kept;

    `present` (B, C) which options are there, in the rows' order; `keys` (B,).
    """

    rows: Rows
    states: Tensor
    present: Tensor
    keys: Tensor


class States(Protocol):
    """What the bottom made of rows."""

    def of(self, rows: Sequence[int], length: int) -> Tensor:
        """(R, length, D) float32, zeros where a row is shorter; (0,) where nothing is kept."""


class NoStates:
    """For a bottom that learns."""

    def of(self, rows: Sequence[int], length: int) -> Tensor:
        """Nothing is kept."""
        return torch.zeros(0)


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions with their rows; question i has the rows from `starts[i]` up to `starts[i + 1]`.

    `states` are asked for by row number, counted on from `first_row`.
    """

    asked: tuple[Asked, ...]
    rows: tuple[QuestionRow, ...]
    starts: tuple[int, ...]
    pad: int
    states: States
    first_row: int = 0

    def __len__(self) -> int:
        return len(self.asked)

    def lengths(self) -> list[int]:
        """The longest row of each question, in tokens."""
        return [max(len(row.ids) for row in self.rows_of(index)) for index in range(len(self))]

    def rows_of(self, index: int) -> tuple[QuestionRow, ...]:
        """A question's rows, one for each option."""
        return self.rows[self.starts[index] : self.starts[index + 1]]

    def batch(self, chosen: Sequence[int]) -> AnswerBatch:
        """The questions at these positions."""
        numbers = [row for index in chosen for row in range(self.starts[index], self.starts[index + 1])]
        arrays = row_batch([self.rows[row] for row in numbers], self.pad)
        options = torch.tensor([self.starts[index + 1] - self.starts[index] for index in chosen])
        return AnswerBatch(
            rows=Rows(*(torch.from_numpy(array) for array in arrays)),
            states=self.states.of([self.first_row + row for row in numbers], arrays.ids.shape[1]),
            present=torch.arange(int(options.max())) < options[:, None],
            keys=torch.tensor([self.asked[index].key for index in chosen]),
        )


def question_set(asked: Sequence[Asked], builder: RowBuilder) -> tuple[QuestionSet, int]:
    """The questions whose rows fit, without states, and how many do not fit."""
    fitting: list[Asked] = []
    rows: list[QuestionRow] = []
    starts = [0]
    for each in asked:
        try:
            own = builder.rows(each.question, each.evidence)
        except QuestionsMalformed:
            continue
        fitting.append(each)
        rows += own
        starts.append(len(rows))
    pad = builder.tokenizer.pad
    made = QuestionSet(tuple(fitting), tuple(rows), tuple(starts), pad, NoStates())
    return made, len(asked) - len(fitting)


@dataclass(frozen=True, slots=True)
class QuestionEpoch:
    """One pass over a set, from batch number `start` on. Iterating twice gives the same batches.

    Of each batch only `part` is made.
    """

    data: QuestionSet
    batch: int
    seed: int
    epoch: int
    start: int = 0
    part: Part = WHOLE

    def __len__(self) -> int:
        return len(self.data) // self.batch or 1

    def __iter__(self) -> Iterator[AnswerBatch]:
        random = np.random.default_rng([self.seed, self.epoch])
        for chosen in shuffled_batches(self.data.lengths(), self.batch, random)[self.start :]:
            yield self.data.batch(self.part.of(chosen))


@dataclass(frozen=True, slots=True)
class QuestionsInOrder:
    """A set from front to back: for validation, and for counting where rows go.

    Whole batches are dealt out: of them `part` has every `part.parts`-th one.
    """

    data: QuestionSet
    batch: int
    part: Part = WHOLE

    def __len__(self) -> int:
        return len(dealt_starts(len(self.data), self.batch, self.part))

    def __iter__(self) -> Iterator[AnswerBatch]:
        for start in dealt_starts(len(self.data), self.batch, self.part):
            yield self.data.batch(range(start, min(start + self.batch, len(self.data))))


@dataclass(frozen=True, slots=True)
class QuestionBatches:
    """A run's questions as a stage's data."""

    train: QuestionSet
    val: QuestionSet
    size: int
    seed: int

    def epoch(self, epoch: int, start: int, part: Part = WHOLE) -> QuestionEpoch:
        """The part of each training batch of an epoch from number `start` on."""
        return QuestionEpoch(self.train, self.size, self.seed, epoch, start, part)

    def validation(self, part: Part = WHOLE) -> QuestionsInOrder:
        """Validation questions, every `part.parts`-th batch."""
        return QuestionsInOrder(self.val, self.size, part)

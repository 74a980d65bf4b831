"""Batches for training, in an order that only the seed and the epoch decide."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from engine.errors import RecipeError
from engine.panel import FloatArray
from engine.preprocess import InputConvention
from engine.text.tokenizer import ReportTokenizer
from training.data.augment import Changes, change_films, draw_changes
from training.data.corpus import CorpusStudy
from training.data.films import LEVELS, BoolArray, Films
from training.data.parts import WHOLE, Part
from training.data.targets import Slots, cell_targets
from training.recipes import AugmentRecipe

POOL = 16  # batches whose studies are sorted by report length together, so that little padding is computed


class Batch(NamedTuple):
    """B studies: images (B, F, C, H, W) in model units, present (B, F), tokens (B, T) from begin to end,

    targets (B, S) of the label slots, cells (B, F, L, h, w) in [0, 1].
    """

    images: torch.Tensor
    present: torch.Tensor
    tokens: torch.Tensor
    targets: torch.Tensor
    cells: torch.Tensor


@dataclass(frozen=True, slots=True)
class Reports:
    """Token ids of n reports end to end in one array, four bytes a token; report i is `starts`[i:i + 1]."""

    ids: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64]

    @classmethod
    def of(cls, reports: Iterable[Sequence[int]]) -> Reports:
        """Reports as given, one by one."""
        ids, starts = array("i"), array("q", [0])
        for report in reports:
            ids.extend(report)
            starts.append(len(ids))
        return cls(np.array(ids, np.int32), np.array(starts, np.int64))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, index: int) -> list[int]:
        return list(map(int, self.ids[self.starts[index] : self.starts[index + 1]]))

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """How many tokens each has."""
        return np.diff(self.starts)


@dataclass(frozen=True, slots=True)
class ReportSet:
    """One split: rows of the film cache, token ids with begin and end, label targets (n, S)."""

    cache: Films
    convention: InputConvention
    rows: npt.NDArray[np.int64]
    reports: Reports
    targets: FloatArray
    pad: int

    def __len__(self) -> int:
        return len(self.rows)

    def batch(self, chosen: Sequence[int], changes: Changes | None) -> Batch:
        """The studies at these positions, films changed if so asked; masks stay: a shift is below a cell.

        A study of which no film can be read is left out; a batch may be empty.
        """
        taken = self.cache.take(self.rows[list(chosen)])
        readable: BoolArray = np.asarray(taken.present.any(axis=1))
        if not readable.all():
            chosen = [place for place, can in zip(chosen, readable, strict=True) if can]
            taken = taken.take(np.flatnonzero(readable))
            changes = changes.only(readable) if changes is not None else None
        grey: FloatArray = np.asarray(taken.films / np.float32(LEVELS), np.float32)  # (B, F, H, W)
        grey = change_films(grey, changes) if changes is not None else grey
        cells = cell_targets(np.asarray(taken.masks / np.float32(LEVELS), np.float32))  # (B, L, F, h, w)
        return Batch(
            images=in_model_units(torch.from_numpy(grey), self.convention),
            present=torch.from_numpy(np.array(taken.present)),
            tokens=padded([self.reports[index] for index in chosen], self.pad),
            targets=torch.from_numpy(self.targets[list(chosen)]),
            cells=torch.from_numpy(cells).transpose(1, 2),
        )


def in_model_units(grey: torch.Tensor, convention: InputConvention) -> torch.Tensor:
    """Grey (B, F, H, W) in [0, 1] to the model's (B, F, C, H, W)."""
    mean = torch.tensor(convention.mean).view(-1, 1, 1)
    std = torch.tensor(convention.std).view(-1, 1, 1)
    return (grey.unsqueeze(2) - mean) / std


def report_set(
    cache: Films,
    convention: InputConvention,
    studies: Sequence[CorpusStudy],
    rows: Sequence[int],
    tokenizer: ReportTokenizer,
    slots: Slots,
    max_tokens: int,
) -> ReportSet:
    """The studies as token ids and targets; `rows` are their places in the cache."""
    return ReportSet(
        cache=cache,
        convention=convention,
        rows=np.asarray(rows, np.int64),
        reports=Reports.of(report_ids(tokenizer, study.report, max_tokens) for study in studies),
        targets=np.stack([slots.targets(study) for study in studies]),
        pad=tokenizer.pad,
    )


def report_ids(tokenizer: ReportTokenizer, report: str, max_tokens: int) -> tuple[int, ...]:
    """Begin, the report's ids, end; cut to `max_tokens` in all, without the end mark if it was cut."""
    return (tokenizer.bos, *tokenizer.encode(report), tokenizer.eos)[:max_tokens]


def padded(reports: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
    """(B, T) ids, `pad` on the right."""
    length = max((len(report) for report in reports), default=0)
    rows = [[*report, *([pad] * (length - len(report)))] for report in reports]
    return torch.tensor(rows, dtype=torch.long).view(len(reports), length)


@dataclass(frozen=True, slots=True)
class Epoch:
    """One pass over a set, from batch number `start` on. Iterating twice gives the same batches.

    Every batch has its own draws, so that those left out need not be made. The length counts them too.
    Of each batch only `part` is made, with the draws that it has in the whole.
    """

    data: ReportSet
    batch: int
    seed: int
    epoch: int
    augment: AugmentRecipe
    start: int = 0
    part: Part = WHOLE

    def __len__(self) -> int:
        return len(self.data) // self.batch or 1

    def __iter__(self) -> Iterator[Batch]:
        lengths = self.data.reports.lengths
        order = shuffled_batches(lengths, self.batch, np.random.default_rng([self.seed, self.epoch]))
        for number, chosen in enumerate(order[self.start :], start=self.start + 1):
            random = np.random.default_rng([self.seed, self.epoch, number])  # from 1: a last 0 is no entropy
            changes = draw_changes(len(chosen), self.augment, random)
            places = self.part.of(range(len(chosen)))
            yield self.data.batch([chosen[place] for place in places], changes.only(places))


@dataclass(frozen=True, slots=True)
class InOrder:
    """A set from front to back, unchanged: for validation. `RecipeError` where a batch is empty.

    Whole batches are dealt out: of them `part` has every `part.parts`-th one.
    """

    data: ReportSet
    batch: int
    part: Part = WHOLE

    def __len__(self) -> int:
        return len(self._starts)

    def __iter__(self) -> Iterator[Batch]:
        for start in self._starts:
            batch = self.data.batch(range(start, min(start + self.batch, len(self.data))), None)
            if not len(batch.images):
                raise nothing_readable()
            yield batch

    @property
    def _starts(self) -> range:
        return dealt_starts(len(self.data), self.batch, self.part)


def dealt_starts(items: int, batch: int, part: Part) -> range:
    """Where the batches begin that are dealt to `part`."""
    return range(part.number * batch, items, part.parts * batch)


def nothing_readable() -> RecipeError:
    """What a batch is that has lost all its films."""
    return RecipeError("no film of a whole batch can be read.", todo="Check that the films are there.")


def shuffled_batches(
    lengths: Sequence[int] | npt.NDArray[np.int64], batch: int, random: np.random.Generator
) -> list[list[int]]:
    """Positions in random order, batches of alike lengths; an incomplete last batch is left out.

    A set smaller than one batch is one batch.
    """
    order = random.permutation(len(lengths))
    if len(order) < batch:
        return [order.tolist()]
    full = order[: len(order) // batch * batch]
    pools = [full[start : start + POOL * batch] for start in range(0, len(full), POOL * batch)]
    by_length = np.concatenate([sorted(pool, key=lambda index: lengths[index]) for pool in pools])
    batches = by_length.reshape(-1, batch)
    return [chosen.tolist() for chosen in random.permutation(batches)]

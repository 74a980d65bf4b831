"""What the engine asks of whatever runs a panel's model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from engine.decoding import IntArray, TopK
from engine.panel import FloatArray

BoolArray = npt.NDArray[np.bool_]
Device = Literal["auto", "cpu", "cuda"]
DEVICES: tuple[Device, ...] = get_args(Device)


@dataclass(frozen=True, slots=True)
class Description:
    """What really runs, for a draft's origin: "torch 2.14.1, packed", "cpu", "float32".

    A runtime that could run on something better says in its name why it does not.
    """

    runtime: str
    device: str
    precision: str


class RunnerState(Protocol):
    """Studies once looked at, and rows being written: one per study and expert, study by study.

    Before the first `reorder` there are R = B M rows, which `expert_maps` and `features` keep describing.
    """

    @property
    def rows(self) -> int:
        """How many rows are being written now."""

    @property
    def attention(self) -> FloatArray:
        """(rows, F, h, w): where each row looked in its last step; sums to 1, 0 on absent films."""

    @property
    def expert_maps(self) -> FloatArray:
        """(B M, F, h, w): each expert's encoder attention; sums to 1, 0 on absent films."""

    @property
    def features(self) -> FloatArray:
        """(B F, D): the mean visual token of each film, study by study; 0 for absent films."""

    def reorder(self, parents: IntArray) -> None:
        """Let new row r continue old row parents[r]; see `engine.decoding.State`."""


S = TypeVar("S", bound=RunnerState)


class Runner(Protocol[S]):
    """A model, ready on a device."""

    def describe(self) -> Description:
        """What runs where."""

    def encode(self, images: FloatArray, present: BoolArray) -> S:
        """Look at one study: images (F, C, H, W) as the bundle's input convention says, present (F,)."""

    def encode_batch(self, images: FloatArray, present: BoolArray) -> S:
        """Look at B studies: (B, F, C, H, W) and (B, F)."""

    def step(self, tokens: IntArray, state: S, k: int) -> tuple[TopK, S]:
        """The k likeliest tokens after the last token of every row, which are `tokens` (rows,)."""

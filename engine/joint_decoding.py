"""One report a study from all its experts at once: before each token their probabilities become one.

    mean       p = (p_1 + ... + p_M) / M                              averaging
    maximum    p ~ max_m p_m                                          the surest expert's token
    majority   p = (votes + (p_1 + ... + p_M) / M) / (M + 1)          an expert's vote is its likeliest token

This is what voting on whole drafts is compared with (METransformer, CVPR 2023, table 3). A ballot of equal
votes is decided by the mean. Every rule gives probabilities, so that beams compete as they always do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from engine.decoding import IntArray, State, Step, TopK
from engine.panel import FloatArray

JointRule = Literal["mean", "maximum", "majority"]
JOINT_RULES: tuple[JointRule, ...] = get_args(JointRule)

Float64Array = npt.NDArray[np.float64]
S = TypeVar("S", bound=State)


class JointState(Generic[S]):
    """A model's state, seen as one row where it has one for each of `experts`.

    A fresh model's rows stand study by study, expert by expert. With beams those of one expert stay together,
    as `State.reorder` asks: joint row (study s, beam b) is the model's rows (s, m, b) for all m.
    """

    def __init__(self, inner: S, experts: int) -> None:
        self.inner = inner
        self.experts = experts
        self.beams = 1

    @property
    def rows(self) -> int:
        """How many reports are being written now."""
        return self.inner.rows // self.experts

    @property
    def attention(self) -> FloatArray:
        """(rows, F, h, w): the mean of where the experts looked in their last step."""
        maps = self.inner.attention
        split = maps.reshape(-1, self.experts, self.beams, *maps.shape[1:])
        return np.asarray(split.mean(axis=1).reshape(self.rows, *maps.shape[1:]), np.float32)

    def reorder(self, parents: IntArray) -> None:
        """Let new row r continue old row parents[r]; a study's stay together, equally many for each."""
        studies, beams = np.divmod(parents, self.beams)
        width = len(parents) // len(np.unique(studies))
        first = (studies.reshape(-1, 1, width) * self.experts + np.arange(self.experts)[:, None]) * self.beams
        self.inner.reorder((first + beams.reshape(-1, 1, width)).ravel())
        self.beams = width


def joint_step(step: Step[S], vocabulary: int, rule: JointRule) -> Step[JointState[S]]:
    """A step of all experts together from one that steps each; `vocabulary`: how many tokens there are."""
    joined = JOINED[rule]

    def together(tokens: IntArray, state: JointState[S], k: int) -> tuple[TopK, JointState[S]]:
        each = np.repeat(tokens.reshape(-1, 1, state.beams), state.experts, axis=1).ravel()
        top, state.inner = step(each, state.inner, vocabulary)
        chances = np.full((len(each), vocabulary), -np.inf)
        np.put_along_axis(chances, top.tokens, top.log_probabilities.astype(np.float64), axis=1)
        experts = chances.reshape(-1, state.experts, state.beams, vocabulary)
        combined = joined(experts).reshape(len(tokens), vocabulary)
        best = np.argsort(-combined, axis=1, kind="stable")[:, :k]
        likely = np.take_along_axis(combined, best, axis=1)
        return TopK(np.asarray(likely, np.float32), best), state

    return together


def mean(experts: Float64Array) -> Float64Array:
    """log of the mean probability over axis 1 of log-probabilities (B, M, W, V)."""
    return np.asarray(np.logaddexp.reduce(experts, axis=1) - np.log(experts.shape[1]))


def maximum(experts: Float64Array) -> Float64Array:
    """log of the highest probability over axis 1, made to sum to 1 over the vocabulary."""
    highest = experts.max(axis=1)
    return np.asarray(highest - np.logaddexp.reduce(highest, axis=-1, keepdims=True))


def majority(experts: Float64Array) -> Float64Array:
    """log of each token's share of votes, the mean probability counted as one more expert."""
    votes = np.zeros(experts.shape)
    np.put_along_axis(votes, experts.argmax(axis=-1)[..., None], 1.0, axis=-1)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log((votes.sum(axis=1) + np.exp(mean(experts))) / (experts.shape[1] + 1)))


JOINED: dict[JointRule, Callable[[Float64Array], Float64Array]] = {
    "mean": mean,
    "maximum": maximum,
    "majority": majority,
}

"""From a model's next-token probabilities to one report per row: greedy and beam search.

The model is behind a seam: `step(tokens, state, k)` takes the last token of every row and gives the k
likeliest next ones. Rows are independent of each other, so a batch gives what its singles would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from engine.errors import BundleDamaged
from engine.panel import FloatArray, read_only
from engine.progress import CancelToken, OnProgress, Progress

IntArray = npt.NDArray[np.int64]
LengthRule = Literal["none", "mean", "mean_at_end"]

STAGE = "Experts write their drafts"


class TopK(NamedTuple):
    """The k likeliest next tokens of R rows, likeliest first: both (R, k); fewer where there are no more."""

    log_probabilities: FloatArray
    tokens: IntArray


class State(Protocol):
    """What a model keeps between steps for its rows; it stays on the device."""

    @property
    def rows(self) -> int:
        """R."""

    @property
    def attention(self) -> FloatArray:
        """(R, F, h, w): where each row looked in its last step."""

    def reorder(self, parents: IntArray) -> None:
        """Let new row r continue old row parents[r].

        Rows that stem from one first row stay together, equally many for each; without parents they are gone.
        """


S = TypeVar("S", bound=State)
Step = Callable[[IntArray, S, int], tuple[TopK, S]]


@dataclass(frozen=True, slots=True)
class DecodingConfig:
    """How reports are written.

    `beam` hypotheses per row, 1 is greedy. `max_tokens` counts the tokens written, the end token included.
    `length_normalisation`: hypotheses compete by the sum of their log-probabilities ("none"), by the mean
    over their tokens, end token included ("mean"), or by the sum until all have ended and then by the mean,
    with the begin token counted too ("mean_at_end", the rule of ExpansionNet's released code).
    `drafts`: how many of a row's hypotheses are reports, the best first. A panel's experts write one each; a
    captioner writes one row, whose best hypotheses are its drafts.
    """

    beam: int = 1
    max_tokens: int = 60
    length_normalisation: LengthRule = "mean"
    drafts: int = 1

    def __post_init__(self) -> None:
        if self.beam < 1 or self.max_tokens < 1 or self.length_normalisation not in get_args(LengthRule):
            raise ValueError(f"{self} cannot be used")
        if not 1 <= self.drafts <= self.beam:
            raise ValueError(f"{self.drafts} drafts of {self.beam} hypotheses cannot be had")

    def __str__(self) -> str:
        if self.beam == 1:
            return f"greedy, at most {self.max_tokens} tokens"
        rule = self.length_normalisation.replace("_", " ")
        kept = f", the best {self.drafts} kept" if self.drafts > 1 else ""
        return f"beam {self.beam}, length {rule}, at most {self.max_tokens} tokens{kept}"


@dataclass(frozen=True, slots=True)
class Decoded:
    """One row's report.

    `tokens` are without begin and end, `log_probabilities` (T,) theirs in nats; `log_likelihood` is the sum
    with the end token's, if one was written (`ended`; else the report was cut at `max_tokens`).
    `attention` (T, F, h, w) is where the row looked while it wrote each token, (0, 0, 0, 0) if not asked for.
    """

    tokens: tuple[int, ...]
    log_probabilities: FloatArray
    log_likelihood: float
    ended: bool
    attention: FloatArray


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A report so far, as a chain of tokens back to the first."""

    token: int
    log_probability: float
    log_likelihood: float
    length: int
    ended: bool
    attention: FloatArray | None
    before: Hypothesis | None

    def chain(self) -> list[Hypothesis]:
        """All tokens from the first to this one, the begin token left out."""
        links: list[Hypothesis] = []
        link: Hypothesis | None = self
        while link is not None and link.before is not None:
            links.append(link)
            link = link.before
        return links[::-1]


def ignore_report(_row: int, _report: Decoded) -> None:
    """A `Watch.finished` for callers who wait for all reports."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Who looks on while reports are written, and what they want to keep.

    `finished(place, report)` is called once for each report that `decode` returns, at that place, as soon as
    it is done.
    """

    cancel: CancelToken
    progress: OnProgress
    attention: bool = True
    finished: Callable[[int, Decoded], None] = ignore_report


def decode(
    step: Step[S], state: S, config: DecodingConfig, *, begin: int, end: int, watch: Watch
) -> tuple[Decoded, ...]:
    """Write `config.drafts` reports for every row of a fresh `state`, between the tokens `begin` and `end`.

    They stand row by row, the best of each first. Raises Cancelled between two steps, BundleDamaged if the
    model's probabilities are not numbers.
    """
    search = greedy if config.beam == 1 else beam_search
    reports: dict[int, Decoded] = {}
    for row, standing in search(step, state, config, begin=begin, end=end, watch=watch):
        for place, hypothesis in enumerate(standing, start=row * config.drafts):
            reports[place] = _decoded(hypothesis)
            watch.finished(place, reports[place])
    return tuple(reports[place] for place in sorted(reports))


def greedy(
    step: Step[S], state: S, config: DecodingConfig, *, begin: int, end: int, watch: Watch
) -> Iterator[tuple[int, Sequence[Hypothesis]]]:
    """Take the likeliest token each time; rows that have ended are given out and dropped from the state."""
    reports = [_beginning(begin) for _ in range(state.rows)]
    writing = list(range(state.rows))  # which report each row of the state writes
    for done in range(config.max_tokens):
        _look_on(watch, done, config.max_tokens)
        top, attention, state = _stepped(step, state, [reports[report] for report in writing], 1, watch)
        for row, report in enumerate(writing):
            reports[report] = _continued(reports[report], top, row, 0, attention, end)
        going_on = [row for row, report in enumerate(writing) if not reports[report].ended]
        yield from ((report, [reports[report]]) for report in writing if reports[report].ended)
        if len(going_on) < len(writing) and going_on:
            state.reorder(np.array(going_on, np.int64))
        writing = [writing[row] for row in going_on]
        if not writing:
            break
    yield from ((report, [reports[report]]) for report in writing)
    watch.progress(Progress(STAGE, config.max_tokens, config.max_tokens))


def beam_search(
    step: Step[S], state: S, config: DecodingConfig, *, begin: int, end: int, watch: Watch
) -> Iterator[tuple[int, Sequence[Hypothesis]]]:
    """Keep the `config.beam` best hypotheses of every row, ended ones among them.

    A row is done when all have ended, or when the one that is asked for can no longer be beaten. Ties go to
    the better ranked parent, then to the likelier token.
    """
    beams = [[_beginning(begin)] for _ in range(state.rows)]
    writing = list(range(state.rows))  # which beam each group of the state's rows writes
    for done in range(config.max_tokens):
        _look_on(watch, done, config.max_tokens)
        live = [hypothesis for beam in writing for hypothesis in beams[beam]]
        top, attention, state = _stepped(step, state, live, config.beam, watch)
        parents: list[int] = []
        going_on: list[int] = []
        first = 0
        for beam in writing:
            width = len(beams[beam])
            ranked = _ranked(beams[beam], top, range(first, first + width), config)
            beams[beam] = [_chosen(live, top, choice, attention, end) for choice in ranked]
            if _is_done(beams[beam], config):
                yield beam, _standing(beams[beam], config)
            else:
                going_on.append(beam)
                parents.extend(choice.row for choice in ranked)
            first += width
        writing = going_on
        if not writing:
            break
        state.reorder(np.array(parents, np.int64))
    yield from ((beam, _standing(beams[beam], config)) for beam in writing)
    watch.progress(Progress(STAGE, config.max_tokens, config.max_tokens))


class Choice(NamedTuple):
    """A continuation: which row, which of its likeliest tokens (-1: it has ended and stays), how good."""

    row: int
    rank: int
    score: float


def _ranked(
    beam: Sequence[Hypothesis], top: TopK, rows: Sequence[int], config: DecodingConfig
) -> list[Choice]:
    choices: list[Choice] = []
    for row, hypothesis in zip(rows, beam, strict=True):
        if hypothesis.ended:
            choices.append(Choice(row, -1, _score(hypothesis, config)))
            continue
        for rank, log_probability in enumerate(top.log_probabilities[row]):
            total = hypothesis.log_likelihood + float(log_probability)
            choices.append(Choice(row, rank, _normalised(total, hypothesis.length + 1, config)))
    choices.sort(key=lambda choice: -choice.score)  # stable, so ties keep their order
    spare = choices[-1]._replace(score=-np.inf)
    return (choices + [spare] * config.beam)[: config.beam]


def _chosen(
    live: Sequence[Hypothesis], top: TopK, choice: Choice, attention: FloatArray | None, end: int
) -> Hypothesis:
    if choice.score == -np.inf:  # impossible, or there were fewer choices than beams: never continued
        return replace(live[choice.row], log_likelihood=-np.inf, length=1, ended=True)
    if choice.rank < 0:
        return live[choice.row]
    return _continued(live[choice.row], top, choice.row, choice.rank, attention, end)


def _is_done(beam: Sequence[Hypothesis], config: DecodingConfig) -> bool:
    # A sum of log-probabilities only ever falls, so an ended best stays best; a mean may still rise.
    best_stays = config.length_normalisation == "none" and beam[0].ended
    return (best_stays and config.drafts == 1) or all(hypothesis.ended for hypothesis in beam)


def _standing(beam: Sequence[Hypothesis], config: DecodingConfig) -> list[Hypothesis]:
    """The hypotheses that are asked for, best first; of equals, the better ranked.

    Fewer where the model can write no more: what is impossible is given out only where there is nothing else.
    """
    if config.length_normalisation == "mean_at_end":
        by_worth = sorted(beam, key=lambda hypothesis: -hypothesis.log_likelihood / (hypothesis.length + 1))
    else:
        by_worth = sorted(beam, key=lambda hypothesis: -_score(hypothesis, config))
    possible = [hypothesis for hypothesis in by_worth if hypothesis.log_likelihood > -np.inf]
    return (possible or by_worth[:1])[: config.drafts]


def _score(hypothesis: Hypothesis, config: DecodingConfig) -> float:
    return _normalised(hypothesis.log_likelihood, hypothesis.length, config)


def _normalised(log_likelihood: float, length: int, config: DecodingConfig) -> float:
    return log_likelihood / length if config.length_normalisation == "mean" else log_likelihood


def _beginning(begin: int) -> Hypothesis:
    return Hypothesis(begin, 0.0, 0.0, 0, False, None, None)


def _continued(
    hypothesis: Hypothesis, top: TopK, row: int, rank: int, attention: FloatArray | None, end: int
) -> Hypothesis:
    token, log_probability = int(top.tokens[row, rank]), float(top.log_probabilities[row, rank])
    return Hypothesis(
        token=token,
        log_probability=log_probability,
        log_likelihood=hypothesis.log_likelihood + log_probability,
        length=hypothesis.length + 1,
        ended=token == end,
        attention=None if attention is None else attention[row],
        before=hypothesis,
    )


def _stepped(
    step: Step[S], state: S, live: Sequence[Hypothesis], k: int, watch: Watch
) -> tuple[TopK, FloatArray | None, S]:
    tokens = np.array([hypothesis.token for hypothesis in live], np.int64)
    top, state = step(tokens, state, k)
    if np.isnan(top.log_probabilities).any():
        raise BundleDamaged(
            "the model's probabilities are not numbers", todo="Train or copy the bundle again."
        )
    return top, state.attention if watch.attention else None, state


def _look_on(watch: Watch, done: int, total: int) -> None:
    watch.cancel.raise_if_cancelled()
    watch.progress(Progress(STAGE, done, total))


def _decoded(hypothesis: Hypothesis) -> Decoded:
    links = hypothesis.chain()
    words = links[:-1] if hypothesis.ended else links
    maps = [link.attention for link in words if link.attention is not None]
    return Decoded(
        tokens=tuple(link.token for link in words),
        log_probabilities=read_only([link.log_probability for link in words]),
        log_likelihood=hypothesis.log_likelihood,
        ended=hypothesis.ended,
        attention=read_only(np.stack(maps) if maps else np.zeros((0, 0, 0, 0))),
    )

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decoding import Decoded, DecodingConfig, IntArray, LengthRule, TopK, Watch, beam_search, decode
from engine.errors import BundleDamaged
from engine.panel import FloatArray
from engine.progress import Cancelled, CancelToken, Progress, ignore_progress

Table = Mapping[tuple[int, ...], Mapping[int, float]]

BEGIN, END, A, B = 0, 1, 2, 3
QUIET = Watch(CancelToken(), ignore_progress)


class Automaton:
    """A language model written as tables: after each prefix of tokens, the probability of each next token."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self.steps = 0

    def start(self) -> Prefixes:
        return Prefixes([(index, ()) for index in range(len(self.tables))])

    def step(self, tokens: IntArray, state: Prefixes, k: int) -> tuple[TopK, Prefixes]:
        self.steps += 1
        assert len(tokens) == state.rows
        state.prefixes = [
            (table, (*prefix, int(token)))
            for (table, prefix), token in zip(state.prefixes, tokens, strict=True)
        ]
        probabilities = np.stack([self._next(table, prefix) for table, prefix in state.prefixes])
        order = np.argsort(-probabilities, axis=1, kind="stable")[:, :k]
        with np.errstate(divide="ignore"):
            logs = np.log(np.take_along_axis(probabilities, order, 1))
        return TopK(logs.astype(np.float32), order.astype(np.int64)), state

    def _next(self, table: int, prefix: tuple[int, ...]) -> np.ndarray:
        row = np.zeros(4)
        for token, probability in self.tables[table].get(prefix[1:], {END: 1.0}).items():
            row[token] = probability
        return row


class Prefixes:
    """The automaton's state: which table, and what was written, for every row."""

    def __init__(self, prefixes: list[tuple[int, tuple[int, ...]]]) -> None:
        self.prefixes = prefixes
        self.seen_rows: list[int] = []

    @property
    def rows(self) -> int:
        return len(self.prefixes)

    @property
    def attention(self) -> FloatArray:
        return np.array([[[[table, len(prefix)]]] for table, prefix in self.prefixes], np.float32)

    def reorder(self, parents: IntArray) -> None:
        self.prefixes = [self.prefixes[parent] for parent in parents]
        self.seen_rows.append(len(self.prefixes))


GARDEN_PATH: Table = {
    (): {A: 0.6, B: 0.4},
    (A,): {A: 0.4, B: 0.3, END: 0.3},
    (A, A): {END: 0.5, A: 0.5},
    (B,): {B: 0.9, END: 0.1},
    (B, B): {END: 1.0},
}
SHORT: Table = {(): {A: 0.9, B: 0.1}}


def write(*tables: Table, config: DecodingConfig) -> tuple[Decoded, ...]:
    automaton = Automaton(tables)
    return decode(automaton.step, automaton.start(), config, begin=BEGIN, end=END, watch=QUIET)


def test_greedy_takes_the_likeliest_token_each_time() -> None:
    (report,) = write(GARDEN_PATH, config=DecodingConfig(beam=1))
    assert report.tokens == (A, A)
    assert report.log_likelihood == pytest.approx(np.log(0.6 * 0.4 * 0.5))


def test_beam_finds_the_likelier_report_that_greedy_misses() -> None:
    (report,) = write(GARDEN_PATH, config=DecodingConfig(beam=2, length_normalisation="none"))
    assert report.tokens == (B, B)
    assert report.log_likelihood == pytest.approx(np.log(0.4 * 0.9))
    assert report.ended


def test_log_probabilities_are_those_of_the_words_and_the_likelihood_counts_the_end() -> None:
    (report,) = write(GARDEN_PATH, config=DecodingConfig(beam=1))
    assert report.log_probabilities == pytest.approx(np.log([0.6, 0.4]))
    assert report.log_likelihood == pytest.approx(float(report.log_probabilities.sum()) + np.log(0.5))


def test_mean_prefers_the_longer_report_where_the_sum_prefers_the_shorter() -> None:
    long_or_short: Table = {(): {A: 0.45, END: 0.55}, (A,): {A: 0.9, END: 0.1}, (A, A): {END: 1.0}}
    (by_sum,) = write(long_or_short, config=DecodingConfig(beam=2, length_normalisation="none"))
    (by_mean,) = write(long_or_short, config=DecodingConfig(beam=2, length_normalisation="mean"))
    assert by_sum.tokens == ()
    assert by_mean.tokens == (A, A)  # (log 0.45 + log 0.9 + log 1) / 3 > log 0.55


def test_mean_at_end_counts_the_begin_token() -> None:
    begin_decides: Table = {(): {END: 0.55, A: 0.45}, (A,): {END: 0.68, A: 0.32}}
    by_mean, at_end = (
        write(begin_decides, config=DecodingConfig(2, 3, rule))[0] for rule in get_args(LengthRule)[1:]
    )
    assert by_mean.tokens == (A,)  # log 0.306 / 2 = -0.592 > log 0.55 = -0.598
    assert at_end.tokens == ()  # but log 0.306 / 3 = -0.395 < log 0.55 / 2 = -0.299


def test_mean_at_end_searches_by_sums() -> None:
    table: Table = {
        (): {A: 0.5, END: 0.32, B: 0.18},
        (A,): {A: 0.5, B: 0.5},
        (A, A): {A: 0.33, B: 0.33, END: 0.34},
        (A, B): {END: 1.0},
    }
    by_mean, at_end = (
        write(table, config=DecodingConfig(2, 3, rule))[0] for rule in get_args(LengthRule)[1:]
    )
    assert by_mean.tokens == (A, B)  # two hypotheses of mean log 0.5 leave log 0.32 behind
    assert at_end.tokens == ()  # 0.32 and one of 0.25 lead; log 0.32 / 2 > log (0.25 * 0.34) / 4


def test_mean_at_end_goes_on_until_every_hypothesis_has_ended() -> None:
    late: Table = {(): {END: 0.5, A: 0.4}, (A,): {A: 1.0}, (A, A): {A: 1.0}, (A, A, A): {END: 1.0}}
    (by_sum,) = write(late, config=DecodingConfig(beam=2, length_normalisation="none"))
    (at_end,) = write(late, config=DecodingConfig(beam=2, length_normalisation="mean_at_end"))
    assert by_sum.tokens == ()
    assert at_end.tokens == (A, A, A)  # log 0.4 / 5 > log 0.5 / 2


@pytest.mark.parametrize("beam", [1, 2, 3])
def test_a_batch_equals_its_singles(beam: int) -> None:
    config = DecodingConfig(beam=beam)
    together = write(GARDEN_PATH, SHORT, GARDEN_PATH, config=config)
    alone = [write(table, config=config)[0] for table in (GARDEN_PATH, SHORT, GARDEN_PATH)]
    assert [report.tokens for report in together] == [report.tokens for report in alone]
    assert [report.log_likelihood for report in together] == [report.log_likelihood for report in alone]


def test_greedy_drops_rows_that_have_ended() -> None:
    automaton = Automaton([GARDEN_PATH, SHORT])
    state = automaton.start()
    decode(automaton.step, state, DecodingConfig(beam=1), begin=BEGIN, end=END, watch=QUIET)
    assert state.seen_rows == [1]
    assert automaton.steps == 3


def test_a_report_without_an_end_is_cut_and_says_so() -> None:
    endless: Table = {(A,) * length: {A: 1.0} for length in range(9)}
    (greedy,) = write(endless, config=DecodingConfig(beam=1, max_tokens=4))
    (beam,) = write(endless, config=DecodingConfig(beam=3, max_tokens=4))
    assert greedy.tokens == beam.tokens == (A, A, A, A)
    assert not greedy.ended
    assert not beam.ended


def test_more_beams_than_tokens_is_no_trouble() -> None:
    (report,) = write(SHORT, config=DecodingConfig(beam=7))
    assert report.tokens == (A,)


def test_attention_stands_beside_the_token_that_was_written_then() -> None:
    automaton = Automaton([SHORT, GARDEN_PATH])
    for beam in (1, 2):
        config = DecodingConfig(beam=beam, length_normalisation="none")
        _, report = decode(automaton.step, automaton.start(), config, begin=BEGIN, end=END, watch=QUIET)
        assert report.attention.shape == (2, 1, 1, 2)
        assert report.attention[:, 0, 0, 0].tolist() == [1, 1]  # of its own table
        assert report.attention[:, 0, 0, 1].tolist() == [1, 2]  # with that many tokens before


@pytest.mark.parametrize("beam", [1, 2])
def test_each_report_is_handed_over_as_soon_as_it_is_done(beam: int) -> None:
    done: list[tuple[int, Decoded]] = []
    watch = Watch(CancelToken(), ignore_progress, finished=lambda row, report: done.append((row, report)))
    automaton = Automaton([GARDEN_PATH, SHORT])
    reports = decode(
        automaton.step, automaton.start(), DecodingConfig(beam=beam), begin=BEGIN, end=END, watch=watch
    )
    assert [row for row, _ in done] == [1, 0]
    assert [report.tokens for _, report in sorted(done, key=lambda pair: pair[0])] == [
        report.tokens for report in reports
    ]


def test_attention_is_left_out_when_nobody_asks() -> None:
    automaton = Automaton([SHORT])
    watch = Watch(CancelToken(), ignore_progress, attention=False)
    (report,) = decode(automaton.step, automaton.start(), DecodingConfig(), begin=BEGIN, end=END, watch=watch)
    assert report.attention.shape == (0, 0, 0, 0)


@pytest.mark.parametrize("beam", [1, 2])
def test_cancelling_stops_before_the_next_step(beam: int) -> None:
    automaton, cancel = Automaton([GARDEN_PATH]), CancelToken()
    watch = Watch(cancel, lambda progress: cancel.cancel() if progress.done == 1 else None)
    with pytest.raises(Cancelled):
        decode(
            automaton.step, automaton.start(), DecodingConfig(beam=beam), begin=BEGIN, end=END, watch=watch
        )
    assert automaton.steps == 2


@pytest.mark.parametrize("beam", [1, 2])
def test_progress_counts_up_to_its_total(beam: int) -> None:
    seen: list[Progress] = []
    automaton = Automaton([GARDEN_PATH])
    config = DecodingConfig(beam=beam, max_tokens=5)
    watch = Watch(CancelToken(), seen.append)
    decode(automaton.step, automaton.start(), config, begin=BEGIN, end=END, watch=watch)
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    assert (seen[-1].done, seen[-1].total) == (5, 5)


def test_probabilities_that_are_not_numbers_end_in_one_clear_error() -> None:
    class Broken(Automaton):
        def step(self, tokens: IntArray, state: Prefixes, k: int) -> tuple[TopK, Prefixes]:
            top, state = super().step(tokens, state, k)
            return TopK(top.log_probabilities * np.float32("nan"), top.tokens), state

    automaton = Broken([SHORT])
    with pytest.raises(BundleDamaged, match="not numbers"):
        decode(automaton.step, automaton.start(), DecodingConfig(), begin=BEGIN, end=END, watch=QUIET)


def test_a_config_that_cannot_be_used_is_refused() -> None:
    for wrong in ({"beam": 0}, {"max_tokens": 0}, {"length_normalisation": "sum"}):
        with pytest.raises(ValueError, match="cannot be used"):
            DecodingConfig(**wrong)


def all_reports(table: Table, length: int) -> dict[tuple[int, ...], float]:
    """Every report of at most `length` tokens, end included or cut there, with its log-likelihood."""
    reports: dict[tuple[int, ...], float] = {}
    growing: dict[tuple[int, ...], float] = {(): 0.0}
    for _ in range(length):
        longer: dict[tuple[int, ...], float] = {}
        for prefix, total in growing.items():
            for token, probability in table[prefix].items():
                grown = reports if token == END else longer
                grown[(*prefix, token)] = total + float(np.log(np.float32(probability)))
        growing = longer
    return reports | growing


@st.composite
def random_tables(draw: st.DrawFn) -> Table:
    prefixes = [(), (A,), (B,), (A, A), (A, B), (B, A), (B, B)]
    weights = st.lists(st.integers(1, 20), min_size=3, max_size=3)
    table = {}
    for prefix in prefixes:
        drawn = draw(weights)
        table[prefix] = dict(zip((END, A, B), (weight / sum(drawn) for weight in drawn), strict=True))
    return table


@settings(max_examples=60, deadline=None)
@given(random_tables(), st.sampled_from(["none", "mean", "mean_at_end"]))
def test_a_beam_wide_enough_for_every_report_finds_the_best_of_all(table: Table, normalisation: str) -> None:
    config = DecodingConfig(beam=30, max_tokens=3, length_normalisation=normalisation)  # type: ignore[arg-type]
    (found,) = write(table, config=config)
    scores = all_reports(table, 3)
    begins = {"none": None, "mean": 0, "mean_at_end": 1}[
        normalisation
    ]  # tokens that count beside the written

    def score(total: float, length: int) -> float:
        return total if begins is None else total / (length + begins)

    best = max(score(total, len(tokens)) for tokens, total in scores.items())
    reached = score(found.log_likelihood, len(found.tokens) + found.ended)
    assert reached == pytest.approx(best, abs=1e-5)


@settings(max_examples=60, deadline=None)
@given(random_tables())
def test_a_beam_of_one_equals_greedy(table: Table) -> None:
    automaton = Automaton([table])
    config = DecodingConfig(beam=1, max_tokens=3)
    ((_, (searched,)),) = beam_search(
        automaton.step, automaton.start(), config, begin=BEGIN, end=END, watch=QUIET
    )
    (greedy,) = write(table, config=config)
    words = [link.token for link in searched.chain() if link.token != END]
    assert tuple(words) == greedy.tokens
    assert searched.log_likelihood == pytest.approx(greedy.log_likelihood)


@settings(max_examples=60, deadline=None)
@given(random_tables(), st.sampled_from(["none", "mean", "mean_at_end"]))
def test_the_drafts_of_a_row_are_its_best_reports_in_their_order(table: Table, normalisation: str) -> None:
    config = DecodingConfig(beam=40, max_tokens=3, length_normalisation=normalisation, drafts=4)  # type: ignore[arg-type]
    begins = {"none": None, "mean": 0, "mean_at_end": 1}[normalisation]

    def score(total: float, length: int) -> float:
        return total if begins is None else total / (length + begins)

    found = write(table, config=config)
    best = sorted(
        (score(total, len(tokens)) for tokens, total in all_reports(table, 3).items()), reverse=True
    )
    reached = [score(report.log_likelihood, len(report.tokens) + report.ended) for report in found]
    assert reached == pytest.approx(best[:4], abs=1e-5)
    assert len({(report.tokens, report.ended) for report in found}) == len(found)


def test_drafts_stand_row_by_row_and_are_handed_over_at_their_places() -> None:
    done: dict[int, Decoded] = {}
    watch = Watch(CancelToken(), ignore_progress, finished=lambda place, report: done.update({place: report}))
    automaton = Automaton([GARDEN_PATH, GARDEN_PATH])
    config = DecodingConfig(beam=4, drafts=2)
    reports = decode(automaton.step, automaton.start(), config, begin=BEGIN, end=END, watch=watch)
    assert [report.tokens for report in reports[:2]] == [report.tokens for report in reports[2:]]
    assert [done[place].tokens for place in range(4)] == [report.tokens for report in reports]


def test_more_drafts_than_hypotheses_cannot_be_had() -> None:
    with pytest.raises(ValueError, match="cannot be had"):
        DecodingConfig(beam=2, drafts=3)

"""A few hundred mutated inputs with every run of the tests; `python -m tests.fuzz` reads many more."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from engine.errors import ConsiliumError
from tests.fuzz.faulty import faulty
from tests.fuzz.harness import Read, Target, fuzz, input_of, outcome_of
from tests.fuzz.mutation import LARGEST, mutated
from tests.fuzz.targets import TARGETS

QUICK, QUICK_SECONDS = 60, 1.5
"""Inputs for each reader, and the time after which no further one is begun."""


def is_read(read: Read, data: bytes) -> bool:
    """Whether an input is taken, whatever it holds."""
    try:
        read(data)
    except ConsiliumError:
        return False
    return True


@pytest.mark.parametrize("name", TARGETS)
def test_real_inputs_are_read_and_mutated_ones_end_in_a_result_or_in_one_of_our_errors(
    name: str, tmp_path: Path
) -> None:
    seeds, read = TARGETS[name].prepare(tmp_path)
    assert sum(is_read(read, seed) for seed in seeds) > 0.5 * len(seeds)
    started = time.monotonic()
    for number in range(QUICK):
        outcome_of(read, input_of(seeds, name, 0, number))  # raises what is none of our errors
        if time.monotonic() - started > QUICK_SECONDS:
            break


def test_the_same_seed_and_number_make_the_same_input() -> None:
    assert mutated(Random("a 1"), [b"abcdef" * 50]) == mutated(Random("a 1"), [b"abcdef" * 50])
    assert len({mutated(Random(f"a {number}"), [b"abcdef" * 50]) for number in range(50)}) > 45


def test_no_mutated_input_is_longer_than_the_limit() -> None:
    seeds = [bytes(LARGEST)]
    assert max(len(mutated(Random(number), seeds)) for number in range(20)) <= LARGEST


def test_mistakes_deaths_and_hangs_are_found_and_the_rest_is_read_on() -> None:
    run = fuzz(Target("faulty", faulty), 12, seed=10, seconds=0.5)
    assert run.inputs == sum(run.outcomes.values()) == 12
    kinds = {failure.what.split(":")[0] for failure in run.failures}
    assert {"hung", "died"} <= kinds
    assert any("KeyError" in failure.what for failure in run.failures)
    assert "ConsiliumError error" in run.outcomes

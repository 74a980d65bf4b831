"""Mutated inputs through one reader, each under a time limit, in a process that may die of them.

A reader is a `Target`. Whatever it does with an input has a short name, its outcome: "opened", or the name of
one of our errors. Anything else (another exception, a crash, a hang, too much memory) is a failure, kept
with its seed and number, from which `input_of` makes the same input again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine.errors import ConsiliumError
from tests.fuzz.mutation import mutated

SECONDS = 5.0
"""Processor time for one input: a busy machine is no fault of a reader."""
PATIENCE = 300.0
"""Seconds without an answer after which a child waits for something that does not come."""
MEMORY_BYTES = 2 << 30
"""Address space that reading may take on top of what the process has when it begins."""

LATE = int(getattr(signal, "SIGPROF", 0))

Read = Callable[[bytes], str]


@dataclass(frozen=True, slots=True)
class Target:
    """A reader under test. `prepare` gets an empty folder and gives real inputs and what reads one.

    What reads raises a ConsiliumError or says its outcome in a word or two.
    """

    name: str
    prepare: Callable[[Path], tuple[Sequence[bytes], Read]]


@dataclass(frozen=True, slots=True)
class Failure:
    """An input that ended in neither a result nor one of our errors."""

    number: int
    what: str


@dataclass(slots=True)
class Run:
    """What came of many inputs."""

    target: str
    seed: int
    inputs: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    peak_bytes: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)


def input_of(seeds: Sequence[bytes], target: str, seed: int, number: int) -> bytes:
    """The mutated input of that number."""
    return mutated(Random(f"{target} {seed} {number}"), seeds)


def outcome_of(read: Read, data: bytes) -> str:
    """What a reader makes of an input; whatever is none of our errors passes through."""
    try:
        return read(data)
    except ConsiliumError as error:
        return f"{type(error).__name__} {error.code}"


def fuzz(target: Target, count: int, seed: int = 1, seconds: float = SECONDS) -> Run:
    """Read `count` mutated inputs in child processes, one after the other; a new child after each death."""
    run = Run(target.name, seed)
    started = time.monotonic()
    with TemporaryDirectory(prefix="consilium-fuzz-") as scratch:
        while run.inputs < count:
            _one_child(target, run, count, seconds, Path(scratch, str(run.inputs)))
    run.seconds = time.monotonic() - started
    return run


def _one_child(target: Target, run: Run, count: int, seconds: float, scratch: Path) -> None:
    """Read on from `run.inputs` until the end, or until the child dies or hangs."""
    scratch.mkdir()
    context = multiprocessing.get_context("spawn")
    mine, its = context.Pipe(duplex=False)
    work = (target, run.seed, run.inputs, count, seconds, scratch, its)
    child = context.Process(target=_read_on, args=work, daemon=True)
    child.start()
    its.close()
    try:
        while run.inputs < count:
            if not mine.poll(PATIENCE):
                _failed(run, f"hung: no answer in {PATIENCE:g} seconds")
                return
            outcome, failure, took, peak = mine.recv()
            run.slowest, run.peak_bytes = max(run.slowest, took), max(run.peak_bytes, peak)
            if failure:
                run.failures.append(Failure(run.inputs, failure))
            run.outcomes[outcome] += 1
            run.inputs += 1
    except EOFError:
        child.join(PATIENCE)
        too_slow = child.exitcode == -LATE
        what = f"hung: more than {seconds:g} s of processor time" if too_slow else f"died: {child.exitcode}"
        _failed(run, what)
    finally:
        child.kill()
        child.join()
        mine.close()


def _failed(run: Run, what: str) -> None:
    run.failures.append(Failure(run.inputs, what))
    run.outcomes[what] += 1
    run.inputs += 1


def _read_on(
    target: Target, seed: int, first: int, count: int, seconds: float, scratch: Path, answer: Connection
) -> None:
    """The child: inputs from `first` on, an answer for each."""
    seeds, read = target.prepare(scratch)
    outcome_of(read, seeds[0])  # loads what it needs, before memory is bounded
    before = _peak_bytes()
    _bound_memory()
    for number in range(first, count):
        data = input_of(seeds, target.name, seed, number)
        started = time.process_time()
        _die_after(seconds)
        try:
            outcome, failure = outcome_of(read, data), ""
        except Exception as error:  # what is looked for
            outcome, failure = f"{type(error).__name__}!", traceback.format_exc(limit=-4)
        _die_after(0)
        answer.send((outcome, failure, time.process_time() - started, _peak_bytes() - before))
    answer.close()


def _die_after(seconds: float) -> None:
    """End this process by a signal once it has used so much processor time; 0 takes that back."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _peak_bytes() -> int:
    """The most memory that this process ever held, 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _bound_memory() -> None:
    if sys.platform != "linux":
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

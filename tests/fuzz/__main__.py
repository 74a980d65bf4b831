"""`python -m tests.fuzz [TARGET ...] --count N`: mutated inputs through the readers; what came of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.harness import SECONDS, Run, fuzz, input_of
from tests.fuzz.targets import TARGETS


def main() -> int:
    """Fuzz and print; 1 if any input ended in neither a result nor one of our errors."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"all of: {', '.join(TARGETS)}")
    parser.add_argument("--count", type=int, default=1000, help="mutated inputs for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=SECONDS, help="seconds for one input")
    parser.add_argument("--write", type=int, metavar="NUMBER", help="write that input of the target instead")
    parser.add_argument("--to", type=Path, default=Path("input"), help="where to")
    given = parser.parse_args()
    for name in given.targets:
        if name not in TARGETS:
            parser.error(f"{name} is not one of {', '.join(TARGETS)}")
    if given.write is not None:
        if len(given.targets) != 1:
            parser.error("--write needs one target")
        _write(given.targets[0], given.seed, given.write, given.to)
        return 0
    runs = []
    for name in given.targets or TARGETS:
        runs.append(fuzz(TARGETS[name], given.count, given.seed, given.limit))
        _print(runs[-1])
    inputs, seconds = sum(run.inputs for run in runs), sum(run.seconds for run in runs)
    failures = sum(len(run.failures) for run in runs)
    print(f"{inputs} inputs, {seconds:.0f} s, {failures} failures")
    return 1 if failures else 0


def _write(name: str, seed: int, number: int, to: Path) -> None:
    with TemporaryDirectory() as scratch:
        seeds, _ = TARGETS[name].prepare(Path(scratch))
        to.write_bytes(input_of(seeds, name, seed, number))


def _print(run: Run) -> None:
    print(
        f"{run.target}: {run.inputs} inputs, seed {run.seed}, {run.seconds:.0f} s, "
        f"slowest {run.slowest:.2f} s, memory +{run.peak_bytes >> 20} MiB"
    )
    for outcome, count in run.outcomes.most_common():
        print(f"  {count:7} {outcome}")
    for failure in run.failures[:10]:
        print(f"  FAILURE {failure.number}: {failure.what}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

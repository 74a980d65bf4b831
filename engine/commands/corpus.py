"""`python -m engine corpus`: every file of a disc or a folder in one of two columns, opened or refused."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.commands.output import printable, progress_bar, write_json
from engine.corpus import MEMORY_LIMIT_MB, SECONDS_LIMIT, Outcome, Summary, summarise, walk


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files or folders")
    parser.add_argument("--json", metavar="FILE", help="write the table as JSON; - is standard output")


def run(arguments: argparse.Namespace) -> int:
    """Read every frame of every file and print one line for each, then the sums."""
    with progress_bar() as on_progress:
        outcomes = tuple(walk(arguments.paths, on_progress))
    if arguments.json is not None:
        write_json(as_json(outcomes), arguments.json)
    if arguments.json != "-":
        for line in as_lines(outcomes):
            print(printable(line))
    return 0


def as_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """All that is known of every file."""
    return {"files": [{**asdict(one), "path": str(one.path), "opened": one.opened} for one in outcomes]}


def as_lines(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A line for each file, opened ones on the left, and the sums."""
    for one in outcomes:
        memory = "" if one.memory_mb is None else f"{one.memory_mb:.0f} MB"
        yield f"{_column(one):<44} {one.seconds:7.3f} s {memory:>7}  {one.path}"
        if one.reason:
            yield f"{'':<10}{one.reason}"
    yield from _sums(summarise(outcomes))


def _column(one: Outcome) -> str:
    if one.opened:
        return f"opened    {one.holds}" + (f", {one.frames} frames" if one.frames > 1 else "")
    return f"{'':<22}refused   {one.code}"


def _sums(summary: Summary) -> Iterator[str]:
    refused = sum(count for _, count in summary.refused)
    by_code = ", ".join(f"{code} {count}" for code, count in summary.refused)
    yield ""
    yield f"opened {summary.opened}, refused {refused}" + (f" ({by_code})" if by_code else "")
    if summary.median_seconds is None or summary.slowest is None:
        return
    yield f"frames read {summary.frames}; median {1000 * summary.median_seconds:.0f} ms to the first one"
    yield f"slowest {summary.slowest.seconds:.2f} s  {summary.slowest.path}"
    if summary.heaviest is not None:
        yield f"heaviest {summary.heaviest.memory_mb:.0f} MB  {summary.heaviest.path}"
    beyond = len(summary.beyond_limits)
    yield f"beyond {SECONDS_LIMIT:g} s or {MEMORY_LIMIT_MB:g} MB: {beyond}"
    yield from (f"  {one.path}" for one in summary.beyond_limits)

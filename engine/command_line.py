"""A program of subcommands, of which each loads only when it is called."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import ConsiliumError
from engine.progress import Cancelled

OUR_ERROR, INTERRUPTED = 1, 130


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A module with `add_arguments(parser)` and `run(arguments)`, by name, and one line of help."""

    module: str
    summary: str


@dataclass(frozen=True, slots=True)
class Program:
    """`python -m NAME SUBCOMMAND ...`."""

    name: str
    description: str
    subcommands: Mapping[str, Subcommand]

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Run one subcommand; the exit code is 0 when done, 1 with one sentence on stderr, 2 for usage."""
        words = list(sys.argv[1:] if arguments is None else arguments)
        called = next((word for word in words if word in self.subcommands), None)
        parsed = self._parser(called).parse_args(words)
        try:
            return int(importlib.import_module(self.subcommands[parsed.command].module).run(parsed))
        except ConsiliumError as error:
            print(error, file=sys.stderr)
            return OUR_ERROR
        except (KeyboardInterrupt, Cancelled):
            print("Stopped.", file=sys.stderr)
            return INTERRUPTED
        except BrokenPipeError:
            # The reader of our output went away (`| head`); a second failure at exit would only confuse.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OUR_ERROR

    def _parser(self, called: str | None) -> argparse.ArgumentParser:
        """The whole parser; only the called command has its own arguments, the others their line of help."""
        parser = argparse.ArgumentParser(prog=f"python -m {self.name}", description=self.description)
        subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
        for name, subcommand in self.subcommands.items():
            subparser = subparsers.add_parser(name, help=subcommand.summary, description=subcommand.summary)
            if name == called:
                importlib.import_module(subcommand.module).add_arguments(subparser)
        return parser

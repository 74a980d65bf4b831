"""`python -m training phantoms | fit | evaluate | export`: make films, train on them, measure, ship."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from engine.errors import ConsiliumError
from engine.progress import Cancelled

# Subcommand -> (module, help). Modules load when they are called: `phantoms` must not wait for torch.
COMMANDS = {
    "phantoms": ("training.commands.phantoms", "make a corpus of computer-made chest studies"),
    "fit": ("training.commands.fit", "train a model by a recipe"),
    "evaluate": ("training.commands.evaluate", "measure a bundle on a data set"),
    "export": ("training.commands.export", "turn a training run into a bundle"),
}

DONE, OUR_ERROR, USAGE, INTERRUPTED = 0, 1, 2, 130


def parser_for(command: str | None) -> argparse.ArgumentParser:
    """The whole parser; only `command` has its own arguments, the others their one line of help."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (module, summary) in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=summary, description=summary)
        if name == command:
            importlib.import_module(module).add_arguments(subparser)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; the exit code is 0 when done, 1 with one sentence on stderr, 2 for usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = next((word for word in words if word in COMMANDS), None)
    parsed = parser_for(command).parse_args(words)
    try:
        return int(importlib.import_module(COMMANDS[parsed.command][0]).run(parsed))
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


if __name__ == "__main__":
    sys.exit(main())

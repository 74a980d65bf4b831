"""`python -m engine open | read | answer | archive | corpus | bundles | bench`, without the desk."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from engine.command_line import Program, Subcommand

# Modules load when they are called: `open` must not wait for torch.
SUBCOMMANDS = {
    "open": Subcommand(
        "engine.commands.open", "say what is there: studies, images, what was skipped and why"
    ),
    "read": Subcommand(
        "engine.commands.read", "let the panel read a study: drafts, votes, where each expert looked"
    ),
    "answer": Subcommand(
        "engine.commands.answer", "let the examinee answer a file of exam questions, and say which expert did"
    ),
    "archive": Subcommand(
        "engine.commands.archive", "ask an archive over the network for studies, and send it reports"
    ),
    "corpus": Subcommand(
        "engine.commands.corpus", "read every frame of every file: opened or refused, why, seconds and memory"
    ),
    "bundles": Subcommand("engine.commands.bundles", "list the trained models on this machine"),
    "bench": Subcommand("engine.commands.bench", "measure speed and memory, paired in one run"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; see `Program.run`."""
    return Program("engine", "The engine without the desk.", SUBCOMMANDS).run(arguments)


if __name__ == "__main__":
    sys.exit(main())

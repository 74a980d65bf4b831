"""What the commands share: JSON to a file or to standard output, and a progress bar on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tqdm import tqdm

from engine.errors import ConsiliumError
from engine.progress import OnProgress, Progress


def write_json(document: Mapping[str, Any], target: str) -> None:
    """Write to a file, or to standard output for "-"; ConsiliumError where the file cannot be written.

    Only ASCII is written: file names that are no Unicode, and consoles of old code pages, must not stop it.
    """
    text = json.dumps(document, indent=1, allow_nan=False) + "\n"
    if target == "-":
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text, encoding="ascii")
    except OSError as error:
        raise ConsiliumError(
            f"The JSON file cannot be written: {(error.strerror or 'unknown reason').lower()}.",
            where=target,
            todo="Name another.",
        ) from error


def printable(line: str) -> str:
    """Text from files cannot move a terminal's cursor, odd file names cannot stop the listing."""
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in line)


@contextmanager
def progress_bar() -> Iterator[OnProgress]:
    """A bar on a terminal, nothing in a pipe."""
    with tqdm(disable=None, leave=False, file=sys.stderr) as bar:

        def show(progress: Progress) -> None:
            bar.set_description(progress.stage, refresh=False)
            bar.total = progress.total
            bar.update(progress.done - bar.n)

        yield show

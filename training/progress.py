"""Progress of long work as a bar on a terminal, and silence in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tqdm import tqdm

from engine.progress import OnProgress, Progress


@contextmanager
def bar() -> Iterator[OnProgress]:
    """An `OnProgress` that draws on standard error while the block runs."""
    with tqdm(disable=not sys.stderr.isatty(), leave=False) as drawn:

        def show(progress: Progress) -> None:
            drawn.set_description(progress.stage, refresh=False)
            drawn.total = progress.total
            drawn.update(progress.done - drawn.n)

        yield show

"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_aside(path: Path) -> Iterator[Path]:
    """A path to write to; what was written then takes `path`'s place at once, also through a power cut.

    Its folder is made where it is absent. If the block fails or its process is killed, `path` stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(path.name + ".unfinished")
    yield aside
    with aside.open("rb+") as file:
        os.fsync(file.fileno())
    aside.replace(path)

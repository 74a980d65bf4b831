"""CSV tables as corpora have them, plain or packed by gzip, row by row."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from engine.errors import RecipeError


def read_rows(path: Path, needed: Sequence[str]) -> Iterator[dict[str, str]]:
    """Each row by column, "" where a cell is absent; `RecipeError` for a damaged or incomplete table."""
    try:
        with _opened(path) as file:
            rows = csv.DictReader(file, restval="")
            missing = [name for name in needed if name not in (rows.fieldnames or ())]
            if missing:
                raise RecipeError(f'the table has no column "{missing[0]}".', where=str(path))
            yield from rows
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error) as problem:
        raise RecipeError(
            f"the table cannot be read: {problem}.", where=str(path), todo="Copy it again."
        ) from problem


def _opened(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return io.TextIOWrapper(gzip.open(path), encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")

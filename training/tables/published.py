"""Figures that papers publish, with where each was read: `resources/tables/published.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RecipeError
from engine.resources import TABLES

PUBLISHED = TABLES / "published.toml"


@dataclass(frozen=True, slots=True)
class Published:
    """One method's row in one kind of table ("nlg", "ce"); scores are named as ours are."""

    corpus: str
    table: str
    method: str
    source: str
    scores: Mapping[str, float]


def read_published(path: Path = PUBLISHED) -> tuple[Published, ...]:
    """All rows; `RecipeError` where the file is not as it should be."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["row"]
        return tuple(
            Published(
                corpus=str(row["corpus"]),
                table=str(row["table"]),
                method=str(row["method"]),
                source=str(row["source"]),
                scores={name: float(value) for name, value in row["scores"].items()},
            )
            for row in rows
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as problem:
        raise RecipeError(f"the published figures cannot be read: {problem!r}.", where=str(path)) from problem


def published_of(rows: Sequence[Published], corpus: str, table: str) -> tuple[Published, ...]:
    """The rows of one corpus and table."""
    return tuple(row for row in rows if (row.corpus, row.table) == (corpus, table))


def sources_note(rows: Sequence[Published]) -> str:
    """Where the figures of these rows were read, for below a table."""
    return "Published figures: " + "; ".join(f"{row.method}: {row.source}" for row in rows) + "."

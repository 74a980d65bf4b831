"""The names that recipes give to corpora, "kind:place"; checked before anything that reads one is loaded."""

from __future__ import annotations

from pathlib import Path

from engine.errors import RecipeError


def corpus_folder(source: str) -> Path:
    """Where the corpus lies that a recipe calls `source`; `RecipeError` where no such kind can be read."""
    kind, colon, place = source.partition(":")
    if not colon or not place:
        raise RecipeError(
            f'data.source must be "kind:place", got "{source}".', todo="For example phantom:DIR."
        )
    if kind != "phantom":
        raise RecipeError(
            f'data.source is of the kind "{kind}", for which this version has no reader.',
            todo="Corpora made by `python -m training phantoms` can be read: phantom:DIR.",
        )
    return Path(place)

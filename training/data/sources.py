"""The names that recipes give to corpora, "kind:place"; checked before anything that reads one is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from engine.errors import RecipeError

PHANTOM, IU, OPENI, MIMIC, PAIRS, REVIEWS = "phantom", "iu", "openi", "mimic", "pairs", "reviews"
KINDS: Mapping[str, str] = MappingProxyType(
    {
        PHANTOM: "made by `python -m training phantoms`",
        IU: "IU X-Ray as R2Gen distributes it: annotation.json and images/",
        OPENI: "IU X-Ray as Open-i distributes it: XML files or indiana_reports.csv",
        MIMIC: "MIMIC-CXR: PhysioNet's own layout, or R2Gen's annotation.json",
        PAIRS: "films and texts in a metadata.csv",
        REVIEWS: "a desk's signed reviews: what it has as --data, a folder or an address",
    }
)


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus by its kind, one of `KINDS`, and its folder; `address` is where reviews are on a server."""

    kind: str
    folder: Path
    address: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.address or self.folder}"


def parse_source(source: str) -> Source:
    """What a recipe means by "kind:place"; `RecipeError` where no such kind can be read."""
    kind, colon, place = source.partition(":")
    if not colon or not place:
        raise RecipeError(
            f'data.source must be "kind:place", got "{source}".', todo=f"The kinds are: {', '.join(KINDS)}."
        )
    if kind not in KINDS:
        raise RecipeError(
            f'data.source is of the kind "{kind}", for which there is no reader.',
            todo=f"The kinds are: {', '.join(KINDS)}.",
        )
    return Source(kind, Path(place), place if "://" in place else "")


def existing_source(source: str) -> Source:
    """The same; `RecipeError` also where its folder is not there."""
    found = parse_source(source)
    if found.address or (found.kind == REVIEWS and found.folder.exists()):
        return found
    if not found.folder.is_dir():
        raise RecipeError(
            f"the folder of data.source is not there ({KINDS[found.kind]}).",
            where=str(found.folder),
            todo=f"Put the data there, or say where they are: --set data.source={found.kind}:FOLDER",
        )
    return found

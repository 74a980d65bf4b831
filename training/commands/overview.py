"""What bare `python -m training` says: what it can do, and what it has found where it was called."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from textwrap import shorten

from engine.command_line import Subcommand
from engine.commands.output import printable
from engine.resources import BUNDLES, RECIPES
from training.data.sources import IU, KINDS, MIMIC, OPENI, PAIRS, PHANTOM

ABOUT = 90  # characters of a recipe's sentence
DEPTH = 3  # folders below the current one in which things are looked for
SIGNS: Mapping[str, str] = {
    "corpus.json": PHANTOM,
    "mimic-cxr-2.0.0-split.csv.gz": MIMIC,
    "mimic-cxr-2.0.0-split.csv": MIMIC,
    "annotation.json": IU,
    "indiana_reports.csv": OPENI,
    "ecgen-radiology": OPENI,
    "metadata.csv": PAIRS,
}
"""What tells a corpus, the surest sign first; `data check` looks closer."""
UNSEARCHED = frozenset({"files", "images", "studies", "masks", "parts", "node_modules", "__pycache__"})
RUN, BUNDLE = "run.json", "bundle.json"

Found = tuple[Path, frozenset[str]]  # a folder and the names in it
Lines = Iterator[tuple[str, str]]


def overview(here: Path, subcommands: Mapping[str, Subcommand]) -> str:
    """Commands, recipes, and the corpora, runs and bundles in and below `here`."""
    found = list(_folders(here))
    blocks = {
        "Commands (each has --help)": {name: each.summary for name, each in subcommands.items()},
        "Recipes: python -m training fit NAME": dict(_recipes()),
        "Corpora here: python -m training data check FOLDER": dict(_corpora(here, found)),
        "Runs here: python -m training fit --resume RUN": dict(_runs(here, found)),
        "Bundles: python -m training evaluate BUNDLE DATA": dict(_bundles(here, found)),
    }
    return printable("\n\n".join(_block(title, lines) for title, lines in blocks.items()))


def _block(title: str, lines: Mapping[str, str]) -> str:
    width = max((len(name) for name in lines), default=0)
    rows = [f"  {name.ljust(width)}  {about}".rstrip() for name, about in lines.items()]
    return "\n".join([title, *(rows or ["  none"])])


def _folders(here: Path) -> Iterator[Found]:
    """Folders with the names in them; those of films, and what begins with a dot, are not searched."""
    for where, folders, names in os.walk(here):
        path = Path(where)
        yield path, frozenset([*names, *folders])
        deep = len(path.relative_to(here).parts) >= DEPTH
        searched = [name for name in folders if name not in UNSEARCHED and not name.startswith(".")]
        folders[:] = [] if deep else sorted(searched)


def _recipes() -> Lines:
    """Every shipped recipe with the first sentence of its comment."""
    for path in sorted(RECIPES.glob("*.toml")):
        lines = path.read_text(encoding="utf-8").splitlines()
        comment = " ".join(
            line.removeprefix("#").strip() for line in takewhile(lambda each: each[:1] == "#", lines)
        )
        yield path.stem, shorten(re.split(r"(?<=[.:]) ", comment)[0].rstrip(".:"), ABOUT, placeholder=" ...")


def _corpora(here: Path, found: Iterable[Found]) -> Lines:
    for path, names in found:
        kind = next((kind for sign, kind in SIGNS.items() if sign in names), "")
        if kind:
            yield _shown(path, here), KINDS[kind]


def _runs(here: Path, found: Iterable[Found]) -> Lines:
    for path, names in found:
        if RUN in names:
            yield _shown(path, here), _state(path)


def _state(run: Path) -> str:
    """How far a run is, by its recipe and the logs of its stages."""
    try:
        recipe = tomllib.loads((run / "recipe.toml").read_text(encoding="utf-8"))
        begun = json.loads((run / RUN).read_text(encoding="utf-8"))["starts"][0]["time"]
        logs = {log.stem: _rows(log) for log in sorted((run / "log").glob("*.csv"))}
        done = ", ".join(f"{rows} epochs of {stage}" for stage, rows in logs.items()) or "no epoch yet"
        when = str(begun)[:16].replace("T", " ")
        return f"{recipe['name']}, begun {when}: {done}, {recipe['epochs']} asked for"
    except (OSError, ValueError, LookupError, TypeError):
        return "cannot be read"


def _rows(log: Path) -> int:
    return max(len(log.read_text(encoding="utf-8").splitlines()) - 1, 0)


def _bundles(here: Path, found: Iterable[Found]) -> Lines:
    for path in sorted(BUNDLES.glob(f"*/{BUNDLE}")):
        yield path.parent.name, _about(path)
    for folder, names in found:
        if BUNDLE in names and folder.parent.resolve() != BUNDLES.resolve():
            yield _shown(folder, here), _about(folder / BUNDLE)


def _about(manifest: Path) -> str:
    try:
        said = json.loads(manifest.read_text(encoding="utf-8"))
        return f"{said['architecture']} {said['version']}"
    except (OSError, ValueError, LookupError, TypeError):
        return "cannot be read"


def _shown(path: Path, here: Path) -> str:
    return path.relative_to(here).as_posix()

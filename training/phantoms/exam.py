"""A frozen examination: generator, mix, seeds and counts as data, and checks that the studies are the same.

    generator = "3"            version of the generator that it was frozen with
    size_px = 192
    [mix]                      a `Mix`
    [splits.test]              seed and count of each split
    [[checks]]                 what single studies are: words exactly, films within a tolerance

Films are sums of 32-bit numbers whose last bits differ between processors, so a film is checked by the mean
grey of its sixteen parts, and by a digest of all pixels only where asked to be exact.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import RecipeError
from engine.resources import RESOURCES
from training.phantoms.corpus import CORPUS_SEEDS, SPLITS, Corpus, Part, describe
from training.phantoms.mix import Mix
from training.phantoms.phantom import Film, Phantom, make_phantom
from training.phantoms.study import GENERATOR_VERSION

EXAMS = RESOURCES / "exams"
PARTS = 4  # a film is checked in PARTS x PARTS parts
TOLERANCE = 4  # of 4095 grey levels


@dataclass(frozen=True, slots=True)
class Check:
    """What one study is: a digest of its words, mean greys of each film's parts, a digest of all pixels."""

    split: str
    index: int
    words: str
    films: tuple[tuple[int, ...], ...]
    pixels: str


@dataclass(frozen=True, slots=True)
class Exam:
    """An examination; `parts` by split."""

    name: str
    generator: str
    size_px: int
    mix: Mix
    parts: tuple[Part, ...]
    checks: tuple[Check, ...]

    def part(self, split: str) -> Part:
        """A split's seed and count. Raises `RecipeError` where it has none."""
        found = [part for part in self.parts if part.split == split]
        if not found:
            raise RecipeError(f'the examination has no split "{split}".', where=self.name)
        return found[0]

    def corpus(self, folder: Path, splits: tuple[str, ...] = SPLITS) -> Corpus:
        """What to write. Raises `RecipeError` where this generator is not the one that it was frozen with."""
        if self.generator != GENERATOR_VERSION:
            raise RecipeError(
                f"the examination was frozen with generator {self.generator}, this is {GENERATOR_VERSION}.",
                where=self.name,
                todo="Take the version of the program that it was frozen with.",
            )
        return Corpus(folder, tuple(self.part(split) for split in splits), self.size_px, self.mix, self.name)

    def phantom(self, split: str, index: int) -> Phantom:
        """One study."""
        return make_phantom(self.part(split).seed, index, self.size_px, mix=self.mix)


def read_exam(name: str, folder: Path = EXAMS) -> Exam:
    """A shipped examination. Raises `RecipeError` where there is none or it is damaged."""
    path = folder / f"{name}.toml"
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        return _exam(name, content)
    except OSError as problem:
        known = ", ".join(sorted(entry.stem for entry in folder.glob("*.toml")))
        raise RecipeError(f'there is no examination "{name}".', todo=f"There is: {known}.") from problem
    except (KeyError, TypeError, ValueError) as problem:
        raise RecipeError(f"the examination is damaged: {problem}.", where=str(path)) from problem


def _exam(name: str, content: Mapping[str, Any]) -> Exam:
    wanted = content["mix"]
    mix = Mix(
        normal=wanted["normal"],
        counts=tuple(wanted["counts"]),
        faint=wanted["faint"],
        faint_contrast=tuple(wanted["faint_contrast"]),
        clear_contrast=tuple(wanted["clear_contrast"]),
        scanned=wanted["scanned"],
    )
    parts = tuple(Part(entry["seed"], entry["count"], split) for split, entry in content["splits"].items())
    seeds = [part.seed for part in parts]
    if len(set(seeds)) < len(seeds) or not all(0 <= seed < CORPUS_SEEDS for seed in seeds):
        raise ValueError("each split needs a seed of its own, from 0 to 999999999")
    checks = tuple(
        Check(
            entry["split"],
            entry["index"],
            entry["words"],
            tuple(tuple(film) for film in entry["films"]),
            entry["pixels"],
        )
        for entry in content.get("checks", ())
    )
    return Exam(name, content["generator"], content["size_px"], mix, parts, checks)


def check_of(phantom: Phantom, split: str) -> Check:
    """What a study is."""
    pixels = hashlib.sha256(b"".join(film.pixels.astype("<u2").tobytes() for film in phantom.films))
    films = tuple(_greys(film) for film in phantom.films)
    return Check(split, phantom.index, _words(phantom, split), films, pixels.hexdigest())


def differences(wanted: Check, found: Check) -> list[str]:
    """What is not as it was frozen, in words; nothing for the same study."""
    said = [] if wanted.words == found.words else ["findings or report differ"]
    greys = zip(wanted.films, found.films, strict=True)
    furthest = max(float(np.abs(np.subtract(one, other)).max()) for one, other in greys)
    if furthest > TOLERANCE:
        said.append(f"a film's part differs by {furthest:.0f} grey levels")
    return said


def _words(phantom: Phantom, split: str) -> str:
    """Digest of a study's line without measured numbers, whose last digits may differ between machines."""
    line = describe(phantom, Part(phantom.seed, 0, split))
    findings = [
        {key: value for key, value in finding.items() if key not in ("contrast", "size_mm")}
        for finding in line["findings"]
    ]
    return hashlib.sha256(json.dumps({**line, "findings": findings}, sort_keys=True).encode()).hexdigest()


def _greys(film: Film) -> tuple[int, ...]:
    height, width = (length // PARTS for length in film.pixels.shape)
    parts = film.pixels[: PARTS * height, : PARTS * width].reshape(PARTS, height, PARTS, width)
    return tuple(int(grey) for grey in np.rint(parts.mean(axis=(1, 3))).ravel())

"""R2Gen's annotation.json (Chen et al., EMNLP 2020), of IU X-Ray and of MIMIC-CXR.

    DIR/annotation.json     {"train": [...], "val": [...], "test": [...]}; of each sample "id", "report",
                            "image_path" (a list), "split"; of MIMIC-CXR also "subject_id" and "study_id"
    DIR/images/             films; R2Gen's links lead there, others keep them in files/ or in DIR itself

Of a pair of films R2Gen puts the first into the first place and the second into the second, whatever they
show; so does this reader, which calls the second lateral. Of MIMIC-CXR each sample is one film.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from engine.errors import RecipeError
from training.data.corpus import SPLITS, CorpusStudy

NAME = "annotation.json"
PLACES = ("images", "files", ".")
VIEWS = ("", "LATERAL")
CHUNK = 1 << 20  # characters; MIMIC-CXR's annotation has 300 million


def has_annotation(folder: Path) -> bool:
    """Whether the folder is laid out so."""
    return (folder / NAME).is_file()


def is_of_mimic(folder: Path) -> bool:
    """Whether an annotation tells subjects, as that of MIMIC-CXR does; `RecipeError` if it is none."""
    return any("subject_id" in sample for _, sample in _first(folder))


def _first(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for found in samples(folder / NAME):
        yield found
        return


def read_annotation(folder: Path) -> Iterator[CorpusStudy]:
    """All samples, one by one; `RecipeError` where the file is damaged."""
    place = None
    for split, sample in samples(folder / NAME):
        try:
            names = [str(name) for name in sample["image_path"]]
            place = place or _place(folder, names)
            yield CorpusStudy(
                identifier=str(sample["id"]),
                split=split,
                report=str(sample["report"]),
                films=tuple(place / name for name in names),
                patient=str(sample.get("subject_id") or str(sample["id"]).split("_", maxsplit=1)[0]),
                views=tuple(VIEWS[min(number, 1)] for number in range(len(names))),
                truth="",
            )
        except (KeyError, TypeError) as problem:
            raise RecipeError(
                f'a sample of "{split}" is not as R2Gen writes it: {problem!r}.', where=str(folder / NAME)
            ) from problem


def _place(folder: Path, names: list[str]) -> Path:
    """The folder below which the films lie; images/ where none is found."""
    found = [folder / place for place in PLACES if any((folder / place / name).is_file() for name in names)]
    return found[0] if found else folder / PLACES[0]


def samples(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each sample with its split, read in pieces: the file is never in memory whole."""
    try:
        with path.open(encoding="utf-8") as file:
            yield from _Pieces(file).samples()
    except (OSError, ValueError) as problem:
        raise RecipeError(f"the annotation cannot be read: {problem}.", where=str(path)) from problem


class _Pieces:
    """A JSON object of lists, of which no more is held than one member and a piece."""

    def __init__(self, file: IO[str]) -> None:
        self.file, self.held, self.ended = file, "", False
        self.decoder = json.JSONDecoder()

    def samples(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every member of every list that is named as a split."""
        self._expect("{")
        if self._next() == "}":
            return
        while True:
            key = str(self._value()).strip()
            self._expect(":")
            self._expect("[")
            yield from ((key, member) for member in self._members() if key in SPLITS)
            if self._expect(",}") == "}":
                return

    def _members(self) -> Iterator[dict[str, Any]]:
        if self._next() == "]":
            self._expect("]")
            return
        while True:
            member = self._value()
            if not isinstance(member, dict):
                raise ValueError("a member of a list is no object")
            yield member
            if self._expect(",]") == "]":
                return

    def _value(self) -> Any:
        while True:
            self._next()
            try:
                value, end = self.decoder.raw_decode(self.held)
            except ValueError:
                if self.ended:
                    raise
                self._more()
                continue
            self.held = self.held[end:]
            return value

    def _expect(self, one_of: str) -> str:
        found = self._next()
        if found not in one_of or not found:
            raise ValueError(f'there is "{found}" where "{one_of}" belongs')
        self.held = self.held[1:]
        return found

    def _next(self) -> str:
        """The next character that is no blank, which stays; "" at the end."""
        self.held = self.held.lstrip()
        while not self.held and not self.ended:
            self._more()
            self.held = self.held.lstrip()
        return self.held[:1]

    def _more(self) -> None:
        piece = self.file.read(CHUNK)
        self.ended = not piece
        self.held += piece

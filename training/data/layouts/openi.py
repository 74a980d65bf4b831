"""IU X-Ray as Open-i and its copies distribute it, reports with headings and films by name.

    DIR/ecgen-radiology/*.xml   Open-i: a report each (or in DIR itself); films in NLMCXR_png/ or NLMCXR_dcm/
    DIR/indiana_reports.csv     a copy as tables: uid, findings, impression, ...
    DIR/indiana_projections.csv uid, filename, projection (Frontal, Lateral); films in images/

There is no split. Where R2Gen's annotation.json lies there too, its splits hold, and what it does not name is
left out; else reports are split 7:1:2 by a hash of their number, for nothing says which have one patient.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from engine.errors import RecipeError
from engine.study import Skipped
from training.data.corpus import CorpusStudy
from training.data.layouts.annotation import NAME, VIEWS, has_annotation, samples
from training.data.layouts.tables import read_rows
from training.data.patients import split_of
from training.data.sections import FINDINGS, IMPRESSION, Wanted

REPORTS, PROJECTIONS = "indiana_reports.csv", "indiana_projections.csv"
XML_PLACES = ("ecgen-radiology", "NLMCXR_reports/ecgen-radiology", "reports", ".")
FILM_PLACES = (
    "NLMCXR_png",
    "NLMCXR_dcm",
    "images/images_normalized",
    "images_normalized",
    "images",
    ".",
)
ENDINGS = ("", ".png", ".jpg", ".dcm")
TRIES = 200  # films
SHARES: Mapping[str, float] = MappingProxyType({"train": 0.7, "val": 0.1, "test": 0.2})
NOT_NAMED = ""  # the split of what an annotation does not name
_NUMBER = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Report:
    """One report: its number, what stands under its headings, its films' names with their views."""

    number: str
    sections: Mapping[str, str]
    films: tuple[tuple[str, str], ...]


def has_openi(folder: Path) -> bool:
    """Whether the folder is laid out so."""
    return (folder / REPORTS).is_file() or _xml_folder(folder) is not None


def read_openi(folder: Path, wanted: Wanted, skipped: list[Skipped]) -> Iterator[CorpusStudy]:
    """All reports by number, one by one; a report that cannot be read goes to `skipped`.

    `RecipeError` where a table is damaged.
    """
    splits, films = _splits(folder), Films(folder)
    reports = _tabled(folder) if (folder / REPORTS).is_file() else _cited(folder, skipped)
    names = (FINDINGS, IMPRESSION) if wanted == "both" else (wanted,)
    for report in reports:
        uid = report.number
        yield CorpusStudy(
            identifier=f"CXR{uid}",
            split=splits.get(uid, NOT_NAMED) if splits else split_of(uid, SHARES),
            report=" ".join(report.sections[name] for name in names if report.sections.get(name)),
            films=tuple(films.path(name) for name, _ in report.films),
            patient=f"CXR{uid}",
            views=tuple(view for _, view in report.films),
            truth="",
        )


class Films:
    """Where films lie: all in the folder and with the ending with which one was found first.

    Where none of the first `TRIES` is found, none is looked for any more: a text corpus has no films.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: tuple[Path, str] | None = None
        self.tries = 0

    def path(self, name: str) -> Path:
        """The film's file, which may be absent."""
        if self.found is None and self.tries < TRIES:
            self.tries += 1
            places = ((self.folder / place, ending) for place in FILM_PLACES for ending in ENDINGS)
            self.found = next((each for each in places if (each[0] / f"{name}{each[1]}").is_file()), None)
        place, ending = self.found or (self.folder / FILM_PLACES[0], "")
        return place / f"{name}{ending}"


def _splits(folder: Path) -> dict[str, str]:
    """Splits by number, of an annotation that lies there; none where none does."""
    if not has_annotation(folder):
        return {}
    named = ((split, _NUMBER.search(str(sample.get("id")))) for split, sample in samples(folder / NAME))
    return {number[1]: split for split, number in named if number}


def _tabled(folder: Path) -> Iterator[Report]:
    films: dict[str, list[tuple[str, str]]] = {}
    if (folder / PROJECTIONS).is_file():
        for row in read_rows(folder / PROJECTIONS, ("uid", "filename", "projection")):
            view = VIEWS[row["projection"].strip().lower() == "lateral"]
            films.setdefault(row["uid"], []).append((row["filename"], view))
    for row in read_rows(folder / REPORTS, ("uid", FINDINGS, IMPRESSION)):
        yield Report(row["uid"], row, tuple(films.get(row["uid"], ())))


def _xml_folder(folder: Path) -> Path | None:
    places = (folder / place for place in XML_PLACES)
    return next((place for place in places if any(place.glob("*.xml"))), None)


def _cited(folder: Path, skipped: list[Skipped]) -> Iterator[Report]:
    reports = _xml_folder(folder)
    if reports is None:
        raise RecipeError(
            "there are no reports of Open-i.",
            where=str(folder),
            todo=f"Unpack NLMCXR_reports.tgz there, or put {REPORTS} there.",
        )
    numbered = {path: int(path.stem) if path.stem.isdigit() else 0 for path in reports.glob("*.xml")}
    for path in sorted(numbered, key=lambda each: (numbered[each], each.name)):
        try:
            yield _citation(path)
        except (OSError, ET.ParseError) as problem:
            skipped.append(Skipped(path, "report", f"The report cannot be read: {problem}."))


def _citation(path: Path) -> Report:
    root = ET.parse(path).getroot()
    own = root.find("uId")
    number = _NUMBER.search((own.get("id", "") if own is not None else "") or path.stem)
    sections = {
        str(part.get("Label", "")).lower(): " ".join("".join(part.itertext()).split())
        for part in root.iter("AbstractText")
    }
    names = [name for image in root.iter("parentImage") if (name := image.get("id"))]
    films = tuple((name, VIEWS[min(place, 1)]) for place, name in enumerate(names))
    return Report(number[1] if number else path.stem, sections, films)

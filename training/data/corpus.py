"""A corpus as training and evaluation see it: studies, their reports, what is really in the films, and where.

`training.data.opening` opens the kinds that there are; made studies, "phantom:DIR", are read here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import overload

import numpy as np
import numpy.typing as npt

from engine.errors import RecipeError
from engine.panel import Finding, MapFrame, Polarity
from training.phantoms.corpus import MASK_SIDE_PX, PhantomRecord, read_index, read_masks

BoolArray = npt.NDArray[np.bool_]

SMALLEST_STEP = 4  # film pixels to a side of a mask's pixel, at least
SPLITS = ("train", "val", "test")
GENERATOR = "the generator"


@dataclass(frozen=True, slots=True)
class TrueFinding:
    """A finding that is in the films, how the report puts it, and whether a reader may well miss it."""

    label: str
    polarity: Polarity
    side: str = ""
    place: str = ""
    faint: bool = False

    @property
    def statement(self) -> Finding:
        """What a report says that puts it as the true one does."""
        return Finding(self.label, self.polarity, self.side, self.place)


@dataclass(frozen=True, slots=True)
class CorpusStudy:
    """One study; `findings` are all that is in its films, `denied` the labels that its report denies.

    `patient` is what patients are split by, "" where nothing tells. `views` are DICOM's View Positions of
    `films`, one by one, as the corpus gives them; "" leaves it to the film's own header. `truth` says where
    `findings` come from, "" where nothing tells of any.
    """

    identifier: str
    split: str
    report: str
    findings: tuple[TrueFinding, ...] = ()
    denied: tuple[str, ...] = ()
    films: tuple[Path, ...] = ()
    masks: Path | None = None
    patient: str = ""
    views: tuple[str, ...] = ()
    truth: str = GENERATOR

    @property
    def ambiguous(self) -> bool:
        """Whether any of its findings is faint."""
        return any(finding.faint for finding in self.findings)


def words_of(report: str) -> str:
    """A report's words with one blank between: two reports with the same are the same word for word."""
    return " ".join(report.split())


@dataclass(frozen=True, slots=True, eq=False)
class Chosen(Sequence[CorpusStudy]):
    """Some studies of a sequence, read from it when they are asked for."""

    studies: Sequence[CorpusStudy]
    rows: Sequence[int]

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> CorpusStudy: ...

    @overload
    def __getitem__(self, index: slice) -> Chosen: ...

    def __getitem__(self, index: int | slice) -> CorpusStudy | Chosen:
        if isinstance(index, slice):
            return Chosen(self.studies, self.rows[index])
        return self.studies[self.rows[index]]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Studies in the index's order. `fingerprint` changes with any byte of the index or its description.

    `left_out` counts, by reason, what lies there and cannot be used.
    """

    root: Path
    fingerprint: str
    studies: Sequence[CorpusStudy]
    left_out: tuple[tuple[str, int], ...] = ()

    def rows(self, split: str) -> list[int]:
        """Where the studies of one split stand among all."""
        return [row for row, study in enumerate(self.studies) if study.split == split]

    def split(self, name: str) -> Sequence[CorpusStudy]:
        """The studies of one split; `RecipeError` if there are none."""
        rows = self.rows(name)
        if not rows:
            raise RecipeError(f'the corpus has no "{name}" studies.', where=str(self.root))
        return Chosen(self.studies, rows)


def phantom_corpus(root: Path) -> Corpus:
    """The phantoms under `root`; `RecipeError` where there is no whole corpus."""
    studies = tuple(_study(record) for record in read_index(root))
    digest = hashlib.sha256((root / "corpus.json").read_bytes())
    digest.update((root / "index.jsonl").read_bytes())
    return Corpus(root, digest.hexdigest(), studies)


def _study(record: PhantomRecord) -> CorpusStudy:
    findings = tuple(
        TrueFinding(entry.label, Polarity(entry.polarity), entry.side, entry.place, entry.faint)
        for entry in record.findings
    )
    return CorpusStudy(
        identifier=record.study_id,
        split=record.split,
        report=record.report,
        findings=findings,
        denied=record.denied,
        films=tuple(image.path for image in record.images),
        masks=record.masks,
    )


@dataclass(frozen=True, slots=True)
class FilmMask:
    """Where one finding lies on one film; each pixel of the mask is `step` film pixels wide and high."""

    finding: TrueFinding
    film: Path
    mask: BoolArray
    step: int

    def covers(self, row: float, column: float) -> bool:
        """Whether the film's point (row, column), in its pixel coordinates, lies in the mask."""
        place = int(np.floor(row / self.step)), int(np.floor(column / self.step))
        inside = all(0 <= index < length for index, length in zip(place, self.mask.shape, strict=True))
        return inside and bool(self.mask[place])

    def frame(self, on_film: MapFrame) -> MapFrame:
        """A frame on the film, in this mask's own pixels."""
        edges = {edge: getattr(on_film, edge) / self.step for edge in ("top", "left", "bottom", "right")}
        return replace(on_film, **edges)


def film_masks(study: CorpusStudy, film_rows: int) -> tuple[FilmMask, ...]:
    """All masks of a study whose films have `film_rows` rows; none where the corpus has none."""
    if study.masks is None:
        return ()
    masks = read_masks(study.masks)
    step = max(-(-film_rows // MASK_SIDE_PX), SMALLEST_STEP)
    return tuple(
        FilmMask(finding, film, masks[f"{number}_{film.stem}"].astype(bool), step)
        for number, finding in enumerate(study.findings)
        for film in study.films
    )

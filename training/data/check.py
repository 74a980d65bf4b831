"""What lies in a corpus: studies by split, what they lack, what stands twice, and what reading it costs."""

from __future__ import annotations

import hashlib
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import read_file
from engine.dicom.pixels import read_film
from engine.errors import ConsiliumError
from engine.progress import OnProgress, Progress
from engine.study import Radiograph, Skipped
from training.data.corpus import SPLITS, CorpusStudy, words_of
from training.data.films import WORKERS
from training.data.opening import NO_FILM, NO_REPORT, NO_SPLIT, size_of, unusable
from training.data.sources import KINDS, Source
from training.durations import in_words

TRAIN = "train"
SIDE_PX = 224  # of the papers' recipes
CUTS = (60, 100)  # tokens of IU X-Ray and MIMIC-CXR that R2Gen keeps
NAMED = 10  # unreadable films that are listed
OTHER = "in no split"
TOKEN_BYTES = 4


@dataclass(slots=True)
class SplitCounts:
    """One split. `repeated` are reports that an earlier study of the split has word for word.

    `in_train` are those that a training study has; of a training split itself 0.
    """

    studies: int = 0
    usable: int = 0
    films: int = 0
    films_missing: int = 0
    without_report: int = 0
    without_film: int = 0
    repeated: int = 0
    in_train: int = 0


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A film or report that lies there and cannot be read."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Checked:
    """All that was found. Words are counted of usable studies' reports, blanks between them."""

    source: Source
    splits: dict[str, SplitCounts]
    patients_apart: int
    patients_shared: int
    words: Words
    films_tried: int
    unreadable: tuple[Unreadable, ...]
    reports_unreadable: tuple[Unreadable, ...]
    film_seconds: float | None

    @property
    def usable(self) -> int:
        """Studies that can be trained or measured on."""
        return sum(split.usable for split in self.splits.values())

    @property
    def films(self) -> int:
        """Films of all studies, those on disk."""
        return sum(split.films for split in self.splits.values())

    @property
    def decoding_seconds(self) -> float | None:
        """What decoding all films once takes here, several side by side; None if none was tried."""
        return None if self.film_seconds is None else self.films * self.film_seconds / side_by_side()

    @property
    def cache_bytes(self) -> int:
        """What the cache of these films takes at 224 pixels."""
        return self.films * SIDE_PX**2

    def to_json(self) -> dict[str, Any]:
        """As `data check --json` writes it."""
        return {
            "source": f"{self.source.kind}:{self.source.folder}",
            "layout": KINDS[self.source.kind],
            "splits": {name: asdict(counts) for name, counts in self.splits.items()},
            "usable": self.usable,
            "patients": {"known": self.patients_apart, "in_two_splits": self.patients_shared},
            "words": asdict(self.words),
            "films": {
                "there": self.films,
                "tried": self.films_tried,
                "unreadable": [_named(each) for each in self.unreadable],
            },
            "reports_unreadable": [_named(each) for each in self.reports_unreadable],
            "estimate": {
                "decoding_seconds": self.decoding_seconds,
                "cache_bytes": self.cache_bytes,
                "side_px": SIDE_PX,
            },
        }


def _named(each: Unreadable) -> dict[str, str]:
    return {"path": str(each.path), "reason": each.reason}


@dataclass(frozen=True, slots=True)
class Words:
    """How long reports are: the middle one, the longest, and how many are longer than R2Gen keeps."""

    median: float = 0.0
    longest: int = 0
    all: int = 0
    over_60: int = 0
    over_100: int = 0

    @classmethod
    def of(cls, lengths: Sequence[int]) -> Words:
        """Of reports of these lengths."""
        if not lengths:
            return cls()
        counts = np.asarray(lengths)
        over = [int((counts > cut).sum()) for cut in CUTS]
        return cls(float(np.median(counts)), int(counts.max()), int(counts.sum()), *over)


def side_by_side() -> int:
    """How many films are decoded at the same time here."""
    return min(WORKERS, os.cpu_count() or 1)


@dataclass(slots=True)
class _Gathered:
    """What one pass over the studies leaves: counts, digests of reports by split, films to try."""

    splits: dict[str, SplitCounts] = field(default_factory=dict)
    digests: dict[str, Counter[bytes]] = field(default_factory=dict)
    patients: dict[str, set[str]] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    films: list[Path] = field(default_factory=list)

    def add(self, study: CorpusStudy) -> None:
        """Count one study."""
        sizes = [size_of(film) for film in study.films]
        reason = unusable(study, sizes)
        name = OTHER if reason == NO_SPLIT else study.split
        counts = self.splits.setdefault(name, SplitCounts())
        counts.studies += 1
        counts.films += sum(size is not None for size in sizes)
        counts.films_missing += sum(size is None for size in sizes)
        counts.without_report += not study.report.strip()
        counts.without_film += not any(size is not None for size in sizes)
        self.films += [film for film, size in zip(study.films, sizes, strict=True) if size is not None]
        if study.patient:
            self.patients.setdefault(study.patient, set()).add(name)
        if study.report.strip() and name != OTHER:
            digest = hashlib.sha256(words_of(study.report).encode()).digest()[:12]
            self.digests.setdefault(name, Counter())[digest] += 1
            self.lengths.append(len(study.report.split()))
        counts.usable += not reason

    def finish(self) -> None:
        """Count what stands twice."""
        train = self.digests.get(TRAIN, Counter())
        for name, digests in self.digests.items():
            self.splits[name].repeated = digests.total() - len(digests)
            if name != TRAIN:
                self.splits[name].in_train = sum(n for digest, n in digests.items() if digest in train)


def check(
    source: Source,
    studies: Iterable[CorpusStudy],
    skipped: Sequence[Skipped],
    films: int | None,
    on_progress: OnProgress,
    clock: Callable[[], float] = time.perf_counter,
) -> Checked:
    """Look at every study, and decode `films` films evenly spread over all, or all of them for None."""
    gathered = _Gathered()
    for number, study in enumerate(studies, start=1):
        gathered.add(study)
        on_progress(Progress("Studies are looked at", number, 0))
    gathered.finish()
    chosen = evenly(gathered.films, films)
    began = clock()
    unreadable = _tried(chosen, on_progress)
    seconds = (clock() - began) / len(chosen) if chosen else None
    known = [splits for splits in gathered.patients.values() if splits - {OTHER}]
    order = {name: gathered.splits[name] for name in (*SPLITS, OTHER) if name in gathered.splits}
    return Checked(
        source=source,
        splits=order,
        patients_apart=len(known),
        patients_shared=sum(len(splits - {OTHER}) > 1 for splits in known),
        words=Words.of(gathered.lengths),
        films_tried=len(chosen),
        unreadable=tuple(unreadable),
        reports_unreadable=tuple(Unreadable(each.path, each.reason) for each in skipped),
        film_seconds=seconds,
    )


def evenly(films: Sequence[Path], count: int | None) -> list[Path]:
    """So many films, spread evenly over all."""
    if count is None or count >= len(films):
        return list(films)
    return [films[place * len(films) // count] for place in range(count)]


def _tried(films: Sequence[Path], on_progress: OnProgress) -> list[Unreadable]:
    unreadable = []
    with FrameDecoder() as decoder:
        for number, path in enumerate(films, start=1):
            reason = _why_unreadable(path, decoder)
            if reason:
                unreadable.append(Unreadable(path, reason))
            on_progress(Progress("Films are decoded", number, len(films)))
    return unreadable


def _why_unreadable(path: Path, decoder: FrameDecoder) -> str:
    try:
        part = read_file(path).part
        if not isinstance(part, Radiograph):
            return "The file is no film."
        read_film(part, decoder=decoder)
    except ConsiliumError as problem:
        return problem.what
    return ""


def check_text(checked: Checked) -> str:
    """For people, in lines."""
    columns = ("studies", "usable", "films", "missing", "no report", "no film", "repeated", "in train")
    rows = [
        (name, *(str(value) for value in asdict(counts).values())) for name, counts in checked.splits.items()
    ]
    widths = [max(len(row[place + 1]) for row in [("", *columns), *rows]) for place in range(len(columns))]
    table = [
        "  ".join(
            [row[0].ljust(12), *(cell.rjust(width) for cell, width in zip(row[1:], widths, strict=True))]
        )
        for row in [("", *columns), *rows]
    ]
    return "\n".join([_title(checked), "", *table, "", *_sentences(checked)])


def _title(checked: Checked) -> str:
    return f"{checked.source.kind}:{checked.source.folder}  {KINDS[checked.source.kind]}"


def _sentences(checked: Checked) -> list[str]:
    return [
        *_doubles(checked),
        *_lengths(checked.words),
        *_unreadable(checked.reports_unreadable),
        f"{checked.films_tried} of {checked.films} films were decoded, "
        f"{len(checked.unreadable)} of them cannot be read.",
        *_unreadable(checked.unreadable),
        *_cost(checked),
        *(
            []
            if checked.usable
            else [f"Nothing can be used: studies are {NO_REPORT}, {NO_FILM} or {NO_SPLIT}."]
        ),
    ]


def _doubles(checked: Checked) -> list[str]:
    said = []
    if checked.patients_shared:
        said.append(f"{checked.patients_shared} patients have studies in two splits.")
    test = checked.splits.get("test")
    if test is not None and test.in_train:
        said.append(
            f"{test.in_train} of {test.studies} test reports stand word for word among training reports: "
            "`evaluate` also gives scores on the others (unseen)."
        )
    return said


def _lengths(words: Words) -> list[str]:
    return [
        f"Reports have {words.median:.0f} words in the middle, {words.longest} at most; {words.over_60} have "
        f"more than 60, {words.over_100} more than 100."
    ]


def _unreadable(found: Sequence[Unreadable]) -> list[str]:
    return [f"Cannot be read: {each.path}: {each.reason}" for each in found[:NAMED]]


def _cost(checked: Checked) -> list[str]:
    if checked.decoding_seconds is None:
        return []
    return [
        f"Decoding all films once takes about {in_words(checked.decoding_seconds)} here, "
        f"{side_by_side()} side by side; their cache at {SIDE_PX} pixels {checked.cache_bytes / 1e9:.2f} GB "
        "of disk. Reports stay on disk, their tokens take about "
        f"{TOKEN_BYTES * checked.words.all / 1e6:.1f} MB of memory. What training itself takes, `fit` "
        "measures before it starts."
    ]

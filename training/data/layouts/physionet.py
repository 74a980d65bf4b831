"""MIMIC-CXR as PhysioNet distributes it: MIMIC-CXR-JPG's tables, reports as text files, JPEG or DICOM films.

    mimic-cxr-2.0.0-split.csv.gz      dicom_id, study_id, subject_id, split (train, validate, test)
    mimic-cxr-2.0.0-metadata.csv.gz   dicom_id, ViewPosition, ... (without it, views are the films' own)
    mimic-cxr-2.0.0-chexpert.csv.gz   subject_id, study_id, 14 labels (or negbio; without both, no labels)
    files/p10/p10000032/s50414267.txt the report (also in mimic-cxr-reports/files/)
    files/p10/p10000032/s50414267/    films: DICOM_ID.jpg or DICOM_ID.dcm

All of it in one folder, or as `wget -r` leaves it, the tables and the two `files` some folders apart below
the one that is named. Tables may be unpacked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from sys import intern

from engine.errors import RecipeError
from engine.panel import Polarity
from engine.study import Skipped
from engine.text.findings import LABELS, NO_FINDING
from training.data.corpus import CorpusStudy, TrueFinding
from training.data.layouts.tables import read_rows
from training.data.sections import Wanted, wanted_section

SPLIT, METADATA = "split", "metadata"
LABELLERS = {"chexpert": "CheXpert", "negbio": "NegBio"}
SPLITS = {"train": "train", "validate": "val", "test": "test"}
FILES = "files"
DEPTH = 6  # folders below the named one: physionet.org/files/mimic-cxr-jpg/2.0.0/files has 5
ENDINGS = (".jpg", ".dcm")
BY_HAND = frozenset(
    str(number)
    for number in {
        50913680,
        59363654,
        59279892,
        59768032,
        57936451,
        50058765,
        53356173,
        53202765,
        50808053,
        51966317,
        50743547,
        56451190,
        59067458,
        59215320,
        55124749,
        54365831,
        59087630,
        58157373,
        56482935,
        58375018,
        54654948,
        55157853,
        51491012,
        50525523,
        57564132,
        59982525,
        53488209,
        54875119,
        50196495,
        56579911,
        52648681,
        59889364,
        53514462,
        59505494,
        53182247,
        51410602,
        56412866,
        54986978,
        59003148,
        57150433,
        56760320,
        59562049,
        52674888,
        55258338,
        59330497,
        52119491,
        58235663,
        50798377,
        54168089,
        53071062,
        56724958,
        54231141,
        53607029,
        52035334,
    }
)
"""Studies in whose reports no heading can be trusted: the data's own program cuts them by hand."""
LABEL_POLARITY = {"1.0": Polarity.PRESENT, "-1.0": Polarity.UNCERTAIN, "0.0": Polarity.ABSENT}


@dataclass(slots=True)
class Layout:
    """What lies where: tables by name, and every folder `files`."""

    tables: dict[str, Path] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)

    @property
    def labels(self) -> str:
        """The table of labels that is there, the first of `LABELLERS`; "" where there is none."""
        return next((name for name in LABELLERS if name in self.tables), "")


def find_layout(folder: Path) -> Layout:
    """Tables and folders of films below `folder`; folders of films are not searched."""
    found = Layout()
    for where, folders, names in os.walk(folder):
        here = Path(where)
        for name in sorted(names):
            table = _table_name(name)
            if table:
                found.tables.setdefault(table, here / name)
        if FILES in folders and _holds_patients(here / FILES):
            found.files.append(here / FILES)
            folders.remove(FILES)
        deep = len(here.relative_to(folder).parts) >= DEPTH
        folders[:] = [] if deep else sorted(folders)
    return found


def _holds_patients(files: Path) -> bool:
    """Whether these are MIMIC-CXR's files; `wget -r` makes another folder of that name above."""
    return any(next(files.glob(f"p1{digit}"), None) for digit in range(10))


def _table_name(name: str) -> str:
    """ "split" of "mimic-cxr-2.0.0-split.csv.gz"; "" of what is no such table."""
    stem = name.removesuffix(".gz").removesuffix(".csv")
    known = (SPLIT, METADATA, *LABELLERS)
    return stem.rsplit("-", 1)[-1] if name.startswith("mimic-cxr-") and stem.endswith(known) else ""


def has_physionet(folder: Path) -> bool:
    """Whether the folder is laid out so."""
    return folder.is_dir() and SPLIT in find_layout(folder).tables


def read_physionet(folder: Path, wanted: Wanted, skipped: list[Skipped]) -> Iterator[CorpusStudy]:
    """All studies in the order of the split table, one by one; no report is held longer than that.

    A report that cannot be read goes to `skipped`. `RecipeError` where the split table or the films' folders
    are not there, or a table is damaged.
    """
    layout = find_layout(folder)
    if SPLIT not in layout.tables:
        raise RecipeError(
            "there is no table mimic-cxr-2.0.0-split.csv.gz.",
            where=str(folder),
            todo="Get it from PhysioNet (MIMIC-CXR-JPG) and put it there.",
        )
    views = _views(layout)
    labels = _labels(layout)
    files = Files(layout.files or [folder / FILES])
    truth = f"{LABELLERS[layout.labels]}'s labels of the reports" if layout.labels else ""
    for study in _studies(layout.tables[SPLIT]):
        said = labels.get(study.number, NOTHING_SAID)
        yield CorpusStudy(
            identifier=f"s{study.number}",
            split=SPLITS.get(study.split, study.split),
            report=files.report(study, wanted, skipped),
            findings=said.findings,
            denied=said.denied,
            films=tuple(files.film(study, name) for name in study.films),
            patient=study.subject,
            views=tuple(views.get(name, "") for name in study.films),
            truth=truth,
        )


@dataclass(frozen=True, slots=True)
class Listed:
    """A study of the split table."""

    number: str
    subject: str
    split: str
    films: tuple[str, ...]

    @property
    def place(self) -> str:
        """Its folder below `files`; its report is this with ".txt"."""
        return f"p{self.subject[:2]}/p{self.subject}/s{self.number}"


def _studies(table: Path) -> Iterator[Listed]:
    """Studies in the order in which their first film is met."""
    films: dict[tuple[str, str, str], list[str]] = {}
    for row in read_rows(table, ("dicom_id", "study_id", "subject_id", "split")):
        key = (row["study_id"], row["subject_id"], intern(row["split"].strip()))
        films.setdefault(key, []).append(row["dicom_id"])
    for number, subject, split in list(films):
        yield Listed(number, subject, split, tuple(films.pop((number, subject, split))))


def _views(layout: Layout) -> dict[str, str]:
    if METADATA not in layout.tables:
        return {}
    rows = read_rows(layout.tables[METADATA], ("dicom_id", "ViewPosition"))
    return {row["dicom_id"]: intern(row["ViewPosition"].strip().upper()) for row in rows}


@dataclass(frozen=True, slots=True)
class Said:
    """What a study's labels say."""

    findings: tuple[TrueFinding, ...] = ()
    denied: tuple[str, ...] = ()


NOTHING_SAID = Said()


def _labels(layout: Layout) -> dict[str, Said]:
    """Labels by study. Each distinct row is kept once: MIMIC-CXR has 228 thousand of a few thousand kinds."""
    if not layout.labels:
        return {}
    kinds: dict[tuple[str, ...], Said] = {}
    said: dict[str, Said] = {}
    for row in read_rows(layout.tables[layout.labels], ("study_id",)):
        values = tuple(row.get(label, "").strip() for label in LABELS)
        said[row["study_id"]] = kinds.setdefault(values, _said(values))
    return said


def _said(values: Sequence[str]) -> Said:
    stated: Mapping[str, Polarity] = {
        label: LABEL_POLARITY[value]
        for label, value in zip(LABELS, values, strict=True)
        if value in LABEL_POLARITY and label != NO_FINDING
    }
    return Said(
        tuple(TrueFinding(label, said) for label, said in stated.items() if said is not Polarity.ABSENT),
        tuple(label for label, said in stated.items() if said is Polarity.ABSENT),
    )


class Files:
    """The folders of films and reports, the one in which something was found last first."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.reports, self.films = list(folders), [(each, end) for end in ENDINGS for each in folders]

    def report(self, study: Listed, wanted: Wanted, skipped: list[Skipped]) -> str:
        """The wanted section; "" where there is no report, or none of that kind."""
        if study.number in BY_HAND:
            return ""
        for place in list(self.reports):
            path = place / f"{study.place}.txt"
            try:
                text = path.read_text(encoding="utf-8", errors="replace")
            except FileNotFoundError:
                continue
            except OSError as problem:
                reason = (problem.strerror or "unknown reason").lower()
                skipped.append(Skipped(path, "report", f"The report cannot be read: {reason}."))
                return ""
            self.reports.remove(place)
            self.reports.insert(0, place)
            return wanted_section(text, wanted)
        return ""

    def film(self, study: Listed, name: str) -> Path:
        """The film's file, which may be absent."""
        for place in self.films:
            path = place[0] / study.place / f"{name}{place[1]}"
            if path.is_file():
                if place != self.films[0]:
                    self.films.remove(place)
                    self.films.insert(0, place)
                return path
        return self.films[0][0] / study.place / f"{name}{self.films[0][1]}"

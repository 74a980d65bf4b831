"""MIMIC-CXR as PhysioNet distributes it, in one folder: MIMIC-CXR-JPG's tables beside reports and films.

    DIR/mimic-cxr-2.0.0-split.csv.gz       dicom_id, study_id, subject_id, split (train, validate, test)
    DIR/mimic-cxr-2.0.0-metadata.csv.gz    a film's view, size and date
    DIR/mimic-cxr-2.0.0-chexpert.csv.gz    a study's 14 labels: 1.0, 0.0, -1.0 (uncertain) or nothing
    DIR/files/p10/p10000001/s50000001.txt  the report, with headings
    DIR/files/p10/p10000001/s50000001/     its films, JPEG or DICOM

The labels are the generator's, where MIMIC-CXR's are a program's reading of the report.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from engine.progress import OnProgress, Progress
from engine.text.findings import LABELS, NO_FINDING, SUPPORT_DEVICES
from training.files import written_aside
from training.phantoms.corpus import PhantomRecord
from training.phantoms.layouts.pictures import write_picture

STAGE = "Phantoms are written as MIMIC-CXR"
SPLIT_NAMES = {"train": "train", "val": "validate", "test": "test"}
VIEW_NAMES = {"PA": "PA", "LL": "LATERAL"}
FIRST_SUBJECT, FIRST_STUDY = 10_000_000, 50_000_000
LINE = 78  # characters of a report's line
SEX_WORDS = "___ year old patient"

ImageKind = Literal["jpg", "dicom"]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A study's numbers, and where it lies below DIR."""

    subject: int
    study: int

    @property
    def folder(self) -> str:
        """The study's films; its report is this with ".txt"."""
        return f"files/p{self.subject // 1_000_000}/p{self.subject}/s{self.study}"


def write_mimic(
    records: Sequence[PhantomRecord], folder: Path, images: ImageKind, on_progress: OnProgress
) -> None:
    """Write reports and films, then the three tables."""
    split, metadata, labels = [], [], []
    for number, record in enumerate(records, start=1):
        place = Place(FIRST_SUBJECT + number, FIRST_STUDY + number)
        report = folder / f"{place.folder}.txt"
        with written_aside(report) as aside:
            aside.write_text(report_text(record), encoding="utf-8")
        for image in record.images:
            ids = {"dicom_id": dicom_id(record.study_uid, image.view), **_ids(place)}
            rows, columns = _write_film(image.path, folder / place.folder / ids["dicom_id"], images)
            split.append({**ids, "split": SPLIT_NAMES[record.split]})
            view = {"ViewPosition": VIEW_NAMES[image.view], "Rows": rows, "Columns": columns}
            metadata.append({**ids, **view, "StudyDate": "21800101", "StudyTime": "120000.000"})
        labels.append({**_ids(place), **_labels(record)})
        on_progress(Progress(STAGE, number, len(records)))
    for name, table in {"split": split, "metadata": metadata, "chexpert": labels}.items():
        write_table(folder / f"mimic-cxr-2.0.0-{name}.csv.gz", table)


def _ids(place: Place) -> Row:
    return {"study_id": place.study, "subject_id": place.subject}


def dicom_id(study_uid: str, view: str) -> str:
    """Five groups of eight hexadecimal digits, as MIMIC-CXR names its films."""
    digits = hashlib.sha256(f"{study_uid} {view}".encode()).hexdigest()[:40]
    return "-".join(digits[start : start + 8] for start in range(0, 40, 8))


def _write_film(film: Path, stem: Path, images: ImageKind) -> tuple[int, int]:
    if images == "jpg":
        return write_picture(film, stem.with_name(f"{stem.name}.jpg"))
    from pydicom import dcmread

    target = stem.with_name(f"{stem.name}.dcm")
    with written_aside(target) as aside:
        shutil.copyfile(film, aside)
    header = dcmread(target, stop_before_pixels=True)
    return header.Rows, header.Columns


def report_text(record: PhantomRecord) -> str:
    """The report as a text of MIMIC-CXR: a blank before each line, headings in capitals."""
    sections = {
        "EXAMINATION": "CHEST (PA AND LAT)",
        "INDICATION": f"{SEX_WORDS}, computer-made phantom.",
        "TECHNIQUE": "Chest PA and lateral",
        "COMPARISON": "None.",
        "FINDINGS": record.report,
        "IMPRESSION": impression(record),
    }
    lines = ["FINAL REPORT".center(LINE).rstrip()]
    for heading, text in sections.items():
        long = heading in ("FINDINGS", "IMPRESSION")
        lines += [f" {heading}:  ", " ", *_wrapped(text), " "] if long else [f" {heading}:  {text}", " "]
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> list[str]:
    return [f" {line}" for line in textwrap.wrap(text, LINE)]


def impression(record: PhantomRecord) -> str:
    """A study's findings by name and side, or that there are none."""
    said = [
        f"{'Possible ' if finding.polarity == 'uncertain' else ''}{finding.side} {finding.label}".strip()
        for finding in record.findings
    ]
    sentences = [f"{one[0].upper()}{one[1:].lower()}." for one in said]
    return " ".join(dict.fromkeys(sentences)) or "No acute cardiopulmonary process."


def _labels(record: PhantomRecord) -> Row:
    there = {finding.label: finding.polarity for finding in record.findings}
    values: dict[str, str] = dict.fromkeys(LABELS, "")
    values |= dict.fromkeys(record.denied, "0.0")
    values |= {label: "-1.0" if polarity == "uncertain" else "1.0" for label, polarity in there.items()}
    if not set(there) - {SUPPORT_DEVICES}:
        values[NO_FINDING] = "1.0"
    return dict(values)


def write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """A CSV with a head, packed by gzip without a clock in it."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with written_aside(path) as aside:
        aside.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))

"""Reports with the codes that indexers gave them: Indiana University's radiographs (Open-i), text only.

The folder holds `indiana_reports.csv` (uid, MeSH, findings, impression, ...) and `annotation.json`, whose
lists `train` and `val` name the studies of each split: "CXR2384_IM-0942" is the study with the uid 2384.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RecipeError

REPORTS, ANNOTATION = "indiana_reports.csv", "annotation.json"
COLUMNS = frozenset({"uid", "MeSH", "findings", "impression"})
UNINDEXED = "no indexing"  # what stands for codes where nobody gave any
_STUDY = re.compile(r"CXR(\d+)_")


@dataclass(frozen=True, slots=True)
class IndexedReport:
    """Findings and impression as one text, for both were indexed, and the codes in lower case."""

    uid: str
    text: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndexedReports:
    """The indexed reports of one split; `unindexed` counts those without codes, which are left out."""

    reports: tuple[IndexedReport, ...]
    unindexed: int
    fingerprint: str


def read_indexed_reports(folder: Path, split: str) -> IndexedReports:
    """The reports of `split` in the file's order; `RecipeError` where a file is absent or of another form."""
    table = folder / REPORTS
    uids = _uids(folder / ANNOTATION, split)
    data = _bytes(table)
    try:
        rows = csv.DictReader(data.decode("utf-8").splitlines(keepends=True))
        missing = COLUMNS - set(rows.fieldnames or ())
        if missing:
            raise RecipeError(f"the column {sorted(missing)[0]} is missing.", where=str(table))
        reports = [_report(row) for row in rows if row["uid"] in uids]
    except (UnicodeDecodeError, csv.Error) as problem:
        raise RecipeError(f"the reports cannot be read: {problem}.", where=str(table)) from problem
    indexed = tuple(report for report in reports if UNINDEXED not in report.codes)
    if not indexed:
        raise RecipeError(f'there is no indexed report in the split "{split}".', where=str(folder))
    return IndexedReports(indexed, len(reports) - len(indexed), hashlib.sha256(data).hexdigest())


def _report(row: dict[str, str]) -> IndexedReport:
    codes = tuple(code.strip().lower() for code in row["MeSH"].split(";") if code.strip())
    return IndexedReport(row["uid"], f"{row['findings'] or ''}\n\n{row['impression'] or ''}", codes)


def _uids(path: Path, split: str) -> frozenset[str]:
    try:
        studies = json.loads(_bytes(path))[split]
        names = [_STUDY.match(study["id"]) for study in studies]
    except (ValueError, LookupError, TypeError) as problem:
        raise RecipeError(f'it has no list "{split}" of studies with an id.', where=str(path)) from problem
    return frozenset(name.group(1) for name in names if name)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise RecipeError(
            f"it cannot be read: {(problem.strerror or 'unknown reason').lower()}.",
            where=str(path),
            todo=f"Give the folder with {REPORTS} and {ANNOTATION}.",
        ) from problem

"""Tiny corpora in the layouts of published ones, made here: nobody's films and nobody's words."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

Row = dict[str, object]


def write_film(path: Path, seed: int = 0, side: int = 24) -> Path:
    """A picture of noise; each seed another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    grey = np.random.default_rng(seed).integers(0, 256, (side, side), np.uint8)
    Image.fromarray(grey).save(path)
    return path


def write_annotation(folder: Path, splits: Mapping[str, Sequence[str]], extra: Mapping[str, Any]) -> None:
    """R2Gen's annotation with two films a study; `splits` are reports by split."""
    lists: dict[str, list[dict[str, Any]]] = {}
    number = 0
    for split, reports in splits.items():
        lists[split] = []
        for report in reports:
            number += 1
            name = f"CXR{number}_IM-{number:04d}"
            paths = [f"{name}/0.png", f"{name}/1.png"]
            for place, path in enumerate(paths):
                write_film(folder / "images" / path, 2 * number + place)
            lists[split].append({"id": name, "report": report, "image_path": paths, "split": split, **extra})
    (folder / "annotation.json").write_text(json.dumps(lists), encoding="utf-8")


def write_csv(path: Path, rows: Sequence[Mapping[str, object]]) -> None:
    """A table, packed where its name ends in ".gz"."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    content = text.getvalue().encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)


def write_physionet(folder: Path, reports: Sequence[str], ending: str = ".csv.gz") -> None:
    """MIMIC-CXR by PhysioNet, a frontal and a lateral JPEG each; every third study validates, then tests."""
    split: list[Row] = []
    views: list[Row] = []
    labels: list[Row] = []
    for number, report in enumerate(reports, start=1):
        ids = {"study_id": 50_000_000 + number, "subject_id": 10_000_000 + number}
        place = folder / "files" / "p10" / f"p{ids['subject_id']}" / f"s{ids['study_id']}"
        for view in ("PA", "LATERAL"):
            name = f"{number:08x}-{len(view):08x}"
            write_film(place / f"{name}.jpg", 2 * number + len(view))
            split.append({"dicom_id": name, **ids, "split": ("test", "train", "validate")[number % 3]})
            views.append({"dicom_id": name, "ViewPosition": view})
        place.with_suffix(".txt").write_text(report, encoding="utf-8")
        labels.append({**ids, "Edema": ("1.0", "-1.0", "0.0", "")[number % 4], "No Finding": ""})
    tables = {"split": split, "metadata": views, "chexpert": labels}
    for name, rows in tables.items():
        write_csv(folder / f"mimic-cxr-2.0.0-{name}{ending}", rows)


def mimic_report(findings: str, impression: str = "Nothing new.") -> str:
    """A report with the usual headings."""
    head = "  FINAL REPORT\n EXAMINATION:  CHEST\n \n"
    return f"{head} FINDINGS: \n \n {findings}\n \n IMPRESSION:  {impression}\n"


def write_citation(folder: Path, number: int, sections: Mapping[str, str], films: int = 2) -> None:
    """A report of Open-i and its films."""
    names = [f"CXR{number}_IM-{number:04d}-{view}001" for view in range(1, films + 1)]
    for place, name in enumerate(names):
        write_film(folder / "NLMCXR_png" / f"{name}.png", 7 * number + place)
    parts = "".join(f'<AbstractText Label="{key}">{text}</AbstractText>' for key, text in sections.items())
    images = "".join(f'<parentImage id="{name}"/>' for name in names)
    path = folder / "ecgen-radiology" / f"{number}.xml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<eCitation><uId id="CXR{number}"/>{parts}{images}</eCitation>', encoding="utf-8")

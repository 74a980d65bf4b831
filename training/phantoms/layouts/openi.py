"""IU X-Ray as Open-i distributes it: one XML file for each report, all films in one folder.

    DIR/ecgen-radiology/1.xml    headings, codes, and the films by their names
    DIR/NLMCXR_png/              CXR1_1_IM-0001-1001.png frontal, ...-2001.png lateral

Open-i has no split.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from engine.progress import OnProgress, Progress
from training.files import written_aside
from training.phantoms.corpus import PhantomRecord
from training.phantoms.layouts.mimic import impression
from training.phantoms.layouts.pictures import write_picture

STAGE = "Phantoms are written as Open-i"
CAPTIONS = {"PA": "Chest, PA, computer-made phantom", "LL": "Chest, lateral, computer-made phantom"}


def write_openi(records: Sequence[PhantomRecord], folder: Path, on_progress: OnProgress) -> None:
    """Write each study's films, then its report."""
    for number, record in enumerate(records, start=1):
        names = [f"CXR{number}_1_IM-{number:04d}-{view}001" for view in range(1, len(record.images) + 1)]
        for image, name in zip(record.images, names, strict=True):
            write_picture(image.path, folder / "NLMCXR_png" / f"{name}.png")
        with written_aside(folder / "ecgen-radiology" / f"{number}.xml") as aside:
            aside.write_bytes(ET.tostring(_citation(number, record, names), "utf-8", xml_declaration=True))
        on_progress(Progress(STAGE, number, len(records)))


def _citation(number: int, record: PhantomRecord, names: Sequence[str]) -> ET.Element:
    root = ET.Element("eCitation")
    ET.SubElement(root, "uId", id=f"CXR{number}")
    abstract = ET.SubElement(ET.SubElement(ET.SubElement(root, "MedlineCitation"), "Article"), "Abstract")
    sections = {
        "COMPARISON": "None.",
        "INDICATION": "Computer-made phantom.",
        "FINDINGS": record.report,
        "IMPRESSION": impression(record),
    }
    for label, text in sections.items():
        ET.SubElement(abstract, "AbstractText", Label=label).text = text
    codes = ET.SubElement(root, "MeSH")
    for label in dict.fromkeys(finding.label for finding in record.findings):
        ET.SubElement(codes, "major").text = label
    if not record.findings:
        ET.SubElement(codes, "major").text = "normal"
    for image, name in zip(record.images, names, strict=True):
        parent = ET.SubElement(root, "parentImage", id=name)
        ET.SubElement(parent, "caption").text = CAPTIONS[image.view]
        ET.SubElement(parent, "figureId").text = f"F{image.view}"
    return root

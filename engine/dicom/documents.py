"""Parts of a study that are no film: what kind they are, and the text of a structured report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydicom import uid

from engine.dicom.container import STORAGE_ROOT
from engine.dicom.header import Header
from engine.dicom.presentation import films_of
from engine.study import Document

PDF, PRESENTATION = "PDF", "presentation state"
KINDS = {
    "1.2.840.10008.5.1.4.1.1.88.59": "key objects",
    "1.2.840.10008.5.1.4.1.1.88.": "structured report",
    "1.2.840.10008.5.1.4.1.1.104.1": PDF,
    "1.2.840.10008.5.1.4.1.1.104.2": "CDA document",
    "1.2.840.10008.5.1.4.1.1.11.": PRESENTATION,
    "1.2.840.10008.5.1.4.1.1.66.4": "segmentation",
    "1.2.840.10008.5.1.4.1.1.66.7": "segmentation",
    "1.2.840.10008.5.1.4.39.1": "colour palette",
}
"""Kinds by SOP class, or by what a family's UIDs begin with; the first that fits counts."""
CONTENT = "ContentSequence"
MAX_DEPTH, MAX_LINES = 50, 5000
INDENT = "  "


def document_kind(sop_class_uid: str) -> str:
    """What a SOP class holds if it is no image, "" if it is an image or unknown."""
    for key, kind in KINDS.items():
        if sop_class_uid == key or (key.endswith(".") and sop_class_uid.startswith(key)):
            return kind
    name = uid.UID(sop_class_uid).name
    is_image = "Image Storage" in name or "Dose Storage" in name
    return "" if name == sop_class_uid or is_image or not sop_class_uid.startswith(STORAGE_ROOT) else name


def read_document(header: Header, path: Path, sop_instance_uid: str, sop_class_uid: str) -> Document:
    """A document's title and, where it is a content tree, its text."""
    kind = document_kind(sop_class_uid)
    return Document(
        path=path,
        sop_instance_uid=sop_instance_uid,
        sop_class_uid=sop_class_uid,
        kind=kind,
        films=films_of(header) if kind == PRESENTATION else (),
        title=_meaning(header, "ConceptNameCodeSequence") or _title(header),
        text="\n".join(line for line, _ in zip(_lines(header, 0), range(MAX_LINES), strict=False)),
    )


def _title(header: Header) -> str:
    titles = ("DocumentTitle", "ContentLabel", "SeriesDescription")
    return next((text for text in map(header.text, titles) if text), "")


def _lines(header: Header, depth: int) -> Iterator[str]:
    """The content tree as indented lines (PS3.3 C.17.3)."""
    if depth > MAX_DEPTH:
        return
    for item in header.items(CONTENT):
        parts = (_meaning(item, "ConceptNameCodeSequence"), _content(item))
        line = ": ".join(part for part in parts if part)
        if line:
            yield INDENT * depth + line
        yield from _lines(item, depth + 1)


def _content(item: Header) -> str:
    match item.text("ValueType"):
        case "TEXT":
            return item.text("TextValue")
        case "CODE":
            return _meaning(item, "ConceptCodeSequence")
        case "NUM":
            return _measured(item)
        case "DATE" | "TIME" | "DATETIME" | "UIDREF" as kind:
            names = {"DATE": "Date", "TIME": "Time", "DATETIME": "DateTime", "UIDREF": "UID"}
            return item.text(names[kind])
        case "PNAME":
            return item.text("PersonName").replace("^", " ").strip()
        case "IMAGE" | "COMPOSITE" | "WAVEFORM" as kind:
            return f"[{kind.lower()}]"
        case _:
            return ""


def _measured(item: Header) -> str:
    measured = item.item("MeasuredValueSequence")
    unit = measured.item("MeasurementUnitsCodeSequence").text("CodeValue")
    value = measured.text("NumericValue")
    return value if unit in ("", "1") else f"{value} {unit}"


def _meaning(header: Header, keyword: str) -> str:
    return header.item(keyword).text("CodeMeaning")

"""Reviews as tables: CSV for spreadsheets, JSON lines with every verdict for programs that learn from them.

The format of the lines is in resources/docs/exports.md.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

from app.documents.files import write_file
from app.documents.report import (
    Addendum,
    Authorship,
    Measured,
    Passage,
    ReportDocument,
    SentenceVerdict,
    Signature,
)
from app.documents.wording import RESEARCH_USE, banner, iso_date, moment, name_in_full, printable, state
from app.review.decisions import Verdict
from engine.panel import Origin

REVIEW_FORMAT = "consilium-review/1"
BYTE_ORDER_MARK = "\ufeff"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write_reviews_csv(documents: Iterable[ReportDocument], path: Path) -> None:
    """Write one row for each review. UTF-8 with a byte order mark, which spreadsheets need; NotWritten."""
    write_file(path, _utf8(reviews_csv(documents)))


def write_reviews_jsonl(documents: Iterable[ReportDocument], path: Path) -> None:
    """Write one line of JSON for each review, in UTF-8; NotWritten if it cannot be."""
    write_file(path, _utf8("".join(review_line(document) + "\n" for document in documents)))


def reviews_csv(documents: Iterable[ReportDocument]) -> str:
    """The table with its head; a cell that a spreadsheet would compute begins with an apostrophe."""
    table = StringIO()
    writer = csv.writer(table, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    writer.writerows([spreadsheet_cell(cell) for cell in _row(document)] for document in documents)
    return BYTE_ORDER_MARK + table.getvalue()


def spreadsheet_cell(value: str) -> str:
    """The value such that no spreadsheet takes it for a formula (OWASP, CSV injection).

    White space before a formula's sign is looked through, as some programs trim it.
    """
    clean = value.replace("\0", "")
    return (
        f"'{clean}"
        if clean.startswith(_FORMULA_STARTS) or clean.lstrip().startswith(_FORMULA_STARTS)
        else clean
    )


def review_line(document: ReportDocument) -> str:
    """One review as JSON on one line."""
    return json.dumps(_review(document), ensure_ascii=False, allow_nan=False).translate(_LINE_ENDS)


_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}  # some readers split lines there
_COLUMNS = (
    "study_uid",
    "patient_name",
    "patient_id",
    "issuer",
    "birth_date",
    "sex",
    "accession_number",
    "study_date",
    "description",
    "status",
    "banner",
    "text",
    "sentences",
    "sentences_ai",
    "sentences_ai_edited",
    "accepted",
    "rejected",
    "edited",
    "signed_by",
    "role",
    "signed_at",
    "meaning",
    "signature_sha256",
    "addenda",
    "model",
    "model_sha256",
    "warnings",
    "notice",
)


def _row(document: ReportDocument) -> Iterator[str]:
    study, patient = document.study, document.study.patient
    yield from (study.study_uid, name_in_full(patient.name), patient.patient_id, patient.issuer)
    yield from (iso_date(patient.birth_date), patient.sex, study.accession_number, iso_date(study.study_date))
    yield from (study.description, state(document), banner(document), printable(document.text))
    authorship = Counter(passage.authorship for passage in document.passages)
    yield from (str(authorship.total()), str(authorship[Authorship.AI]), str(authorship[Authorship.MIXED]))
    verdicts = Counter(one.verdict for one in document.verdicts)
    yield from (str(verdicts[verdict]) for verdict in Verdict)
    signed = document.signature or Signature("", "", None, "")
    yield from (signed.name, signed.role, moment(signed.time), signed.meaning, signed.sha256)
    yield "\n\n".join(f"{addendum.name}: {printable(addendum.text)}" for addendum in document.addenda)
    yield "; ".join(model.model for model in document.models)
    yield "; ".join(model.bundle_sha256 for model in document.models)
    yield " ".join(document.warnings)
    yield RESEARCH_USE


def _review(document: ReportDocument) -> dict[str, Any]:
    study = document.study
    return {
        "format": REVIEW_FORMAT,
        "notice": RESEARCH_USE,
        "banner": banner(document),
        "study": {
            "study_uid": study.study_uid,
            "patient_id": study.patient.patient_id,
            "issuer": study.patient.issuer,
            "films": [film.sop_instance_uid for film in study.radiographs],
        },
        "status": state(document),
        "language": document.language,
        "written": document.written.isoformat(),
        "text": document.text,
        "sentences": [_sentence(passage) for passage in document.passages],
        "verdicts": [_verdict(verdict) for verdict in document.verdicts],
        "measurements": [_measured(one) for one in document.measurements],
        "signature": _signature(document.signature),
        "addenda": [_addendum(addendum) for addendum in document.addenda],
        "panel": _panel(document.panel),
        "warnings": list(document.warnings),
    }


def _sentence(passage: Passage) -> dict[str, Any]:
    return {
        "start": passage.start,
        "stop": passage.stop,
        "authorship": _AUTHORS[passage.authorship],
        "spans": [
            {
                "start": span.start,
                "stop": span.stop,
                "expert": span.letter,
                "bundle": span.bundle,
                "bundle_sha256": span.bundle_sha256,
            }
            for span in passage.spans
        ],
    }


def _verdict(verdict: SentenceVerdict) -> dict[str, Any]:
    return {
        "expert": verdict.letter,
        "start": verdict.start,
        "stop": verdict.stop,
        "drafted": verdict.drafted,
        "verdict": verdict.verdict.value,
        "final": verdict.final,
        "bundle": verdict.bundle,
        "bundle_sha256": verdict.bundle_sha256,
        "panel": verdict.panel,
    }


def _measured(measured: Measured) -> dict[str, Any]:
    return {
        "kind": measured.kind,
        "film": measured.film,
        "frame": measured.frame,
        "points": [list(point) for point in measured.points],
        "quantities": [
            {"name": one.name, "value": one.value, "unit": one.unit} for one in measured.quantities
        ],
        "spacing": measured.spacing,
        "text": measured.text,
    }


def _signature(signature: Signature | None) -> dict[str, Any] | None:
    if signature is None:
        return None
    return {
        "name": signature.name,
        "role": signature.role,
        "time": _time(signature.time),
        "meaning": signature.meaning,
        "sha256": signature.sha256,
    }


def _addendum(addendum: Addendum) -> dict[str, Any]:
    return {
        "text": addendum.text,
        "reason": addendum.reason,
        "name": addendum.name,
        "role": addendum.role,
        "time": _time(addendum.time),
        "sha256": addendum.sha256,
    }


def _panel(panel: Origin | None) -> dict[str, Any] | None:
    if panel is None:
        return None
    return {
        "bundle": panel.bundle,
        "version": panel.version,
        "bundle_sha256": panel.bundle_sha256,
        "runtime": panel.runtime,
        "device": panel.device,
        "precision": panel.precision,
        "decoding": panel.decoding,
        "created": panel.created,
        "author": panel.author,
    }


def _time(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()


def _utf8(text: str) -> bytes:
    """Lone surrogates, which UTF-8 cannot carry, become question marks; characters keep their places."""
    return text.encode("utf-8", "replace")


_AUTHORS = {Authorship.AI: "ai", Authorship.MIXED: "ai-edited", Authorship.PERSON: "reader"}

"""The UIDs under which a report leaves the desk, made from what it says: exported twice it keeps them."""

from __future__ import annotations

from app.documents.report import ReportDocument
from engine.dicom.pictures import synthetic_uid
from engine.study import Study


def report_uid(document: ReportDocument) -> str:
    """The SOP Instance UID of the report as it stands."""
    return synthetic_uid("report", bytes.fromhex(document.fingerprint))


def report_series_uid(study: Study) -> str:
    """The series of all reports on a study."""
    return synthetic_uid("report-series", study.study_uid.encode())

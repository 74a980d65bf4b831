"""The DICOM report says who answers for it, what AI wrote, and what came before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from pydicom import dcmread
from pydicom.dataset import Dataset

from app.documents.report import ReportDocument
from app.documents.structured_report import structured_report, write_structured_report
from app.documents.uids import report_uid
from app.messages import RESEARCH_USE
from engine.dicom.files import read_file
from engine.study import Document, Patient, PersonName
from tests.app.documents.exporting import (
    NOON,
    SHA,
    addended,
    documents,
    draft,
    film,
    signed,
    study,
    unhurried,
)


def items(dataset: Dataset) -> Iterator[Dataset]:
    """The content tree from top to bottom."""
    for item in dataset.get("ContentSequence", []):
        yield item
        yield from items(item)


def texts(dataset: Dataset, name: str) -> list[str]:
    """All TEXT items of one concept name."""
    return [
        str(item.TextValue)
        for item in items(dataset)
        if item.ValueType == "TEXT" and item.ConceptNameCodeSequence[0].CodeMeaning == name
    ]


def test_an_unsigned_report_is_partial_unverified_and_preliminary() -> None:
    report = structured_report(draft())
    assert (report.CompletionFlag, report.VerificationFlag, report.PreliminaryFlag) == (
        "PARTIAL",
        "UNVERIFIED",
        "PRELIMINARY",
    )
    assert "VerifyingObserverSequence" not in report
    assert report.CompletionFlagDescription == "DRAFT. Not signed. Contains text written by AI."
    assert texts(report, "Comment")[:2] == [RESEARCH_USE, "DRAFT. Not signed. Contains text written by AI."]


def test_a_signed_report_names_who_verified_it_when_and_in_what_sense() -> None:
    report = structured_report(signed())
    assert (report.CompletionFlag, report.VerificationFlag, report.PreliminaryFlag) == (
        "COMPLETE",
        "VERIFIED",
        "FINAL",
    )
    verifier = report.VerifyingObserverSequence[0]
    assert (str(verifier.VerifyingObserverName), verifier.VerificationDateTime) == (
        "Dr Ann Reader^",
        "20260312120000+0100",
    )
    assert any(
        "Meaning: I have read this report and answer for it" in text for text in texts(report, "Comment")
    )
    assert any(SHA in text for text in texts(report, "Comment"))


def test_what_ai_wrote_is_identified_by_algorithm_version_and_bundle_hash() -> None:
    report = structured_report(draft())
    first, edited, own = (
        item for item in items(report) if item.ConceptNameCodeSequence[0].CodeMeaning == "Finding"
    )
    assert first.TextValue == "The heart is enlarged."
    assert texts(first, "Algorithm Name") == ["report-phantom"]
    assert texts(first, "Algorithm Version") == ["2.0"]
    assert f"bundle SHA-256 {SHA}" in texts(first, "Algorithm Parameters")
    assert "Written by AI (expert C of report-phantom), edited by the reader." in texts(
        edited, "Algorithm Parameters"
    )
    assert "ContentSequence" not in own


def test_an_addended_report_keeps_the_signed_text_and_names_its_predecessor() -> None:
    report = structured_report(addended(2))
    findings = texts(report, "Finding")
    assert findings == [
        *texts(structured_report(signed()), "Finding"),
        "Addendum text 1.",
        "Addendum text 2.",
    ]
    series = report.PredecessorDocumentsSequence[0].ReferencedSeriesSequence[0]
    assert series.ReferencedSOPSequence[0].ReferencedSOPInstanceUID == report_uid(addended(1))
    assert series.SeriesInstanceUID == report.SeriesInstanceUID
    assert report.InstanceNumber == 3
    assert len(report.VerifyingObserverSequence) == 3


def test_the_films_are_the_evidence_and_pictures_without_dicom_are_not() -> None:
    sequence = structured_report(draft()).CurrentRequestedProcedureEvidenceSequence[0]
    references = sequence.ReferencedSeriesSequence[0].ReferencedSOPSequence
    assert [one.ReferencedSOPInstanceUID for one in references] == ["2.25.71", "2.25.72"]
    picture = film(1).__class__(Path("a.png"), "2.25.9", "", "2.25.8", "2.25.5", "", 1, 1, identified=False)
    report = structured_report(draft(study=study(radiographs=(picture,))))
    assert "CurrentRequestedProcedureEvidenceSequence" not in report


def test_names_in_three_scripts_survive_the_file(tmp_path: Path) -> None:
    name = PersonName("Yamada^Tarou", "山田^太郎", "やまだ^たろう")
    write_structured_report(signed(study=study(patient=Patient(name, "Ж-1"))), tmp_path / "report.dcm")
    read = dcmread(tmp_path / "report.dcm")
    assert read.SpecificCharacterSet == "ISO_IR 192"
    assert str(read.PatientName) == "Yamada^Tarou=山田^太郎=やまだ^たろう"
    assert read.PatientID == "Ж-1"
    assert read.preamble == bytes(128)


def test_the_same_report_is_the_same_file_and_our_own_reader_opens_it(tmp_path: Path) -> None:
    write_structured_report(signed(), tmp_path / "a.dcm")
    write_structured_report(signed(written=NOON.replace(year=2027)), tmp_path / "b.dcm")
    assert (tmp_path / "a.dcm").read_bytes() == (tmp_path / "b.dcm").read_bytes()
    part = read_file(tmp_path / "a.dcm").part
    assert isinstance(part, Document)
    assert "The heart is enlarged." in part.text


def test_odd_values_are_told_to_nobody(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    odd = study(patient=Patient(PersonName("Secretname"), "x" * 90, "", "31.01.1970", "woman"))
    write_structured_report(draft(study=odd), tmp_path / "report.dcm")
    assert not [str(one.message) for one in recwarn if "Secretname" in str(one.message)]
    assert dcmread(tmp_path / "report.dcm").PatientBirthDate == ""


@unhurried
@given(documents)
def test_every_report_can_be_written_and_says_that_it_is_for_research(document: ReportDocument) -> None:
    report = structured_report(document)
    assert RESEARCH_USE in texts(report, "Comment")
    assert (report.VerificationFlag == "VERIFIED") is document.is_signed

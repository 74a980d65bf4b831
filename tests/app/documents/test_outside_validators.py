"""Fifty odd reports of each kind before programs that others wrote; skipped where a program is absent."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.documents.fhir import write_diagnostic_report
from app.documents.pdf import Paper, write_pdf
from app.documents.report import ReportDocument
from app.documents.structured_report import structured_report, write_structured_report
from app.messages import RESEARCH_USE
from app.review.review import Status
from tests.app.documents.exporting import odd_documents

COUNT = 50
FHIR = """
const { Fhir } = require("fhir");
const fs = require("fs");
const fhir = new Fhir();
const errors = {};
for (const file of process.argv.slice(1)) {
    const result = fhir.validate(JSON.parse(fs.readFileSync(file, "utf8")), { errorOnUnexpected: true });
    const bad = (result.messages || []).filter((one) => ["error", "fatal"].includes(one.severity));
    if (bad.length || !result.valid) errors[file] = bad;
}
console.log(JSON.stringify(errors));
"""


@pytest.fixture(scope="module")
def odd() -> list[ReportDocument]:
    """The same reports in every run: odd names, empty fields, many scripts, long texts, many addenda."""
    return odd_documents(COUNT)


def program(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not on this machine (package {package})")
    return found


def said_by(*command: str | Path) -> tuple[int, str]:
    """Exit code and all output."""
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


@pytest.fixture(scope="module")
def structured_reports(odd: list[ReportDocument], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("sr")
    paths = [folder / f"{number}.dcm" for number in range(len(odd))]
    for document, path in zip(odd, paths, strict=True):
        write_structured_report(document, path)
    return paths


@pytest.fixture(scope="module")
def node() -> str:
    """node, if it finds npm's fhir."""
    found = program("node", "nodejs")
    if said_by(found, "-e", 'require("fhir")')[0]:
        pytest.skip("node does not find npm's package fhir (npm install fhir, and NODE_PATH to its folder)")
    return found


def fhir_errors(node: str, *paths: Path) -> dict[str, list[dict[str, str]]]:
    done = subprocess.run([node, "-e", FHIR, *paths], capture_output=True, timeout=300, check=True)
    errors: dict[str, list[dict[str, str]]] = json.loads(done.stdout)
    return errors


def test_what_a_report_can_hold_is_in_one_of_them(odd: list[ReportDocument]) -> None:
    assert {one.kind for document in odd for one in document.measurements} == {
        *("length", "angle", "region", "cardiothoracic_ratio", "calibration")
    }
    assert any("\nPleura: " in document.text for document in odd)  # of a template
    assert any(document.panel is not None and document.panel.version for document in odd)
    assert max(len(document.addenda) for document in odd) > 5
    assert {document.status for document in odd} == set(Status)


def test_dciodvfy_finds_no_error_in_any_structured_report(structured_reports: list[Path]) -> None:
    dciodvfy = program("dciodvfy", "dicom3tools")
    said = [said_by(dciodvfy, path)[1] for path in structured_reports]
    assert [line for text in said for line in text.splitlines() if line.startswith("Error")] == []
    assert all("BasicTextSR" in text for text in said)


def test_dciodvfy_would_have_found_one(odd: list[ReportDocument], tmp_path: Path) -> None:
    dciodvfy = program("dciodvfy", "dicom3tools")
    spoilt = structured_report(odd[0])
    del spoilt.VerificationFlag
    spoilt.save_as(tmp_path / "report.dcm", enforce_file_format=True)
    assert "Error" in said_by(dciodvfy, tmp_path / "report.dcm")[1]


def test_dsrdump_reads_every_structured_report(structured_reports: list[Path]) -> None:
    dsrdump = program("dsrdump", "dcmtk")
    said = [said_by(dsrdump, "+Pl", path) for path in structured_reports]
    assert [text for code, text in said if code or "E: " in text] == []
    assert all(RESEARCH_USE in text for _, text in said)


def test_the_fhir_validator_finds_no_error_in_any_report(
    node: str, odd: list[ReportDocument], tmp_path: Path
) -> None:
    paths = [tmp_path / f"{number}.json" for number in range(len(odd))]
    for document, path in zip(odd, paths, strict=True):
        write_diagnostic_report(document, path)
    assert fhir_errors(node, *paths) == {}


@pytest.mark.parametrize("spoilt", [{"status": "nope"}, {"note": [{"text": "x"}]}, {"code": None}], ids=str)
def test_the_fhir_validator_would_have_found_one(
    node: str, odd: list[ReportDocument], tmp_path: Path, spoilt: dict[str, object]
) -> None:
    path = tmp_path / "report.json"
    write_diagnostic_report(odd[0], path)
    resource = {**json.loads(path.read_text()), **spoilt}
    path.write_text(json.dumps({key: value for key, value in resource.items() if value is not None}))
    assert fhir_errors(node, path)


@pytest.fixture(scope="module")
def pdfs(
    qapp: QApplication, odd: list[ReportDocument], tmp_path_factory: pytest.TempPathFactory
) -> list[Path]:
    folder = tmp_path_factory.mktemp("pdf")
    paths = [folder / f"{number}.pdf" for number in range(len(odd))]
    for number, (document, path) in enumerate(zip(odd, paths, strict=True)):
        write_pdf(document, path, list(Paper)[number % 2])
    return paths


def test_pdftotext_finds_what_every_page_must_say(odd: list[ReportDocument], pdfs: list[Path]) -> None:
    pdftotext = program("pdftotext", "poppler-utils")
    for document, path in zip(odd, pdfs, strict=True):
        found = said_by(pdftotext, path, "-")[1].split("\f")[:-1]
        assert all(f"Page {at} of {len(found)}" in page for at, page in enumerate(found, 1))
        assert all(RESEARCH_USE in page for page in found)
        assert all(("Not signed" in page) is not document.is_signed for page in found)


def test_qpdf_finds_no_error_in_any_pdf(pdfs: list[Path]) -> None:
    qpdf = program("qpdf", "qpdf")
    said = [said_by(qpdf, "--check", path) for path in pdfs]
    assert [text for code, text in said if code] == []

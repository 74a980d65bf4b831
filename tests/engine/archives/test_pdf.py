"""A PDF as a DICOM object: valid, of its study, the same object when it is made again."""

from __future__ import annotations

import shutil
import subprocess
from datetime import datetime
from pathlib import Path

import pytest

from engine.archives.archive import Match
from engine.archives.pdf import encapsulated_pdf
from engine.dicom.files import read_file
from engine.errors import FileRefused
from engine.study import Document, Patient, PersonName

NOW = datetime(2026, 5, 4, 3, 2, 1)
NAME = PersonName("Yamada^Tarou", "山田^太郎", "やまだ^たろう")
STUDY = Match(
    "1.2.3",
    Patient(NAME, "P7", "Ward", "19700102", "F"),
    "20240229",
    "101112",
    "A1",
    "Thorax",
)


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"%PDF-1.4\n% odd length\n%%EOF")
    return path


def test_it_belongs_to_the_study_and_our_own_reader_opens_it(pdf: Path, tmp_path: Path) -> None:
    target = tmp_path / "report.dcm"
    encapsulated_pdf(pdf, STUDY, NOW).save_as(target, enforce_file_format=True)
    item = read_file(target)
    assert isinstance(item.part, Document)
    assert (item.study.study_uid, item.study.patient) == (STUDY.study_uid, STUDY.patient)


def test_made_again_it_is_the_same_object_and_for_another_study_it_is_not(pdf: Path) -> None:
    uid = encapsulated_pdf(pdf, STUDY, NOW).SOPInstanceUID
    assert encapsulated_pdf(pdf, STUDY, NOW.replace(year=2027)).SOPInstanceUID == uid
    assert encapsulated_pdf(pdf, Match("1.2.4"), NOW).SOPInstanceUID != uid


def test_what_is_no_pdf_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"MZ")
    with pytest.raises(FileRefused, match="no PDF"):
        encapsulated_pdf(path, STUDY, NOW)


@pytest.mark.parametrize("study", [STUDY, Match("1.2.3")])
def test_dciodvfy_finds_no_error(pdf: Path, tmp_path: Path, study: Match) -> None:
    dciodvfy = shutil.which("dciodvfy")
    if dciodvfy is None:
        pytest.skip("dciodvfy is not installed (Debian: dicom3tools)")
    target = tmp_path / "report.dcm"
    encapsulated_pdf(pdf, study, NOW).save_as(target, enforce_file_format=True)
    said = subprocess.run([dciodvfy, str(target)], capture_output=True, text=True, check=False).stderr
    assert [line for line in said.splitlines() if line.startswith("Error")] == []

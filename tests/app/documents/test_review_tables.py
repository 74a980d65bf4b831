"""Tables of reviews: nothing that a spreadsheet would compute, and every verdict for who learns from it."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.report import ReportDocument
from app.documents.tables import (
    BYTE_ORDER_MARK,
    review_line,
    reviews_csv,
    spreadsheet_cell,
    write_reviews_csv,
    write_reviews_jsonl,
)
from app.messages import RESEARCH_USE
from engine.study import Patient, PersonName
from tests.app.documents.exporting import SHA, addended, documents, draft, signed, study, unhurried


def rows(documents: list[ReportDocument]) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(reviews_csv(documents).removeprefix(BYTE_ORDER_MARK), newline="")))


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", " =", "\n\t="])
def test_a_cell_that_a_spreadsheet_would_compute_is_quoted(start: str) -> None:
    assert spreadsheet_cell(f"{start}1+1") == f"'{start}1+1"


@unhurried
@given(st.text())
def test_no_cell_begins_like_a_formula_and_none_loses_its_text(text: str) -> None:
    cell = spreadsheet_cell(text)
    assert not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert cell.removeprefix("'") == text.replace("\0", "").removeprefix("'")


def test_a_row_says_who_signed_what_and_how_the_sentences_were_judged() -> None:
    row = rows([signed()])[0]
    assert (row["patient_name"], row["status"], row["banner"]) == ("Doe, Jane Q", "signed", "")
    assert (row["sentences"], row["sentences_ai"], row["sentences_ai_edited"]) == ("3", "1", "1")
    assert (row["accepted"], row["rejected"], row["edited"]) == ("1", "1", "1")
    assert (row["signed_by"], row["signed_at"]) == ("Dr Ann Reader", "2026-03-12 12:00+01:00")
    assert row["notice"] == RESEARCH_USE


def test_a_patient_called_like_a_formula_stays_a_text() -> None:
    named = study(patient=Patient(PersonName("=HYPERLINK(1)"), "@id", "+x", "", ""))
    row = rows([draft(study=named)])[0]
    assert (row["patient_name"], row["patient_id"], row["issuer"]) == ("'=HYPERLINK(1)", "'@id", "'+x")


@unhurried
@given(st.lists(documents, max_size=3))
def test_the_table_reads_back_with_one_row_a_review(some: list[ReportDocument]) -> None:
    read = rows(some)
    assert [row["study_uid"] for row in read] == [one.study.study_uid for one in some]
    assert all(None not in row and None not in row.values() for row in read)


def test_a_line_has_every_verdict_with_its_sentence_and_origin() -> None:
    assert json.loads(review_line(draft()))["verdicts"][:2] == [
        {
            "expert": "A",
            "start": 0,
            "stop": 22,
            "drafted": "The heart is enlarged.",
            "verdict": "accepted",
            "final": "",
            "bundle": "report-phantom",
            "bundle_sha256": SHA,
            "panel": "",
        },
        {
            "expert": "C",
            "start": 9,
            "stop": 29,
            "drafted": "Large left effusion.",
            "verdict": "edited",
            "final": "Small left effusion.",
            "bundle": "",
            "bundle_sha256": "",
            "panel": "",
        },
    ]


def test_a_line_has_no_name_of_the_patient() -> None:
    line = review_line(addended())
    assert "Doe" not in line
    assert json.loads(line)["study"]["patient_id"] == "MRN-4711"


@unhurried
@given(documents)
def test_a_review_is_one_line_and_its_sentences_are_found_by_their_places(document: ReportDocument) -> None:
    line = review_line(document)
    assert len(line.splitlines()) == 1
    read = json.loads(line)
    text = read["text"]
    assert [text[one["start"] : one["stop"]] for one in read["sentences"]] == [
        one.text for one in document.passages
    ]


def test_files_of_both_kinds_are_utf_8_whatever_was_typed(tmp_path: Path) -> None:
    odd = [draft(text="山 \ud800.", spans=()), addended()]
    write_reviews_csv(odd, tmp_path / "r.csv")
    write_reviews_jsonl(odd, tmp_path / "r.jsonl")
    assert "山" in (tmp_path / "r.csv").read_text(encoding="utf-8-sig")
    lines = (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["draft", "addended"]

"""The FHIR report: its status, the AI behind a sentence, the signature, and that it is complete in itself."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from app.documents.errors import NotValid
from app.documents.fhir import diagnostic_report, require_valid, write_diagnostic_report
from app.documents.report import ReportDocument
from app.messages import RESEARCH_USE
from app.review.review import Status
from engine.study import Patient, PersonName
from tests.app.documents.exporting import SHA, addended, documents, draft, signed, study, unhurried


def contained(resource: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [one for one in resource.get("contained", []) if one["resourceType"] == kind]


def references(value: object) -> set[str]:
    """Every reference in a resource."""
    if isinstance(value, dict):
        own = {value["reference"]} if isinstance(value.get("reference"), str) else set()
        return own.union(*(references(one) for one in value.values()))
    if isinstance(value, list):
        return set().union(*(references(one) for one in value))
    return set()


@pytest.mark.parametrize(
    ("document", "status"),
    [
        (draft(), "preliminary"),
        (draft(status=Status.PRELIMINARY), "preliminary"),
        (signed(), "final"),
        (addended(), "appended"),
    ],
)
def test_the_status_says_how_far_the_report_is(document: ReportDocument, status: str) -> None:
    assert diagnostic_report(document)["status"] == status


def test_an_unsigned_report_says_so_wherever_its_text_stands() -> None:
    resource = diagnostic_report(draft())
    banner = "DRAFT. Not signed. Contains text written by AI."
    shown = base64.b64decode(resource["presentedForm"][0]["data"]).decode()
    for place in (
        resource["conclusion"],
        resource["text"]["div"],
        resource["presentedForm"][0]["title"],
        shown,
    ):
        assert banner in place
    assert {one["status"] for one in contained(resource, "Observation")} == {"preliminary"}


def test_a_sentence_of_ai_names_its_model_and_one_of_the_reader_none() -> None:
    resource = diagnostic_report(draft())
    model = contained(resource, "Device")[0]
    assert (model["deviceName"][0]["name"], model["version"][0]["value"]) == ("report-phantom", "2.0")
    assert model["identifier"][0]["value"] == SHA
    devices = [one.get("device", {}).get("reference") for one in contained(resource, "Observation")]
    assert devices == ["#device-1", "#device-1", None]


def test_the_signature_has_name_time_and_meaning() -> None:
    resource = diagnostic_report(signed())
    provenance = contained(resource, "Provenance")[0]
    assert provenance["signature"][0]["when"] == "2026-03-12T12:00:00+01:00"
    assert provenance["signature"][0]["who"] == {"reference": "#practitioner-1"}
    assert provenance["reason"] == [{"text": "I have read this report and answer for it"}]
    assert contained(resource, "Practitioner")[0]["name"] == [{"text": "Dr Ann Reader, radiologist"}]


def test_each_addendum_has_its_author_and_reason() -> None:
    resource = diagnostic_report(addended(2))
    reasons = [one["reason"][0]["text"] for one in contained(resource, "Provenance")]
    assert reasons == ["I have read this report and answer for it", "late prior", "late prior"]
    assert "Addendum 2: Addendum text 2." in resource["conclusion"]


def test_patient_and_order_are_those_of_the_study() -> None:
    resource = diagnostic_report(draft())
    patient = contained(resource, "Patient")[0]
    assert patient["name"] == [{"text": "Doe, Jane Q", "family": "Doe", "given": ["Jane", "Q"]}]
    assert (patient["gender"], patient["birthDate"]) == ("female", "1970-01-31")
    assert resource["basedOn"][0]["identifier"]["value"] == "ACC-99"
    assert resource["effectiveDateTime"] == "2026-03-12"


def test_nobody_is_made_up_for_a_study_without_a_patient() -> None:
    resource = diagnostic_report(draft(study=study(patient=Patient(PersonName()))))
    assert "subject" not in resource
    assert not contained(resource, "Patient")


def test_text_cannot_become_markup_of_the_narrative() -> None:
    resource = diagnostic_report(draft(text='<script>x</script> & "y"', spans=()))
    assert "<script>" not in resource["text"]["div"]
    assert "&lt;script&gt;" in resource["text"]["div"]


@unhurried
@given(documents)
def test_everything_contained_is_referred_to_and_everything_referred_to_is_contained(
    document: ReportDocument,
) -> None:
    resource = diagnostic_report(document)
    ids = {f"#{one['id']}" for one in resource.get("contained", []) if one["resourceType"] != "Provenance"}
    assert references(resource) - {"#"} == ids
    assert all(one["target"] == [{"reference": "#"}] for one in contained(resource, "Provenance"))
    assert RESEARCH_USE in resource["conclusion"]


def test_a_resource_that_would_not_be_valid_is_refused_and_not_quoted() -> None:
    resource = {**diagnostic_report(draft()), "issued": "Secret"}
    with pytest.raises(NotValid, match="issued") as refusal:
        require_valid(resource)
    assert "Secret" not in str(refusal.value)
    assert refusal.value.__cause__ is None


def test_the_file_is_the_resource_in_utf_8(tmp_path: Path) -> None:
    cjk = draft(text="心臓は正常です。", spans=())
    write_diagnostic_report(cjk, tmp_path / "report.json")
    text = (tmp_path / "report.json").read_text(encoding="utf-8")
    assert "心臓は正常です。" in text
    assert json.loads(text) == diagnostic_report(cjk)

"""A report as a FHIR R4 DiagnosticReport in JSON, complete in itself: all that it refers to is contained.

Each sentence is a contained Observation; one that AI wrote names the model as its `device`. A Provenance says
who signed, when and in what sense, and which models took part. Before it is written the resource is checked
by fhir.resources (release R4B, whose DiagnosticReport is R4's); value sets are checked in the tests, by
another validator.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

from app.documents.errors import NotValid
from app.documents.files import write_file
from app.documents.markdown import to_markdown
from app.documents.report import Addendum, Passage, ReportDocument, Signature
from app.documents.uids import report_uid
from app.documents.wording import (
    NO_TEXT,
    RESEARCH_USE,
    TITLE,
    ai_lines,
    banner,
    iso_date,
    model_line,
    model_name,
    name_in_full,
    passage_origin,
    printable,
    signature_lines,
)
from app.review.review import Status
from engine.panel import Origin
from engine.study import Patient, PersonName, Study

Resource = dict[str, Any]

STATUS = {
    Status.DRAFT: "preliminary",
    Status.PRELIMINARY: "preliminary",
    Status.SIGNED: "final",
    Status.ADDENDED: "appended",
}
"""DiagnosticReport.status: an addendum adds and leaves the signed text alone, so it is not "amended"."""
GENDERS = {"M": "male", "F": "female", "O": "other"}
DICOM_UID = "urn:dicom:uid"
_CODES = {
    "report": ("http://loinc.org", "18782-3", "Radiology Study observation (narrative)"),
    "radiology": ("http://terminology.hl7.org/CodeSystem/v2-0074", "RAD", "Radiology"),
    "sentence": ("http://dicom.nema.org/resources/ontology/DCM", "121071", "Finding"),
    "accession": ("http://terminology.hl7.org/CodeSystem/v2-0203", "ACSN", "Accession ID"),
    "author": ("http://terminology.hl7.org/CodeSystem/provenance-participant-type", "author", "Author"),
    "verifier": ("http://terminology.hl7.org/CodeSystem/provenance-participant-type", "verifier", "Verifier"),
    "assembler": (
        "http://terminology.hl7.org/CodeSystem/provenance-participant-type",
        "assembler",
        "Assembler",
    ),
    "signature": ("urn:iso-astm:E1762-95:2013", "1.2.840.10065.1.12.1.1", "Author's Signature"),
}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def write_diagnostic_report(document: ReportDocument, path: Path) -> None:
    """Write the resource as JSON in UTF-8; NotValid or NotWritten if it cannot be."""
    resource = diagnostic_report(document)
    require_valid(resource)
    write_file(path, (json.dumps(resource, ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode())


def diagnostic_report(document: ReportDocument) -> Resource:
    """The resource as plain JSON values."""
    study = document.study
    unidentified = not (name_in_full(study.patient.name) or printable(study.patient.patient_id))
    patient = None if unidentified else _patient(study.patient)
    observations = [_observation(*one, document) for one in enumerate(document.passages, 1)]
    imaging = _imaging_study(study) if patient else None
    return _without_nothing(
        {
            "resourceType": "DiagnosticReport",
            "id": document.fingerprint[:32],
            "text": _narrative(document),
            "contained": [
                *(one for one in (patient, imaging) if one),
                *_practitioners(document),
                *(_device(*one) for one in enumerate(document.models, 1)),
                *observations,
                *_provenances(document),
            ],
            "identifier": list(_identifiers(document)),
            "basedOn": _order(study),
            "status": STATUS[document.status],
            "category": [_concept("radiology")],
            "code": _concept("report"),
            "subject": {"reference": "#patient"} if patient else None,
            "effectiveDateTime": _day(study.study_date),
            "issued": _instant(document.dated),
            "resultsInterpreter": [{"reference": f"#{one['id']}"} for one in _practitioners(document)],
            "result": [{"reference": f"#{one['id']}"} for one in observations],
            "imagingStudy": [{"reference": "#imaging-study"}] if imaging else None,
            "conclusion": _conclusion(document),
            "presentedForm": [
                {
                    "contentType": "text/markdown",
                    "data": base64.b64encode(to_markdown(document).encode()).decode(),
                    "title": f"{TITLE}. {banner(document) or RESEARCH_USE}",
                    "creation": _instant(document.dated),
                }
            ],
        }
    )


def require_valid(resource: Resource) -> None:
    """NotValid, with the places that are wrong, if the resource breaks R4's structure."""
    from fhir.resources.R4B.diagnosticreport import DiagnosticReport
    from pydantic import ValidationError

    try:
        DiagnosticReport.model_validate(resource)
    except ValidationError as error:
        places = sorted({".".join(str(step) for step in one["loc"]) for one in error.errors()})
        raise NotValid(
            f"The FHIR report would not be valid ({', '.join(places)}).", todo="Export it as PDF instead."
        ) from None  # the cause quotes the report


def _patient(patient: Patient) -> Resource:
    names = [_name(group) for group in _scripts(patient.name)]
    identifier: Resource = {"value": _line(patient.patient_id)}
    if _line(patient.issuer):
        identifier["assigner"] = {"display": _line(patient.issuer)}
    return _without_nothing(
        {
            "resourceType": "Patient",
            "id": "patient",
            "identifier": [identifier] if identifier["value"] else None,
            "name": names,
            "gender": GENDERS.get(patient.sex),
            "birthDate": _day(patient.birth_date),
        }
    )


def _scripts(name: PersonName) -> list[str]:
    return [group for group in (name.alphabetic, name.ideographic, name.phonetic) if _line(group)]


def _name(group: str) -> Resource:
    """One script of a DICOM name: family, given, middle, prefix, suffix (PS3.5 6.2.1.1)."""
    family, given, middle, prefix, suffix = ([_line(part) for part in group.split("^")] + [""] * 5)[:5]
    return _without_nothing(
        {
            "text": name_in_full(PersonName(group)),
            "family": family,
            "given": [part for part in (given, middle) if part],
            "prefix": [prefix] if prefix else None,
            "suffix": [suffix] if suffix else None,
        }
    )


def _imaging_study(study: Study) -> Resource:
    return _without_nothing(
        {
            "resourceType": "ImagingStudy",
            "id": "imaging-study",
            "identifier": [{"system": DICOM_UID, "value": f"urn:oid:{study.study_uid}"}],
            "status": "available",
            "subject": {"reference": "#patient"},
            "started": _day(study.study_date),
            "description": _line(study.description),
        }
    )


def _practitioners(document: ReportDocument) -> list[Resource]:
    """Everyone who signed or added something, once."""
    found: list[Resource] = []
    for name, role in dict.fromkeys((one.name, one.role) for one in _signers(document)):
        known = [part for part in (_line(name), _line(role)) if part]
        text = ", ".join(known) or "A reader whose name was removed"
        found.append(
            {"resourceType": "Practitioner", "id": f"practitioner-{len(found) + 1}", "name": [{"text": text}]}
        )
    return found


def _device(number: int, model: Origin) -> Resource:
    identifier = {"type": {"text": "SHA-256 of the bundle"}, "value": _line(model.bundle_sha256)}
    return _without_nothing(
        {
            "resourceType": "Device",
            "id": f"device-{number}",
            "identifier": [identifier] if identifier["value"] else None,
            "deviceName": [{"name": model_name(_line(model.model)), "type": "model-name"}],
            "type": {"text": "AI model that drafts reports"},
            "version": [{"value": _line(model.version)}] if _line(model.version) else None,
            "note": [{"text": model_line(model)}],
        }
    )


def _observation(number: int, passage: Passage, document: ReportDocument) -> Resource:
    device = document.models.index(document.model_of(passage.spans[0])) + 1 if passage.spans else 0
    return _without_nothing(
        {
            "resourceType": "Observation",
            "id": f"sentence-{number}",
            "status": "final" if document.is_signed else "preliminary",
            "code": _concept("sentence"),
            "valueString": printable(passage.text).strip() or NO_TEXT,
            "note": [{"text": passage_origin(passage)}],
            "device": {"reference": f"#device-{device}"} if device else None,
        }
    )


def _provenances(document: ReportDocument) -> Iterator[Resource]:
    """One for the report with its models and signature, one for each addendum."""
    agents = [
        {"type": _concept("assembler"), "who": {"reference": f"#device-{number}"}}
        for number in range(1, len(document.models) + 1)
    ]
    if document.signature or agents:
        yield _provenance("provenance-report", document, document.signature, agents)
    for number, addendum in enumerate(document.addenda, 1):
        yield _provenance(f"provenance-addendum-{number}", document, addendum, [])


def _provenance(
    name: str, document: ReportDocument, signer: Signature | Addendum | None, agents: list[Resource]
) -> Resource:
    time = _instant((signer.time if signer else None) or document.dated)
    resource: Resource = {
        "resourceType": "Provenance",
        "id": name,
        "target": [{"reference": "#"}],
        "recorded": time,
        "agent": list(agents),
    }
    if signer is not None:
        who = {"reference": f"#practitioner-{_number_of(signer, document)}"}
        is_first = isinstance(signer, Signature)
        meaning = signer.meaning if isinstance(signer, Signature) else signer.reason
        resource["agent"].append({"type": _concept("verifier" if is_first else "author"), "who": who})
        resource["signature"] = [{"type": [_coding("signature")], "when": time, "who": who}]
        if _line(meaning):
            resource["reason"] = [{"text": _line(meaning)}]
    return resource


def _number_of(signer: Signature | Addendum, document: ReportDocument) -> int:
    people = list(dict.fromkeys((one.name, one.role) for one in _signers(document)))
    return people.index((signer.name, signer.role)) + 1


def _signers(document: ReportDocument) -> list[Signature | Addendum]:
    return [*([document.signature] if document.signature else []), *document.addenda]


def _identifiers(document: ReportDocument) -> Iterator[Resource]:
    """The UID that the DICOM SR of the same report has, and the hashes that bind the signatures."""
    yield {"system": DICOM_UID, "value": f"urn:oid:{report_uid(document)}"}
    for signer in _signers(document):
        if _line(signer.sha256):
            yield {"type": {"text": "SHA-256 that binds text and signer"}, "value": _line(signer.sha256)}


def _order(study: Study) -> list[Resource] | None:
    number = _line(study.accession_number)
    if not number:
        return None
    return [{"type": "ServiceRequest", "identifier": {"type": _concept("accession"), "value": number}}]


def _conclusion(document: ReportDocument) -> str:
    parts = [banner(document), RESEARCH_USE, *document.warnings, document.text.strip() or NO_TEXT]
    if document.signature:
        parts.append("\n".join(signature_lines(document.signature)))
    parts += [
        f"Addendum {number}: {addendum.text}".strip() for number, addendum in enumerate(document.addenda, 1)
    ]
    return printable("\n\n".join(part for part in parts if part))


def _narrative(document: ReportDocument) -> Resource:
    paragraphs = [_conclusion(document), "\n".join(ai_lines(document))]
    body = "".join(f"<p>{_xhtml(part)}</p>" for part in "\n\n".join(paragraphs).split("\n\n") if part.strip())
    return {"status": "generated", "div": f'<div xmlns="http://www.w3.org/1999/xhtml">{body}</div>'}


def _xhtml(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br/>")


def _concept(name: str) -> Resource:
    return {"coding": [_coding(name)]}


def _coding(name: str) -> Resource:
    system, code, display = _CODES[name]
    return {"system": system, "code": code, "display": display}


def _day(date: str) -> str:
    """A DICOM date as a FHIR date; "" for what is none."""
    day = iso_date(date)
    try:
        return datetime.strptime(day, "%Y-%m-%d").strftime("%Y-%m-%d") if _DAY.fullmatch(day) else ""
    except ValueError:
        return ""


def _instant(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def _line(text: str) -> str:
    """One line without blanks at its ends."""
    return " ".join(printable(text).split())


def _without_nothing(resource: Resource) -> Resource:
    """FHIR knows no empty value: what is absent has no key."""
    return {key: value for key, value in resource.items() if value not in (None, "", [], {})}

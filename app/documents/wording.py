"""The words that every export shares, so that PDF, SR, FHIR, Markdown and tables say the same."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from datetime import datetime

from app.documents.report import (
    Addendum,
    AiSpan,
    Authorship,
    Passage,
    ReportDocument,
    Signature,
)
from app.messages import RESEARCH_USE
from app.review.review import Status
from engine.panel import Origin
from engine.study import Patient, PersonName, Study

__all__ = ["RESEARCH_USE"]

TITLE = "Radiology report"
NO_TEXT = "This report has no text."
NOT_STATED = "not stated"
_STAGES = {Status.DRAFT: "DRAFT", Status.PRELIMINARY: "PRELIMINARY"}
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_ISOLATE, _END = "\u2068", "\u2069"
_DATE = re.compile(r"(\d{4})(\d{2})(\d{2})")


def printable(text: str) -> str:
    """The text without control characters and lone surrogates, which no format carries; line ends as \\n.

    Characters that turn the direction of writing go as well: they can show another order than was signed.
    """
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def banner(document: ReportDocument) -> str:
    """What an unsigned export says before anything else; "" for a signed one."""
    if document.is_signed:
        return ""
    share = ""
    if document.spans:
        share = " Contains text written by AI."
    elif document.panel is not None:
        share = " AI drafts were shown to the reader."
    return f"{_STAGES[document.status]}. Not signed.{share}"


def state(document: ReportDocument) -> str:
    """How far the report is, in a word: draft, preliminary, signed, addended."""
    return document.status.value


def name_in_full(name: PersonName) -> str:
    """All scripts of a name: family name, a comma, the other parts; further scripts in brackets."""
    groups = [_one_script(group) for group in (name.alphabetic, name.ideographic, name.phonetic)]
    first, *others = [group for group in groups if group] or [""]
    return f"{first} ({', '.join(others)})" if others else first


def patient_in_full(patient: Patient) -> str:
    """The patient's name, the number where there is no name."""
    return name_in_full(patient.name) or printable(patient.patient_id) or "unidentified"


def iso_date(date: str) -> str:
    """A DICOM date (PS3.5 6.2, DA) as 2024-03-12; anything else as it stands."""
    found = _DATE.fullmatch(date.strip())
    return "-".join(found.groups()) if found else printable(date)


def moment(time: datetime | None) -> str:
    """A time to the minute with its zone, "" for a time that was removed."""
    return "" if time is None else time.isoformat(" ", "minutes")


def particulars(study: Study) -> tuple[tuple[str, str], ...]:
    """What tells the patient and the study apart from others, as label and value; absent values left out."""
    patient = study.patient
    number = f"{patient.patient_id} (issuer {patient.issuer})" if patient.issuer else patient.patient_id
    said = (
        ("Patient", patient_in_full(patient)),
        ("Patient ID", number),
        ("Birth date", iso_date(patient.birth_date)),
        ("Sex", patient.sex),
        ("Study date", iso_date(study.study_date)),
        ("Accession number", study.accession_number),
        ("Description", study.description),
        ("Study UID", study.study_uid),
    )
    return tuple((label, printable(value)) for label, value in said if value)


def signature_lines(signature: Signature) -> tuple[str, ...]:
    """The signature for people: name, role, time, meaning (21 CFR 11.50), and the hash that binds it."""
    lines = [f"Signed by {_person(signature.name, signature.role)}{_at(signature.time)}"]
    if printable(signature.meaning).strip():
        lines.append(f"Meaning: {printable(signature.meaning)}")
    if signature.sha256:
        lines.append(f"SHA-256 of text and signature: {signature.sha256}")
    return tuple(lines)


def addendum_lines(addendum: Addendum) -> tuple[str, ...]:
    """Who added something, when and why; its text stands apart."""
    lines = [f"Added by {_person(addendum.name, addendum.role)}{_at(addendum.time)}"]
    if printable(addendum.reason).strip():
        lines.append(f"Reason: {printable(addendum.reason)}")
    if addendum.sha256:
        lines.append(f"SHA-256 of the addendum: {addendum.sha256}")
    return tuple(lines)


def measurement_lines(document: ReportDocument) -> tuple[str, ...]:
    """What was measured, each with its film's place in the study and its view."""
    films = {
        film.sop_instance_uid: f"Film {number} ({printable(film.label)})"
        for number, film in enumerate(document.study.radiographs, 1)
    }
    return tuple(
        f"{films.get(one.film, 'A film of this study')}: {printable(one.text)}"
        for one in document.measurements
    )


def span_label(span: AiSpan) -> str:
    """The mark behind AI text; a letter alone would say nothing outside the desk."""
    return f"AI {span.letter}" if span.letter else "AI"


def passage_origin(passage: Passage) -> str:
    """Who wrote a sentence, in a sentence."""
    if passage.authorship is Authorship.PERSON:
        return "Written by the reader."
    experts = " and ".join(
        dict.fromkeys(f"expert {span.letter} of {model_name(span.bundle)}" for span in passage.spans)
    )
    edited = "edited by the reader" if passage.authorship is Authorship.MIXED else "unedited"
    return f"Written by AI ({experts}), {edited}."


def ai_lines(document: ReportDocument) -> tuple[str, ...]:
    """The AI's share in words: how many sentences, and the models with what identifies them."""
    if not document.models:
        return ()
    counts = Counter(passage.authorship for passage in document.passages)
    share = (
        f"Of {counts.total()} sentences AI wrote {counts[Authorship.AI]} unedited and "
        f"{counts[Authorship.MIXED]} that the reader edited."
    )
    return (share, *(model_line(model) for model in document.models))


def model_line(model: Origin) -> str:
    """A model, its version and hash, and how and when it ran, so far as is known."""
    known = (
        ("version", model.version),
        ("SHA-256", model.bundle_sha256),
        ("runtime", model.runtime),
        ("device", model.device),
        ("precision", model.precision),
        ("decoding", model.decoding),
        ("ran", model.created),
    )
    said = ((key, printable(value).strip()) for key, value in known)
    return ", ".join(
        (f"Model {model_name(model.model)}", *(f"{key} {value}" for key, value in said if value))
    )


def model_name(name: str) -> str:
    """A model's name, or that nobody gave one."""
    return printable(name) or "an unnamed model"


def _one_script(group: str) -> str:
    family, _, rest = printable(group).partition("^")
    given = " ".join(part.strip() for part in rest.split("^") if part.strip())
    return ", ".join(part for part in (family.strip(), given) if part)


def _person(name: str, role: str) -> str:
    who = printable(name).strip() or "a reader whose name was removed"
    return ", ".join(_apart(part) for part in (who, printable(role).strip()) if part)


def _apart(text: str) -> str:
    """A part written from right to left, kept from turning round what stands beside it."""
    turned = any(unicodedata.bidirectional(one) in {"R", "AL"} for one in text)
    return f"{_ISOLATE}{text}{_END}" if turned else text


def _at(time: datetime | None) -> str:
    return f", {moment(time)}" if time else ""

"""A report as a DICOM Basic Text SR (PS3.3 A.35.1), shaped by TID 2000 (PS3.16).

Each sentence is a TEXT item of its own. One that AI wrote carries the algorithm's name, version and
parameters as concept modifiers (TID 4019); the parameters say expert, SHA-256 of the bundle, and whether a
reader edited the sentence. An unsigned report is PARTIAL, UNVERIFIED and PRELIMINARY.

The SOP Instance UID is made from what the report says: exported twice it is the same object, and an addended
report names its predecessor although nobody kept that file. highdicom has no class for this IOD; its general
SOP class and its content items are used, the document module is written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import BytesIO
from pathlib import Path

import highdicom
from highdicom.sr import (
    AlgorithmIdentification,
    CodedConcept,
    ContainerContentItem,
    ContentItem,
    ContentSequence,
    DeviceObserverIdentifyingAttributes,
    LanguageOfContentItemAndDescendants,
    ObservationContext,
    ObserverContext,
    PersonObserverIdentifyingAttributes,
    RelationshipTypeValues,
    TextContentItem,
)
from pydicom.dataset import Dataset
from pydicom.sr.codedict import codes
from pydicom.uid import UID, BasicTextSRStorage, ExplicitVRLittleEndian
from pydicom.valuerep import DA, TM

from app.documents.files import write_file
from app.documents.report import Addendum, AiSpan, Passage, ReportDocument, Signature
from app.documents.uids import report_series_uid, report_uid
from app.documents.wording import (
    NO_TEXT,
    NOT_STATED,
    RESEARCH_USE,
    TITLE,
    addendum_lines,
    ai_lines,
    banner,
    passage_origin,
    printable,
    signature_lines,
)
from engine.dicom.container import quiet_pydicom
from engine.dicom.pictures import synthetic_uid
from engine.study import PersonName, Study

UNICODE = "ISO_IR 192"
MANUFACTURER = "Consilium"
SERIES_NUMBER = 9001  # behind the films' own series
MAX_LONG_STRING, MAX_SHORT_STRING, MAX_NAME_GROUP = 64, 16, 64  # characters (PS3.5 6.2)
X_RAY_REPORT = CodedConcept("18782-3", "LN", "X-Ray Report")  # CID 7000
FINDINGS, FINDING = CodedConcept("121070", "DCM", "Findings"), CodedConcept("121071", "DCM", "Finding")
ADDENDUM, COMMENT = CodedConcept("121078", "DCM", "Addendum"), CodedConcept("121106", "DCM", "Comment")
CONTAINS = RelationshipTypeValues.CONTAINS
SEXES = frozenset({"M", "F", "O"})
_TIME = re.compile(r"([01]\d|2[0-3])([0-5]\d([0-5]\d(\.\d{1,6})?)?)?")


def write_structured_report(document: ReportDocument, path: Path) -> None:
    """Write the report as a DICOM file; NotWritten if it cannot be."""
    buffer = BytesIO()
    with quiet_pydicom():  # what it says about odd values quotes them
        structured_report(document).save_as(buffer, enforce_file_format=True)
    write_file(path, buffer.getvalue())


def structured_report(document: ReportDocument) -> Dataset:
    """The report as a data set, ready to be saved."""
    with quiet_pydicom():
        dataset = _general(document)
        _add_document_module(dataset, document)
        _add_content(dataset, document)
    return dataset


def _general(document: ReportDocument) -> Dataset:
    study, patient = document.study, document.study.patient
    dataset = highdicom.SOPClass(
        study_instance_uid=study.study_uid,
        series_instance_uid=report_series_uid(study),
        series_number=SERIES_NUMBER,
        sop_instance_uid=report_uid(document),
        sop_class_uid=BasicTextSRStorage,
        instance_number=len(document.addenda) + 1,
        modality="SR",
        manufacturer=MANUFACTURER,
        transfer_syntax_uid=ExplicitVRLittleEndian,
        patient_id=_string(patient.patient_id),
        patient_name=_patient_name(patient.name),
        patient_birth_date=_date(patient.birth_date),
        patient_sex=patient.sex if patient.sex in SEXES else "",
        accession_number=_string(study.accession_number, MAX_SHORT_STRING),
        study_id="",
        study_date=_date(study.study_date),
        study_time=_time(study.study_time),
        referring_physician_name="",
        series_description=TITLE,
        manufacturer_model_name=MANUFACTURER,
        content_date=document.dated.date(),
        content_time=document.dated.time(),
        specific_character_set=UNICODE,
    )
    dataset.InstanceCreationDate = DA(document.dated.date())
    dataset.InstanceCreationTime = TM(document.dated.time())
    if patient.issuer:
        dataset.IssuerOfPatientID = _string(patient.issuer)
    if study.description:
        dataset.StudyDescription = _string(study.description)
    return dataset


def _add_document_module(dataset: Dataset, document: ReportDocument) -> None:
    """SR Document Series and SR Document General (PS3.3 C.17.1, C.17.2)."""
    dataset.ReferencedPerformedProcedureStepSequence = []
    dataset.PerformedProcedureCodeSequence = []
    dataset.CompletionFlag = "COMPLETE" if document.is_signed else "PARTIAL"
    dataset.CompletionFlagDescription = _string(banner(document) or RESEARCH_USE)
    dataset.VerificationFlag = "VERIFIED" if document.is_signed else "UNVERIFIED"
    dataset.PreliminaryFlag = "FINAL" if document.is_signed else "PRELIMINARY"
    if document.is_signed:
        dataset.VerifyingObserverSequence = [_verifier(document, one) for one in _signers(document)]
    evidence = [
        film for film in document.study.radiographs if _is_referable(film.sop_class_uid, film.series_uid)
    ]
    if evidence:
        references: dict[str, list[Dataset]] = {}
        for film in evidence:
            item = _reference(film.sop_class_uid, film.sop_instance_uid)
            references.setdefault(film.series_uid, []).append(item)
        dataset.CurrentRequestedProcedureEvidenceSequence = [_hierarchy(document.study, references)]
    if document.predecessor is not None:
        earlier = _reference(BasicTextSRStorage, report_uid(document.predecessor))
        references = {report_series_uid(document.study): [earlier]}
        dataset.PredecessorDocumentsSequence = [_hierarchy(document.study, references)]


def _add_content(dataset: Dataset, document: ReportDocument) -> None:
    root = ContainerContentItem(X_RAY_REPORT, is_content_continuous=False, template_id="2000")
    language = CodedConcept(document.language, "RFC5646", _language_name(document.language))
    items = [
        *LanguageOfContentItemAndDescendants(language),
        *ObservationContext(_observer(document)),
        *(_comment(text) for text in _remarks(document)),
        _section(FINDINGS, _findings(document)),
        *(_section(ADDENDUM, _addendum(addendum)) for addendum in document.addenda),
    ]
    root.ContentSequence = ContentSequence(items, is_root=False)
    for element in root:
        dataset.add(element)


def _remarks(document: ReportDocument) -> Iterator[str]:
    """What must be read before and beside the findings."""
    yield RESEARCH_USE
    if banner(document):
        yield banner(document)
    yield from filter(_text, document.warnings)
    if document.signature:
        yield "\n".join(signature_lines(document.signature))
    yield from ai_lines(document)


def _findings(document: ReportDocument) -> list[ContentItem]:
    if not document.passages:
        return [TextContentItem(FINDING, NO_TEXT, CONTAINS)]
    return [_sentence(passage, document) for passage in document.passages]


def _sentence(passage: Passage, document: ReportDocument) -> ContentItem:
    item = TextContentItem(FINDING, _text(passage.text) or NO_TEXT, CONTAINS)
    modifiers = [part for span in passage.spans for part in _algorithm(span, passage, document)]
    if modifiers:
        item.ContentSequence = ContentSequence(modifiers, is_root=False)
    return item


def _algorithm(span: AiSpan, passage: Passage, document: ReportDocument) -> AlgorithmIdentification:
    """TID 4019; a bundle whose version nobody stated is told apart by its hash."""
    model = document.model_of(span)
    parameters = [f"expert {span.letter}", f"characters {span.start} to {span.stop}", passage_origin(passage)]
    if model.bundle_sha256:
        parameters.append(f"bundle SHA-256 {model.bundle_sha256}")
    name = _text(model.model) or NOT_STATED
    version = _text(model.version) or model.bundle_sha256 or NOT_STATED
    return AlgorithmIdentification(name, version, parameters)


def _addendum(addendum: Addendum) -> list[ContentItem]:
    return [
        TextContentItem(FINDING, _text(addendum.text) or NO_TEXT, CONTAINS),
        _comment("\n".join(addendum_lines(addendum))),
    ]


def _section(name: CodedConcept, items: Iterable[ContentItem]) -> ContentItem:
    section = ContainerContentItem(name, is_content_continuous=False, relationship_type=CONTAINS)
    section.ContentSequence = ContentSequence(list(items), is_root=False)
    return section


def _comment(text: str) -> ContentItem:
    return TextContentItem(COMMENT, _text(text), CONTAINS)


def _observer(document: ReportDocument) -> ObserverContext:
    """TID 1002: who signed; for an unsigned report the program, as no person answers for it."""
    if document.signature is None:
        device = DeviceObserverIdentifyingAttributes(
            uid=synthetic_uid("device", MANUFACTURER.encode()),
            name=MANUFACTURER,
            manufacturer_name=MANUFACTURER,
        )
        return ObserverContext(codes.DCM.Device, device)
    name = _reader_name(document.signature.name)
    return ObserverContext(codes.DCM.Person, PersonObserverIdentifyingAttributes(name))


def _signers(document: ReportDocument) -> list[Signature | Addendum]:
    signature = [document.signature] if document.signature else []
    return [*signature, *document.addenda]


def _verifier(document: ReportDocument, signer: Signature | Addendum) -> Dataset:
    item = Dataset()
    item.VerifyingObserverName = _reader_name(signer.name)
    item.VerifyingObserverIdentificationCodeSequence = []
    item.VerifyingOrganization = NOT_STATED  # type 1, and the desk knows of no organisation
    item.VerificationDateTime = _date_time(signer.time or document.dated)
    return item


def _reference(sop_class_uid: str, sop_instance_uid: str) -> Dataset:
    item = Dataset()
    item.ReferencedSOPClassUID = sop_class_uid
    item.ReferencedSOPInstanceUID = sop_instance_uid
    return item


def _hierarchy(study: Study, references: dict[str, list[Dataset]]) -> Dataset:
    """Hierarchical SOP Instance Reference (PS3.3 C.17.2.1)."""
    item = Dataset()
    item.StudyInstanceUID = study.study_uid
    item.ReferencedSeriesSequence = []
    for series_uid, instances in references.items():
        series = Dataset()
        series.SeriesInstanceUID = series_uid
        series.ReferencedSOPSequence = instances
        item.ReferencedSeriesSequence.append(series)
    return item


def _is_referable(*uids: str) -> bool:
    """Whether a film can be pointed to: a picture without DICOM has no SOP class."""
    return all(uid and UID(uid).is_valid for uid in uids)


def _patient_name(name: PersonName) -> str:
    groups = [_name_group(group) for group in (name.alphabetic, name.ideographic, name.phonetic)]
    joined = "=".join(groups).rstrip("=")
    # A name of one component is legal; the mark behind it keeps readers from guessing at its order.
    return joined if "^" in joined or not joined else f"{groups[0]}^{joined[len(groups[0]) :]}"


def _reader_name(name: str) -> str:
    """A name as typed, as one component: its parts are not known."""
    return f"{_name_group(name.replace('^', ' '))[: MAX_NAME_GROUP - 1] or NOT_STATED}^"


def _name_group(group: str) -> str:
    return re.sub(r"[\\=\n\t]", " ", printable(group))[:MAX_NAME_GROUP].strip()


def _text(text: str) -> str:
    """A value for UT; tabs, which older readers refuse there, become blanks."""
    return printable(text).replace("\t", " ").strip()


def _string(text: str, limit: int = MAX_LONG_STRING) -> str:
    """A value for LO or SH: one line without backslashes.

    What the standard allows stays whole. A value with more characters is wrong already; it is cut to as many
    bytes, because some readers count those.
    """
    line = re.sub(r"[\\\n\t]", " ", printable(text)).strip()
    return line if len(line) <= limit else line.encode()[:limit].decode(errors="ignore").strip()


def _date(date: str) -> str:
    """The date if it is one (PS3.5 6.2, DA), else ""."""
    try:
        return datetime.strptime(date.strip(), "%Y%m%d").strftime("%Y%m%d") if len(date.strip()) == 8 else ""
    except ValueError:
        return ""


def _time(time: str) -> str:
    """The time if it is one (PS3.5 6.2, TM), else ""."""
    return time.strip() if _TIME.fullmatch(time.strip()) else ""


def _date_time(time: datetime) -> str:
    offset = time.strftime("%z")[:5] if time.tzinfo else ""
    return time.strftime("%Y%m%d%H%M%S") + offset


def _language_name(language: str) -> str:
    return {"en": "English", "es": "Spanish"}.get(language.split("-")[0].lower(), language)

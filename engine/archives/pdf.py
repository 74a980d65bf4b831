"""A PDF as a DICOM object (Encapsulated PDF, PS3.3 A.45.1), so that an archive keeps it with its study."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.uid import EncapsulatedPDFStorage, ExplicitVRLittleEndian

from engine.archives.archive import Match
from engine.dicom.container import quiet_pydicom
from engine.dicom.pictures import synthetic_uid
from engine.errors import FileRefused

MAGIC = b"%PDF-"
MOST_BYTES = 1 << 28
TITLE = "Report. Research use. Not a medical device."
SERIES_NUMBER = 9002  # behind the films' own series and that of structured reports
MANUFACTURER = "Consilium"


def is_pdf(path: Path) -> bool:
    """Whether a file is called a PDF."""
    return path.suffix.lower() == ".pdf"


def encapsulated_pdf(path: Path, study: Match, now: datetime) -> FileDataset:
    """The PDF as an object of the study, with what the archive says about patient and study.

    Its UID is made from its content: sent twice it is the same object. FileRefused where it is no PDF.
    """
    content = _content(path)
    meta = FileMetaDataset()
    meta.TransferSyntaxUID = ExplicitVRLittleEndian
    dataset = FileDataset("", {}, file_meta=meta, preamble=bytes(128))
    with quiet_pydicom():
        _describe(dataset, study)
        _identify(dataset, study, content)
        _enclose(dataset, content, now)
    return dataset


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileRefused("The file cannot be read.", code="unreadable", where=str(path)) from error
    if not content.startswith(MAGIC):
        raise FileRefused("This is no PDF.", code="not-pdf", where=str(path))
    if len(content) > MOST_BYTES:
        raise FileRefused("The PDF is larger than 256 MiB.", code="too-large", where=str(path))
    return content


def _describe(dataset: Dataset, study: Match) -> None:
    """Patient and General Study (PS3.3 C.7.1.1, C.7.2.1), as the archive has them."""
    patient, name = study.patient, study.patient.name
    dataset.SpecificCharacterSet = "ISO_IR 192"
    groups = (name.alphabetic, name.ideographic, name.phonetic)
    dataset.PatientName = "=".join(groups).rstrip("=")
    dataset.PatientID = patient.patient_id
    if patient.issuer:
        dataset.IssuerOfPatientID = patient.issuer
    dataset.PatientBirthDate = patient.birth_date
    dataset.PatientSex = patient.sex
    dataset.StudyInstanceUID = study.study_uid
    dataset.StudyID = ""
    dataset.StudyDate, dataset.StudyTime = study.study_date, study.study_time
    dataset.AccessionNumber = study.accession_number
    dataset.ReferringPhysicianName = ""
    if study.description:
        dataset.StudyDescription = study.description


def _identify(dataset: FileDataset, study: Match, content: bytes) -> None:
    """Series, equipment and SOP Common (C.24.1, C.7.5.1, C.8.6.1, C.12.1)."""
    digest = hashlib.sha256(study.study_uid.encode() + content).digest()
    dataset.SOPClassUID = EncapsulatedPDFStorage
    dataset.SOPInstanceUID = synthetic_uid("encapsulated-pdf", digest)
    dataset.SeriesInstanceUID = synthetic_uid("encapsulated-pdf-series", study.study_uid.encode())
    dataset.SeriesNumber, dataset.InstanceNumber = SERIES_NUMBER, 1
    dataset.Modality = "DOC"
    dataset.SeriesDescription = TITLE
    dataset.Manufacturer = MANUFACTURER
    dataset.ConversionType = "WSD"  # made on a workstation
    dataset.file_meta.MediaStorageSOPClassUID = dataset.SOPClassUID
    dataset.file_meta.MediaStorageSOPInstanceUID = dataset.SOPInstanceUID


def _enclose(dataset: Dataset, content: bytes, now: datetime) -> None:
    """The Encapsulated Document (C.24.2)."""
    dataset.ContentDate, dataset.ContentTime = now.strftime("%Y%m%d"), now.strftime("%H%M%S")
    dataset.AcquisitionDateTime = ""
    dataset.BurnedInAnnotation = "YES"  # it names the patient
    dataset.DocumentTitle = TITLE
    dataset.ConceptNameCodeSequence = []
    dataset.MIMETypeOfEncapsulatedDocument = "application/pdf"
    dataset.EncapsulatedDocument = content + b"\0" * (len(content) % 2)
    dataset.EncapsulatedDocumentLength = len(content)

"""What in a DICOM data set names a patient, a reader, a study or a place: what texts are searched for."""

from __future__ import annotations

from collections.abc import Iterator

from pydicom.dataelem import DataElement
from pydicom.dataset import Dataset

from engine.identifiers import Identifiers, is_date, name_words

STANDARD_ROOT = "1.2.840.10008."  # UIDs that DICOM itself gave name nobody
CODES = frozenset(
    {
        "AccessionNumber",
        "AdmissionID",
        "DeviceSerialNumber",
        "FillerOrderNumberImagingServiceRequest",
        "InstitutionAddress",
        "InstitutionName",
        "InsurancePlanIdentification",
        "MedicalRecordLocator",
        "OtherPatientIDs",
        "PatientAddress",
        "PatientID",
        "PatientTelephoneNumbers",
        "PlacerOrderNumberImagingServiceRequest",
        "ReferringPhysicianAddress",
        "ReferringPhysicianTelephoneNumbers",
        "RequestedProcedureID",
        "ScheduledProcedureStepID",
        "StudyID",
    }
)
"""Attributes whose values are looked for in the finished files, beside all names, dates and UIDs."""


def film_identifiers(dataset: Dataset) -> Identifiers:
    """All names, dates, UIDs and numbers of people and studies in a data set, at any depth."""
    found = Identifiers()
    for element in elements(dataset):
        said = texts(element)
        if element.VR == "PN":
            found |= Identifiers(names=name_words(*(text.replace("=", " ") for text in said)))
        elif element.VR in {"DA", "DT"}:
            found |= Identifiers(dates=frozenset(text[:8] for text in said if is_date(text[:8])))
        elif element.VR == "UI":
            found |= Identifiers(codes=frozenset(one for one in said if not one.startswith(STANDARD_ROOT)))
        elif element.keyword in CODES:
            found |= Identifiers(codes=frozenset(filter(None, said)))
    return found


def parts(dataset: Dataset) -> Iterator[Dataset]:
    """Every data set inside this one, inner ones first, and this one."""
    for element in dataset:
        if element.VR == "SQ":
            for item in element.value:
                yield from parts(item)
    yield dataset


def elements(dataset: Dataset) -> Iterator[DataElement]:
    """Every element at any depth."""
    for part in parts(dataset):
        yield from part


def texts(element: DataElement) -> list[str]:
    """An element's values as texts; bytes of no known meaning are not looked into here."""
    value = element.value
    values = value if isinstance(value, list) or element.VM > 1 else [value]
    return [str(one).strip(" \0") for one in values if one is not None and not isinstance(one, bytes)]

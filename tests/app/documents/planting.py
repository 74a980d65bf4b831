"""Films with 38 planted identifiers, each at a place of its own; marks that stand nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pydicom import dcmwrite
from pydicom.dataset import Dataset, FileDataset
from pydicom.uid import UID

from tests.engine.dicom.making import film_dataset

NAME, NUMBER, ACCESSION = "Plantagenet^Zebedee", "QX-73519", "ACC73520"
BIRTH, DAY = "19341122", "20250817"
Plant = Callable[[FileDataset, str], None]


def _set(keyword: str) -> Plant:
    return lambda dataset, mark: setattr(dataset, keyword, mark)


def _add(group: int, element: int, vr: str) -> Plant:
    """Any element, as bytes where the value representation has no text."""

    def plant(dataset: FileDataset, mark: str) -> None:
        dataset.add_new((group, element), vr, _even(mark) if vr in {"OB", "OW"} else mark)

    return plant


def _nested(*path: str) -> Plant:
    """A value in an item of an item ...: sequences, then the attribute."""

    def plant(dataset: FileDataset, mark: str) -> None:
        holder: Dataset = dataset
        for sequence in path[:-1]:
            setattr(holder, sequence, [Dataset()])
            holder = holder[sequence].value[0]
        setattr(holder, path[-1], mark)

    return plant


def _private(dataset: Dataset, mark: str) -> None:
    dataset.private_block(0x0029, "MAKER 1.0", create=True).add_new(0x10, "LO", mark)


def _private_creator(dataset: FileDataset, mark: str) -> None:
    dataset.private_block(0x0033, mark, create=True).add_new(0x10, "LO", "x")


def _private_sequence(dataset: FileDataset, mark: str) -> None:
    item = Dataset()
    item.PatientComments = mark
    dataset.private_block(0x0031, "MAKER 2.0", create=True).add_new(0x11, "SQ", [item])


def _private_in_an_item(dataset: FileDataset, mark: str) -> None:
    item = Dataset()
    item.CodeMeaning = "view"
    _private(item, mark)
    dataset.ViewCodeSequence = [item]


def _preamble(dataset: FileDataset, mark: str) -> None:
    dataset.preamble = mark.encode().ljust(128, b"\0")


def _source(dataset: FileDataset, mark: str) -> None:
    dataset.file_meta.SourceApplicationEntityTitle = mark


def _private_meta(dataset: FileDataset, mark: str) -> None:
    dataset.file_meta.PrivateInformationCreatorUID = UID("2.25.1")
    dataset.file_meta.PrivateInformation = _even(mark)


def _behind_the_pixels(dataset: FileDataset, mark: str) -> None:
    dataset.PixelData += _even(mark)


def _even(mark: str) -> bytes:
    return mark.encode() + b" " * (len(mark) % 2)


PLANTS: Mapping[str, Plant] = {
    "preamble": _preamble,
    "source in file meta": _source,
    "private file meta": _private_meta,
    "other numbers": _set("OtherPatientIDs"),
    "other names": _set("OtherPatientNames"),
    "mother": _set("PatientMotherBirthName"),
    "address": _set("PatientAddress"),
    "telephone": _set("PatientTelephoneNumbers"),
    "patient comments": _set("PatientComments"),
    "history": _set("AdditionalPatientHistory"),
    "referrer": _set("ReferringPhysicianName"),
    "performer": _set("PerformingPhysicianName"),
    "operator": _set("OperatorsName"),
    "reader": _set("NameOfPhysiciansReadingStudy"),
    "institution": _set("InstitutionName"),
    "institution's address": _set("InstitutionAddress"),
    "station": _set("StationName"),
    "serial number": _set("DeviceSerialNumber"),
    "study description": _set("StudyDescription"),
    "series description": _set("SeriesDescription"),
    "protocol": _set("ProtocolName"),
    "image comments": _set("ImageComments"),
    "admission": _set("AdmissionID"),
    "unformatted text": _set("UnformattedTextValue"),
    "unknown attribute": _add(0x0008, 0x9990, "LO"),
    "request": _nested("RequestAttributesSequence", "ScheduledProcedureStepDescription"),
    "name in an item": _nested("ProcedureCodeSequence", "PatientName"),
    "text in an item": _nested("AnatomicRegionSequence", "TextValue"),
    "number two deep": _nested("ReferencedImageSequence", "PurposeOfReferenceCodeSequence", "PatientID"),
    "private": _private,
    "private creator": _private_creator,
    "private sequence": _private_sequence,
    "private in an item": _private_in_an_item,
    "overlay data": _add(0x6000, 0x3000, "OW"),
    "overlay comments": _add(0x6000, 0x4000, "LT"),
    "curve data": _add(0x5000, 0x3000, "OW"),
    "trailing padding": _add(0xFFFC, 0xFFFC, "OB"),
    "behind the pixels": _behind_the_pixels,
}


def mark_of(place: str) -> str:
    """What is planted at a place."""
    return f"ZPLANT{list(PLANTS).index(place):02d}Q"


def planted_film(folder: Path, places: Mapping[str, Plant] = PLANTS, name: str = "film.dcm") -> Path:
    """A film of a patient whose every attribute names him."""
    dataset = film_dataset([[1, 2, 3], [4, 5, 6]])
    dataset.PatientName, dataset.PatientID, dataset.PatientBirthDate = NAME, NUMBER, BIRTH
    dataset.AccessionNumber, dataset.StudyDate, dataset.SeriesDate = ACCESSION, DAY, DAY
    dataset.StudyInstanceUID, dataset.SeriesInstanceUID = "1.2.826.0.1.111111", "1.2.826.0.1.222222"
    for place, plant in places.items():
        plant(dataset, mark_of(place))
    path = folder / name
    dcmwrite(path, dataset, enforce_file_format=True)
    return path

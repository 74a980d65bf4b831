"""A phantom as DICOM: two Digital X-Ray objects for presentation (PS3.3 A.26), marked as computer-made."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta
from pathlib import Path

import imagecodecs
import numpy as np
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.encaps import encapsulate
from pydicom.uid import (
    UID,
    DigitalXRayImageStorageForPresentation,
    ExplicitVRLittleEndian,
    JPEGLSLossless,
)

from training.phantoms.film import (
    CENTRE_TO_DETECTOR_MM,
    FIELD_MM,
    SOURCE_TO_DETECTOR_MM,
)
from training.phantoms.mix import Source
from training.phantoms.phantom import Film, Phantom, Stream, stream

GENERATOR_VERSION = "3"
MODELS = {Source.GEOMETRIC: "Geometric chest", Source.SCANNED: "Chest deformed from a CT"}
GIVEN_NAMES = {
    "F": ("Ada", "Berta", "Clara", "Dora", "Eva", "Flora", "Greta", "Hanna", "Ida", "Julia", "Klara", "Lena"),
    "M": ("Adam", "Bruno", "Carl", "David", "Emil", "Felix", "Georg", "Hugo", "Ivan", "Jonas", "Karl", "Leo"),
}
FIRST_DAY = date(2026, 1, 1)
NOTE = "Computer-made phantom. No patient was imaged."
WINDOW_CENTER, WINDOW_WIDTH = 2048, 4096
LATERAL = "LL"


def uid(seed: int, index: int, part: str) -> UID:
    """A UID of the 2.25 root (PS3.5 B.2), the same for the same study and part for ever."""
    digest = hashlib.sha256(f"consilium phantom {GENERATOR_VERSION} {seed} {index} {part}".encode()).digest()
    value = int.from_bytes(digest[:16], "big")
    # The bits that mark a random UUID (RFC 4122, version 4).
    value = (value & ~(0xF << 76) | (4 << 76)) & ~(0x3 << 62) | (2 << 62)
    return UID(f"2.25.{value}")


def study_uid(seed: int, index: int) -> str:
    """Study Instance UID."""
    return str(uid(seed, index, "study"))


def datasets(phantom: Phantom, compressed: bool = False) -> list[Dataset]:
    """One dataset for each film, frontal first; `compressed` packs pixels losslessly (JPEG-LS)."""
    return [_dataset(phantom, number, film, compressed) for number, film in enumerate(phantom.films, start=1)]


def write_study(phantom: Phantom, folder: Path, compressed: bool = False) -> list[Path]:
    """Write pa.dcm and lat.dcm into `folder`; the same phantom always gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for film, dataset in zip(phantom.films, datasets(phantom, compressed), strict=True):
        path = folder / file_name(film.view)
        dataset.save_as(path, enforce_file_format=True)
        paths.append(path)
    return paths


def file_name(view: str) -> str:
    """What the film of a view is called."""
    return "lat.dcm" if view == LATERAL else "pa.dcm"


def _dataset(phantom: Phantom, number: int, film: Film, compressed: bool) -> Dataset:
    dataset = Dataset()
    _add_identity(dataset, phantom)
    _add_image(dataset, phantom, number, film)
    _add_acquisition(dataset, film)
    _add_pixels(dataset, film, compressed)
    dataset.file_meta = _file_meta(dataset, compressed)
    dataset.preamble = bytes(128)
    return dataset


def _file_meta(dataset: Dataset, compressed: bool) -> FileMetaDataset:
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = dataset.SOPClassUID
    meta.MediaStorageSOPInstanceUID = dataset.SOPInstanceUID
    meta.TransferSyntaxUID = JPEGLSLossless if compressed else ExplicitVRLittleEndian
    meta.ImplementationClassUID = uid(0, 0, "implementation")
    meta.ImplementationVersionName = "CONSILIUM_PHNTM1"
    return meta


def _add_identity(dataset: Dataset, phantom: Phantom) -> None:
    random = stream(phantom.seed, phantom.index, Stream.IDENTITY)
    names = GIVEN_NAMES[phantom.person.sex]
    day = FIRST_DAY + timedelta(days=int(random.integers(180)))
    birth_year = day.year - phantom.person.age
    dataset.SpecificCharacterSet = "ISO_IR 192"
    dataset.PatientName = f"Phantom^{names[int(random.integers(len(names)))]}"
    dataset.PatientID = patient_id(phantom)
    dataset.IssuerOfPatientID = f"CONSILIUM PHANTOMS {phantom.seed}"
    dataset.PatientBirthDate = f"{birth_year}0101"
    dataset.PatientSex = phantom.person.sex
    dataset.PatientAge = f"{phantom.person.age:03d}Y"
    dataset.PatientIdentityRemoved = "YES"
    dataset.DeidentificationMethod = "Computer-made: there is no patient"
    dataset.StudyInstanceUID = uid(phantom.seed, phantom.index, "study")
    dataset.StudyDate = day.strftime("%Y%m%d")
    dataset.StudyTime = f"{int(random.integers(7, 19)):02d}{int(random.integers(60)):02d}00"
    dataset.StudyID = f"{phantom.index}"
    dataset.AccessionNumber = f"PH{phantom.seed % 10**7:07d}{phantom.index % 10**7:07d}"
    dataset.StudyDescription = "Chest PA and lateral (phantom)"
    dataset.ReferringPhysicianName = ""


def patient_id(phantom: Phantom) -> str:
    """Each study is another patient; the issuer names the seed, so that no two corpora share one."""
    return f"PHANTOM-{phantom.index:06d}"


def _add_image(dataset: Dataset, phantom: Phantom, number: int, film: Film) -> None:
    dataset.SOPClassUID = DigitalXRayImageStorageForPresentation
    dataset.SOPInstanceUID = uid(phantom.seed, phantom.index, f"image {number}")
    dataset.SeriesInstanceUID = uid(phantom.seed, phantom.index, f"series {number}")
    dataset.SeriesNumber = number
    dataset.InstanceNumber = 1
    dataset.Modality = "DX"
    dataset.Manufacturer = "Consilium phantoms"
    dataset.ManufacturerModelName = MODELS[phantom.source]
    dataset.DeviceSerialNumber = "0"
    dataset.SoftwareVersions = GENERATOR_VERSION
    dataset.ImageType = ["DERIVED", "PRIMARY"]
    dataset.DerivationDescription = NOTE
    dataset.ImageComments = "Computer-made phantom"
    dataset.ContentDate, dataset.ContentTime = dataset.StudyDate, dataset.StudyTime
    dataset.SeriesDate, dataset.SeriesTime = dataset.StudyDate, dataset.StudyTime
    dataset.AcquisitionDate, dataset.AcquisitionTime = dataset.StudyDate, dataset.StudyTime
    dataset.SeriesDescription = "Chest lateral" if film.view == LATERAL else "Chest PA"
    dataset.PresentationIntentType = "FOR PRESENTATION"
    dataset.BurnedInAnnotation = "NO"
    dataset.LossyImageCompression = "00"


def _add_acquisition(dataset: Dataset, film: Film) -> None:
    rows, _ = film.pixels.shape
    pitch = FIELD_MM / rows
    lateral = film.view == LATERAL
    dataset.BodyPartExamined = "CHEST"
    dataset.AnatomicRegionSequence = [_code("51185008", "SCT", "Chest")]
    dataset.ViewPosition = film.view
    dataset.ViewCodeSequence = [
        _code("399173006", "SCT", "left lateral")
        if lateral
        else _code("272479007", "SCT", "postero-anterior")
    ]
    dataset.ViewCodeSequence[0].ViewModifierCodeSequence = []
    dataset.PatientOrientationCodeSequence = [_code("10904000", "SCT", "erect")]
    dataset.PatientOrientationCodeSequence[0].PatientOrientationModifierCodeSequence = []
    dataset.PatientGantryRelationshipCodeSequence = []
    dataset.PatientOrientation = ["P", "F"] if lateral else ["L", "F"]
    dataset.ImageLaterality = "U"  # unpaired: both lungs are on every film
    dataset.ImagerPixelSpacing = [pitch, pitch]
    dataset.DistanceSourceToDetector = SOURCE_TO_DETECTOR_MM
    dataset.DistanceSourceToPatient = SOURCE_TO_DETECTOR_MM - CENTRE_TO_DETECTOR_MM
    dataset.EstimatedRadiographicMagnificationFactor = round(
        SOURCE_TO_DETECTOR_MM / (SOURCE_TO_DETECTOR_MM - CENTRE_TO_DETECTOR_MM), 4
    )
    dataset.DetectorType = "SCINTILLATOR"
    dataset.KVP = 120
    dataset.AcquisitionContextSequence = []


def _code(value: str, scheme: str, meaning: str) -> Dataset:
    item = Dataset()
    item.CodeValue, item.CodingSchemeDesignator, item.CodeMeaning = value, scheme, meaning
    return item


def _add_pixels(dataset: Dataset, film: Film, compressed: bool) -> None:
    dataset.SamplesPerPixel = 1
    dataset.Rows, dataset.Columns = film.pixels.shape
    dataset.BitsAllocated, dataset.BitsStored, dataset.HighBit = 16, 12, 11
    dataset.PixelRepresentation = 0
    # MONOCHROME1 shows the lowest value white and belongs with INVERSE (PS3.3 C.8.11.3.1.2).
    dataset.PhotometricInterpretation = "MONOCHROME1" if film.exposure.inverted else "MONOCHROME2"
    dataset.PresentationLUTShape = "INVERSE" if film.exposure.inverted else "IDENTITY"
    dataset.PixelIntensityRelationship = "LOG"
    dataset.PixelIntensityRelationshipSign = 1 if film.exposure.inverted else -1
    dataset.RescaleIntercept, dataset.RescaleSlope, dataset.RescaleType = 0, 1, "US"
    dataset.WindowCenter, dataset.WindowWidth = WINDOW_CENTER, WINDOW_WIDTH
    dataset.WindowCenterWidthExplanation = "NORMAL"
    dataset.VOILUTFunction = "LINEAR"
    values = np.ascontiguousarray(film.pixels, dtype="<u2")
    if not compressed:
        dataset.add_new(0x7FE00010, "OW", values.tobytes())
        return
    dataset.add_new(0x7FE00010, "OB", encapsulate([bytes(imagecodecs.jpegls_encode(values, level=0))]))
    dataset["PixelData"].is_undefined_length = True

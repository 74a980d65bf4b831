"""Published radiographs that came as pictures, made into DICOM studies that say so.

`python -m training.data.samples PICTURE FILE --name ... --source ... --licence ... --view PA` writes one.
The result is marked DERIVED\\SECONDARY, names its source and licence in Image Comments, and invents
nothing: patient, date and spacing stay empty where the publication gave none.
"""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.uid import DigitalXRayImageStorageForPresentation, ExplicitVRLittleEndian

TAIL = 0.005  # share of the darkest and of the brightest pixels that the window gives up


@dataclass(frozen=True, slots=True)
class Picture:
    """A published picture of one frontal or lateral film, and what its publication says of it."""

    path: Path
    identifier: str
    source: str
    licence: str
    view_position: str = "PA"
    sex: str = ""
    modality_note: str = ""


def uid_from(text: str) -> str:
    """A UID under 2.25 that is the same for the same text (PS3.5 B.2)."""
    return f"2.25.{int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], 'big')}"


def to_dicom(picture: Picture) -> Dataset:
    """The picture's grey values, untouched, as a DX image for presentation."""
    content = picture.path.read_bytes()
    grey = np.asarray(Image.open(picture.path).convert("L"))
    digest = hashlib.sha256(content).hexdigest()
    dataset = FileDataset("", {}, file_meta=FileMetaDataset(), preamble=b"\0" * 128)
    dataset.SpecificCharacterSet = "ISO_IR 192"
    _identify(dataset, picture, digest)
    _describe(dataset, picture)
    _add_pixels(dataset, grey)
    dataset.file_meta.TransferSyntaxUID = ExplicitVRLittleEndian
    dataset.file_meta.MediaStorageSOPClassUID = dataset.SOPClassUID
    dataset.file_meta.MediaStorageSOPInstanceUID = dataset.SOPInstanceUID
    return dataset


def _identify(dataset: Dataset, picture: Picture, digest: str) -> None:
    dataset.SOPClassUID = DigitalXRayImageStorageForPresentation
    dataset.SOPInstanceUID = uid_from(f"consilium sample image {digest}")
    dataset.SeriesInstanceUID = uid_from(f"consilium sample series {digest}")
    dataset.StudyInstanceUID = uid_from(f"consilium sample study {digest}")
    dataset.PatientName = f"Published^{picture.identifier}"
    dataset.PatientID = picture.identifier
    dataset.PatientBirthDate = ""
    dataset.PatientSex = picture.sex.upper()
    dataset.PatientIdentityRemoved = "YES"
    dataset.DeidentificationMethod = "As published"
    dataset.StudyDate = dataset.StudyTime = dataset.AccessionNumber = dataset.StudyID = ""
    dataset.ReferringPhysicianName = ""
    dataset.SeriesNumber = dataset.InstanceNumber = 1


def _describe(dataset: Dataset, picture: Picture) -> None:
    dataset.Modality = "DX"
    dataset.StudyDescription = "Published chest radiograph"
    dataset.ImageType = ["DERIVED", "SECONDARY"]
    dataset.ConversionType = "DI"
    dataset.PresentationIntentType = "FOR PRESENTATION"
    dataset.BodyPartExamined = "CHEST"
    dataset.ViewPosition = picture.view_position
    dataset.ImageLaterality = "U"
    dataset.PatientOrientation = ["L", "F"]
    dataset.BurnedInAnnotation = "NO"
    dataset.LossyImageCompression = "01"
    dataset.LossyImageCompressionMethod = "ISO_10918_1"
    note = f" {picture.modality_note}" if picture.modality_note else ""
    dataset.DerivationDescription = f"Resized and converted from a published 8-bit picture.{note}"
    dataset.ImageComments = f"{picture.source} Licence: {picture.licence}. Resized, converted to DICOM."


def _add_pixels(dataset: Dataset, grey: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> None:
    low, high = np.quantile(grey, (TAIL, 1 - TAIL))
    dataset.Rows, dataset.Columns = grey.shape
    dataset.SamplesPerPixel = 1
    dataset.PhotometricInterpretation = "MONOCHROME2"
    dataset.PresentationLUTShape = "IDENTITY"
    dataset.BitsAllocated = dataset.BitsStored = 8
    dataset.HighBit, dataset.PixelRepresentation = 7, 0
    dataset.RescaleIntercept, dataset.RescaleSlope, dataset.RescaleType = 0, 1, "US"
    dataset.PixelIntensityRelationship, dataset.PixelIntensityRelationshipSign = "LOG", -1
    dataset.WindowCenter = float((low + high + 1) / 2)
    dataset.WindowWidth = float(max(high - low + 1, 2))
    dataset.WindowCenterWidthExplanation = "99 % of the pixels"
    pixels = np.ascontiguousarray(grey).tobytes()
    dataset.PixelData = pixels + b"\0" * (len(pixels) % 2)


def main() -> None:
    """Write one DICOM file from the command line."""
    parser = argparse.ArgumentParser(prog="python -m training.data.samples", description=__doc__)
    parser.add_argument("picture", type=Path)
    parser.add_argument("file", type=Path)
    for option in ("--name", "--source", "--licence"):
        parser.add_argument(option, required=True)
    parser.add_argument("--view", default="PA")
    parser.add_argument("--sex", default="")
    parser.add_argument("--note", default="")
    given = parser.parse_args()
    picture = Picture(
        given.picture, given.name, given.source, given.licence, given.view, given.sex, given.note
    )
    given.file.parent.mkdir(parents=True, exist_ok=True)
    to_dicom(picture).save_as(given.file, enforce_file_format=True)


if __name__ == "__main__":
    main()

"""Small DICOM files for tests: a valid two-by-three film, and whatever a case changes about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pydicom import dcmwrite
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.encaps import encapsulate
from pydicom.sequence import Sequence as DicomSequence
from pydicom.uid import (
    UID,
    DigitalXRayImageStorageForPresentation,
    ExplicitVRBigEndian,
    ExplicitVRLittleEndian,
    ImplicitVRLittleEndian,
    generate_uid,
)

from engine.dicom.files import read_file
from engine.dicom.film import Film
from engine.dicom.pixels import Decodes, read_film
from engine.study import Radiograph

Pixels = npt.ArrayLike
NOTHING: Mapping[str, Any] = {}


def film_dataset(
    pixels: Pixels, attributes: Mapping[str, Any] = NOTHING, syntax: str = ExplicitVRLittleEndian
) -> FileDataset:
    """A DX image of 12 bits in 16, MONOCHROME2, without a window; `attributes` replace or add."""
    stored = np.atleast_2d(np.asarray(pixels))
    dataset = FileDataset("", {}, file_meta=FileMetaDataset(), preamble=b"\0" * 128)
    dataset.SpecificCharacterSet = "ISO_IR 192"
    dataset.SOPClassUID = DigitalXRayImageStorageForPresentation
    dataset.SOPInstanceUID = generate_uid()
    dataset.SeriesInstanceUID = generate_uid()
    dataset.StudyInstanceUID = generate_uid()
    dataset.Modality = "DX"
    dataset.PatientID = "P1"
    dataset.PatientName = "Test^Case"
    dataset.Rows, dataset.Columns = stored.shape
    dataset.SamplesPerPixel = 1
    dataset.PhotometricInterpretation = "MONOCHROME2"
    dataset.BitsAllocated, dataset.BitsStored, dataset.HighBit = 16, 12, 11
    dataset.PixelRepresentation = 0
    for keyword, value in attributes.items():
        setattr(dataset, keyword, value)
    dataset["PixelData"] = _pixel_element(stored, dataset)
    dataset.file_meta.TransferSyntaxUID = UID(syntax)
    dataset.file_meta.MediaStorageSOPClassUID = dataset.SOPClassUID
    dataset.file_meta.MediaStorageSOPInstanceUID = dataset.SOPInstanceUID
    return dataset


def _pixel_element(stored: npt.NDArray[Any], dataset: Dataset) -> Any:
    content = (stored.astype(np.int64) & ((1 << dataset.BitsAllocated) - 1)).astype(
        f"<u{dataset.BitsAllocated // 8}"
    )
    data = content.tobytes()
    dataset.PixelData = data + b"\0" * (len(data) % 2)
    dataset["PixelData"].VR = "OW"
    return dataset["PixelData"]


def compressed(dataset: FileDataset, codestream: bytes, syntax: str) -> FileDataset:
    """The same image with its one frame as `codestream`."""
    dataset.PixelData = encapsulate([codestream])
    dataset["PixelData"].VR = "OB"
    dataset["PixelData"].is_undefined_length = True
    dataset.file_meta.TransferSyntaxUID = UID(syntax)
    return dataset


def lut(
    first: int, data: Sequence[int], bits: int = 16, vr: str = "US", explanation: str = ""
) -> DicomSequence:
    """A lookup table sequence of one item; the first mapped value is written as `vr`."""
    item = Dataset()
    item.add_new("LUTDescriptor", vr, [len(data) % 65536, first, bits])
    words = np.asarray(data, "<u2").tobytes()
    item.add_new("LUTData", "OW" if len(data) > 32000 else "US", words if len(data) > 32000 else list(data))
    if explanation:
        item.LUTExplanation = explanation
    return DicomSequence([item])


def saved(dataset: FileDataset, folder: Path, name: str = "film.dcm") -> Path:
    """The data set as a file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    syntax = UID(dataset.file_meta.TransferSyntaxUID)
    dcmwrite(
        path,
        dataset,
        implicit_vr=syntax == ImplicitVRLittleEndian,
        little_endian=syntax != ExplicitVRBigEndian,
        force_encoding=True,
    )
    return path


def radiograph_of(path: Path) -> Radiograph:
    """The one film in a file."""
    part = read_file(path).part
    assert isinstance(part, Radiograph)
    return part


def film_of(dataset: FileDataset, folder: Path, decoder: Decodes | None = None) -> Film:
    """Save, open and read the film again."""
    return read_film(radiograph_of(saved(dataset, folder)), 0, decoder)


def levels_of(pixels: Pixels, attributes: Mapping[str, Any], folder: Path) -> list[int]:
    """What a one-row film is displayed as."""
    film = film_of(film_dataset(pixels, attributes), folder)
    return [int(level) for level in film.display()[0]]

"""One file -> what it holds: a film or document, a DICOMDIR, an archive, or the reason why it is not opened.

`read_file` is the one boundary behind which files may be as broken as they like.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydicom.dataelem import RawDataElement
from pydicom.uid import MediaStorageDirectoryStorage

from engine.dicom.container import Parsed, parse, quiet_pydicom, read_bytes
from engine.dicom.directory import RECORDS, FileSet, read_file_set
from engine.dicom.documents import PDF, document_kind, read_document
from engine.dicom.header import Header
from engine.dicom.names import person_name
from engine.dicom.pictures import is_picture
from engine.dicom.radiographs import read_picture, read_radiograph, uid_or_synthetic
from engine.dicom.sources import ARCHIVE, Contents, skipped
from engine.errors import ConsiliumError, FileRefused
from engine.plain_text import one_line
from engine.study import Document, Patient, Radiograph, Skipped, Study

UNDEFINED_LENGTH = 0xFFFFFFFF  # of an element that ends with a delimiter (PS3.5 7.1.1)


@dataclass(frozen=True, slots=True)
class Item:
    """One file that was understood: its film or document, and the study that it says it belongs to."""

    path: Path
    digest: bytes
    study: Study
    part: Radiograph | Document


@dataclass(frozen=True, slots=True)
class FoundArchive:
    """A ZIP archive on disk, whose members are still to be read."""

    path: Path


@dataclass(frozen=True, slots=True)
class FoundFileSet:
    """A DICOMDIR, and the files that it lists."""

    path: Path
    file_set: FileSet


Result = Item | FoundArchive | FoundFileSet | Skipped


@dataclass(frozen=True, slots=True)
class Found:
    """What a path holds, as processes hand it to each other."""

    result: Item | FoundArchive | FoundFileSet | Skipped


def read_file(path: Path) -> Item:
    """One file, understood. FileRefused with a code and a sentence, whatever the file does."""
    found = _understood(path, read_bytes)
    if isinstance(found, FoundFileSet):
        raise FileRefused(
            "A DICOMDIR only lists other files.", code="dicomdir", todo="Open the folder that holds them."
        )
    return found


def _understood(path: Path, read: Callable[[Path], bytes]) -> Item | FoundFileSet:
    """The boundary."""
    try:
        with quiet_pydicom():
            return _read_file(path, read(path))
    except FileRefused:
        raise
    except ConsiliumError as error:
        raise FileRefused(error.what, code=error.code, todo=error.todo) from error
    except RecursionError as error:
        raise FileRefused("The file nests its sequences too deeply.", code="damaged") from error
    except MemoryError as error:
        raise FileRefused("The file needs more memory than there is.", code="too-large") from error
    except Exception as error:  # pydicom raises nearly any class on damaged files
        raise FileRefused("The file is damaged.", code="damaged", todo="Copy it again.") from error


def _read_file(path: Path, content: bytes) -> Item | FoundFileSet:
    if is_picture(content):
        digest = hashlib.sha256(content).digest()
        picture = read_picture(content, digest, path)
        return Item(path, digest, Study(picture.study_uid, description=one_line(path.name)), picture)
    parsed = parse(content)
    header = Header(parsed.dataset)
    if header.has(RECORDS) or header.text("SOPClassUID") == MediaStorageDirectoryStorage:
        return FoundFileSet(path, read_file_set(header))
    return Item(path, parsed.digest, _study_of(header, parsed), _part(header, parsed, path))


def read_all(paths: Sequence[Path]) -> Sequence[Result]:
    """What each path holds."""
    return list(read_each(paths))


def read_each(paths: Sequence[Path]) -> Generator[Result]:
    """What each path holds, one by one; an archive stays open while its members follow each other."""
    with Contents() as contents:
        for path in paths:
            yield _result(path, contents)


def _result(path: Path, contents: Contents) -> Result:
    try:
        return _understood(path, contents.read)
    except FileRefused as error:
        is_archive = error.code == ARCHIVE and contents.is_archive(path)
        return FoundArchive(path) if is_archive else skipped(path, error)


def _part(header: Header, parsed: Parsed, path: Path) -> Radiograph | Document:
    sop_class = header.text("SOPClassUID")
    if document_kind(sop_class) == PDF and not header.has("EncapsulatedDocument"):
        raise FileRefused("There is no document in the file; it may have been cut.", code="no-document")
    if document_kind(sop_class):
        return read_document(
            header, path, uid_or_synthetic(header, "SOPInstanceUID", parsed.digest), sop_class
        )
    if header.has("PixelData"):
        _note_a_false_length(header)
        return read_radiograph(parsed, header, path)
    if not sop_class:
        raise FileRefused("The file does not say what it holds.", code="damaged", todo="Copy it again.")
    raise FileRefused("There are no image data in the file; it may have been cut.", code="no-pixels")


def _note_a_false_length(header: Header) -> None:
    """What is there may be whole all the same; whether it is, shows when the pixels are read."""
    pixels = header.dataset.get_item("PixelData")
    if not isinstance(pixels, RawDataElement) or pixels.length == UNDEFINED_LENGTH:
        return
    if pixels.length > len(pixels.value or b""):
        header.note("The file ends before its image data should; what is there is shown.")


def _study_of(header: Header, parsed: Parsed) -> Study:
    name, description = person_name(header, "PatientName"), header.line("StudyDescription")
    texts = (name.alphabetic, name.ideographic, name.phonetic, description, header.text("PatientID"))
    return Study(
        undeclared_texts=not header.text("SpecificCharacterSet") and not "".join(texts).isascii(),
        study_uid=uid_or_synthetic(header, "StudyInstanceUID", parsed.digest),
        patient=Patient(
            name=name,
            patient_id=header.line("PatientID"),
            issuer=header.line("IssuerOfPatientID"),
            birth_date=header.text("PatientBirthDate"),
            sex=header.text("PatientSex"),
        ),
        study_date=header.text("StudyDate"),
        study_time=header.text("StudyTime"),
        accession_number=header.line("AccessionNumber"),
        description=description,
    )

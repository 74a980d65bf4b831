"""Paths -> studies. Every file found ends in a study or in `skipped`, with a code and a sentence.

`read_file` is the one boundary behind which files may be as broken as they like.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydicom.dataelem import RawDataElement
from pydicom.uid import MediaStorageDirectoryStorage

from engine.dicom.container import Parsed, parse, quiet_pydicom, read_bytes
from engine.dicom.documents import PDF, document_kind, read_document
from engine.dicom.header import Header
from engine.dicom.names import person_name
from engine.dicom.pictures import is_picture, synthetic_uid
from engine.dicom.radiographs import read_picture, read_radiograph, uid_or_synthetic
from engine.errors import ConsiliumError, FileRefused
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress
from engine.study import Document, Opened, Patient, Radiograph, Skipped, Study

OPENING = "Opening files"
SAME_UID = (
    "Another file has the same SOP Instance UID but other content; both are kept, "
    "each under a UID that is made from its content."
)
LAST = 1 << 31  # where a series or instance without a number is sorted

UNDEFINED_LENGTH = 0xFFFFFFFF  # of an element that ends with a delimiter (PS3.5 7.1.1)


@dataclass(frozen=True, slots=True)
class Item:
    """One file that was understood: its film or document, and the study that it says it belongs to."""

    path: Path
    digest: bytes
    study: Study
    part: Radiograph | Document


@dataclass(slots=True)
class Gathered:
    """What has been found so far; studies in the order in which their first file was met."""

    items: dict[str, list[Item]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)

    def skip(self, path: Path, error: FileRefused | ConsiliumError) -> None:
        """Keep why a file was not opened."""
        reason = f"{error.what} {error.todo}".strip()
        self.skipped.append(Skipped(path, error.code, reason))


def open_paths(
    paths: Sequence[Path], *, cancel: CancelToken | None = None, on_progress: OnProgress = ignore_progress
) -> Opened:
    """All studies under files and folders (with their subfolders), and every file that was not opened.

    Only given paths and what really lies under them are read: links to folders are not followed, and no path
    that stands in a file is. Raises Cancelled between two files if `cancel` is set.
    """
    gathered = Gathered()
    found = _unique(_files_under(paths, gathered))
    for done, path in enumerate(found):
        if cancel is not None:
            cancel.raise_if_cancelled()
        on_progress(Progress(OPENING, done, len(found)))
        _gather(path, gathered)
    on_progress(Progress(OPENING, len(found), len(found)))
    studies = tuple(_study(items) for items in gathered.items.values())
    return Opened(studies, tuple(gathered.skipped))


def read_file(path: Path) -> Item:
    """One file, understood. FileRefused with a code and a sentence, whatever the file does."""
    try:
        with quiet_pydicom():
            return _read_file(path)
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


def _read_file(path: Path) -> Item:
    content = read_bytes(path)
    if is_picture(content):
        digest = hashlib.sha256(content).digest()
        picture = read_picture(content, digest, path)
        return Item(path, digest, Study(picture.study_uid, description=path.name), picture)
    parsed = parse(content)
    header = Header(parsed.dataset)
    return Item(path, parsed.digest, _study_of(header, parsed), _part(header, parsed, path))


def _part(header: Header, parsed: Parsed, path: Path) -> Radiograph | Document:
    sop_class = header.text("SOPClassUID")
    if header.has("DirectoryRecordSequence") or sop_class == MediaStorageDirectoryStorage:
        raise FileRefused(
            "A DICOMDIR only lists other files.", code="dicomdir", todo="Open the folder that holds them."
        )
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
    return Study(
        study_uid=uid_or_synthetic(header, "StudyInstanceUID", parsed.digest),
        patient=Patient(
            name=person_name(header, "PatientName"),
            patient_id=header.text("PatientID"),
            issuer=header.text("IssuerOfPatientID"),
            birth_date=header.text("PatientBirthDate"),
            sex=header.text("PatientSex"),
        ),
        study_date=header.text("StudyDate"),
        study_time=header.text("StudyTime"),
        accession_number=header.text("AccessionNumber"),
        description=header.text("StudyDescription"),
    )


def _files_under(paths: Iterable[Path], gathered: Gathered) -> Iterator[Path]:
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 (Path.is_dir raises where a path is too long or not allowed)
            yield from _files_in(path, gathered)
        else:
            yield path


def _files_in(folder: Path, gathered: Gathered) -> Iterator[Path]:
    """Files of a folder and its subfolders, by name; links to folders are not followed: they can loop."""

    def unreadable(error: OSError) -> None:
        refusal = FileRefused("The folder cannot be read.", code="unreadable")
        gathered.skip(Path(error.filename), refusal)

    for where, folders, names in os.walk(folder, onerror=unreadable):
        folders.sort()
        for link in (Path(where, name) for name in folders):
            if link.is_symlink():
                gathered.skip(
                    link,
                    FileRefused("This is a link to a folder.", code="link", todo="Open its target itself."),
                )
        yield from (Path(where, name) for name in sorted(names))


def _unique(paths: Iterable[Path]) -> list[Path]:
    """Each file once, under the name by which it was met first."""
    met: dict[str, Path] = {}
    for path in paths:
        met.setdefault(os.path.realpath(path), path)
    return list(met.values())


def _gather(path: Path, gathered: Gathered) -> None:
    try:
        item = read_file(path)
        items = gathered.items.setdefault(item.study.study_uid, [])
        _refuse_twin(item, items)
        _refuse_other_patient(item, items)
    except FileRefused as error:
        gathered.skip(path, error)
        return
    items.append(item)


def _refuse_twin(item: Item, items: Sequence[Item]) -> None:
    for other in items:
        if other.digest == item.digest:
            raise FileRefused(f'It is identical to "{other.path.name}".', code="duplicate")


def _refuse_other_patient(item: Item, items: Sequence[Item]) -> None:
    """Two patients never share a study, whatever the UIDs say."""
    new = item.study.patient
    for other in items:
        known = other.study.patient
        if _are_others(known, new):
            raise FileRefused(
                f'It names the same study as "{other.path.name}" but another patient.',
                code="patient-conflict",
                todo="Open it alone.",
            )


def _are_others(known: Patient, new: Patient) -> bool:
    """Whether two patients differ in what both files say: number and issuer, or names where numbers are
    missing."""
    if known.patient_id and new.patient_id:
        return known.patient_id != new.patient_id or _differ(known.issuer, new.issuer)
    return _differ(str(known.name).casefold(), str(new.name).casefold())


def _differ(known: str, new: str) -> bool:
    return bool(known and new and known != new)


def _study(items: Sequence[Item]) -> Study:
    documents = [item.part for item in items if isinstance(item.part, Document)]
    return replace(
        items[0].study,
        radiographs=tuple(sorted(_told_apart(items), key=_viewing_order)),
        documents=tuple(documents),
    )


def _told_apart(items: Sequence[Item]) -> Iterator[Radiograph]:
    """The films. Attention maps find theirs by its SOP Instance UID, so two films never keep the same one."""
    films = [(item.digest, item.part) for item in items if isinstance(item.part, Radiograph)]
    counts = Counter(film.sop_instance_uid for _, film in films)
    for digest, film in films:
        if counts[film.sop_instance_uid] == 1:
            yield film
        else:
            made = synthetic_uid("sop", digest)
            yield replace(film, sop_instance_uid=made, notes=(*film.notes, SAME_UID))


def _viewing_order(film: Radiograph) -> tuple[bool, int, int, str]:
    """Frontal before lateral, then as the modality numbered them."""
    series = LAST if film.series_number is None else film.series_number
    instance = LAST if film.instance_number is None else film.instance_number
    return film.is_lateral, series, instance, str(film.path)

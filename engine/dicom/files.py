"""Paths -> studies. Every file found ends in a study or in `skipped`, with a code and a sentence.

Archives and DICOMDIRs are met on the way: what they hold is read after them (`sources`). Many files are read
by several processes (`file_readers`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.dicom.container import MAX_FILE_BYTES
from engine.dicom.file_readers import FileReaders, fitting_processes
from engine.dicom.heads import HEAD_BYTES, can_be_a_film
from engine.dicom.pictures import synthetic_uid
from engine.dicom.reading import FoundArchive, FoundFileSet, Item, Result, read_each
from engine.dicom.reading import read_file as read_file
from engine.dicom.sources import Sources, skipped
from engine.errors import FileRefused
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress
from engine.study import Document, Opened, Patient, Radiograph, Skipped, Study

OPENING = "Opening files"
SAME_UID = (
    "Another file has the same SOP Instance UID but other content; both are kept, "
    "each under a UID that is made from its content."
)
PARALLEL_FROM = 600
"""Files below which several processes cannot be faster: each takes as long to start as 300 films to read."""
LEAST_PROCESSORS = 4
"""With two, handing over what was read costs more than the second wins: on a busy machine of two processors
5,000 small films took 35 s instead of 19. With more it was not measured."""
LARGE_BYTES = 64 << 20
"""A film beyond this size is opened by another process, which gives its memory back."""
LAST = 1 << 31  # where a series or instance without a number is sorted


@dataclass(slots=True)
class Gathering:
    """One study's items in the order in which they were met, with what each newcomer is held against."""

    items: list[Item] = field(default_factory=list)
    by_digest: dict[bytes, Item] = field(default_factory=dict)
    by_patient: dict[Patient, Item] = field(default_factory=dict)

    def add(self, item: Item) -> None:
        """Keep an item; FileRefused for a twin, and for another patient: two never share a study, whatever
        the UIDs say."""
        if twin := self.by_digest.get(item.digest):
            raise FileRefused(f'It is identical to "{twin.path.name}".', code="duplicate")
        for known, first in self.by_patient.items():
            if _are_others(known, item.study.patient):
                raise FileRefused(
                    f'It names the same study as "{first.path.name}" but another patient.',
                    code="patient-conflict",
                    todo="Open it alone.",
                )
        self.items.append(item)
        self.by_digest[item.digest] = item
        self.by_patient.setdefault(item.study.patient, item)


@dataclass(slots=True)
class Gathered:
    """What has been found so far; studies in the order in which their first file was met."""

    studies: dict[str, Gathering] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)

    def add(self, item: Item) -> None:
        """Keep a film or document, unless it is there already or is another patient's."""
        study = self.studies.setdefault(item.study.study_uid, Gathering())
        try:
            study.add(item)
        except FileRefused as error:
            self.skip(item.path, error)

    def skip(self, path: Path, error: FileRefused) -> None:
        """Keep why a file was not opened."""
        self.skipped.append(skipped(path, error))


def open_paths(
    paths: Sequence[Path],
    *,
    cancel: CancelToken | None = None,
    on_progress: OnProgress = ignore_progress,
    processes: int | None = None,
) -> Opened:
    """All studies under files, folders (with their subfolders), ZIP archives and DICOMDIRs, and every file
    that was not opened.

    Only given paths and what really lies under them are read: links to folders are not followed, and no path
    that stands in a file leads out of its folder. Raises Cancelled between two files if `cancel` is set.
    `processes` read where there are many files or large ones; as many as there are processors if None.
    """
    gathered = Gathered()
    sources = Sources(gathered.skip)
    waiting, done = sources.under(paths), 0
    while waiting:
        total = done + len(waiting)
        with closing(_results(waiting, processes)) as results:
            for path in waiting:
                if cancel is not None:
                    cancel.raise_if_cancelled()
                on_progress(Progress(OPENING, done, total))
                _gather(path, next(results), gathered, sources)
                done += 1
        waiting = sources.next()
    on_progress(Progress(OPENING, done, done))
    studies = tuple(_study(study.items) for study in gathered.studies.values())
    return Opened(studies, tuple(gathered.skipped))


def _results(paths: Sequence[Path], processes: int | None) -> Generator[Result]:
    """What each path holds, in their order."""
    count = fitting_processes() if processes is None else processes
    least = LEAST_PROCESSORS if processes is None else 1
    if (len(paths) < PARALLEL_FROM or count < least) and not any(map(_is_large, paths)):
        count = 0
    if count == 0:
        yield from read_each(paths)
    else:
        with FileReaders(count) as readers:
            yield from readers.read(paths)


def _is_large(path: Path) -> bool:
    """Whether reading it takes more memory than this process should spend on one file."""
    try:
        return LARGE_BYTES < path.stat().st_size <= MAX_FILE_BYTES and can_be_a_film(_head(path))
    except (OSError, ValueError):
        return False


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD_BYTES)


def _gather(path: Path, result: Result, gathered: Gathered, sources: Sources) -> None:
    match result:
        case Skipped():
            gathered.skipped.append(result)
        case FoundArchive():
            sources.add_archive(path)
        case FoundFileSet():
            sources.add_file_set(path, result.file_set)
        case Item():
            gathered.add(result)


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

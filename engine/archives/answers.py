"""An archive's answers, which are small data sets, as matches: what is absent or broken costs a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pydicom.dataset import Dataset

from engine.archives.archive import Found, Match, Query
from engine.dicom.header import Header
from engine.dicom.names import note_character_sets, person_name
from engine.errors import ArchiveError
from engine.study import Patient, PersonName

ASKED = (
    "StudyInstanceUID",
    "PatientName",
    "PatientID",
    "IssuerOfPatientID",
    "PatientBirthDate",
    "PatientSex",
    "StudyDate",
    "StudyTime",
    "AccessionNumber",
    "StudyDescription",
    "ModalitiesInStudy",
    "NumberOfStudyRelatedSeries",
    "NumberOfStudyRelatedInstances",
)
"""What is asked about each study, by both kinds of archive."""
UID = re.compile(r"[0-9A-Za-z._\-]{1,64}\Z")
"""Digits and dots by the standard; letters are met. No wildcard, no separator of values, lists or paths."""
LONGEST_TEXT = 1024
NOT_COMPLETE = "The list is not complete."
NO_MODALITIES = "The archive does not tell modalities, so studies of other modalities may be among these."


def is_uid(text: str) -> bool:
    """Whether a text names one thing: an archive must not be asked for "*"."""
    return UID.match(text) is not None


def match_of(dataset: Dataset) -> Match | None:
    """The study that an answer describes, None if it names none."""
    header = Header(dataset)
    study_uid = _text(header, "StudyInstanceUID")
    if not is_uid(study_uid):
        return None
    note_character_sets(header)
    return Match(
        study_uid=study_uid,
        patient=Patient(
            name=_name(header),
            patient_id=_text(header, "PatientID"),
            issuer=_text(header, "IssuerOfPatientID"),
            birth_date=_text(header, "PatientBirthDate"),
            sex=_text(header, "PatientSex"),
        ),
        study_date=_text(header, "StudyDate"),
        study_time=_text(header, "StudyTime"),
        accession_number=_text(header, "AccessionNumber"),
        description=_text(header, "StudyDescription"),
        modalities=tuple(sorted({str(value)[:16] for value in header.values("ModalitiesInStudy")})),
        series=header.integer("NumberOfStudyRelatedSeries"),
        instances=header.integer("NumberOfStudyRelatedInstances"),
        notes=tuple(header.notes),
    )


def date_range(query: Query) -> str:
    """Dates as range matching writes them (PS3.4 C.2.2.2.5.1), "" where there are none."""
    first, last = (f"{day:%Y%m%d}" if day else "" for day in (query.first_date, query.last_date))
    return f"{first}-{last}" if first or last else ""


def without_modalities(query: Query, matches: list[Match]) -> bool:
    """Whether an archive was asked for a modality and tells none: it may not have looked at it."""
    return bool(query.modality and matches and not any(match.modalities for match in matches))


def found(
    query: Query, answers: Iterable[Match | None], most: int, matched: Callable[[Match], None]
) -> Found:
    """What a search found, each study once and `most` at most; `matched` sees each as it comes.

    None among `answers` is one that names no study. Where the archive breaks off after some have come, these
    are the result, with a warning.
    """
    matches: dict[str, Match] = {}
    warnings: list[str] = []
    more = False
    try:
        for match in answers:
            if match is None:
                warnings.append("An answer of the archive names no study and is left out.")
            elif match.study_uid not in matches:
                if len(matches) == most:
                    more = True
                    break
                matches[match.study_uid] = match
                matched(match)
    except ArchiveError as error:
        if not matches:
            raise
        warnings += [NOT_COMPLETE, error.what]
    studies = list(matches.values())
    if without_modalities(query, studies):
        warnings.append(NO_MODALITIES)
    return Found(tuple(studies), more, tuple(dict.fromkeys(warnings)))


def _text(header: Header, keyword: str) -> str:
    return header.text(keyword)[:LONGEST_TEXT]


def _name(header: Header) -> PersonName:
    name = person_name(header, "PatientName")
    return PersonName(
        name.alphabetic[:LONGEST_TEXT], name.ideographic[:LONGEST_TEXT], name.phonetic[:LONGEST_TEXT]
    )

"""What DIMSE asks with: identifiers of C-FIND, C-GET and C-MOVE (PS3.4 C.4)."""

from __future__ import annotations

from collections.abc import Mapping

from pydicom.dataset import Dataset

from engine.archives.answers import ASKED, date_range
from engine.archives.archive import Query


def study_query(query: Query) -> Dataset:
    """Studies that a query looks for, and all that is asked about them."""
    identifier = _identifier("STUDY", dict.fromkeys(ASKED, ""))
    identifier.StudyInstanceUID = query.study_uid
    identifier.PatientName = query.patient_name
    identifier.PatientID = query.patient_id
    identifier.StudyDate = date_range(query)
    identifier.AccessionNumber = query.accession_number
    identifier.ModalitiesInStudy = query.modality
    identifier.StudyDescription = query.description
    words = "".join([query.patient_name, query.patient_id, query.accession_number, query.description])
    if not words.isascii():
        identifier.SpecificCharacterSet = "ISO_IR 100" if _is_latin(words) else "ISO_IR 192"
    return identifier


def _is_latin(words: str) -> bool:
    """Whether the character set that most archives understand holds them."""
    try:
        words.encode("iso8859-1")
    except UnicodeEncodeError:
        return False
    return True


def series_query(study_uid: str) -> Dataset:
    """The series of a study."""
    return _identifier("SERIES", {"StudyInstanceUID": study_uid, "SeriesInstanceUID": ""})


def image_query(study_uid: str, series_uid: str) -> Dataset:
    """The instances of a series."""
    keys = {"StudyInstanceUID": study_uid, "SeriesInstanceUID": series_uid}
    return _identifier("IMAGE", {**keys, "SOPInstanceUID": "", "SOPClassUID": ""})


def study_identifier(study_uid: str) -> Dataset:
    """A study to be retrieved."""
    return _identifier("STUDY", {"StudyInstanceUID": study_uid})


def _identifier(level: str, keys: Mapping[str, str]) -> Dataset:
    identifier = Dataset()
    identifier.QueryRetrieveLevel = level
    for keyword, value in keys.items():
        setattr(identifier, keyword, value)
    return identifier

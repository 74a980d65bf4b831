"""Texts of files that name no character set, read again in one that the reader has chosen.

The standard says that such a file is written in ASCII (PS3.5 6.1.2.3); many are not. Their bytes come as
Latin-1, in which every byte is a letter, so that nothing is lost and another reading is possible afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.study import Document, Opened, PersonName, Radiograph, Study

CODECS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ISO_IR 192": "utf-8",
        "ISO_IR 101": "iso8859_2",
        "ISO_IR 144": "iso8859_5",
        "ISO_IR 127": "iso8859_6",
        "ISO_IR 126": "iso8859_7",
        "ISO_IR 138": "iso8859_8",
        "ISO_IR 148": "iso8859_9",
        "ISO_IR 166": "tis_620",
        "ISO_IR 13": "shift_jis",
        "ISO 2022 IR 149": "euc_kr",
        "GB18030": "gb18030",
    }
)
"""The standard's terms (PS3.3 C.12.1.1.2) and Python's names of what files without a term are written in."""


def with_character_set(opened: Opened, term: str) -> Opened:
    """What was opened, with the texts of files that name no character set read in this one, "" for none."""
    if term not in CODECS:
        return opened
    return replace(opened, studies=tuple(_reread(study, term) for study in opened.studies))


def _reread(study: Study, term: str) -> Study:
    if not study.undeclared_texts:
        return study
    try:
        name = PersonName(*(_read(group, term) for group in _groups(study.patient.name)))
        patient = replace(study.patient, name=name, patient_id=_read(study.patient.patient_id, term))
        read = replace(study, patient=patient, description=_read(study.description, term))
    except UnicodeError:
        return _noted(study, f"The file names no character set, and its texts are not in {term}.")
    documents = tuple(_titled(document, term) for document in study.documents)
    note = f"The file names no character set; its texts were read as {term}."
    return _noted(replace(read, documents=documents), note)


def _groups(name: PersonName) -> tuple[str, str, str]:
    return name.alphabetic, name.ideographic, name.phonetic


def _titled(document: Document, term: str) -> Document:
    """A title that cannot be read so stays as it is: each document may be another program's."""
    try:
        return replace(document, title=_read(document.title, term))
    except UnicodeError:
        return document


def _read(text: str, term: str) -> str:
    return text.encode("latin-1").decode(CODECS[term])


def _noted(study: Study, note: str) -> Study:
    def noted(film: Radiograph) -> Radiograph:
        return replace(film, notes=(*film.notes, note))

    return replace(study, radiographs=tuple(map(noted, study.radiographs)))

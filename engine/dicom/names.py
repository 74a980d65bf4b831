"""Person names in up to three scripts, and their character sets (PS3.5 6.1, 6.2.1.2, annex H)."""

from __future__ import annotations

import unicodedata

from pydicom.charset import python_encoding
from pydicom.valuerep import PersonName as DicomName

from engine.dicom.header import Header
from engine.plain_text import one_line
from engine.study import PersonName


def person_name(header: Header, keyword: str) -> PersonName:
    """The name's three component groups, "" where absent; several names: the first."""
    found = next(iter(header.values(keyword)), None)
    if not isinstance(found, DicomName):
        return PersonName()
    try:
        return PersonName(_clean(found.alphabetic), _clean(found.ideographic), _clean(found.phonetic))
    except Exception:  # decoding happens here; pydicom raises several unrelated classes
        header.note("A person's name cannot be decoded and is left out.")
        return PersonName()


def note_character_sets(header: Header) -> None:
    """Say which declared character sets are not in the standard; pydicom reads common misspellings."""
    for term in header.values("SpecificCharacterSet"):
        if str(term).strip() and str(term).strip() not in python_encoding:
            header.note(f'The character set "{_printable(str(term))}" is not one of the standard\'s terms.')


def _clean(group: str) -> str:
    return one_line(group.strip(" \0")).rstrip("^ ")


def _printable(text: str) -> str:
    return "".join(char for char in text[:32] if unicodedata.category(char)[0] != "C")

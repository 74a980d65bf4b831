"""One DICOM film without its patient: the Basic Application Level Confidentiality Profile (PS3.15 annex E).

The table of attributes and their dummies are dicom-anonymizer's. Ours beyond it: every item of every sequence
is treated like the data set itself, private and unknown attributes go, free text that the table does not know
goes, file meta information and preamble are new, bytes behind the pixels and overlays hidden in their unused
bits go. X removes and Z empties, also dates. What still says a known name or number, such as a maker of the
same name, is emptied.

UIDs are replaced by one rule throughout an export, so that references between its files still hold.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from dicomanonymizer.simpledicomanonymizer import (
    anonymize_dataset,
    delete,
    delete_or_empty,
    delete_or_empty_or_replace_UID,
    empty,
    initialize_actions,
    replace_UID,
)
from pydicom.datadict import dictionary_has_tag, repeater_has_tag
from pydicom.dataelem import DataElement
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.uid import UID

from app.documents.errors import FilmNotExported
from app.messages import RESEARCH_USE
from engine.dicom.container import Parsed
from engine.dicom.identifiers import STANDARD_ROOT, elements, parts, texts
from engine.identifiers import Identifiers, hits

TABLE = "dicomfields_2026c"  # of PS3.15 table E.1-1
FREE_TEXT = frozenset({"PN", "LT", "ST", "UT", "UC", "UN"})
TEXTS = ("AE", "DA", "DT", "LO", "LT", "PN", "SH", "ST", "UC", "UI", "UR", "UT")
NUMBERS = ("DS", "IS")
"""Value representations that can name somebody. CS has defined words."""
OVERLAYS, OVERLAY_BIT = 0x6000, 0x0102
BURNED_IN = "It says that text is burned into its pixels."
PERHAPS_BURNED_IN = "Nobody has looked for names burned into its pixels."
TIMELESS = {"DA": "19000101", "TM": "000000", "DT": "19000101000000"}
"""Dummies where a time must stand. Validators refuse dicom-anonymizer's year 1."""
METHOD = ("PS3.15 annex E by Consilium", f"Table {TABLE}")
PROFILE, REMOVED = "Basic Application Confidentiality Profile", "REMOVED"
PHANTOM = "phantom"  # the shipped patients' family name, which their films and the shipped model have too
OWN_WORDS = " ".join(("ANONYMIZED", REMOVED, PROFILE, *METHOD, RESEARCH_USE, PHANTOM))
"""What stands in every film afterwards, whoever the patient was; the first is dicom-anonymizer's dummy."""
Action = Callable[[Dataset, Any], None]


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """New names for old ones, by a key that is thrown away with the export (HMAC-SHA-256, RFC 2104)."""

    key: bytes

    def uid(self, old: str) -> str:
        """The UID in place of an old one; DICOM's own stay (PS3.5 B.2: 2.25 and a number of 128 bits)."""
        if not old or old.startswith(STANDARD_ROOT):
            return old
        return f"2.25.{int.from_bytes(self._digest(old)[:16], 'big')}"

    def patient(self, old: str) -> str:
        """A number that tells patients of one export apart and says nothing else."""
        return f"ANON-{self._digest(f'patient {old}').hex()[:8].upper()}"

    def _digest(self, old: str) -> bytes:
        return hmac.digest(self.key, old.encode("utf-8", "surrogatepass"), hashlib.sha256)


def anonymous_film(
    parsed: Parsed, pseudonyms: Pseudonyms, patient: str, sop_instance_uid: str, known: Identifiers
) -> Dataset:
    """The film's data set, ready to be saved; it is the given one, changed.

    `patient` becomes name and number. FilmNotExported where an overlay cannot be taken out of the pixels.
    """
    dataset = parsed.dataset
    _clear_unused_bits(dataset, parsed.transfer_syntax_uid)
    rules = _rules()
    for part in list(parts(dataset)):
        _replace_uids(part, pseudonyms)
        anonymize_dataset(part, base_rules_gen=lambda: dict(rules))
        _drop_the_unknown(part, rules)
    for element in _naming(dataset, known):
        element.clear()
    dataset.SOPInstanceUID = sop_instance_uid
    _finish(dataset, parsed.transfer_syntax_uid, patient)
    return dataset


def film_bytes(dataset: Dataset) -> bytes:
    """The film as a DICOM file."""
    buffer = BytesIO()
    dataset.save_as(buffer, enforce_file_format=True)
    return buffer.getvalue()


def remaining(dataset: Dataset, known: Identifiers) -> tuple[str, ...]:
    """Tags under which a known identifier still stands."""
    return tuple(dict.fromkeys(str(element.tag) for element in _naming(dataset, known)))


def burned_in(dataset: Dataset) -> str:
    """A warning about text in the picture itself, "" where the file says that there is none."""
    said = str(dataset.get("BurnedInAnnotation", "")).strip().upper()
    return {"YES": BURNED_IN, "NO": ""}.get(said, PERHAPS_BURNED_IN)


def _naming(dataset: Dataset, known: Identifiers) -> list[DataElement]:
    """Elements, at any depth, whose text or number has a known identifier in it."""
    sought = {**dict.fromkeys(TEXTS, known), **dict.fromkeys(NUMBERS, known.rare)}
    sought_in = [element for element in elements(dataset) if element.VR in sought]
    return [one for one in sought_in if hits("\n".join(texts(one)), sought[one.VR])]


def _rules() -> dict[Any, Action]:
    return {tag: _action(action) for tag, action in initialize_actions(TABLE).items()}


def _action(action: Action) -> Action:
    """What the profile's code means here; only dummy values (D) are dicom-anonymizer's."""

    def act(dataset: Dataset, tag: Any) -> None:
        element = dataset.get(tag)
        if element is None:
            return
        if action is delete:
            del dataset[element.tag]
        elif element.VR == "UI" or action in {replace_UID, delete_or_empty_or_replace_UID}:
            return  # UIDs have been replaced already, at every depth
        elif action in {empty, delete_or_empty} or element.VR == "SQ":
            element.clear()
        else:
            _fill(dataset, element, action)

    return act


def _fill(dataset: Dataset, element: DataElement, action: Action) -> None:
    if element.VR in TIMELESS:
        element.value = TIMELESS[element.VR]
        return
    try:
        action(dataset, element.tag)
    except NotImplementedError:  # dicom-anonymizer has no dummy for this value representation
        del dataset[element.tag]


def _replace_uids(dataset: Dataset, pseudonyms: Pseudonyms) -> None:
    for element in dataset:
        if element.VR == "UI" and element.value:
            new = [pseudonyms.uid(text) for text in texts(element)]
            element.value = new if len(new) > 1 else new[0]


def _drop_the_unknown(dataset: Dataset, rules: Mapping[Any, Action]) -> None:
    for element in list(dataset):
        tag = element.tag
        known = dictionary_has_tag(tag) or repeater_has_tag(tag)
        if not known or (element.VR in FREE_TEXT and (tag.group, tag.element) not in rules):
            del dataset[tag]


def _finish(dataset: Dataset, transfer_syntax_uid: str, patient: str) -> None:
    """What PS3.15 E.1.1 asks for beyond the table, and all of a file that is not its data set."""
    dataset.pop("DataSetTrailingPadding", None)
    dataset.PatientName = f"{patient}^"
    dataset.PatientID = patient
    dataset.PatientIdentityRemoved = "YES"
    dataset.DeidentificationMethod = list(METHOD)
    dataset.LongitudinalTemporalInformationModified = REMOVED
    dataset.ImageComments = RESEARCH_USE
    code = Dataset()
    code.CodeValue, code.CodingSchemeDesignator = "113100", "DCM"
    code.CodeMeaning = PROFILE
    dataset.DeidentificationMethodCodeSequence = [code]
    dataset.preamble = bytes(128)
    dataset.file_meta = FileMetaDataset()
    dataset.file_meta.TransferSyntaxUID = UID(transfer_syntax_uid)


def _clear_unused_bits(dataset: Dataset, transfer_syntax_uid: str) -> None:
    """Cut what lies behind the pixels, and clear the bits above them, where old overlays are kept.

    FilmNotExported where such an overlay is in compressed or signed pixels.
    """
    hidden = any(_is_overlay_bit(element) and element.value for element in dataset)
    if UID(transfer_syntax_uid).is_compressed or "PixelData" not in dataset:
        if hidden:
            raise _hidden_overlay()
        return
    pixels = dataset.PixelData[: _pixel_bytes(dataset)]
    if hidden:
        if dataset.get("PixelRepresentation") or dataset.BitsAllocated not in (8, 16):
            raise _hidden_overlay()
        low = dataset.HighBit + 1 - dataset.BitsStored
        kept = ((1 << dataset.BitsStored) - 1) << low
        pixels = (np.frombuffer(pixels, f"<u{dataset.BitsAllocated // 8}") & kept).tobytes()
    dataset.PixelData = pixels + bytes(len(pixels) % 2)


def _is_overlay_bit(element: DataElement) -> bool:
    """Whether this is an Overlay Bit Position, (60xx,0102)."""
    return element.tag.group & 0xFF00 == OVERLAYS and element.tag.element == OVERLAY_BIT


def _pixel_bytes(dataset: Dataset) -> int:
    """How many bytes the pixels have, without a padding one."""
    frames = int(dataset.get("NumberOfFrames") or 1)
    values = int(dataset.Rows) * int(dataset.Columns) * int(dataset.SamplesPerPixel) * frames
    if dataset.PhotometricInterpretation == "YBR_FULL_422":
        values = values * 2 // 3
    return -(-values * int(dataset.BitsAllocated) // 8)


def _hidden_overlay() -> FilmNotExported:
    return FilmNotExported(
        "This film has an overlay inside its pixels, which cannot be taken out.", todo="Leave this film out."
    )

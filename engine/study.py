"""Studies as frozen values, in DICOM's own words. No pixels here: `engine.dicom.pixels` reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

SQUARE = 0.01
"""Pixels whose sides differ by less are drawn square: headers round their spacing."""
SIDE_VIEWS = frozenset({"LL", "RL", "LLO", "RLO"})
"""View Positions from the side (PS3.3 C.8.11.5). LLD and RLD, the patient lying on a side, are frontal."""


class VoiFunction(Enum):
    """VOI LUT Function (PS3.3 C.11.2.1.2 and C.11.2.1.3)."""

    LINEAR = "LINEAR"
    LINEAR_EXACT = "LINEAR_EXACT"
    SIGMOID = "SIGMOID"


class WindowSource(Enum):
    """Where a window comes from; shown beside it, so that nobody takes a guess for the file's word."""

    FILE = "file"
    AUTO = "auto"
    READER = "reader"


@dataclass(frozen=True, slots=True)
class Window:
    """A grey-level window over modality values: centre and width in those units."""

    center: float
    width: float
    explanation: str = ""
    function: VoiFunction = VoiFunction.LINEAR
    source: WindowSource = WindowSource.FILE


class SpacingKind(Enum):
    """What a pixel's size was measured on (PS3.3 10.7.1)."""

    CALIBRATED = "calibrated"
    DETECTOR = "at the detector"
    CORRECTED = "at the detector, corrected for magnification"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distance between pixel centres, down a column and along a row, and what it was measured on."""

    rows_mm: float
    columns_mm: float
    kind: SpacingKind
    description: str = ""


@dataclass(frozen=True, slots=True)
class PersonName:
    """One person in up to three scripts, components still separated by "^" (PS3.5 6.2.1.2)."""

    alphabetic: str = ""
    ideographic: str = ""
    phonetic: str = ""

    def __str__(self) -> str:
        return self.alphabetic or self.ideographic or self.phonetic


@dataclass(frozen=True, slots=True)
class Patient:
    """Who was imaged. Two patients are one only if id and issuer both agree."""

    name: PersonName = PersonName()
    patient_id: str = ""
    issuer: str = ""
    birth_date: str = ""
    sex: str = ""


@dataclass(frozen=True, slots=True)
class Radiograph:
    """One image of a study: what its header says and where its pixels are.

    `view_position` and `laterality` are DICOM's codes ("PA", "AP", "LL", "RL"; "" where absent).
    `notes` are sentences about oddities that were met and handled; the desk shows them as badges.
    `pixel_aspect` is a pixel's height over its width, known also where there are no millimetres.
    `identified` is False for a PNG or JPEG, which carries no patient. `digest` is the SHA-256 of the file's
    bytes, hexadecimal; "" where the image came from no file.
    """

    path: Path
    sop_instance_uid: str
    sop_class_uid: str
    series_uid: str
    study_uid: str
    modality: str
    rows: int
    columns: int
    frames: int = 1
    bits_stored: int = 8
    photometric: str = "MONOCHROME2"
    transfer_syntax_uid: str = ""
    view_position: str = ""
    laterality: str = ""
    body_part: str = ""
    series_number: int | None = None
    instance_number: int | None = None
    windows: tuple[Window, ...] = ()
    spacing: Spacing | None = None
    pixel_aspect: float = 1.0
    attribution: str = ""
    identified: bool = True
    notes: tuple[str, ...] = ()
    digest: str = ""

    @property
    def label(self) -> str:
        """What the reader calls this image: its view, else its modality."""
        return "LAT" if self.is_lateral else self.view_position or self.modality or "image"

    @property
    def drawn_aspect(self) -> float:
        """How much higher than wide a pixel is drawn, on the screen, in pictures and for the model alike."""
        return self.pixel_aspect if abs(self.pixel_aspect - 1) > SQUARE else 1.0

    @property
    def is_lateral(self) -> bool:
        """Whether this is a side view, straight or oblique, so far as the header tells."""
        return self.view_position in SIDE_VIEWS or self.view_position.startswith("LAT")


@dataclass(frozen=True, slots=True)
class Document:
    """A part of a study that is no film: a report, a key object note, a PDF, a presentation state.

    `films` are the SOP Instance UIDs of the films that a presentation state is for.
    """

    path: Path
    sop_instance_uid: str
    sop_class_uid: str
    kind: str
    title: str = ""
    text: str = ""
    films: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """All that belongs to one Study Instance UID, films in viewing order (frontal before lateral).

    `undeclared_texts` says that its file names no character set although its texts are not plain ASCII.
    """

    study_uid: str
    patient: Patient = Patient()
    study_date: str = ""
    study_time: str = ""
    accession_number: str = ""
    description: str = ""
    radiographs: tuple[Radiograph, ...] = ()
    documents: tuple[Document, ...] = ()
    undeclared_texts: bool = False


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was not opened: a stable `code` for programs, a sentence for people."""

    path: Path
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Opened:
    """What was found under the given paths: everything is either in a study or in `skipped`."""

    studies: tuple[Study, ...] = ()
    skipped: tuple[Skipped, ...] = field(default=())

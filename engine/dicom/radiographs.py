"""A parsed image's header -> `Radiograph`: every attribute that the desk uses is touched here."""

from __future__ import annotations

from pathlib import Path

from engine.dicom.container import Parsed
from engine.dicom.frames import NATIVE, is_native, pixel_data
from engine.dicom.grey import read_windows
from engine.dicom.header import Header
from engine.dicom.layout import Layout, read_layout
from engine.dicom.names import note_character_sets
from engine.dicom.pictures import UNIDENTIFIED, read_picture_header, synthetic_uid
from engine.dicom.spacing import PROJECTION_MODALITIES, pixel_aspect, spacing_of
from engine.study import Radiograph

FRAGMENT_HEADER_BYTES = 8  # tag and length before every fragment of compressed data (PS3.5 A.4)
VIEWS = {
    "R-10206": "AP",
    "399348003": "AP",
    "R-10214": "PA",
    "R-40888": "PA",
    "272479007": "PA",
    "R-10236": "LL",
    "399173006": "LL",
    "R-10232": "RL",
    "399198007": "RL",
    "R-102CD": "LAT",
    "399067008": "LAT",
}
"""View codes of chest films (PS3.16 CID 4010; SNOMED RT and CT) -> View Position."""


def read_radiograph(parsed: Parsed, header: Header, path: Path) -> Radiograph:
    """The image's header; PixelsUnreadable where it describes no image or has no pixels."""
    layout = read_layout(header)
    data = pixel_data(parsed.dataset)
    if parsed.transfer_syntax_uid not in NATIVE and is_native(parsed, layout):
        header.note("The file says that its image is compressed, but it is not; it was read as it is.")
    modality = header.text("Modality")
    if modality not in PROJECTION_MODALITIES:
        header.note(f"This is no radiograph; its modality is {modality[:16]}.")
    note_character_sets(header)
    spacing = spacing_of(header, modality)
    return Radiograph(
        path=path,
        sop_instance_uid=_identity(header, "SOPInstanceUID", parsed),
        sop_class_uid=header.text("SOPClassUID"),
        series_uid=_identity(header, "SeriesInstanceUID", parsed),
        study_uid=_identity(header, "StudyInstanceUID", parsed),
        modality=modality,
        rows=layout.rows,
        columns=layout.columns,
        frames=_frames(header, layout, parsed, data),
        bits_stored=layout.bits_stored,
        photometric=layout.photometric,
        transfer_syntax_uid=parsed.transfer_syntax_uid,
        view_position=_view_position(header),
        laterality=header.text("ImageLaterality") or header.text("Laterality"),
        body_part=header.text("BodyPartExamined"),
        series_number=header.integer("SeriesNumber"),
        instance_number=header.integer("InstanceNumber"),
        windows=read_windows(header),
        spacing=spacing,
        pixel_aspect=pixel_aspect(header, spacing),
        attribution=_attribution(header),
        notes=(*parsed.notes, *header.notes),
        digest=parsed.digest.hex(),
    )


def read_picture(content: bytes, digest: bytes, path: Path) -> Radiograph:
    """A PNG or JPEG as an unidentified image whose UIDs come from its content."""
    picture = read_picture_header(content)
    notes = [UNIDENTIFIED]
    if picture.colour:
        notes.append("This is a colour picture; windows, measurements and the model see its luminance.")
    if picture.turned:
        notes.append("The picture was turned as its EXIF orientation says.")
    return Radiograph(
        path=path,
        sop_instance_uid=synthetic_uid("sop", digest),
        sop_class_uid="",
        series_uid=synthetic_uid("series", digest),
        study_uid=synthetic_uid("study", digest),
        modality="",
        rows=picture.rows,
        columns=picture.columns,
        bits_stored=picture.bits,
        identified=False,
        notes=tuple(notes),
        digest=digest.hex(),
    )


def uid_or_synthetic(header: Header, keyword: str, digest: bytes) -> str:
    """The file's UID, or one made from its content: files without UIDs must never fall into one study."""
    kind = keyword.removesuffix("InstanceUID").lower()
    return header.text(keyword) or synthetic_uid(kind, digest)


def _identity(header: Header, keyword: str, parsed: Parsed) -> str:
    if not header.text(keyword):
        header.note("The file lacks a UID that says what it belongs to; it stands alone.")
    return uid_or_synthetic(header, keyword, parsed.digest)


def _frames(header: Header, layout: Layout, parsed: Parsed, data: bytes) -> int:
    """Number of Frames as far as the data can hold them; where it is missing, all that lie there."""
    native = is_native(parsed, layout)
    held = max(len(data) // (layout.frame_bytes if native else FRAGMENT_HEADER_BYTES), 1)
    if header.has("NumberOfFrames"):
        if layout.frames > held:
            header.note(f"The file claims {layout.frames} frames; its data hold no more than {held}.")
        return min(layout.frames, held)
    if not native or held == 1:
        return 1
    header.note(f"The file does not say how many frames it has; its data hold {held}.")
    return held


def _view_position(header: Header) -> str:
    code = header.item("ViewCodeSequence").text("CodeValue")
    return header.text("ViewPosition").upper() or VIEWS.get(code, "")


def _attribution(header: Header) -> str:
    """Image Comments that name a licence: how published films say whom they must credit."""
    comments = header.text("ImageComments")
    return comments if "licence" in comments.lower() or "license" in comments.lower() else ""

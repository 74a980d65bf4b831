"""How far apart a film's pixels are, and on what that was measured (PS3.3 10.7.1)."""

from __future__ import annotations

import math

from engine.dicom.header import Header
from engine.study import Spacing, SpacingKind

PROJECTION_MODALITIES = frozenset({"CR", "DX", "RG", "RF", "XA", "MG", "PX", "IO", "OT", ""})
Pair = tuple[float, float]


def spacing_of(header: Header, modality: str) -> Spacing | None:
    """The best known spacing with its kind; None where the header has none, never a guess."""
    pixel = _pair(header, "PixelSpacing")
    detector = _pair(header, "ImagerPixelSpacing") or _pair(header, "NominalScannedPixelSpacing")
    if modality not in PROJECTION_MODALITIES:
        return _spacing(pixel, SpacingKind.CALIBRATED, "in the patient") if pixel else None
    if pixel and (header.text("PixelSpacingCalibrationType") or (detector and not _same(pixel, detector))):
        return _spacing(pixel, SpacingKind.CALIBRATED, _calibration(header))
    if detector:
        return _detector_spacing(header, detector)
    return (
        _spacing(pixel, SpacingKind.UNKNOWN, "the file does not say on what it was measured")
        if pixel
        else None
    )


def _detector_spacing(header: Header, detector: Pair) -> Spacing:
    factor = header.number("EstimatedRadiographicMagnificationFactor")
    if factor is None or factor <= 0:
        return _spacing(detector, SpacingKind.DETECTOR, "")
    corrected = (detector[0] / factor, detector[1] / factor)
    return _spacing(corrected, SpacingKind.CORRECTED, f"estimated magnification {factor:g}")


def _calibration(header: Header) -> str:
    parts = (header.text("PixelSpacingCalibrationType"), header.text("PixelSpacingCalibrationDescription"))
    return ": ".join(part for part in parts if part)


def _pair(header: Header, keyword: str) -> Pair | None:
    numbers = header.numbers(keyword)
    if not numbers:
        return None
    match numbers:
        case (float() as rows, float() as columns) if rows > 0 and columns > 0:
            return rows, columns
    header.note("A pixel spacing is not two positive numbers and is ignored.")
    return None


def _same(one: Pair, other: Pair) -> bool:
    return all(math.isclose(a, b, rel_tol=1e-4) for a, b in zip(one, other, strict=True))


def _spacing(pair: Pair, kind: SpacingKind, description: str) -> Spacing:
    return Spacing(pair[0], pair[1], kind, description)

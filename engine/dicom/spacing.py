"""How far apart a film's pixels are, and on what that was measured (PS3.3 10.7.1)."""

from __future__ import annotations

import math

from engine.dicom.header import Header
from engine.study import SQUARE, Spacing, SpacingKind

PROJECTION_MODALITIES = frozenset({"CR", "DX", "RG", "RF", "XA", "MG", "PX", "IO", "OT", ""})
LONGEST = 10.0
"""No detector's pixels are that much longer than wide: a header that says so is wrong."""
Pair = tuple[float, float]


def spacing_of(header: Header, modality: str) -> Spacing | None:
    """The best known spacing with its kind; None where the header has none, never a guess.

    Where the header's spacings do not go together, a note says which one counts.
    """
    pixel = _pair(header, "PixelSpacing")
    if modality not in PROJECTION_MODALITIES:
        return _spacing(pixel, SpacingKind.CALIBRATED, "in the patient") if pixel else None
    imager = _pair(header, "ImagerPixelSpacing")
    detector = imager or _pair(header, "NominalScannedPixelSpacing")
    if pixel and detector:
        return _of_both(header, pixel, detector)
    if pixel and header.text("PixelSpacingCalibrationType"):
        return _spacing(pixel, SpacingKind.CALIBRATED, _calibration(header))
    if detector:
        return _detector_spacing(header, detector, "" if imager else "of the film that was scanned")
    return (
        _spacing(pixel, SpacingKind.UNKNOWN, "the file does not say on what it was measured")
        if pixel
        else None
    )


def pixel_aspect(header: Header, spacing: Spacing | None) -> float:
    """A pixel's height over its width: by the spacing, else by Pixel Aspect Ratio, else 1."""
    if spacing is not None:
        aspect = spacing.rows_mm / spacing.columns_mm
    else:
        vertical, horizontal = _pair(header, "PixelAspectRatio") or (1.0, 1.0)
        aspect = vertical / horizontal
    if not 1 / LONGEST <= aspect <= LONGEST:
        header.note(f"Pixels cannot be {aspect:.3g} times as high as wide. They are drawn square.")
        return 1.0
    if abs(aspect - 1) > SQUARE:
        header.note(f"Pixels are {aspect:.3g} times as high as wide, and the film is drawn so.")
    return aspect


def _of_both(header: Header, pixel: Pair, detector: Pair) -> Spacing:
    """What Pixel Spacing means beside the detector's: the same, corrected, calibrated, or unexplained."""
    kind = header.text("PixelSpacingCalibrationType")
    if _same(pixel, detector):
        if kind:
            header.note(
                "The file calls its pixel spacing calibrated, but it is the detector's. Lengths are taken at "
                "the detector."
            )
            return _spacing(detector, SpacingKind.DETECTOR, "")
        return _detector_spacing(header, detector, "")
    if kind:
        return _spacing(pixel, SpacingKind.CALIBRATED, _calibration(header))
    factor = _magnification(header)
    if factor and _same(pixel, (detector[0] / factor, detector[1] / factor)):
        return _spacing(pixel, SpacingKind.CORRECTED, f"estimated magnification {factor:g}")
    other = f"the detector's spacing {_millimetres(detector)}"
    header.note(
        f"Pixel Spacing is {_millimetres(pixel)}, {other}, and the file does not say why they differ. "
        "Lengths use the first."
    )
    return _spacing(pixel, SpacingKind.CALIBRATED, f"{other}; the file does not say why they differ")


def _detector_spacing(header: Header, detector: Pair, description: str) -> Spacing:
    factor = _magnification(header)
    if factor is None:
        return _spacing(detector, SpacingKind.DETECTOR, description)
    corrected = (detector[0] / factor, detector[1] / factor)
    return _spacing(corrected, SpacingKind.CORRECTED, f"estimated magnification {factor:g}")


def _magnification(header: Header) -> float | None:
    """The estimated magnification; what lies nearer to the source than the detector is never made smaller."""
    factor = header.number("EstimatedRadiographicMagnificationFactor")
    if factor is not None and factor < 1:
        header.note(f"The estimated magnification is {factor:g}, less than 1, and is ignored.")
        return None
    return factor


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


def _millimetres(pair: Pair) -> str:
    down, along = (f"{side:.4g}" for side in pair)
    return f"{down} mm" if down == along else f"{down} x {along} mm"


def _spacing(pair: Pair, kind: SpacingKind, description: str) -> Spacing:
    return Spacing(pair[0], pair[1], kind, description)

"""Which millimetres a pixel has: at the detector, corrected, calibrated, or none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.study import SpacingKind
from tests.engine.dicom.making import film_dataset, radiograph_of, saved

DETECTOR = {"ImagerPixelSpacing": ["0.143", "0.143"]}


@pytest.mark.parametrize(
    ("attributes", "rows_mm", "kind", "said"),
    [
        (DETECTOR, 0.143, SpacingKind.DETECTOR, ""),
        (
            {**DETECTOR, "EstimatedRadiographicMagnificationFactor": "1.1"},
            0.130,
            SpacingKind.CORRECTED,
            "1.1",
        ),
        (
            {
                **DETECTOR,
                "PixelSpacing": ["0.130", "0.130"],
                "PixelSpacingCalibrationType": "GEOMETRY",
                "PixelSpacingCalibrationDescription": "patient 10 cm from detector",
            },
            0.130,
            SpacingKind.CALIBRATED,
            "GEOMETRY: patient 10 cm from detector",
        ),
        ({**DETECTOR, "PixelSpacing": ["0.143", "0.143"]}, 0.143, SpacingKind.DETECTOR, ""),
        ({**DETECTOR, "PixelSpacing": ["0.1", "0.1"]}, 0.1, SpacingKind.CALIBRATED, "does not say why"),
        (
            {**DETECTOR, "PixelSpacing": ["0.13", "0.13"], "EstimatedRadiographicMagnificationFactor": "1.1"},
            0.13,
            SpacingKind.CORRECTED,
            "1.1",
        ),
        (
            {**DETECTOR, "PixelSpacing": ["0.143", "0.143"], "PixelSpacingCalibrationType": "FIDUCIAL"},
            0.143,
            SpacingKind.DETECTOR,
            "",
        ),
        (
            {"PixelSpacing": ["0.2", "0.2"], "PixelSpacingCalibrationType": "FIDUCIAL"},
            0.2,
            SpacingKind.CALIBRATED,
            "FIDUCIAL",
        ),
        ({**DETECTOR, "EstimatedRadiographicMagnificationFactor": "0.9"}, 0.143, SpacingKind.DETECTOR, ""),
        ({"NominalScannedPixelSpacing": ["0.1", "0.1"]}, 0.1, SpacingKind.DETECTOR, "scanned"),
        ({"PixelSpacing": ["0.2", "0.2"]}, 0.2, SpacingKind.UNKNOWN, "does not say"),
        ({"Modality": "CT", "PixelSpacing": ["0.5", "0.5"]}, 0.5, SpacingKind.CALIBRATED, "patient"),
    ],
    ids=[
        "detector",
        "magnified",
        "calibrated",
        "same",
        "different",
        "magnified in both",
        "calibrated and the same",
        "calibrated alone",
        "smaller than the patient",
        "scanned",
        "unexplained",
        "tomogram",
    ],
)
def test_a_spacing_says_what_it_was_measured_on(
    attributes: Mapping[str, Any], rows_mm: float, kind: SpacingKind, said: str, tmp_path: Path
) -> None:
    spacing = radiograph_of(saved(film_dataset([0, 1], attributes), tmp_path)).spacing
    assert spacing is not None
    assert spacing.rows_mm == spacing.columns_mm == pytest.approx(rows_mm, abs=1e-9)
    assert spacing.kind is kind
    assert said in spacing.description


@pytest.mark.parametrize(
    "attributes",
    [{}, {"PixelSpacing": ["0", "0"]}, {"ImagerPixelSpacing": "0.1"}, {"PixelSpacing": ["-1", "1"]}],
    ids=["none", "zero", "one number", "negative"],
)
def test_without_two_positive_numbers_there_are_no_millimetres(
    attributes: Mapping[str, Any], tmp_path: Path
) -> None:
    radiograph = radiograph_of(saved(film_dataset([0, 1], attributes), tmp_path))
    assert radiograph.spacing is None
    assert bool(radiograph.notes) == bool(attributes)


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        (
            {**DETECTOR, "PixelSpacing": ["0.1", "0.1"]},
            "is 0.1 mm, the detector's spacing 0.143 mm",
        ),
        (
            {**DETECTOR, "PixelSpacing": ["0.143", "0.143"], "PixelSpacingCalibrationType": "FIDUCIAL"},
            "it is the detector's",
        ),
        ({**DETECTOR, "EstimatedRadiographicMagnificationFactor": "0.9"}, "less than 1"),
        ({"PixelAspectRatio": ["2", "1"]}, "2 times as high as wide, and the film is drawn so"),
        ({"PixelAspectRatio": ["500", "1"]}, "cannot be 500 times as high as wide"),
    ],
)
def test_spacings_that_do_not_go_together_are_said_to_the_reader(
    attributes: Mapping[str, Any], said: str, tmp_path: Path
) -> None:
    (note,) = radiograph_of(saved(film_dataset([0, 1], attributes), tmp_path)).notes
    assert said in note


@pytest.mark.parametrize(
    ("attributes", "aspect"),
    [
        ({}, 1.0),
        ({"PixelAspectRatio": ["4", "3"]}, 4 / 3),
        ({"PixelAspectRatio": ["0", "1"]}, 1.0),
        ({"PixelAspectRatio": ["1", "500"]}, 1.0),
        ({"ImagerPixelSpacing": ["0.2", "0.1"], "PixelAspectRatio": ["1", "1"]}, 2.0),
    ],
    ids=["unsaid", "ratio", "broken", "impossible", "spacing first"],
)
def test_a_pixel_is_as_high_for_its_width_as_the_header_says(
    attributes: Mapping[str, Any], aspect: float, tmp_path: Path
) -> None:
    radiograph = radiograph_of(saved(film_dataset([0, 1], attributes), tmp_path))
    assert radiograph.pixel_aspect == pytest.approx(aspect)


@pytest.mark.parametrize(
    ("imager", "drawn"), [(["0.1431", "0.143"], 1.0), (["0.143", "0.143"], 1.0), (["0.3", "0.2"], 1.5)]
)
def test_sides_that_differ_by_rounding_are_drawn_square(
    imager: list[str], drawn: float, tmp_path: Path
) -> None:
    radiograph = radiograph_of(saved(film_dataset([0, 1], {"ImagerPixelSpacing": imager}), tmp_path))
    assert radiograph.drawn_aspect == pytest.approx(drawn)

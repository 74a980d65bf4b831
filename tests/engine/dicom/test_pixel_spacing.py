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
        ({**DETECTOR, "PixelSpacing": ["0.1", "0.1"]}, 0.1, SpacingKind.CALIBRATED, ""),
        ({"PixelSpacing": ["0.2", "0.2"]}, 0.2, SpacingKind.UNKNOWN, "does not say"),
        ({"Modality": "CT", "PixelSpacing": ["0.5", "0.5"]}, 0.5, SpacingKind.CALIBRATED, "patient"),
    ],
    ids=["detector", "magnified", "calibrated", "same", "different", "unexplained", "tomogram"],
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

from __future__ import annotations

from pathlib import Path

import imagecodecs
import numpy as np
import pydicom
import pytest
from pydicom.encaps import generate_frames

from engine.dicom.files import open_paths
from engine.resources import STUDIES
from training.phantoms.phantom import make_phantom
from training.phantoms.samples import SAMPLES, write_samples
from training.phantoms.study import NOTE, datasets, write_study


def _phantom_of(inverted: bool) -> int:
    return next(i for i in range(60) if make_phantom(1, i, 64, []).films[0].exposure.inverted is inverted)


def test_written_values_are_read_back_exactly(tmp_path: Path) -> None:
    phantom = make_phantom(1, 2, 64)
    for film, path in zip(phantom.films, write_study(phantom, tmp_path), strict=True):
        dataset = pydicom.dcmread(path)
        assert np.array_equal(dataset.pixel_array, film.pixels)
        assert dataset.preamble == bytes(128)


def test_compressed_values_are_the_same_values(tmp_path: Path) -> None:
    phantom = make_phantom(1, 2, 64)
    for film, path in zip(phantom.films, write_study(phantom, tmp_path, compressed=True), strict=True):
        frame = next(generate_frames(pydicom.dcmread(path).PixelData, number_of_frames=1))
        assert np.array_equal(imagecodecs.jpegls_decode(frame), film.pixels)


def test_the_same_study_has_the_same_bytes(tmp_path: Path) -> None:
    first = [path.read_bytes() for path in write_study(make_phantom(1, 2, 64), tmp_path / "a")]
    assert first == [path.read_bytes() for path in write_study(make_phantom(1, 2, 64), tmp_path / "b")]


def test_views_orientation_and_uids() -> None:
    frontal, lateral = datasets(make_phantom(1, 2, 64))
    assert (frontal.ViewPosition, lateral.ViewPosition) == ("PA", "LL")
    assert list(frontal.PatientOrientation) == ["L", "F"]
    assert list(lateral.PatientOrientation) == ["P", "F"]
    assert frontal.StudyInstanceUID == lateral.StudyInstanceUID
    assert frontal.SOPInstanceUID != lateral.SOPInstanceUID
    assert all(
        len(uid) <= 64 and uid.startswith("2.25.")
        for uid in (frontal.StudyInstanceUID, lateral.SOPInstanceUID)
    )
    assert [float(pitch) for pitch in frontal.ImagerPixelSpacing] == [400 / 64, 400 / 64]


def test_view_codes_say_the_same_as_view_positions(tmp_path: Path) -> None:
    for path in write_study(make_phantom(1, 2, 64), tmp_path):
        dataset = pydicom.dcmread(path)
        position = dataset.ViewPosition
        del dataset.ViewPosition
        dataset.save_as(path)
        film = open_paths([path]).studies[0].radiographs[0]
        assert film.view_position == position


def test_an_inverted_film_is_monochrome1_with_an_inverse_shape() -> None:
    inverted = datasets(make_phantom(1, _phantom_of(True), 64, []))[0]
    plain = datasets(make_phantom(1, _phantom_of(False), 64, []))[0]
    assert (inverted.PhotometricInterpretation, inverted.PresentationLUTShape) == ("MONOCHROME1", "INVERSE")
    assert (plain.PhotometricInterpretation, plain.PresentationLUTShape) == ("MONOCHROME2", "IDENTITY")
    # Air beside the neck: black on both once shown, so stored high where 1 means white is low.
    assert inverted.pixel_array[2, 2] > 3500
    assert plain.pixel_array[2, 2] < 600


def test_nobody_takes_a_phantom_for_a_patient() -> None:
    for dataset in datasets(make_phantom(1, 2, 64)):
        assert dataset.PatientName.family_name == "Phantom"
        assert dataset.PatientID == "PHANTOM-000002"
        assert dataset.ImageComments == "Computer-made phantom"
        assert dataset.DerivationDescription == NOTE
        assert dataset.BurnedInAnnotation == "NO"
        assert dataset.SpecificCharacterSet == "ISO_IR 192"


def test_the_shipped_samples_lie_where_the_desk_looks() -> None:
    for sample in SAMPLES:
        for name in ("pa.dcm", "lat.dcm"):
            dataset = pydicom.dcmread(STUDIES / sample.folder / name, stop_before_pixels=True)
            assert (dataset.Rows, dataset.Columns, dataset.BitsStored) == (1024, 1024, 12)


@pytest.mark.slow
def test_the_shipped_samples_are_made_again_bit_for_bit(tmp_path: Path) -> None:
    for folder in write_samples(tmp_path):
        for path in sorted(folder.iterdir()):
            assert path.read_bytes() == (STUDIES / folder.name / path.name).read_bytes()

